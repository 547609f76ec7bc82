"""Make snapshots again of whole ones and of the patches that ``carry=True`` put into the changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import attrs
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, seconds
from uidiff.arrow.conform import cast_column, conformed, expect_readable, expect_table
from uidiff.arrow.engine import pieces
from uidiff.arrow.outgoing import MAX_NODES, Failed, Origin, Outgoing, Taken, Whole
from uidiff.arrow.schema import CHANGES, SNAPSHOTS
from uidiff.arrow.validator import Validator
from uidiff.diffing.patch import Patch
from uidiff.errors import DeltaMismatch, InvalidSnapshot, UIDiffError
from uidiff.model import jsontext
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

__all__ = ["APPLIED", "OF_CHANGES", "Applier", "apply_table"]

APPLIED = pa.schema([*SNAPSHOTS, ("before_seq", pa.int64()), ("carried", pa.string())])
"""Rows of snapshots and of changes in one table: a change has its error and its patch, and no elements."""

OF_CHANGES = {
    "session": "session",
    "window": "window",
    "seq": "after_seq",
    "ts": "ts",
    "error": "error",
    "before_seq": "before_seq",
    "carried": "carried",
}
"""By column of APPLIED the column of a change that fills it."""
_ORDER = ("session", "window", "seq", "before_seq")


def apply_table(base: pa.Table, changes: pa.Table, *, limits: Limits | None = None) -> pa.Table:
    """Make all snapshots of some of them and of what changed between them.

    Args:
        base: rows of SNAPSHOTS: of each session and window the first one, and any others.
        changes: rows of CHANGES, made with ``carry=True``.
        limits: how large a snapshot may be.

    Returns:
        Rows of SNAPSHOTS in the order of session, window and sequence number: those of ``base``, and one for each patch
        and each error in ``changes``. They are the snapshots that were diffed, which their digests show; where one
        cannot be made, its row has an ``error``. The ``source`` of snapshots that were made is NULL.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types.
        TypeError: no tables.
    """
    for table in (base, changes):
        expect_table(table)
    for name in ("op", *OF_CHANGES.values()):
        if name not in changes.column_names:
            raise InvalidSnapshot("no such column", f"$.{name}", "pass the table that diff_table has made")
    wanted = pc.or_(pc.equal(changes["op"], "error"), changes["carried"].is_valid())
    kept = changes.filter(wanted)
    given = {name: kept[of] for name, of in OF_CHANGES.items()}
    expect_readable(changes.schema, CHANGES)
    whole = pa.Table.from_batches(map(conformed, base.to_batches()), schema=SNAPSHOTS)
    rows = pa.concat_tables([_filled(whole), _filled(pa.table(given))])
    order = pc.sort_indices(rows, [(name, "ascending", "at_start") for name in _ORDER])
    batches = rows.take(order).to_batches()
    return pa.Table.from_batches(Applier(limits or Limits())(batches), schema=SNAPSHOTS)


def _filled(table: pa.Table) -> pa.Table:
    """Add the missing columns of APPLIED, as NULL."""
    given = {name: table[name].combine_chunks() for name in table.column_names}
    columns = [
        cast_column(field, given[field.name]) if field.name in given else pa.nulls(table.num_rows, field.type)
        for field in APPLIED
    ]
    return pa.table(columns, schema=APPLIED)


@attrs.frozen
class Applier:
    """Make batches of SNAPSHOTS of batches of APPLIED, sorted by session, window, sequence number and ``before_seq``.

    It holds one snapshot and one batch.
    """

    limits: Limits = attrs.field(factory=Limits)
    max_nodes: int = MAX_NODES

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the snapshots of all rows."""
        applying = _Applying(self.limits, Outgoing(self.max_nodes))
        for batch in batches:
            for piece in pieces(batch, self.max_nodes):
                yield from applying.piece(piece)


class _Key(NamedTuple):
    """The key of a row."""

    session: str | None
    window: str | None
    seq: int | None


class _Applying:
    """Turns rows into snapshots; keeps the last good one."""

    def __init__(self, limits: Limits, rows: Outgoing) -> None:
        self._limits = limits
        self._validator = Validator(limits)
        self._rows = rows
        self._key: _Key | None = None
        self._last: Snapshot | tuple[Block, int] | None = None

    def piece(self, piece: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """Return the snapshots of the next rows."""
        given = conformed(piece)
        carried, before = piece.column("carried"), piece.column("before_seq").to_pylist()
        base = pc.indices_nonzero(carried.is_null())
        checked = self._validator.check(given.take(base))
        places = base.to_pylist()
        known = {places[place]: number for number, place in enumerate(checked.places)}
        wrong = {places[place]: error for place, error in checked.errors.items()}
        keys = zip(*(given.column(name).to_pylist() for name in _Key._fields), strict=True)
        for place, key in enumerate(map(_Key._make, keys)):
            if place in known:
                self._key, self._last = key, (checked.block, known[place])
                self._rows.add(Taken(checked.block.rows, known[place]))
            elif place in wrong:
                self._fail(key, wrong[place], given.column("ts")[place])
            else:
                self._patch(key, before[place], carried[place].as_py(), given.column("ts")[place])
            yield from self._rows.full()
        yield from self._rows.all()
        if self._key is not None:
            self._last = self._snapshot()  # without the others of its block

    def _patch(self, key: _Key, before_seq: int | None, carried: str, ts: pa.Scalar) -> None:
        if key == self._key:  # a row of base has it whole
            return
        try:
            after = self._applied(key, before_seq, carried)
        except UIDiffError as error:
            self._fail(key, str(error), ts)
            return
        self._key, self._last = key, after
        origin = Origin(session=key.session, window=key.window)
        self._rows.add(Whole(origin, key.seq or 0, after.finished(limits=self._limits)))

    def _applied(self, key: _Key, before_seq: int | None, carried: str) -> Snapshot:
        if key.seq is None:
            raise InvalidSnapshot("no sequence number", "$.after_seq", "pass the changes as they were made")
        if self._key is None or self._key != key._replace(seq=before_seq):
            raise DeltaMismatch(f"no snapshot {before_seq} of this session and window to go on from: add it to base")
        value = jsontext.parse(carried, max_nesting=self._limits.max_nesting)
        return Patch.from_dict(value, limits=self._limits).apply(self._snapshot())

    def _snapshot(self) -> Snapshot:
        if isinstance(self._last, tuple):
            block, number = self._last
            self._last = block.snapshot(number)
        assert self._last is not None  # noqa: S101  # it comes with the key
        return self._last

    def _fail(self, key: _Key, error: str, ts: pa.Scalar) -> None:
        self._rows.add(Failed(Origin(session=key.session, window=key.window), key.seq, error, seconds(ts)))
