#!/usr/bin/env python3
"""Breaks the code on purpose, one small way after the other, and looks whether the tests notice.

  mutants.py --check    only look whether the list fits the sources and what it makes of them parses (a test does that, too)
  mutants.py            build the broken copy, run the suite without any mutant, and try each of them
  MUTANTS=name,name     try those alone, and leave out the run without any

Each *.toml beside this file holds mutants of one area:

  [[mutant]]
  name = "window-end-included"
  file = "Sources/…/Windows.swift"
  harm = "what it would do to a household"
  find = 'a < b'           stands exactly once in the file, or in `within`, which does so then
  replace = 'a <= b'
  form = "statements"      where `find` is whole statements; without it, it is an expression
  tests = 'SuiteTests'     which tests should notice: a regular expression for --filter

All mutants are built at once, into a copy of the checkout: an expression `F` that is to become `R` is
`(brokenPlace == 7 ? (R) : (F))` there, and `brokenPlace` is read from a file when the program starts. So there is one build, and
trying a mutant is running tests. The file is that of the session (setsid), which holds the tests and all the programs
that they start, whatever surroundings they give them; so MUTANT_JOBS (2) mutants can be tried side by side.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
SCRATCH = CHECKOUT / ".build/mutants"
COPY = SCRATCH / "checkout"
SWITCH = SCRATCH / "broken"
MUTANTS = "Tests/Mutants"

# How long the tests of one mutant and the whole suite may take. Longer is a mutant that hangs, which is noticed, too.
FILTERED_SECONDS = int(os.environ.get("MUTANT_SECONDS", "180"))
SUITE_SECONDS = 5 * FILTERED_SECONDS
JOBS = int(os.environ.get("MUTANT_JOBS", "2"))


class ListError(Exception):
    """The list of mutants does not fit the sources."""


# The list


def read_list():
    mutants = []
    for path in sorted(HERE.glob("*.toml")):
        with path.open("rb") as file:
            for mutant in tomllib.load(file)["mutant"]:
                check_keys(mutant, path.name)
                # By its name, so that another mutant leaves what is built of this one as it is.
                mutant["number"] = zlib.crc32(mutant["name"].encode())
                mutants.append(mutant)
    names = [mutant["name"] for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            raise ListError(f"two mutants are called '{name}'")
    return mutants


def check_keys(mutant, where):
    needed, known = {"name", "file", "harm", "find", "replace", "tests"}, {"within", "form"}
    name = mutant.get("name", "?")
    for key in sorted(needed - mutant.keys()):
        raise ListError(f"{where}: '{name}' has no '{key}'")
    for key in sorted(mutant.keys() - needed - known):
        raise ListError(f"{where}: '{name}' has an unknown key '{key}'")
    if mutant.get("form", "statements") != "statements":
        raise ListError(f"{where}: the form of '{name}' can only be 'statements'")
    for key in ("find", "replace"):
        if "form" not in mutant and not is_expression(mutant[key]):
            raise ListError(f"{where}: the '{key}' of '{name}' is no expression: take less of it, or say 'form = \"statements\"'")


def is_expression(text):
    """Whether it may be one, so that nobody has to wait for the compiler to learn that it is not."""
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            return False
    return not re.match(r"(guard|if|let|var|return|for|while)\b|\w+:\s", text)


def place(mutant):
    """Where the text to replace stands in its file."""
    path = CHECKOUT / mutant["file"]
    if not path.is_file():
        raise ListError(f"'{mutant['name']}': there is no file '{mutant['file']}'")
    start, end = only_place(mutant["find"], mutant.get("within"), path.read_text(), mutant)
    return start, end


def only_place(find, within, text, mutant):
    if within is not None:
        outer, _ = only_place(within, None, text, mutant)
        inner, end = only_place(find, None, within, mutant)
        return outer + inner, outer + end
    count = text.count(find)
    if count != 1:
        raise ListError(f"'{mutant['name']}': this stands {count} times in '{mutant['file']}', not once: {find!r}")
    start = text.index(find)
    return start, start + len(find)


# The broken copy


def schema(text, mutants):
    """`text`, or one of the texts that mutants put in its place. Only one of them is at work in a run."""
    for mutant in mutants:
        broken = f"brokenPlace == {mutant['number']}"
        if "form" in mutant:
            text = f"if {broken} {{\n{mutant['replace']}\n}} else {{\n{text}\n}}\n"
        else:
            text = f"({broken} ? ({mutant['replace']}) : ({text}))"
    return text


def mutated(text, mutants):
    """The text of a file with all its mutants in it. Two may break the same text, but not two that overlap."""
    places = {}
    for mutant in mutants:
        places.setdefault(place(mutant), []).append(mutant)
    whole, end = "", 0
    for (start, stop), those in sorted(places.items(), key=lambda item: item[0]):
        if start < end:
            raise ListError(f"'{those[0]['name']}' overlaps another mutant of '{those[0]['file']}'")
        whole += text[end:start] + schema(text[start:stop], those)
        end = stop
    return whole + text[end:]


SWITCH_READER = """\
import Glibc

