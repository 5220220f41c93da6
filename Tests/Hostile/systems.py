"""Pretend systems, of which a console and a Pi-hole are healthy, on a small server of their own that lets an attack answer instead.

They know what they were asked, when, and what was moved. Nothing listens anywhere but on 127.0.0.1.
"""

import fnmatch
import json
import re
import socket
import ssl
import struct
import threading
import time
from urllib.parse import parse_qsl, unquote, urlsplit

UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SITE = "88f7af54-98f8-306a-a1c7-c9349722b1f6"
BASE = "/proxy/network/integration/v1"


class Request:
    """One request as it came, and when."""

    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.method, self.target = lines[0].split(" ")[:2]
        parts = urlsplit(self.target)
        self.path, self.query = parts.path, dict(parse_qsl(parts.query))
        self.raw = head + b"\r\n\r\n" + body
        self.body = body
        self.at = time.monotonic()

    @property
    def writes(self):
        return self.method in ("PUT", "PATCH") or (self.method in ("POST", "DELETE") and self.path != "/api/auth")


class Answer:
    """A status, header lines and a body; `bytes` is what goes over the wire."""

    def __init__(self, status, value=None, headers=(), body=None):
        self.status, self.headers = status, list(headers)
        self.body = body if body is not None else b"" if value is None else json.dumps(value).encode()

    @property
    def value(self):
        return json.loads(self.body)

    @property
    def head(self):
        fields = [("Content-Type", "application/json"), ("Content-Length", len(self.body)), *self.headers]
        return f"HTTP/1.1 {self.status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields) + "\r\n"

    @property
    def bytes(self):
        return self.head.encode("utf-8", "surrogateescape") + self.body


class System:
    """What all of them have in common: what was asked, and which attacks answer at which stage."""

    def __init__(self, name, secret):
        self.name, self.secret = name, secret
        self.requests = []
        self.wire = {}  # the stage at which an attack answers: a function from the healthy answer to pieces of bytes
        self.content = {}  # the stage at which the healthy answer's JSON is changed: a function from value to value
        self.named = set()  # what the policy names: the paths that may be written

    def answer(self, request):
        """The bytes of the answer one after the other; `None` at the end closes the connection."""
        self.requests.append(request)
        stage = self.stage(request)
        healthy = self.respond(request, stage)
        if stage in self.content and healthy.body:
            changed = self.content[stage](healthy.value)
            healthy.body = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
        if stage in self.wire:
            healthy.request = request
            yield from self.wire[stage](healthy)
        else:
            yield healthy.bytes

    def foreign_writes(self):
        return [request for request in self.requests if request.writes and unquote(request.path) not in self.named]

    def was_sent(self, text):
        return any(text.encode() in request.raw for request in self.requests)


class Console(System):
    """ACL rules on one site. The rules called `X` are the policy's."""

    kind = "unifi"
    lists = f"{BASE}/sites/{SITE}/acl-rules"
    # What else it lists, of which it has nothing.
    others = {
        f"{BASE}/sites/{SITE}/{path}": path.split("/")[-1]
        for path in ("wifi/broadcasts", "firewall/policies", "firewall/zones", "networks", "clients", "devices")
    } | {f"{BASE}/dpi/{path}": path for path in ("applications", "categories")}  # fmt: skip
    stages = ("info", "sites", "list", "page", "read", "put", "check", "broadcast", *others.values())

    def __init__(self, name, secret, rules=None):
        super().__init__(name, secret)
        self.rules = rules if rules is not None else [rule(0)]
        self.was_put = False
        self.moved_at = None

    def stage(self, request):
        if request.method == "PUT":
            return "put"
        if request.path == self.lists:
            return "list" if request.query.get("offset", "0") == "0" else "page"
        if request.path.startswith(self.lists):
            return "check" if self.was_put else "read"
        if request.path in self.others:
            return self.others[request.path]
        if request.path.startswith(f"{BASE}/sites/{SITE}/wifi/broadcasts/"):
            return "broadcast"
        return "sites" if request.path == f"{BASE}/sites" else "info"

    def respond(self, request, stage):
        if f"x-api-key: {self.secret}" not in request.raw.decode("latin-1").lower():
            return Answer(401, {"error": {"code": 401, "message": "Unauthorized"}})
        if stage == "info":
            return Answer(200, {"applicationVersion": "10.5.66"})
        if stage == "sites":
            return Answer(200, page([{"id": SITE, "name": "Default", "internalReference": "default"}], request))
        if stage in ("list", "page"):
            return Answer(200, page(self.rules, request))
        if stage == "broadcast":
            return Answer(200, {"id": request.path.rsplit("/", 1)[1]})
        if stage in self.others.values():
            return Answer(200, page([], request))
        found = next((rule for rule in self.rules if rule["id"] == request.path.rsplit("/", 1)[1]), None)
        if found is None:
            return Answer(404, {"statusCode": 404, "message": "not found"})
        if stage == "put":
            self.was_put = True
            # Always whole, and where the attack is to forget it, the attack says so.
            found["enabled"] = json.loads(request.body)["enabled"]
            self.moved_at = self.moved_at or request.at
        return Answer(200, found)

    def name_objects(self, patterns):
        """Lets those be written that the policy names with `patterns`."""
        chosen = [rule for rule in self.rules if any(fnmatch.fnmatchcase(rule["name"], one) for one in patterns)]
        self.named = {f"{self.lists}/{rule['id']}" for rule in chosen if re.fullmatch(UUID, str(rule["id"]))}

    def unfinished(self):
        return None if self.rules[0]["enabled"] else "its rule was not enabled"


