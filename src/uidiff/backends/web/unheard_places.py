"""Which ``aria-hidden`` elements of a page are part of what it shows, and not put away behind something else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

import attrs

from uidiff.backends.web.facts import DocumentFacts
from uidiff.importers.chrome_rows import AxNode, backend_id, native_role

__all__ = ["HeardNodes", "OpenPlaces", "ReadMemory"]

_DIALOGS = frozenset({"alertdialog", "dialog"})
_POPUPS = frozenset({"listbox", "menu"})
"""Roles of what hides the page around it while it has the focus."""


class ReadMemory(Protocol):
    """What is known of the earlier reads of a window."""

    def was_heard(self, id_: str) -> bool:
        """Whether a read showed a node without its being ``aria-hidden``."""
        ...

    def was_unheard(self, id_: str) -> bool:
        """Whether a read showed a node that was ``aria-hidden``."""
        ...

    def were_said(self, texts: Collection[str]) -> bool:
        """Whether all these texts were read without being ``aria-hidden``."""
        ...


@attrs.frozen
class HeardNodes:
    """What was read before of one document, by its DOM nodes."""

    _memory: ReadMemory
    _loader: str

    def was_heard(self, node: int) -> bool:
        """Whether it was read without being ``aria-hidden``."""
        return self._memory.was_heard(f"{self._loader}-{node}")

    def was_unheard(self, node: int) -> bool:
        """Whether it was read while it was ``aria-hidden``."""
        return self._memory.was_unheard(f"{self._loader}-{node}")

    def were_said(self, texts: Collection[str]) -> bool:
        """Whether all these texts were read without being ``aria-hidden``."""
        return self._memory.were_said(texts)


class OpenPlaces:
    """Which places of a document are not behind something that is open.

    Args:
        facts, nodes: of the document; ``nodes`` are the engine's.
    """

    def __init__(self, facts: DocumentFacts, nodes: Collection[AxNode]) -> None:
        self._facts = facts
        self._beside, self._modal = _opened(facts, nodes)

    def unheard(self, heard: HeardNodes) -> Iterator[int]:
        """Yield the places of the outermost ``aria-hidden`` elements that are no page behind a dialog or menu.

        Args:
            heard: what was read before without being ``aria-hidden``: what holds it was put away.
        """
        facts, drawn = self._facts, self._facts.drawn
        for place in sorted(facts.unheard):
            above = list(drawn.above(place))
            if not facts.unheard.isdisjoint(above) or not self.is_open(place):
                continue
            if above and above[0] in self._beside:
                continue
            if not any(heard.was_heard(facts.order[at]) for at in range(place, drawn.end(place))):
                yield place

    def is_open(self, place: int) -> bool:
        """Whether a place is neither inert nor behind a modal dialog."""
        outer = {place, *self._facts.drawn.above(place)}
        return self._facts.inert.isdisjoint(outer) and not (self._modal and self._modal.isdisjoint(outer))


def _opened(facts: DocumentFacts, nodes: Collection[AxNode]) -> tuple[set[int], set[int]]:
    """The places of all that holds a dialog or a menu that is open, and those of modal dialogs."""
    places = {node: place for place, node in enumerate(facts.order)}
    opened, popups, modal, focused = set[int](), set[int](), set[int](), set[int]()
    for node in nodes:
        place = places.get(backend_id(node) or 0)
        if place is None or node.get("ignored"):
            continue
        role = native_role(node)
        if role in _DIALOGS:
            opened.add(place)
            if _is(node, "modal"):
                modal.add(place)
        elif role in _POPUPS:
            popups.add(place)
        if _is(node, "focused"):
            focused.add(place)
    opened |= popups & (_around(facts, focused) | focused)
    return _around(facts, opened), modal


def _is(node: AxNode, state: str) -> bool:
    given: Iterable[AxNode] = node.get("properties") or ()
    return any(each["name"] == state and each["value"].get("value") in {True, "true"} for each in given)


def _around(facts: DocumentFacts, places: Iterable[int]) -> set[int]:
    return {above for place in places for above in facts.drawn.above(place)}
