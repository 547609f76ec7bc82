"""Which text beside a control labels it: by the boxes of both, else by their order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TypeAlias

__all__ = ["TextsBeside"]

_Box: TypeAlias = tuple[int, int, int, int]

FAR = 300
"""The farthest text beside a control, in pixels."""

OVERLAP = 4
"""Pixels that the boxes of a control and of the text beside it may share."""


class TextsBeside:
    """The texts among the children of one element. What is common to all of its controls is computed once.

    Args:
        siblings: the children, in order.
        texts: of those that are a text and nothing else.
        bounds: the boxes of all elements.
    """

    def __init__(self, siblings: Sequence[int], texts: Mapping[int, str], bounds: Sequence[_Box | None]) -> None:
        self._siblings = siblings
        self._texts = texts
        self._bounds = bounds
        self._places = {one: place for place, one in enumerate(siblings)}
        self._boxes = {one: box for one in texts if (box := bounds[one])}
        self._unboxed = texts.keys() - self._boxes.keys()
        self._lines = sorted((box[1] + box[3] // 2, one) for one, box in self._boxes.items())

    def label_of(self, control: int, at: int, *, ticked: bool) -> str:
        """Return the text of the sibling that labels a control.

        Boxes tell, where there are any: the nearest text on its left, of a box to be ticked on its right, on one line;
        else the one before it (after it) in the tree.

        Args:
            control: the element.
            at: the sibling that holds it, whose own text does not count.
            ticked: whether its text stands behind it.
        """
        place, box = self._places[at], self._bounds[control]
        behind, before = self._siblings[place + 1 : place + 2], self._siblings[max(place - 1, 0) : place]
        if box is None or len(self._unboxed) > (at in self._unboxed):
            return next((self._texts[one] for one in (*(behind if ticked else ()), *before) if one in self._texts), "")
        gaps = [
            (gap, one)
            for one in self._on_line(box)
            if one != at and (gap := _gap(self._boxes[one], box, right=ticked)) is not None
        ]
        if gaps:
            return self._texts[min(gaps)[1]]
        above = (one for one in (*behind, *before) if one in self._boxes)
        return next((self._texts[one] for one in above if self._boxes[one][1] + self._boxes[one][3] <= box[1] + 1), "")

    def _on_line(self, box: _Box) -> Sequence[int]:
        """Return the texts whose middle is as high as a box."""
        top, bottom = box[1], box[1] + max(box[3], 1)
        start, end = bisect_left(self._lines, (top,)), bisect_left(self._lines, (bottom + 1,))
        return [one for _, one in self._lines[start:end]]


def _gap(text: _Box, control: _Box, *, right: bool) -> int | None:
    """Return how far a text is from a control on its line, on its left or right; None if it is too far."""
    gap = text[0] - control[0] - control[2] if right else control[0] - text[0] - text[2]
    return gap if -OVERLAP <= gap <= FAR else None