class PiHole(System):
    """Groups and blocking. The group `g5` is the policy's."""

    kind = "pihole"
    # What else it lists, of which it has nothing.
    others = {"/api/domains": "domains", "/api/lists": "lists", "/api/info/ftl": "ftl"}
    stages = (
        "login", "version", "groups", "clients", "blocking", "pause", "paused", "read", "put", "check", "logout",
        *others.values(),
    )  # fmt: skip

    def __init__(self, name, secret, groups=None):
        super().__init__(name, secret)
        self.groups = groups if groups is not None else [group(0, "Default"), group(5, "g5")]
        self.blocking = "enabled"
        self.was_paused = False
        self.seats = set()
        self.was_put = False
        self.moved_at = None

    def stage(self, request):
        if request.path == "/api/auth":
            return "login" if request.method == "POST" else "logout"
        if request.path == "/api/dns/blocking":
            return "pause" if request.method == "POST" else "paused" if self.was_paused else "blocking"
        if request.path.startswith("/api/groups/"):
            return "put" if request.method == "PUT" else "check" if self.was_put else "read"
        for path, stage in self.others.items():
            if request.path.startswith(path):
                return stage
        return {"/api/info/version": "version", "/api/groups": "groups"}.get(request.path, "clients")

    def respond(self, request, stage):
        if stage == "login":
            sid = f"seat{len(self.seats)}="
            if json.loads(request.body).get("password") != self.secret:
                return Answer(401, {"session": {"valid": False, "sid": None}})
            self.seats.add(sid)
            return Answer(200, {"session": {"valid": True, "totp": False, "sid": sid, "csrf": "c", "validity": 1800}})
        if not any(f": {sid}\r\n".encode() in request.raw for sid in self.seats):
            return Answer(401, {"error": {"key": "unauthorized", "message": "Unauthorized", "hint": None}})
        if stage == "logout":
            self.seats = {sid for sid in self.seats if f": {sid}\r\n".encode() not in request.raw}
            return Answer(204)
        if stage == "version":
            return Answer(200, {"version": {"ftl": {"local": {"version": "v6.4.1"}}}})
        if stage == "pause":
            self.blocking = "enabled" if json.loads(request.body)["blocking"] else "disabled"
            self.was_paused = True
        if stage in ("blocking", "pause", "paused"):
            return Answer(200, {"blocking": self.blocking, "timer": None})
        if stage in ("clients", *self.others.values()):
            return Answer(200, {stage: []})
        if stage == "groups":
            return Answer(200, {"groups": self.groups})
        name = unquote(request.path.rsplit("/", 1)[1])
        found = [group for group in self.groups if group["name"] == name]
        if stage == "put" and found:
            self.was_put = True
            found[0]["enabled"] = json.loads(request.body)["enabled"]
            self.moved_at = self.moved_at or request.at
        if stage == "put":
            return Answer(200, {"groups": found, "processed": {"success": [{"item": name}], "errors": []}})
        return Answer(200, {"groups": found})

    def name_objects(self, patterns):
        """Lets those be written that the policy names with `patterns`."""
        self.named = {f"/api/groups/{group['name']}" for group in self.groups if group["name"] in patterns}
        self.named.add("/api/dns/blocking")

    def unfinished(self):
        if self.groups[-1]["enabled"]:
            return "its group was not disabled"
        if self.blocking == "enabled":
            return "it was not paused"
        return "a session stayed open" if self.seats else None


class HomeAssistant(System):
    """What `listed` says, and nothing that can be read alone."""

    kind = "home-assistant"
    stages = ("config", "running", "states", "entity", "call")

    def __init__(self, name, secret, listed=None):
        super().__init__(name, secret)
        self.listed = listed or b"[]"
        self.moved_at = None

    def stage(self, request):
        if request.method == "POST":
            return "call"
        paths = {"/api/config": "config", "/api/core/state": "running", "/api/states": "states"}
        return paths.get(request.path, "entity")

    def respond(self, request, stage):
        if f"authorization: bearer {self.secret}" not in request.raw.decode("latin-1").lower():
            return Answer(401, {"message": "no"})
        if stage == "call":
            self.moved_at = self.moved_at or request.at
            return Answer(200, [])
        if stage == "states":
            return Answer(200, body=self.listed)
        if stage == "entity":
            return Answer(404, {"message": "Entity not found."})
        return Answer(200, {"version": "2025.4.4", "state": "RUNNING", "location_name": "H"})

    def name_objects(self, patterns):
        """The rows name lights, which are to be off."""
        self.named = {"/api/services/light/turn_off"}


