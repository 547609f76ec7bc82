"""Rows of Chromium's accessibility nodes: for dumps of ``Accessibility.getFullAXTree``, and for the live backend.

Sources: the Chrome DevTools protocol (Accessibility.AXNode, AXPropertyName) and Chromium's
inspector_accessibility_agent.cc. Ignored nodes are left out; their children hang under the nearest node that is not
ignored. An ``InlineTextBox`` is a line of its parent's text, and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from uidiff.importers.chrome_nodes import AxNode, ignored_for
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
    "is_dull",
    "is_masked",
    "is_presentational",
    "native_role",
]

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
"""The properties that are states. The others are relations, the URL, and internal data of the engine."""

READ = STATES | {"url"}
"""The properties that are read."""

_BULLET = "\u2022"
_NO_ROLE = "none"
_FLOAT_DIGITS = 7
"""Significant digits of the engine's numbers, which are 32-bit floats."""


class AxTree:
    """The nodes of one document; each is yielded once, whatever ``childIds`` contain.

    Args:
        nodes: the nodes.
        kept: DOM nodes that are kept although the engine ignores them as uninteresting or without a role.
    """

    def __init__(self, nodes: Sequence[AxNode], *, kept: Collection[int] = ()) -> None:
        self._spared = kept
        self._nodes = {node["nodeId"]: node for node in nodes}
        self._given: set[str] = set()
        self.nodes: Collection[AxNode] = tuple(self._nodes.values())
        """All nodes of the engine, ignored or not."""

    def get(self, node_id: str) -> AxNode | None:
        """Return a node by its id; None if there is none."""
        return self._nodes.get(node_id)

    def add(self, node: AxNode, *, before: Callable[[AxNode], bool]) -> None:
        """Add a node of one's own, before the first child of its parent of which ``before`` is true."""
        above = self._nodes[node["parentId"]]
        below = list(above.get("childIds") or ())
        known = ((at, self._nodes[child]) for at, child in enumerate(below) if child in self._nodes)
        below.insert(next((at for at, child in known if before(child)), len(below)), node["nodeId"])
        self._nodes[above["nodeId"]] = {**above, "childIds": below}
        self._nodes[node["nodeId"]] = node

    @property
    def tops(self) -> list[AxNode]:
        """The nodes without parent, ignored or not."""
        return [node for node in self._nodes.values() if node.get("parentId") not in self._nodes]

    def roots(self) -> Iterator[AxNode]:
        """Yield the nodes that are not ignored and have no such ancestor."""
        return self._kept([node["nodeId"] for node in self.tops])

    def below(self, node: AxNode) -> Iterator[AxNode]:
        """Yield the children of a node, in order: those of ignored children in their place."""
        return self._kept(node.get("childIds") or ())

    def cut(self, node: AxNode) -> bool:
        """Return whether children are listed that are missing: the dump ended above them."""
        return node["nodeId"] in self._cut

    @cached_property
    def _cut(self) -> set[str]:
        """The nodes with missing children, also those of their ignored children; each is visited once."""
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
        """Return the DOM node of the nearest ancestor that has one, ignored or not."""
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
            if node.get("ignored") and not (backend_id(node) in self._spared and _is_spared(node)):
                waiting += (node.get("childIds") or ())[::-1]
            elif native_role(node) != LINE_ROLE:
                yield node


_DULL = ["uninteresting"]
_PRESENTATIONAL = ["presentationalRole"]


def is_dull(node: AxNode) -> bool:
    """Return whether nothing but its dullness has the engine ignore it: it is not hidden."""
    return ignored_for(node) == _DULL


def is_presentational(node: AxNode) -> bool:
    """Return whether nothing but the role that its author took from it has the engine ignore it."""
    return ignored_for(node) == _PRESENTATIONAL


def _is_spared(node: AxNode) -> bool:
    return is_dull(node) or is_presentational(node)


class AxStates:
    """Converts properties to states, equal ones once.

    Args:
        strict: ValueError for a value that does not convert; else such a state is left out.
    """

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self._known: dict[Any, dict[str, StateValue]] = {}

    def of(self, node: AxNode) -> dict[str, StateValue]:
        """Return the states of a node. ``invalid`` is left out where it is false, which every field has."""
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
    """Return the row of a node; ``role`` is Chromium's, for the platform "web"."""
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
    """Return the target of a link, or the source of an image or a frame."""
    for each in node.get("properties") or ():
        if each["name"] == "url":
            return each["value"].get("value") or None
    return None


def backend_id(node: AxNode) -> int | None:
    """Return the DOM node of a node; None without one, as for the text of a ``::before``."""
    found: int | None = node.get("backendDOMNodeId")
    return found


def is_masked(node: AxNode) -> bool:
    """Return whether its value is given as bullets, as for fields that hide what is typed."""
    value = (node.get("value") or {}).get("value")
    return isinstance(value, str) and value != "" and not value.strip(_BULLET)


def native_role(node: AxNode) -> str:
    """Return Chromium's role; some ignored nodes have none."""
    role = node.get("role")
    return (role and role.get("value")) or _NO_ROLE


def _number_text(value: float) -> str:
    """Write a number without trailing zeros."""
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
    """Remove an end of a range that the page does not set, where it shows: the engine gives 0 (``0..0``, ``3..0``)."""
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
