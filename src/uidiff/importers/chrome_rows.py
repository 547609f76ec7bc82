"""Accessibility nodes of Chromium as rows: for dumps of ``Accessibility.getFullAXTree``, and for the live backend.

Sources: the Chrome DevTools protocol (Accessibility.AXNode, AXPropertyName) and Chromium's
inspector_accessibility_agent.cc. Ignored nodes say nothing; what is below them hangs under the nearest node that does.
An ``InlineTextBox`` is a line of a text that its parent says whole; it goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from uidiff.model.columns import Row
from uidiff.model.native_states import chromium_states
from uidiff.model.states import StateValue

__all__ = [
    "DOCUMENT_ROLE",
    "LINE_ROLE",
    "READ",
    "AxNode",
    "AxStates",
    "AxTree",
    "ax_row",
    "ax_url",
    "backend_id",
    "is_masked",
    "native_role",
]

AxNode: TypeAlias = Mapping[str, Any]
"""One AXNode of the protocol, as JSON says it."""

LINE_ROLE = "InlineTextBox"
"""The role of a line of a text."""

DOCUMENT_ROLE = "RootWebArea"
"""The role of a document; the title is its name."""

STATES = frozenset(
    {
        *("atomic", "autocomplete", "busy", "checked", "disabled", "editable", "expanded", "focusable", "focused"),
        *("hasPopup", "hidden", "invalid", "keyshortcuts", "level", "live", "modal", "multiline", "multiselectable"),
        *("orientation", "pressed", "readonly", "relevant", "required", "roledescription", "selected"),
        *("valuemax", "valuemin", "valuetext"),
    },
)
"""The properties that are states. The others are relations, the URL, and what the engine notes for itself."""

READ = STATES | {"url"}
"""The properties that are read."""

_BULLET = "\u2022"
_NO_ROLE = "none"
_FLOAT_DIGITS = 7
"""The engine keeps numbers as 32-bit floats: so many digits are meant."""


class AxTree:
    """The nodes of one document, of which each is handed out once, whatever ``childIds`` say."""

    def __init__(self, nodes: Sequence[AxNode]) -> None:
        self._nodes = {node["nodeId"]: node for node in nodes}
        self._given: set[str] = set()

    @property
    def tops(self) -> list[AxNode]:
        """The nodes without parent, ignored or not."""
        return [node for node in self._nodes.values() if node.get("parentId") not in self._nodes]

    def roots(self) -> Iterator[AxNode]:
        """The nodes that say something and have none above them that does."""
        return self._kept([node["nodeId"] for node in self.tops])

    def below(self, node: AxNode) -> Iterator[AxNode]:
        """The children of a node, in order: those of its ignored children in their place."""
        return self._kept(node.get("childIds") or ())

    def cut(self, node: AxNode) -> bool:
        """Whether children are named that are not there: the dump ended above them."""
        return node["nodeId"] in self._cut

    @cached_property
    def _cut(self) -> set[str]:
        """The nodes of which children are missing, also those of their ignored children; each is looked at once."""
        waiting = []
        above: dict[str, list[str]] = {}  # of ignored nodes
        for node_id, node in self._nodes.items():
            for child_id in node.get("childIds") or ():
                child = self._nodes.get(child_id)
                if child is None:
                    waiting.append(node_id)
                elif child.get("ignored"):
                    above.setdefault(child_id, []).append(node_id)
        cut: set[str] = set()
        while waiting:
            node_id = waiting.pop()
            if node_id not in cut:
                cut.add(node_id)
                waiting += above.get(node_id, ())
        return cut

    def anchor(self, node: AxNode) -> int | None:
        """The DOM node of the nearest node above that has one, said or ignored."""
        for _ in self._nodes:  # no more steps than there are nodes, whatever they say
            above = self._nodes.get(node.get("parentId") or "")
            if above is None:
                return None
            if (found := backend_id(above)) is not None:
                return found
            node = above
        return None

    def _kept(self, ids: Sequence[str]) -> Iterator[AxNode]:
        waiting = list(ids[::-1])
        while waiting:
            node_id = waiting.pop()
            node = self._nodes.get(node_id)
            if node is None or node_id in self._given:
                continue
            self._given.add(node_id)
            if node.get("ignored"):
                waiting += (node.get("childIds") or ())[::-1]
            elif native_role(node) != LINE_ROLE:
                yield node


class AxStates:
    """Turns properties into states, equal ones only once.

    Args:
        strict: ValueError for a value that does not convert; else such a state is left out, as a page may say anything.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self._known: dict[Any, dict[str, StateValue]] = {}

    def of(self, node: AxNode) -> dict[str, StateValue]:
        """The states of a node. ``invalid`` is left out where it is false, which every field says of itself."""
        given = node.get("properties")
        if not given:
            return {}
        said = [(each["name"], each["value"].get("value")) for each in given if each["name"] in STATES]
        key = tuple((name, type(value), value) for name, value in said)
        if key not in self._known:
            self._known[key] = self._made({name: value for name, value in said if value is not None})
        return self._known[key]

    def _made(self, said: Mapping[str, object]) -> dict[str, StateValue]:
        try:
            states = chromium_states(said)
        except ValueError:
            if self._strict:
                raise
            states = {}
            for name, value in said.items():
                states |= _converted(name, value)
        if states.get("invalid") is False:
            del states["invalid"]
        if "editable" in states and "focusable" not in states:  # a part of a field, and not the field
            del states["editable"]
        _forget_missing_ends(states)
        return states


