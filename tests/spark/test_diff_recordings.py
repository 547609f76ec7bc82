"""Sorted Parquet files give the rows of the core, wherever a window is cut, on classic sessions and on Connect."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.arrow.oracle import plain, rows_of_pairs, said
from uidiff import Snapshot
from uidiff.arrow import CHANGES, SNAPSHOTS, batch_of, diff_table
from uidiff.errors import InvalidSnapshot, UnknownName

pytest.importorskip("pyspark")

from uidiff.arrow.parquet_plan import File
from uidiff.spark.planning import _once
from uidiff.spark.recordings import write_recordings
from uidiff.spark.schemas import CHANGE_SCHEMA, SNAPSHOT_SCHEMA
from uidiff.spark.sorted_files import diff_recordings

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

HOSTILE = "a`.b'\"\x00 \\"
KEYS = [(None, "w"), ("s", None), (HOSTILE, "w"), (HOSTILE, HOSTILE)]


def tree(number: int) -> Snapshot:
    rows = [{"role": "listitem", "id": f"r{row}", "name": f"Row {row % 3}", "parent": 0} for row in range(number % 7)]
    field = {"role": "textbox", "name": HOSTILE, "parent": 0, "value": str(number % 3), "bounds": [0, number % 2, 9, 9]}
    return Snapshot.from_dicts([{"role": "list"}, *(rows if number % 2 else rows[::-1]), field])


def recording(count: int) -> pa.Table:
    """A few windows of as many snapshots each, sorted as Spark sorts: NULL first."""
    seqs = list(range(0, 2 * count, 2))
    batches = [
        batch_of([tree(seq + shift) for seq in seqs], session=session, seqs=seqs, windows=[window] * count)
        for shift, (session, window) in enumerate(KEYS)
    ]
    return pa.Table.from_batches(batches)


def core_rows(count: int, matcher: str) -> list[dict]:
    rows = []
    for shift, (session, window) in enumerate(KEYS):
        pairs = [(seq, tree(seq + shift)) for seq in range(0, 2 * count, 2)]
        rows += rows_of_pairs(pairs, session=session, window=window, matcher=matcher)
    return said(rows)


def in_order(rows: list[dict]) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def collected(changes: "DataFrame") -> list[str]:
    return in_order(plain(changes.toArrow().cast(CHANGES)))


@pytest.mark.parametrize("matcher", ["name-role-parent", "structural"])
def test_row_groups_files_and_folders_make_no_difference(spark: "SparkSession", tmp_path: Path, matcher: str) -> None:
    table = recording(9)
    for number, start in enumerate(range(0, table.num_rows, 13)):
        folder = tmp_path / "with a`'%20 space" / f"date=2026-01-{number:02}"
        folder.mkdir(parents=True)
        pq.write_table(table.slice(start, 13), folder / "part.parquet", row_group_size=4)
        (folder / "_SUCCESS").touch()
    changes = diff_recordings(spark, tmp_path / "with a`'%20 space", matcher=matcher, nodes_per_task=30)
    assert collected(changes) == in_order(core_rows(9, matcher))


@pytest.mark.parametrize("matcher", ["id", "content-hash"])
def test_what_spark_has_written_is_read(connect: "SparkSession", tmp_path: Path, matcher: str) -> None:
    table = recording(5)
    day = 24 * 60 * 60 * 1_000_000
    times = pa.array([seq * day // 4 for seq in table["seq"].to_pylist()]).cast(SNAPSHOTS.field("ts").type)
    table = table.set_column(SNAPSHOTS.get_field_index("ts"), SNAPSHOTS.field("ts"), times)
    write_recordings(connect.createDataFrame(table, SNAPSHOT_SCHEMA), tmp_path / "out")
    folders = list((tmp_path / "out").glob("date=*"))
    assert len(folders) > 1
    changes = diff_recordings(connect, folders, matcher=matcher)
    found = changes.toArrow().cast(CHANGES)
    assert in_order(plain(found)) == in_order(core_rows(5, matcher))
    assert sorted(found["ts"].to_pylist()) == sorted(diff_table(table, matcher=matcher)["ts"].to_pylist())


def test_bad_rows_are_rows_of_their_own_or_end_the_job(connect: "SparkSession", tmp_path: Path) -> None:
    from pyspark.errors import PySparkException

    table = recording(3)
    row = table.slice(0, 1).to_pylist()[0]
    bad = [{**row, "seq": 6, "nodes": None}, {**row, "seq": 7, "error": "lost"}, {**row, "seq": 7}, {**row, "seq": 7}]
    table = pa.concat_tables([table.slice(0, 3), pa.Table.from_pylist(bad, schema=SNAPSHOTS), table.slice(3)])
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=1)
    changes = diff_recordings(connect, str(tmp_path), nodes_per_task=1)
    assert collected(changes) == in_order(plain(diff_table(table)))
    dropped = diff_recordings(connect, str(tmp_path), nodes_per_task=10, on_error="drop")
    assert collected(dropped) == in_order(plain(diff_table(table, on_error="drop")))
    with pytest.raises(PySparkException, match="session None, window 'w', seq 6"):
        diff_recordings(connect, str(tmp_path), on_error="raise").count()


def test_no_files_are_no_rows(classic: "SparkSession", tmp_path: Path) -> None:
    pq.write_table(SNAPSHOTS.empty_table(), tmp_path / "empty.parquet")
    (tmp_path / "empty").mkdir()
    for path in ("empty", "empty.parquet"):
        changes = diff_recordings(classic, str(tmp_path / path))
        assert (changes.schema, changes.collect()) == (CHANGE_SCHEMA, [])


def test_what_is_no_recording_is_named_at_once(classic: "SparkSession", tmp_path: Path) -> None:
    with pytest.raises(InvalidSnapshot, match=r"nothing\.parquet': no such file or folder; .*write_recordings"):
        diff_recordings(classic, str(tmp_path / "nothing.parquet"))
    (tmp_path / "text.parquet").write_text("text")
    with pytest.raises(InvalidSnapshot, match=r"text\.parquet': no Parquet that can be read: .*write_recordings"):
        diff_recordings(classic, str(tmp_path))


def test_options_are_looked_at_before_any_job() -> None:
    with pytest.raises(UnknownName, match="structurl"):
        diff_recordings(None, "x", matcher="structurl")  # type: ignore[arg-type]  # it is not looked at
    with pytest.raises(ValueError, match="nodes_per_task is a whole number above 0"):
        diff_recordings(None, "x", nodes_per_task=0)  # type: ignore[arg-type]  # as above


def test_a_file_is_read_once_whatever_it_is_called(classic: "SparkSession", tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    pq.write_table(recording(3), folder / "a.parquet")
    (tmp_path / "link").symlink_to(folder)
    names: list[str | Path] = [
        f"file://{tmp_path}/a%20b",
        folder,
        f"{folder}/../a b/a.parquet",
        tmp_path / "link",
        folder.as_uri(),
    ]
    for paths in (names, names[::-1]):
        assert collected(diff_recordings(classic, paths)) == in_order(plain(diff_table(recording(3))))


def test_a_file_of_a_file_system_is_known_by_its_folder_too() -> None:
    folder, alone = File("s3://bucket/a", "bucket/a/x"), File("s3://bucket/a/x", "bucket/a/x")
    elsewhere = File("s3://bucket/a?endpoint_override=other", "bucket/a/x")
    here, hadoop = File("", "bucket/a/x"), File("s3n://bucket/a", "bucket/a/x")
    assert _once([elsewhere, hadoop, alone, folder, here, here]) == [here, folder, elsewhere]


def test_patterns_are_not_taken_and_the_error_says_so(classic: "SparkSession", tmp_path: Path) -> None:
    pq.write_table(recording(1), tmp_path / "a.parquet")
    with pytest.raises(InvalidSnapshot, match=r"no such file or folder; .*write_recordings.*patterns .* are not taken"):
        diff_recordings(classic, f"{tmp_path}/*.parquet")


@pytest.mark.parametrize("paths", [b"x", bytearray(b"x"), [b"x"], [1], None, 7], ids=ascii)
def test_paths_are_texts(classic: "SparkSession", paths: object) -> None:
    with pytest.raises(TypeError, match=r"paths takes texts or os\.PathLike, one or several, not \w+$"):
        diff_recordings(classic, paths)  # type: ignore[arg-type]  # the point
