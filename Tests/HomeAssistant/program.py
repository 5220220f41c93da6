"""The built program with a policy and a state of its own, and what came of each of its runs."""

import json
import subprocess

from checks import Found

# Longer than any deadline: what is not over by then hangs.
SECONDS = 150


class Program:
    """`targets` are names with what stands behind them in the policy, FOLDER for its own; `lines` are its sentences."""

    def __init__(self, house, folder, targets, lines, token=None):
        self.house, self.folder = house, folder
        (folder / "state").mkdir(parents=True, mode=0o700)
        self.give(token or house.accounts.user)
        self.policy = folder / "policy.yaml"
        self.targets = {name: what.replace("FOLDER", str(folder)) for name, what in targets.items()}
        self.follow(lines)

    def follow(self, lines):
        """Writes the policy, or other lines in their place."""
        url, token = self.house.server.url, self.folder / "token"
        self.policy.write_text("\n".join([
            "timezone: UTC",
            "systems:", f"  ha: {{kind: home-assistant, url: {url}, token: {{file: {token}}}}}",
            "targets:", *(f"  {name}: {{system: ha, {what}}}" for name, what in self.targets.items()),
            "policy:", *(f"  - {line}" for line in lines), "",
        ]))  # fmt: skip

    def give(self, token):
        """Puts a token into the secret's file, with the line that says where it may go."""
        self.token = token
        self.secret("token", token)

    def secret(self, name, text):
        path = self.folder / name
        path.write_text(f"{text}\nfor {self.house.server.url} home-assistant\n")
        path.chmod(0o600)

    def apply(self, *options):
        return self.run("apply", *options)

    def plan(self, *options):
        return self.run("plan", *options)

    def drift(self, *options):
        return self.run("drift", *options)

    def doctor(self, *options):
        return self.run("doctor", *options)

    def override(self, *words):
        return self.run("override", *words)

    def validate(self):
        return self.run("validate", state=False)

    def history(self):
        """Every line of the history, as one text."""
        return self.start("history", "--format", "json", *self.where, "--since", "2000-01-01").out

    @property
    def where(self):
        return ["--state", self.folder / "state"]

    def run(self, command, *options, state=True):
        """One run with everything that the server saw of it; what must never be is looked for in each."""
        witness = self.house.witness if self.house.witnessing else None
        if witness:
            witness.forget()
        where = self.where if state else []
        run = self.start(command, *options, "--format", "json", *where, "--policy", self.policy)
        if witness:
            run.calls, run.requests = witness.look()
        run.judge(self.token, self.token == self.house.accounts.user)
        return run

    def start(self, *arguments):
        try:
            done = subprocess.run(
                [self.house.binary, *map(str, arguments)],
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, cwd=self.folder,
                env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", "TZ": "UTC"},
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise Found(f"'{arguments[0]}' was not over after {SECONDS} s") from error
        return Run(done, arguments)


class Run:
    """How it ended, what it said, and what the server saw of it."""

    def __init__(self, done, arguments):
        self.arguments = arguments
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.calls, self.requests = [], []
        try:
            self.report = json.loads(self.out)
        except ValueError:
            self.report = {}

    @property
    def text(self):
        return self.out + self.err

    @property
    def direct(self):
        """The services that it asked for itself, as `domain.service entity`."""
        return [str(call) for call in self.calls if call.direct]

    @property
    def refused(self):
        return [request for request in self.requests if request.status == 401]

    def judge(self, token, good):
        """What holds for every run: an entity's own service, for one at a time; no refusal; no secret is told."""
        if self.arguments[0] in ("plan", "apply", "drift") and self.status < 64 and "summary" not in self.report:
            raise Found(f"status {self.status} without a report: {self.summary}")
        for call in self.calls:
            if call.direct and not (len(call.entities) == 1 and call.service.split(".")[0] == domain(call.entities[0])):
                raise Found(f"called {call}")
        if good and self.refused:
            raise Found(f"asked what it may not: {self.refused}")
        if token in self.text:
            raise Found("the token was printed")

    def must(self, *statuses):
        """Ends the check where the run ended in another way."""
        if self.status not in statuses:
            wanted = " or ".join(map(str, statuses))
            raise Found(f"status {self.status}, not {wanted}: {self.summary}")
        return self

    def says(self, text):
        if text not in self.text:
            raise Found(f"does not say '{text}': {self.summary}")
        return self

    def calls_only(self, *wanted):
        """Ends the check where other services were called than these, in whatever order."""
        if sorted(self.direct) != sorted(wanted):
            raise Found(f"called {self.direct or 'nothing'}, not {list(wanted) or 'nothing'}: {self.summary}")
        return self

    @property
    def summary(self):
        """What a person has to read to understand it, in one line."""
        told = [one.get("message") for one in self.report.get("problems", []) + self.report.get("diagnostics", [])]
        told += [f"{one['name']} {one['status']}" for one in self.report.get("systems", []) if one["status"] != "ok"]
        told += [
            f"{one['name']} {one['from']} → {one['to']} {one.get('outcome') or one['action']}"
            for one in self.report.get("resources", []) if one["action"] != "none"
        ]  # fmt: skip
        told += self.err.split("\n")[:3]
        return "; ".join(text for text in told if text)[:600]


def domain(entity):
    return entity.split(".")[0]
