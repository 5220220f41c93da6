"""Somebody with an account on the machine, and the machine itself in a bad state. The systems are healthy."""

import os
import signal
import socket
import sqlite3
import subprocess
import time

from household import Household


def run(case, row):
    attack = getattr(Attacks, row["make"])
    attack(case, row, Household(case, row | {"sick": []}))
    case.judge_state()


def apply(case, household, **how):
    """One run; what comes of it is judged by the row, and whether the systems were put right by the caller."""
    arguments = ["apply", "--state", case.state, "--deadline", "4s", *how.pop("options", []), household.policy]
    household.began = time.monotonic()
    outcome = case.run(arguments, **how)
    case.judge_row(outcome)
    return outcome


def enforced(case, household, **how):
    """A run after which everything is as the policy wants it, whatever else it complains of."""
    outcome = apply(case, household, **how)
    household.judge_healthy()
    return outcome


class Attacks:
    # Descriptors and limits

    def shell(case, row, household):
        """`secret` is a line for the shell that starts it."""
        enforced(case, household, before=row["secret"])
        for path in case.state.rglob("*"):
            if path.name in ("lock", "last-run") and path.stat().st_size:
                case.complain(f"something was written into '{path.name}'")

    def shell_refused(case, row, household):
        apply(case, household, before=row["secret"])

    def surroundings(case, row, household):
        case.write(".curlrc", "proxy = http://127.0.0.1:9\nurl = http://127.0.0.1:9/\n")
        case.write(".netrc", "default login evil password evil\n", 0o600)
        enforced(case, household, environment=row["env"])
        if any(request.target.startswith("http") for system in household.well for request in system.requests):
            case.complain("a proxy was asked")

    # The network

    def silent_name_server(case, row, household):
        """A system whose name no server answers for: to look it up takes as long as the resolver waits."""
        silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        silent.bind(("127.7.7.7", 53))
        case.closing.append(silent.close)
        resolver = case.write("resolv.conf", "nameserver 127.7.7.7\n")
        # A run of its own sees this file in place of the machine's.
        program = case.write(
            "run.sh", f'#!/bin/sh\nmount --bind {resolver} /etc/resolv.conf && exec {case.binary} "$@"\n', 0o755
        )
        secret = case.secret("far", "password-of-the-far", "for https://far.example pihole")
        text = household.policy.read_text()
        far = f"systems:\n  far: {{kind: pihole, url: https://far.example, password: {secret}, timeout: 2s}}\n"
        household.policy.write_text(text.replace("systems:\n", far) + "  - pause far\n")
        household.began = time.monotonic()
        arguments = ["-m", program, "apply", "--state", case.state, "--deadline", "3s", household.policy]
        outcome = case.run(arguments, program="/usr/bin/unshare")
        case.judge_row(outcome)
        household.judge_healthy()

    # The state

    def state_is(case, row, household):
        """The state's folder or a file in it is something else before the run."""
        case.state.mkdir(mode=0o700)
        STATES[row["kind"]](case, row.get("size", 0))
        enforced(case, household)

    def state_is_refused(case, row, household):
        case.state.mkdir(mode=0o700)
        STATES[row["kind"]](case, row.get("size", 0))
        outcome = apply(case, household)
        if any(system.moved_at for system in household.well) and outcome.status == 77:
            case.complain("it wrote, and said that it would not")

    def forged_override(case, row, household):
        """Rows of somebody's own in the table of overrides must not make `--verify` call the past unbroken."""
        enforced(case, household)
        database = sqlite3.connect(case.state / "journal.db")
        tables = {name for (name,) in database.execute("select name from sqlite_master where type = 'table'")}
        database.executescript("".join(f"delete from \"{name}\";" for name in tables if "sqlite" not in name))
        database.commit()
        database.close()
        outcome = case.run(["history", "--verify", "--state", case.state])
        if outcome.status == 0 and "unbroken" in outcome.text and "0 entries" not in outcome.text:
            case.complain("an emptied history is called unbroken")

    def edited_history(case, row, household):
        enforced(case, household)
        database = sqlite3.connect(case.state / "journal.db")
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        columns = [
            (table, column[1]) for table in tables for column in database.execute(f"pragma table_info('{table}')")
            if column[1] in ("body", "text", "entry")
        ]  # fmt: skip
        if not columns:
            raise RuntimeError("no column holds the entries of the history any more")
        for table, column in columns:
            database.execute(f"update \"{table}\" set \"{column}\" = replace(\"{column}\", 'enabled', 'elbaned')")
        database.commit()
        database.close()
        outcome = case.run(["history", "--verify", "--state", case.state])
        if outcome.status == 0:
            case.complain("an edited history verifies")

    # Secrets

    def secret_is(case, row, household):
        path = case.folder / "secrets/well"
        SECRETS[row["kind"]](path)
        apply(case, household)
        if household.well[0].requests:
            case.complain("the secret was used all the same")

    # Processes

    def stopped_reader(case, row, household):
        """Somebody reads the report in `less` and goes to lunch: the next run must not wait for the lock."""
        names = ", ".join(f"N{number:05}" for number in range(3000))
        text = household.policy.read_text().replace('acl-rules: ["X"]', f'acl-rules: ["X", {names}]')
        household.policy.write_text(text)
        reading, writing = os.pipe()
        slow = subprocess.Popen(
            [case.binary, "apply", "-v", "--state", case.state, "--deadline", "4s", household.policy],
            stdout=writing, stderr=writing, stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )  # fmt: skip
        os.close(writing)
        case.closing.append(lambda: (slow.kill(), os.close(reading)))
        time.sleep(2)
        apply(case, household)

    def eight_at_once(case, row, household):
        running = [case.start(["apply", "--state", case.state, household.policy]) for _ in range(8)]
        for process, files in running:
            outcome = case.finish(process, files)
            case.judge(outcome)
            if outcome.status not in row["status"]:
                case.complain(f"one of eight ended with {outcome.status}")
        household.began = running[0][0].began
        writes = [request for system in household.well for request in system.requests if request.method == "PUT"]
        if len(writes) != 2:
            case.complain(f"{len(writes)} writes, not 2")

    def killed(case, row, household):
        """Killed at any point, twenty times; then everything is in order."""
        for number in range(20):
            for system in household.well:
                for one in getattr(system, "rules", []) or system.groups:
                    one["enabled"] = system.kind != "unifi"
            process, files = case.start(["apply", "--state", case.state, household.policy])
            time.sleep(0.005 + 0.012 * number)
            os.kill(process.pid, signal.SIGKILL)
            case.finish(process, files)
        for system in household.well:
            system.seats = set()
        apply(case, household)
        outcome = case.run(["history", "--verify", "--state", case.state])
        if outcome.status != 0:
            case.complain(f"the history does not verify: {outcome.text[-200:]}")

    def told_to_end(case, row, household):
        """SIGTERM while a system is silent: what hangs is given up, and the report says so."""
        silent = next(system for system in household.well if system.kind == row["kind"])
        silent.wire[row["stage"]] = lambda answer: (time.sleep(0.1) or b"" for _ in range(300))
        process, files = case.start(["apply", "--state", case.state, "--deadline", "60s", household.policy])
        time.sleep(1.0)
        os.kill(process.pid, signal.SIGTERM)
        asked = time.monotonic()
        outcome = case.finish(process, files)
        case.judge(outcome)
        case.judge_row(outcome)
        if time.monotonic() - asked > 6:
            case.complain("it ended later than 6 s after SIGTERM")
        for system in household.well:
            if system is not silent and getattr(system, "seats", None):
                case.complain(f"'{system.name}' was left with a session")

    def notified(case, row, household):
        """A program that is told what was done, and that does not end, shouts, or leaves a child behind."""
        script = case.write("tell", "#!/bin/sh\n" + row["secret"], 0o755)
        enforced(case, household, options=["--notify-command", script])
        told = case.folder / "told"
        if told.exists():
            text = told.read_text(errors="replace")
            case.look_for_secrets(text, "the notification")
            if "LD_" in text or "HOME=" in text:
                case.complain("the notification's surroundings are the program's own")

    # Files

    def plan_file(case, row, household):
        STATES_OF_PLANS[row["kind"]](case)
        household.began = time.monotonic()
        outcome = case.run(["apply", "--state", case.state, "--plan", case.folder / "plan.json", household.policy])
        case.judge_row(outcome)
        if any(system.moved_at for system in household.well):
            case.complain("it wrote")

    def policy_is(case, row, household):
        path = case.folder / "hostile.yaml"
        POLICIES[row["kind"]](path)
        outcome = case.run(["validate", path])
        case.judge_row(outcome)

    def metrics_is(case, row, household):
        goal = case.write("precious", "precious\n")
        path = case.folder / "metrics.prom"
        path.symlink_to(goal)
        enforced(case, household, options=["--metrics", path])
        if goal.read_text() != "precious\n":
            case.complain("it wrote through a link")

    def overrides_without_end(case, row, household):
        override = ["override", "t0-well", "on", "--state", case.state, "--policy", household.policy]
        case.run([*override, "--for", "30m", "--because", NOISE], judged=False)
        for number in range(5):
            made = case.run([*override, "--for", f"{30 + number}m", "--because", NOISE[:200]])
            if "override" not in made.out:
                case.complain(f"no override was made: {made.text}")
        apply(case, household)
        for command in (["history"], ["override", "list"], ["explain"], ["history", "--verify"]):
            more = ["--policy", household.policy] if command[0] in ("explain", "override") else []
            case.run([*command, "--state", case.state, *more])


