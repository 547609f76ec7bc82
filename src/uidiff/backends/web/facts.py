"""What DOMSnapshot says of the nodes of a process in one call: boxes, html ids, kinds of input, frames.

Source: the Chrome DevTools protocol, ``DOMSnapshot.captureSnapshot``. Boxes are in page pixels from the top left of the
document, whatever its scroll position; those of a document in a frame, from the top left of that frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

__all__ = ["DocumentFacts", "capture", "documents_of"]

NodeBox: TypeAlias = tuple[float, float, float, float]

_EDGES = ("border-left-width", "padding-left", "border-top-width", "padding-top")


def capture(*, frames: bool) -> dict[str, Any]:
    """The styles to ask for: text masking; with frames, also the borders and paddings around them."""
    return {"computedStyles": [_MASK, *(_EDGES if frames else ())]}


_MASK = "-webkit-text-security"
_MASKS = frozenset({"disc", "circle", "square"})
"""Styles that show a text as dots; the accessibility tree has the plain value of such a field."""

_FRAMES = ("IFRAME", "FRAME", "FENCEDFRAME")


@attrs.define(eq=False)
class DocumentFacts:
    """The facts of one document. Keys are backend ids of its DOM nodes.

    Attributes:
        frame_id: the id of the document's frame.
        node: the document's own node.
        nodes: all of its nodes, those that are not rendered too.
        title, url: as the document says them.
        boxes: x, y, width and height from the top left of the visible part of the document.
        html_ids: the attribute ``id``.
        autocomplete: the attribute ``autocomplete``.
        passwords: the values of password inputs, of which the accessibility tree has only the length; they make
            changes visible, and the builder hides them.
        masked: nodes whose style shows their text as dots.
        selects: ``<select>`` elements.
        generated: nodes such as ``::before`` and list markers, with their elements.
        holders: elements of frames, of this process or another one.
        insides: of these, the offset of the frame in the element's box (right, down).
        frames: of these, the ids of the frames that this process draws.
    """

    frame_id: str
    node: int
    nodes: frozenset[int] = attrs.field(repr=False)
    title: str
    url: str
    boxes: dict[int, NodeBox] = attrs.field(factory=dict)
    html_ids: dict[int, str] = attrs.field(factory=dict)
    autocomplete: dict[int, str] = attrs.field(factory=dict)
    passwords: dict[int, str] = attrs.field(factory=dict, repr=False)
    masked: set[int] = attrs.field(factory=set)
    selects: set[int] = attrs.field(factory=set)
    generated: dict[int, int] = attrs.field(factory=dict)
    holders: set[int] = attrs.field(factory=set)
    insides: dict[int, tuple[float, float]] = attrs.field(factory=dict)
    frames: dict[int, str] = attrs.field(factory=dict)


def documents_of(captured: Mapping[str, Any]) -> list[DocumentFacts]:
    """The documents of a captured snapshot, the outermost first."""
    strings: list[str] = captured["strings"]
    given = captured["documents"]
    names = _NameNumbers.among(strings)
    made = [_document(document, strings) for document in given]
    for document, facts in zip(given, made, strict=True):
        nodes = document["nodes"]
        inner = nodes["contentDocumentIndex"]
        for place, index in zip(inner["index"], inner["value"], strict=True):
            facts.frames[nodes["backendNodeId"][place]] = made[index].frame_id
        _note_elements(facts, nodes, strings, names)
        if facts.passwords:
            _note_passwords(facts, nodes, strings)
        _note_layout(facts, document, strings, names)
    return made


@attrs.frozen
class _NameNumbers:
    """The indices of names in the string table, so that nodes are compared by numbers.

    HTML documents have element names in upper case, XHTML documents as they are written.
    """

    html_id: int | None
    autocomplete: int | None
    kind: int | None
    inputs: frozenset[int]
    selects: frozenset[int]
    holders: frozenset[int]
    masks: frozenset[int]

    @classmethod
    def among(cls, strings: Sequence[str]) -> _NameNumbers:
        attributes = {name: index for index, name in enumerate(strings) if name in _ATTRIBUTES}
        elements = [(name.upper(), index) for index, name in enumerate(strings) if name.upper() in _ELEMENTS]
        return cls(
            html_id=attributes.get("id"),
            autocomplete=attributes.get("autocomplete"),
            kind=attributes.get("type"),
            inputs=frozenset(index for name, index in elements if name == "INPUT"),
            selects=frozenset(index for name, index in elements if name == "SELECT"),
            holders=frozenset(index for name, index in elements if name in _FRAMES),
            masks=frozenset(index for index, style in enumerate(strings) if style in _MASKS),
        )


_ATTRIBUTES = ("id", "autocomplete", "type")
_ELEMENTS = ("INPUT", "SELECT", *_FRAMES)


def _document(document: Mapping[str, Any], strings: Sequence[str]) -> DocumentFacts:
    numbers = (document["frameId"], document["title"], document["documentURL"])
    frame_id, title, url = (strings[number] if number >= 0 else "" for number in numbers)
    nodes = document["nodes"]["backendNodeId"]
    return DocumentFacts(frame_id, nodes[0], frozenset(nodes), title, url)


def _note_elements(facts: DocumentFacts, nodes: Mapping[str, Any], strings: Sequence[str], names: _NameNumbers) -> None:
    facts.holders.update(facts.frames)
    ids, parents = nodes["backendNodeId"], nodes["parentIndex"]
    for place in nodes["pseudoType"]["index"]:  # in document order: ancestors come first
        above = ids[parents[place]]
        facts.generated[ids[place]] = facts.generated.get(above, above)
    for node, name, attributes in zip(nodes["backendNodeId"], nodes["nodeName"], nodes["attributes"], strict=True):
        if name in names.selects:
            facts.selects.add(node)
        elif name in names.holders:
            facts.holders.add(node)
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            if key == names.html_id:
                facts.html_ids[node] = strings[value]
            elif key == names.autocomplete:
                facts.autocomplete[node] = strings[value]
            elif key == names.kind and name in names.inputs and strings[value].lower() == "password":
                facts.passwords[node] = ""


def _note_passwords(facts: DocumentFacts, nodes: Mapping[str, Any], strings: Sequence[str]) -> None:
    given = nodes["inputValue"]
    for place, value in zip(given["index"], given["value"], strict=True):
        if nodes["backendNodeId"][place] in facts.passwords and value >= 0:
            facts.passwords[nodes["backendNodeId"][place]] = strings[value]


def _note_layout(
    facts: DocumentFacts, document: Mapping[str, Any], strings: Sequence[str], names: _NameNumbers
) -> None:
    ids: list[int] = document["nodes"]["backendNodeId"]
    left, top = document.get("scrollOffsetX", 0), document.get("scrollOffsetY", 0)
    layout = document["layout"]
    for place, (x, y, width, height), styles in zip(
        layout["nodeIndex"], layout["bounds"], layout["styles"], strict=True
    ):
        node = ids[place]
        if node in facts.boxes:  # the first of several boxes is the node's own
            continue
        facts.boxes[node] = (x - left, y - top, width, height)
        mask, *edges = styles or (None,)  # a document has no styles
        if mask in names.masks:
            facts.masked.add(node)
        if node in facts.holders and len(edges) == len(_EDGES):
            border_left, padding_left, border_top, padding_top = (_pixels(strings[index]) for index in edges)
            facts.insides[node] = (border_left + padding_left, border_top + padding_top)
    if facts.node in facts.boxes:  # the viewport of a document does not scroll
        facts.boxes[facts.node] = (0, 0, *facts.boxes[facts.node][2:])


def _pixels(style: str) -> float:
    """The number of a computed length such as ``12.5px``."""
    try:
        return float(style.removesuffix("px"))
    except ValueError:
        return 0.0
