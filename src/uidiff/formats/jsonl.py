"""The format ``jsonl`` (spec/features#d31): a stream record on each line.

A diff has its records in document order, and no line if nothing changed. A whole tree has the line ``snapshot``, then
an ``added`` line for each element, so that a reader who only knows ``added`` can start with it. Nothing is folded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from uidiff.diffing.delta import place_of
from uidiff.diffing.records import Added, Changed, Hidden, Moved, NewlyRead, Record, Removed, Reordered, Shown, Unknown
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.elements import SHORT, changes_value, element_value, hidden_fields, number_of, short_path
from uidiff.formats.hidden_roots import inside_of
from uidiff.formats.json_text import refuse_budget
from uidiff.formats.options import RenderOptions
from uidiff.formats.record_lines import in_document_order
from uidiff.formats.stream import (
    AddedRecord,
    ChangedRecord,
    CircumstancesRecord,
    HiddenRecord,
    MovedRecord,
    NewlyReadRecord,
    RemovedRecord,
    ReorderedRecord,
    ShownRecord,
    SnapshotRecord,
    StreamRecord,
    UnknownRecord,
)
from uidiff.model.element import Element
from uidiff.model.roles import role_word
from uidiff.model.snapshot import Snapshot

__all__ = ["JsonlFormat", "added_record", "records_of", "records_of_tree"]


class JsonlFormat:
    """One JSON object on each line, for ``jq`` and for readers of a stream. Takes no budget."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the records of a delta in document order; the empty text if there are none."""
        refuse_budget("jsonl", options)
        return "\n".join(record.line() for record in records_of(delta, bounds=options.bounds))

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the line ``snapshot`` and an ``added`` line for each element."""
        refuse_budget("jsonl", options)
        return "\n".join(record.line() for record in records_of_tree(snapshot, refs, bounds=options.bounds))


def records_of_tree(snapshot: Snapshot, refs: Refs, *, bounds: bool = False) -> Iterator[StreamRecord]:
    """Yield the stream records of a whole tree."""
    yield SnapshotRecord.of(snapshot)
    for element in snapshot:
        yield added_record(element, refs, snapshot.taken_at, bounds=bounds)


def added_record(element: Element, refs: Refs, ts: float | None, *, bounds: bool = False) -> AddedRecord:
    """Return the stream record of an element as an added one."""
    return AddedRecord(ts, _element(element, refs, bounds=bounds), short_path(element.path))


def records_of(delta: TreeDiff, *, bounds: bool = False) -> Iterator[StreamRecord]:
    """Yield the stream records of a delta, bound or not: the circumstances, then the others in document order.

    ``ts`` is the time of the snapshot after. With ``bounds`` elements have their bounds; changes of bounds are in the
    records in any case, unless they are ignored.
    """
    ts = delta.after.taken_at
    if delta.circumstances:
        yield CircumstancesRecord(ts, delta.circumstances, hidden_fields(delta.circumstances))
    inside = inside_of(delta)
    for record in in_document_order(delta):
        below = inside.get(place_of(record), 0)
        if below is not None:
            yield _stream_record(record, delta.refs, ts, bounds=bounds, inside=below)


def _stream_record(
    record: Record, refs: tuple[Refs, Refs], ts: float | None, *, bounds: bool, inside: int
) -> StreamRecord:
    before, after = refs
    made: StreamRecord
    match record:
        case Hidden():
            made = HiddenRecord(ts, *_identity(record.before, before), inside, record=record)
        case Added() | NewlyRead() | Shown():
            element, path = _element(record.after, after, bounds=bounds), short_path(record.path)
            if isinstance(record, Shown):
                made = ShownRecord(ts, element, path, inside, record=record)
            else:
                came = AddedRecord if isinstance(record, Added) else NewlyReadRecord
                made = came(ts, element, path, record=record)
        case Removed() | Unknown():
            gone = RemovedRecord if isinstance(record, Removed) else UnknownRecord
            made = gone(ts, *_identity(record.before, before), record=record)
        case Changed():
            hidden = tuple(map(SHORT.key, hidden_fields(record.fields)))
            number = after.numbers[record.after.index]
            made = ChangedRecord(ts, number, changes_value(record.fields, SHORT), hidden, record=record)
        case Moved():
            made = MovedRecord(
                ts,
                after.numbers[record.after.index],
                number_of(before, record.from_parent),
                record.from_position,
                number_of(after, record.to_parent),
                record.to_position,
                record=record,
            )
        case Reordered():
            order = tuple(before.numbers[index] for index in record.order)
            made = ReorderedRecord(ts, number_of(after, record.parent), order, record=record)
    return made


def _element(element: Element, refs: Refs, *, bounds: bool) -> dict[str, object]:
    return {"i": refs.numbers[element.index], **element_value(element, SHORT, bounds=bounds)}


def _identity(element: Element, refs: Refs) -> tuple[int, str, str | None]:
    return refs.numbers[element.index], role_word(element.role, "short"), element.name
