"""DOM snapshots in a trace of Playwright: the nodes of each, and what refers to nodes of earlier ones.

A snapshot of a frame is ``[tag, attributes, *children]``, a text is a string. What is as it was is written once: ``[[n,
k]]`` is the node of the number k in the snapshot of this frame n before it, where the nodes that are written out are
numbered from 0, children before their parents (Playwright 1.65: ``snapshotterInjected.ts`` writes it,
``snapshotRenderer.ts`` resolves it). A node that is referred to is the same node of the page, with the same content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

import attrs

from uidiff.dom.nodes import is_kept
from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = ["CURE", "FRAME", "SHADOW_ROOT", "STYLE_SHEET", "TARGET", "DomNode", "Frame", "references"]

CURE = "record it again: the trace is damaged, or of a version that is not known"
"""What to do about a snapshot that does not fit."""

SHADOW_ROOT, STYLE_SHEET = "__playwright_shadow_root_", "__playwright_style_sheet_"
"""What marks an element that stands for a shadow root, or for a style sheet that no element has."""

TARGET = "__playwright_target__"
"""What marks the element that a call acts on: the id of the call, "" from version 9 of the format on."""

FRAME = "/snapshot/"
"""What the address of a frame begins with; its id follows."""

_VALUE, _CHECKED, _SELECTED = "__playwright_value_", "__playwright_checked_", "__playwright_selected_"
_DIALOG, _POPOVER = "__playwright_dialog_open_", "__playwright_popover_open_"
_MARKS = frozenset({SHADOW_ROOT, STYLE_SHEET, TARGET})
_MARKED_POPOVERS = 7
"""The version of the format since which open popovers are marked (in it since Playwright 1.52)."""

_BAD = "!"
_END = object()
"""What follows the last child: a child may be null, which is an error as others are."""


class DomNode(NamedTuple):
    """A node that was written out. Those of a later snapshot that refers to it are this one, with its id.

    Attributes:
        id: a number that no other node of the trace has.
        tag: the name of an element, in lower case; "" for a text.
        attributes: those that say something, as they are now: ``value``, ``checked``, ``selected`` and ``open`` too.
        text: of a text; of what does not fit, the problem.
        children: of an element.
    """

    id: int
    tag: str
    attributes: Mapping[str, str]
    text: str
    children: tuple[DomNode, ...]

    @property
    def problem(self) -> str:
        """What does not fit here; "" for a node."""
        return self.text if self.tag == _BAD else ""


def references(html: object) -> Iterator[tuple[int, int]]:
    """Yield the references in a snapshot: how many snapshots ago, and the number of the node there."""
    waiting = [html]
    while waiting:
        item = waiting.pop()
        found = _reference(item)
        if found is not None:
            yield found
        elif _is_element(item):
            waiting += item[2:]  # type: ignore[index]  # a list


def _reference(item: object) -> tuple[int, int] | None:
    if not (isinstance(item, list) and item and isinstance(item[0], list)):
        return None
    match item[0]:
        case [ago, number] if type(ago) is type(number) is int:
            return ago, number
    return -1, -1


def _is_element(item: object) -> bool:
    return isinstance(item, list) and bool(item) and isinstance(item[0], str)


@attrs.define(eq=False)
class Frame:
    """A frame while its snapshots are read in order: keeps of them what later ones refer to.

    ``last`` has, by the number of a snapshot and of a node in it, the number of the last snapshot that refers to it.
    """

    last: Mapping[int, Mapping[int, int]]
    ids: count[int]
    version: int
    max_nodes: int
    document: int = 0
    _kept: dict[int, dict[int, DomNode]] = attrs.field(factory=dict, init=False)
    _over: dict[int, list[tuple[int, int]]] = attrs.field(factory=dict, init=False)

    def decoded(self, html: object, ordinal: int, *, since: int) -> DomNode:
        """Return the top of a snapshot, its number in the frame being ``ordinal``.

        ``since`` is the number of the first one that may be referred to. A reference that does not fit is a node with
        a ``problem``: other parts of the snapshot are right, and may be referred to.

        Raises:
            InvalidSnapshot: no element at the top.
            LimitExceeded: more nodes than ``max_nodes`` are written out.
        """
        wanted = self.last.get(ordinal, {})
        reading = _Reading(self, ordinal, since, wanted)
        try:
            top = reading.top(html)
        finally:
            for place, number in self._over.pop(ordinal, ()):
                self._kept[place].pop(number)
                if not self._kept[place]:
                    del self._kept[place]
        if not (reading.has_reference and self.document):
            self.document = next(self.ids)
        if reading.kept:
            self._kept[ordinal] = reading.kept
        for number in reading.kept:
            self._over.setdefault(wanted[number], []).append((ordinal, number))
        return top

    def node(self, ordinal: int, number: int) -> DomNode | None:
        """Return a node that is kept."""
        return self._kept.get(ordinal, {}).get(number)


@attrs.define(eq=False)
class _Reading:
    """One snapshot while it is read."""

    frame: Frame
    ordinal: int
    since: int
    wanted: Mapping[int, int]
    kept: dict[int, DomNode] = attrs.field(factory=dict)
    has_reference: bool = False
    _number: int = 0

    def top(self, html: object) -> DomNode:
        """Read all, without recursion."""
        found: list[DomNode] = []
        opened: list[tuple[Any, Iterator[object], list[DomNode]]] = [(None, iter((html,)), found)]
        while opened:
            item, children, made = opened[-1]
            child = next(children, _END)
            if child is _END:
                opened.pop()
                if opened:
                    opened[-1][2].append(self._element(item, made))
            elif isinstance(child, str):
                made.append(self._written(DomNode(next(self.frame.ids), "", {}, child, ())))
            elif _is_element(child):
                opened.append((child, iter(child[2:]), []))  # type: ignore[index]  # a list
            else:
                made.append(self._referred(child))
        top = found[0] if found else None
        if top is None or not top.tag:
            raise InvalidSnapshot("a snapshot without an element", "$.snapshot.html", CURE)
        return top

    def _element(self, item: list[Any], children: list[DomNode]) -> DomNode:
        tag = item[0].lower()
        given = item[1] if len(item) > 1 and isinstance(item[1], dict) else {}
        attributes = _attributes(tag, given, self.frame.version)
        kept = () if tag == "style" else tuple(children)
        return self._written(DomNode(next(self.frame.ids), tag, attributes, "", kept))

    def _written(self, node: DomNode) -> DomNode:
        number, self._number = self._number, self._number + 1
        if number >= self.frame.max_nodes:
            problem = f"more than {self.frame.max_nodes} nodes"
            raise LimitExceeded(problem, "$.snapshot.html", "pass limits=Limits(max_elements=…)")
        if number in self.wanted:
            self.kept[number] = node
        return node

    def _referred(self, item: object) -> DomNode:
        found = _reference(item)
        if found is None:
            return self._bad("neither a node nor a reference")
        self.has_reference = True
        ago, number = found
        place = self.ordinal - ago
        if ago <= 0 or place < 0:
            return self._bad("a reference to a snapshot that there is not")
        if place < self.since:
            return self._bad("a reference to a snapshot before a line that cannot be read")
        node = self.frame.node(place, number)
        return node or self._bad("a reference to a node that there is not, or in a snapshot that cannot be read")

    def _bad(self, problem: str) -> DomNode:
        return DomNode(next(self.frame.ids), _BAD, {}, problem, ())


def _attributes(tag: str, given: Mapping[str, Any], version: int) -> Mapping[str, str]:
    """Return what is read of the attributes, with what Playwright notes of the state of the element in their place."""
    texts = {name: value for name, value in given.items() if type(value) is str}
    found = {name: value for name, value in texts.items() if is_kept(name) or name in _MARKS}
    if STYLE_SHEET in found:
        found[STYLE_SHEET] = ""
    if _VALUE in texts:
        found["value"] = texts[_VALUE]
    for mark, name in ((_CHECKED, "checked"), (_SELECTED, "selected")):
        if mark in texts:
            found.pop(name, None)
            found |= {name: "true"} if texts[mark] == "true" else {}
    if tag == "dialog" and _DIALOG in texts:
        found |= {"open": "", "rr_open_mode": texts[_DIALOG]}
    if "popover" in texts and _POPOVER not in texts and version >= _MARKED_POPOVERS:
        found["hidden"] = ""
    return found
