"""What an ``agent`` text is made of, as it is read back; see docs/concepts/agent-format.md, from which this is made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NoReturn

import attrs

__all__ = [
    "Ascending",
    "Called",
    "Came",
    "ChangedLine",
    "Circumstance",
    "Group",
    "Item",
    "Kept",
    "Line",
    "Listed",
    "MovedLine",
    "NowLine",
    "Order",
    "Pairs",
    "Place",
    "ReorderedLine",
    "Scanner",
    "Shifted",
    "SortedBy",
    "Text",
    "Unparsed",
    "Went",
    "Where",
    "Word",
]

Pairs = tuple[tuple[object, object], ...]
"""``"old" -> "new"``, several where a long text was cut."""

Place = tuple[str, "Where | Called | None", tuple[int, ...]]
"""("after", called, ()), ("in", where, ()), ("at", where, numbers), ("at top", None, (n,)); "first in e3" is at 1."""

ROLE = r"(?:role:)?[a-z0-9-]+"
"""A role as it is printed."""


class Unparsed(ValueError):
    """A line that the grammar does not have."""


@attrs.frozen
class Word:
    """A state of an element, or a change in words: ``old`` and ``new`` where they are said."""

    name: str
    pairs: Pairs = ()
    value: object = None


@attrs.frozen
class Called:
    """What an element is called in a line about it; with ``count`` above 1 the first and the last of neighbours.

    ``at`` is the place of the end of a group that has neither ref nor label.
    """

    role: str = ""
    ref: int | None = None
    label: str | None = None
    count: int = 1
    last: Called | None = None
    inside: int = 0
    kept: Called | None = None
    at: int | None = None


@attrs.frozen
class Where:
    """Something around an element; nothing of it is set where the page is meant.

    With ``within`` it is what an element hangs in directly, which has no name, and is itself in that.
    """

    role: str = ""
    ref: int | None = None
    label: str | None = None
    within: Where | None = None

    @property
    def page(self) -> bool:
        """Whether the whole page is meant."""
        return self == Where()


@attrs.define
class Item:
    """One element as it is printed; ``role`` is "" for a bare string and for a cell in brackets."""

    role: str = ""
    ref: int | None = None
    name: str | None = None
    value: str | None = None
    description: str | None = None
    words: tuple[Word, ...] = ()
    bounds: tuple[int, ...] | None = None
    within: str = ""
    brackets: bool = False
    children: list[Item | Kept] = attrs.field(factory=list)

    def walk(self) -> Iterator[Item]:
        """It and all below, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Item):
                yield from child.walk()


@attrs.frozen
class Kept:
    """A mention of what is in an element that came or went, and stayed."""

    called: Called


@attrs.frozen
class Group:
    """``n of m rows in e3: "A" … "Z" at 1-3,7``; ``all_named``: each of them, not the first and the last.

    ``left``: the others, where they are named in place of the numbers.
    """

    count: int
    among: int
    plural: str
    where: Where
    ends: tuple[Called, ...]
    all_named: bool
    numbers: tuple[int, ...] | None
    left: tuple[Called, ...] = ()


@attrs.frozen(kw_only=True)
class Line:
    """One line of a diff, with those indented below it. ``number`` counts from 1, the head included."""

    number: int
    text: str


@attrs.frozen(kw_only=True)
class Came(Line):
    """``+``, ``+?`` and ``shown``; ``kind``: "added", "newly read" or "shown"."""

    kind: str
    place: Place | None
    items: list[Item | Kept]


@attrs.frozen(kw_only=True)
class Went(Line):
    """``-``, ``-?``, ``hidden:``, ``still hidden:`` and ``shown:``; ``kind``: "removed", "unknown" or these words."""

    kind: str
    called: tuple[Called, ...] = ()
    group: Group | None = None
    inside: int = 0
    place: Place | None = None


@attrs.frozen(kw_only=True)
class Covered(Line):
    """``behind dialog e7: 667 elements``, or ``shown: 667 elements`` when nothing covers them any more."""

    count: int
    called: Called | None = None


@attrs.frozen(kw_only=True)
class Circumstance(Line):
    """``~ title "a" -> "b"``; without a pair a part of the URL changed that is not shown."""

    name: str
    pairs: Pairs


