"""What DOMSnapshot says of the nodes of a process in one call: boxes, html ids, kinds of input, frames.

Source: the Chrome DevTools protocol, ``DOMSnapshot.captureSnapshot``. Boxes are in page pixels from the top left of the
document, whatever its scroll position; those of a document in a frame, from the top left of that frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, takewhile
from typing import Any, TypeAlias, TypeVar

import attrs

from uidiff.backends.web.drawn import SIGHT_STYLES, DrawnDocument
from uidiff.model.native_states import NOT_SET

__all__ = ["FRAMES", "STYLES", "DocumentFacts", "affordable_depth", "capture", "documents_of", "pairs"]

_T = TypeVar("_T")
NodeBox: TypeAlias = tuple[float, float, float, float]

_EDGES = ("border-left-width", "padding-left", "border-top-width", "padding-top")


def capture(*, frames: bool) -> dict[str, Any]:
    """The styles to ask for: text masking, the pointer, what says that it is seen, and the kind of box; with frames,
    also the borders and paddings around them.
    """
    return {"computedStyles": [*STYLES, *(_EDGES if frames else ())]}


_MASK = "-webkit-text-security"
_CURSOR = "cursor"
_OWN_STYLES = (_MASK, _CURSOR)
STYLES = (*_OWN_STYLES, *SIGHT_STYLES, "display")
"""The computed styles that are asked for of each node."""

_POINTER = "pointer"
_MASKS = frozenset({"disc", "circle", "square"})
"""Styles that show a text as dots; the accessibility tree has the plain value of such a field."""

FRAMES = ("IFRAME", "FRAME", "FENCEDFRAME")
"""Elements that hold a document."""


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
        stated: attributes that are states: ``placeholder``, ``current``, ``sort``, ``busy``.
        flags: of inputs, ``required`` and ``readonly``, which the accessibility tree does not say of dates.
        order, parents: the nodes in document order, and the place of the parent of each there; -1 for the document.
        clicked: the places of elements that have a handler for clicks, or the pointer over them, which the element
            around does not have; and whether they have it.
        labels: the places of elements that stand for a control: labels, options, summaries.
        layouts: the places of tables whose author took their role from them.
        selected: elements with ``aria-selected="true"``.
        unheard, inert: the places of elements with ``aria-hidden="true"``, and with ``inert``.
        drawn: what is drawn of the nodes.
        closed: whether it has a shadow root that its scripts keep to themselves.
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
    stated: dict[int, dict[str, str]] = attrs.field(factory=dict)
    flags: dict[int, set[str]] = attrs.field(factory=dict)
    order: Sequence[int] = attrs.field(default=(), repr=False)
    parents: Sequence[int] = attrs.field(default=(), repr=False)
    clicked: dict[int, bool] = attrs.field(factory=dict)
    labels: set[int] = attrs.field(factory=set)
    layouts: set[int] = attrs.field(factory=set)
    selected: set[int] = attrs.field(factory=set)
    unheard: set[int] = attrs.field(factory=set)
    inert: set[int] = attrs.field(factory=set)
    drawn: DrawnDocument = attrs.field(kw_only=True)
    closed: bool = False

    @cached_property
    def noted(self) -> frozenset[int]:
        """The nodes of which something else than their place is a state."""
        return frozenset().union(self.stated, self.selected, self.autocomplete)


def affordable_depth(captured: Mapping[str, Any], share: float) -> int | None:
    """How deep the documents may be read together, if only a share of their nodes can be; None: to the bottom."""
    if share >= 1:
        return None
    by_depth: Counter[int] = Counter()
    for document in captured["documents"]:
        depths: list[int] = []
        for parent in document["nodes"]["parentIndex"]:
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
        by_depth.update(depths)
    sums = accumulate(by_depth[depth] for depth in range(len(by_depth)))
    affordable = share * by_depth.total()
    return max(1, sum(1 for _ in takewhile(lambda nodes: nodes <= affordable, sums)) - 1)


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
    states: Mapping[int, str]
    placeholder: int | None
    marks: Mapping[int, str]
    flags: Mapping[int, str]
    inputs: frozenset[int]
    fields: frozenset[int]
    labels: frozenset[int]
    selects: frozenset[int]
    holders: frozenset[int]
    masks: frozenset[int]
    pointer: int | None
    tables: frozenset[int]
    tops: frozenset[int]

    @classmethod
    def among(cls, strings: Sequence[str]) -> _NameNumbers:
        attributes = {name: index for index, name in enumerate(strings) if name in _ATTRIBUTES}
        elements = [(name.upper(), index) for index, name in enumerate(strings) if name.upper() in _ELEMENTS]
        return cls(
            html_id=attributes.get("id"),
            autocomplete=attributes.get("autocomplete"),
            kind=attributes.get("type"),
            states={index: _STATED[name] for name, index in attributes.items() if name in _STATED},
            placeholder=attributes.get("placeholder"),
            marks={attributes[name]: name for name in _MARKS if name in attributes},
            flags={attributes[name]: name for name in _FLAGS if name in attributes},
            inputs=frozenset(index for name, index in elements if name == "INPUT"),
            fields=frozenset(index for name, index in elements if name in _FIELDS),
            labels=frozenset(index for name, index in elements if name in _LABELS),
            selects=frozenset(index for name, index in elements if name == "SELECT"),
            holders=frozenset(index for name, index in elements if name in FRAMES),
            masks=frozenset(index for index, style in enumerate(strings) if style in _MASKS),
            pointer=next((index for index, style in enumerate(strings) if style == _POINTER), None),
            tables=frozenset(index for name, index in elements if name == "TABLE"),
            tops=frozenset(index for name, index in elements if name in _TOPS),
        )


_STATED: Mapping[str, str] = {
    "placeholder": "placeholder",
    "aria-placeholder": "placeholder",
    "aria-current": "current",
    "aria-sort": "sort",
    "aria-busy": "busy",
}
"""Attributes that the accessibility tree does not have, and the states that they are."""

_MARKS = ("aria-hidden", "aria-selected", "inert", "role")
_FLAGS = ("required", "readonly")
_ATTRIBUTES = frozenset({"id", "autocomplete", "type", *_FLAGS, *_MARKS, *_STATED})
_FIELDS = ("INPUT", "TEXTAREA")
_NO_ROLES = frozenset({"none", "presentation"})
_LABELS = ("LABEL", "OPTION", "SUMMARY")
_TOPS = ("HTML", "BODY")
_ELEMENTS = ("SELECT", "TABLE", *_FIELDS, *_LABELS, *_TOPS, *FRAMES)
_ELEMENT = 1
"""The type of nodes that are elements (DOM standard, Node.nodeType)."""


def _document(document: Mapping[str, Any], strings: Sequence[str]) -> DocumentFacts:
    numbers = (document["frameId"], document["title"], document["documentURL"])
    frame_id, title, url = (strings[number] if number >= 0 else "" for number in numbers)
    nodes = document["nodes"]
    ids = nodes["backendNodeId"]
    return DocumentFacts(
        frame_id,
        ids[0],
        frozenset(ids),
        title,
        url,
        order=ids,
        parents=nodes["parentIndex"],
        drawn=DrawnDocument(document, strings, len(_OWN_STYLES)),
        closed=any(strings[kind] == "closed" for kind in nodes["shadowRootType"]["value"]),
    )


def _note_elements(facts: DocumentFacts, nodes: Mapping[str, Any], strings: Sequence[str], names: _NameNumbers) -> None:
    facts.holders.update(facts.frames)
    ids, parents = nodes["backendNodeId"], nodes["parentIndex"]
    for place in nodes["pseudoType"]["index"]:  # in document order: ancestors come first
        above = ids[parents[place]]
        facts.generated[ids[place]] = facts.generated.get(above, above)
    for place, (node, name, attributes) in enumerate(zip(ids, nodes["nodeName"], nodes["attributes"], strict=True)):
        if name in names.labels:
            facts.labels.add(place)
        elif name in names.selects:
            facts.selects.add(node)
        elif name in names.holders:
            facts.holders.add(node)
        if attributes:
            told = [(key, strings[value]) for key, value in pairs(attributes)]
            _note_attributes(facts, (place, node, name), told, names)


def pairs(attributes: Sequence[_T]) -> Iterable[tuple[_T, _T]]:
    """The names and values of attributes that stand in turn."""
    return zip(attributes[::2], attributes[1::2], strict=True)


def _note_attributes(
    facts: DocumentFacts, element: tuple[int, int, int], attributes: Iterable[tuple[int, str]], names: _NameNumbers
) -> None:
    _, node, name = element
    for key, value in attributes:
        if key == names.html_id:
            facts.html_ids[node] = value
        elif key in names.marks:
            _note_mark(facts, element, names.marks[key], value, names)
        elif key == names.autocomplete:
            facts.autocomplete[node] = value
        elif key == names.kind and name in names.inputs and value.lower() == "password":
            facts.passwords[node] = ""
        elif key in names.flags and name in names.inputs:
            facts.flags.setdefault(node, set()).add(names.flags[key])
        elif key in names.states and value not in NOT_SET and (key != names.placeholder or name in names.fields):
            facts.stated.setdefault(node, {})[names.states[key]] = value


def _note_mark(facts: DocumentFacts, element: tuple[int, int, int], mark: str, value: str, names: _NameNumbers) -> None:
    """Note an attribute that says of what kind an element is."""
    place, node, name = element
    if mark == "aria-hidden" and value.lower() == "true":
        facts.unheard.add(place)
    elif mark == "aria-selected" and value == "true":
        facts.selected.add(node)
    elif mark == "inert":
        facts.inert.add(place)
    elif mark == "role" and name in names.tables and value.strip().lower() in _NO_ROLES:
        facts.layouts.add(place)


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
    pointed: set[int] = set()
    for place, (x, y, width, height), styles in zip(
        layout["nodeIndex"], layout["bounds"], layout["styles"], strict=True
    ):
        node = ids[place]
        if node in facts.boxes:  # the first of several boxes is the node's own
            continue
        facts.boxes[node] = (x - left, y - top, width, height)
        mask, cursor = styles[:2] or (None, None)  # a document has no styles
        if mask in names.masks:
            facts.masked.add(node)
        if cursor is not None and cursor == names.pointer:
            pointed.add(place)
        if node in facts.holders and len(edges := styles[len(STYLES) :]) == len(_EDGES):
            border_left, padding_left, border_top, padding_top = (_pixels(strings[index]) for index in edges)
            facts.insides[node] = (border_left + padding_left, border_top + padding_top)
    _note_clicks(facts, document["nodes"], pointed, names)
    if facts.node in facts.boxes:  # the viewport of a document does not scroll
        facts.boxes[facts.node] = (0, 0, *facts.boxes[facts.node][2:])


def _note_clicks(facts: DocumentFacts, nodes: Mapping[str, Any], pointed: set[int], names: _NameNumbers) -> None:
    """Note the elements with a size that have a handler for clicks, or that the pointer begins at."""
    begins = [place for place in pointed if facts.parents[place] not in pointed]
    handled = nodes.get("isClickable", {}).get("index", ())
    for pointer, places in ((True, begins), (False, handled)):
        for place in places:
            box = facts.boxes.get(facts.order[place], (0, 0, 0, 0))
            element = nodes["nodeType"][place] == _ELEMENT and nodes["nodeName"][place] not in names.tops
            if element and box[2] > 0 and box[3] > 0:
                facts.clicked.setdefault(place, pointer)


def _pixels(style: str) -> float:
    """The number of a computed length such as ``12.5px``."""
    try:
        return float(style.removesuffix("px"))
    except ValueError:
        return 0.0
