#!/usr/bin/env python3
"""Keeps what only compiles or runs on amd64 out of what is built for arm64 as well.

The tests run on the machine that builds. C's `char` is signed on amd64 and unsigned on arm64, so Swift's `CChar` is two
types, and what is made of its bits compiles on one of them only: `UInt8(truncatingIfNeeded:)` is right on both.
"""

import re
import sys
from pathlib import Path

# What must not be there, in which files, and what to write instead.
RULES = [
    (re.compile(r"\bU?Int8(?:\.init)?\(bitPattern:|\bCChar\(bitPattern:"), ["Sources/**/*.swift", "Tests/**/*.swift"],
     "CChar is signed on amd64 only; write (truncatingIfNeeded:)"),
    (re.compile(r"\bFloat80\b|\barch\("), ["Sources/**/*.swift"], "not on every processor"),
    (re.compile(r"\b(?:amd64|arm64|aarch64|x86_64|x86-64)\b"),
     ["Makefile", "Package.swift", "examples/release/Containerfile", ".packaging/**/*"],
     "ask dpkg --print-architecture"),
]


def main():
    mistakes, looked_at = [], 0
    for pattern, places, advice in RULES:
        for path in sorted({found for place in places for found in Path(".").glob(place) if found.is_file()}):
            looked_at += 1
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if found := pattern.search(line):
                    mistakes.append(f"{path}:{number}: '{found.group()}': {advice}")
    for mistake in mistakes:
        print(f"error: {mistake}", file=sys.stderr)
    return 1 if mistakes or looked_at < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
