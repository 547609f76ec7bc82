"""Sessions in files: what is damaged is a row, and the rest goes on."""

import gzip
import logging
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import uidiff
from tests.tables.oracle import page
from uidiff import arrow
from uidiff.arrow.tables.session_files import session_files
from uidiff.arrow.tables.sessions import READERS

STEPS = [
    page({"role": "text", "name": str(seq)}, action=f"add {seq}", window="main", taken_at=1.0 * seq) for seq in range(4)
]


def test_files_of_one_name_in_two_folders_are_two_sessions(tmp_path: Path) -> None:
    for folder in ("monday", "tuesday"):
        (tmp_path / folder).mkdir()
        uidiff.write_recording(tmp_path / folder / "mail.jsonl.gz", STEPS)
    table = arrow.read_sessions(tmp_path).read_all()
    assert table["session"].unique().to_pylist() == ["monday/mail", "tuesday/mail"]
    assert table["window"].unique().to_pylist() == ["main"]
    assert table["action"].to_pylist() == [f"add {seq}" for seq in range(4)] * 2
    assert table["seq"].to_pylist() == [0, 1, 2, 3] * 2
    assert table["ts"].null_count == 0
    assert arrow.read_sessions([tmp_path / "monday", tmp_path / "tuesday"]).read_all() == table
    one = arrow.read_sessions(tmp_path / "monday" / "mail.jsonl.gz").read_all()
    assert one["session"].unique().to_pylist() == ["mail"]


def test_files_that_differ_only_in_their_suffix_are_two_sessions(tmp_path: Path) -> None:
    for name in ("mail.jsonl", "mail.jsonl.gz"):
        uidiff.write_recording(tmp_path / name, STEPS[:1])
    assert arrow.read_sessions(tmp_path).read_all()["session"].to_pylist() == ["mail", "mail.jsonl.gz"]


def test_a_damaged_line_is_a_row_in_its_place_with_its_action(tmp_path: Path) -> None:
    path = tmp_path / "mail.jsonl"
    uidiff.write_recording(path, STEPS)
    lines = path.read_text("utf-8").splitlines()
    lines[2] = lines[2].replace('"name":"1"', '"name":"x"')
    lines[3] = lines[3][:30]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    rows = arrow.read_sessions(tmp_path).read_all().to_pylist()
    assert [(row["seq"], row["window"], row["action"]) for row in rows] == [
        (0, "main", "add 0"),
        (1, "main", "add 1"),
        (2, "main", None),
        (3, "main", "add 3"),
    ]
    assert [row["error"] is not None for row in rows] == [False, True, True, False]
    assert "line 3" in rows[1]["error"]
    assert "line 4" in rows[2]["error"]


def test_lines_that_never_had_a_number_take_none_of_another_row(tmp_path: Path) -> None:
    path = tmp_path / "mail.jsonl"
    uidiff.write_recording(path, STEPS[:2])
    header, first, second = path.read_text("utf-8").splitlines()
    path.write_text(f"{header}\njunk\n{first}\njunk\n{second}\njunk\n", "utf-8")
    rows = arrow.read_sessions(path).read_all().to_pylist()
    assert [row["seq"] for row in rows] == [None, 0, None, 1, 2]
    assert {row["window"] for row in rows} == {"main"}


def test_a_cut_gzip_is_a_row_behind_what_could_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mail.jsonl.gz"
    whole = tmp_path / "whole.jsonl"
    many = [page({"role": "text", "name": str(seq) * 50}, action=f"add {seq}") for seq in range(300)]
    uidiff.write_recording(whole, many)
    data = bytearray(gzip.compress(whole.read_bytes()))
    data[-40:-20] = b"\x00" * 20
    path.write_bytes(bytes(data))
    whole.unlink()
    rows = arrow.read_sessions(path).read_all().select(["seq", "error"]).to_pylist()
    assert rows[-1]["error"]
    assert [row["seq"] for row in rows] == list(range(len(rows)))


def test_what_is_something_else_is_a_row_where_it_was_given_and_counted_in_a_folder(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "notes.txt").write_text("hello", "utf-8")
    (tmp_path / "bad.parquet").write_text("hello", "utf-8")
    rows = arrow.read_sessions(tmp_path / "notes.txt").read_all().to_pylist()
    assert [row["session"] for row in rows] == ["notes"]
    assert rows[0]["error"]
    with caplog.at_level(logging.WARNING, "uidiff.arrow"):
        rows = arrow.read_sessions(tmp_path).read_all().to_pylist()
    assert [(row["session"], row["seq"]) for row in rows] == [("bad", None)]
    assert "no Parquet that can be read" in rows[0]["error"]
    assert "left out: 1" in caplog.text
    with pytest.raises(FileNotFoundError):
        arrow.read_sessions(tmp_path / "none")
    assert len(arrow.read_sessions([]).read_all()) == 0


def test_parquet_keeps_its_sessions_and_fills_in_those_that_are_missing(tmp_path: Path) -> None:
    for name, session in (("a", "mail"), ("b", None)):
        batch = arrow.batch_of(STEPS, session=session, seqs=range(4))
        pq.write_table(pa.Table.from_batches([batch]), tmp_path / f"{name}.parquet", row_group_size=2)
    table = arrow.read_sessions(tmp_path).read_all()
    assert table["session"].to_pylist() == ["mail"] * 4 + ["b"] * 4
    assert len(arrow.transitions(table)) == 8


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.zip", "a.parquet"])
def test_a_file_that_cannot_be_opened_is_a_row_and_the_rest_is_read(tmp_path: Path, name: str) -> None:
    uidiff.write_recording(tmp_path / "b.jsonl", STEPS[:1])
    (tmp_path / name).write_text("gone when its turn comes")
    reader = arrow.read_sessions(tmp_path)
    (tmp_path / name).unlink()
    first, second = reader.read_all().select(["session", "error"]).to_pylist()
    assert first["session"] == "a"
    assert "read" in first["error"]
    assert second == {"session": "b", "error": None}


def test_no_file_is_lost_where_the_names_of_sessions_meet(tmp_path: Path) -> None:
    names = ["a.jsonl.jsonl", "a.json", "a.jsonl"]
    for name in names:
        (tmp_path / name).touch()
    found = session_files([tmp_path / name for name in names], READERS)
    assert [(Path(file.path).name, file.session) for file in found] == [
        ("a.jsonl.jsonl", "a.jsonl"),
        ("a.json", "a"),
        ("a.jsonl", "a.jsonl#2"),
    ]
