#!/usr/bin/env python3
"""Holds what the sources import to what Package.swift declares, both ways.

The compiler finds a module wherever it was built, so that an import that nobody declared compiles, or does not, by the
order of the build; and SwiftPM's own check lets everything pass that a dependency depends on.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)", re.MULTILINE)
# Every target of tests has it.
COMMON = {"TestSupport"}


def imported(target):
    """The modules that the target's files import, each with one file that does."""
    found = {}
    for source in target["sources"]:
        path = Path(target["path"]) / source
        if path.suffix == ".swift":
            for name in IMPORT.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, path)
    return found


def unguarded(target):
    """The files that could not be built without the module `Testing`, which the simulation and the fuzzers lack."""
    if target["type"] == "test":
        return []
    sources = [Path(target["path"]) / source for source in target["sources"] if source.endswith(".swift")]
    texts = {source: source.read_text(encoding="utf-8") for source in sources}
    return [
        source for source, text in texts.items()
        if "Testing" in IMPORT.findall(text) and not re.search(r"^#if canImport\(Testing\)$", text, re.MULTILINE)]


def main():
    everything = {f"RECONCILE_{extra}": "1" for extra in ("BENCH", "LIVE", "SIMULATE", "FUZZ")}
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], check=True, stdout=subprocess.PIPE, text=True,
        env=os.environ | everything).stdout
    targets = json.loads(described[described.index("{"):])["targets"]
    kinds = {target["name"]: target["type"] for target in targets}
    mistakes = []
    for target in sorted(targets, key=lambda target: target["name"]):
        used = imported(target)
        declared = set(target.get("target_dependencies", []))
        mistakes += [
            f"{used[name]}: '{target['name']}' imports '{name}', which Package.swift does not declare"
            for name in sorted(set(used) & set(kinds) - declared)]
        mistakes += [
            f"{path}: imports 'Testing' outside '#if canImport(Testing)', which the simulation and the fuzzers lack"
            for path in unguarded(target)]
        # A program is a dependency of the tests that start it.
        unused = {name for name in declared - set(used) - COMMON if kinds.get(name) != "executable"}
        if used:
            mistakes += [
                f"Package.swift: '{target['name']}' declares '{name}' and does not import it" for name in sorted(unused)]
    for mistake in mistakes:
        print(f"error: {mistake}", file=sys.stderr)
    return 1 if mistakes or len(kinds) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
