#!/usr/bin/env python3
"""Compares what llvm-cov exported with the ratchet: fails where a module's covered lines fall below it."""

import json
import pathlib
import sys

# What every module must reach, whatever the ratchet says.
LEAST = 95.0
# How far above its figure a module may be before the figure has to be raised.
SLACK = 0.5


def counts(segments):
    """How often each line was run, by its number; lines without code are left out.

    A segment is [line, column, count, has a count, begins a region, is a gap] and reaches to the next one. As in
    llvm-cov's own report, a line counts as often as the busiest region that begins in it, or else as the one before it.
    """
    result = {}
    by_line = {}
    for segment in segments:
        by_line.setdefault(segment[0], []).append(segment)
    wrapped = None
    for line in range(segments[0][0], segments[-1][0] + 1) if segments else ():
        here = by_line.get(line, [])
        entries = [segment for segment in here if segment[3] and segment[4] and not segment[5]]
        starts_skipped = bool(here) and not here[0][3] and here[0][4]
        if not starts_skipped and ((wrapped and wrapped[3]) or entries):
            before = [wrapped[2]] if wrapped else []
            result[line] = max(before + [segment[2] for segment in entries])
        if here:
            wrapped = here[-1]
    return result


def read_ratchet(path):
    lines = (line.split() for line in path.read_text().splitlines() if line and not line.startswith("#"))
    return {name: float(figure) for name, figure in lines}


def main(export, ratchet_path):
    ratchet = read_ratchet(pathlib.Path(ratchet_path))
    lines = {name: [] for name in ratchet}
    for file in json.load(open(export))["data"][0]["files"]:
        parts = pathlib.Path(file["filename"]).parts
        module = next((parts[i + 1] for i in range(len(parts) - 2) if parts[i] == "Sources"), None)
        if module in lines:
            name = "/".join(parts[parts.index("Sources"):])
            lines[module] += [(name, line, count) for line, count in sorted(counts(file["segments"]).items())]
    failed = False
    for module, figure in ratchet.items():
        missing = [(name, line) for name, line, count in lines[module] if count == 0]
        total = len(lines[module])
        percent = 100 * (total - len(missing)) / total if total else 0.0
        print(f"{module:15} {percent:6.2f} % of {total} lines, at least {max(figure, LEAST):.1f} %")
        # Half of the last digit that the file has.
        if percent < max(figure, LEAST) - 0.05:
            failed = True
            print(f"error: too many lines of {module} are not run by any test:", file=sys.stderr)
            for name, line in missing:
                print(f"  {name}:{line}", file=sys.stderr)
        elif percent > figure + SLACK:
            print(f"note: raise {module} in {ratchet_path} to {percent:.1f}")
    return 1 if failed or not ratchet else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