let brokenPlace: Int = {
  let descriptor = Glibc.open("%s-\\(Glibc.getsid(0))", O_RDONLY)
  guard descriptor >= 0 else { return 0 }
  defer { _ = Glibc.close(descriptor) }
  var digits = [UInt8](repeating: 0, count: 16)
  let count = Glibc.read(descriptor, &digits, digits.count)
  return digits.prefix(max(0, count)).reduce(0) { $0 * 10 + Int($1) - 48 }
}()
"""


def broken_files(mutants):
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant["file"], []).append(mutant)
    files = {name: mutated((CHECKOUT / name).read_text(), those) for name, those in by_file.items()}
    for module in {"/".join(name.split("/")[:2]) for name in by_file}:
        files[module + "/Broken.swift"] = SWITCH_READER % SWITCH
    # What a mutant no longer uses is no mistake.
    package = (CHECKOUT / "Package.swift").read_text()
    files["Package.swift"] = package.replace("  .treatAllWarnings(as: .error),\n", "")
    return files


def parse(broken, mutants):
    """Lets the compiler read what is broken, as far as grammar goes: that takes a second, and the build ten minutes."""
    sources = {name: text for name, text in broken.items() if name.startswith("Sources/")}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in sources.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        command = ["swiftc", "-frontend", "-parse", *sources]
        try:
            parsed = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        except FileNotFoundError:
            raise ListError("there is no 'swiftc' in the PATH, which reads what is broken") from None
    if parsed.returncode != 0:
        files = set(re.findall(r"^(Sources/\S+\.swift):", parsed.stderr, re.MULTILINE))
        names = [mutant["name"] for mutant in mutants if mutant["file"] in files]
        raise ListError(f"{parsed.stderr}\nit does not parse; these files hold " + ", ".join(names))


def make_copy(broken):
    """Copies what differs and removes what is gone, so that a second run builds only what has changed."""
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT, check=True, capture_output=True).stdout.decode().split("\0")
    names = {name for name in tracked if name and (CHECKOUT / name).is_file()} | broken.keys()
    # In the copy, too, a test compares the list with the sources that it was made for.
    names = {name for name in names if not name.startswith(MUTANTS)}
    for name in names:
        path, original = COPY / name, CHECKOUT / name
        content = broken[name].encode() if name in broken else original.read_bytes()
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if original.is_file():
            shutil.copymode(original, path)
    for folder, folders, files in os.walk(COPY):
        if Path(folder) == COPY:
            folders[:] = [name for name in folders if name != ".build"]
        for path in (Path(folder) / name for name in files):
            if str(path.relative_to(COPY)) not in names:
                path.unlink()
    # The validator of the tests stands where it was installed.
    for name in [MUTANTS, ".build/python"]:
        (COPY / name).parent.mkdir(parents=True, exist_ok=True)
        if not (COPY / name).is_symlink():
            (COPY / name).symlink_to(CHECKOUT / name)


# Running


def run(command, seconds, log):
    """The exit status, or None where it took too long, and what it wrote; ends all that it started."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w+b") as output:
        process = subprocess.Popen(
            command, cwd=COPY, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True)
        running.add(process.pid)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        end(process.pid)
        process.wait()
        running.discard(process.pid)
        output.seek(0)
        return status, re.sub(r"\x1b\[[0-9;]*m", "", output.read().decode(errors="replace"))


running = set()


