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

Beside these there are ``unknown`` (as removed: what is there now was not read), ``newly_read`` (as added: what was
there before was not read) and ``circumstances`` (the title, URL or document). ``ts``: Unix seconds to the millisecond,
null where not known. Numbers are those of the refs: 12 is ``e12``. Keys of elements and changes: ``formats.elements``.
A key ``hidden`` names those changes whose values are not shown, which are equal in ``changes``.

Every record is frozen, compares by what it says, and is read back from its line by :func:`read_line`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import attrs

from uidiff.diffing.records import Record
from uidiff.errors import InvalidSnapshot
from uidiff.formats.json_text import write_json
from uidiff.formats.times import seconds
from uidiff.model import jsontext
from uidiff.model.expect import expect_list, expect_object, expect_text
from uidiff.text import replace_surrogates

__all__ = [
    "AddedRecord",
    "ChangedRecord",
    "CircumstancesRecord",
    "DoneRecord",
    "ErrorRecord",
    "MovedRecord",
    "NewlyReadRecord",
    "RemovedRecord",
    "ReorderedRecord",
    "SnapshotRecord",
    "StreamRecord",
    "TransientRecord",
    "UnknownRecord",
    "read_line",
]

_NESTING = 400
_SECONDS = re.compile(r"\d{1,15}\.\ds", re.ASCII)
_CURE = "give a line that uidiff wrote"
_Reader: TypeAlias = Callable[[object, str], Any]


def _pairs(changes: Mapping[str, Sequence[object]]) -> dict[str, tuple[object, ...]]:
    return {key: tuple(pair) for key, pair in changes.items()}


def _copied(element: Mapping[str, object]) -> dict[str, object]:
    return dict(element)


def _tenths(elapsed: float) -> float:
    return round(elapsed, 1)


def _one_line_text(error: str) -> str:
    return replace_surrogates(error)[0]


def _time(value: object, path: str) -> float | None:
    if value is None or (isinstance(value, int | float) and type(value) is not bool and math.isfinite(value)):
        return value
    raise InvalidSnapshot(f"expected finite seconds or null, got {type(value).__name__}", path, _CURE)


def _number(value: object, path: str) -> int:
    if type(value) is not int:
        raise InvalidSnapshot(f"expected a whole number, got {type(value).__name__}", path, _CURE)
    return value


def _numbers(value: object, path: str) -> tuple[int, ...]:
    return tuple(_number(item, f"{path}[{place}]") for place, item in enumerate(expect_list(value, path)))


def _keys(value: object, path: str) -> tuple[str, ...]:
    return tuple(expect_text(item, f"{path}[{place}]") for place, item in enumerate(expect_list(value, path)))


def _changes(value: object, path: str) -> Mapping[str, list[object]]:
    return {key: expect_list(pair, f"{path}.{ascii(key)[1:-1][:40]}", 2) for key, pair in _object(value, path).items()}


def _object(value: object, path: str) -> Mapping[str, Any]:
    return expect_object(value, path)


def _elapsed(value: object, path: str) -> float:
    text = expect_text(value, path)
    if not _SECONDS.fullmatch(text):
        raise InvalidSnapshot('expected seconds such as "10.0s"', path, _CURE)
    return float(text[:-1])


def _plain(value: object) -> object:
    """A value of a record as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain_list(item) for key, item in value.items()}
    return _plain_list(value)


def _plain_list(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _at(key: str, read: _Reader) -> dict[str, object]:
    """Where a field stands in the line, and what reads it there."""
    return {"key": key, "read": read}


@attrs.frozen
class _Line:
    """What all stream records have."""

    type: ClassVar[str]

    def to_dict(self) -> dict[str, object]:
        """The record as a JSON object, its keys in the order of spec/features#d31."""
        said: dict[str, object] = {"type": self.type}
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            if "key" in field.metadata and (field.default is attrs.NOTHING or value != field.default):
                said[field.metadata["key"]] = _plain(value)
        return said

    def line(self) -> str:
        """The record as one line of JSON, without its end."""
        return write_json(self.to_dict())


@attrs.frozen
class SnapshotRecord(_Line):
    """Observation begins: ``count`` elements were read."""

    type: ClassVar[str] = "snapshot"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    count: int = attrs.field(metadata=_at("count", _number))


@attrs.frozen
class _Came(_Line):
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    element: Mapping[str, object] = attrs.field(converter=_copied, hash=False, metadata=_at("el", _object))
    path: str = attrs.field(metadata=_at("p", expect_text))
    record: Record | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @property
    def number(self) -> int:
        """The number of the element."""
        return _number(self.element.get("i"), "$.el.i")


@attrs.frozen
class _Went(_Line):
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    id: int = attrs.field(metadata=_at("id", _number))
    role: str = attrs.field(metadata=_at("r", expect_text))
    name: str | None = attrs.field(default=None, metadata=_at("t", expect_text))
    record: Record | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class AddedRecord(_Came):
    """An element came. ``element``: what it says, in short keys; ``path``: the roles above it, in short words."""

    type: ClassVar[str] = "added"


