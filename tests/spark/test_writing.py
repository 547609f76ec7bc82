"""Snapshots written as Parquet: in order, in row groups, by date, and read back as they were."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.arrow.test_recordings import told
from tests.recordings.common import STEPS, whole
from tests.spark.test_reading import setting
from uidiff import Snapshot
from uidiff.arrow import SNAPSHOTS, batch_of, diff_table
from uidiff.arrow.convert import batch_of_errors
from uidiff.arrow.recording_rows import recording_table
from uidiff.arrow.schema import NODE
from uidiff.errors import InvalidSnapshot, UnknownName

pytest.importorskip("pyspark")

from pyspark.sql import functions as f

from uidiff.spark.frames import conformed_frame
from uidiff.spark.recordings import read_recordings, write_recordings
from uidiff.spark.schemas import SNAPSHOT_SCHEMA
from uidiff.spark.snapshots import diff_snapshots
from uidiff.spark.sorted_files import diff_recordings

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

DAY = 24 * 60 * 60
HOSTILE = "it's \"\0`a`\u2028/../%00"


def taken(*times: float | None, window: str | None = None) -> list[Snapshot]:
    nodes = [{"role": "window", "name": f"\0 \u2028 {HOSTILE}", "states": {"level": 2}, "bounds": [1, 2, 3, 4]}]
    return [Snapshot.from_dicts(nodes, window=window, taken_at=time) for time in times]


def table_of(*given: tuple[str | None, Sequence[Snapshot]]) -> pa.Table:
    return pa.Table.from_batches(
        [batch_of(snapshots, session=session, seqs=range(len(snapshots))) for session, snapshots in given],
    )


TABLE = pa.concat_tables(
    [
        table_of(
            (HOSTILE, taken(0.5, DAY - 0.000001, DAY, None)),
            (None, taken(2 * DAY, window="w")),
            ("many", taken(*range(20))),
            ("many", taken(*range(20), window=HOSTILE)),
        ),
        pa.Table.from_batches([batch_of_errors([(None, "line 3: damaged", None), (7, "failed", 3.0)], session="many")]),
    ]
)


def in_order(table: pa.Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.to_pylist()
    return sorted(rows, key=lambda row: str([row[name] for name in ("session", "window", "seq", "error")]))


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.parquet"))


FIELDS = [field.name for field in NODE]
SIDES = "named_struct('height', n.bounds.height, 'y', n.bounds.y, 'x', n.bounds.x, 'width', n.bounds.width)"
RESHAPED = {
    "parent": "CAST(n.parent AS DECIMAL(20))",
    "states": "transform(n.states, s -> named_struct('value', s.value, 'name', s.name))",
    "bounds": f"IF(n.bounds IS NULL, NULL, {SIDES})",
}
AS_JSON_HAS_IT = {
    "parent": "CAST(n.parent AS BIGINT)",
    "states": "map_from_entries(reverse(n.states))",
    "bounds": "IF(n.bounds IS NULL, NULL, array(n.bounds.x, n.bounds.y, n.bounds.width, n.bounds.height))",
}


def reshaped(frame: "DataFrame", changed: dict[str, str]) -> "DataFrame":
    """The same snapshots, in structs whose fields stand in another order, some of another type, one that is odd."""
    fields = [f"'{name}', {changed.get(name, f'n.{name}')}" for name in reversed(FIELDS)]
    return frame.withColumn("nodes", f.expr(f"transform(nodes, n -> named_struct({', '.join(fields)}, 'odd', 1))"))


def written_back(frame: "DataFrame", path: Path) -> list[dict[str, Any]]:
    write_recordings(frame, path, partition_by_date=False)
    return in_order(pq.read_table(path).select(SNAPSHOTS.names).cast(SNAPSHOTS))


def groups(path: Path) -> list[int]:
    """How many rows each row group has."""
    found = pq.read_metadata(path)
    return [found.row_group(number).num_rows for number in range(found.num_row_groups)]


def test_what_is_written_is_read_back(spark: "SparkSession", tmp_path: Path) -> None:
    written = spark.createDataFrame(TABLE, schema=SNAPSHOT_SCHEMA).repartition(3)
    write_recordings(written, tmp_path / "out", rows_per_group=7)
    frame = read_recordings(spark, tmp_path / "out")
    assert frame.schema == SNAPSHOT_SCHEMA
    assert in_order(frame.toArrow().cast(SNAPSHOTS)) == in_order(TABLE)
    folders = [f"date=1970-01-0{day}" for day in (1, 2, 3)] + ["date=__HIVE_DEFAULT_PARTITION__"]
    assert sorted({path.parent.name for path in files(tmp_path)}) == folders
    for path in files(tmp_path):
        rows = pq.ParquetFile(path).read(columns=["session", "window", "seq"]).to_pylist()
        keys = [tuple((cell is not None, cell or 0) for cell in row.values()) for row in rows]  # NULL is first
        assert keys == sorted(keys)
        assert {*groups(path)[:-1]} <= {7}
        assert groups(path)[-1] <= 7
        assert pq.read_metadata(path).row_group(0).column(0).compression == "ZSTD"


def test_dates_are_those_of_utc_whatever_the_time_zone_of_the_session(classic: "SparkSession", tmp_path: Path) -> None:
    with setting(classic, spark__sql__session__timeZone="America/New_York"):
        frame = classic.createDataFrame(table_of(("s", taken(0.5, DAY - 0.5, DAY + 0.5))), schema=SNAPSHOT_SCHEMA)
        write_recordings(frame, tmp_path / "out")
    counts = {path.parent.name: sum(groups(path)) for path in files(tmp_path)}
    assert counts == {"date=1970-01-01": 2, "date=1970-01-02": 1}


def test_a_long_session_is_shared_out_among_files(classic: "SparkSession", tmp_path: Path) -> None:
    frame = classic.createDataFrame(table_of(("s", taken(*range(100)))), schema=SNAPSHOT_SCHEMA)
    with setting(classic, spark__sql__adaptive__coalescePartitions__enabled="false"):
        write_recordings(frame, tmp_path / "out", partition_by_date=False)
    (first, second) = [pq.ParquetFile(path).read(columns=["seq"])["seq"].to_pylist() for path in files(tmp_path)]
    assert first + second == list(range(100))
    assert min(len(first), len(second)) > 20


def test_what_follows_from_the_rest_is_filled_in_and_other_columns_are_left_out(
    classic: "SparkSession", tmp_path: Path
) -> None:
    nodes = [[{"role": "window", "odd": 1}, {"role": "button", "odd": 2}], None]
    given = pa.table({"NODES of another": [1, 2], "nodes": nodes, "seq": pa.array([1, 2], pa.int32())})
    with pytest.raises(InvalidSnapshot, match="no column 'nodes'"):
        write_recordings(classic.createDataFrame(given.drop_columns(["nodes"])), tmp_path / "out")
    snapshots = [batch.select(["seq", "nodes"]) for batch in TABLE.slice(0, 2).to_batches()]
    frame = classic.createDataFrame(pa.Table.from_batches(snapshots)).selectExpr("seq", "nodes", "1 AS `o'dd``.b`")
    write_recordings(frame, tmp_path / "out", partition_by_date=False)
    rows = read_recordings(classic, tmp_path / "out").toArrow().to_pylist()
    assert [(row["seq"], row["n_nodes"], row["schema_version"], row["session"]) for row in rows] == [
        (0, 1, 1, None),
        (1, 1, 1, None),
    ]


def test_modes_are_those_of_spark(classic: "SparkSession", tmp_path: Path) -> None:
    from pyspark.errors import AnalysisException

    frame = classic.createDataFrame(table_of(("s", taken(1.0))), schema=SNAPSHOT_SCHEMA)

    def count() -> int:
        return sum(sum(groups(path)) for path in files(tmp_path))

    write_recordings(frame, tmp_path / "out")
    with pytest.raises(AnalysisException, match="PATH_ALREADY_EXISTS"):
        write_recordings(frame, tmp_path / "out")
    write_recordings(frame, tmp_path / "out", mode="ignore")
    assert count() == 1
    write_recordings(frame, tmp_path / "out", mode="append")
    assert count() == 2
    write_recordings(frame, tmp_path / "out", mode="overwrite")
    assert count() == 1
    with pytest.raises(UnknownName, match="known: append, error, ignore, overwrite"):
        write_recordings(frame, tmp_path / "out", mode="errorifexists")  # type: ignore[arg-type]  # the point
    with pytest.raises(ValueError, match="rows_per_group must be a whole number above 0"):
        write_recordings(frame, tmp_path / "out", rows_per_group=0)


def test_recordings_become_parquet_and_are_the_same(classic: "SparkSession", tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(whole())
    write_recordings(read_recordings(classic, tmp_path / "a.jsonl"), tmp_path / "out")
    made = read_recordings(classic, tmp_path / "out").sort("seq").toArrow().cast(SNAPSHOTS)
    assert told(made) == told(recording_table(tmp_path / "a.jsonl"))


@pytest.mark.parametrize("changed", [RESHAPED, AS_JSON_HAS_IT], ids=["in another order", "as JSON has it"])
def test_fields_go_by_their_names(spark: "SparkSession", tmp_path: Path, changed: dict[str, str]) -> None:
    frame = spark.createDataFrame(TABLE, schema=SNAPSHOT_SCHEMA)
    assert written_back(reshaped(frame, changed), tmp_path / "out") == in_order(TABLE)


def test_fields_may_be_missing_and_lists_and_structs_null(classic: "SparkSession", tmp_path: Path) -> None:
    frame = classic.sql(
        "SELECT 1 AS seq, array(named_struct('value', 'v', 'role', 'button', 'bounds', NULL, 'states', CAST(NULL AS "
        "map<string,string>), 'actions', array(NULL, 'press')), NULL) AS nodes UNION ALL SELECT 2, NULL"
    )
    one, two = written_back(frame, tmp_path / "out")
    known = {"role": "button", "value": "v", "actions": [None, "press"]}
    assert one["nodes"] == [{**dict.fromkeys(FIELDS), **known}, None]
    assert (one["n_nodes"], two["nodes"], two["n_nodes"]) == (2, None, None)


def test_a_number_that_does_not_fit_ends_no_job(classic: "SparkSession", tmp_path: Path) -> None:
    rows = [("2147483648", "1"), ("1.5", "0.5"), ("7", "7"), (None, None), ("NaN", "Infinity")]
    frame = classic.createDataFrame(rows, "number string, parent string").selectExpr(
        "CAST(number AS double) AS pid",
        "monotonically_increasing_id() AS seq",
        "array(named_struct('role', 'a', 'parent', CAST(parent AS double), "
        "'bounds', array(CAST(number AS double), 1, 1, 1)), "
        "named_struct('role', 'a', 'parent', 3e9, 'bounds', array(1, 2, 3))) AS nodes",
    )
    found = sorted(written_back(frame, tmp_path / "out"), key=lambda row: int(row["seq"]))
    assert [row["pid"] for row in found] == [2147483648, -1, 7, None, -1]  # no process has it: refused where it is read
    nowhere = 2**31 - 1  # NULL would make it a root
    assert [row["nodes"][0]["parent"] for row in found] == [1, nowhere, 7, None, nowhere]
    assert [row["nodes"][0]["bounds"]["x"] for row in found] == [None, None, 7, None, None]
    assert {row["nodes"][1]["parent"] for row in found} == {nowhere}
    assert found[0]["nodes"][1]["bounds"] == dict.fromkeys(("x", "y", "width", "height"))


def test_a_row_of_a_newer_version_stays_one_and_is_an_error_where_it_is_read(
    classic: "SparkSession", tmp_path: Path
) -> None:
    frame = classic.createDataFrame(table_of(("s", taken(1, 2, 3))), schema=SNAPSHOT_SCHEMA)
    frame = frame.withColumn("schema_version", f.when(f.col("seq") == 1, f.lit(2).cast("bigint")))
    write_recordings(frame, tmp_path / "out", partition_by_date=False)
    written = read_recordings(classic, tmp_path / "out").orderBy("seq")
    assert [row["schema_version"] for row in written.collect()] == [1, 2, 1]
    for changes in (diff_snapshots(written), diff_recordings(classic, tmp_path / "out")):
        (wrong,) = changes.where("op = 'error'").collect()
        assert (wrong["after_seq"], wrong["error"].partition(":")[0]) == (1, "schema_version 2")
    of_another_sense = frame.withColumn("schema_version", f.lit("two"))
    assert diff_snapshots(of_another_sense).where("op = 'error'").count() == 0
    write_recordings(of_another_sense, tmp_path / "out", mode="overwrite", partition_by_date=False)
    assert [row[0] for row in read_recordings(classic, tmp_path / "out").select("schema_version").collect()] == [1] * 3


def test_names_that_differ_by_case_only_are_told_apart(classic: "SparkSession", tmp_path: Path) -> None:
    frame = classic.sql(
        "SELECT 0 AS SEQ, 1 AS seq, array(named_struct('NAME', 'wrong', 'name', 'right', 'ROLE', 1, 'role', 'link', "
        "'u\u0131', 2, '\u212aind', 3)) AS nodes, 'wrong' AS N_NODES"
    )
    (row,) = written_back(frame, tmp_path / "out")
    assert (row["seq"], row["nodes"][0]["name"], row["nodes"][0]["role"], row["n_nodes"]) == (1, "right", "link", 1)
    twice = classic.sql("SELECT 1 AS seq, array(named_struct('role', 'a', 'name', 'a', 'name', 'b')) AS nodes")
    with pytest.raises(InvalidSnapshot, match=r"\$\.nodes: the elements have two fields of one name"):
        write_recordings(twice, tmp_path / "twice")


@pytest.mark.parametrize(
    ("place", "found", "sql"),
    [
        ("$.nodes.parent", "string", "array(named_struct('parent', 'secret')) AS nodes"),
        ("$.nodes.bounds", "struct<left:int>", "array(named_struct('bounds', named_struct('left', 1))) AS nodes"),
        ("$.nodes.states.value", "map<string,int>", "array(named_struct('states', map('secret', 1))) AS nodes"),
        (
            "$.nodes.states",
            "array<struct<name:string>>",
            "array(named_struct('states', array(struct('a' AS name)))) AS nodes",
        ),
        ("$.nodes", "string", "'secret' AS nodes"),
        ("$.ts", "timestamp_ntz", "NULL AS nodes, TIMESTAMP_NTZ'2026-01-01' AS ts"),
    ],
)
def test_another_kind_is_refused_before_any_job(
    classic: "SparkSession", tmp_path: Path, place: str, found: str, sql: str
) -> None:
    with pytest.raises(InvalidSnapshot, match=f"a column of another type, {found}; make it") as error:
        write_recordings(classic.sql(f"SELECT 1 AS seq, {sql}"), tmp_path / "out")
    assert error.value.path == place
    assert "SNAPSHOT_SCHEMA" in error.value.cure
    assert "secret'" not in str(error.value)
    assert not (tmp_path / "out").exists()


def test_only_columns_of_other_types_are_converted_by_the_workers(
    classic: "SparkSession", capsys: pytest.CaptureFixture[str]
) -> None:
    frame = classic.createDataFrame(TABLE, schema=SNAPSHOT_SCHEMA).drop("app")
    conformed_frame(frame, SNAPSHOTS).explain()
    assert "MapInArrow" not in capsys.readouterr().out
    conformed_frame(frame.withColumn("seq", f.col("seq").cast("int")), SNAPSHOTS).explain()
    assert "MapInArrow" in capsys.readouterr().out


def test_what_was_written_can_be_handed_to_arrow(classic: "SparkSession", tmp_path: Path) -> None:
    """Times without a zone, as Spark writes them, and a folder for rows without a day."""
    table = table_of(("s", STEPS[:3]))
    first = pa.array([datetime(2026, 1, 1, 23, tzinfo=UTC), None, None], SNAPSHOTS.field("ts").type)
    frame = classic.createDataFrame(table.set_column(table.column_names.index("ts"), "ts", first), SNAPSHOT_SCHEMA)
    write_recordings(frame, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").glob("date=*")} == {
        "date=2026-01-01",
        "date=__HIVE_DEFAULT_PARTITION__",
    }
    read = pq.read_table(tmp_path / "out", partitioning=None)
    assert read.schema.field("ts").type.tz is None
    assert diff_table(read).to_pylist() == diff_table(frame.toArrow().cast(SNAPSHOTS)).to_pylist() != []
