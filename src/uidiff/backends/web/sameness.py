"""Whether a live element is still what a reader was told: its role and name, and those of the elements around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import attrs

from uidiff.backends.surroundings import surroundings
from uidiff.backends.web.call_plans import CallPlan, ask_all
from uidiff.backends.web.handles import stale
from uidiff.backends.web.rows import PageDocument, node_of_id, with_inner
from uidiff.backends.web.tabs import Renderer
from uidiff.importers.chrome_nodes import mended
from uidiff.importers.chrome_rows import LINE_ROLE, AxNode, backend_id, native_role
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot

__all__ = ["LastRead", "expect_same"]

_Names: TypeAlias = Mapping[int, tuple[str, str]]
"""The role and the name of nodes, as Chromium says them, by their DOM nodes."""


@attrs.frozen(eq=False)
class LastRead:
    """What the last read of a page showed.

    Attributes:
        snapshot: the read.
        said: its nodes, as Chromium says them, by the loader of their document.
    """

    snapshot: Snapshot
    said: Mapping[str, Sequence[AxNode]]
    _names: dict[str, _Names] = attrs.field(factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot, documents: Sequence[PageDocument]) -> LastRead:
        """Keep of a read what is needed."""
        return cls(snapshot, {document.loader: document.said for document in with_inner(documents)})

    def names(self, loader: str) -> _Names | None:
        """The roles and names of the nodes of a document; None if it was not read."""
        if loader in self.said and loader not in self._names:
            self._names[loader] = _names(self.said[loader])
        return self._names.get(loader)


def expect_same(renderer: Renderer, last: LastRead | None, element: Element) -> CallPlan[None]:
    """Raise StaleRef unless the element and what is around it are in the page as they were told.

    One call. What the reader was told is compared with the last read, and that with what Chromium says now.
    """
    around = surroundings(element)
    told = {one.id: one for one in (around, *around.descendants, element) if one.id and one.id_stable}
    place = node_of_id(around.id or "")
    if last is None or place is None or around.id not in told or element.id not in told:
        return  # as of a text that a style sheet generates: nothing to compare
    loader = place[0]
    known = last.names(loader)
    if known is None:
        raise stale()
    _expect_told(told, last.snapshot)
    expected = {node: known[node] for id_ in told if (node := _node(id_, loader)) in known}
    asked = {"backendNodeId": place[1]}
    (said,) = yield from ask_all([partial(renderer.session.send, "Accessibility.queryAXTree", asked)])
    if isinstance(said, Exception):
        if "backendNodeId" in str(said) or "No node" in str(said) or "not find" in str(said):
            raise stale() from said
        raise said
    now = _names(mended(said["nodes"]))
    missing = expected.keys() - now.keys()
    if missing or any(known.get(node) != name for node, name in now.items()):
        raise stale()


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


def _names(nodes: Iterable[AxNode]) -> _Names:
    found: dict[int, tuple[str, str]] = {}
    for node in nodes:
        dom: Any = None if node.get("ignored") else backend_id(node)
        if dom is not None and native_role(node) != LINE_ROLE:
            found.setdefault(dom, (native_role(node), (node.get("name") or {}).get("value") or ""))
    return found
