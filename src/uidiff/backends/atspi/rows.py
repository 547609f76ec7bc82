"""Makes rows of the objects that were read."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.backends.atspi.constants import state_names
from uidiff.backends.atspi.facts import AtspiNode, in_order
from uidiff.backends.atspi.replies import Extents
from uidiff.model.columns import Row
from uidiff.model.native_states import ATSPI_CHECKABLE_ROLES, ATSPI_TOGGLE_ROLES, atspi_states
from uidiff.model.states import StateValue
from uidiff.model.toolkit_names import class_names

__all__ = ["rows_of"]

_PASSWORD = "password text"  # noqa: S105  # the name of a role


def rows_of(roots: Sequence[AtspiNode], *, from_screen: bool) -> list[Row]:
    """Make the rows of all nodes, in pre-order.

    Args:
        roots: the window and its dialogs.
        from_screen: whether bounds were read relative to the screen; rows have them relative to their root.
    """
    origin: Extents | None = None
    rows: list[Row] = []
    nodes = list(in_order(roots))
    names = [node.facts.name.strip() for node in nodes]  # some menus of GTK 3 have space around them
    classes = class_names(names, [node.facts.role for node in nodes], [node.text for node in nodes])
    for index, (node, name) in enumerate(zip(nodes, names, strict=True)):
        if node.parent is None:
            origin = node.box
        box = _within(node.box, origin) if from_screen else node.box
        rows.append(_row(node, "" if index in classes else name, box))
    return rows


def _row(node: AtspiNode, name: str, box: Extents | None) -> Row:
    facts = node.facts
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
