#!/usr/bin/env python3
"""Keeps turns of phrase that make readers stumble out of what they read.

docs/contributing.md, "How texts are written", has the rules; these are those of them that a pattern can find. What is read:
the string literals of Sources, README and docs without what is in code, comments of examples, and texts of .packaging.

usage: english.py [--only docs|sources] [--count]

  --only    the prose alone, or Sources alone
  --count   how many findings each folder has, and nothing else
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# A pattern, and what to write instead. Spaces stand for any white space, so that a line break hides nothing.
PATTERNS = [
    (r"(?<!there) (?:is|are) no (?!longer|more\b|less\b|later\b|different\b|bigger\b|need\b|way\b|use\b)[a-z]",
     "say what is, or 'is not a …'"),
    (r"there (?:is|are) no [a-z -]+ '", "unknown …, or … not found"),
    (r"\bstand(?:s|ing)? (?:in|on|at|there|beside|before|behind|below|above|under|between|where|first|last|so)\b", "is …"),
    (r"\b(?:must|may|can|could|to|shall) stand\b", "expected …, or is …"),
    (r"\bas (?:it|they|he|she) stands?\b", "as it is"),
    (r"\blies? (?:in|on|at|there|beside|before|behind|below|above|under|between|outside|beyond)\b", "is …"),
    (r"\ba person\b", "somebody, or the user"),
    (r"\bpersons\b", "people"),
    (r"\b(?:is|are|was|were|be|been) told (?:of|about)\b", "is reported, or is notified"),
    (r"\btells? of\b", "reports, lists or names"),
    (r"\b(?:otherwise|else) than\b", "other than, or not …"),
    (r"\bin (?:the )?place of\b", "instead of"),
    (r"\blook(?:s|ed|ing)? after\b", "manages"),
    (r"\bwhom\b", "make it two sentences, or name who acts"),
    (r"\bwhere there (?:is|are) none\b", "if there is none"),
    (r"\bsuch an? ", "name the thing, or 'this'"),
    (r"\bas it were\b", "cut it"),
    (r"\bjust now\b", "now, or cut it"),
    (r"\banew\b", "again"),
    (r"\bbelongs? into\b", "belongs in"),
    (r"[a-z], for (?:it|they|he|she|there|this|things|nobody)\b", "because"),
    (r"\b(?:is|are|was|were) to be (?!read\b)[a-z]+(?:ed|en|ade|ent|ept|old)\b", "an imperative, or 'should be …'"),
    (r"\btak(?:es|en|ing) for\b", "treat as"),
]
COMPILED = [(re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE), advice) for pattern, advice in PATTERNS]

# What is right all the same: a file, words of the text around the finding, and why.
EXCEPTIONS = [
    # A code, which never changes.
    ("Sources/PiHole/Writing/Message+Row.swift", "pihole.made-anew"),
    # A comment of the script that it prints.
    ("Sources/ReconcileCLI/Completions/FishCompletions.swift", "fish tells of a program"),
]

# Strings that only programs and developers read.
UNREAD = ("Sources/Simulator/", "Sources/fuzz-", "Sources/reconcile-bench/", "Sources/reconcile-simulate/")


class Text:
    """Characters of one text that somebody reads, each with the line that it comes from."""

    def __init__(self):
        self.characters = []
        self.lines = []

    def add(self, character, line):
        self.characters.append(character)
        self.lines.append(line)

    def extend(self, other):
        self.characters += other.characters
        self.lines += other.lines

    def __str__(self):
        return "".join(self.characters)


# MARK: - Swift


class SwiftStrings:
    """The string literals of a Swift source. Interpolations are an X, their own literals are literals, and literals joined
    by + are one."""

    # What a regular expression literal may follow; after a name or a bracket a slash divides.
    BEFORE_REGEX = set("(,=:[{!&|?;~<>") | {""}

    def __init__(self, source):
        self.source = source
        self.place = 0
        self.line = 1
        self.found = []
        # Whether only a + has been seen since the last literal.
        self.joins = False
        self.last = ""
        self.code(None)

    def peek(self, text):
        return self.source.startswith(text, self.place)

    def skip(self, count):
        self.line += self.source.count("\n", self.place, self.place + count)
        self.place += count

    def code(self, closing):
        """Reads code to its end, or to the bracket that ends an interpolation."""
        depth = 0
        while self.place < len(self.source):
            character = self.source[self.place]
            if closing and character == "(":
                depth += 1
            if closing and character == ")":
                if depth == 0:
                    self.skip(1)
                    return
                depth -= 1
            if self.peek("//"):
                self.skip((self.source + "\n").index("\n", self.place) - self.place)
            elif self.peek("/*"):
                self.comment()
            elif match := re.compile(r'(#*)("""|")').match(self.source, self.place):
                self.literal(len(match[1]), match[2])
            elif match := re.compile(r"(#+)/").match(self.source, self.place):
                end = self.source.find("/" + match[1], match.end())
                self.skip((len(self.source) if end < 0 else end + 1 + len(match[1])) - self.place)
                self.note("/")
            elif character == "/" and self.last in self.BEFORE_REGEX and self.regex():
                self.note("/")
            else:
                self.skip(1)
                if not character.isspace():
                    self.note(character)

    def note(self, character):
        self.joins = self.joins and character == "+" and self.last == '"'
        self.last = character

    def comment(self):
        depth = 0
        while self.place < len(self.source):
            if self.peek("/*"):
                depth += 1
                self.skip(2)
            elif self.peek("*/"):
                depth -= 1
                self.skip(2)
                if depth == 0:
                    return
            else:
                self.skip(1)

    def regex(self):
        match = re.compile(r"/(?![ \t/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/").match(self.source, self.place)
        if match:
            self.skip(len(match[0]))
        return bool(match)

    def literal(self, hashes, quote):
        text, marks = Text(), "#" * hashes
        # A literal within an interpolation is one of its own, and comes first.
        joined = self.found[-1] if self.joins and self.last == "+" else None
        self.skip(hashes + len(quote))
        while self.place < len(self.source) and not self.peek(quote + marks):
            if self.peek("\\" + marks + "("):
                text.add("X", self.line)
                self.skip(2 + hashes)
                self.joins, self.last = False, ""
                self.code(")")
            elif self.peek("\\" + marks + "\n"):
                text.add(" ", self.line)
                self.skip(2 + hashes)
            elif self.peek("\\" + marks):
                self.skip(1 + hashes)
                escaped = self.source[self.place : self.place + 1]
                text.add(" " if escaped in "ntr0" else escaped, self.line)
                self.skip(1)
            elif len(quote) == 1 and self.peek("\n"):
                break
            else:
                text.add(self.source[self.place], self.line)
                self.skip(1)
        self.skip(len(quote) + hashes)
        if joined is None:
            self.found.append(text)
        else:
            joined.extend(text)
            # What was found within interpolations comes before it again.
            self.found.remove(joined)
            self.found.append(joined)
        self.joins, self.last = True, '"'