class GuestPass(System):
    """A pass of Easy Control for what `listed` names."""

    kind = "easy-control"
    base = "/api/easy_control"
    stages = ("validate", "states", "nonce", "action")

    def __init__(self, name, secret, listed=None):
        super().__init__(name, secret)
        self.listed = listed or b'{"entities":[]}'
        self.moved_at = None

    def stage(self, request):
        paths = {"/token/validate": "validate", "/action/nonce": "nonce", "/action": "action"}
        return paths.get(request.path.removeprefix(self.base), "states")

    def respond(self, request, stage):
        if stage == "validate":
            may = [{"entity_id": f"light.other{number}", "allowed_actions": ["light.off"]} for number in range(900)]
            may.append({"entity_id": "light.lamp", "allowed_actions": ["light.off"]})
            return Answer(200, {"expires_at": int(time.time()) + 99 * 86_400, "remaining_uses": -1, "entities": may})
        if stage == "states":
            return Answer(200, body=self.listed)
        if stage == "action":
            self.moved_at = self.moved_at or request.at
        return Answer(200, {"nonce": "n" * 32, "jti": "j", "success": True})

    def kept(self, url):
        """What this machine keeps of its pairing."""
        parts = {"version": 1, "address": url, "device": "reconcile-1", "seed": "A" * 43, "token": self.secret}
        return json.dumps(parts)

    def name_objects(self, patterns):
        self.named = {f"{self.base}/token/validate", f"{self.base}/action"}


class CapsuleHost(System):
    """A host of one capsule, which the policy calls `media`."""

    kind = "builderos"
    stages = ("status", "capsules", "ask")

    def __init__(self, name, secret, listed=None):
        super().__init__(name, secret)
        self.listed = listed or [{"id": "media"}]
        self.moved_at = None

    def stage(self, request):
        return "ask" if request.method == "POST" else "status" if request.path == "/api/status" else "capsules"

    def respond(self, request, stage):
        if f"x-api-key: {self.secret}" not in request.raw.decode("latin-1").lower():
            return Answer(401, {"error": "no"})
        if stage == "ask":
            self.moved_at = self.moved_at or request.at
            return Answer(200, {"success": True})
        return Answer(200, self.listed if stage == "capsules" else {"version": "1.0"})

    def name_objects(self, patterns):
        self.named = {"/api/capsules/media/actions"}


KINDS = {system.kind: system for system in (Console, PiHole, HomeAssistant, GuestPass, CapsuleHost)}


def rule(number, name="X", **others):
    return {
        "type": "IPV4",
        "id": "%08x-0000-4000-8000-%012x" % (number, number),
        "enabled": False,
        "name": name,
        "action": "BLOCK",
        "sourceFilter": {"type": "NETWORKS", "networkIds": ["5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"]},
        "metadata": {"origin": "USER_DEFINED"},
    } | others


def group(number, name, **others):
    return {
        "name": name, "comment": None, "enabled": True, "id": number, "date_added": 1, "date_modified": 1,
    } | others  # fmt: skip


def page(items, request):
    start, most = int(request.query.get("offset", 0)), int(request.query.get("limit", 25))
    data = items[start : start + most]
    return {"offset": start, "limit": most, "count": len(data), "totalCount": len(items), "data": data}


class Server:
    """Serves a system on 127.0.0.1, a thread for each connection, until it is closed."""

    def __init__(self, system, certificate=None):
        self.system = system
        self.tls = None
        if certificate:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(certificate)
            # Whoever takes HTTP/2 gets frames without end.
            self.tls.set_alpn_protocols(["h2", "http/1.1"])
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listening.getsockname()[1]
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        self.connections = set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            self.connections.add(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
                self.connections.add(connection)
                if connection.selected_alpn_protocol() == "h2":
                    return flood(connection)
            rest = b""
            while True:
                request, rest = read_request(connection, rest)
                if request is None:
                    break
                for piece in self.system.answer(request):
                    if piece is None:
                        return
                    connection.sendall(piece)
        except OSError:
            pass  # the other side has had enough, or the case is over
        finally:
            connection.close()

    def close(self):
        for one in [self.listening, *self.connections]:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()


def flood(connection):
    """HTTP/2: the head of an answer, and empty pieces of its body for ever."""
    frame = lambda kind, flags, stream, content=b"": struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content  # fmt: skip
    connection.sendall(frame(4, 0, 0) + frame(4, 1, 0))
    connection.recv(65536)
    connection.sendall(frame(1, 4, 1, b"\x88"))
    end = time.monotonic() + 30
    while time.monotonic() < end:
        connection.sendall(frame(0, 0, 1) * 10_000)


def read_request(connection, rest):
    """The next request, and what came behind it; None where the connection ends."""
    while b"\r\n\r\n" not in rest:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        rest += piece
    head, rest = rest.split(b"\r\n\r\n", 1)
    found = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    length = int(found[1]) if found else 0
    while len(rest) < length:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        rest += piece
    return Request(head, rest[:length]), rest[length:]
