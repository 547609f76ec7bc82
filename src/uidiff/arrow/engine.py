"""The engine: makes batches of changes of batches of snapshots; from batch to batch it keeps one snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.change_rows import change_rows, error_rows
from uidiff.arrow.conform import conformed, expect_snapshots, expect_table
from uidiff.arrow.pairing import pair_block
from uidiff.arrow.schema import CHANGES, SNAPSHOTS
from uidiff.arrow.validator import Checked, Validator
from uidiff.diffing.ignoring import Ignored, IgnoreOption, checked_ignore
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.matching.matching import Matcher
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.limits import Limits

__all__ = [
    "BEHIND",
    "MAX_NODES",
    "OF_TWO_FILES",
    "TWICE",
    "TWICE_OF_FILES",
    "Engine",
    "OnError",
    "are_of_two_files",
    "diff_batches",
    "diff_table",
    "keep_freed_memory",
]

OnError = Literal["column", "raise", "drop"]

MAX_NODES = 50_000
"""The most elements diffed at once (a larger snapshot is diffed alone): 256 snapshots of 200 elements were fastest, and
a worker's memory stays below 350 MB (``benchmarks/spark``)."""

_BLOCK = 31 << 20
"""Bytes: just below the largest block of which glibc learns (DEFAULT_MMAP_THRESHOLD_MAX in its malloc.c, 32 MiB)."""


def diff_table(
    table: pa.Table,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    carry: bool = False,
    on_error: OnError = "column",
    limits: Limits | None = None,
) -> pa.Table:
    """Diff the successive snapshots in a table: a row a record (see ``CHANGES``).

    Args:
        table: rows of ``SNAPSHOTS`` in any order; required are ``seq`` and ``nodes``. Compared are the snapshots of one
            session and window, by their sequence numbers.
        matcher, ignore: as in ``uidiff.diff``.
        carry: add to each pair of snapshots a row ``circumstances`` with the patch from one to the other, so that
            snapshots can be made of the changes.
        on_error: what becomes of a row that is no snapshot: a row of op ``error`` ("column"), InvalidSnapshot
            ("raise"), or nothing ("drop"). The snapshots around it are compared with each other. The same becomes of
            two snapshots of one session and window that are from two files, by ``source``: they are not compared.
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; or as ``on_error`` says.
        TypeError: no table.
        UnknownName: no such matcher, field or ``on_error``.
    """
    table = sorted_table(table)
    batches = diff_batches(
        table.to_batches(), matcher=matcher, ignore=ignore, carry=carry, on_error=on_error, limits=limits
    )
    return pa.Table.from_batches(batches, schema=CHANGES)


def diff_batches(
    batches: Iterable[pa.RecordBatch],
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    carry: bool = False,
    on_error: OnError = "column",
    limits: Limits | None = None,
    max_nodes: int = MAX_NODES,
) -> Iterator[pa.RecordBatch]:
    """Diff as :func:`diff_table`, batch after batch, sorted by session, window and sequence number.

    ``max_nodes``: how many elements are diffed at once. Raises: as :func:`diff_table`, at once.
    """
    engine = Engine.of(matcher=matcher, ignore=ignore, carry=carry, on_error=on_error, limits=limits)
    return engine.run(batches, max_nodes=max_nodes)


