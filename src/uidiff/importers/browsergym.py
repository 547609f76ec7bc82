"""BrowserGym's merged accessibility tree: of an observation, or the text that agents are given of it.

    snapshot = uidiff.import_tree(obs["axtree_object"])
    wanted = ("axtree_object", "extra_element_properties")
    snapshot = uidiff.import_tree({key: obs[key] for key in wanted})  # with bounds, and what takes clicks
    snapshot = uidiff.import_tree(flatten_axtree_to_str(obs["axtree_object"]))

The tree is Chromium's, of all frames that were merged, with ``browsergym_id`` ("12"; in a frame "a12") in the nodes of
elements. As of browsergym-core 0.14 (its ``extract_merged_axtree`` and ``extract_dom_extra_properties``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_reader import WIDGETS
from uidiff.importers.browsergym_text import TEXT_START, read_flattened
from uidiff.importers.chrome_reader import AX_FIELDS, AxReader, checked_nodes, circumstances_of, is_unread
from uidiff.importers.chrome_rows import DOCUMENT_ROLE, AxNode, AxTree, ax_row, is_masked, native_role
from uidiff.importers.source import decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model import jsontext
from uidiff.model.columns import COORDINATE_RANGE, Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.roles import resolve_role
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["BrowserGymImporter"]

_ID = "browsergym_id"
_TREE, _PROPERTIES = "axtree_object", "extra_element_properties"
_OF_OBSERVATION = re.compile(rf'\s*\{{(?s:.*[{{,])?\s*"(?:{_TREE}|{_PROPERTIES})"\s*:\s*\{{')
_OF_TREE = re.compile(rf'\s*[\[{{](?s:.*)[{{,]\s*"{_ID}"\s*:\s*"')
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[{\]]|$))")
_SURE = 0.95
_BID = re.compile(r"[A-Za-z0-9]{1,40}")
_CLICKED = "press"
_CLICKED_ANYWAY = WIDGETS | {"label"}
_KEPT = ("visibility", "set_of_marks")
_CURE = f'give obs["{_TREE}"], or a dict of it and obs["{_PROPERTIES}"]'
_FORGED = "observe again; if it stays, the page has forged one of them"
_FIELDS: Mapping[str, str] = {**AX_FIELDS, "id": _ID}


class _Given(NamedTuple):
    """The nodes, where each is by its number, and the properties of elements by bid."""

    nodes: Sequence[AxNode]
    place: Callable[[int], str]
    properties: Mapping[str, Mapping[str, Any]]


class BrowserGymImporter:
    """Reads one tree: ``axtree_object``, a dict that has it with ``extra_element_properties``, or the flattened text.

    The ids are the bids; what has none, such as a text, cannot be acted on. Frames that are not shown are left out, as
    BrowserGym does; a frame that it did not read is unread. ``bbox`` gives the bounds, in pixels of the view;
    ``clickable`` the action ``press``, except of widgets and labels, which take clicks anyway.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for JSON with a key of BrowserGym's, 0.95 for a text whose first line is one of its own."""
        text = decoded_head(head)
        if _OF_OBSERVATION.match(text) or _OF_TREE.match(text):
            return 1.0
        return _SURE if TEXT_START.match(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        text = text_of(whole(lines, limits))
        given = _observed(text, limits) if _JSON.match(text) else _Given(*read_flattened(text, limits))
        reader = AxReader(given.nodes, given.place, _Rows(given.properties).row)
        rows = [*_one_each(reader.rows(without=_hidden_frames(given.nodes)), reader)]
        yield snapshot_of_rows(
            rows, circumstances_of(given.nodes), reader.row_place, limits=limits, redact=redact, keys=_FIELDS
        )


def _observed(text: str, limits: Limits) -> _Given:
    """Return what an observation has, checked."""
    value = jsontext.parse(text, max_nesting=limits.max_nesting)
    path = "$"
    properties: dict[str, Any] = {}
    if isinstance(value, dict) and (_TREE in value or _PROPERTIES in value):
        properties = value.get(_PROPERTIES) or {}
        if _TREE not in value:
            raise InvalidSnapshot("no tree", f"$.{_TREE}", _CURE)
        value, path = value[_TREE], f"$.{_TREE}"
    nodes, path = checked_nodes(value, path)
    for number, node in enumerate(nodes):
        bid = node.get(_ID, "0")
        if type(bid) is not str or not _BID.fullmatch(bid):
            raise InvalidSnapshot("no bid of letters and digits", f"{path}[{number}].{_ID}", _CURE)
    if len(nodes) > 1 and not any(_ID in node for node in nodes):
        raise InvalidSnapshot("a tree of Chromium's without bids", path, 'pass format="chrome"')
    _check_properties(properties)
    return _Given(nodes, lambda number: f"{path}[{number}]", properties)


def _check_properties(given: object) -> None:
    path = f"$.{_PROPERTIES}"
    if not isinstance(given, dict):
        raise _unexpected("an object of bids", given, path)
    for number, (bid, each) in enumerate(given.items()):
        place = f"{path}.{bid}" if _BID.fullmatch(bid) else f"{path}[{number}]"
        if not isinstance(each, dict):
            raise _unexpected("an object", each, place)
        box = each.get("bbox")
        if box is not None and not _is_box(box):
            raise _unexpected("x, y, width and height", box, f"{place}.bbox")
        if type(each.get("clickable", False)) is not bool:
            raise _unexpected("true or false", each["clickable"], f"{place}.clickable")


def _is_box(box: object) -> bool:
    if not isinstance(box, list) or len(box) != 4:  # noqa: PLR2004  # x, y, width, height
        return False
    low, high = COORDINATE_RANGE[0], COORDINATE_RANGE[-1]
    return all(type(side) in {int, float} and low <= side <= high for side in box)


def _unexpected(wanted: str, value: object, path: str) -> InvalidSnapshot:
    return InvalidSnapshot(f"expected {wanted}, got {type(value).__name__}", path, _CURE)


def _hidden_frames(nodes: Sequence[AxNode]) -> set[str]:
    """Return the ids of the nodes of documents that no frame element lists: those of frames that are not shown."""
    listed = {child for node in nodes for child in node.get("childIds", ())}
    below = {node["nodeId"]: node.get("childIds", ()) for node in nodes}
    waiting = [
        node["nodeId"]
        for node in nodes[1:]
        if native_role(node) == DOCUMENT_ROLE and "parentId" not in node and node["nodeId"] not in listed
    ]
    hidden: set[str] = set()
    while waiting:
        node_id = waiting.pop()
        if node_id not in hidden:
            hidden.add(node_id)
            waiting += below.get(node_id, ())
    return hidden


class _Rows:
    """Makes the rows of nodes, with the properties of elements."""

    def __init__(self, properties: Mapping[str, Mapping[str, Any]]) -> None:
        self.properties = properties

    def row(self, tree: AxTree, node: AxNode, depth: int, states: Mapping[str, object]) -> Row:
        bid = node.get(_ID)
        known = self.properties.get(bid or "", {})
        box = known.get("bbox")
        role, _ = resolve_role(native_role(node), "web")
        row = ax_row(
            node,
            depth,
            states=states,
            id=bid,
            bounds=box and tuple(map(round, box)),
            actions=[_CLICKED] if known.get("clickable") and role not in _CLICKED_ANYWAY else None,
            secret=is_masked(node),
            unread=is_unread(tree, node),
        )
        return row._replace(extra={key: known[key] for key in _KEPT if known.get(key) is not None} or None)


def _one_each(rows: Sequence[Row], reader: AxReader) -> Iterator[Row]:
    """Yield the rows, those within an element of the same bid without it: parts of a field, such as the day of a date.

    Raises:
        InvalidSnapshot: two other elements have one bid; an action would be done to one of them, whichever it is.
    """
    first: dict[str, int] = {}
    branch: list[int] = []
    for index, row in enumerate(rows):
        del branch[row.depth :]
        branch.append(index)
        found = index if row.id is None else first.setdefault(row.id, index)
        is_part = found != index and rows[found].depth < row.depth and branch[rows[found].depth] == found
        if found != index and not is_part:
            problem = f"the bid of {reader.row_place(found)} again"
            raise InvalidSnapshot(problem, f"{reader.row_place(index)}.{_ID}", _FORGED)
        yield row._replace(id=None, bounds=None, actions=None, extra=None) if is_part else row
