"""AndroidWorld's observations: the accessibility forest of AndroidEnv, or the list of elements made of it.

    snapshot = uidiff.import_tree(timestep.observation["forest"])
    snapshot = uidiff.import_tree(timestep.observation["ui_elements"])
    snapshot = uidiff.import_tree(json_format.MessageToDict(forest))

A forest is a message ``AndroidAccessibilityForest`` (android-env 1.3), or its JSON with the names of fields in either
spelling; what a message leaves out is 0, "" or false. Elements are the ``UIElement`` of android_world 0.1.0, or dicts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot
from uidiff.importers.android_rows import android_row
from uidiff.importers.androidworld_values import (
    ELEMENT,
    FOREST,
    NODE,
    TREE,
    WINDOW,
    Shape,
    box_of,
    checked,
    unexpected,
    view_of,
    window_type,
)
from uidiff.importers.source import decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AndroidWorldImporter"]

_FOREST = re.compile(r'\s*\{\s*"windows"\s*:\s*\[\s*\{')
_OF_WINDOW = re.compile(r'[{,]\s*"(?:boundsInScreen|bounds_in_screen|windowType|window_type|tree)"\s*:')
_LIST = re.compile(r"\s*\[\s*\{")
_OF_ELEMENT = (re.compile(r'[{,]\s*"bbox_pixels"\s*:'), re.compile(r'[{,]\s*"class_name"\s*:'))
_SURE = 0.9
_WINDOW = "window"
_PACKAGE = "package_name"
_KEYS: Mapping[str, str] = {
    "role": "class_name",
    "native_role": "class_name",
    "name": "content_description",
    "value": "text",
    "automation_id": "view_id_resource_name",
    "bounds": "bounds_in_screen",
}
_WHOLE = "give the forest whole, as the accessibility forwarder sent it"
_NOTHING = "wait until the accessibility service answers, and observe again"


class AndroidWorldImporter:
    """Reads one forest, or one list of elements, which stand below one window.

    The ids are the numbers that AndroidWorld's actions take: places in its ``ui_elements``. It makes them of the nodes
    that are visible and are leaves, have a description or scroll; the others have no id. Each window is a root, with
    the type of window as its native role; one whose tree is missing is unread. Bounds are in pixels of the screen.
    """

    def sniff(self, head: bytes) -> float:
        """Return 0.9 for JSON that begins with windows, or with a list of elements."""
        text = decoded_head(head)
        if _FOREST.match(text):
            return _SURE if _OF_WINDOW.search(text) else 0.0
        return _SURE if _LIST.match(text) and all(key.search(text) for key in _OF_ELEMENT) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        value = jsontext.parse(text_of(whole(lines, limits)), max_nesting=limits.max_nesting)
        reader = _Reader()
        if isinstance(value, list):
            reader.elements(value)
        else:
            reader.forest(value)
        rows = reader.finished()
        page = Circumstances(app=reader.app, title=reader.title, platform="android")
        yield snapshot_of_rows(rows, page, reader.places.__getitem__, limits=limits, redact=redact, keys=_KEYS)


class _Reader:
    """Makes rows, keeps their places, and learns which application is in front; a list of elements does not say it."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.places: list[str] = []
        self.unknown: list[dict[str, Any]] = []
        self.app: str | None = None
        self.title: str | None = None
        self.index = 0

    def forest(self, value: object) -> None:
        windows = checked(value, FOREST, "$").get("windows", [])
        if not windows:
            raise InvalidSnapshot("no windows", "$", _NOTHING)
        for number, window in enumerate(windows):
            self.window(window, f"$.windows[{number}]")

    def elements(self, value: list[object]) -> None:
        if not value:
            raise InvalidSnapshot("no elements", "$", _NOTHING)
        self.add(Row(0, _WINDOW, native_role=_WINDOW), "$", {}, WINDOW)
        for number, given in enumerate(value):
            path = f"$[{number}]"
            fields = checked(given, ELEMENT, path)
            self.view(fields, ELEMENT, path, depth=1, id=str(number))

    def window(self, value: object, path: str) -> None:
        """Add a window, and the views of its tree in pre-order."""
        fields = checked(value, WINDOW, path)
        place = f"{path}.tree.nodes"
        nodes = checked(fields.get("tree", {}), TREE, f"{path}.tree").get("nodes", [])
        nodes = [checked(node, NODE, f"{place}[{at}]") for at, node in enumerate(nodes)]
        tree = _Tree(nodes, place)
        kind = window_type(fields.get("window_type", 0))
        row = Row(0, _WINDOW, fields.get("title") or None, bounds=box_of(fields, path), native_role=kind)
        self.add(row._replace(unread=not nodes), path, fields, WINDOW)
        if fields.get("is_active") and nodes:
            self.app = next((node[_PACKAGE] for node in nodes if node.get(_PACKAGE)), None)
            self.title = row.name
        ids = self.numbered(nodes)
        for at, depth in tree.walk():
            self.view(nodes[at], NODE, f"{place}[{at}]", depth=depth + 1, id=ids[at], unread=tree.cut(at))

    def numbered(self, nodes: list[dict[str, Any]]) -> list[str | None]:
        """Return what AndroidWorld's ``forest_to_ui_elements`` numbers, without what is not visible, in its order."""
        ids: list[str | None] = []
        for node in nodes:
            stands = not node.get("child_ids") or node.get("content_description") or node.get("is_scrollable")
            listed = bool(stands and node.get("is_visible_to_user"))
            ids.append(str(self.index) if listed else None)
            self.index += listed
        return ids

    def view(
        self,
        fields: Mapping[str, Any],
        shape: Shape,
        path: str,
        *,
        depth: int,
        id: str | None,
        unread: bool = False,
    ) -> None:
        row = android_row(view_of(fields, path, by_default=shape is ELEMENT), depth)
        hint = fields.get("tooltip_text") or fields.get("tooltip")
        described = hint if hint != row.name else None
        row = row._replace(id=id, unread=unread, description=described)
        self.add(row, path, fields, shape)

    def add(self, row: Row, path: str, fields: Mapping[str, Any], shape: Shape) -> None:
        self.rows.append(row)
        self.places.append(path)
        self.unknown.append({key: value for key, value in fields.items() if key == _PACKAGE or key not in shape})

    def finished(self) -> list[Row]:
        """Return the rows with what is read nowhere else; of packages those that are not the application in front."""
        rows = []
        for row, unknown in zip(self.rows, self.unknown, strict=True):
            if unknown.get(_PACKAGE) in {None, "", self.app}:
                unknown.pop(_PACKAGE, None)
            rows.append(row._replace(extra={"attributes": unknown} if unknown else None))
        return rows