def end(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all(number, _):
    for group in list(running):
        end(group)
    os._exit(128 + number)


def tell_build_failure(text, mutants):
    print("\n".join(dict.fromkeys(line for line in text.splitlines() if ": error: " in line)))
    numbers = set(map(int, re.findall(r"brokenPlace == (\d+)", text)))
    names = [mutant["name"] for mutant in mutants if mutant["number"] in numbers]
    raise ListError("it does not build; the lines in question hold " + ", ".join(names) + f" (all of {SCRATCH}/build.log)")


class TimeLimit:
    """Tests that had not ended after so many seconds."""

    def __init__(self, seconds):
        self.seconds = seconds

    def __str__(self):
        return f"the time limit of {self.seconds} s"


def verdict(number, filter, seconds):
    """How the tests noticed, or None where all of them passed. What ran into its time is the time limit alone where no test
    had failed by then."""
    tests = [str(COPY / ".build/debug/reconcilePackageTests.xctest"), "--testing-library", "swift-testing"]
    command = ["sh", "-c", 'printf %s "$1" >"$0-$$"; shift; exec "$@"', str(SWITCH), str(number)] + tests
    status, text = run(command + (["--filter", filter] if filter else []), seconds, SCRATCH / f"logs/{number}")
    failed = re.search(r"✘ Test (.+?) (?:recorded an issue|failed after|with \d+ test cases? failed)", text)
    if status is None and not failed:
        return TimeLimit(seconds)
    if status != 0:
        return failed.group(1) if failed else f"a crash (status {status})"
    if "Test run with 0 tests" in text:
        raise ListError(f"no test is called '{filter}'")
    return None


def try_mutant(mutant):
    began = time.monotonic()
    try:
        number = mutant["number"]
        noticed = verdict(number, mutant["tests"], FILTERED_SECONDS)
        is_unsure = False
        if noticed is None:
            noticed = verdict(number, None, SUITE_SECONDS)
            # Its own tests did not hang, so that it was the machine that was slow.
            is_unsure = isinstance(noticed, TimeLimit)
    except ListError as error:
        raise ListError(f"'{mutant['name']}': {error}")
    if is_unsure:
        how, noticed = f"SURVIVED its tests, and the suite did not end in {noticed.seconds} s: {mutant['harm']}", None
    else:
        how = f"caught by {noticed}" if noticed else "SURVIVED: " + mutant["harm"]
    print(f"{mutant['name']:36} {time.monotonic() - began:4.0f} s  {how}", flush=True)
    return noticed is not None


def try_all(mutants):
    with ThreadPoolExecutor(JOBS) as pool:
        return [mutant for mutant, caught in zip(mutants, pool.map(try_mutant, mutants)) if not caught]


def wanted(mutants):
    names = [name for name in os.environ.get("MUTANTS", "").replace(",", " ").split() if name]
    for name in names:
        if not any(mutant["name"] == name for mutant in mutants):
            raise ListError(f"MUTANTS: there is no mutant '{name}'")
    return [mutant for mutant in mutants if not names or mutant["name"] in names]


def main():
    mutants = read_list()
    broken = broken_files(mutants)
    if sys.argv[1:] == ["--check"]:
        parse(broken, mutants)
        print(f"{len(mutants)} mutants fit the sources")
        return 0
    chosen = wanted(mutants)
    began = time.monotonic()
    make_copy(broken)
    for leftover in SCRATCH.glob(SWITCH.name + "-*"):
        leftover.unlink()
    status, text = run(["swift", "build", "--build-tests"], None, SCRATCH / "build.log")
    if status != 0:
        tell_build_failure(text, mutants)
    print(f"built {len(mutants)} mutants in {time.monotonic() - began:.0f} s", flush=True)
    if len(chosen) == len(mutants) and (unbroken := verdict(0, None, SUITE_SECONDS)):
        raise ListError(f"the tests fail without any mutant: {unbroken}")
    survivors = try_all(chosen)
    minutes = (time.monotonic() - began) / 60
    print(f"{len(chosen)} mutants, {len(chosen) - len(survivors)} caught, {len(survivors)} survived, {minutes:.0f} min")
    return 1 if survivors else 0


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end_all)
    try:
        sys.exit(main())
    except ListError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