@attrs.frozen
class TransientRecord(_Came):
    """An element came and went again: it was seen for ``shown`` seconds (to the tenth), with all that came with it."""

    type: ClassVar[str] = "transient"
    shown: float = attrs.field(converter=_tenths, metadata=_at("shown", _elapsed))

    def to_dict(self) -> dict[str, object]:
        """The record as a JSON object, the time as a text such as "1.5s"."""
        return {**super().to_dict(), "shown": f"{self.shown:.1f}s"}


@attrs.frozen
class NewlyReadRecord(_Came):
    """An element stands where nothing was read before: whether it is new is not known."""

    type: ClassVar[str] = "newly_read"


@attrs.frozen
class RemovedRecord(_Went):
    """An element went. ``id``: its number; ``role``: a short word; ``name``: None if it had none."""

    type: ClassVar[str] = "removed"


@attrs.frozen
class UnknownRecord(_Went):
    """An element stood where nothing was read this time: whether it went is not known."""

    type: ClassVar[str] = "unknown"


@attrs.frozen
class ChangedRecord(_Line):
    """An element stayed and differs. ``changes``: short key to (before, after); ``hidden``: those not shown."""

    type: ClassVar[str] = "changed"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    id: int = attrs.field(metadata=_at("id", _number))
    changes: Mapping[str, tuple[object, object]] = attrs.field(
        converter=_pairs,
        hash=False,
        metadata=_at("changes", _changes),
    )
    hidden: tuple[str, ...] = attrs.field(default=(), metadata=_at("hidden", _keys))
    record: Record | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class MovedRecord(_Line):
    """An element hangs or stands elsewhere: numbers of its direct parents (None: a root), places among all children."""

    type: ClassVar[str] = "moved"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    id: int = attrs.field(metadata=_at("id", _number))
    from_parent: int | None = attrs.field(metadata=_at("from_parent", _number))
    from_position: int = attrs.field(metadata=_at("from_position", _number))
    to_parent: int | None = attrs.field(metadata=_at("to_parent", _number))
    to_position: int = attrs.field(metadata=_at("to_position", _number))
    record: Record | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class ReorderedRecord(_Line):
    """The elements ``order`` below one parent (None: the roots) stand in this order now."""

    type: ClassVar[str] = "reordered"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    parent: int | None = attrs.field(metadata=_at("parent", _number))
    order: tuple[int, ...] = attrs.field(metadata=_at("order", _numbers))
    record: Record | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class CircumstancesRecord(_Line):
    """Title, URL or document differ: name to (before, after)."""

    type: ClassVar[str] = "circumstances"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    changes: Mapping[str, tuple[object, object]] = attrs.field(
        converter=_pairs,
        hash=False,
        metadata=_at("changes", _changes),
    )
    hidden: tuple[str, ...] = attrs.field(default=(), metadata=_at("hidden", _keys))


@attrs.frozen
class ErrorRecord(_Line):
    """A read failed, and how; observation goes on."""

    type: ClassVar[str] = "error"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    error: str = attrs.field(converter=_one_line_text, metadata=_at("error", expect_text))


@attrs.frozen
class DoneRecord(_Line):
    """Observation ended after ``elapsed`` seconds (to the tenth); ``events``: how many changes it told of."""

    type: ClassVar[str] = "done"
    ts: float | None = attrs.field(converter=seconds, metadata=_at("ts", _time))
    elapsed: float = attrs.field(converter=_tenths, metadata=_at("elapsed", _elapsed))
    events: int = attrs.field(metadata=_at("events", _number))

    def to_dict(self) -> dict[str, object]:
        """The record as a JSON object, the time as a text such as "10.0s"."""
        return {**super().to_dict(), "elapsed": f"{self.elapsed:.1f}s"}


StreamRecord: TypeAlias = (
    SnapshotRecord
    | AddedRecord
    | TransientRecord
    | NewlyReadRecord
    | RemovedRecord
    | UnknownRecord
    | ChangedRecord
    | MovedRecord
    | ReorderedRecord
    | CircumstancesRecord
    | ErrorRecord
    | DoneRecord
)

_KINDS: Mapping[object, type[StreamRecord]] = {
    kind.type: kind
    for kind in (
        SnapshotRecord,
        AddedRecord,
        TransientRecord,
        NewlyReadRecord,
        RemovedRecord,
        UnknownRecord,
        ChangedRecord,
        MovedRecord,
        ReorderedRecord,
        CircumstancesRecord,
        ErrorRecord,
        DoneRecord,
    )
}


def read_line(line: str) -> StreamRecord:
    """The record in a line of JSON. Keys that it does not have are passed over: later versions may add some.

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
        key = field.metadata.get("key")
        if key is None or (key not in value and field.default is not attrs.NOTHING):
            continue
        if key not in value:
            raise InvalidSnapshot("it is missing", f"$.{key}", _CURE)
        may_be_null = key in {"from_parent", "to_parent", "parent"}
        null = may_be_null and value[key] is None
        cells[field.name] = None if null else field.metadata["read"](value[key], f"$.{key}")
    return kind(**cells)
