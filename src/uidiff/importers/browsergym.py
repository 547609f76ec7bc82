"""BrowserGym's merged accessibility tree: of an observation or of steps, or the text that agents are given of it.

    snapshot = uidiff.import_tree(obs["axtree_object"])
    wanted = ("axtree_object", "extra_element_properties")
    snapshot = uidiff.import_tree({key: obs[key] for key in wanted})  # with bounds, and what takes clicks
    snapshot = uidiff.import_tree(flatten_axtree_to_str(obs["axtree_object"]))

    for snapshot in uidiff.import_recording("steps.jsonl"):  # steps or observations, one a line or in a list
        ...

The tree is Chromium's, of all frames that were merged, with ``browsergym_id`` ("12"; in a frame "a12") in the nodes of
elements. As of browsergym-core 0.14 (its ``extract_merged_axtree`` and ``extract_dom_extra_properties``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_reader import WIDGETS
from uidiff.importers.browsergym_steps import (
    OBSERVED,
    Read,
    is_pickle,
    read_values,
    step_circumstances,
    step_observation,
)
from uidiff.importers.browsergym_text import TEXT_START, read_flattened
from uidiff.importers.chrome_reader import AX_FIELDS, AxReader, checked_nodes, circumstances_of, is_unread
from uidiff.importers.chrome_rows import DOCUMENT_ROLE, AxNode, AxTree, ax_row, is_masked, native_role
from uidiff.importers.source import decoded_head, snapshot_of_rows, unmarked
from uidiff.model.columns import COORDINATE_RANGE, Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.roles import resolve_role
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["BrowserGymImporter", "read_steps"]

_ID = "browsergym_id"
_TREE, _TEXT, _PROPERTIES = "axtree_object", "axtree_txt", "extra_element_properties"
_OF_OBSERVATION = re.compile(rf'\s*\{{(?s:.*[{{,])?\s*"(?:{_TREE}|{_PROPERTIES})"\s*:\s*\{{')
_OF_TREE = re.compile(rf'\s*[\[{{](?s:.*)[{{,]\s*"{_ID}"\s*:\s*"')
_OF_STEP = re.compile(
    rf'\s*\[?\s*\{{(?:\s*"step"\s*:\s*[0-9]+\s*,\s*"obs"\s*:|'
    rf'(?s:.*[{{,])?\s*"(?:{_TEXT}|last_action_error|focused_element_bid)"\s*:)'
)
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
    """Reads ``axtree_object``, a dict that has it with ``extra_element_properties``, the flattened text, or steps.

    The ids are the bids; what has none, such as a text, cannot be acted on. Frames that are not shown are left out, as
    BrowserGym does; a frame that it did not read is unread. ``bbox`` gives the bounds, in pixels of the view;
    ``clickable`` the action ``press``, except of widgets and labels, which take clicks anyway.

    A step is an observation, or a dict that has one as ``obs``; without ``axtree_object`` its ``axtree_txt`` is read.
    What led to it (``last_action``) is the action of the snapshot; ``last_action_error`` stands in ``extra``, in
    ``errors``.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for JSON with a key of BrowserGym's, 0.95 for a text whose first line is its own, or a pickle."""
        if is_pickle(head):
            return _SURE
        text = decoded_head(head)
        if _OF_OBSERVATION.match(text) or _OF_TREE.match(text) or _OF_STEP.match(text):
            return 1.0
        return _SURE if TEXT_START.match(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot, or that of each step; raise the first error."""
        for found in read_steps(lines, limits=limits, redact=redact):
            if isinstance(found, InvalidSnapshot):
                raise found
            yield found


def read_steps(
    lines: Iterator[Line], *, limits: Limits, redact: RedactOption = None
) -> Iterator[Snapshot | InvalidSnapshot]:
    """Yield the snapshots of steps, and in its place the error of each that cannot be read.

    Raises:
        InvalidSnapshot: a file that cannot be read as a whole, such as a pickle.
    """
    for read in read_values(unmarked(lines, limits), limits):
        if isinstance(read, str):
            yield _snapshot(_Given(*read_flattened(read, limits)), None, limits, redact)
        elif isinstance(read.value, InvalidSnapshot):
            yield read.value
        else:
            try:
                yield _of_value(read, limits, redact)
            except InvalidSnapshot as error:
                yield error.inside(read.place) if read.place != "$" else error


def _of_value(read: Read, limits: Limits, redact: RedactOption) -> Snapshot:
    observation, path = step_observation(read.value)
    return _snapshot(_observed(observation, path, limits), read.value, limits, redact)


def _snapshot(given: _Given, step: object, limits: Limits, redact: RedactOption) -> Snapshot:
    reader = AxReader(given.nodes, given.place, _Rows(given.properties).row)
    rows = [*_one_each(reader.rows(without=_hidden_frames(given.nodes)), reader)]
    page = step_circumstances(step, circumstances_of(given.nodes))
    return snapshot_of_rows(rows, page, reader.row_place, limits=limits, redact=redact, keys=_FIELDS)


def _observed(value: object, path: str, limits: Limits) -> _Given:
    """Return what an observation has, checked."""
    properties: dict[str, Any] = {}
    if isinstance(value, dict) and value.keys() & OBSERVED:
        properties = value.get(_PROPERTIES) or {}
        _check_properties(properties, f"{path}.{_PROPERTIES}")
        if _TREE not in value and isinstance(value.get(_TEXT), str):
            return _flattened(value[_TEXT], f"{path}.{_TEXT}", properties, limits)
        if _TREE not in value:
            raise InvalidSnapshot("no tree", f"{path}.{_TREE}", _CURE)
        value, path = value[_TREE], f"{path}.{_TREE}"
    nodes, path = checked_nodes(value, path)
    for number, node in enumerate(nodes):
        bid = node.get(_ID, "0")
        if type(bid) is not str or not _BID.fullmatch(bid):
            raise InvalidSnapshot("no bid of letters and digits", f"{path}[{number}].{_ID}", _CURE)
    if len(nodes) > 1 and not any(_ID in node for node in nodes):
        raise InvalidSnapshot("a tree of Chromium's without bids", path, 'pass format="chrome"')
    return _Given(nodes, lambda number: f"{path}[{number}]", properties)


def _flattened(text: str, path: str, properties: Mapping[str, Any], limits: Limits) -> _Given:
    try:
        nodes, place, printed = read_flattened(text, limits)
    except InvalidSnapshot as error:
        raise type(error)(error.problem, f"{path}: {error.path}", error.cure) from None
    return _Given(nodes, lambda number: f"{path}: {place(number)}", properties or printed)


def _check_properties(given: object, path: str) -> None:
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
