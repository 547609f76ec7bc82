"""Deltas as JSON values. What follows from the patch is written for other readers, and checked when it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from uidiff.diffing.event_codec import events_from_dicts, events_to_dicts
from uidiff.diffing.excerpt import Excerpt
from uidiff.diffing.fields import HIDDEN_CHANGE, Difference, reported_fields, with_hidden
from uidiff.diffing.ignore_codec import ignore_from_list, ignore_to_list
from uidiff.diffing.ignoring import PATH, Ignored
from uidiff.diffing.patch import Patch
from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Removed, Reordered, Unknown
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import InvalidSnapshot
from uidiff.matching.matching import UNMATCHED
from uidiff.matching.order import off_the_longest
from uidiff.model.builder import checked_cells
from uidiff.model.circumstances import REPORTED
from uidiff.model.codec import check_format
from uidiff.model.columns import EMPTY, Columns
from uidiff.model.dicts import node_of_row, row_of_node
from uidiff.model.element import Element
from uidiff.model.expect import expect_index, expect_list, expect_object, expect_text
from uidiff.model.limits import Limits
from uidiff.model.redaction import reveals

__all__ = ["delta_from_dict", "delta_to_dict"]

FORMAT = "uidiff/delta"
VERSION = "1.0"

_DAMAGED = "write the delta again: it is damaged"

_R = TypeVar("_R")
_Row = tuple[Any, ...]
_LISTS = ("added", "removed", "changed", "moved", "reordered", "unknown", "newly_read")
_GONE = ("removed", "unknown")

# --------------------------------------------------------------------- writing


def delta_to_dict(delta: TreeDiff) -> dict[str, Any]:
    """The delta as JSON values, read by :func:`delta_from_dict`."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "summary": delta.summary,
        "events": events_to_dicts(delta),
        "ignore": ignore_to_list(delta.ignore),
        "unchanged_count": delta.unchanged_count,
        "circumstances": {name: list(pair) for name, pair in delta.circumstances.items()},
        **_lists_to_dict(delta),
        "patch": delta.patch.to_dict(),
    }


def _lists_to_dict(delta: TreeDiff) -> dict[str, list[dict[str, Any]]]:
    return {
        "added": [_came(record) for record in delta.added],
        "removed": [_gone(record) for record in delta.removed],
        "changed": [_changed(record) for record in delta.changed],
        "moved": [_moved(record) for record in delta.moved],
        "reordered": [_reordered(record) for record in delta.reordered],
        "unknown": [_gone(record) for record in delta.unknown],
        "newly_read": [_came(record) for record in delta.newly_read],
    }


def _came(record: Added | NewlyRead) -> dict[str, Any]:
    return {"after": record.after.index, "path": record.path, "root": record.root, "role": record.after.role}


def _gone(record: Removed | Unknown) -> dict[str, Any]:
    return {
        "before": record.before.index,
        "path": record.path,
        "root": record.root,
        "depth": record.before.depth,
        "element": _node(record.before),
    }


def _stayed(record: Changed | Moved | Reordered) -> dict[str, Any]:
    if record.before is None or record.after is None:  # the roots have no parent
        return {}
    return {
        "before": record.before.index,
        "after": record.after.index,
        "path": record.path,
        "before_path": record.before.path,
        "depth": record.before.depth,
        "element": _node(record.before),
    }


def _changed(record: Changed) -> dict[str, Any]:
    return {**_stayed(record), "fields": {name: [*map(_plain, pair)] for name, pair in record.fields.items()}}


def _moved(record: Moved) -> dict[str, Any]:
    places = ("from_parent", "from_position", "to_parent", "to_position")
    return {**_stayed(record), **{name: getattr(record, name) for name in places}}


def _reordered(record: Reordered) -> dict[str, Any]:
    return {**_stayed(record), "order": list(record.order)}


def _node(element: Element) -> dict[str, object]:
    return node_of_row((element.depth, *element.fields))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


# --------------------------------------------------------------------- reading


