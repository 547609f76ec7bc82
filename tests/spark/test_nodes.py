"""The flat table of elements, as Spark gives it: that of ``nodes_table``, whatever the columns are called."""

from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from uidiff import Snapshot
from uidiff.arrow import batch_of
from uidiff.arrow.node_rows import NODES, nodes_table
from uidiff.errors import InvalidSnapshot, UnknownName

pytest.importorskip("pyspark")

from pyspark.sql import functions as f

from uidiff.spark.schemas import NODES_SCHEMA
from uidiff.spark.snapshots import explode_nodes

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HOSTILE = 'a`b.c "d"\\ \u202e'


def table_of() -> pa.Table:
    trees = [
        Snapshot.from_dicts([{"role": "window", "name": HOSTILE}, {"role": "button", "parent": 0, "name": "OK"}]),
        Snapshot.from_dicts([{"role": "button", "name": "OK", "bounds": [1, 2, 3, 4], "states": {"focused": True}}]),
    ]
    return pa.Table.from_batches([batch_of(trees, session=HOSTILE, seqs=[1, 2], windows=["w", None])])


def test_it_is_the_table_of_the_arrow_side(spark: "SparkSession") -> None:
    names = {"session": HOSTILE, "window": "a.b", "seq": "`", "ts": "", "nodes": "nodes of it"}
    table = table_of()
    given = table.rename_columns([names.get(name, name) for name in table.column_names])
    made = spark.createDataFrame(given).transform(
        explode_nodes, session=HOSTILE, window="a.b", seq="`", ts="", nodes="nodes of it"
    )
    assert made.schema == NODES_SCHEMA
    found = made.orderBy("seq", "index").toArrow().cast(NODES)
    assert found.to_pylist() == nodes_table(table).to_pylist()
    assert made.groupBy("subtree_hash").count().where(f.col("count") == 2).count() == 1


def test_rows_that_are_no_snapshots_are_left_out_or_fail_the_job(classic: "SparkSession") -> None:
    frame = classic.createDataFrame(table_of())
    bad = frame.withColumn("nodes", f.when(f.col("seq") == 1, f.col("nodes")))
    assert [row["seq"] for row in explode_nodes(bad).collect()] == [1, 1]
    with pytest.raises(Exception, match="no tree: nodes is NULL"):
        explode_nodes(bad, on_error="raise").collect()


def test_what_cannot_work_is_refused_at_once(classic: "SparkSession") -> None:
    frame = classic.createDataFrame(table_of())
    with pytest.raises(InvalidSnapshot, match="no column 'trees'"):
        explode_nodes(frame, nodes="trees")
    with pytest.raises(UnknownName, match="column"):
        explode_nodes(frame, on_error="column")  # type: ignore[arg-type]  # it is refused
