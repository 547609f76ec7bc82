"""Whether a live element is still what a reader was told: its role and name, and those of the elements around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeAlias

import attrs

from uidiff.backends.surroundings import surroundings
from uidiff.backends.web.call_plans import CallPlan, ask_all
from uidiff.backends.web.handles import restless, stale
from uidiff.backends.web.rows import PageDocument, node_of_id, with_inner
from uidiff.backends.web.tabs import Renderer
from uidiff.importers.chrome_nodes import mended
from uidiff.importers.chrome_rows import LINE_ROLE, AxNode, backend_id, native_role
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot

__all__ = ["LastRead", "Refused", "expect_same"]

_TEXT_ROLE = "StaticText"

_Place: TypeAlias = tuple[int, int]
"""Where a node is said: its DOM node, and 0; of a text, which pages make again to set it, the DOM node above and which
of its children it is."""


@attrs.frozen(eq=False)
class _Said:
    """What Chromium says of nodes.

    Attributes:
        places: by their DOM nodes.
        names: their roles and names.
    """

    places: Mapping[int, _Place]
    names: Mapping[_Place, tuple[str, str]]

    @classmethod
    def of(cls, nodes: Sequence[AxNode]) -> _Said:
        """Take the nodes that have a DOM node and are no lines of a text."""
        places: dict[int, _Place] = {}
        names: dict[_Place, tuple[str, str]] = {}
        texts: dict[str, _Place] = {}
        for node in nodes:
            dom = backend_id(node)
            if dom is not None:
                texts.update((child, (dom, k)) for k, child in enumerate(node.get("childIds") or (), 1))
        for node in nodes:
            dom, role = backend_id(node), native_role(node)
            if dom is None or dom in places or node.get("ignored") or role == LINE_ROLE:
                continue
            own = (dom, 0)
            place = texts.get(node["nodeId"], own) if role == _TEXT_ROLE else own
            places[dom] = place
            names[place] = (role, (node.get("name") or {}).get("value") or "")
        return cls(places, names)


@attrs.frozen(eq=False)
class LastRead:
    """What the last read of a page showed.

    Attributes:
        snapshot: the read.
        said: its nodes, as Chromium says them, by the loader of their document.
    """

    snapshot: Snapshot
    said: Mapping[str, Sequence[AxNode]]
    _by_loader: dict[str, _Said] = attrs.field(factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot, documents: Sequence[PageDocument]) -> LastRead:
        """Keep of a read what is needed."""
        return cls(snapshot, {document.loader: document.said for document in with_inner(documents)})

    def of_document(self, loader: str) -> _Said | None:
        """The roles and names of a document at the last read; None if it was not read."""
        if loader in self.said and loader not in self._by_loader:
            self._by_loader[loader] = _Said.of(self.said[loader])
        return self._by_loader.get(loader)


@attrs.define
class Refused:
    """The tries to act on an element that were refused because it, or what is around it, was not as it was read.

    Between two tries the page is read, and the element found to be the one that was told. What changes each time is a
    clock or the like, and would keep an element from being acted on for good.

    Attributes:
        id: the element; "" if the last try was not refused for that.
        changing: where the nodes around it were that had other names then.
    """

    id: str = ""
    changing: frozenset[_Place] = frozenset()

    def expect_known(self, changed: frozenset[_Place], own: _Place | None) -> None:
        """Raise Restless unless all that has changed now had changed at an earlier try too, and is not the element."""
        if own in changed or not changed <= self.changing:
            self.changing |= changed
            raise restless()


def expect_same(renderer: Renderer, last: LastRead | None, element: Element, refused: Refused) -> CallPlan[None]:
    """Raise StaleRef unless the element and what is around it are in the page as they were told.

    One call. What the reader was told is compared with the last read, and that with what Chromium says now, but for
    what changes each time (see :class:`Refused`).
    """
    around = surroundings(element)
    told = {one.id: one for one in (around, *around.descendants, element) if one.id and one.id_stable}
    place = node_of_id(around.id or "")
    if last is None or place is None or around.id not in told or element.id not in told:
        return  # as of a text that a style sheet generates: nothing to compare
    loader = place[0]
    known = last.of_document(loader)
    if known is None:
        raise stale()
    _expect_told(told, last.snapshot)
    expected = {known.places[node] for id_ in told if (node := _node(id_, loader)) in known.places}
    asked = {"backendNodeId": place[1]}
    (said,) = yield from ask_all([partial(renderer.session.send, "Accessibility.queryAXTree", asked)])
    if isinstance(said, Exception):
        if "backendNodeId" in str(said) or "No node" in str(said) or "not find" in str(said):
            raise stale() from said
        raise said
    now = _Said.of(mended(said["nodes"])).names
    own = known.places.get(_node(element.id, loader))
    missing = expected - now.keys()
    if own in missing:
        raise stale()
    if missing or now.keys() - known.names.keys():
        raise restless()
    refused.expect_known(frozenset(one for one in now if known.names[one] != now[one]), own)


def _expect_told(told: Mapping[str, Element], last: Snapshot) -> None:
    """Raise StaleRef unless the last read shows these elements with the same roles and names."""
    ids, roles, names = last.columns.id, last.columns.role, last.columns.name
    shown = {id_: index for index, id_ in enumerate(ids) if id_ in told}
    for id_, one in told.items():
        index = shown.get(id_)
        if index is None or roles[index] != one.role or (names[index] != one.name and not one.secret):
            raise stale()


def _node(id_: str, loader: str) -> int:
    """The DOM node of a stable id of a document; 0 if it is of another one."""
    found = node_of_id(id_)
    return found[1] if found is not None and found[0] == loader and "/" not in id_ else 0
