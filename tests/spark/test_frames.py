"""Frames as users have them: names that differ by case alone, columns of other types, elements with holes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

pytest.importorskip("pyspark")

from pyspark.sql import functions as f

from tests.arrow.oracle import plain
from tests.spark.drawn import in_order
from uidiff.arrow import CHANGES, SNAPSHOTS, diff_table
from uidiff.errors import InvalidSnapshot
from uidiff.spark import (
    SNAPSHOT_SCHEMA,
    diff_recordings,
    diff_snapshots,
    diff_stream,
    explode_nodes,
    read_recordings,
    register,
    semantic_events,
    write_recordings,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ONE: list[dict[str, Any]] = [{"role": "window", "name": "a"}, {"role": "button", "parent": 0, "name": "b"}]
OTHER: list[dict[str, Any]] = [{"role": "window", "name": "a"}, {"role": "button", "parent": 0, "name": "c"}]


def table_of(*trees: list[Any] | None) -> pa.Table:
    rows = [{"session": "s", "window": "w", "seq": seq, "nodes": nodes} for seq, nodes in enumerate(trees)]
    return pa.Table.from_pylist(rows, schema=SNAPSHOTS)


def frame_of(spark: SparkSession, *trees: list[Any] | None) -> DataFrame:
    return spark.createDataFrame(table_of(*trees), schema=SNAPSHOT_SCHEMA)


def test_elements_with_holes_give_the_rows_of_the_engine(spark: SparkSession) -> None:
    """Lists that are NULL, empty or full from row to row; elements that are NULL; trees that are empty or none."""
    busy = [ONE[0] | {"actions": ["press"], "states": [{"name": "focused", "value": "true"}]}, ONE[1] | {"actions": []}]
    trees: list[list[Any] | None] = [ONE, busy, [], OTHER, None, busy, [ONE[0], None], [None, ONE[1]], ONE, [], ONE]
    found = plain(diff_snapshots(frame_of(spark, *trees)).toArrow().cast(CHANGES))
    expected = plain(diff_table(table_of(*trees)))
    assert len(expected) > 10
    assert in_order(found) == in_order(expected)
    assert sum(row["op"] == "error" for row in found) == 3


def test_columns_that_differ_by_case_alone_are_told_apart(spark: SparkSession) -> None:
    frame = frame_of(spark, ONE, OTHER)
    expected = diff_snapshots(frame).toArrow().to_pylist()
    twins = frame.select("*", f.lit(7).alias("SEQ"), f.lit("x").alias("Session"), f.lit(None).alias("NODES"))
    assert diff_snapshots(twins).toArrow().to_pylist() == expected
    assert explode_nodes(twins).count() == 4
    other = frame.select("*", f.col("seq").alias("Seq"))
    assert diff_snapshots(other, seq="Seq").toArrow().to_pylist() == expected


def test_two_columns_of_one_name_are_refused(spark: SparkSession) -> None:
    frame = frame_of(spark, ONE, OTHER)
    with pytest.raises(InvalidSnapshot, match="two columns 'seq'"):
        diff_snapshots(frame.select("*", f.lit(7).alias("seq")))
    assert diff_snapshots(frame.select("*", f.lit(7).alias("x"), f.lit(8).alias("x"))).count() == 1


def test_a_key_in_another_case_is_not_taken_for_no_key(spark: SparkSession) -> None:
    frame = frame_of(spark, ONE, OTHER).withColumnRenamed("session", "SESSION")
    with pytest.raises(InvalidSnapshot, match=r"no column 'session'.*say session='SESSION'"):
        diff_snapshots(frame)
    assert [row["session"] for row in diff_snapshots(frame, session="SESSION").collect()] == ["s"]
    assert [row["session"] for row in diff_snapshots(frame, session=None).collect()] == [None]


@pytest.mark.parametrize(
    ("name", "given", "place", "wanted"),
    [
        ("seq", "string", "'seq'", "bigint"),
        ("seq", "boolean", "'seq'", "bigint"),
        ("ts", "timestamp_ntz", "'ts'", "timestamp"),
        ("session", "binary", "'session'", "string"),
        ("title", "map<string,string>", "'title'", "string"),
        ("nodes", "string", "'nodes'", "array"),
        ("nodes", "array<string>", "'nodes'", "array"),
        ("nodes", "array<struct<role:string,name:int>>", "'nodes'.name", "string"),
        ("nodes", "array<struct<role:string,bounds:struct<x:int>>>", "'nodes'.bounds", "struct"),
    ],
)
def test_a_column_of_another_type_is_refused_before_any_job(
    classic: SparkSession, name: str, given: str, place: str, wanted: str
) -> None:
    frame = frame_of(classic, ONE).withColumn(name, f.lit(None).cast(given))
    for function in (diff_snapshots, semantic_events, explode_nodes):
        with pytest.raises(InvalidSnapshot) as caught:
            function(frame)
        said = str(caught.value)
        assert place in said
        assert f"make it {wanted}" in said


def test_the_place_of_a_type_names_the_column_of_the_user(classic: SparkSession) -> None:
    frame = frame_of(classic, ONE).withColumnRenamed("seq", "n°").withColumn("n°", f.lit("x"))
    with pytest.raises(InvalidSnapshot, match=r"n\\xb0"):
        diff_snapshots(frame, seq="n°")


@pytest.mark.parametrize("given", ["array<struct<foo:int>>", "array<struct<Parent:int,Role:string>>"])
def test_elements_without_a_role_are_refused(classic: SparkSession, given: str) -> None:
    frame = frame_of(classic, ONE).withColumn("nodes", f.lit(None).cast(given))
    with pytest.raises(InvalidSnapshot, match="no field 'role'"):
        diff_snapshots(frame)


def test_fields_of_elements_that_differ_by_case_alone_do_no_harm(spark: SparkSession) -> None:
    rows = [("s", seq, [(None, "window", 7, name)]) for seq, name in enumerate("ab")]
    frame = spark.createDataFrame(
        rows, "session string, seq int, nodes array<struct<parent:int,role:string,ROLE:int,name:string>>"
    )
    (row,) = diff_snapshots(frame, window=None).collect()
    assert (row["op"], row["role"], row["name"]) == ("changed", "window", "b")


def test_all_null_columns_are_as_if_they_were_not_there(spark: SparkSession) -> None:
    frame = frame_of(spark, ONE, OTHER)
    nothing = frame.withColumn("title", f.lit(None)).withColumn("ts", f.lit(None)).withColumn("nodes", f.lit(None))
    assert {row["error"] for row in diff_snapshots(nothing).collect()} == {"no tree: nodes is NULL"}


def test_what_is_no_frame_of_the_right_kind_is_refused(spark: SparkSession) -> None:
    with pytest.raises(TypeError, match=r"DataFrame of Spark is wanted, not Table.*uidiff\.arrow"):
        diff_snapshots(table_of(ONE))
    frame = frame_of(spark, ONE)
    with pytest.raises(TypeError, match=r"not pandas\.DataFrame: spark\.createDataFrame\(…\) makes one"):
        diff_snapshots(table_of(ONE).to_pandas())
    with pytest.raises(TypeError, match="DataFrame of Spark is wanted, not str"):
        write_recordings("recordings", "snapshots")  # type: ignore[arg-type]  # that is it
    with pytest.raises(TypeError, match="seq takes the name of a column"):
        diff_snapshots(frame, seq=f.col("seq"))  # type: ignore[arg-type]  # that is it
    with pytest.raises(TypeError, match="nodes takes the name of a column"):
        diff_snapshots(frame, nodes=None)  # type: ignore[arg-type]  # that is it
    with pytest.raises(ValueError, match="no stream: take diff_snapshots"):
        diff_stream(frame)


def test_a_column_that_is_missing_is_meant_and_the_option_for_it_named(spark: SparkSession) -> None:
    frame = frame_of(spark, ONE)
    with pytest.raises(InvalidSnapshot, match=r"no column 'sesion'; did you mean 'session'\? say session=\"…\" with"):
        diff_snapshots(frame, session="sesion")
    wide = frame.withColumnRenamed("nodes", "tree").select("*", *(f.lit(1).alias(f"c{n}") for n in range(2)))
    with pytest.raises(
        InvalidSnapshot, match=r"no column 'nodes'; .*say nodes=\"…\" with .*there are: 'session', .*, …$"
    ):
        diff_snapshots(wide)
    with pytest.raises(InvalidSnapshot, match=r"there are: 'session', 'seq'$"):
        diff_snapshots(frame.select("session", "seq"))


def test_the_session_comes_first(spark: SparkSession) -> None:
    with pytest.raises(TypeError, match=r"the session comes first, read_recordings\(spark, …\): got str"):
        read_recordings("recordings", spark)  # type: ignore[arg-type]  # that is it
    with pytest.raises(TypeError, match=r"diff_recordings\(spark, …\)"):
        diff_recordings("recordings", spark)  # type: ignore[arg-type]  # that is it
    with pytest.raises(TypeError, match=r"register\(spark, …\)"):
        register("uidiff_")  # type: ignore[arg-type]  # that is it


def test_a_source_of_another_kind_is_no_file(spark: SparkSession) -> None:
    frame = frame_of(spark, ONE, OTHER)
    expected = diff_snapshots(frame).toArrow()
    assert expected.num_rows == 1
    numbered = frame.withColumn("source", f.col("seq"))
    assert diff_snapshots(numbered).toArrow().equals(expected)


def test_a_stream_is_not_taken_for_a_table(classic: SparkSession, tmp_path: Any) -> None:  # noqa: ANN401  # a path
    stream = classic.readStream.schema(SNAPSHOT_SCHEMA).parquet(str(tmp_path))
    with pytest.raises(ValueError, match="take diff_stream"):
        diff_snapshots(stream)
