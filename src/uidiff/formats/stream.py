"""Stream records: what ``observe`` yields and the format ``jsonl`` prints, one JSON object a line (spec/features#d31).

    {"type":"snapshot","ts":1707504000,"count":42}
    {"type":"added","ts":1707504003,"el":{"i":43,"r":"dialog","t":"Save?"},"p":"window > web > form"}
    {"type":"removed","ts":1707504003,"id":15,"r":"btn","t":"Loading..."}
    {"type":"changed","ts":1707504003,"id":5,"changes":{"v":["old","new"]}}
    {"type":"moved","ts":1707504003,"id":7,"from_parent":3,"from_position":0,"to_parent":3,"to_position":2}
    {"type":"reordered","ts":1707504003,"parent":3,"order":[9,8,7]}
    {"type":"transient","ts":1707504004,"el":{"i":50,"r":"status","t":"Saved"},"p":"window","shown":"1.5s"}
    {"type":"error","ts":1707504004,"error":"the window did not answer"}
    {"type":"done","ts":1707504010,"elapsed":"10.0s","events":7}

There are more types: ``unknown`` (keys of removed: the element was not read this time), ``newly_read`` (keys of
added: the element was not read before), ``hidden`` (keys of removed) and ``shown`` (keys of added), both with
``inside``, the number of elements below that have no line, and ``circumstances`` (the title, URL or document differs).
A window that was not read whole is ``{"type":"snapshot",…,"unread":1}``: elements below which something was not read.
``ts`` is Unix seconds to the millisecond, null where not known. Numbers are those of the refs: 12 is ``e12``. The keys
of elements and changes are in ``formats.elements``. ``hidden`` in a change names those whose values are not shown: both
are equal in ``changes``.

Records are frozen and compare by their values. :func:`read_line` reads a record back from its line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias, get_args

import attrs

from uidiff.diffing.records import Record
from uidiff.errors import InvalidSnapshot
from uidiff.formats.json_text import write_json
from uidiff.formats.values import seconds
from uidiff.model import jsontext
from uidiff.model.jsontext import expect_list, expect_object, expect_text
from uidiff.model.snapshot import Snapshot
from uidiff.text import replace_surrogates

__all__ = [
    "AddedRecord",
    "ChangedRecord",
    "CircumstancesRecord",
    "DoneRecord",
    "ErrorRecord",
    "HiddenRecord",
    "MovedRecord",
    "NewlyReadRecord",
    "RemovedRecord",
    "ReorderedRecord",
    "ShownRecord",
    "SnapshotRecord",
    "StreamRecord",
    "TransientRecord",
    "UnknownRecord",
    "read_line",
]


def _pairs(changes: Mapping[str, Sequence[object]]) -> dict[str, tuple[object, ...]]:
    return {key: tuple(pair) for key, pair in changes.items()}


def _copied(element: Mapping[str, object]) -> dict[str, object]:
    return dict(element)


def _tenths(duration: float) -> float:
    return round(duration, 1)


def _without_surrogates(error: str) -> str:
    return replace_surrogates(error)[0]


@attrs.frozen
class _StreamRecord:
    """What all stream records have."""

    type: ClassVar[str]
    ts: float | None = attrs.field(converter=seconds)

    def to_dict(self) -> dict[str, object]:
        """Return the record as a JSON object, its keys in the order of spec/features#d31."""
        said: dict[str, object] = {"type": self.type}
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            if field.name in _FIELDS and (field.default is attrs.NOTHING or value != field.default):
                key, _, write = _FIELDS[field.name]
                said[key] = value if write is None else write(value)
        return said

    def line(self) -> str:
        """Return the record as one line of JSON, without a line end."""
        return write_json(self.to_dict())


@attrs.frozen
class SnapshotRecord(_StreamRecord):
    """Observation begins: ``count`` elements were read; below ``unread`` of them there was more than time or limits."""

    type: ClassVar[str] = "snapshot"
    count: int
    unread: int = 0

    @classmethod
    def of(cls, snapshot: Snapshot) -> SnapshotRecord:
        """Make the record of a read."""
        return cls(snapshot.taken_at, len(snapshot), len(snapshot.unread))