@attrs.frozen(kw_only=True)
class ChangedLine(Line):
    """``~``: of one element, of several that are called, or of a group.

    Attributes:
        about: what is not printed itself: "in" what is called so, or "of" what is called so.
        all_in: in what all became so.
        texts: several changes of texts, or of names of the one role that is called.
    """

    subjects: tuple[Called, ...] = ()
    group: Group | None = None
    about: str = ""
    all_in: Where | None = None
    texts: tuple[Pairs, ...] = ()
    name: Pairs = ()
    value: Pairs = ()
    new_value: tuple[object, ...] = ()
    words: tuple[Word, ...] = ()
    column: str | None = None
    place: Place | None = None


@attrs.frozen(kw_only=True)
class NowLine(Line):
    """``~ role ref now "name"="value" ("description")``: what did not change, and is printed of it only now."""

    called: Called
    name: str | None = None
    value: str | None = None
    description: str | None = None
    place: Place | None = None


@attrs.frozen(kw_only=True)
class MovedLine(Line):
    """``> called: place -> place``."""

    called: Called
    source: Place
    target: Place


@attrs.frozen(kw_only=True)
class Shifted(Line):
    """``~ 6 elements shifted: 5 by 0,7, 1 otherwise``: how many by how much, as (x, y, width, height), or None."""

    count: int
    by: tuple[tuple[int, tuple[int, ...] | None], ...]


@attrs.frozen
class SortedBy:
    """The column by which rows are sorted, and whether its cells ascend."""

    header: str
    ascending: bool


@attrs.frozen
class Ascending:
    """By their labels, from the first to the last."""

    first: Called
    last: Called


@attrs.frozen
class Listed:
    """The first elements in their new order, and how many more there are; a label alone has no role."""

    first: tuple[Called, ...]
    more: int


Order = SortedBy | Ascending | Listed | None
"""None: reversed."""


@attrs.frozen(kw_only=True)
class ReorderedLine(Line):
    """``> n roles in where reordered: order``, or ``… reordered by "Name", ascending``."""

    count: int
    plural: str
    where: Where
    order: Order


@attrs.define
class Text:
    """A whole text: of a tree (``items``) or of a diff (``lines``); ``left``: what a budget left out, by kind.

    ``counts``: by kind, what the head of a diff says that the lines tell; None if it says nothing of that.
    Of a selection ``of`` is how many elements there are in all, ``outside`` how many changes it leaves out.
    """

    kind: str
    head: str
    count: int = 0
    of: int | None = None
    outside: int = 0
    title: str | None = None
    url: str | None = None
    counts: dict[str, int] = attrs.field(factory=dict)
    unread: int = 0
    items: list[Item | Kept] = attrs.field(factory=list)
    lines: list[Line] = attrs.field(factory=list)
    left: dict[str, int] = attrs.field(factory=dict)


_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')


class Scanner:
    """Reads one line from left to right."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at

    @property
    def done(self) -> bool:
        """Whether all is read."""
        return self.at == len(self.text)

    def sees(self, literal: str) -> bool:
        """Whether this comes next."""
        return self.text.startswith(literal, self.at)

    def takes(self, literal: str) -> bool:
        """Read this if it comes next."""
        found = self.sees(literal)
        if found:
            self.at += len(literal)
        return found

    def needs(self, literal: str) -> None:
        """Read this, or fail."""
        if not self.takes(literal):
            self.fail(f"expected {literal!r}")

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what the pattern matches here, if it does."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def need(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        """Read what the pattern matches here, or fail."""
        found = self.match(pattern)
        if found is None:
            self.fail(f"expected {what}")
        return found

    def string(self) -> str:
        """Read a JSON string."""
        return str(json.loads(self.need(_STRING, "a string")[0]))

    def end(self) -> None:
        """Fail if something is left."""
        if not self.done:
            self.fail("expected the end of the line")

    def fail(self, why: str) -> NoReturn:
        """Fail here."""
        raise Unparsed(f"{why} at {self.text[self.at : self.at + 40]!r}, column {self.at + 1} of {self.text[:120]!r}")