def delta_from_dict(value: object, limits: Limits) -> TreeDiff:
    """The delta in JSON values; InvalidSnapshot names the place of what does not fit."""
    given = expect_object(value, "$")
    check_format(given, FORMAT, VERSION)
    ignore = ignore_from_list(given.get("ignore"))
    try:
        patch = Patch.from_dict(given.get("patch"), limits=limits)
    except InvalidSnapshot as error:
        raise error.inside("$.patch") from None
    reader = _Reader(given, patch, limits, Ignored.of(ignore))
    delta = TreeDiff(
        added=reader.came("added", Added),
        removed=reader.gone("removed", Removed),
        changed=reader.changed(),
        moved=reader.moved(),
        reordered=reader.reordered(),
        unknown=reader.gone("unknown", Unknown),
        newly_read=reader.came("newly_read", NewlyRead),
        circumstances=_circumstances(given.get("circumstances")),
        ignore=ignore,
        unchanged_count=expect_index(given.get("unchanged_count"), "$.unchanged_count", patch.after.elements + 1),
        loaded=patch,
    )
    _check(given, delta)
    return _with_meaning(given, delta)


def _with_meaning(given: Mapping[str, Any], delta: TreeDiff) -> TreeDiff:
    """The delta with its events. The summary is written for other readers: here it is made of the events anew.

    So no file can say what its events don't, and its wording may get better. Files that were written before there were
    events have neither, and keep their counts.
    """
    expect_text(given.get("summary", ""), "$.summary")
    if "events" not in given:
        return delta
    return attrs.evolve(delta, loaded_events=events_from_dicts(given["events"], delta))


def _check(given: Mapping[str, Any], delta: TreeDiff) -> None:
    """Raise InvalidSnapshot where what was written is not what is written of what was read."""
    again = _lists_to_dict(delta)
    for name in _LISTS:
        for number, (written, expected) in enumerate(zip(given[name], again[name], strict=True)):
            wrong = next((key for key in expected if written.get(key) != expected[key]), None)
            if wrong is not None:
                raise InvalidSnapshot("not what follows from the patch", f"$.{name}[{number}].{wrong}", _DAMAGED)
    after_of = delta.matching.after_of
    touched = {record.after.index for record in (*delta.changed, *delta.moved)}
    touched.update(after_of[i] for record in delta.reordered for i in off_the_longest(record.order))
    if delta.unchanged_count != len(delta.matching) - len(touched):
        raise InvalidSnapshot("not what follows from the records", "$.unchanged_count", _DAMAGED)


def _circumstances(value: object) -> dict[str, tuple[object, object]]:
    found: dict[str, tuple[object, object]] = {}
    for name, pair in expect_object(value, "$.circumstances").items():
        path = f"$.circumstances.{ascii(name)[1:-1][:40]}"
        if name not in REPORTED:
            raise InvalidSnapshot("no circumstance that is reported", path, _DAMAGED)
        before, after = (text if text is None else expect_text(text, path) for text in expect_list(pair, path, 2))
        found[name] = (before, after)
    return found


