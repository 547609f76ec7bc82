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
    from uidiff.arrow.tables.duplicates import deduplicate
    from uidiff.arrow.tables.effect_rates import effect_rates
    from uidiff.arrow.tables.effects import effects
    from uidiff.arrow.tables.runs import compare_runs
    from uidiff.arrow.tables.schemas import (
        EFFECT_RATES,
        EFFECTS,
        RUN_DIFFERENCES,
        SCREEN_GRAPH,
        SCREENS,
        TOKEN_COSTS,
        TOKEN_TOTALS,
        TRANSITIONS,
    )
    from uidiff.arrow.tables.screens import screen_graph, screens
    from uidiff.arrow.tables.sessions import read_sessions
    from uidiff.arrow.tables.token_rows import token_cost, token_totals
    from uidiff.arrow.tables.transitions import transitions
    from uidiff.arrow.volatile import ignore_rules, volatility
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "pyarrow"):
        raise
    raise MissingExtra("arrow", error.name) from error

__all__ = [
    "CHANGES",
    "EFFECTS",
    "EFFECT_RATES",
    "EVENTS",
    "NODE",
    "NODES",
    "OPS",
    "RUN_DIFFERENCES",
    "SCREENS",
    "SCREEN_GRAPH",
    "SNAPSHOTS",
    "TOKEN_COSTS",
    "TOKEN_TOTALS",
    "TRANSITIONS",
    "apply_table",
    "batch_of",
    "compare_runs",
    "deduplicate",
    "diff_batches",
    "diff_table",
    "effect_rates",
    "effects",
    "events_table",
    "ignore_rules",
    "nodes_table",
    "read_sessions",
    "recording_batches",
    "recording_table",
    "screen_graph",
    "screens",
    "snapshots_of",
    "token_cost",
    "token_totals",
    "transitions",
    "volatility",
]
