"""What each element of a snapshot truly is: by the attribute ``data-key``, which no matcher sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

import uidiff
from uidiff.backends.web.rows import node_of_id

__all__ = ["Truth", "living_nodes", "truth_of"]


@attrs.frozen
class Truth:
    """The keys of the elements of one snapshot.

    Attributes:
        shows: by index the key of the nearest DOM element that has one; None above all of them.
        own: by key the index of the element that is that DOM element, or stands for it.
        alive: by key the number of the DOM element, whether the tree shows it or not; empty if it is not known.
    """

    shows: tuple[str | None, ...]
    own: Mapping[str, int]
    alive: Mapping[str, int]


def truth_of(page: Any, snapshot: uidiff.Snapshot) -> Truth:  # noqa: ANN401  # a Page of Playwright
    """Ask the browser for the DOM elements behind a snapshot of a page that is at rest."""
    nearest: dict[int, str | None] = {}
    mine: dict[int, str] = {}
    for node, above in _walk(_document(page)):
        given = node.get("attributes", [])
        key = dict(zip(given[::2], given[1::2], strict=True)).get("data-key")
        nearest[node["backendNodeId"]] = nearest.get(above) if key is None else key
        if key is not None:
            mine[node["backendNodeId"]] = key
    shows: list[str | None] = []
    own: dict[str, int] = {}
    for index, id_ in enumerate(snapshot.columns.id):
        found = node_of_id(id_ or "")
        dom = found[1] if found else 0
        shows.append(nearest.get(dom))
        if dom in mine and snapshot.columns.id_stable[index]:
            own.setdefault(mine[dom], index)
    return Truth(tuple(shows), own, {key: node for node, key in mine.items()})


def living_nodes(page: Any) -> set[int]:  # noqa: ANN401  # a Page of Playwright
    """The numbers of the DOM nodes in a page."""
    return {node["backendNodeId"] for node, _ in _walk(_document(page))}


def _document(page: Any) -> dict[str, Any]:  # noqa: ANN401  # a Page of Playwright
    """The root of the DOM as the browser's protocol gives it."""
    session = page.context.new_cdp_session(page)
    try:
        root: dict[str, Any] = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    finally:
        session.detach()
    return root


def _walk(root: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int]]:
    """All nodes, each with the id of the one above it (of a shadow root or a document: its host)."""
    left: list[tuple[dict[str, Any], int]] = [(root, 0)]
    while left:
        node, above = left.pop()
        yield node, above
        below = [*node.get("children", ()), *node.get("shadowRoots", ())]
        below += [node["contentDocument"]] if "contentDocument" in node else []
        left += [(child, node["backendNodeId"]) for child in below]
