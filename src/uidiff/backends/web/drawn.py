"""What a page draws, by the places of its nodes in document order: texts, boxes, and what of them is seen.

All of it is in the answer of ``DOMSnapshot.captureSnapshot``; it is looked at only where the accessibility tree lacks
something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import attrs

__all__ = ["SIGHT_STYLES", "Box", "DrawnDocument"]

SIGHT_STYLES = ("visibility", "opacity", "overflow")
"""The computed styles that say what is seen, in the order that they are asked for."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, from the top left of the document."""

_EVERYWHERE: Box = (float("-inf"), float("-inf"), float("inf"), float("inf"))
_CLIPS = frozenset({"hidden", "clip"})
_SEEN = 1.0
"""Pixels that are not seen: pages clip to one what is for screen readers alone."""

_ELEMENT, _TEXT = 1, 3
"""Types of nodes (DOM standard, Node.nodeType)."""


@attrs.frozen(eq=False)
class DrawnDocument:
    """One document of a captured snapshot.

    Args:
        captured: the document, as the protocol says it.
        strings: the texts that its numbers mean.
        first: the place of the first of :data:`SIGHT_STYLES` among the styles that were asked for.
    """

    captured: Mapping[str, Any] = attrs.field(repr=False)
    strings: Sequence[str] = attrs.field(repr=False)
    first: int
    _clips: dict[int, Box | None] = attrs.field(factory=dict, init=False, repr=False)

    @property
    def parents(self) -> Sequence[int]:
        """The place of the parent of each node; -1 for the document."""
        found: Sequence[int] = self.captured["nodes"]["parentIndex"]
        return found

    def end(self, place: int) -> int:
        """The place behind a node and all that is in it."""
        parents = self.parents
        at = place + 1
        while at < len(parents) and parents[at] >= place:
            at += 1
        return at

    def above(self, place: int) -> Iterator[int]:
        """Yield the ancestors of a node, the nearest first."""
        while (place := self.parents[place]) >= 0:
            yield place

    def is_element(self, place: int) -> bool:
        """Whether a node is an element of the page, not one that a style sheet generates."""
        return self.captured["nodes"]["nodeType"][place] == _ELEMENT and place not in self._generated

    def tag(self, place: int) -> str:
        """The name of an element, in upper case."""
        name: int = self.captured["nodes"]["nodeName"][place]
        return self.strings[name].upper()

    def attributes(self, place: int) -> dict[str, str]:
        """The attributes of an element."""
        given = self.captured["nodes"]["attributes"][place]
        texts = [self.strings[number] for number in given]
        return dict(zip(texts[::2], texts[1::2], strict=True))

    def text(self, place: int) -> str | None:
        """The text of a text node as it is drawn; None for others."""
        if self.captured["nodes"]["nodeType"][place] != _TEXT or self.captured["nodes"]["parentIndex"][place] < 0:
            return None
        number = self.captured["layout"]["text"][self._drawn[place]] if place in self._drawn else -1
        return self.strings[number] if number >= 0 else None

    def raw_text(self, place: int) -> str:
        """The text of a node, drawn or not."""
        number = self.captured["nodes"]["nodeValue"][place]
        return self.strings[number] if number >= 0 else ""

    def value(self, place: int) -> str | None:
        """What is in a field; None if it is none, or empty."""
        number = self._values.get(place, -1)
        return (self.strings[number] or None) if number >= 0 else None

    def is_chosen(self, place: int) -> bool:
        """Whether a check box or an option is chosen."""
        return place in self._chosen

    def box(self, place: int) -> Box | None:
        """The box of a node; None if it has none."""
        index = self._drawn.get(place)
        if index is None:
            return None
        left, top, width, height = self.captured["layout"]["bounds"][index]
        return left, top, left + width, top + height

    def is_seen(self, place: int) -> bool:
        """Whether something of a node is seen: it has a box that is neither transparent nor clipped away."""
        box, clip = self.box(place), self._clip(place)
        if box is None or clip is None or self._styles(place)[0] != "visible":
            return False
        left, top = max(box[0], clip[0], 0.0), max(box[1], clip[1], 0.0)
        return min(box[2], clip[2]) - left > _SEEN and min(box[3], clip[3]) - top > _SEEN

    def _clip(self, place: int) -> Box | None:
        """What is left of the document where a node is drawn; None if it is transparent."""
        branch = [place]
        for above in self.above(place):
            if above in self._clips:
                break
            branch.append(above)
        for at in reversed(branch):
            if at not in self._clips:
                self._clips[at] = self._clipped(at)
        return self._clips[place]

    def _clipped(self, place: int) -> Box | None:
        above = self.parents[place]
        outer = self._clips[above] if above >= 0 else _EVERYWHERE
        box, styles = self.box(place), self._styles(place)
        if outer is None or box is None or not styles or not self.is_element(place):
            return outer
        _, opacity, overflow = styles
        if opacity == "0":
            return None
        left, top, right, bottom = outer
        if self.tag(place) in _TOPS:  # what they clip is the window's to clip, which scrolls
            return outer
        across, *down = overflow.split()
        if across in _CLIPS:
            left, right = max(left, box[0]), min(right, box[2])
        if (down or [across])[0] in _CLIPS:
            top, bottom = max(top, box[1]), min(bottom, box[3])
        return left, top, right, bottom

    def _styles(self, place: int) -> tuple[str, ...]:
        index = self._drawn.get(place)
        given = self.captured["layout"]["styles"][index] if index is not None else ()
        return tuple(self.strings[number] for number in given[self.first : self.first + len(SIGHT_STYLES)])

    @cached_property
    def _drawn(self) -> Mapping[int, int]:
        """By place, the first of the boxes of a node, which is its own."""
        found: dict[int, int] = {}
        for index, place in enumerate(self.captured["layout"]["nodeIndex"]):
            found.setdefault(place, index)
        return found

    @cached_property
    def _generated(self) -> frozenset[int]:
        return frozenset(self.captured["nodes"]["pseudoType"]["index"])

    @cached_property
    def _values(self) -> Mapping[int, int]:
        nodes = self.captured["nodes"]
        both = [nodes.get(name, {"index": (), "value": ()}) for name in ("inputValue", "textValue")]
        return {place: text for one in both for place, text in zip(one["index"], one["value"], strict=True)}

    @cached_property
    def _chosen(self) -> frozenset[int]:
        nodes = self.captured["nodes"]
        return frozenset(
            place for name in ("inputChecked", "optionSelected") for place in nodes.get(name, {}).get("index", ())
        )


_TOPS = frozenset({"HTML", "BODY"})
