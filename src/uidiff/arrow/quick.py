"""Lines of a recording that another JSON reader has parsed: what of that can be taken for what the core would read.

Such a reader is quicker and less strict. Where its columns show that it may have read something else than the core,
the core reads the line itself. What they cannot show: unknown keys, which they leave out; digests; numbers and objects
where a text belongs, which come as their JSON text; a key that stands twice; something behind the object in a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.admission import Admission
from uidiff.arrow.block import Flags
from uidiff.arrow.conform import conformed
from uidiff.arrow.convert import moments
from uidiff.arrow.schema import BOUNDS, CIRCUMSTANCES, NODE, SCHEMA_VERSION, SNAPSHOTS, STATES
from uidiff.model.limits import Limits

__all__ = ["LINES", "Known", "QuickRows", "quick_rows"]

_AS_PARSED: Mapping[pa.DataType, pa.DataType] = {
    BOUNDS: pa.list_(pa.int32()),
    STATES: pa.map_(pa.string(), pa.string()),
}

LINES = pa.schema(
    [
        ("kind", pa.string()),
        ("seq", pa.int64()),
        ("window", pa.string()),
        *(field for field in CIRCUMSTANCES if field.name != "extra"),
        (
            "nodes",
            pa.list_(
                pa.struct(
                    [
                        *((f.name, _AS_PARSED.get(f.type, f.type)) for f in NODE if f.name != "extra"),
                        ("children", pa.string()),
                    ],
                ),
            ),
        ),
        ("damaged", pa.string()),
    ],
)
"""What the other reader is asked for. ``damaged`` is not NULL where a line did not fit these types."""

_FAR_AWAY = 2.0**53
"""Times beyond it, in seconds, are looked at one by one: infinity is none, and many are no moments."""

_SURROGATES = ("\\ud", "\\uD")
"""How escapes of them begin: what becomes of a lone one differs from reader to reader."""


class Known(NamedTuple):
    """The row of a line: its place among the rows of many, and its sequence number."""

    rows: pa.RecordBatch
    place: int
    seq: int


@attrs.frozen(eq=False)
class QuickRows:
    """Rows of SNAPSHOTS, session and source not filled in; ``places``: for the number of a line that of its row."""

    rows: pa.RecordBatch
    places: Mapping[int, int]
    seqs: list[int]

    def known(self, number: int) -> Known | None:
        """What is known of a line; None where the core has to read it."""
        place = self.places.get(number)
        return None if place is None else Known(self.rows, place, self.seqs[place])


def quick_rows(batch: pa.RecordBatch, limits: Limits) -> QuickRows:
    """The rows of those lines that are whole snapshots beyond doubt, admitted by the core's rules.

    Args:
        batch: ``line``, the bytes of each line, and the columns of LINES.
        limits: how large a snapshot may be.
    """
    sure = np.nonzero(_sure(batch))[0]
    chosen = batch if len(sure) == batch.num_rows else batch.take(pa.array(sure))
    admitted = Admission(limits).admit(_snapshots(chosen))
    rows = admitted.block.rows
    places = {int(sure[place]): number for number, place in enumerate(admitted.places)}
    return QuickRows(rows, places, rows.column("seq").to_pylist())


def _sure(batch: pa.RecordBatch) -> Flags:
    """Which lines were parsed as snapshots, and as the core would have it."""
    line = batch.column("line")
    found = pc.equal(batch.column("kind"), "snapshot").fill_null(False)  # noqa: FBT003  # not ours
    for flags in (
        batch.column("damaged").is_null(),
        pc.less(pc.abs(batch.column("taken_at")), _FAR_AWAY).fill_null(True),  # noqa: FBT003  # not ours
        batch.column("seq").is_valid(),
        batch.column("nodes").is_valid(),
        pc.or_(pc.ends_with(line, "}"), pc.ends_with(line, "}\r")),
        _in_utf8(line),
        *(pc.invert(pc.match_substring(line, escape)) for escape in _SURROGATES),
    ):
        found = pc.and_(found, flags)
    sure: Flags = found.to_numpy(zero_copy_only=False)
    lists = batch.column("nodes")
    lengths = pc.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False)
    nodes = lists.flatten()
    sides = pc.list_value_length(pc.struct_field(nodes, "bounds")).fill_null(len(BOUNDS)).to_numpy(zero_copy_only=False)
    nested = pc.struct_field(nodes, "children").is_valid().to_numpy(zero_copy_only=False)
    sure[np.repeat(np.arange(len(lengths)), lengths)[nested | (sides != len(BOUNDS))]] = False
    return sure


def _in_utf8(lines: pa.Array) -> pa.Array:
    """Which lines are text: other readers put something in the place of what is none."""
    try:
        lines.cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([_is_utf8(line.as_py()) for line in lines], pa.bool_())
    return pa.array([True] * len(lines), pa.bool_())


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _snapshots(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The same as SNAPSHOTS, what is absent as the core has it."""
    given = conformed(batch.select([name for name in LINES.names if name in SNAPSHOTS.names]))
    made = {
        "platform": given.column("platform").fill_null("aria"),
        "ts": moments(given.column("taken_at").to_pylist()),
        "n_nodes": pc.list_value_length(given.column("nodes")),
        "schema_version": pa.array([SCHEMA_VERSION] * given.num_rows, pa.int32()),
    }
    columns = [made.get(field.name, given.column(field.name)) for field in SNAPSHOTS]
    return pa.RecordBatch.from_arrays(columns, schema=SNAPSHOTS)
