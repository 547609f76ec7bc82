"""Makes rows of the objects that were read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uidiff.backends.atspi.constants import state_names
from uidiff.backends.atspi.facts import AtspiNode, in_order
from uidiff.backends.atspi.replies import Extents
from uidiff.model.columns import Row
from uidiff.model.native_states import ATSPI_CHECKABLE_ROLES, ATSPI_TOGGLE_ROLES, atspi_states
from uidiff.model.states import StateValue

__all__ = ["rows_of"]

_PASSWORD = "password text"  # noqa: S105  # the name of a role

_CLASS_NAME = re.compile(r"(?:Adw|Gdk|Gsk|Gtk)[A-Z][A-Za-z0-9]*")
"""The class of a widget, which GTK 4 gives as the name of elements without one."""

_TEXTS = frozenset({"label", "static"})
"""Roles whose name is visible text, even if it looks like the name of a class."""


def rows_of(roots: Sequence[AtspiNode], *, from_screen: bool) -> list[Row]:
    """Make the rows of all nodes, in pre-order.

    Args:
        roots: the window and its dialogs.
        from_screen: whether bounds were read relative to the screen; rows have them relative to their root.
    """
    origin: Extents | None = None
    rows: list[Row] = []
    for node in in_order(roots):
        if node.parent is None:
            origin = node.box
        rows.append(_row(node, _within(node.box, origin) if from_screen else node.box))
    return rows


def _row(node: AtspiNode, box: Extents | None) -> Row:
    facts = node.facts
    name = _name(node)
    return Row(
        node.depth,
        facts.role,
        name=name or None,
        value=_value(node, name),
        description=facts.description.strip() or None,
        bounds=None if box is None else tuple(box),
        states=_states(node, name),
        id=node.id,
        id_stable=not node.fleeting,
        automation_id=node.automation_id or None,
        actions=tuple(filter(None, node.actions)) or None,
        secret=facts.role == _PASSWORD,
        unread=node.unread,
    )


def _within(box: Extents | None, origin: Extents | None) -> Extents | None:
    if box is None or origin is None:
        return None
    return box._replace(x=box.x - origin.x, y=box.y - origin.y)


def _name(node: AtspiNode) -> str:
    """The name without surrounding space, which some menus of GTK 3 have; "" if it is the class of the widget."""
    name = node.facts.name.strip()
    is_text = node.facts.role in _TEXTS or (node.facts.role == "text" and node.text in {None, name})
    return "" if not is_text and _CLASS_NAME.fullmatch(name) else name


def _value(node: AtspiNode, name: str) -> str | None:
    """The text, unless it repeats the name as in cells; else the number with 15 significant digits."""
    if node.text is not None:
        editable = "editable" in state_names(node.facts.states)
        return node.text if editable or node.text.strip() not in {"", name} else None
    return None if node.number is None else f"{node.number + 0.0:.15g}"


def _states(node: AtspiNode, name: str) -> dict[str, StateValue]:
    role = node.facts.role
    states = atspi_states(
        tuple(state_names(node.facts.states)),
        shows=True,
        checkable=role in ATSPI_CHECKABLE_ROLES,
        toggle=role in ATSPI_TOGGLE_ROLES,
    )
    states.pop("offscreen", None)  # decided by the node's ancestors too
    if not node.shown:
        states["offscreen"] = True
    states.update({state: said for state, said in node.said.items() if state != "placeholder" or said != name})
    if role == _PASSWORD:
        states["protected"] = True
    return states
