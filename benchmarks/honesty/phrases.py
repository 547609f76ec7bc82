"""The phrases that lines of a diff share: what an element is called, where it is, several like ones at once."""

from __future__ import annotations

import re

from benchmarks.honesty.syntax import ROLE, Called, Group, Place, Scanner, Where

__all__ = ["called", "group", "is_group", "is_place", "numbers", "place", "where"]

_ROLE = re.compile(ROLE)
_REF = re.compile(r"e(\d+)(?![A-Za-z0-9-])")
_SPACED_REF = re.compile(r" e(\d+)(?![A-Za-z0-9-])")
_SEVERAL = re.compile(r"(\d+) from ")
_GROUP = re.compile(r"(?:(all )?(\d+)|(\d+) of (\d+)) ((?:role:)?[a-z0-9-]+) in ")
_PLACE = re.compile(rf'after (?=e\d|"|{ROLE} ")|first in |at (?=\d[-\d, ]* in )|at (\d+) at top|in ')
_WHOLE_PAGE = re.compile(r'page(?![a-z0-9-]| "| in )')
_NEXT = re.compile(r", ?(?=\d)")
_AT = re.compile(r"at (\d+)(?= …| at |[:(,; ]|$)")
_RUN = re.compile(r"(\d+)(?:-(\d+))?")


def called(scanner: Scanner) -> Called:
    """What an element, or several neighbours, are called."""
    several = scanner.match(_SEVERAL)
    if several is None:
        return _one(scanner)
    first = _one(scanner)
    scanner.needs(" to ")
    last = _one(scanner)
    return Called(first.role, first.ref, first.label, count=int(several[1]), last=last)


def _one(scanner: Scanner) -> Called:
    if scanner.sees('"'):
        return Called(label=scanner.string())
    role = scanner.need(_ROLE, "a role")[0]
    ref = scanner.match(_SPACED_REF)
    label = scanner.string() if scanner.sees(' "') and scanner.takes(" ") else None
    return Called(role, None if ref is None else int(ref[1]), label)


def where(scanner: Scanner) -> Where:
    """What an element is in."""
    ref = scanner.match(_REF)
    if ref is not None:
        return Where(ref=int(ref[1]))
    if scanner.match(_WHOLE_PAGE):
        return Where()
    one = _one(scanner)
    nameless = one.role and one.ref is None and one.label is None
    within = where(scanner) if nameless and scanner.takes(" in ") else None
    return Where(one.role, one.ref, one.label, within)


def is_place(scanner: Scanner) -> bool:
    """Whether a place comes next."""
    return _PLACE.match(scanner.text, scanner.at) is not None


def place(scanner: Scanner, between: str = "") -> Place:
    """A place, behind what stands between it and what was read."""
    scanner.needs(between)
    found = scanner.need(_PLACE, "a place")
    if found[0] == "after ":
        ref = scanner.match(_REF)
        return ("after", Called(ref=int(ref[1])) if ref else _one(scanner), ())
    if found[1]:
        return ("at top", None, (int(found[1]),))
    if found[0] == "in ":
        return ("in", where(scanner), ())
    if found[0] == "first in ":
        return ("at", where(scanner), (1,))
    listed = tuple(numbers(scanner))
    scanner.needs(" in ")
    return ("at", where(scanner), listed)


def is_group(scanner: Scanner) -> bool:
    """Whether a group comes next."""
    return _GROUP.match(scanner.text, scanner.at) is not None


def group(scanner: Scanner) -> Group:
    """A group."""
    found = scanner.need(_GROUP, "a group")
    among = int(found[4] or found[2])
    around = where(scanner)
    scanner.needs(": ")
    ends = [_end(scanner)]
    all_named = not scanner.takes(" … ")
    while scanner.takes(",") if all_named else len(ends) == 1:
        ends.append(_end(scanner))
    left = [_end(scanner)] if scanner.takes("; left: ") else []
    while left and scanner.takes(","):
        left.append(_end(scanner))
    listed = tuple(numbers(scanner)) if scanner.takes(" at ") else None
    return Group(int(found[3] or found[2]), among, found[5], around, tuple(ends), all_named, listed, tuple(left))


def _end(scanner: Scanner) -> Called:
    ref = scanner.match(_REF)
    at = scanner.match(_AT) if ref is None else None
    if at is not None:
        return Called(at=int(at[1]))
    if ref is None:
        return Called(label=scanner.string())
    label = scanner.string() if scanner.sees(' "') and scanner.takes(" ") else None
    return Called(ref=int(ref[1]), label=label)


def numbers(scanner: Scanner) -> list[int]:
    """``1-3,7``: these numbers, one by one."""
    found: list[int] = []
    while True:
        run = scanner.need(_RUN, "a number")
        first, last = int(run[1]), int(run[2] or run[1])
        if last < first:
            scanner.fail("a range that runs backwards")
        found += range(first, last + 1)
        if not scanner.match(_NEXT):
            return found
