#!/usr/bin/env python3
"""Runs the built program against misbehaving devices, policies, repositories and neighbours on the machine.

  run.py [BINARY]         every row (.build/release/reconcile unless a binary is given)
  run.py --quick BINARY   those that take less than half a second
  --only NAME,NAME        those rows alone; --area AREA those of one table
  --without root,git      rows that need what this machine lacks are left out, and said so
  --table                 also print the table of docs/proof.md
  --list                  print the names of the rows

Each row of the *.toml beside this file is a case: what is done, and what must come of it. It has a folder and a process
group of its own, which are gone afterwards; its servers listen on 127.0.0.1. The program runs in 256 MiB of address
space, and must stay below 128 MiB and 10 seconds.

  [[row]]
  name = "trailers-login"
  sick = [{kind = "pihole", at = ["login"], wire = "trailers"}]
  status = [3]              how the program may end
  says = ["is over"]        what must be printed; `hides`: what must not
  quick = true              whether `make test` runs it, too
  open = "why"              a fault that is known and not mended yet: told, and not counted

The healthy console and the healthy Pi-hole beside a sick system must be as the policy wants them within two seconds. No
row may print or keep a secret, print what steers a terminal, or write what the policy does not name.
"""

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import textwrap
import time
import tomllib
from pathlib import Path

# Nothing is left beside the sources.
sys.dont_write_bytecode = True

import household
import local
import policies
import repositories
import trust
from case import Case

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
# How a row of each table is run.
AREAS = {
    "devices": household.run, "trust": trust.run, "policies": policies.run, "repositories": repositories.run,
    "local": local.run,
}  # fmt: skip
KNOWN = {
    "name", "sick", "each", "status", "says", "hides", "quick", "open", "needs", "seconds", "runs", "run", "deadline",
    "timeout", "policy", "unsent", "moved", "requests", "healthy", "make", "size", "line", "url", "tls", "sent", "kind",
    "secret", "env", "stage",
}  # fmt: skip


def read_rows():
    rows = []
    for area in AREAS:
        with (HERE / f"{area}.toml").open("rb") as file:
            for row in tomllib.load(file)["row"]:
                unknown = row.keys() - KNOWN
                if unknown:
                    sys.exit(f"{area}.toml: '{row.get('name')}' has an unknown key '{min(unknown)}'")
                rows += [one | {"area": area} for one in each(row)]
    names = [row["name"] for row in rows]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f"two rows are called '{name}'")
    return rows


def each(row):
    """A row of its own for every request that `each` names; or the row itself.

    After an answer with a `?` the run may be a whole one all the same: nobody needs it, or a reading shows what was done.
    """
    if "each" not in row:
        return [row]
    rows = []
    for place in row["each"]:
        kind, stage = place.removesuffix("?").split(":")
        sick = [spec | {"kind": kind, "at": [stage]} for spec in row["sick"]]
        one = row | {"name": f"{row['name']}-{kind}-{stage}", "sick": sick}
        rows.append(one | {"status": [0, *row["status"]], "says": []} if place.endswith("?") else one)
    return rows


def lacking(row):
    """What the machine has to have for this row, and has not."""
    has = {"root": os.geteuid() == 0, "git": shutil.which("git"), "openssl": shutil.which("openssl")}
    return [need for need in row.get("needs", []) if not has[need]]


def try_row(row, binary):
    """The case in a process of its own, which is ended with all that it has started."""
    folder = tempfile.mkdtemp(prefix="hostile-")
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            json.dump(in_child(row, folder, binary), pipe)
        os._exit(0)
    os.close(writing)
    signal.signal(signal.SIGALRM, lambda *_: stop(child))
    signal.alarm(60 + 20 * row.get("runs", 1))
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    signal.alarm(0)
    stop(child)
    os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return json.loads(text) if text else {"complaints": ["the case itself did not end"], "seconds": 0, "peak": 0}


def stop(child):
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass


def in_child(row, folder, binary):
    case = Case(row, folder, binary)
    try:
        AREAS[row["area"]](case, row)
    except Exception as error:  # the case is broken, and that must be seen
        if os.environ.get("HOSTILE_VERBOSE"):
            raise
        case.complain(f"the case itself is broken: {type(error).__name__}: {error}")
    case.end()
    return {
        "complaints": case.complaints,
        "seconds": max((outcome.seconds for outcome in case.outcomes), default=0),
        "peak": max((outcome.peak_kib for outcome in case.outcomes), default=0),
        "status": case.outcomes[-1].status if case.outcomes else None,
    }


def shown(row, word, result):
    status = "-" if result.get("status") is None else str(result["status"])
    figures = f"{status:>4} {result['seconds']:5.2f} s {result['peak'] >> 10:3} MiB"
    return f"{word:<6} {row['area']:<12} {row['name']:<36} {figures}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("binary", nargs="?", default=CHECKOUT / ".build/release/reconcile")
    for flag in ("--quick", "--table", "--list"):
        parser.add_argument(flag, action="store_true")
    for option in ("--only", "--area", "--without"):
        parser.add_argument(option, default="")
    options = parser.parse_args()
    rows = [
        row for row in read_rows()
        if (not options.quick or row.get("quick")) and (not options.only or row["name"] in options.only.split(","))
        and (not options.area or row["area"] == options.area)
    ]  # fmt: skip
    if options.list:
        return print("\n".join(row["name"] for row in rows))
    binary = Path(options.binary).resolve()
    if not os.access(binary, os.X_OK):
        sys.exit(f"there is no program '{binary}'; run 'make build' first, or name one")
    if not rows:
        sys.exit("no row has this name")
    sys.exit(try_all(rows, binary, options))


def try_all(rows, binary, options):
    began = time.monotonic()
    counts = dict.fromkeys(("ok", "FAILED", "open", "mended", "left"), 0)
    figures = {}
    for row in rows:
        missing = lacking(row)
        if missing:
            named = all(need in options.without.split(",") for need in missing)
            word = "left" if named else "FAILED"
            told = f"cannot be run here: this machine lacks {', '.join(missing)}"
            result = {"complaints": [told], "seconds": 0, "peak": 0}
        else:
            result = try_row(row, binary)
            broken = result["complaints"]
            word = ("open" if broken else "mended") if "open" in row else ("FAILED" if broken else "ok")
            figures.setdefault(row["area"], []).append((row, result))
        counts[word] += 1
        print(shown(row, word, result))
        for complaint in result["complaints"] + ([f"known: {row['open']}"] if word == "open" else []):
            print(textwrap.fill(complaint, 78, initial_indent="        ", subsequent_indent="          "))
        sys.stdout.flush()
    if counts["mended"]:
        print("rows that are 'mended' hold now: take their 'open' out")
    told = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    print(f"{len(rows)} rows in {time.monotonic() - began:.0f} s: {told}")
    if options.table:
        print_table(figures)
    return 1 if counts["FAILED"] else 0


def print_table(figures):
    print("\n| table | rows | slowest | largest peak |\n|---|---|---|---|")
    for area, results in figures.items():
        slow = max(results, key=lambda pair: pair[1]["seconds"])
        large = max(results, key=lambda pair: pair[1]["peak"])
        print(
            f"| {area} | {len(results)} | {slow[1]['seconds']:.1f} s, `{slow[0]['name']}` "
            f"| {large[1]['peak'] >> 10} MiB, `{large[0]['name']}` |"
        )  # fmt: skip


if __name__ == "__main__":
    main()
