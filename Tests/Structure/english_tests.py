#!/usr/bin/env python3
"""What english.py reads, and what it finds."""
import contextlib
import io
import unittest
from unittest import mock

import english


def literals(source):
    return [str(text) for text in english.swift(source)]


class Swift(unittest.TestCase):
    def test_strings_and_what_only_looks_like_one(self):
        for source, expected in [
            ('let a = "one"', ["one"]),
            ('let a = "" // "comment"', [""]),
            ('/* "no" /* "no" */ "no" */ let a = "yes"', ["yes"]),
            (r'"a \"quoted\" word"', ['a "quoted" word']),
            (r'"a \(name) b"', ["a X b"]),
            (r'"a \(f("in", g(1))) b"', ["in", "a X b"]),
            (r'"a \(is ? "yes \(deep)" : "no") b"', ["yes X", "no", "a X b"]),
            ('#"raw "quotes" \\(kept)"#', ['raw "quotes" \\(kept)']),
            ('#"raw \\#(x) end"#', ["raw X end"]),
            ('let a = "one " +\n  "two"', ["one two"]),
            ('let a = "one "\n  + "two \\(x) "\n  + "three"', ["one two X three"]),
            ('f("one", "two")', ["one", "two"]),
            ('f("one") + "two"', ["one", "two"]),
            ('let r = /"[^"]*"/; let a = "b"', ["b"]),
            ('let r = /a[/"]b/; let a = "b"', ["b"]),
            ('let r = #/"/x/"/#; let a = "b"', ["b"]),
            ('let x = a / b; let y = "c / d"; let z = e / f', ["c / d"]),
            ('case "a": 1\ncase "b": 2', ["a", "b"]),
        ]:
            self.assertEqual(literals(source), expected, source)

    def test_several_lines(self):
        source = 'let a = """\n  one \\\n  two\n  three "x"\n  """\nlet b = "four"'
        first, second = english.swift(source)
        self.assertEqual(str(first).split(), ["one", "two", "three", '"x"'])
        self.assertEqual(first.lines[str(first).index("three")], 4)
        self.assertEqual((str(second), second.lines[0]), ("four", 6))

    def test_lines_of_what_is_joined(self):
        (text,) = english.swift('let a =\n  "one "\n  + "two"')
        self.assertEqual((text.lines[0], text.lines[-1]), (2, 3))

    def test_a_literal_that_does_not_end(self):
        self.assertEqual(literals('"one\n"two"'), ["one", "two"])


class Prose(unittest.TestCase):
    def test_markdown_without_code(self):
        source = "# A\n\nOne `stands in` code\nand [a link](stands-in.md).\n\n```sh\nstands in\n```\n- x\n- y\n"
        texts = [" ".join(str(text).split()) for text in english.markdown(source)]
        self.assertEqual(texts, ["# A", "One Q code and [a link]Q.", "- x", "- y"])

    def test_the_table_of_what_not_to_write(self):
        source = "| rule | not | but |\n|---|---|---|\n| a | stands in | is in |\n\n| b | c |\n"
        self.assertEqual([str(text).strip() for text in english.markdown(source)], ["| b | c |"])

    def test_comments(self):
        source = "#!/bin/sh\n# one\n# two\na: b  # three\nc: '# no'\n# four\nd: \"x # no\"\n"
        texts = [str(text).split() for text in english.comments(source)]
        self.assertEqual(texts, [["one", "two", "three"], ["four"]])


class Patterns(unittest.TestCase):
    def found(self, text):
        return [words for _, words, _, _, _ in english.findings(english.whole(text))]

    EXAMPLES = [
        "'x' is no state", "there is no schedule 'x'", "it stands\nin the file", "it must stand", "as it stands",
        "it lies in a folder", "a person moved it", "two persons", "it is told of", "it tells of it",
        "something else than", "in place of it", "is looked after", "whom it asks", "where there is none", "such a thing",
        "as it were", "just now", "worked out anew", "belongs into the file", "nothing was written, for things changed",
        "a plan is to be made", "is taken for a list",
    ]

    def test_each_example_is_found_once(self):
        for text in self.EXAMPLES:
            self.assertEqual(len(self.found(text)), 1, text)

    def test_each_pattern_has_an_example(self):
        for pattern, _ in english.COMPILED:
            self.assertTrue(any(pattern.search(text) for text in self.EXAMPLES), pattern.pattern)

    def test_leaves_plain_english_alone(self):
        for text in [
            "it is no longer there", "there is no network", "a sign stands for an hour", "take it for an hour",
            "in its place", "for ever", "look at it", "replace it, for example with a link", "stand-in",
        ]:
            self.assertEqual(self.found(text), [], text)


class Exceptions(unittest.TestCase):
    def run_docs(self, *exceptions):
        printed = io.StringIO()
        with mock.patch.object(english, "EXCEPTIONS", list(exceptions)), contextlib.redirect_stdout(printed):
            return english.main(["--only", "docs"]), printed.getvalue()

    def test_one_that_is_used_no_more_fails(self):
        status, printed = self.run_docs(("README.md", "words that are nowhere", "a reason"))
        self.assertEqual(status, 1)
        self.assertIn("README.md: the exception 'words that are nowhere' is used no more", printed)

    def test_one_of_a_file_that_is_not_read_counts_for_nothing(self):
        _, printed = self.run_docs(("Sources/Text/Text.swift", "words", "a reason"))
        self.assertNotIn("used no more", printed)

    def test_a_finding_that_is_excepted_is_none(self):
        texts = mock.patch.object(english, "files", lambda only: [(english.ROOT / "README.md", english.whole)])
        with texts, mock.patch.object(english, "findings", lambda _: [(1, "such a", "x", "y", "such a text")]):
            self.assertEqual(self.run_docs(("README.md", "a text", "a reason"))[0], 0)
            self.assertEqual(self.run_docs()[0], 1)


if __name__ == "__main__":
    unittest.main()
