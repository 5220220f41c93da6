"""One case: its folder, the programs that it starts, and what holds for each of them whatever the case is about."""

import os
import signal
import subprocess
import sys
import threading
import time
import unicodedata
from pathlib import Path

# What a run may take. The address space is a limit that the kernel enforces; what is resident is measured.
ADDRESS_SPACE_KIB = 256 << 10
RESIDENT_KIB = 128 << 10
SECONDS = 10
# What a run may leave behind.
STATE_KIB = 1024
# Nothing that is printed may be longer; a program that fills a disk is stopped by the kernel.
OUTPUT_KIB = 4096


class Outcome:
    """How a program ended, what it said and what it took."""

    def __init__(self, status, out, err, seconds, peak_kib):
        self.status, self.out, self.err = status, out, err
        self.seconds, self.peak_kib = seconds, peak_kib

    @property
    def text(self):
        return self.out + self.err


class Case:
    """A folder that goes away, and a list of what was wrong."""

    def __init__(self, row, folder, binary):
        self.row, self.folder, self.binary = row, Path(folder), binary
        self.complaints = []
        self.outcomes = []
        self.secrets = []
        self.closing = []

    # Files

    def write(self, name, content, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        path.chmod(mode)
        return path

    def secret(self, name, text, line):
        """A secret in a file of its own, with the line that says where it may go; and how a policy refers to it."""
        self.secrets.append(text)
        path = self.write(f"secrets/{name}", text + "\n" + (line + "\n" if line else ""), 0o600)
        return f"{{file: {path}}}"

    @property
    def state(self):
        return self.folder / "state"

    # Programs

    def run(self, arguments, environment=None, program=None, before="", judged=True):
        """Runs the program to its end, in little room, and looks at what holds for every run.

        `before` is a line for the shell that starts it, such as `ulimit -n 5`.
        """
        outcome = self.finish(*self.start(arguments, environment, program, before))
        if judged:
            self.judge(outcome)
        return outcome

    def start(self, arguments, environment=None, program=None, before=""):
        number = len(self.outcomes) + len(self.closing)
        files = [open(self.folder / f"{name}-{number}", "wb+") for name in ("out", "err")]
        limits = f"ulimit -v {ADDRESS_SPACE_KIB}; ulimit -c 0; ulimit -f {64 << 11}; {before}\n"
        surroundings = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8", "TZ": "UTC"}
        process = subprocess.Popen(
            ["/bin/sh", "-c", limits + 'exec "$@"', "sh", str(program or self.binary), *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=files[0], stderr=files[1], cwd=self.folder,
            env=surroundings | (environment or {}),
        )  # fmt: skip
        process.began = time.monotonic()
        return process, files

    def finish(self, process, files):
        """Waits for its end, and makes one where it is long overdue."""
        stop = threading.Timer(self.seconds + 5, os.kill, (process.pid, signal.SIGKILL))
        stop.start()
        _, status, usage = os.wait4(process.pid, 0)
        stop.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - process.began
        texts = []
        for file in files:
            file.seek(0)
            texts.append(file.read(OUTPUT_KIB << 11).decode("utf-8", "backslashreplace"))
            file.close()
        outcome = Outcome(process.returncode, *texts, seconds, usage.ru_maxrss)
        self.outcomes.append(outcome)
        return outcome

    # What holds for every run

    @property
    def seconds(self):
        """How long a run may take."""
        return self.row.get("seconds", SECONDS)

    def judge(self, outcome):
        if outcome.status < 0:
            self.complain(f"ended by signal {-outcome.status}")
        if outcome.seconds > self.seconds:
            self.complain(f"took {outcome.seconds:.1f} s, not {self.seconds}")
        if outcome.peak_kib > RESIDENT_KIB:
            self.complain(f"took {outcome.peak_kib >> 10} MiB, not {RESIDENT_KIB >> 10}")
        if len(outcome.text) > OUTPUT_KIB << 10:
            self.complain("printed more than 4 MiB")
        for name, text in (("standard output", outcome.out), ("standard error", outcome.err)):
            self.look_for_secrets(text, name)
            found = sorted({mark for mark in text if mark != "\n" and is_control(mark)})
            if found:
                self.complain(f"{name} holds " + ", ".join(f"U+{ord(mark):04X}" for mark in found))

    def judge_row(self, outcome):
        """What the row asks of the run's end and words."""
        wanted = self.row.get("status", [0])
        if outcome.status not in wanted:
            self.complain(f"status {outcome.status}, not {' or '.join(map(str, wanted))}: {last_line(outcome.text)}")
        for text in self.row.get("says", []):
            if text not in outcome.text:
                self.complain(f"does not say {text!r}")
        for text in self.row.get("hides", []):
            if text in outcome.text:
                self.complain(f"says {text!r}")

    def look_for_secrets(self, text, where):
        for secret in self.secrets:
            if secret in text:
                self.complain(f"{where} holds a secret")

    def judge_state(self):
        """Neither secrets nor heaps of anything are left in the state."""
        if not self.state.is_dir():
            return
        files = [path for path in self.state.rglob("*") if path.is_file()]
        # What it takes of a disk; a file may be said to be longer than that.
        size = sum(path.stat().st_blocks for path in files) * 512 >> 10
        if size > STATE_KIB:
            self.complain(f"the state takes {size} KiB, not {STATE_KIB}")
        for path in files:
            if path.stat().st_size <= STATE_KIB << 10:
                self.look_for_secrets(path.read_bytes().decode("latin-1"), f"the state's '{path.name}'")

    def complain(self, text):
        if text not in self.complaints:
            self.complaints.append(text)
        if os.environ.get("HOSTILE_VERBOSE"):
            for outcome in self.outcomes[-1:]:
                print(f"{text}\n{outcome.text[:4000]}", file=sys.stderr)

    def end(self):
        for close in reversed(self.closing):
            close()
        self.closing = []


def is_control(mark):
    """What could steer a terminal, hide text or turn it round."""
    if mark < "\x7f":
        return mark < " "
    # The joiner and the non-joiner spell words of some languages; selectors choose the look of a sign.
    return mark in "\u2028\u2029" or unicodedata.category(mark) in ("Cc", "Cf") and mark not in "\u200d\ufe0f"


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip()[:100] if lines else "no word"
