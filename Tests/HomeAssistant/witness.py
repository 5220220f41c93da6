"""What the server itself wrote down of a run: which services were called, and which requests came."""

import json
import re

from rest import AGENT, until

LINE = re.compile(r'"(?P<method>[A-Z]+) (?P<path>\S+) HTTP/[\d.]+" (?P<status>\d+) .*"(?P<agent>[^"]*)"$')


class Call:
    """A service that was called. `direct` where the caller asked for it, and no other service did on its behalf."""

    def __init__(self, row, direct):
        self.service = f"{row['domain']}.{row['service']}"
        entities = row.get("service_data", {}).get("entity_id", [])
        self.entities = [entities] if isinstance(entities, str) else list(entities)
        self.user, self.direct = row["user"], direct

    def __repr__(self):
        return f"{self.service} {' '.join(self.entities)}"


class Request:
    def __init__(self, found):
        self.method, self.path, self.status = found["method"], found["path"], int(found["status"])
        self.agent = found["agent"]

    def __repr__(self):
        return f"{self.method} {self.path} {self.status}"


class Witness:
    """Reads on from where it last stood."""

    def __init__(self, server, rest):
        self.server, self.rest = server, rest
        self.marks = 0
        self.at = {"calls.jsonl": 0, "requests.log": 0}

    def forget(self):
        """Whatever came until now is none of the next run's business."""
        self.look()

    def look(self):
        """The calls and the requests since the last look, without those of the suite, and without the wish for a fresh
        reading, which moves nothing."""
        self.settle()
        seen, calls = set(), []
        for line in self.lines("calls.jsonl"):
            row = json.loads(line)
            if (row["domain"], row["service"]) != ("homeassistant", "update_entity"):
                calls.append(Call(row, row["context"] not in seen))
            seen.add(row["context"])
        found = [LINE.search(line) for line in self.lines("requests.log")]
        requests = [Request(one) for one in found if one]
        return calls, [one for one in requests if one.agent != AGENT]

    def heard(self, entity):
        """Whether a service was called for an entity since the last look."""
        return f'"{entity}"' in self.text("calls.jsonl")

    def settle(self):
        """Makes a request of its own and waits for its line: what was answered before it has been written by then."""
        self.marks += 1
        mark = f"/api/?mark={self.marks}"
        until(lambda: self.asked(mark), 20, "the witness")

    def asked(self, mark):
        if f"GET {mark} " in self.text("requests.log"):
            return True
        self.rest.get(mark)
        return f"GET {mark} " in self.text("requests.log")

    def lines(self, name):
        text = self.text(name)
        whole = text.rpartition("\n")[0]
        self.at[name] += len(whole) + 1 if whole else 0
        return whole.splitlines()

    def text(self, name):
        path = self.server.folder / name
        if not path.exists():
            return ""
        # ASCII, so that a length in characters is one in bytes.
        with path.open(encoding="ascii", errors="replace") as file:
            file.seek(self.at[name])
            return file.read()
