"""Say what a user did in a recording, in words: a verb, and the element by its role and its quoted name."""

from __future__ import annotations

import re

from uidiff.dom.nodes import Node
from uidiff.importers.aria_reader import WIDGETS
from uidiff.model.redaction import REDACTED
from uidiff.model.snapshot import Snapshot
from uidiff.model.urls import shown_url
from uidiff.text import quote, shorten

__all__ = ["TargetWords", "address_words"]

_NAME_LENGTH = 40
"""Characters of a name, as of a label (spec/definitions#17-label)."""

_LOOKED_AT = 20
"""Elements below an unnamed one in which a text is looked for."""

_PLACES = frozenset({"document", "generic", "text"})
"""Roles that say nothing of what was meant."""


class TargetWords:
    """Finds the element that is meant by a node, in a snapshot: its rows have no secrets any more."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._places = {id_: place for place, id_ in enumerate(snapshot.columns.id)}

    def words(self, node: Node | None) -> str:
        """Return the role and the quoted name of what a node stands for: the nearest widget around it, else the
        nearest element with a role, else the nearest.
        """
        around: list[int] = []
        while node is not None:
            place = self._places.get(str(node.id))
            if place is not None and (not around or around[-1] != place):
                around.append(place)
            node = node.parent
        roles = self._snapshot.columns.role
        widget = next((place for place in around if roles[place] in WIDGETS), None)
        named = next((place for place in around if roles[place] not in _PLACES), None)
        found = widget if widget is not None else named if named is not None else next(iter(around), None)
        return "" if found is None else f" {self._called(found)}"

    def _called(self, place: int) -> str:
        columns = self._snapshot.columns
        end = min(self._snapshot.ends[place], place + _LOOKED_AT)
        if columns.role[place] == "document":
            end = place + 1
        names = (columns.name[at] for at in range(place, end))
        name = next((name for name in names if name and name != REDACTED), None)
        return (
            columns.role[place] if not name else f"{columns.role[place]} {quote(shorten(name.strip(), _NAME_LENGTH))}"
        )


_CONTROLS = re.compile(r"[\x00-\x1f]")


def address_words(url: str | None) -> str:
    """Return a quoted address: the part of it that may be shown."""
    return quote(shown_url(_CONTROLS.sub("", url or ""))[:200])
