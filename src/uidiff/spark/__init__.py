"""Recorded trees by the million: what changed in them, as DataFrames (``from uidiff import spark as uispark``).

Every function takes DataFrames and gives one; options are keyword-only; classic sessions and Spark Connect do alike.
The workers need uidiff too. It needs pyspark, pandas, pyarrow and numpy: ``pip install 'uidiff[spark]'``.
"""

from __future__ import annotations

from uidiff.errors import MissingExtra

try:
    from uidiff.spark.foreign import read_browsergym, read_playwright_traces, read_rrweb
    from uidiff.spark.giant_trees import diff_trees
    from uidiff.spark.recordings import read_recordings, write_recordings
    from uidiff.spark.runs import compare_runs
    from uidiff.spark.schemas import (
        CHANGE_SCHEMA,
        EFFECT_RATE_SCHEMA,
        EFFECT_SCHEMA,
        EVENT_SCHEMA,
        NODE_TYPE,
        NODES_SCHEMA,
        RUN_DIFFERENCE_SCHEMA,
        SCREEN_GRAPH_SCHEMA,
        SCREEN_SCHEMA,
        SNAPSHOT_SCHEMA,
        TOKEN_COST_SCHEMA,
        TOKEN_TOTAL_SCHEMA,
        TRANSITION_SCHEMA,
    )
    from uidiff.spark.snapshots import apply_changes, diff_snapshots, explode_nodes, semantic_events
    from uidiff.spark.sorted_files import diff_recordings
    from uidiff.spark.streaming import diff_stream
    from uidiff.spark.summaries import ignore_rules, summarize, volatility
    from uidiff.spark.table_totals import effect_rates, screen_graph, token_totals
    from uidiff.spark.tables import deduplicate, effects, screens, token_cost, transitions
    from uidiff.spark.udfs import register, tree_diff, tree_hash
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "pandas", "pyarrow", "pyspark"):
        raise
    raise MissingExtra("spark", error.name) from error

__all__ = [
    "CHANGE_SCHEMA",
    "EFFECT_RATE_SCHEMA",
    "EFFECT_SCHEMA",
    "EVENT_SCHEMA",
    "NODES_SCHEMA",
    "NODE_TYPE",
    "RUN_DIFFERENCE_SCHEMA",
    "SCREEN_GRAPH_SCHEMA",
    "SCREEN_SCHEMA",
    "SNAPSHOT_SCHEMA",
    "TOKEN_COST_SCHEMA",
    "TOKEN_TOTAL_SCHEMA",
    "TRANSITION_SCHEMA",
    "apply_changes",
    "compare_runs",
    "deduplicate",
    "diff_recordings",
    "diff_snapshots",
    "diff_stream",
    "diff_trees",
    "effect_rates",
    "effects",
    "explode_nodes",
    "ignore_rules",
    "read_browsergym",
    "read_playwright_traces",
    "read_recordings",
    "read_rrweb",
    "register",
    "screen_graph",
    "screens",
    "semantic_events",
    "summarize",
    "token_cost",
    "token_totals",
    "transitions",
    "tree_diff",
    "tree_hash",
    "volatility",
    "write_recordings",
]
