"""Diff many snapshots at once, as columns: for Arrow tables and Parquet files, without Spark.

    changes = uidiff.arrow.diff_table(pyarrow.parquet.read_table("recordings.parquet"))

It needs numpy and pyarrow: ``pip install 'uidiff[arrow]'``.
"""

from __future__ import annotations

from uidiff.errors import MissingExtra

try:
    from uidiff.arrow.apply_rows import apply_table
    from uidiff.arrow.convert import batch_of, snapshots_of
    from uidiff.arrow.engine import diff_batches, diff_table
    from uidiff.arrow.event_rows import EVENTS, events_table
    from uidiff.arrow.node_rows import NODES, nodes_table
    from uidiff.arrow.recording_rows import recording_batches, recording_table
    from uidiff.arrow.schema import CHANGES, NODE, OPS, SNAPSHOTS
    from uidiff.arrow.volatile import ignore_rules, volatility
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "pyarrow"):
        raise
    raise MissingExtra("arrow", error.name) from error

__all__ = [
    "CHANGES",
    "EVENTS",
    "NODE",
    "NODES",
    "OPS",
    "SNAPSHOTS",
    "apply_table",
    "batch_of",
    "diff_batches",
    "diff_table",
    "events_table",
    "ignore_rules",
    "nodes_table",
    "recording_batches",
    "recording_table",
    "snapshots_of",
    "volatility",
]
