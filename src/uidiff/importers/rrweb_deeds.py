"""What users do in a recording, told apart: which event begins a deed, and which says more of the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from uidiff.dom.nodes import Node
from uidiff.dom.page import Page

__all__ = ["Deed", "is_by_user", "is_same_document", "names_it", "verb_of", "was_on"]

_TOGETHER = 50
"""Milliseconds between the click on a label and the one that the browser makes on its field."""
_CHECKS = frozenset({"checkbox", "radio"})
_SAME = 0.9
"""Share of the elements of two full snapshots that are the same in one document."""


@attrs.define(eq=False)
class Deed:
    """What a user did, and is not told yet: ``at`` in ms, with the last of several inputs at ``last``."""

    words: str
    at: float
    kind: str
    node: int | None = None
    last: float = 0.0


def is_by_user(page: Page, node: Node, data: Mapping[str, Any], deed: Deed | None) -> bool:
    """Return whether a field was changed by the user: the recorder says it, or the field has the focus, if that is
    known, or the deed before was done to it.
    """
    if type(said := data.get("userTriggered")) is bool:
        return said
    if node.word("type") == "radio" and data.get("isChecked") is not True:
        return False
    is_there = not page.focus_known or page.focus == node.id or node.tag == "select"
    return is_there or (deed is not None and was_on(page, deed, node))


def names_it(page: Page, deed: Deed, node: Node | None, verb: str, at: float) -> bool:
    """Return whether a click says more of the one before: it was the second of two, or the first was on a label."""
    if verb == "double-click":
        return deed.node == (node and node.id)
    return verb == "click" and node is not None and at - deed.last <= _TOGETHER and _label_of(page, deed) is node


def was_on(page: Page, deed: Deed, field: Node) -> bool:
    """Return whether something was done to a field, to what is in it, or to its label."""
    node = page.nodes.get(deed.node) if deed.node is not None else None
    while node is not None and node is not field:
        node = node.parent
    return node is field or _label_of(page, deed) is field


def _label_of(page: Page, deed: Deed) -> Node | None:
    """Return the field whose label something was done to."""
    node = page.nodes.get(deed.node) if deed.node is not None else None
    while node is not None and node.tag != "label":
        node = node.parent
    return None if node is None else page.references.control(node)


def verb_of(field: Node, *, checked: bool) -> str:
    """Return what one does to a field, in a word."""
    if field.tag == "input" and field.word("type") in _CHECKS:
        return "check" if checked else "uncheck"
    return "select" if field.tag == "select" else "type"


def is_same_document(old: Page, new: Page, old_url: str | None, new_url: str | None) -> bool:
    """Return whether a full snapshot is of the document that is there, as recorders make them now and then: at the same
    address, with the same numbers for the same elements.
    """
    if (old_url or "").partition("#")[0] != (new_url or "").partition("#")[0]:
        return False
    common = [(node, old.nodes[id_]) for id_, node in new.nodes.items() if id_ in old.nodes]
    same = sum(node.kind == known.kind and node.tag == known.tag for node, known in common)
    return same >= _SAME * max(len(common), len(new.nodes) / 2)