class _Tree:
    """The nodes of one window, whose ids count within it."""

    def __init__(self, nodes: list[dict[str, Any]], path: str) -> None:
        self.nodes = nodes
        self._path = path
        self._by_id: dict[int, int] = {}
        for at, node in enumerate(nodes):
            first = self._by_id.setdefault(node.get("unique_id", 0), at)
            if first != at:
                raise InvalidSnapshot(f"the unique_id of {path}[{first}] again", f"{path}[{at}].unique_id", _WHOLE)
            for number, child in enumerate(node.get("child_ids", ())):
                if type(child) is not int:
                    raise unexpected("a whole number", child, f"{path}[{at}].child_ids[{number}]")

    def cut(self, at: int) -> bool:
        """Return whether a child is listed that is missing: the view changed while it was read."""
        return any(child not in self._by_id for child in self.nodes[at].get("child_ids", ()))

    def walk(self) -> Iterator[tuple[int, int]]:
        """Yield place and depth of each node in pre-order; one that several list stands where it is listed first.

        Raises:
            InvalidSnapshot: a node that the root does not lead to: one in a circle, or without a parent.
        """
        listed = {child for node in self.nodes for child in node.get("child_ids", ())}
        root = next((at for id_, at in self._by_id.items() if id_ not in listed), None)
        waiting = [] if root is None else [(root, 0)]
        given: set[int] = set()
        while waiting:
            at, depth = waiting.pop()
            if at in given:
                continue
            given.add(at)
            yield at, depth
            below = (self._by_id.get(child) for child in reversed(self.nodes[at].get("child_ids", ())))
            waiting += [(child, depth + 1) for child in below if child is not None]
        for at in self._by_id.values():
            if at not in given:
                raise InvalidSnapshot("a node that the root does not lead to", f"{self._path}[{at}]", _WHOLE)
