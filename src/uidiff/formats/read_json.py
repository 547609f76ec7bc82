"""The format ``read-json`` (spec/features#d22): the answer of ``read`` as one JSON object. ``read-yaml`` is the same
value in YAML.

    {"ok":true,"action":"read","ts":1707504003,"diff":{
      "added":[{"i":201,"ref":"e201","r":"row","t":"New email from Alice","p":"window > web > list"}],
      "removed":[{"i":95}],
      "changed":[{"i":12,"field":"v","from":"Inbox (23288)","to":"Inbox (23289)"}],
      "unchanged_count":148,
      "summary":"…"}}

``changed`` has a row for each field, with ``"hidden":true`` if the changed part is not shown. After ``unchanged_count``
and ``summary`` follow, if not empty: ``moved`` (``i``, from_parent, from_position, to_parent, to_position),
``reordered`` (parent, order), ``unknown`` (rows as in removed), ``newly_read`` (elements as in added),
``circumstances`` (field, from, to) and ``events``. ``since`` precedes ``diff`` if it is known. For a selection,
``filtered`` has the number of ``elements`` of the whole window and, with a diff, the number of ``changes_outside``; so
has a whole tree in place of a diff, if there are any.

``i`` is the number of the ref: a matched element keeps its number, and a new one gets a number that no other had. The
elements of a whole tree are a flat list in document order, in which ``c`` lists the numbers of an element's children:
nothing nests, however deep the tree is. The keys of elements are in ``formats.elements``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from uidiff.diffing.records import Changed, Moved, Reordered
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.elements import (
    SHORT,
    Changes,
    Keys,
    element_value,
    events_value,
    hidden_fields,
    number_of,
    ref_of,
    short_path,
)
from uidiff.formats.json_text import refuse_budget, write_json
from uidiff.formats.options import RenderOptions
from uidiff.formats.times import seconds
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot

__all__ = ["ReadJsonFormat", "read_value_of_diff", "read_value_of_tree"]

_OF_A_TREE = ("app", "pid", "window", "title", "url")


class ReadJsonFormat:
    """The answer of ``read`` in JSON, on one line. Takes no budget."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return what changed since the read before."""
        refuse_budget("read-json", options)
        return write_json(read_value_of_diff(delta, options))

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the whole tree."""
        refuse_budget("read-json", options)
        return write_json(read_value_of_tree(snapshot, refs, options))


def read_value_of_diff(delta: TreeDiff, options: RenderOptions) -> dict[str, object]:
    """Return the answer of ``read`` for a delta, bound or not, as JSON values."""
    bounds = options.bounds
    before, after = delta.refs
    since = seconds(delta.before.taken_at)
    rows: dict[str, list[dict[str, object]]] = {
        "moved": [_moved(record, before, after) for record in delta.moved],
        "reordered": [_reordered(record, before, after) for record in delta.reordered],
        "unknown": [{"i": before.numbers[record.before.index]} for record in delta.unknown],
        "newly_read": [_added(record.after, after, bounds=bounds) for record in delta.newly_read],
        "circumstances": list(_rows(delta.circumstances, None)),
        "events": events_value(delta),
    }
    return {
        "ok": True,
        "action": "read",
        "ts": seconds(delta.after.taken_at),
        **({} if since is None else {"since": since}),
        **options.filtered(diff=True),
        "diff": {
            "added": [_added(record.after, after, bounds=bounds) for record in delta.added],
            "removed": [{"i": before.numbers[record.before.index]} for record in delta.removed],
            "changed": [row for record in delta.changed for row in _changed(record, after)],
            "unchanged_count": delta.unchanged_count,
            "summary": delta.summary,
            **{name: some for name, some in rows.items() if some},
        },
    }


def read_value_of_tree(snapshot: Snapshot, refs: Refs, options: RenderOptions) -> dict[str, object]:
    """Return the answer of ``read`` for a whole tree, as JSON values."""
    known = {name: getattr(snapshot, name) for name in _OF_A_TREE}
    children: list[list[int]] = [[] for _ in snapshot.parents]
    for index, parent in enumerate(snapshot.parents):
        if parent >= 0:
            children[parent].append(refs.numbers[index])
    elements = []
    for element, below in zip(snapshot, children, strict=True):
        number = refs.numbers[element.index]
        said = {"i": number, "ref": f"e{number}", **element_value(element, SHORT, bounds=options.bounds)}
        elements.append({**said, **({"c": below} if below else {})})
    return {
        "ok": True,
        "action": "read",
        "ts": seconds(snapshot.taken_at),
        **{name: value for name, value in known.items() if value is not None},
        **options.filtered(diff=False),
        "elements": elements,
    }


def _added(element: Element, refs: Refs, *, bounds: bool) -> dict[str, object]:
    return {
        "i": refs.numbers[element.index],
        "ref": ref_of(refs, element.index),
        **element_value(element, SHORT, bounds=bounds),
        "p": short_path(element.path),
    }


def _changed(record: Changed, refs: Refs) -> Iterator[dict[str, object]]:
    number = refs.numbers[record.after.index]
    return ({"i": number, **row} for row in _rows(record.fields, SHORT))


def _rows(changes: Changes, keys: Keys | None) -> Iterator[dict[str, object]]:
    """Yield a row for each change; circumstances (without ``keys``) have their names as keys."""
    hidden = hidden_fields(changes)
    for name, (before, after) in changes.items():
        said = (before, after) if keys is None else (keys.value(name, before), keys.value(name, after))
        row = {"field": name if keys is None else keys.key(name), "from": said[0], "to": said[1]}
        yield {**row, "hidden": True} if name in hidden else row


def _moved(record: Moved, before: Refs, after: Refs) -> dict[str, object]:
    return {
        "i": after.numbers[record.after.index],
        "from_parent": number_of(before, record.from_parent),
        "from_position": record.from_position,
        "to_parent": number_of(after, record.to_parent),
        "to_position": record.to_position,
    }


def _reordered(record: Reordered, before: Refs, after: Refs) -> dict[str, object]:
    return {"parent": number_of(after, record.parent), "order": [before.numbers[index] for index in record.order]}
