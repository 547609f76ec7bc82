"""Recordings as tables: the snapshots and failed reads of the core, line for line, and a row for all that is wrong."""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pytest

import uidiff
from tests.recordings.common import STEPS, lines, values, whole, written
from uidiff import Snapshot
from uidiff.arrow import SNAPSHOTS, diff_table, snapshots_of
from uidiff.arrow.recording_rows import LinesToRows, recording_batches, recording_table
from uidiff.model.limits import Limits
from uidiff.recordings.demo import demo_path

Told = tuple[int | None, Snapshot | str]


def told(table: pa.Table) -> list[Told]:
    """Of each row its number, and its snapshot or its error."""
    assert table.schema.equals(SNAPSHOTS)
    good = table.filter(pa.compute.is_null(table["error"]))
    snapshots = snapshots_of(good)
    return [
        (row["seq"], next(snapshots) if row["error"] is None else row["error"])
        for row in table.select(["seq", "error"]).to_pylist()
    ]


def of_the_core(path: Path) -> list[Told]:
    steps = uidiff.read_recording(path, on_error="skip").steps()
    return [(step.seq, step.snapshot if step.error is None else step.error.error) for step in steps]  # type: ignore[misc]


def steps_of(path: Path) -> list[Told]:
    """The same of a table, without the lines that the core skips."""
    return [(seq, held) for seq, held in told(recording_table(path)) if seq is not None]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_rows_are_the_steps_of_the_core(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_bytes(whole(ending))
    table = recording_table(path)
    assert told(table) == of_the_core(path)
    assert set(table["session"].to_pylist()) == {"a"}
    assert set(table["source"].to_pylist()) == {str(path)}


def test_the_demo_comes_with_all_that_is_in_it() -> None:
    assert told(recording_table(demo_path())) == of_the_core(demo_path())


def test_a_failed_read_has_its_time(tmp_path: Path) -> None:
    failed = {"kind": "error", "seq": 0, "taken_at": 1.5, "error": "no answer"}
    (row,) = recording_table(written(tmp_path, lines()[0], failed)).to_pylist()
    assert (row["seq"], row["error"], row["taken_at"], row["ts"].timestamp()) == (0, "no answer", 1.5, 1.5)


@pytest.mark.parametrize("place", range(1, 7))
def test_a_damaged_line_is_a_row_and_so_is_each_delta_that_rests_on_it(tmp_path: Path, place: int) -> None:
    given = [line if number != place else line[:-1] for number, line in enumerate(lines())]
    path = written(tmp_path, *given)
    assert steps_of(path) == of_the_core(path)
    assert len(told(recording_table(path))) == len(lines()) - 1
    damaged = [held for seq, held in told(recording_table(path)) if seq is None]
    assert str(damaged[0]).startswith(f"line {place + 1}: $: no JSON")


def test_a_number_that_stands_twice_is_a_row(tmp_path: Path) -> None:
    path = written(tmp_path, *lines()[:2], lines()[1])
    assert [str(held)[:60] for _, held in told(recording_table(path))][1:] == [
        "line 3: $.seq: a sequence number that is not above the one b",
    ]


def test_a_last_line_that_is_being_written_is_no_row(tmp_path: Path) -> None:
    path = written(tmp_path, *lines()[:3], lines()[3][:20], end=b"")
    assert told(recording_table(path)) == of_the_core(path)


def test_a_compressed_file_that_is_being_written_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    with uidiff.RecordingWriter(tmp_path / "a.jsonl.gz") as writer:
        writer.write(STEPS[0])
        assert told(recording_table(tmp_path / "a.jsonl.gz")) == [(0, STEPS[0])]


def test_behind_damaged_compressed_data_nothing_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(whole("jsonl.gz") + b"garbage")
    *good, last = told(recording_table(tmp_path / "a.jsonl.gz"))
    assert good == of_the_core(tmp_path / "a.jsonl.gz")
    assert last == (None, "line 8: compressed data that is damaged; copy it again, or use the lines before")


OTHERS = {
    "empty": (b"", "line 1: the file is empty"),
    "no header": (whole().partition(b"\n")[2], "line 1: $.format: expected the format uidiff/recording"),
    "byte order mark": (b"\xef\xbb\xbf" + whole(), "line 1: $: the file begins with a byte order mark"),
    "newer": (whole().replace(b'"1.0"', b'"2.0"', 1), "line 1: $.version: version 2 of uidiff/recording was written"),
    "binary": (bytes(range(128, 256)), "line 1: $: no UTF-8 at byte"),
    "gzip of nothing": (gzip.compress(b""), "line 1: the file is empty"),
    "damaged gzip": (gzip.compress(whole())[:10] + b"garbage", "line 1: compressed data that is damaged"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_that_is_no_recording_is_one_row_that_names_it(tmp_path: Path, name: str) -> None:
    data, error = OTHERS[name]
    (tmp_path / "x").write_bytes(data)
    (row,) = recording_table([tmp_path / "x"]).to_pylist()
    assert row["error"].startswith(error)
    assert {name for name, cell in row.items() if cell is not None} == {"source", "schema_version", "error"}
    assert row["source"] == str(tmp_path / "x")


def test_a_file_with_nothing_but_its_header_has_no_rows(tmp_path: Path) -> None:
    assert recording_table(written(tmp_path, lines()[0])).num_rows == 0


def test_batches_hold_no_more_than_they_may(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    uidiff.write_recording(path, STEPS * 100)
    batches = list(recording_batches(path, max_nodes=40))
    assert max(sum(batch.column("n_nodes").to_pylist()) for batch in batches) <= 40 + max(map(len, STEPS))
    assert pa.Table.from_batches(batches).equals(pa.Table.from_batches(recording_batches(path)))


# ----------------------------------------------------------------------- files


def test_a_folder_is_all_that_is_below_it_as_for_spark(tmp_path: Path) -> None:
    wanted = [tmp_path / "a.jsonl", tmp_path / "b" / "a.jsonl.gz"]
    for path in (*wanted, tmp_path / "_SUCCESS", tmp_path / ".a.jsonl", tmp_path / "_b" / "a.jsonl"):
        path.parent.mkdir(exist_ok=True)
        uidiff.write_recording(path, STEPS)
    table = recording_table(tmp_path)
    assert table.equals(recording_table(wanted))
    assert table.equals(recording_table([tmp_path / "a.jsonl", str(tmp_path / "b")]))
    assert table.equals(pa.Table.from_batches(recording_batches(str(tmp_path))))
    assert list(dict.fromkeys(table["source"].to_pylist())) == list(map(str, wanted))


def test_recordings_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    for folder in "12":
        (tmp_path / folder).mkdir()
        uidiff.write_recording(tmp_path / folder / "a.jsonl", STEPS[: 1 if folder == "1" else None])
    table = recording_table(tmp_path)
    mixed = diff_table(table).filter(pa.compute.field("before_seq") == 0)
    assert {row["error"] is not None for row in mixed.to_pylist()} == {True}
    apart = table.set_column(table.column_names.index("session"), "session", table["source"])
    assert set(diff_table(apart)["op"].to_pylist()) == set(
        diff_table(recording_table(tmp_path / "2"))["op"].to_pylist()
    )
    assert set(diff_table(apart)["session"].to_pylist()) == {str(tmp_path / "2" / "a.jsonl")}


def test_where_there_is_nothing_the_error_says_what_may_be_given(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="give a file, a folder of recordings, or several") as caught:
        recording_table(tmp_path / "nowhere")
    assert caught.value.filename == str(tmp_path / "nowhere")


def test_of_a_folder_without_files_the_log_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert recording_table(tmp_path).num_rows == 0
    assert [(one.name, one.getMessage()) for one in caplog.records] == [
        ("uidiff.arrow", "a folder without any file: no rows")
    ]


# ------------------------------------------------ lines of many files, from wherever


def batches_of(paths: Sequence[Path], rows: int) -> Iterator[pa.RecordBatch]:
    """The lines of files in batches of so many."""
    told_of = [{"source": str(path), "line": line} for path in paths for line in path.read_bytes().split(b"\n")[:-1]]
    schema = pa.schema([("source", pa.string()), ("line", pa.binary())])
    for start in range(0, len(told_of), rows):
        yield pa.RecordBatch.from_pylist(told_of[start : start + rows], schema=schema)


@pytest.mark.parametrize("rows", [1, 3, 1000])
def test_lines_of_several_files_are_read_file_by_file_however_they_come(tmp_path: Path, rows: int) -> None:
    paths = []
    for name, data in {"a": whole(), "b": b"recording\nof what\n", "c": whole().replace(b'"a"', b'"it\'s"', 1)}.items():
        paths.append(tmp_path / name)
        paths[-1].write_bytes(data)
    made = pa.Table.from_batches(LinesToRows()(batches_of(paths, rows)), schema=SNAPSHOTS)
    assert made.equals(recording_table(paths))
    assert set(made["session"].to_pylist()) == {"a", None, "it's"}


def test_no_line_may_be_longer_than_the_limit(tmp_path: Path) -> None:
    limit = Limits(max_file=len(lines()[1]) - 1)
    path = written(tmp_path, *lines()[:2])
    made = pa.Table.from_batches(LinesToRows(limit)(batches_of([path], 9)), schema=SNAPSHOTS)
    (row,) = made.to_pylist()
    assert row["error"].startswith(f"line 2: a line of more than {limit.max_file} bytes; ")


def test_secrets_are_hidden(tmp_path: Path) -> None:
    password = {"role": "textbox", "value": "hunter2", "states": {"protected": True}}
    path = written(tmp_path, values()[0], {"kind": "snapshot", "seq": 0, "nodes": [password]})
    assert "hunter2" not in json.dumps(recording_table(path).to_pylist(), default=str)


def test_nothing_of_spark_is_imported() -> None:
    code = "import sys, uidiff.arrow.recording_rows, uidiff.arrow.apply_rows; sys.exit('pyspark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
