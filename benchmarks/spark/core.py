"""What one would write without ``uidiff.arrow``: rows to snapshots to the core's diff to rows, in plain Python."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

import uidiff
from uidiff.arrow import NODE
from uidiff.arrow.schema import states_of_cell
from uidiff.model.element import Element

__all__ = ["Record", "loop", "records", "said_of_pair", "snapshot_of"]

NAMES = tuple(field.name for field in NODE)


class Record(NamedTuple):
    """What is compared of a row of changes, of two snapshots that are known."""

    op: str
    before_index: int | None
    after_index: int | None
    role: str | None
    name: str | None
    fields: tuple[tuple[str, str, str], ...]


def loop(folder: Path, *, matcher: str) -> list[tuple[Any, ...]]:
    """The changes in the Parquet files of a folder: session, window, both sequence numbers, and then a Record.

    A batch of rows lies in memory at a time, and the last snapshot.
    """
    found: list[tuple[Any, ...]] = []
    last = None
    for file in sorted(folder.iterdir()):
        for batch in pq.ParquetFile(file).iter_batches(batch_size=256):
            for row in batch.to_pylist():
                snapshot = snapshot_of(row["nodes"], **{name: row[name] for name in ("app", "title", "taken_at")})
                window = row["session"], row["window"]
                if last is not None and last[0] == window:
                    key = *window, last[1], row["seq"]
                    found += [(*key, *record) for record in records(last[2], snapshot, matcher)]
                last = window, row["seq"], snapshot
    return found


def snapshot_of(nodes: Iterable[Any], **circumstances: Any) -> uidiff.Snapshot:  # noqa: ANN401  # cells of any type
    """The core's snapshot of a cell of nodes, as pyarrow or Spark hand it out: dicts, or tuples."""
    return uidiff.Snapshot.from_dicts([_node(_cells(one)) for one in nodes], **circumstances)


def records(before: uidiff.Snapshot, after: uidiff.Snapshot, matcher: str) -> Iterator[Record]:
    """The records of the core's diff, in the order of the change table."""
    delta = uidiff.diff(before, after, matcher=matcher)
    for added in delta.added:
        yield _record("added", None, added.after)
    for removed in delta.removed:
        yield _record("removed", removed.before, None)
    for changed in delta.changed:
        yield _record("changed", changed.before, changed.after, changed.fields)
    for moved in delta.moved:
        yield _record("moved", moved.before, moved.after)
    for reordered in delta.reordered:
        yield _record("reordered", reordered.before, reordered.after)


def said_of_pair(matcher: str, before: Sequence[Any], after: Sequence[Any]) -> list[tuple[Any, ...]]:
    """What a UDF does, with the cells of two snapshots; Spark takes an array from a list alone."""
    found = records(snapshot_of(before), snapshot_of(after), matcher)
    return [(*record[:-1], list(record.fields)) for record in found]


def _record(
    op: str, before: Element | None, after: Element | None, fields: Mapping[str, tuple[object, object]] | None = None
) -> Record:
    shown = before if after is None else after
    return Record(
        op,
        None if before is None else before.index,
        None if after is None else after.index,
        None if shown is None else shown.role,
        None if shown is None else shown.name,
        tuple((name, _json(values[0]), _json(values[1])) for name, values in (fields or {}).items()),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _cells(one: Any) -> Sequence[Any]:  # noqa: ANN401  # a dict of pyarrow, or a Row of Spark, which is a tuple
    return tuple(one.values()) if isinstance(one, dict) else tuple(one)


def _node(cells: Sequence[Any]) -> dict[str, Any]:
    made = {name: cell for name, cell in zip(NAMES, cells, strict=True) if cell is not None}
    if "states" in made:
        made["states"] = states_of_cell(map(_cells, made["states"]))  # type: ignore[arg-type]  # of two
    if "bounds" in made:
        made["bounds"] = list(_cells(made["bounds"]))
    return made
