#!/usr/bin/env python3
"""Tries the built program on a real Home Assistant, which is started for it on 127.0.0.1 and ended after it.

  run.py [BINARY]       every check, of the server and of the program (.build/debug/reconcile unless a binary is given)
  run.py --facts        only those of the server: whether it behaves as the provider relies on
  run.py --only WORD    only checks with this word in their name
  run.py --list         print the names of the checks
  run.py --seconds N    how long all of it may take (280)

It needs the Python of the folder into which `make test-home-assistant` has installed Home Assistant. Each check prints
one line: ok, or what was found instead. A check whose time does not come has failed.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
import textwrap
import time
import traceback
from pathlib import Path

# Nothing is left beside the sources.
sys.dont_write_bytecode = True

from checks import CHECKS, FACTS, Found
from house import House

# Each of these enters its checks into the lists, in this order; those that stop the server come last.
import facts, switching, doors, patience, absent, refusals, lifecycle  # isort: skip

CHECKOUT = Path(__file__).resolve().parent.parent.parent
BINARY = CHECKOUT / ".build/debug/reconcile"


class Interrupted(BaseException):
    """The time is over, or somebody wants it to end. No check takes it for a failure of its own."""


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("binary", nargs="?", default=BINARY)
    for flag in ("--facts", "--list"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=int, default=280)
    options = parser.parse_args()
    checks = FACTS if options.facts else FACTS + CHECKS
    checks = [(name, function) for name, function in checks if options.only in name]
    if options.list:
        return print("\n".join(name for name, _ in checks))
    binary = Path(options.binary).resolve()
    if not options.facts and not os.access(binary, os.X_OK):
        sys.exit(f"there is no program '{binary}'; run 'swift build', or name one")
    if not checks:
        sys.exit("no check has this word in its name")
    sys.exit(run(checks, binary, options.seconds))


def run(checks, binary, seconds):
    """Every check, one after the other, on one household. The server is ended whatever comes."""
    began = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="home-assistant-"))
    house = House(folder, binary)
    signal.signal(signal.SIGALRM, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    signal.alarm(seconds)
    left, failed = list(checks), 0
    try:
        house.open()
        while left:
            name, function = left[0]
            started = time.monotonic()
            found = attempt(function, house)
            left.pop(0)
            failed += found is not None
            tell("ok" if found is None else "FAILED", name, time.monotonic() - started, found)
    except Interrupted:
        print(f"FAILED it was told to end, or {seconds} s were over")
    except Exception as error:
        print(f"FAILED the household does not stand: {type(error).__name__}: {error}")
    finally:
        # Nothing cuts this short.
        signal.alarm(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        house.close()
    for name, _ in left:
        tell("FAILED", name, 0, "was not tried")
    failed += len(left)
    if failed:
        print(f"the server's last words:\n{textwrap.indent(house.server.last_words(), '         ')}")
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(checks)} checks in {time.monotonic() - began:.0f} s: {len(checks) - failed} ok, {failed} FAILED")
    return 1 if failed else 0


def tell(word, name, seconds, found):
    print(f"{word:<6} {seconds:5.1f} s  {name}")
    if found is not None:
        print(textwrap.fill(found, 110, initial_indent=" " * 16, subsequent_indent=" " * 16))
    sys.stdout.flush()


def attempt(function, house):
    """What was found instead of what should be, or nothing. A check that breaks has failed."""
    try:
        function(house)
    except Found as found:
        return str(found)
    except Exception as error:
        if os.environ.get("VERBOSE"):
            traceback.print_exc()
        return f"{type(error).__name__}: {error}"
    return None


def interrupt(*_):
    raise Interrupted


if __name__ == "__main__":
    main()
