"""What a page shows and keeps out of its accessibility tree (spec/definitions#4-states, ``ariahidden``).

Who reads only the accessibility tree sees neither what is ``aria-hidden`` nor, sometimes, what takes clicks. Such
content becomes nodes beside those of the engine: texts, controls, and elements that take clicks. They are made of what
``DOMSnapshot`` says, which is asked for anyway.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

import attrs

from uidiff.backends.web.actions import PRESSED, TYPED
from uidiff.backends.web.drawn import DrawnDocument
from uidiff.backends.web.facts import DocumentFacts, NodeBox
from uidiff.backends.web.unheard_places import HeardNodes, OpenPlaces
from uidiff.importers.chrome_nodes import ignored_for
from uidiff.importers.chrome_rows import (
    AxNode,
    AxTree,
    backend_id,
    is_dull,
    is_presentational,
    native_role,
)
from uidiff.text import remove_glyphs, single_spaced

__all__ = ["add_unheard"]

_TEXT, _PLAIN = "StaticText", "generic"
_INPUTS: Mapping[str, str] = {
    **dict.fromkeys(("button", "image", "reset", "submit"), "button"),
    **dict.fromkeys(("date", "datetime-local", "month", "week"), "Date"),
    "checkbox": "checkbox",
    "color": "ColorWell",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "search": "searchbox",
    "time": "InputTime",
}
"""Chromium's roles of inputs by their types; others are text boxes."""

_TAGS: Mapping[str, str] = {"BUTTON": "button", "SELECT": "combobox", "TEXTAREA": "textbox"}
_CHECKED = frozenset({"checkbox", "radio"})


@attrs.define(eq=False)
class _Part:
    """An element or a text that is to become a node.

    Attributes:
        place: of its DOM node.
        role: Chromium's.
        texts: of it, piece by piece.
        heard: whether only its role is missing, and no ``aria-hidden`` keeps it from being read.
    """

    place: int
    role: str
    texts: list[str] = attrs.field(factory=list)
    heard: bool = False
    box: NodeBox | None = None

    @property
    def name(self) -> str:
        return single_spaced("".join(self.texts))


def add_unheard(
    facts: DocumentFacts, tree: AxTree, missing: Collection[int], heard: HeardNodes
) -> tuple[frozenset[int], frozenset[int]]:
    """Add to a tree what is seen of a document and not in it.

    Args:
        facts, tree: of the document.
        missing: the places of elements that take clicks, of which the tree has nothing.
        heard: what was read before without being ``aria-hidden``: it is hidden now, and stays so.

    Returns:
        The DOM nodes that are seen and ``aria-hidden``, and the added ones that take clicks.
    """
    if not facts.unheard and not missing:
        return frozenset(), frozenset()
    adding = _Adding(facts, tree, missing)
    places = OpenPlaces(facts, tree.nodes)
    for root in places.unheard(heard):
        adding.gather(root, heard)
    adding.gather_missing(places)
    adding.add()
    return frozenset(adding.unheard), frozenset(adding.clickable)