class _Reader:
    """Reads the records; the elements in them are views of two excerpts, one a side."""

    def __init__(self, given: Mapping[str, Any], patch: Patch, limits: Limits, ignored: Ignored) -> None:
        self.given = given
        self.patch = patch
        self.ignored = ignored
        self.before_of = patch.matching.before_of
        self.after_of = patch.matching.after_of
        self.items = {name: _objects(given.get(name), f"$.{name}") for name in _LISTS}
        self._check_lists()
        rows, paths, after_paths = self._elements(limits)
        for cells in (patch.inserted[1], Columns.of(zip(*rows.values(), strict=True)) if rows else EMPTY):
            if reveals(cells):
                raise InvalidSnapshot(
                    "a secret that is not hidden", "$", "make the delta with uidiff from two snapshots"
                )
        self.before = Excerpt.of_rows(rows, paths)
        self.after = Excerpt.of_rows({**self._inserted(), **self._kept(rows)}, after_paths)

    def _check_lists(self) -> None:
        """spec/laws#3-every-element-is-counted-once, every element without partner has its record; and document order,
        none twice.
        """
        for names, partners in (("added", "newly_read"), self.before_of), (("removed", "unknown"), self.after_of):
            written = sum(len(self.items[name]) for name in names)
            if written != partners.count(UNMATCHED):
                problem = f"{written} records in {' and '.join(names)}, {partners.count(UNMATCHED)} by the patch"
                raise InvalidSnapshot(problem, f"$.{names[0]}", _DAMAGED)
        for name, items in self.items.items():
            side, count = ("before", len(self.after_of)) if name in _GONE else ("after", len(self.before_of))
            last = -1
            for number, (path, item) in enumerate(items):
                if name == "reordered" and number == 0 and not {"before", "after"} & item.keys():
                    continue  # the roots have no parent, and come first
                index = expect_index(item.get(side), f"{path}.{side}", count)
                if index <= last:
                    raise InvalidSnapshot("a record out of order, or one that stands twice", path, _DAMAGED)
                last = index

    # --------------------------------------------------------------- excerpts

    def _elements(self, limits: Limits) -> tuple[dict[int, _Row], dict[int, str], dict[int, str]]:
        """The before-rows by index, and the paths of both sides."""
        found: dict[int, tuple[str, int, Any]] = {}
        paths: dict[int, str] = {}
        after_paths: dict[int, str] = {}
        for name, items in self.items.items():
            for path, item in items:
                if "after" in item:
                    after_paths[item["after"]] = _path(item.get("path"), f"{path}.path")
                if "before" in item:
                    index = expect_index(item["before"], f"{path}.before", self.patch.before.elements)
                    own = "path" if name in _GONE else "before_path"
                    paths[index] = _path(item.get(own), f"{path}.{own}")
                    depth = expect_index(item.get("depth"), f"{path}.depth", limits.max_depth)
                    found[index] = f"{path}.element", depth, expect_object(item.get("element"), f"{path}.element")
        raw = [row_of_node(node, 0) for _, _, node in found.values()]
        places = [path for path, _, _ in found.values()]
        cells = checked_cells(raw, limits, places.__getitem__)
        cells = cells._replace(depth=tuple(depth for _, depth, _ in found.values()))
        return dict(zip(found, zip(*cells, strict=True), strict=True)), paths, after_paths

    def _inserted(self) -> dict[int, _Row]:
        indices, cells = self.patch.inserted
        return dict(zip(indices, zip(*cells, strict=True), strict=True))

    def _kept(self, rows: Mapping[int, _Row]) -> dict[int, _Row]:
        """The rows of the paired elements as they are afterwards."""
        shifts = {j + k: shift for _, j, n, shift in self.patch.pieces for k in range(n)}
        kept = {}
        for i, row in rows.items():
            j = self.after_of[i]
            if j != UNMATCHED:
                kept[j] = [row[0] + shifts[j], *row[1:]]
        for name, cells in self.patch.changes.items():
            place = Columns._fields.index(name)
            for j, cell in cells:
                if j in kept:
                    kept[j][place] = cell
        return {j: tuple(row) for j, row in kept.items()}

    # ---------------------------------------------------------------- records

    def came(self, name: str, make: Callable[[Element, bool], _R]) -> tuple[_R, ...]:
        records = []
        for path, item in self.items[name]:
            index = item.get("after")
            if index not in self.after.columns.role or self.before_of[index] != UNMATCHED:
                raise InvalidSnapshot("no element that came", f"{path}.after", _DAMAGED)
            records.append(make(Element(self.after, index), _flag(item.get("root"), f"{path}.root")))
        return tuple(records)

    def gone(self, name: str, make: Callable[[Element, bool], _R]) -> tuple[_R, ...]:
        records = []
        for path, item in self.items[name]:
            index = item.get("before")
            if index not in self.before.columns.role or self.after_of[index] != UNMATCHED:
                raise InvalidSnapshot("no element that went", f"{path}.before", _DAMAGED)
            records.append(make(Element(self.before, index), _flag(item.get("root"), f"{path}.root")))
        return tuple(records)

    def pair(self, path: str, item: Mapping[str, Any]) -> tuple[Element, Element]:
        before, after = item.get("before"), item.get("after")
        if before not in self.before.columns.role or after not in self.after.columns.role:
            raise InvalidSnapshot("no element that stayed", path, _DAMAGED)
        if self.before_of[after] != before:
            raise InvalidSnapshot("not the same element before and after", path, _DAMAGED)
        return Element(self.before, before), Element(self.after, after)

    def changed(self) -> tuple[Changed, ...]:
        pairs = [(path, *self.pair(path, item), item) for path, item in self.items["changed"]]
        names, (certain, possible) = self.ignored.names, self.ignored.without_paths()
        fields = reported_fields(self._differences(pairs), self.after.columns.url, names)
        fields = with_hidden(fields, self._hidden(pairs), names)
        records = []
        for path, before, after, item in pairs:
            most = certain.reported(fields.get(after.index, {}), before, after)
            least = possible.reported(most, before, after)  # of a part of a window the paths are others
            written = expect_object(item.get("fields"), f"{path}.fields")
            if not written or not least.keys() <= written.keys() <= most.keys():
                raise InvalidSnapshot("not what differs by the patch", f"{path}.fields", _DAMAGED)
            records.append(Changed(before, after, {name: pair for name, pair in most.items() if name in written}))
        return tuple(records)

    @staticmethod
    def _hidden(pairs: Iterable[tuple[str, Element, Element, Mapping[str, Any]]]) -> list[int]:
        """What is written of a secret and does not follow from the patch: that its value is another one, no more."""
        return [
            after.index
            for path, before, after, item in pairs
            if expect_object(item.get("fields"), f"{path}.fields").get("value") == [*HIDDEN_CHANGE]
            and before.secret
            and after.secret
        ]

    def _differences(self, pairs: Iterable[tuple[str, Element, Element, object]]) -> dict[str, list[Difference]]:
        found: dict[str, list[Difference]] = {}
        for _, before, after, _ in pairs:
            for name, old, new in zip(Columns._fields[1:], before.fields, after.fields, strict=True):
                if old != new:
                    found.setdefault(name, []).append(Difference(after.index, old, new))
        return found

    def moved(self) -> tuple[Moved, ...]:
        records = []
        for path, item in self.items["moved"]:
            before, after = self.pair(path, item)
            from_parent, from_position = _place(item, path, "from", self.patch.before.elements)
            to_parent, to_position = _place(item, path, "to", self.patch.after.elements)
            records.append(Moved(before, after, from_parent, from_position, to_parent, to_position))
        return tuple(records)

    def reordered(self) -> tuple[Reordered, ...]:
        records = []
        for path, item in self.items["reordered"]:
            before, after = self.pair(path, item) if "after" in item or "before" in item else (None, None)
            order = tuple(
                expect_index(index, f"{path}.order[{number}]", self.patch.before.elements)
                for number, index in enumerate(expect_list(item.get("order"), f"{path}.order"))
            )
            places = [self.after_of[index] for index in order]
            if UNMATCHED in places or any(map(int.__ge__, places, places[1:])):
                raise InvalidSnapshot("not the order of elements that stayed", f"{path}.order", _DAMAGED)
            records.append(Reordered(before, after, order))
        return tuple(records)


def _objects(value: object, path: str) -> list[tuple[str, Mapping[str, Any]]]:
    items: Sequence[object] = expect_list(value, path)
    return [(f"{path}[{number}]", expect_object(item, f"{path}[{number}]")) for number, item in enumerate(items)]


def _path(value: object, path: str) -> str:
    """A path is made of roles and can be printed as it is, so nothing else is taken for one."""
    text = expect_text(value, path)
    if not re.fullmatch(PATH, text):
        raise InvalidSnapshot("no path of roles", path, _DAMAGED)
    return text


def _flag(value: object, path: str) -> bool:
    if type(value) is not bool:
        raise InvalidSnapshot(f"expected true or false, got {type(value).__name__}", path, _DAMAGED)
    return value


def _place(item: Mapping[str, Any], path: str, side: str, count: int) -> tuple[int | None, int]:
    """The parent and the position that a move names for one side."""
    parent, position = f"{side}_parent", f"{side}_position"
    above = None if item.get(parent) is None else expect_index(item[parent], f"{path}.{parent}", count)
    return above, expect_index(item.get(position), f"{path}.{position}", count)
