"""The household that all checks share: its server, whoever asks it, and how an entity is brought into a state."""

from contextlib import contextmanager

from accounts import Accounts
from checks import expect
from program import Program
from rest import Rest, until
from server import START_SECONDS, Server
from witness import Witness

# Which service brings an entity into a state.
SERVICES = {
    "on": "turn_on", "off": "turn_off", "locked": "lock", "unlocked": "unlock",
    "open": "open_{domain}", "closed": "close_{domain}",
}  # fmt: skip


class House:
    def __init__(self, folder, binary):
        self.folder, self.binary = folder, binary
        self.server = Server(folder / "home-assistant")
        # Whether the server writes down what it is asked.
        self.witnessing = False
        self.homes = 0

    def open(self):
        """Starts the server and makes its users."""
        # Nobody may ask for its state before there is a user.
        self.server.start(ready="status 401")
        self.witnessing = True
        self.accounts = Accounts(self.server.rest)
        self.owner = self.server.rest
        self.owner.token = self.accounts.owner
        self.user = Rest(self.server.url, self.accounts.user)
        self.reader = Rest(self.server.url, self.accounts.reader)
        self.witness = Witness(self.server, self.owner)
        self.wait_until_whole()

    def close(self):
        self.server.stop()

    def wait_until_whole(self):
        """Running, with the demo's entities, which come last, and with the witness."""
        running = lambda: self.server.core_state() == "RUNNING" and self.owner.entity("media_player.walkman")
        until(running, START_SECONDS, "the household to be whole", self.server.must_live)
        self.witness.settle()

    # Times at which the server is not itself

    @contextmanager
    def gone(self):
        """Nothing listens."""
        self.witnessing = False
        self.server.stop()
        try:
            yield
        finally:
            self.server.start()
            self.witnessing = True
            self.wait_until_whole()

    @contextmanager
    def starting(self):
        """It answers, and has not started as long as this lasts: one integration waits for a file to go."""
        self.server.stop()
        self.server.hold.touch()
        try:
            self.server.start(ready="NOT_RUNNING")
            self.witness.settle()
            until(lambda: self.owner.entity("group.half_there"), START_SECONDS, "groups")
            yield
        finally:
            self.server.hold.unlink()
            self.wait_until_whole()

    @contextmanager
    def recovering(self):
        """It runs without its configuration, which cannot be read. The witness is a part of that."""
        whole = self.server.configuration.read_text()
        self.server.stop()
        self.server.configuration.write_text(whole + "\nbroken: [\n")
        self.witnessing = False
        try:
            self.server.start()
            yield
        finally:
            self.server.stop()
            self.server.configuration.write_text(whole)
            self.server.start()
            self.witnessing = True
            self.wait_until_whole()

    # Entities

    def given(self, **states):
        """Brings entities into states before a check; `switch__plain` stands for `switch.plain`."""
        for key, state in states.items():
            self.put(key.replace("__", "."), state)

    def put(self, entity, state):
        if self.owner.state(entity) != state:
            domain = entity.split(".")[0]
            self.owner.call(f"{domain}.{SERVICES[state].format(domain=domain)}", entity)
            self.becomes(entity, state)

    def vanish(self, entity):
        """Lets an entity be gone until somebody else than the suite has asked for it."""
        self.owner.call("misbehaving.vanish", entity)
        expect(self.owner.entity(entity) is None, f"{entity} is still there")

    def becomes(self, entity, state, seconds=30):
        until(lambda: self.owner.state(entity) == state, seconds, f"{entity} to be {state}")

    def times(self):
        """When each entity was last updated, but for those that the clock moves."""
        return {
            one["entity_id"]: one["last_updated"] for one in self.owner.get("/api/states").value
            if not one["entity_id"].startswith(("sun.", "sensor.sun_", "calendar."))
        }  # fmt: skip

    # The program

    def program(self, targets, lines, **how):
        """A policy of its own, with a state folder of its own."""
        self.homes += 1
        return Program(self, self.folder / f"run-{self.homes}", targets, lines, **how)