NOISE = "\x1b[31m\x07\u202e" + "n" * 2000


def junk(case, size):
    (case.state / "journal.db").write_bytes(bytes((number * 7919) % 251 for number in range(size)))


def sparse(case, size):
    with (case.state / "journal.db").open("wb") as file:
        file.truncate(size)


STATES = {
    "lock-link": lambda case, size: (case.state / "lock").symlink_to(case.write("precious", "precious\n")),
    "lock-folder": lambda case, size: (case.state / "lock").mkdir(),
    "lock-fifo": lambda case, size: os.mkfifo(case.state / "lock", 0o600),
    "journal-link": lambda case, size: (case.state / "journal.db").symlink_to(case.write("precious", "precious\n")),
    "journal-fifo": lambda case, size: os.mkfifo(case.state / "journal.db", 0o600),
    "unfinished-fifo": lambda case, size: os.mkfifo(case.state / "journal.db-journal", 0o600),
    "journal-folder": lambda case, size: (case.state / "journal.db").mkdir(),
    "journal-junk": junk,
    "journal-sparse": sparse,
    "last-run-link": lambda case, size: (case.state / "last-run").symlink_to(case.write("precious", "precious\n")),
    "open-to-all": lambda case, size: case.state.chmod(0o777),
    "open-to-a-group": lambda case, size: case.state.chmod(0o770),
    "of-somebody-else": lambda case, size: os.chown(case.state, 12345, 12345),
    "is-a-link": lambda case, size: (case.state.rename(case.folder / "there"), case.state.symlink_to("there")),
    "is-a-file": lambda case, size: (case.state.rmdir(), case.state.write_text("precious\n")),
    "is-not-there": lambda case, size: case.state.rmdir(),
    "journal-view": lambda case, size: view(case),
}


