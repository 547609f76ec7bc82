"""Make a flat table of the elements of snapshots, for SQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs
import pyarrow as pa
from pyspark.sql import DataFrame

from uidiff.arrow.node_rows import NodeRows
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names
from uidiff.spark.schemas import NODES_SCHEMA
from uidiff.spark.sending import lean_pieces

__all__ = ["explode_nodes"]


def explode_nodes(
    frame: DataFrame,
    *,
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    on_error: Literal["drop", "raise"] = "drop",
    limits: Limits | None = None,
) -> DataFrame:
    """Return the elements of snapshots, a row each.

    Cells that the core would not accept are mended or refused, and secrets are hidden, as in ``diff_snapshots``.

    Args:
        frame: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        session, window, seq, ts, nodes: the names of these columns, of any characters; None: there is no such column,
            and all rows count as NULL there.
        on_error: what becomes of a row that is no snapshot: it is left out ("drop"; ``diff_snapshots`` names it), or
            the job fails with InvalidSnapshot ("raise").
        limits: how large a snapshot may be.

    Returns:
        Rows of ``NODES_SCHEMA``: which snapshot (session, window, seq, ts), where in it (``index`` in pre-order,
        ``parent``, ``depth``, ``position`` among the children of the parent, ``parent_name``, ``path``),
        ``subtree_hash``, and then the fields of the element. Of equal subtrees (role, name, value, description and
        shape) the hash is equal everywhere; it has 62 bits, and collisions can be made on purpose.

    Raises:
        InvalidSnapshot: no such column.
        UnknownName: no such ``on_error``.
    """
    rows = NodeRows(on_error, limits)
    return Names(session, window, seq, ts, nodes).chosen(frame).mapInArrow(_Elements(rows), NODES_SCHEMA)


@attrs.frozen
class _Elements:
    """Makes rows of the snapshots in a partition."""

    rows: NodeRows

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return self.rows(lean_pieces(batches))
