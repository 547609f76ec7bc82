"""Recordings for Spark tests: drawn once, as a job costs too much to draw one for each example."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

import pyarrow as pa
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from uidiff import Snapshot
from uidiff.arrow import batch_of
from uidiff.testing.strategies import snapshot_pairs, snapshots

Windows = dict[tuple[str | None, str | None], list[tuple[int, Snapshot]]]
"""By session and window the snapshots with their sequence numbers."""


@cache
def windows() -> Windows:
    """Some windows with a few snapshots each: edited, unchanged, unrelated; with secrets, duplicates and gaps."""
    rich = snapshots(secrets=True, partial=True, unknown_roles=True, hostile=True, max_size=12)
    steps = st.one_of(snapshot_pairs(rich), st.builds(lambda one: (one, one), rich))
    found: list[list[Snapshot]] = []

    @seed(7)
    @settings(max_examples=8, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(steps, min_size=1, max_size=3))
    def draw(pairs: list[tuple[Snapshot, Snapshot]]) -> None:
        found.append([snapshot for pair in pairs for snapshot in pair])

    draw()
    keys = [(None, None), ("s", None), ("s", "w"), (None, "w"), *((f"s{number}", "w") for number in range(20))]
    return {key: list(zip(range(0, 99, 2), run, strict=False)) for key, run in zip(keys, found, strict=False)}


def table_of(given: Windows) -> pa.Table:
    """The rows of all these, in no order that means anything."""
    batches = [
        batch_of([one for _, one in run], session=session, seqs=[seq for seq, _ in run], windows=[window] * len(run))
        for (session, window), run in given.items()
    ]
    table = pa.Table.from_batches(batches)
    return table.take(sorted(range(table.num_rows), key=lambda place: place * 7 % 11))


def in_order(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Rows as texts, sorted."""
    return sorted(json.dumps(row, sort_keys=True, default=str) for row in rows)
