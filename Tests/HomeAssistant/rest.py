"""Requests to the server's REST interface, made by the suite itself and by nothing of the program."""

import http.client
import json
import time
from urllib.parse import urlsplit

# By this the witness tells the suite's requests from the program's.
AGENT = "suite"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode()

    @property
    def value(self):
        return json.loads(self.body)


class Rest:
    """One address and, once there are users, the token with which it is asked."""

    def __init__(self, url, token=None):
        self.url, self.token = url, token

    def get(self, path, **options):
        return self.ask("GET", path, **options)

    def post(self, path, value=None, **options):
        return self.ask("POST", path, json.dumps({} if value is None else value).encode(), **options)

    def ask(self, method, path, body=None, headers=None, timeout=60):
        fields = {"User-Agent": AGENT, "Content-Type": "application/json"}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        parts = urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)
        try:
            connection.request(method, path, body, fields | (headers or {}))
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except http.client.HTTPException as error:
            raise ConnectionError(f"{method} {path}: {error!r}") from error
        finally:
            connection.close()

    # Entities

    def entity(self, entity):
        """All that it says of an entity; None where there is none."""
        answer = self.get(f"/api/states/{entity}")
        return answer.value if answer.status == 200 else None

    def state(self, entity):
        found = self.entity(entity)
        return found and found["state"]

    def call(self, service, entity, **fields):
        """Calls `domain.service`; the answer proves nothing."""
        return self.post(f"/api/services/{service.replace('.', '/')}", {"entity_id": entity} | fields)


def until(holds, seconds, what, between=lambda: None):
    """Waits until something holds, looking often. What does not come in time is a failure."""
    end = time.monotonic() + seconds
    while not holds():
        between()
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(0.05)