@attrs.frozen
class _DeltaRecord(_StreamRecord):
    """A record of a delta; ``record`` is that record, None in one that was read from a line."""

    record: Record | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class _ElementRecord(_DeltaRecord):
    element: Mapping[str, object] = attrs.field(converter=_copied, hash=False)
    path: str

    @property
    def number(self) -> int:
        """The number of the element."""
        return _number(self.element.get("i"), "$.el.i")


@attrs.frozen
class AddedRecord(_ElementRecord):
    """An element was added. ``element``: its fields, in short keys; ``path``: the roles above it, in short words."""

    type: ClassVar[str] = "added"


@attrs.frozen
class TransientRecord(_ElementRecord):
    """An element was added and removed again, with all below it; it was seen for ``shown`` seconds (to the tenth)."""

    type: ClassVar[str] = "transient"
    shown: float = attrs.field(converter=_tenths)


@attrs.frozen
class NewlyReadRecord(_ElementRecord):
    """An element stands where nothing was read before: whether it is new is not known."""

    type: ClassVar[str] = "newly_read"


@attrs.frozen
class _BeforeRecord(_DeltaRecord):
    id: int
    role: str
    name: str | None = None


@attrs.frozen
class RemovedRecord(_BeforeRecord):
    """An element was removed. ``id``: its number; ``role``: a short word; ``name``: None if it had none."""

    type: ClassVar[str] = "removed"


@attrs.frozen
class UnknownRecord(_BeforeRecord):
    """An element was not read this time: whether it was removed is not known. The fields are those of a removed one."""

    type: ClassVar[str] = "unknown"


@attrs.frozen
class HiddenRecord(_BeforeRecord):
    """An element left the accessibility tree and lives on, with ``inside`` others below it, which have no record.

    The fields are those of a removed one.
    """

    type: ClassVar[str] = "hidden"
    inside: int = 0


@attrs.frozen
class ShownRecord(_ElementRecord):
    """An element that was hidden is shown again, with ``inside`` others below it that were, which have no record.

    The fields are those of an added one.
    """

    type: ClassVar[str] = "shown"
    inside: int = 0


@attrs.frozen
class ChangedRecord(_DeltaRecord):
    """An element stayed and differs. ``changes``: short key to (before, after); ``hidden``: the keys not shown."""

    type: ClassVar[str] = "changed"
    id: int
    changes: Mapping[str, tuple[object, object]] = attrs.field(converter=_pairs, hash=False)
    hidden: tuple[str, ...] = ()


@attrs.frozen
class MovedRecord(_DeltaRecord):
    """An element has another place: numbers of its direct parents (None: a root), positions among all children."""

    type: ClassVar[str] = "moved"
    id: int
    from_parent: int | None
    from_position: int
    to_parent: int | None
    to_position: int


@attrs.frozen
class ReorderedRecord(_DeltaRecord):
    """The elements ``order`` of one parent (None: the roots) stand in this order now."""

    type: ClassVar[str] = "reordered"
    parent: int | None
    order: tuple[int, ...]


@attrs.frozen
class CircumstancesRecord(_StreamRecord):
    """Title, URL or document differ: name to (before, after)."""

    type: ClassVar[str] = "circumstances"
    changes: Mapping[str, tuple[object, object]] = attrs.field(converter=_pairs, hash=False)
    hidden: tuple[str, ...] = ()


@attrs.frozen
class ErrorRecord(_StreamRecord):
    """A read failed with the message ``error``; observation goes on."""

    type: ClassVar[str] = "error"
    error: str = attrs.field(converter=_without_surrogates)


@attrs.frozen
class DoneRecord(_StreamRecord):
    """Observation ended after ``elapsed`` seconds (to the tenth); ``events`` counts the changes that were reported."""

    type: ClassVar[str] = "done"
    elapsed: float = attrs.field(converter=_tenths)
    events: int


StreamRecord: TypeAlias = (
    SnapshotRecord
    | AddedRecord
    | TransientRecord
    | NewlyReadRecord
    | RemovedRecord
    | UnknownRecord
    | HiddenRecord
    | ShownRecord
    | ChangedRecord
    | MovedRecord
    | ReorderedRecord
    | CircumstancesRecord
    | ErrorRecord
    | DoneRecord
)

