#!/usr/bin/env python3
"""Makes the small pictures of docs/page.md from those that the stories have left in .build/browser/pictures.

  pictures.py [PICTURE...]    all of them unless some are named
"""

import sys
from pathlib import Path

from PIL import Image

STORIES, DOCS = Path(".build/browser/pictures"), Path("docs/page")
# Which pictures stand side by side, how high they are cut, and how wide they become together; 0 leaves them as they are.
MADE = {
    "phone": (["look-phone"], 700, 0),
    "dark": (["look-phone-dark"], 700, 0),
    "asking": (["ask_and_approve-asked", "ask_and_approve-request"], 640, 0),
    "german": (["look-small-german"], 700, 0),
    "trouble": (["trouble-by-hand"], 560, 0),
    "wide": (["look-wide"], 1000, 960),
}
MOST_BYTES, GAP = 40 << 10, 24


def make(name):
    stories, height, width = MADE[name]
    parts = [Image.open(STORIES / f"{story}.png").convert("RGB") for story in stories]
    high = min(height, *(part.height for part in parts)) if len(parts) > 1 else min(height, parts[0].height)
    whole = Image.new("RGB", (sum(part.width + GAP for part in parts) - GAP, high), "white")
    left = 0
    for part in parts:
        whole.paste(part.crop((0, 0, part.width, high)), (left, 0))
        left += part.width + GAP
    if width:
        whole = whole.resize((width, high * width // whole.width), Image.LANCZOS)
    for colours in (256, 128, 64, 32, 16):
        path = DOCS / f"{name}.png"
        whole.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size < MOST_BYTES:
            return print(f"{path}  {whole.width}×{whole.height}  {colours} colours  {path.stat().st_size / 1024:.1f} KiB")
    sys.exit(f"{path} takes {path.stat().st_size} bytes")


DOCS.mkdir(exist_ok=True)
for name in sys.argv[1:] or MADE:
    make(name)
