"""Recorded trees by the million: what changed in them, as DataFrames (``from uidiff import spark as uispark``).

Every function takes DataFrames and gives one; options are keyword-only; classic sessions and Spark Connect do alike.
The workers need uidiff too. It needs pyspark, pandas, pyarrow and numpy: ``pip install 'uidiff[spark]'``.
"""

from __future__ import annotations

from uidiff.errors import MissingExtra

try:
    from uidiff.spark.giant_trees import diff_trees
    from uidiff.spark.recordings import read_recordings, write_recordings
    from uidiff.spark.schemas import CHANGE_SCHEMA, EVENT_SCHEMA, NODE_TYPE, NODES_SCHEMA, SNAPSHOT_SCHEMA
    from uidiff.spark.snapshots import apply_changes, diff_snapshots, explode_nodes, semantic_events
    from uidiff.spark.sorted_files import diff_recordings
    from uidiff.spark.streaming import diff_stream
    from uidiff.spark.summaries import ignore_rules, summarize, volatility
    from uidiff.spark.udfs import register, tree_diff, tree_hash
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "pandas", "pyarrow", "pyspark"):
        raise
    raise MissingExtra("spark", error.name) from error

__all__ = [
    "CHANGE_SCHEMA",
    "EVENT_SCHEMA",
    "NODES_SCHEMA",
    "NODE_TYPE",
    "SNAPSHOT_SCHEMA",
    "apply_changes",
    "diff_recordings",
    "diff_snapshots",
    "diff_stream",
    "diff_trees",
    "explode_nodes",
    "ignore_rules",
    "read_recordings",
    "register",
    "semantic_events",
    "summarize",
    "tree_diff",
    "tree_hash",
    "volatility",
    "write_recordings",
]
