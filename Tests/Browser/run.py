#!/usr/bin/env python3
"""Tells the stories of the page in a real browser.

  run.py FOLDER-WITH-THE-BINARIES AXE [STORY...]    AXE is the file axe.min.js

Each picture goes to .build/browser/pictures; whoever changes the page looks at them.
"""

import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True

import stories
from household import Household

PICTURES = Path(".build/browser/pictures")


class Stage:
    """What a story is given: a household, and eyes."""

    def __init__(self, folder, binaries, axe, name):
        self.folder, self.binaries, self.axe, self.name = folder, binaries, axe, name
        self.house = None

    def household(self, policy, wanted=(0,)):
        self.house = Household(self.folder, self.binaries, policy) if wanted == (0,) else Lenient(self.folder, self.binaries, policy)
        return self.house

    def look(self, browser, name, is_checked=True):
        """Keeps a picture; nothing sticks out, and axe finds nothing."""
        browser.picture(PICTURES / f"{self.name}-{name}.png")
        assert browser.overflows() <= 0, f"'{name}' is {browser.overflows()} pixels too wide"
        if is_checked:
            found = browser.check(self.axe)
            assert found == [], f"axe finds in '{name}': {found}"

    def read_code(self, printed):
        """What a phone's camera sees in the code of a terminal: two squares in one character."""
        import subprocess

        from PIL import Image

        rows = [line for line in self.plain(printed).split("\n") if len(line.strip("\r")) > 20 and set(line.strip("\r")) <= set(" ▀▄█")]
        assert rows, f"there is no code in:\n{printed}"
        dots = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
        width = max(len(row.strip("\r")) for row in rows)
        image = Image.new("L", (width * 8, len(rows) * 16), 0)
        for y, row in enumerate(rows):
            for x, letter in enumerate(row.strip("\r")):
                for half in (0, 1):
                    if dots[letter][half]:
                        image.paste(255, (x * 8, y * 16 + half * 8, x * 8 + 8, y * 16 + half * 8 + 8))
        path = PICTURES / "code.png"
        image.save(path)
        read = subprocess.run(["zbarimg", "--quiet", "--raw", path], capture_output=True, text=True, timeout=20)
        assert read.returncode == 0, f"no camera reads the code: {read.stderr}"
        return read.stdout.strip()

    @staticmethod
    def plain(printed):
        import re

        return re.sub(r"\x1b\[[0-9;]*m", "", printed)


class Lenient(Household):
    """A household whose first run may find something wrong."""

    def run(self, *arguments, wanted=(0, 1, 2, 3, 4, 65, 69)):
        return super().run(*arguments, wanted=wanted)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    binaries, axe, names = Path(arguments[0]).resolve(), Path(arguments[1]).resolve(), arguments[2:]
    chosen = [story for story in stories.ALL if not names or story.__name__ in names]
    if not chosen:
        sys.exit(f"there are no such stories; there are {', '.join(story.__name__ for story in stories.ALL)}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    failed = []
    for story in chosen:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(folder, binaries, axe, story.__name__)
            try:
                story(stage)
                print(f"ok      {time.monotonic() - began:5.1f} s  {story.__doc__}", flush=True)
            except Exception:
                failed.append(story.__name__)
                print(f"FAILED  {time.monotonic() - began:5.1f} s  {story.__doc__}\n{traceback.format_exc()}", flush=True)
                for log in sorted(Path(folder).glob("*.log")):
                    print(f"-- {log.name}\n{log.read_text(errors='replace')[-1500:]}")
            finally:
                if stage.house:
                    stage.house.end()
    print(f"{len(chosen)} stories, {len(failed)} failed")
    sys.exit(1 if failed else 0)


main(sys.argv[1:])