@attrs.define(eq=False)
class Engine:
    """Diffs batch after batch; ``last`` is the last good snapshot."""

    matcher: Matcher
    ignored: Ignored
    carry: bool
    on_error: OnError
    validator: Validator
    last: Block | None = None

    @classmethod
    def of(
        cls,
        *,
        matcher: MatcherOption = "auto",
        ignore: IgnoreOption = (),
        carry: bool = False,
        on_error: OnError = "column",
        limits: Limits | None = None,
    ) -> Engine:
        """Make an engine. UnknownName: no such matcher, field, or ``on_error``."""
        if on_error not in ("column", "raise", "drop"):
            raise UnknownName("on_error", on_error, ("column", "raise", "drop"))
        return cls(
            resolve_matcher(matcher), Ignored.of(checked_ignore(ignore)), carry, on_error, Validator(limits or Limits())
        )

    def run(self, batches: Iterable[pa.RecordBatch], *, max_nodes: int = MAX_NODES) -> Iterator[pa.RecordBatch]:
        """Return the changes in batches of any types, a batch for each piece of at most ``max_nodes`` elements."""
        for batch in batches:
            for piece in pieces(conformed(batch), max_nodes):
                yield self.step(piece)

    def step(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Return the changes in the next batch of SNAPSHOTS, all of which is diffed at once."""
        keep_freed_memory()
        if self.last is not None:
            batch = pa.Table.from_batches([self.last.rows, batch]).combine_chunks().to_batches()[0]
        checked = self.validator.check(batch)
        if self.last is not None:
            for snapshot in self.last.known_snapshots.values():
                checked.block.keep(0, snapshot)
        (block, places, errors), linked = _in_order(checked)
        apart = _of_two_files(block, linked)
        linked[list(apart)] = False
        rows, failed = self._found(block, linked)
        failed |= apart
        seqs = block.rows.column("seq")
        before_seq = {places[number]: seqs[number - 1].as_py() for number in failed}
        errors |= {places[number]: error for number, error in failed.items()}
        if len(block):
            self.last = _only(block, len(block) - 1)
        return self._with_errors(batch, rows, errors, before_seq)

    def _found(self, block: Block, linked: Flags) -> tuple[pa.RecordBatch, dict[int, str]]:
        """Return the rows of linked snapshots; and by number the error of those that could not be compared."""
        known = pair_block(block, linked, self.matcher)
        return change_rows(block, known.partners, self.ignored, carry=self.carry), known.errors

    # ------------------------------------------------------------------ errors

    def _with_errors(
        self,
        batch: pa.RecordBatch,
        rows: pa.RecordBatch,
        errors: dict[int, str],
        before_seq: dict[int, int],
    ) -> pa.RecordBatch:
        if not errors or self.on_error == "drop":
            return rows
        wrong = error_rows(batch, errors, before_seq)
        if self.on_error == "raise":
            first = wrong.slice(0, 1).to_pylist()[0]
            session, window = (ascii(first[name])[:80] for name in ("session", "window"))
            place = f"session {session}, window {window}, seq {first['after_seq']}"
            raise InvalidSnapshot(first["error"], place, "mend the row, or take on_error='column'")
        return pa.Table.from_batches([rows, self._told(wrong)]).combine_chunks().to_batches()[0]

    def _told(self, wrong: pa.RecordBatch) -> pa.RecordBatch:
        """Convert rows of op ``error`` of CHANGES to rows of the table that is made."""
        return wrong


_FILES = 'take each file for a session: session="source", or in Arrow source in the place of the column session'
TWICE = "a row of this session, window and sequence number is there already"
TWICE_OF_FILES = f"{TWICE}, from another file: {_FILES}"
OF_TWO_FILES = f"not compared, as the snapshot before it is from another file: {_FILES}; or leave source out"
BEHIND = "a sequence number below the one before it: sort by session, window and seq (write_recordings does)"

_ORDER = ("session", "window", "seq", "ts", "source")


def sorted_table(table: pa.Table) -> pa.Table:
    """Convert a table to SNAPSHOTS and sort it by session, window, sequence number and time.

    InvalidSnapshot: no such columns, or columns of other types. TypeError: no table.
    """
    expect_table(table)
    expect_snapshots(table.schema)
    table = pa.Table.from_batches(map(conformed, table.to_batches()), schema=SNAPSHOTS)
    order = pc.sort_indices(table.select(_ORDER), [(name, "ascending") for name in _ORDER])
    in_place = (np.diff(order.to_numpy()) == 1).all()
    return table if in_place else table.take(order)


def pieces(batch: pa.RecordBatch, max_nodes: int) -> Iterator[pa.RecordBatch]:
    """Cut a batch into slices of at most ``max_nodes`` elements, or of one row."""
    for start, stop in spans(pc.list_value_length(batch.column("nodes")), max_nodes):
        yield batch.slice(start, stop - start)


def spans(sizes: pa.Array, max_nodes: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of rows with at most ``max_nodes`` elements, or of one row. ``sizes``: the elements of each row."""
    ends = np.cumsum(sizes.fill_null(0).to_numpy(zero_copy_only=False), dtype=np.int64)
    start = 0
    while start < len(ends):
        taken = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, taken + max_nodes, side="right")))
        yield start, stop
        start = stop


def _in_order(checked: Checked) -> tuple[Checked, Flags]:
    """Mark the snapshots that follow on the one before them; rows with a number that is not above it become errors."""
    block, places, errors = checked
    keys = list(zip(*(block.rows.column(name).to_pylist() for name in ("session", "window", "seq")), strict=True))
    sources = block.rows.column("source").to_pylist()
    kept: list[int] = []
    linked = []
    errors = dict(errors)
    last = None
    for number, key in enumerate(keys):
        follows = last is not None and last[:2] == key[:2]
        if last is not None and follows and key[2] <= last[2]:
            twice = TWICE_OF_FILES if are_of_two_files(sources[kept[-1]], sources[number]) else TWICE
            errors[places[number]] = twice if key[2] == last[2] else BEHIND
            continue
        kept.append(number)
        linked.append(follows)
        last = key
    if len(kept) < len(keys):
        snapshots = block.known_snapshots
        block = Block.of_batch(block.rows.take(pa.array(kept, pa.int64())))
        for number, place in enumerate(kept):
            if place in snapshots:
                block.keep(number, snapshots[place])
    return Checked(block, [places[number] for number in kept], errors), np.array(linked, np.bool_)


def _of_two_files(block: Block, linked: Flags) -> dict[int, str]:
    """Return an error for each linked snapshot whose predecessor is from another file."""
    sources = block.rows.column("source").to_pylist()
    pairs = np.nonzero(linked)[0].tolist()
    return {number: OF_TWO_FILES for number in pairs if are_of_two_files(sources[number - 1], sources[number])}


def are_of_two_files(source: str | None, other: str | None) -> bool:
    """Return whether two snapshots are known to be of two files, by their sources."""
    return None not in (source, other) and source != other


def _only(block: Block, number: int) -> Block:
    """Make a block of one of the snapshots."""
    only = Block.of_batch(block.rows.slice(number, 1))
    if number in block.known_snapshots:
        only.keep(0, block.known_snapshots[number])
    return only


@cache
def keep_freed_memory() -> None:
    """Have freed memory used again instead of given back to the system, at most twice ``_BLOCK``.

    At first glibc maps each larger array again and gives it back when it is freed, and the system clears every page of
    it (mallopt(3), M_MMAP_THRESHOLD, "dynamic adjustment"): an eighth of the engine's time. Once a block was freed,
    blocks up to its size are kept. Nothing is written into it, so it takes no memory; on other systems it does nothing.
    """
    np.empty(_BLOCK, np.uint8)
