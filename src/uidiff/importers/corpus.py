"""The format of the corpus in ``benchmarks/corpus``: native roles, loose state values, short keys.

Its README says what each key means. The recorded identity of a node (``truth``) is for scoring only: it is left out
before anything else sees the node, as is ``truth_volatile``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.expect import expect_list, expect_object
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.native_states import (
    ATSPI_CHECKABLE_ROLES,
    ATSPI_TOGGLE_ROLES,
    atspi_states,
    chromium_states,
)
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import StateValue

__all__ = ["CorpusImporter"]

_PLATFORMS = {"web": "web", "gtk3": "atspi", "qt6": "atspi"}

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
_PLACE = re.compile(r"\$\[(\d+)\]\.(\w+)")


class CorpusImporter:
    """Reads a recording of the corpus; see :class:`uidiff.importers.registry.Importer`."""

    def sniff(self, head: bytes) -> float:
        """Sure of a line that begins as its snapshots do."""
        keys = (b'"app"', b'"toolkit"', b'"step"', b'"doc"')
        return 1.0 if head.startswith(b"{") and all(key in head[:2000] for key in keys) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """The snapshots in order."""
        for line in lines:
            try:
                value = jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting)
                snapshot = _snapshot(expect_object(value, "$"), limits, redact)
            except InvalidSnapshot as error:
                raise error.inside(f"line {line.number}") from None
            yield snapshot


def _snapshot(value: Mapping[str, Any], limits: Limits, redact: RedactOption) -> Snapshot:
    toolkit = value.get("toolkit")
    if toolkit not in _PLATFORMS:
        raise InvalidSnapshot("no toolkit", "$.toolkit", f"expected one of {', '.join(_PLATFORMS)}")
    web = toolkit == "web"
    circumstances = Circumstances(
        app=value.get("app"),
        title=value.get("title"),
        url=value.get("url"),
        document=str(value.get("doc")) if web else None,
        action=value.get("action"),
        taken_at=value.get("ts"),
        platform=_PLATFORMS[toolkit],
    )
    given = [expect_object(node, f"$.nodes[{i}]") for i, node in enumerate(expect_list(value.get("nodes"), "$.nodes"))]
    shows = any("showing" in node.get("states", ()) for node in given)
    nodes = [_node(node, index, web=web, shows=shows) for index, node in enumerate(given)]
    try:
        return Snapshot.of_nodes(nodes, circumstances, limits=limits, redact=redact)
    except InvalidSnapshot as error:
        path = _PLACE.sub(lambda place: f"$.nodes[{place[1]}].{_SHORT.get(place[2], place[2])}", error.path)
        raise type(error)(error.problem, path, error.cure) from None


def _node(node: Mapping[str, Any], index: int, *, web: bool, shows: bool) -> dict[str, object]:
    if node.get("i") != index:
        raise InvalidSnapshot("not the node's place in the list", f"$.nodes[{index}].i", f"expected {index}")
    converted = {ours: node[theirs] for theirs, ours in _FIELDS.items() if theirs in node}
    converted["name"] = converted.get("name") or None
    try:
        if type(node.get("v")) in {int, float}:
            converted["value"] = _number_text(node["v"])
        states = expect_object(node.get("states", {}), f"$.nodes[{index}].states")
        converted["states"] = chromium_states(states) if web else _atspi(states, str(node.get("r")), shows=shows)
    except InvalidSnapshot:
        raise
    except (ValueError, OverflowError) as error:
        raise InvalidSnapshot(str(error), f"$.nodes[{index}]", "give it as the platform does") from None
    return converted


def _atspi(states: Mapping[str, Any], role: str, *, shows: bool) -> dict[str, StateValue]:
    checkable, toggle = role in ATSPI_CHECKABLE_ROLES, role in ATSPI_TOGGLE_ROLES
    return atspi_states([name for name in states if states[name]], shows=shows, checkable=checkable, toggle=toggle)


def _number_text(value: float) -> str:
    """A number as a person writes it: without a fraction where it has none."""
    return str(int(value)) if value == int(value) else repr(value)
