"""A pretend household, a program that watches over it, and the page: all on 127.0.0.1, all ended with the story."""

import datetime
import json
import os
import pty
import re
import select
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request
from pathlib import Path

SECONDS = 900


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def clock(minutes):
    """The time of day so many minutes from now, in UTC."""
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=minutes)).strftime("%H:%M")


class Household:
    """The files of a household in `folder`, and the programs that live in it."""

    def __init__(self, folder, binaries, policy):
        self.folder, self.binaries, self.running = Path(folder), Path(binaries), []
        self.console, self.page = free_port(), free_port()
        self.start("reconcile-simulator", "--unifi-port", str(self.console), "--for", str(SECONDS))
        self.write("key", f"demonstration-key\nfor http://127.0.0.1:{self.console} unifi plaintext\n", 0o600)
        self.system = (
            f"systems:\n  gateway: {{kind: unifi, url: http://127.0.0.1:{self.console}, "
            f"api-key: {{file: {self.folder}/key}}, plaintext: true}}\n"
        )
        self.write_policy(policy)
        self.wait(lambda: self.answers(self.console))
        self.run("apply")
        self.watcher = self.start("reconcile", "watch", *self.places)
        self.serve()

    @property
    def places(self):
        return ["--state", str(self.folder / "state"), "--policy", str(self.folder / "policy.yaml")]

    @property
    def address(self):
        return f"http://localhost:{self.page}"

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.write_text(text)
        path.chmod(mode)
        return path

    def write_policy(self, text):
        new = self.write("policy.new", "timezone: UTC\n" + self.system + text)
        new.rename(self.folder / "policy.yaml")

    # Programs

    def start(self, name, *arguments):
        log = open(self.folder / f"{name}-{len(self.running)}.log", "wb")
        process = subprocess.Popen(
            [self.binaries / name, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder
        )
        self.running.append(process)
        return process

    def serve(self):
        self.start("reconcile", "serve", "--listen", f"127.0.0.1:{self.page}", *self.places)
        # It listens first, and notes its address then, from which links are made.
        serving = self.folder / f"reconcile-{len(self.running) - 1}.log"
        self.wait(lambda: b"The page is at" in serving.read_bytes(), what="the page")

    def run(self, *arguments, wanted=(0,)):
        done = subprocess.run(
            [self.binaries / "reconcile", *arguments, *self.places], capture_output=True, text=True, timeout=60, cwd=self.folder
        )
        if done.returncode not in wanted:
            raise AssertionError(f"reconcile {' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def on_terminal(self, *arguments):
        """What a program prints on a terminal of 80 columns."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", COLUMNS="80", LC_ALL="C.UTF-8")
            os.execv(self.binaries / "reconcile", ["reconcile", *arguments, *self.places])
        printed, end = b"", time.monotonic() + 20
        while time.monotonic() < end and select.select([terminal], [], [], 20)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            printed += piece
        os.close(terminal)
        os.waitpid(pid, 0)
        return printed.decode()

    def link(self, person, device):
        return re.search(r"http://\S+/join/\S+", self.run("people", "link", person, "--device", device)).group(0)

    def make_links_older(self, seconds):
        """As if every link had been made so long before: what 15 minutes do, nobody waits for."""

        def earlier(value):
            return {name: earlier(one) for name, one in value.items()} if isinstance(value, dict) else (
                value - seconds if isinstance(value, int) else value)  # fmt: skip

        with sqlite3.connect(self.folder / "state" / "journal.db", timeout=20) as state:
            links = state.execute("SELECT name, body FROM approvals WHERE name LIKE 'link%'").fetchall()
            assert links, "there is a link"
            for name, body in links:
                link = json.loads(body)
                link["made"] = earlier(link["made"])
                state.execute("UPDATE approvals SET body = ? WHERE name = ?", (json.dumps(link, separators=(",", ":")), name))
        state.close()

    def overrides(self):
        return json.loads(self.run("override", "list", "--format", "json"))["overrides"]

    def by_hand(self, what):
        """Somebody does this on the console's own page."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.console}/simulator/{what}", method="POST")
        urllib.request.urlopen(request, timeout=5).read()

    def rules(self):
        """Whether each rule of the console is enabled."""
        text = urllib.request.urlopen(f"http://127.0.0.1:{self.console}/simulator", timeout=5).read().decode()
        return {name: state == "enabled" for name, state in re.findall(r"'([^']+)' (enabled|disabled)", text)}

    def end(self):
        for process in reversed(self.running):
            process.send_signal(signal.SIGTERM)
        for process in self.running:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    # Waiting

    @staticmethod
    def answers(port):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    @staticmethod
    def wait(condition, seconds=20, what="it"):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.05)
        raise AssertionError(f"{what} did not come about within {seconds} s")
