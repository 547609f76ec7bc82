"""When two trees are alike up to numbers, for all tables that ask (spec/definitions#32-tables)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import TypeAlias

import attrs

from uidiff.arrow.tables.words import masked
from uidiff.diffing.ignoring import Ignored, IgnoreOption, checked_ignore
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import BOOLEAN_STATES, THREE_VALUED_STATES, States
from uidiff.text import fold

__all__ = ["Alike", "Line"]

Line: TypeAlias = tuple[int, str, str, States]
"""What counts of an element: its depth, its role, its name without numbers, its states."""

TICKING = frozenset({"marquee", "progressbar", "scrollbar", "timer"})
"""Roles whose names, and those of what is below them, change by themselves (spec/definitions#27-streams)."""

_STATES = (BOOLEAN_STATES | frozenset(THREE_VALUED_STATES)) - {
    "ariahidden",
    "busy",
    "focusable",
    "focused",
    "offscreen",
}
"""States that tell one screen from another: not where the focus is, what is scrolled to, or what is loading."""

_DIGEST_SIZE = 16


@attrs.frozen
class Alike:
    """Knows what counts of a tree. ``ignored``: names of fields and states, and rules, of what is left out besides."""

    ignored: Ignored = attrs.field(factory=lambda: Ignored.of(()))

    @classmethod
    def of(cls, ignore: IgnoreOption = ()) -> Alike:
        """Make it of an option ``ignore``. UnknownName, TypeError: as in ``uidiff.diff``."""
        return cls(Ignored.of(checked_ignore(ignore)))

    def lines(self, snapshot: Snapshot) -> Iterator[Line]:
        """Yield what counts of each element, in document order."""
        columns = snapshot.columns
        names_count = "name" not in self.ignored.names
        ticking_until = 0
        for index, (depth, role, name, states) in enumerate(
            zip(columns.depth, columns.role, columns.name, columns.states, strict=True)
        ):
            if role in TICKING and index >= ticking_until:
                ticking_until = snapshot.ends[index]
            words = masked_name(name) if name and names_count and index >= ticking_until else ""
            kept = _kept(states) if states else ()
            if self.ignored.rules or self.ignored.names:
                words, kept = self._without_ignored(snapshot, index, words, kept)
            yield depth, role, words, kept

    def _without_ignored(self, snapshot: Snapshot, index: int, words: str, states: States) -> tuple[str, States]:
        element = snapshot[index]
        hidden = self.ignored.hidden_fields(element, element)
        if None in hidden:
            return "", ()
        left_out = {*hidden, *self.ignored.names}
        return "" if "name" in hidden else words, tuple(pair for pair in states if pair[0] not in left_out)

    def digest(self, snapshot: Snapshot) -> str:
        """Return 32 hexadecimal digits that are equal for trees that are alike."""
        made = blake2b(digest_size=_DIGEST_SIZE)
        for line in self.lines(snapshot):
            made.update(repr(line).encode("utf-8", "surrogatepass"))
        return made.hexdigest()

    def counts(self, snapshot: Snapshot) -> Counter[int]:
        """Count equal lines, each by a hash of its own, which is equal in all processes."""
        return Counter(map(_line_hash, self.lines(snapshot)))


@lru_cache(1 << 14)
def masked_name(name: str) -> str:
    """Return a name as it counts: in one spelling, with 0 in the place of each number."""
    return masked(fold(name))


@lru_cache(1 << 12)
def _kept(states: States) -> States:
    return tuple(pair for pair in states if pair[0] in _STATES)


@lru_cache(1 << 14)
def _line_hash(line: Line) -> int:
    text = repr(line).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
