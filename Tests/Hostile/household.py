"""Sick systems beside healthy ones, one policy for all, and a run: the healthy ones must be put right at once."""

from devices import Content, Holds, Wire, prepare
from systems import KINDS, Console, PiHole, Server

# The key of a system's secret, what its targets select, and which names they give unless a row says so.
SELECTED = {
    "unifi": ("api-key", "acl-rules", ["X"]), "pihole": ("password", "groups", ["g5"]),
    "home-assistant": ("token", "entities", ["light.*"]), "easy-control": ("pairing", "entities", ["light.*"]),
    "builderos": ("api-key", "capsules", ["media"]),
}  # fmt: skip
# How soon the healthy systems must be as the policy wants them.
HEALTHY_SECONDS = 2


def run(case, row):
    """Every run is made against the same systems: what one has left, the next one meets."""
    household = Household(case, row)
    if any(system.kind == "builderos" for system in household.sick):
        household.note_capsules()
    for number in range(row.get("runs", 1)):
        outcome = household.run()
        case.judge_row(outcome)
        if number == 0:
            household.judge_healthy()
    household.judge_sick()
    case.judge_state()


class Household:
    def __init__(self, case, row):
        self.case, self.row = case, row
        self.sick = [self.sick_system(spec, number) for number, spec in enumerate(row["sick"])]
        self.well = [Console("well", "key-of-the-well"), PiHole("hole", "password-of-the-hole")]
        if not row.get("healthy", True):
            self.well = []
        self.servers = []
        for system in self.well + self.sick:
            server = Server(system)
            self.servers.append(server)
            case.closing.append(server.close)
        self.policy = case.write("policy.yaml", self.policy_text())

    def note_capsules(self):
        """A host is asked for what has changed since a run before: one in which all was well, and everything running."""
        text = self.policy.read_text()
        attacks = [(system, system.wire, system.content) for system in self.sick]
        for system, _, _ in attacks:
            system.wire, system.content = {}, {}
        before = text.replace(" off\n", " on\n").replace(" stopped\n", " running\n")
        lines = [line for line in before.splitlines(True) if " - pause" not in line]
        self.case.write("policy.yaml", "".join(lines))
        self.run()
        for system, system.wire, system.content in attacks:
            system.requests.clear()
            system.moved_at = None
        for system in self.well:
            system.moved_at = None
        self.case.write("policy.yaml", text)

    def sick_system(self, spec, number):
        held = getattr(Holds, spec["holds"])(spec.get("size", 0)) if "holds" in spec else None
        kind = KINDS[spec["kind"]]
        system = kind(f"sick{number}", f"secret-of-sick-{number}", held)
        system.names = spec.get("names", SELECTED[kind.kind][2])
        system.wants = spec.get("wants")  # what targets select, in place of `names`
        for stage in spec.get("at", []):
            if stage not in system.stages:
                raise ValueError(f"a {kind.__name__} has no stage '{stage}'")
            if "wire" in spec:
                prepare(spec["wire"], spec.get("size", 0))
                system.wire[stage] = bound(getattr(Wire, spec["wire"]), spec.get("size", 0))
            if "content" in spec:
                plain = getattr(Content, spec["content"])
                attack = getattr(Content, f"{spec['content']}_{stage}", plain)
                system.content[stage] = bound(attack, spec.get("size", 0))
        return system

    def policy_text(self):
        systems, targets, sentences = [], [], []
        # The sick ones first: no order of the file helps the healthy.
        pairs = sorted(zip(self.well + self.sick, self.servers), key=lambda pair: pair[0] in self.well)
        for system, server in pairs:
            key, what, usual = SELECTED[system.kind]
            names = getattr(system, "names", usual)
            system.name_objects(names)
            patience = self.row.get("timeout", "2s")
            text = system.kept(server.url) if system.kind == "easy-control" else system.secret
            self.case.secrets.append(system.secret)
            secret = self.case.secret(system.name, text, f"for {server.url}")
            where = f'kind: {system.kind}, url: "{server.url}", {key}: {secret}'
            systems.append(f"  {system.name}: {{{where}, timeout: {patience}}}")
            end = ", when-off: disabled" if system.kind == "pihole" else ""
            listed = ", ".join(f'"{name}"' for name in names)
            for number, wanted in enumerate(getattr(system, "wants", None) or [f"{what}: [{listed}]{end}"]):
                targets.append(f"  t{number}-{system.name}: {{system: {system.name}, {wanted}}}")
                word = "stopped" if system.kind == "builderos" else "off"
                sentences.append(f"  - t{number}-{system.name} {word}")
            if system.kind == "pihole":
                sentences.append(f"  - pause {system.name}")
        extra = self.row.get("policy", "")
        return "\n".join(
            ["timezone: UTC", "systems:", *systems, "targets:", *targets, "policy:", *sentences, extra, ""]
        )  # fmt: skip

    def run(self):
        arguments = self.row.get("run", ["apply"])
        own = ["--state", self.case.state] if arguments[0] in ("apply", "plan", "drift", "explain") else []
        deadline = ["--deadline", self.row.get("deadline", "4s")] if arguments[0] in ("apply", "plan", "drift") else []
        process, files = self.case.start([*arguments, *own, *deadline, "--policy", self.policy])
        self.began = process.began
        outcome = self.case.finish(process, files)
        self.case.judge(outcome)
        return outcome

    def judge_healthy(self):
        if self.row.get("run", ["apply"])[0] != "apply":
            return
        for system in self.well:
            complaint = system.unfinished()
            if complaint is None and system.moved_at - self.began > HEALTHY_SECONDS:
                complaint = f"it was put right after {system.moved_at - self.began:.1f} s"
            if complaint:
                self.case.complain(f"beside it, {system.name}: {complaint}")

    def judge_sick(self):
        for system in self.sick + self.well:
            for request in system.foreign_writes():
                self.case.complain(f"{system.name} was sent {request.method} {request.target[:60]}")
        for system in self.sick:
            for text in self.row.get("unsent", []):
                if system.was_sent(text):
                    self.case.complain(f"{system.name} was sent {text!r}")
            if "moved" in self.row and self.row["moved"] != (system.moved_at is not None):
                self.case.complain(f"{system.name} was {'not ' if self.row['moved'] else ''}written")
            most = self.row.get("requests", 130)
            if len(system.requests) > most * self.row.get("runs", 1):
                self.case.complain(f"{system.name} was asked {len(system.requests)} times")


def bound(attack, size):
    return lambda answer: attack(answer, size)
