"""spec/laws#2-a-delta-carries-everything in Spark: the first snapshots and the changes give all snapshots, in any
session.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

import uidiff
from tests.arrow.test_applying import GONE, first_of, table_of, told
from tests.recordings.common import STEPS
from uidiff.arrow import SNAPSHOTS, diff_table
from uidiff.errors import InvalidSnapshot
from uidiff.recordings.demo import demo_path

pytest.importorskip("pyspark")

from pyspark.sql import functions as f
from pyspark.sql.functions import expr

from tests.spark.test_writing import AS_JSON_HAS_IT, RESHAPED, reshaped
from uidiff.spark.schemas import CHANGE_SCHEMA, SNAPSHOT_SCHEMA
from uidiff.spark.snapshots import apply_changes

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.types import StructField


def test_the_first_snapshots_and_the_changes_give_all(spark: "SparkSession") -> None:
    recorded = list(uidiff.read_recording(demo_path()))
    hostile = table_of(STEPS, "it's \"\0`a`\u2028")
    tables = [table_of(recorded, "demo"), hostile, table_of(STEPS[::-1], None)]
    table = pa.concat_tables(tables)
    base = spark.createDataFrame(pa.concat_tables(map(first_of, tables)), schema=SNAPSHOT_SCHEMA)
    changes = spark.createDataFrame(diff_table(table, carry=True), schema=CHANGE_SCHEMA)
    frame = apply_changes(base, changes.repartition(3))
    assert frame.schema == SNAPSHOT_SCHEMA
    made = frame.sort("session", "seq").toArrow().cast(SNAPSHOTS)
    assert told(made) == sorted(told(table), key=lambda row: (row[0] or "", row[1]))


def test_what_cannot_be_applied_is_an_error_and_the_job_goes_on(classic: "SparkSession") -> None:
    table = pa.concat_tables([table_of(STEPS, "a"), table_of(STEPS, "b")])
    base = classic.createDataFrame(first_of(table).select(["seq", "nodes", "session"]))
    changes = classic.createDataFrame(diff_table(table, carry=True), schema=CHANGE_SCHEMA)
    made = told(apply_changes(base, changes).sort("session", "seq").toArrow().cast(SNAPSHOTS))
    assert [seq for session, seq, _ in made if session == "a"] == [0, 1, 2, 3, 4]
    assert "another snapshot" in made[1][2]  # the title was left out
    assert next(error for session, _, error in made if session == "b") == GONE


def test_columns_that_are_missing_are_named(classic: "SparkSession") -> None:
    base = classic.createDataFrame(table_of(STEPS), schema=SNAPSHOT_SCHEMA)
    with pytest.raises(InvalidSnapshot, match="no column 'op'"):
        apply_changes(base, base)


@pytest.mark.parametrize("side", ["base", "changes"])
def test_what_a_newer_uidiff_wrote_is_refused_at_once(spark: "SparkSession", tmp_path: Path, side: str) -> None:
    table = table_of(STEPS, "s")
    frames = {
        "base": spark.createDataFrame(first_of(table), schema=SNAPSHOT_SCHEMA),
        "changes": spark.createDataFrame(diff_table(table, carry=True), schema=CHANGE_SCHEMA),
    }
    assert apply_changes(frames["base"], frames["changes"]).count() == table.num_rows
    newer = [f.col(name).alias(name, metadata=newer_of(frames[side].schema[name])) for name in frames[side].columns]
    frames[side].select(*newer).write.parquet(str(tmp_path / side))
    frames[side] = spark.read.parquet(str(tmp_path / side))  # Parquet keeps it
    with pytest.raises(InvalidSnapshot, match=r"version 2 of uidiff/(snapshot|change)-row was written by a newer"):
        apply_changes(frames["base"], frames["changes"])


def newer_of(field: "StructField") -> dict[str, str]:
    return {**field.metadata, "uidiff.schema_version": "2"}


@pytest.mark.parametrize("changed", [RESHAPED, AS_JSON_HAS_IT], ids=["in another order", "as JSON has it"])
def test_fields_go_by_their_names(spark: "SparkSession", changed: dict[str, str]) -> None:
    table = table_of(STEPS, "s")
    base = reshaped(spark.createDataFrame(first_of(table), schema=SNAPSHOT_SCHEMA), changed)
    changes = spark.createDataFrame(diff_table(table, carry=True), schema=CHANGE_SCHEMA)
    renamed = changes.withColumn("after_seq", changes["after_seq"].cast("decimal(20)")).withColumnsRenamed(
        {"role": "OP"}
    )
    made = apply_changes(base, renamed).sort("session", "seq").toArrow().cast(SNAPSHOTS)
    assert told(made) == told(table)


def test_columns_of_another_kind_are_refused_at_once(classic: "SparkSession") -> None:
    table = table_of(STEPS)
    base = classic.createDataFrame(first_of(table), schema=SNAPSHOT_SCHEMA)
    changes = classic.createDataFrame(diff_table(table, carry=True), schema=CHANGE_SCHEMA)
    for name, sql in (("session", "1"), ("ts", "'secret'"), ("nodes", "array(named_struct('role', 1))")):
        with pytest.raises(InvalidSnapshot, match=rf"\$\.{name}.*: a column of another type"):
            apply_changes(base.withColumn(name, expr(sql)), changes)
    for name, sql in (("op", "1"), ("after_seq", "'secret'"), ("carried", "true")):
        with pytest.raises(InvalidSnapshot, match=rf"\$\.{name}: a column of another type"):
            apply_changes(base, changes.withColumn(name, expr(sql)))
