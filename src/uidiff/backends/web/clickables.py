"""Elements that take clicks without a role that says so: a handler, or the pointer over them, tells it.

Chromium knows both: which nodes have a handler for clicks (``isClickable``), and the computed style ``cursor``, which
is inherited. A handler may be there for the elements below it: what holds a control, or another such element, is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from uidiff.backends.web.actions import PRESSED, TYPED
from uidiff.backends.web.facts import DocumentFacts
from uidiff.importers.chrome_rows import AxNode, backend_id, is_dull, is_presentational, native_role

__all__ = ["Clickables", "clickables"]

_OTHERS = frozenset({"ComboBoxMenuButton", "ComboBoxSelect", "ListBox", "scrollbar", "slider"})
"""Further roles of controls."""

_FIELD = frozenset({"editable"})


@attrs.frozen
class Clickables:
    """What takes clicks in a document.

    Attributes:
        nodes: the DOM nodes, in the accessibility tree.
        missing: the places of those that it has nothing of.
    """

    nodes: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()


def clickables(facts: DocumentFacts, nodes: Collection[AxNode]) -> Clickables:
    """What takes clicks in a document, the outermost of each place; no controls, nor parts of one.

    Where the accessibility tree lacks a node, as it does inline elements, the first one in it stands for it; else the
    node itself, if only its role has it left out.
    """
    if not facts.clicked:
        return Clickables()
    places = {node: place for place, node in enumerate(facts.order)}
    controls = {place for place in map(places.get, _controls(nodes)) if place is not None} | facts.labels
    holding = _around(facts, controls) | controls
    free = [
        place
        for place in facts.clicked
        if place not in holding and not any(one in controls for one in _above(facts, place))
    ]
    outer = _around(facts, free)
    left = {place for place in free if facts.clicked[place] or place not in outer}
    if not left:
        return Clickables()
    known = {backend_id(node) for node in nodes if not node.get("ignored") or is_dull(node)}
    bare = {backend_id(node) for node in nodes if is_presentational(node)}
    outermost = [place for place in left if not any(one in left for one in _above(facts, place))]
    found = {place: _first_known(facts, place, known) for place in outermost}
    found |= {place: facts.order[place] for place in found if not found[place] and facts.order[place] in bare}
    missing = frozenset(place for place, node in found.items() if node is None)
    return Clickables(frozenset(filter(None, found.values())), missing)


def _first_known(facts: DocumentFacts, place: int, known: Collection[int | None]) -> int | None:
    """The DOM node at a place, or the first one in it, that the accessibility tree has; None if it has none."""
    for at in range(place, len(facts.order)):
        if at != place and facts.parents[at] < place:
            return None
        if facts.order[at] in known:
            return facts.order[at]
    return None


def _controls(nodes: Iterable[AxNode]) -> Iterator[int]:
    for node in nodes:
        dom = None if node.get("ignored") else backend_id(node)
        if dom is not None and (native_role(node) in _ROLES or _is_field(node)):
            yield dom


_ROLES = PRESSED | TYPED | _OTHERS


def _is_field(node: AxNode) -> bool:
    """Whether it is a field of rich text."""
    given: Iterable[Mapping[str, object]] = node.get("properties") or ()
    return any(each["name"] in _FIELD for each in given)


def _above(facts: DocumentFacts, place: int) -> Iterator[int]:
    """The ancestors of a node, the nearest first."""
    parents = facts.parents
    while (place := parents[place]) >= 0:
        yield place


def _around(facts: DocumentFacts, places: Iterable[int]) -> set[int]:
    """The ancestors of nodes; each is visited once."""
    found: set[int] = set()
    for place in places:
        for above in _above(facts, place):
            if above in found:
                break
            found.add(above)
    return found
