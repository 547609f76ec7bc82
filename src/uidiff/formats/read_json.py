"""The formats ``read-json`` and ``read-yaml`` (spec/features#d22): the answer of ``read`` as one JSON object, or the
same value in YAML.

    {"ok":true,"action":"read","ts":1707504003,"diff":{
      "added":[{"i":201,"ref":"e201","r":"row","t":"New email from Alice","p":"window > web > list"}],
      "removed":[{"i":95}],
      "changed":[{"i":12,"field":"v","from":"Inbox (23288)","to":"Inbox (23289)"}],
      "unchanged_count":148,
      "summary":"…"}}

``changed`` has a row for each field, with ``"hidden":true`` if the changed part is not shown. After ``unchanged_count``
and ``summary`` follow, if not empty: ``moved`` (``i``, from_parent, from_position, to_parent, to_position),
``reordered`` (parent, order), ``unknown`` (rows as in removed), ``newly_read`` (elements as in added),
``hidden`` (rows as in removed) and ``shown`` (as in added), both with the number of elements ``inside`` without a row,
``circumstances`` (field, from, to) and ``events``. ``since`` precedes ``diff`` if it is known. For a selection,
``filtered`` has the number of ``elements`` of the whole window and, with a diff, the number of ``changes_outside``; so
has a whole tree in place of a diff, if there are any.

``i`` is the number of the ref: a matched element keeps its number, and a new one gets a number that no other had. The
elements of a whole tree are a flat list in document order, in which ``c`` lists the numbers of an element's children:
nothing nests, however deep the tree is. The keys of elements are in ``formats.elements``.

The same in YAML:

    ok: true
    action: "read"
    ts: 1707504003
    diff:
      added:
        - {i: 201, ref: "e201", r: "row", t: "New email from Alice", p: "window > web > list"}
      removed:
        - {i: 95}
      changed:
        - {i: 12, field: "v", from: "Inbox (23288)", to: "Inbox (23289)"}
      unchanged_count: 148
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from uidiff.diffing.records import Changed
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.elements import (
    CIRCUMSTANCES,
    SHORT,
    Changes,
    Keys,
    circumstances_value,
    element_value,
    events_value,
    hidden_fields,
    move_value,
    number_of,
    order_value,
    short_path,
)
from uidiff.formats.hidden_roots import hidden_rows, shown_rows
from uidiff.formats.json_text import refuse_budget, write_json
from uidiff.formats.options import RenderOptions
from uidiff.formats.values import seconds
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot
from uidiff.text import quote

__all__ = ["ReadJsonFormat", "ReadYamlFormat"]

_BARE = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]*")
"""Keys that are texts to every reader; YAML 1.1 reads the excluded words as booleans (yaml.org/type/bool)."""

_PAIR = re.compile(r"\\(?:u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|.)")
"""An escape of JSON; the first kind is a character above U+FFFF as a pair, for which YAML has one escape."""

_NO_CHARACTERS = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""Characters that YAML does not allow unescaped (YAML 1.2, production 1), but JSON does."""


class ReadJsonFormat:
    """The answer of ``read`` in JSON, on one line. Takes no budget."""

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "read-json"

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return what changed since the read before."""
        refuse_budget(self.name, options)
        return self.text(_value_of_diff(delta, options))

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the whole tree."""
        refuse_budget(self.name, options)
        return self.text(_value_of_tree(snapshot, refs, options))

    def text(self, answer: Mapping[str, object]) -> str:
        """Write the answer."""
        return write_json(answer)


class ReadYamlFormat(ReadJsonFormat):
    """The answer of ``read`` in YAML, a line for each record or element. Takes no budget.

    It is written by hand because YAML 1.1 reads ``no`` as false and ``1e3`` as a text: every string is quoted by
    ``uidiff.text.quote``, every number has a form that is a number to all readers, and a key is bare only if every
    reader takes it for a text. Any YAML reader gives back the value of ``read-json``.
    """

    name: ClassVar[str] = "read-yaml"

    def text(self, answer: Mapping[str, object]) -> str:
        """Write a line for each value, those of the diff indented, and a line for each object in a list."""
        return "\n".join(_lines(answer))


def _value_of_diff(delta: TreeDiff, options: RenderOptions) -> dict[str, object]:
    bounds = options.bounds
    before, after = delta.refs
    since = seconds(delta.before.taken_at)
    rows: dict[str, list[dict[str, object]]] = {
        "moved": [
            {"i": after.numbers[record.after.index], **move_value(record, before, after, number_of)}
            for record in delta.moved
        ],
        "reordered": [order_value(record, before, after, number_of) for record in delta.reordered],
        "unknown": [{"i": before.numbers[record.before.index]} for record in delta.unknown],
        "newly_read": [_added(record.after, after, bounds=bounds) for record in delta.newly_read],
        "hidden": hidden_rows(delta, lambda element: {"i": before.numbers[element.index]}),
        "shown": shown_rows(delta, lambda element: _added(element, after, bounds=bounds)),
        "circumstances": list(_rows(delta.circumstances, CIRCUMSTANCES)),
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


def _value_of_tree(snapshot: Snapshot, refs: Refs, options: RenderOptions) -> dict[str, object]:
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
        **circumstances_value(snapshot),
        **options.filtered(diff=False),
        "elements": elements,
    }


def _added(element: Element, refs: Refs, *, bounds: bool) -> dict[str, object]:
    return {
        "i": refs.numbers[element.index],
        "ref": f"e{refs.numbers[element.index]}",
        **element_value(element, SHORT, bounds=bounds),
        "p": short_path(element.path),
    }


def _changed(record: Changed, refs: Refs) -> Iterator[dict[str, object]]:
    number = refs.numbers[record.after.index]
    return ({"i": number, **row} for row in _rows(record.fields, SHORT))


def _rows(changes: Changes, keys: Keys) -> Iterator[dict[str, object]]:
    """Yield a row for each change."""
    hidden = hidden_fields(changes)
    for name, (before, after) in changes.items():
        row = {"field": keys.key(name), "from": keys.value(name, before), "to": keys.value(name, after)}
        yield {**row, "hidden": True} if name in hidden else row


def _lines(answer: Mapping[str, object]) -> Iterator[str]:
    for key, value in answer.items():
        if isinstance(value, Mapping):
            yield f"{_key(key)}:"
            for inner_key, inner in value.items():
                yield from _entry("  ", inner_key, inner)
        else:
            yield from _entry("", key, value)


def _entry(margin: str, key: str, value: object) -> Iterator[str]:
    if not isinstance(value, list) or not value:
        yield f"{margin}{_key(key)}: {_value(value)}"
        return
    yield f"{margin}{_key(key)}:"
    for row in value:
        cells = ", ".join(f"{_key(name)}: {_value(cell)}" for name, cell in row.items())
        yield f"{margin}  - {{{cells}}}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _scalar(key)


def _value(value: object) -> str:
    """Return a scalar, or a list of scalars."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_scalar, value))}]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _PAIR.sub(_in_one, quote(value)).translate(_NO_CHARACTERS)
    text = json.dumps(value, allow_nan=False)
    if isinstance(value, float) and "." not in text:
        text = text.replace("e", ".0e")  # 1e-07 is a text to YAML 1.1
    return text


def _in_one(found: re.Match[str]) -> str:
    """Return the single escape of a character above U+FFFF; any other escape unchanged."""
    if found[1] is None:
        return found[0]
    pair = bytes.fromhex(found[1] + found[2])
    return f"\\U{ord(pair.decode('utf-16-be')):08x}"
