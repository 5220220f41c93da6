"""What a check is: a name and a function that ends quietly, or says what was found instead."""

FACTS, CHECKS = [], []


class Found(Exception):
    """What was found where something else should have been."""


def fact(name):
    """A check of the server alone."""
    return enter(FACTS, name)


def check(name):
    """A check of the program against the server."""
    return enter(CHECKS, name)


def enter(checks, name):
    def keep(function):
        if any(name == known for known, _ in FACTS + CHECKS):
            raise ValueError(f"two checks are called '{name}'")
        checks.append((name, function))
        return function

    return keep


def expect(holds, *found):
    if not holds:
        raise Found(" ".join(str(part) for part in found))


def same(found, wanted, about=""):
    expect(found == wanted, about, f"found {found!r}, not {wanted!r}")
