"""Quotes, backticks, dots, NULs, emoji and 10 kB in the names of columns, sessions and elements change nothing."""

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from tests.arrow.oracle import plain, rows_of_pairs, said
from tests.spark.drawn import in_order
from uidiff import Snapshot
from uidiff.arrow import CHANGES, batch_of
from uidiff.errors import InvalidSnapshot

pytest.importorskip("pyspark")

from uidiff.spark.snapshots import diff_snapshots

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAMES = [
    "a b",
    "a.b",
    "`",
    "a`b``c",
    "'",
    '"; DROP TABLE x; --',
    "\\",
    "${x}{0}%s",
    "*",
    "a\x00b",
    "\n\t",
    "\u202eabc",
    "😀",
    "seq",
    "n" * 10_000,
    "",
]
OWN = ("session", "window", "seq", "ts", "nodes")


def run_of(name: str) -> list[tuple[int, Snapshot]]:
    def tree(value: str) -> Snapshot:
        field = {"role": "textbox", "name": name, "id": name, "value": value, "parent": 0}
        return Snapshot.from_dicts([{"role": "window", "name": name}, field])

    return [(1, tree("")), (2, tree(name)), (3, tree("x"))]


def test_in_sessions_windows_and_elements_they_are_texts(spark: "SparkSession") -> None:
    batches: list[pa.RecordBatch] = []
    expected: list[dict[str, Any]] = []
    for name in NAMES:
        run = run_of(name)
        batches.append(batch_of([one for _, one in run], session=name, seqs=[1, 2, 3], windows=[name] * 3))
        expected += rows_of_pairs(list(run), session=name, window=name)
    changes = diff_snapshots(spark.createDataFrame(pa.Table.from_batches(batches)))
    assert in_order(plain(changes.toArrow().cast(CHANGES))) == in_order(said(expected))


def test_in_names_of_columns_they_are_texts(spark: "SparkSession") -> None:
    run = run_of("x")
    table = pa.Table.from_batches([batch_of([one for _, one in run], session="s", seqs=[1, 2, 3], windows=["w"] * 3)])
    expected = in_order(said(rows_of_pairs(list(run), session="s", window="w")))
    hostile = [name for name in NAMES if name != "seq"]
    for start in range(0, len(hostile), len(OWN)):
        taken = [*hostile[start : start + len(OWN)], *hostile][: len(OWN)]
        renamed = table.select(OWN).rename_columns(taken)
        named: dict[str, Any] = dict(zip(OWN, taken, strict=True))
        changes = diff_snapshots(spark.createDataFrame(renamed), **named)
        assert in_order(plain(changes.toArrow().cast(CHANGES))) == expected


def test_an_error_shows_them_escaped_and_cut(classic: "SparkSession") -> None:
    frame = classic.createDataFrame([(1,)], ["\u202eevil"])
    with pytest.raises(InvalidSnapshot) as caught:
        diff_snapshots(frame, seq="n\x00" * 10_000)
    assert str(caught.value).replace("…", "").isascii()  # which is ours
    assert len(str(caught.value)) < 500
