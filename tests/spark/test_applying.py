"""Law 2 in Spark: the first snapshots and the changes give all snapshots, in any session."""

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

from uidiff.spark.applying import apply_changes
from uidiff.spark.schemas import CHANGE_SCHEMA, SNAPSHOT_SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


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
