"""Makes the rows of a window: the documents of a page joined into one tree, its dialog, and the pages that it opened.

Each document stands below the element of its frame, with boxes in window pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import attrs

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.web.actions import actions_of
from uidiff.backends.web.dialogs import dialog_rows, unread_root
from uidiff.backends.web.facts import DocumentFacts
from uidiff.backends.web.layout_tables import SELECTED_ROLES
from uidiff.backends.web.tabs import Tab
from uidiff.backends.web.unheard import add_unheard
from uidiff.backends.web.unheard_places import HeardNodes, ReadMemory
from uidiff.importers.chrome_nodes import DATE_ROLES
from uidiff.importers.chrome_rows import AxNode, AxStates, AxTree, ax_row, backend_id, is_masked, native_role
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.states import StateValue
from uidiff.text import same_text

__all__ = ["UNHEARD", "MadeRows", "PageDocument", "node_of_id", "rows_of", "with_inner"]


class MadeRow(NamedTuple):
    """A row, and what it was made of beside the facts of its DOM node.

    Attributes:
        node: of the accessibility tree.
        marks: whether its DOM node takes clicks, and is unheard.
        row: as it was made.
    """

    node: AxNode
    marks: tuple[bool, bool]
    row: Row


MadeRows: TypeAlias = dict[str, MadeRow]
"""Rows by the ids of their nodes in the accessibility tree."""


@attrs.define(eq=False)
class PageDocument:
    """One document as it was read.

    Attributes:
        loader: the CDP loader id, unique to the document.
        facts, tree: what DOMSnapshot and the accessibility tree say.
        said: the nodes of the tree, as Chromium says them.
        left, top: the position in the window, in pixels.
        clickable: the DOM nodes that take clicks without a role that says so.
        missing: the places of such nodes of which the tree has nothing.
        unheard: the DOM nodes that are shown and ``aria-hidden``.
        is_cut: whether only the upper part of the tree was read.
        frames: the inner documents by the DOM nodes of their frame elements; None for one that was not read.
        changed: the DOM nodes whose facts are others than at the last read, but for their boxes; None: it is not known.
        last, made: the rows of the last read, if that is known, and of this one.
    """

    loader: str
    facts: DocumentFacts
    tree: AxTree
    said: Sequence[AxNode] = attrs.field(repr=False)
    clickable: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    unheard: frozenset[int] = frozenset()
    is_cut: bool = attrs.field(default=False, kw_only=True)
    left: float = 0.0
    top: float = 0.0
    frames: dict[int, PageDocument | None] = attrs.field(factory=dict)
    changed: Collection[int] | None = None
    last: MadeRows = attrs.field(factory=dict, repr=False)
    made: MadeRows = attrs.field(factory=dict, repr=False)

    def place(self, holder: int, inner: PageDocument) -> None:
        """Attach an inner document below the DOM node of its frame element."""
        self.frames[holder] = inner
        x, y, _, _ = self.facts.boxes.get(holder, (0.0, 0.0, 0.0, 0.0))
        inside_x, inside_y = self.facts.insides.get(holder, (0.0, 0.0))
        inner.left, inner.top = self.left + x + inside_x, self.top + y + inside_y

    def reveal(self, memory: ReadMemory) -> None:
        """Add to the trees of the document and those in it what they show and keep out of them.

        Args:
            memory: what was read before.
        """
        for document in with_inner([self]):
            if document.is_cut:
                continue
            document.unheard, more = add_unheard(
                document.facts, document.tree, document.missing, HeardNodes(memory, document.loader)
            )
            document.clickable |= more

    def box(self, node: int | None) -> tuple[int, int, int, int] | None:
        """The box of a node in the window (x, y, width, height), in whole pixels; None if it has none."""
        found = self.facts.boxes.get(node) if node is not None else None
        if found is None:
            return None
        x, y, width, height = found
        return round(self.left + x), round(self.top + y), round(width), round(height)


def with_inner(documents: Iterable[PageDocument]) -> list[PageDocument]:
    """Documents, and those in their frames that were read, however deep."""
    found = list(documents)
    for document in found:  # the list grows
        found += [inner for inner in document.frames.values() if inner is not None]
    return found


DocumentNode: TypeAlias = tuple[PageDocument, AxNode]


class DocumentRows:
    """Makes the rows of the documents of one read, for ``read_tree``."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        """The ids in use."""
        self._states = AxStates(strict=False)

    def roots(self, document: PageDocument) -> list[DocumentNode]:
        """The root nodes of a document."""
        return [(document, node) for node in document.tree.roots()]

    def row(self, place: DocumentNode, depth: int) -> Row:
        """The row of a node."""
        document, node = place
        dom = backend_id(node)
        marks = dom in document.clickable, dom in document.unheard
        last = document.last.get(node["nodeId"])
        if last is not None and last.node is node and last.marks == marks and dom not in (document.changed or ()):
            row = self._moved(last.row, place, depth)
        else:
            row = self._new(place, depth)
        document.made[node["nodeId"]] = MadeRow(node, marks, row)
        return row

    def _moved(self, row: Row, place: DocumentNode, depth: int) -> Row:
        """A row of the last read where it is now."""
        document, node = place
        bounds = document.box(backend_id(node))
        if row.bounds != bounds or row.depth != depth:
            row = row._replace(bounds=bounds, depth=depth)
        if row.id_stable and row.id is not None and row.id not in self.ids:
            self.ids.add(row.id)
            return row
        id_, stable = self._id(document, node, native_role(node))
        return row._replace(id=id_, id_stable=stable)

    def _new(self, place: DocumentNode, depth: int) -> Row:
        document, node = place
        dom, facts, role = backend_id(node), document.facts, native_role(node)
        secret = dom in facts.passwords or is_masked(node) or (dom in facts.masked and "value" in node)
        states: Mapping[str, StateValue] = self._states.of(node)
        if secret or dom in facts.noted or dom in document.unheard or role in DATE_ROLES:
            states = _with_facts(states, document, node, secret=secret)
        id_, stable = self._id(document, node, role)
        row = ax_row(
            node,
            depth,
            states=states,
            id=id_,
            id_stable=stable,
            bounds=document.box(dom),
            automation_id=facts.html_ids.get(dom or 0) or None,
            actions=actions_of(role, states, is_select=dom in facts.selects, takes_clicks=dom in document.clickable),
            secret=secret,
        )
        if dom in facts.passwords:
            return row._replace(value=facts.passwords[dom] or None)
        return row._replace(role=_UNNAMED) if node.get("ignored") else row

    def children(self, place: DocumentNode) -> Iterator[DocumentNode] | None:
        """The children of a node; None for the element of a frame that was not read, and where the tree is cut."""
        document, node = place
        if document.is_cut and document.tree.cut(node):
            return None
        dom = backend_id(node)
        if dom in document.facts.holders:
            inner = document.frames.get(dom)
            return None if inner is None else self._with(document, node, inner)
        return self._below(document, node) if node.get("childIds") else iter(())

    def _with(self, document: PageDocument, node: AxNode, inner: PageDocument) -> Iterator[DocumentNode]:
        yield from self._below(document, node)
        yield from self.roots(inner)

    def _below(self, document: PageDocument, node: AxNode) -> Iterator[DocumentNode]:
        for child in document.tree.below(node):
            yield document, child

    def _id(self, document: PageDocument, node: AxNode, role: str) -> tuple[str, bool]:
        """A unique id of a node, and whether it is stable, as for the first node of each DOM node."""
        dom = backend_id(node)
        stable = _stem(document, dom if dom is not None else document.tree.anchor(node))
        stem = stable if dom is not None else f"{stable}/{role}"
        found, number = stem, 1
        while found in self.ids:
            number += 1
            found = f"{stem}~{number}"
        self.ids.add(found)
        return found, found == stable


def _stem(document: PageDocument, dom: int | None) -> str:
    """The stem of the ids of a DOM node. A generated node has its element in front, as no script can reach it."""
    element = document.facts.generated.get(dom or 0)
    return f"{document.loader}-{dom or 0}" if element is None else f"{document.loader}-{element}/{dom}"


def node_of_id(id_: str) -> tuple[str, int] | None:
    """The loader of the document and the DOM node of an id; of a generated node, its element. None: no id of a page."""
    loader, _, rest = id_.partition("-")
    number = rest.partition("/")[0].partition("~")[0]
    return (loader, int(number)) if number.isdecimal() else None


UNHEARD = "ariahidden"
"""The state of what is shown and not in the accessibility tree."""

_UNNAMED = "generic"
"""The role of an element that has none, and is kept because it takes clicks."""


def _with_facts(
    states: Mapping[str, StateValue], document: PageDocument, node: AxNode, *, secret: bool
) -> Mapping[str, StateValue]:
    """The states of a node with those that the facts of its document tell."""
    dom, facts, role = backend_id(node) or 0, document.facts, native_role(node)
    found = dict(states)
    if secret:
        found["protected"] = True
    if said := facts.stated.get(dom):
        found |= _new(said, node)
    if dom in document.unheard:
        found[UNHEARD] = True
    if dom in facts.selected and role in SELECTED_ROLES:
        found["selected"] = True
    if role in DATE_ROLES:
        found = _of_date(found, facts.flags.get(dom, ()))
    if tokens := facts.autocomplete.get(dom):
        found["autocomplete"] = _joined(found.get("autocomplete"), tokens)
    return found


def _new(said: Mapping[str, str], node: AxNode) -> Mapping[str, StateValue]:
    """The states that attributes are, without a placeholder that is the name, too."""
    name = (node.get("name") or {}).get("value")
    kept = {state: value for state, value in said.items() if state != "placeholder" or not same_text(value, name)}
    busy = kept.pop("busy", "")  # Chromium says it of live regions only
    return {**kept, "busy": True} if busy == "true" else kept


def _of_date(states: Mapping[str, StateValue], flags: Collection[str]) -> dict[str, StateValue]:
    """The states of a field for a date, which shows no placeholder of the page."""
    return {**{name: value for name, value in states.items() if name != "placeholder"}, **dict.fromkeys(flags, True)}


def _joined(*tokens: StateValue | None) -> str:
    return " ".join(token for token in tokens if isinstance(token, str) and token)


class _KnownElement(NamedTuple):
    """An element with a finished row; ``below`` is None if its children cannot be read."""

    row: Row
    below: tuple[_KnownElement, ...] | None


_WindowElement: TypeAlias = "DocumentNode | _KnownElement"


def rows_of(
    family: Sequence[Tab],
    documents: Sequence[PageDocument | None],
    *,
    limits: Limits,
    deadline: float,
) -> list[Row]:
    """The rows of a page and of the pages that it opened.

    A page that was not read (None) has one row, its document as it was last read. The row of each document is kept in
    its tab for that.
    """
    rows = DocumentRows()
    roots: list[_WindowElement] = []
    owners: list[Tab | None] = []  # the tab whose document a root is
    for tab, document in zip(family, documents, strict=True):
        if document is None:
            roots.append(_KnownElement(unread_root(tab), None))
        else:
            roots += rows.roots(document)
        owners += [tab] + [None] * (len(roots) - len(owners) - 1)
        if tab.dialog is not None:
            first, *rest = dialog_rows(tab, tab.dialog)
            roots.append(_KnownElement(first, tuple(_KnownElement(row, ()) for row in rest)))
            owners.append(None)

    def row(place: _WindowElement, depth: int) -> Row:
        return place.row if isinstance(place, _KnownElement) else rows.row(place, depth)

    def children(place: _WindowElement) -> Iterable[_WindowElement] | None:
        return place.below if isinstance(place, _KnownElement) else rows.children(place)

    made = read_tree(roots, row=row, children=children, limits=limits, deadline=deadline)
    made[0] = made[0]._replace(url=None)  # the circumstances have it
    tops = (row for row in made if row.depth == 0)
    for owner, top in zip(owners, tops, strict=True):
        if owner is not None:
            owner.root = top
    return made