def view(case):
    """Tables that are views, whose reading never ends."""
    database = sqlite3.connect(case.state / "journal.db")
    endless = "with recursive n(x) as (select 1 union all select x + 1 from n) select x as id, x as body from n"
    for name in ("entries", "overrides", "objects", "meta", "state", "notes", "policy"):
        database.execute(f"create view {name} as {endless}")
    database.execute("pragma user_version = 3")
    database.commit()
    database.close()


SECRETS = {
    "open-to-all": lambda path: path.chmod(0o644),
    "open-to-a-group": lambda path: path.chmod(0o640),
    "executable-by-all": lambda path: path.chmod(0o601),
    "of-somebody-else": lambda path: os.chown(path, 12345, 12345),
    "a-fifo": lambda path: (path.unlink(), os.mkfifo(path, 0o600)),
    "a-folder": lambda path: (path.unlink(), path.mkdir()),
    "a-device": lambda path: (path.unlink(), path.symlink_to("/dev/zero")),
    "a-terminal": lambda path: (path.unlink(), path.symlink_to("/dev/ptmx")),
    "too-long": lambda path: path.write_text("k" * 10_000_000),
    "three-lines": lambda path: path.write_text(path.read_text() + "more\n"),
    "with-an-escape": lambda path: path.write_text("k\x1b[31m\n" + path.read_text().split("\n")[1] + "\n"),
}
STATES_OF_PLANS = {
    "zeros": lambda case: (case.folder / "plan.json").symlink_to("/dev/zero"),
    "shadow": lambda case: (case.folder / "plan.json").symlink_to("/etc/shadow"),
    "empty": lambda case: case.write("plan.json", ""),
    "brackets": lambda case: case.write("plan.json", "[" * 1_000_000),
    "large": lambda case: os.truncate(case.write("plan.json", "{"), 200_000_000),
    "forged": lambda case: case.write("plan.json", '{"formatVersion":1,"changes":[{"object":{"id":"x"}}]}'),
    "a-folder": lambda case: (case.folder / "plan.json").mkdir(),
}
POLICIES = {
    "a-link-to-shadow": lambda path: path.symlink_to("/etc/shadow"),
    "a-link-to-surroundings": lambda path: path.symlink_to("/proc/self/environ"),
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "a-loop": lambda path: path.symlink_to(path),
    "folder-of-links": lambda path: (
        path.mkdir(), (path / "a.yaml").symlink_to("/etc/shadow"), os.mkfifo(path / "b.yaml"),
    ),  # fmt: skip
    "folder-in-itself": lambda path: (path.mkdir(), (path / "a.yaml").symlink_to(path)),
}