class _Texts(NamedTuple):
    name: str | None
    value: str | None
    description: str | None


def ax_row(
    node: AxNode,
    depth: int,
    *,
    states: Mapping[str, object],
    id: str | None,  # the field's name
    id_stable: bool = False,
    bounds: tuple[int, int, int, int] | None = None,
    automation_id: str | None = None,
    actions: Sequence[str] | None = None,
    secret: bool = False,
    unread: bool = False,
) -> Row:
    """The row of a node; ``role`` is Chromium's, for the platform "web"."""
    name, value, description = _texts(node)
    return Row(
        depth,
        native_role(node),
        name,
        value,
        description,
        bounds,
        states,
        id,
        id_stable,
        automation_id,
        ax_url(node),
        None,
        actions,
        secret,
        unread,
    )


def ax_url(node: AxNode) -> str | None:
    """Where a link leads to, what an image or a frame shows."""
    for each in node.get("properties") or ():
        if each["name"] == "url":
            return each["value"].get("value") or None
    return None


def backend_id(node: AxNode) -> int | None:
    """The DOM node behind a node; None where there is none, as of the text of a ``::before``."""
    found: int | None = node.get("backendDOMNodeId")
    return found


def is_masked(node: AxNode) -> bool:
    """Whether its value is told as bullets, as Chromium does where what is typed is not shown."""
    value = (node.get("value") or {}).get("value")
    return isinstance(value, str) and value != "" and not value.strip(_BULLET)


def native_role(node: AxNode) -> str:
    """Chromium's word for what it is; it has none for some ignored nodes."""
    role = node.get("role")
    return (role and role.get("value")) or _NO_ROLE


def _number_text(value: float) -> str:
    """A number as a person writes it."""
    return str(int(value)) if value == int(value) else f"{value:.{_FLOAT_DIGITS}g}"


def _texts(node: AxNode) -> _Texts:
    name, value, description = node.get("name"), node.get("value"), node.get("description")
    return _Texts(
        (name.get("value") or None) if name else None,
        _text(value.get("value")) if value else None,
        (description.get("value") or None) if description else None,
    )


def _text(value: object) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number_text(value)
    return value or None  # type: ignore[return-value]  # the builder checks it


def _forget_missing_ends(states: dict[str, StateValue]) -> None:
    """Take out an end of a range that nobody gave, where it shows: the engine says 0 then, as ``0..0`` or ``3..0``."""
    low, high = states.get("valuemin"), states.get("valuemax")
    if isinstance(low, int | float) and isinstance(high, int | float) and high <= low:
        for name in ("valuemin", "valuemax"):
            if not states[name]:
                del states[name]


def _converted(name: str, value: object) -> dict[str, StateValue]:
    try:
        return chromium_states({name: value})
    except ValueError:
        return {}
