"""The format of the corpus in ``benchmarks/corpus``: native roles, loose state values, short keys.

Its README explains each key. The recorded identity of a node (``truth``) is for scoring only: it and
``truth_volatile`` are dropped before anything else sees the node.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from uidiff.errors import InvalidSnapshot
from uidiff.importers.source import placed_errors
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.files import Line
from uidiff.model.jsontext import expect_index, expect_list, expect_object
from uidiff.model.limits import LARGEST_EXACT, Limits
from uidiff.model.native_states import (
    ATSPI_CHECKABLE_ROLES,
    ATSPI_TOGGLE_ROLES,
    atspi_states,
    chromium_states,
)
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import StateValue
from uidiff.model.toolkit_names import class_names

__all__ = ["CorpusImporter"]

_PLATFORMS = {"web": "web", "gtk3": "atspi", "gtk4": "atspi", "qt5": "atspi", "qt6": "atspi"}

_FIELDS = {
    "p": "parent",
    "r": "role",
    "t": "name",
    "v": "value",
    "d": "description",
    "b": "bounds",
    "aid": "automation_id",
    "u": "url",
}
"""Its keys, and ours. ``i`` is the place in the list, ``states`` is converted."""

_SHORT = {ours: theirs for theirs, ours in _FIELDS.items()}
_CURE = "give it as the corpus's README says"


class CorpusImporter:
    """Reads a recording of the corpus; see :class:`uidiff.importers.registry.Importer`."""

    def sniff(self, head: bytes) -> float:
        """Return 1 for a line that begins as its snapshots do."""
        keys = (b'"app"', b'"toolkit"', b'"step"', b'"doc"')
        line = head.partition(b"\n")[0][:2000]
        return 1.0 if line.startswith(b"{") and all(key in line for key in keys) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots in order."""
        for line in lines:
            try:
                value = jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting)
                snapshot = _snapshot(expect_object(value, "$"), limits, redact)
            except InvalidSnapshot as error:
                raise error.inside(f"line {line.number}") from None
            yield snapshot


def _snapshot(value: Mapping[str, Any], limits: Limits, redact: RedactOption) -> Snapshot:
    circumstances = _circumstances(value)
    web = circumstances.platform == "web"
    given = [expect_object(node, f"$.nodes[{i}]") for i, node in enumerate(expect_list(value.get("nodes"), "$.nodes"))]
    states = [expect_object(node.get("states", {}), f"$.nodes[{i}].states") for i, node in enumerate(given)]
    shows = value["toolkit"] != "gtk4" and any("showing" in names for names in states)
    nodes = []
    for index, (node, names) in enumerate(zip(given, states, strict=True)):
        converted = _states(names, node.get("r"), f"$.nodes[{index}].states", web=web, shows=shows)
        nodes.append({**_node(node, index), "states": converted})
    for index in frozenset() if web else _class_names(given):
        nodes[index]["name"] = None
    with placed_errors("$.nodes[{}]".format, _SHORT):
        return Snapshot.of_nodes(nodes, circumstances, limits=limits, redact=redact)


def _class_names(given: Sequence[Mapping[str, Any]]) -> frozenset[int]:
    names, roles, texts = ([_text(node.get(key)) for node in given] for key in "trv")
    return class_names([name or "" for name in names], [role or "" for role in roles], texts)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _circumstances(value: Mapping[str, Any]) -> Circumstances:
    """Return app, title, action and URL; the step, and the seconds since the recording began, go to ``extra``."""
    toolkit = value.get("toolkit")
    if not isinstance(toolkit, str) or toolkit not in _PLATFORMS:
        raise InvalidSnapshot("no toolkit", "$.toolkit", f"expected one of {', '.join(_PLATFORMS)}")
    document = expect_index(value.get("doc"), "$.doc", LARGEST_EXACT)
    seconds = value.get("ts")
    if (
        not isinstance(seconds, int | float) or type(seconds) is bool or not 0 <= seconds < LARGEST_EXACT
    ):  # no NaN either
        raise InvalidSnapshot(f"expected seconds, got {type(seconds).__name__}", "$.ts", _CURE)
    step = expect_index(value.get("step"), "$.step", LARGEST_EXACT)
    return Circumstances(
        app=value.get("app"),
        title=value.get("title"),
        url=value.get("url"),
        document=str(document) if toolkit == "web" else None,
        action=value.get("action"),
        platform=_PLATFORMS[toolkit],
        extra=json.dumps({"step": step, "ts": seconds}),
    )


def _node(node: Mapping[str, Any], index: int) -> dict[str, object]:
    if type(node.get("i")) is not int or node["i"] != index:
        raise InvalidSnapshot("not the node's place in the list", f"$.nodes[{index}].i", f"expected {index}")
    if "p" not in node or (node["p"] is None and index > 0):
        raise InvalidSnapshot("no parent", f"$.nodes[{index}].p", "only the first node has none, and says null")
    converted = {ours: node[theirs] for theirs, ours in _FIELDS.items() if theirs in node}
    if node.get("t") == "":
        converted["name"] = None
    if type(node.get("v")) in {int, float}:
        converted["value"] = _number_text(node["v"], f"$.nodes[{index}].v")
    return converted


def _number_text(value: float, path: str) -> str:
    """Write a number without a fraction where it has none."""
    if not math.isfinite(value):
        raise InvalidSnapshot("expected text or a finite number, got a float", path, _CURE)
    return str(int(value)) if value == int(value) else repr(value)


def _states(
    states: Mapping[str, Any],
    role: object,
    path: str,
    *,
    web: bool,
    shows: bool,
) -> dict[str, StateValue]:
    if not web:
        wrong = next((name for name in states if states[name] is not True), None)
        if wrong is not None:
            problem = f"expected true, got {type(states[wrong]).__name__}"
            raise InvalidSnapshot(problem, f"{path}.{ascii(wrong)[1:-1][:40]}", _CURE)
        checkable, toggle = role in _CHECKABLE, role in _TOGGLE
        return atspi_states(list(states), shows=shows, checkable=checkable, toggle=toggle)
    try:
        return chromium_states(states)
    except ValueError as error:
        raise InvalidSnapshot(str(error), path, _CURE) from None


_CHECKABLE, _TOGGLE = tuple(ATSPI_CHECKABLE_ROLES), tuple(ATSPI_TOGGLE_ROLES)  # a role may be unhashable
