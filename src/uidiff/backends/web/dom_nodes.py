"""What a captured snapshot says of DOM nodes that their accessibility may depend on, to compare it with the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from uidiff.backends.web.facts import STYLES

__all__ = ["DomNode", "DomNodes", "dom_nodes", "with_above"]

_SPARSE = ("textValue", "inputValue", "shadowRootType", "pseudoType")
_MARKS = ("inputChecked", "optionSelected", "isClickable")
_SIZED = frozenset({"IMG", "CANVAS", "VIDEO", "svg"})
"""Elements that are no part of the tree without a size."""

_OVERFLOW = STYLES.index("overflow")
_FITS = ((), ("visible",), ("clip",))  # what has no box of its own has no styles


class DomNode(NamedTuple):
    """A DOM node in a captured snapshot.

    Attributes:
        above: the node around it; 0 for the document.
        previous: the node before it in the same one.
        name: the element's name, in upper case for HTML.
        value: of a text.
        attributes: names and values in turn.
        drawn: of each of its boxes the styles, the text with the ends of what is shown of it, and the size where it
            counts; None if it is not drawn.
        noted: values, marks and kinds by their names in the protocol.
    """

    above: int
    previous: int | None
    name: str
    value: str
    attributes: tuple[str, ...]
    drawn: tuple[Any, ...] | None
    noted: tuple[str, ...] | None

    @property
    def scrolls(self) -> bool:
        """Whether its content may be scrolled."""
        return self.drawn is not None and self.drawn[0][_OVERFLOW : _OVERFLOW + 1] not in _FITS


DomNodes: TypeAlias = Mapping[int, DomNode]
"""The nodes of a document by their ids, in document order."""


def dom_nodes(document: Mapping[str, Any], strings: Sequence[str]) -> dict[int, DomNode]:
    """The nodes of a captured document."""
    text = [*strings, ""]  # the place -1 stands for none
    nodes = document["nodes"]
    ids, names = nodes["backendNodeId"], nodes["nodeName"]
    drawn = _drawn(document, text)
    noted: dict[int, tuple[str, ...]] = {}
    for key in _SPARSE:
        for place, value in zip(nodes[key]["index"], nodes[key]["value"], strict=True):
            noted[place] = (*noted.get(place, ()), key, text[value])
    for key in _MARKS:
        for place in nodes[key]["index"]:
            noted[place] = (*noted.get(place, ()), key)
    last: dict[int, int] = {}
    made: dict[int, DomNode] = {}
    given = zip(ids, nodes["parentIndex"], names, nodes["nodeValue"], nodes["attributes"], strict=True)
    for place, (node, parent, name, value, attributes) in enumerate(given):
        above = ids[parent] if parent >= 0 else 0
        told = tuple(map(text.__getitem__, attributes)) if attributes else ()
        made[node] = DomNode(above, last.get(above), text[name], text[value], told, drawn.get(place), noted.get(place))
        last[above] = node
    return made


def _drawn(document: Mapping[str, Any], text: Sequence[str]) -> dict[int, tuple[Any, ...]]:
    layout, lines, names = document["layout"], document["textBoxes"], document["nodes"]["nodeName"]
    ends: dict[int, tuple[int, int]] = {}  # which part of a text is drawn: spaces at the ends of a line may be left out
    for index, start, length in zip(lines["layoutIndex"], lines["start"], lines["length"], strict=True):
        ends[index] = (ends[index][0] if index in ends else start, start + length)
    found: dict[int, tuple[Any, ...]] = {}
    sized = {number for number, name in enumerate(text) if name in _SIZED}
    shown = zip(layout["nodeIndex"], layout["styles"], layout["text"], layout["bounds"], strict=True)
    said: dict[tuple[int, ...], tuple[str, ...]] = {}
    for index, (place, styles, line, bounds) in enumerate(shown):
        key = tuple(styles)
        if key not in said:
            said[key] = tuple(map(text.__getitem__, styles))
        size = tuple(bounds[2:]) if names[place] in sized else ()
        box = (*said[key], text[line], ends.get(index), *size)
        found[place] = (*found.get(place, ()), box)
    return found


def with_above(nodes: DomNodes, node: int) -> Iterator[int]:
    """Yield a node and those around it, from the inside out."""
    while node:
        yield node
        node = nodes[node].above
