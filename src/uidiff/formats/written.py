"""The lines of the last whole tree that was written, for the next one: what is the same is not written again."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeAlias

import attrs

from uidiff.formats.item import Item
from uidiff.model.states import States

__all__ = ["WrittenLines"]

_PRINTED = attrgetter("role", "name", "value", "description", "words", "elided", "ref")
"""What a line has of an item, besides its number and the level of a heading."""

_Line: TypeAlias = tuple[str, int]
"""The text of a line without its indent, and the number of items on it."""


@attrs.frozen(eq=False)
class _Tree:
    """A tree that was written: the numbers and states of its elements, and its lines by the first number on each."""

    numbers: Sequence[int] = ()
    states: Sequence[States] = ()
    lines: dict[int, tuple[Sequence[Item], _Line]] = attrs.field(factory=dict)


class WrittenLines:
    """Lines with all items on them and below, as a tree was written last; for trees written with equal options.

    A line depends on the items on it alone: on what they print (:data:`_PRINTED`), on their numbers where they have a
    ref, and on the states of headings. So a line is written again unless all of that is the same, item by item.
    """

    def __init__(self) -> None:
        self._before = self._now = _Tree()
        self._same_numbers = False

    def begin(self, numbers: Sequence[int], states: Sequence[States]) -> None:
        """Begin another tree, given the numbers and the states of its elements; the lines so far are those before."""
        self._before, self._now = self._now, _Tree(numbers, states)
        before = self._before.numbers
        self._same_numbers = numbers is before or tuple(numbers) == tuple(before)

    def known(self, items: Sequence[Item]) -> _Line | None:
        """Return the line that these items were on, and are now; None if it has to be written.

        Args:
            items: siblings that share a line, or the one item that a line begins with.
        """
        number = self._now.numbers[items[0].index]
        found = self._before.lines.get(number)
        if found is None or not self._are_same(found[0], items):
            return None
        self._now.lines[number] = items, found[1]
        return found[1]

    def keep(self, items: Sequence[Item], line: _Line) -> None:
        """Keep the line of these items, and of all that is below them."""
        self._now.lines[self._now.numbers[items[0].index]] = items, line

    def _are_same(self, before: Sequence[Item], after: Sequence[Item]) -> bool:
        waiting = [(before, after)]
        while waiting:
            before, after = waiting.pop()
            if len(before) != len(after):
                return False
            for was, now in zip(before, after, strict=True):
                if was is now and self._same_numbers:  # then all below it is the same, too
                    continue
                if _PRINTED(was) != _PRINTED(now) or not self._are_called_alike(was, now):
                    return False
                if was.kids or now.kids:
                    waiting.append((was.kids, now.kids))
        return True

    def _are_called_alike(self, was: Item, now: Item) -> bool:
        if now.ref and self._before.numbers[was.index] != self._now.numbers[now.index]:
            return False
        return now.role != "heading" or self._before.states[was.index] == self._now.states[now.index]