def swift(source):
    return SwiftStrings(source).found


# MARK: - Prose


def markdown(source):
    """The paragraphs, without fenced blocks and the table of what not to write; code within a line is a Q."""
    found, paragraph, fence, forbids = [], Text(), None, False
    for number, line in enumerate(source.split("\n"), 1):
        forbids = line.startswith("|") and (forbids or "| not | but |" in line)
        if forbids:
            continue
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and mark:
            fence = mark[1]
        elif fence is not None:
            if mark and line.strip() == fence:
                fence = None
            continue
        begins = not line.strip() or mark or re.match(r"\s*([-*|#>]|\d+\.)", line)
        if begins:
            found.append(paragraph)
            paragraph = Text()
        if not mark:
            for character in line + "\n":
                paragraph.add(character, number)
    found.append(paragraph)
    return [without_code(text) for text in found if str(text).strip()]


def without_code(text):
    """Code and the targets of links, which nobody reads aloud, are a Q."""
    kept, place = Text(), 0
    for match in re.finditer(r"(`+).+?\1|(?<=\])\([^)]*\)", str(text), re.DOTALL):
        for index in range(place, match.start()):
            kept.add(text.characters[index], text.lines[index])
        kept.add("Q", text.lines[match.start()])
        place = match.end()
    for index in range(place, len(text.characters)):
        kept.add(text.characters[index], text.lines[index])
    return kept


