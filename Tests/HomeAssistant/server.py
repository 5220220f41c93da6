"""Home Assistant itself: its folder, its process, and how far it has started."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

from rest import Rest, until

HERE = Path(__file__).resolve().parent
# How long a start and a stop may take.
START_SECONDS = 120
STOP_SECONDS = 60


class Server:
    """A household on 127.0.0.1, at a port that was free."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.rest = Rest(self.url)
        self.process = None
        shutil.copytree(HERE / "household", self.folder)
        self.configuration = self.folder / "configuration.yaml"
        self.configuration.write_text(self.configuration.read_text().replace("PORT", str(self.port)))
        self.hold = self.folder / "hold-start"

    def start(self, ready="RUNNING"):
        """Starts it, and waits until it says that it is `ready`. It dies with the suite, however that ends."""
        with (self.folder / "output.log").open("ab") as output:
            self.process = subprocess.Popen(
                # Nothing is installed at run time: what it needs is in requirements.txt.
                [sys.executable, "-m", "homeassistant", "--config", self.folder, "--skip-pip", "--log-no-color"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder,
                env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", "TZ": "UTC"},
                preexec_fn=partial(die_with, os.getpid()),
            )  # fmt: skip
        until(lambda: self.core_state() == ready, START_SECONDS, f"Home Assistant to be {ready}", self.must_live)

    def core_state(self):
        """What it says of itself; before there is a token only whether it listens."""
        try:
            answer = self.rest.get("/api/core/state")
        except OSError:
            return None
        return answer.value["state"] if answer.status == 200 else f"status {answer.status}"

    def must_live(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"Home Assistant ended with {self.process.returncode}")

    def stop(self):
        """Ends the process that was started, by its id, and waits for its end."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def last_words(self):
        """The end of its log, for whoever has to find out why a check failed."""
        path = self.folder / "output.log"
        return "\n".join(path.read_text(errors="replace").splitlines()[-30:]) if path.exists() else "none"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def die_with(parent):
    """Asks the kernel to end this process when its parent is gone, even where that is killed."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