_KINDS: Mapping[object, type[StreamRecord]] = {kind.type: kind for kind in get_args(StreamRecord)}


# -------------------------------------------------------------------- lines

_NESTING = 400
_SECONDS = re.compile(r"\d{1,15}\.\ds", re.ASCII)
_CURE = "give a line that uidiff wrote"


def _time(value: object, path: str) -> float | None:
    if value is None or (isinstance(value, int | float) and type(value) is not bool and math.isfinite(value)):
        return value
    raise InvalidSnapshot(f"expected finite seconds or null, got {type(value).__name__}", path, _CURE)


def _number(value: object, path: str) -> int:
    if type(value) is not int:
        raise InvalidSnapshot(f"expected a whole number, got {type(value).__name__}", path, _CURE)
    return value


def _number_or_null(value: object, path: str) -> int | None:
    return None if value is None else _number(value, path)


def _elapsed(value: object, path: str) -> float:
    text = expect_text(value, path)
    if not _SECONDS.fullmatch(text):
        raise InvalidSnapshot('expected seconds such as "10.0s"', path, _CURE)
    return float(text[:-1])


def _items(read: Callable[[object, str], object]) -> Callable[[object, str], tuple[object, ...]]:
    def read_items(value: object, path: str) -> tuple[object, ...]:
        return tuple(read(item, f"{path}[{place}]") for place, item in enumerate(expect_list(value, path)))

    return read_items


def _changes(value: object, path: str) -> Mapping[str, list[object]]:
    pairs = expect_object(value, path).items()
    return {key: expect_list(pair, f"{path}.{ascii(key)[1:-1][:40]}", 2) for key, pair in pairs}


def _json_object(values: Mapping[str, object]) -> dict[str, object]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _in_seconds(duration: float) -> str:
    return f"{duration:.1f}s"


class _JsonField(NamedTuple):
    """A field of a record in its line: its key, what reads its value at a path, what makes a JSON value of it."""

    key: str
    read: Callable[[object, str], Any]
    write: Callable[[Any], object] | None = None


_FIELDS: Mapping[str, _JsonField] = {
    "ts": _JsonField("ts", _time),
    "count": _JsonField("count", _number),
    "unread": _JsonField("unread", _number),
    "element": _JsonField("el", expect_object, _json_object),
    "path": _JsonField("p", expect_text),
    "shown": _JsonField("shown", _elapsed, _in_seconds),
    "id": _JsonField("id", _number),
    "role": _JsonField("r", expect_text),
    "name": _JsonField("t", expect_text),
    "changes": _JsonField("changes", _changes, _json_object),
    "hidden": _JsonField("hidden", _items(expect_text), list),
    "from_parent": _JsonField("from_parent", _number_or_null),
    "from_position": _JsonField("from_position", _number),
    "to_parent": _JsonField("to_parent", _number_or_null),
    "to_position": _JsonField("to_position", _number),
    "parent": _JsonField("parent", _number_or_null),
    "order": _JsonField("order", _items(_number), list),
    "error": _JsonField("error", expect_text),
    "elapsed": _JsonField("elapsed", _elapsed, _in_seconds),
    "events": _JsonField("events", _number),
    "inside": _JsonField("inside", _number),
}
"""By field of a record: where it is in the line, and how it is read and written."""


def read_line(line: str) -> StreamRecord:
    """Return the record in a line of JSON. Keys that it does not have are ignored: later versions may add some.

    Raises:
        InvalidSnapshot: no JSON, no such record, or a value that does not fit; the path says where.
    """
    value = expect_object(jsontext.parse(line, max_nesting=_NESTING), "$")
    name = value.get("type")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidSnapshot("no type of a stream record", "$.type", _CURE)
    cells: dict[str, Any] = {}
    for field in attrs.fields(kind):
        if field.name not in _FIELDS:
            continue
        key, read, _ = _FIELDS[field.name]
        if key in value:
            cells[field.name] = read(value[key], f"$.{key}")
        elif field.default is attrs.NOTHING:
            raise InvalidSnapshot("it is missing", f"$.{key}", _CURE)
    return kind(**cells)