def comments(source):
    """Comments that begin with #; those of consecutive lines are one text."""
    found, text, last = [], Text(), 0
    for number, line in enumerate(source.split("\n"), 1):
        match = re.match(r"(?:[^#'\"]|'[^']*'|\"[^\"]*\")*?(?:^|(?<=\s))#(?!!)(.*)", line)
        if not match:
            continue
        if number != last + 1:
            found.append(text)
            text = Text()
        last = number
        for character in match[1] + "\n":
            text.add(character, number)
    return [text for text in found + [text] if str(text).strip()]


def whole(source):
    """Everything, a text for each paragraph."""
    found, text = [], Text()
    for number, line in enumerate(source.split("\n"), 1):
        if not line.strip(" ."):
            found.append(text)
            text = Text()
        for character in line + "\n":
            text.add(character, number)
    return [text for text in found + [text] if str(text).strip()]


# MARK: - What is read


def files(only):
    """Each file that is looked at, with what reads it."""
    listed = []
    if only != "sources":
        listed += [(path, markdown) for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]]
        for path in sorted((ROOT / "examples").rglob("*")):
            if path.is_file():
                listed.append((path, markdown if path.suffix == ".md" else comments))
        packaging = ROOT / ".packaging"
        listed += [(packaging / "debian" / "control", whole), (packaging / "debian" / "changelog", whole)]
        listed += [(packaging / "debian" / name, whole) for name in ("postinst", "postrm", "prerm")]
        listed += [(path, whole) for path in sorted((packaging / "systemd").iterdir()) if path.is_file()]
    if only != "docs":
        for path in sorted((ROOT / "Sources").rglob("*.swift")):
            if not str(path.relative_to(ROOT)).startswith(UNREAD):
                listed.append((path, swift))
    return listed


def findings(texts):
    """Each finding in the texts of one file: its line, the words, what to write instead, and the text around it."""
    for text in texts:
        words = str(text)
        for pattern, advice in COMPILED:
            for match in pattern.finditer(words):
                start = match.start() + len(match[0]) - len(match[0].lstrip())
                around = words[max(0, match.start() - 60) : match.end() + 60]
                yield text.lines[start], " ".join(match[0].split()), advice, " ".join(around.split()), words


def main(arguments):
    only = None
    if "--only" in arguments:
        only = (arguments + [""])[arguments.index("--only") + 1]
        if only not in ("docs", "sources"):
            sys.exit(__doc__)
    listed = files(only)
    used, counts, shown = set(), {}, []
    for path, read in listed:
        name = str(path.relative_to(ROOT))
        for line, words, advice, around, text in findings(read(path.read_text(encoding="utf-8"))):
            exception = next((e for e in EXCEPTIONS if e[0] == name and e[1] in text), None)
            if exception:
                used.add(exception)
                continue
            folder = "/".join(name.split("/")[:2]) if "/" in name else name
            counts[folder] = counts.get(folder, 0) + 1
            shown.append(f"{name}:{line}: '{words}': {advice}\n    … {around} …")
    names = {str(path.relative_to(ROOT)) for path, _ in listed}
    for exception in EXCEPTIONS:
        if exception[0] in names and exception not in used:
            shown.append(f"{exception[0]}: the exception '{exception[1]}' is used no more: take it out of {__file__}")
    if "--count" in arguments:
        for folder, count in sorted(counts.items(), key=lambda item: -item[1]):
            print(f"{count:5} {folder}")
    elif shown:
        print("\n".join(shown))
        print(f"{len(shown)} findings; docs/contributing.md, 'How texts are written', has the rules")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