class _Adding:
    """Gathers the parts of one document, and adds them to its tree.

    Attributes:
        unheard: the DOM nodes that are seen and ``aria-hidden``.
        clickable: the added ones that take clicks.
    """

    def __init__(self, facts: DocumentFacts, tree: AxTree, missing: Collection[int]) -> None:
        self._facts, self._tree, self._missing = facts, tree, missing
        self._drawn: DrawnDocument = facts.drawn
        self._places = {node: place for place, node in enumerate(facts.order)}
        self._known = {dom: node for node in tree.nodes if (dom := backend_id(node)) is not None}
        self._parts: dict[int, _Part] = {}
        self._said: dict[str, frozenset[str]] = {}
        self._read = {
            self._places[dom] for dom, node in self._known.items() if not node.get("ignored") and dom in self._places
        }
        self.unheard: set[int] = set()
        self.clickable: set[int] = set()

    def gather(self, root: int, heard: HeardNodes) -> None:
        """Gather what is seen of an ``aria-hidden`` element, unless it was made again to be put away."""
        drawn, at, end = self._drawn, root, self._drawn.end(root)
        if any(place in self._read for place in range(root, end)):  # it has the focus: Chromium reads it all the same
            self.unheard.update(self._facts.order[place] for place in range(root, end) if drawn.is_seen(place))
            return
        last: _Part | None = None
        while at < end:
            role = self._role(at)
            if (text := drawn.text(at)) is not None:
                if (last is not None or _words(text)) and drawn.is_seen(at):
                    last = self._with_text(last, at, text)
            elif role is not None:
                if drawn.is_seen(at):
                    self._parts[at] = self._control(at, role)
                at, last = drawn.end(at), None
                continue
            elif at in self._missing and drawn.is_seen(at):
                self._parts[at], last = _Part(at, _PLAIN), None
            at += 1
        self._forget(root, end)
        places = [place for place in range(root, end) if place in self._parts]
        texts = {single_spaced(text) for place in places for text in self._parts[place].texts if _words(text)}
        new = texts and not any(heard.was_unheard(self._facts.order[place]) for place in places)
        if new and not texts <= self._now and heard.were_said(texts):
            for place in places:
                del self._parts[place]

    def gather_missing(self, places: OpenPlaces) -> None:
        """Gather what takes clicks and is missing for another reason: the engine has no element for it."""
        drawn, order = self._drawn, self._facts.order
        for place in self._missing:
            branch = [place, *drawn.above(place)]
            nearest = next((node for at in branch if (node := self._known.get(order[at])) is not None), None)
            if nearest is None or (nearest.get("ignored") and not _is_bare(nearest)):
                continue
            if not self._facts.unheard.isdisjoint(branch):
                continue
            if self._role(place) is None and places.is_open(place) and drawn.is_seen(place):
                self._parts[place] = _Part(place, _PLAIN, heard=True)

    def add(self) -> None:
        """Add the parts to the tree, in the order of the document."""
        order = self._facts.order
        for place in sorted(self._parts):
            part = self._parts[place]
            above = self._above(place)
            if above is None:
                continue
            node = {**self._node(part), "parentId": above["nodeId"]}
            self._tree.add(node, before=partial(self._is_behind, place))
            self._known[order[place]] = node
            if part.box is not None:
                self._facts.boxes[order[place]] = part.box
            if not part.heard:
                self.unheard.add(order[place])
            if place in self._missing:
                self.clickable.add(order[place])

    # ---------------------------------------------------------------- gathering

    @cached_property
    def _now(self) -> frozenset[str]:
        """The names that the tree has."""
        said = (node for node in self._known.values() if not node.get("ignored"))
        return frozenset(single_spaced((node.get("name") or {}).get("value") or "") for node in said)

    def _role(self, place: int) -> str | None:
        """The role of a control; None for other elements."""
        drawn = self._drawn
        if not drawn.is_element(place):
            return None
        tag, given = drawn.tag(place), drawn.attributes(place)
        said = given.get("role", "").lower().split()[:1]
        if said and said[0] in PRESSED | TYPED:
            return said[0]
        if tag == "INPUT":
            kind = given.get("type", "").lower()
            return None if kind == "hidden" else _INPUTS.get(kind, "textbox")
        if tag == "A" and "href" in given:
            return "link"
        return _TAGS.get(tag)

    def _control(self, place: int, role: str) -> _Part:
        drawn, given = self._drawn, self._drawn.attributes(place)
        label = next((given[name] for name in ("aria-label", "alt", "title") if given.get(name, "").strip()), None)
        if label is None and drawn.tag(place) == "INPUT" and role == "button":
            label = drawn.value(place) or given.get("value")
        inner = range(place + 1, drawn.end(place)) if drawn.tag(place) not in _FIELD_TAGS else ()
        texts = [drawn.text(at) or " " for at in inner if drawn.text(at) is None or drawn.is_seen(at)]
        return _Part(place, role, [label] if label is not None else [remove_glyphs("".join(texts))])

    def _with_text(self, last: _Part | None, place: int, text: str) -> _Part:
        """A part with a text: the last one, where both are pieces of one line."""
        box = self._facts.boxes[self._facts.order[place]]
        if last is not None and last.box is not None and _goes_on(last.box, box):
            last.texts.append(remove_glyphs(text))
            last.box = _around(last.box, box)
            return last
        part = self._parts[place] = _Part(place, _TEXT, [remove_glyphs(text)], box=box)
        return part

    def _forget(self, root: int, end: int) -> None:
        """Forget texts that are signs, names of icons, or said elsewhere."""
        for place in range(root, end):
            part = self._parts.get(place)
            if part is None or part.role != _TEXT:
                continue
            words = _words(part.name)
            if not words or self._is_icon(part, root) or self._is_said(place, words):
                del self._parts[place]

    def _is_icon(self, part: _Part, root: int) -> bool:
        """Whether a text is the name by which a font draws an icon."""
        if not _LIGATURE.fullmatch(part.name):
            return False
        for above in self._drawn.above(part.place):
            given = self._drawn.attributes(above).get("class", "").lower()
            if "icon" in given or "symbol" in given:
                return True
            if above == root:
                break
        return False

    def _is_said(self, place: int, words: str) -> bool:
        """Whether the nearest element of the tree says a text, or one beside it says that and nothing else."""
        above = self._above(place, heard=True)
        if above is None or above.get("ignored"):
            return False
        name = _words(((above.get("name") or {}).get("value")) or "")
        if f" {words} " in f" {name} " and native_role(above) not in _DOCUMENTS:
            return True
        return words in self._beside(above)

    def _beside(self, above: AxNode) -> Collection[str]:
        """What the small elements below a node say, each of them."""
        id_ = above["nodeId"]
        if id_ not in self._said:
            texts = (self._text_of(child) for child in above.get("childIds") or ())
            self._said[id_] = frozenset(_words(text) for text in texts if text)
        return self._said[id_]

    def _text_of(self, node_id: str) -> str | None:
        """What a node and all below it say; None if that is much."""
        texts: list[str] = []
        waiting = [node_id]
        for _ in range(_SMALL):
            if not waiting:
                return "".join(texts)
            node = self._tree.get(waiting.pop())
            if node is None:
                continue
            if not node.get("ignored") and native_role(node) == _TEXT:
                texts.append((node.get("name") or {}).get("value") or "")
            waiting += (node.get("childIds") or ())[::-1]
        return None

    # ------------------------------------------------------------------- adding

    def _above(self, place: int, *, heard: bool = False) -> AxNode | None:
        """The node of the nearest element around a place that the tree has, or with ``heard`` does not ignore."""
        for above in self._drawn.above(place):
            node = self._known.get(self._facts.order[above])
            if node is not None and not (node.get("ignored") and (heard or _is_unheard(node))):
                return node
        return None

    def _is_behind(self, place: int, child: AxNode) -> bool:
        dom = backend_id(child)
        return dom is not None and self._places.get(dom, -1) > place

    def _node(self, part: _Part) -> dict[str, Any]:
        dom, drawn = self._facts.order[part.place], self._drawn
        node: dict[str, Any] = {
            "nodeId": f"seen-{dom}",
            "ignored": False,
            "role": {"value": part.role},
            "name": {"value": part.name},
            "backendDOMNodeId": dom,
            "properties": list(self._states(part)),
            "childIds": [],
        }
        if part.role != _TEXT and drawn.tag(part.place) in _FIELD_TAGS and part.role not in {"button", *_CHECKED}:
            value = self._selected(part.place) if drawn.tag(part.place) == "SELECT" else drawn.value(part.place)
            node["value"] = {"value": value}
        return node

    def _states(self, part: _Part) -> Iterator[dict[str, Any]]:
        if part.role in {_TEXT, _PLAIN}:
            return
        given = self._drawn.attributes(part.place)
        if "disabled" in given or given.get("aria-disabled", "").lower() == "true":
            yield {"name": "disabled", "value": {"value": True}}
        if self._drawn.tag(part.place) == "INPUT" and part.role in _CHECKED:
            yield {"name": "checked", "value": {"value": self._drawn.is_chosen(part.place)}}

    def _selected(self, place: int) -> str | None:
        drawn = self._drawn
        for at in range(place + 1, drawn.end(place)):
            if drawn.is_chosen(at):
                texts = (drawn.raw_text(below) for below in range(at + 1, drawn.end(at)))
                return single_spaced("".join(texts)) or None
        return None


