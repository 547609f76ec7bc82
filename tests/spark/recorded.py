"""Recorded sessions for tests of the tables in Spark: all that may be wrong with rows, in a few small windows."""

import itertools
from functools import cache
from typing import Any

import pyarrow as pa
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.spark.drawn import in_order
from tests.tables.oracle import Scripted, scripts
from tests.tables.oracle import table_of as scripted
from uidiff.arrow import SNAPSHOTS

MIDNIGHT = 1_790_294_400
"""2026-09-25 00:00:00 UTC, in Unix seconds; in Auckland it is noon."""

MAIL = ({"role": "window", "name": "Mail"}, {"parent": 0, "role": "button", "name": "Save 1"})
SAVED = (*MAIL, {"parent": 0, "role": "status", "name": "Saved 2"})
FAILED = (*MAIL, {"parent": 0, "role": "alert", "name": "Disk full"})
CLICK = 'click button "Save 1"'


def row(
    seq: int | None,
    nodes: tuple[dict[str, Any], ...] | None,
    seconds: float | None,
    **cells: Any,  # noqa: ANN401  # of any column
) -> dict[str, Any]:
    """A row of SNAPSHOTS, seconds after midnight."""
    ts = None if seconds is None else int((MIDNIGHT + seconds) * 1_000_000)
    return {"session": "night", "window": "w", "seq": seq, "nodes": nodes, "ts": ts, **cells}


def broken() -> list[dict[str, Any]]:
    """A window over midnight with a clock set back, and rows of each kind that is no snapshot of its window."""
    return [
        row(0, MAIL, -1.5, source="a.jsonl", n_nodes=2, schema_version=1),
        row(1, SAVED, -0.5, action=CLICK, source="a.jsonl"),
        row(2, SAVED, 0.25, source="a.jsonl", extra='{"errors": [{"kind": "console", "text": "oh"}]}'),
        row(3, MAIL, 0.75, action=CLICK),
        row(3, FAILED, 0.80, action=CLICK),  # a number twice: the later one is an error
        row(3, FAILED, None, action="press e3"),
        row(4, None, 1.0, error="no answer"),
        row(5, ({"role": "window", "parent": 7},), 1.25, action=CLICK),
        row(6, SAVED, 1.5),
        row(7, FAILED, -3600.0, action=CLICK),  # the clock was set back
        row(8, FAILED, -3599.0),
        row(9, MAIL, None, taken_at=MIDNIGHT + 9.5, action=CLICK),
        row(9, FAILED, None, taken_at=MIDNIGHT + 9.5, source="b.jsonl"),
        row(10, SAVED, 10.0, source="c.jsonl", action=CLICK),
        row(11, SAVED, 11.0, schema_version=99),
        row(None, MAIL, 12.0),
    ]


@cache
def sessions(names: tuple[str | None, ...] = ("s1", "s 2", None)) -> pa.Table:
    """Drawn and broken windows, in no order that means anything."""
    found: list[list[Scripted]] = []

    @seed(11)
    @settings(max_examples=9, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(scripts(), min_size=1, max_size=2))
    def draw(drawn: list[list[Scripted]]) -> None:
        found.extend(drawn)

    draw()
    keys = list(itertools.product(names, ("w", "other", None)))
    drawn = [scripted(script, *key) for key, script in zip(keys, found, strict=False)]
    table = pa.concat_tables([*drawn, pa.Table.from_pylist(broken(), schema=SNAPSHOTS)])
    return table.take(sorted(range(table.num_rows), key=lambda place: place * 7 % 11))


def texts(table: pa.Table) -> list[str]:
    """The rows of a table with all their cells, sorted."""
    return in_order(table.to_pylist())