_FIELD_TAGS = frozenset({"INPUT", "SELECT", "TEXTAREA"})
_SMALL = 60
"""Nodes of an element whose text is looked at, those of the engine's lines too."""

_DOCUMENTS = frozenset({"RootWebArea", "main"})
_LIGATURE = re.compile(r"[a-z][a-z0-9_]*")
_UNHEARD = frozenset({"ariaHiddenElement", "ariaHiddenSubtree"})


def _is_bare(node: AxNode) -> bool:
    """Whether an ignored node is only of no interest to the engine, and not hidden."""
    return is_dull(node) or is_presentational(node)


def _is_unheard(node: AxNode) -> bool:
    return any(reason in _UNHEARD for reason in ignored_for(node))


def _words(text: str) -> str:
    """The letters and digits of a text, in words, without upper case; "" for signs alone."""
    return single_spaced("".join(sign if sign.isalnum() else " " for sign in text.casefold()))


_LINE, _GAP = 0.5, 0.4
"""Parts of a height: how much two pieces of a line overlap at least, and how far they are apart at most."""


def _goes_on(before: NodeBox, after: NodeBox) -> bool:
    """Whether a text goes on with another one on the same line."""
    height = min(before[3], after[3])
    overlap = min(before[1] + before[3], after[1] + after[3]) - max(before[1], after[1])
    return overlap >= _LINE * height and abs(after[0] - before[0] - before[2]) <= _GAP * height


def _around(one: NodeBox, other: NodeBox) -> NodeBox:
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, bottom = max(one[0] + one[2], other[0] + other[2]), max(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top
