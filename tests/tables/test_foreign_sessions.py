"""Sessions that other tools recorded: rows of steps, and what does not fit is a row, behind which the rest goes on."""

import gzip
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.importers import test_rrweb as made
from uidiff import Limits, Snapshot, arrow
from uidiff.importers.browsergym import read_steps
from uidiff.importers.playwright_trace import read_trace
from uidiff.importers.rrweb import rrweb_steps
from uidiff.model.files import read_lines

IMPORTERS = Path(__file__).parents[1] / "importers"
TRACE = IMPORTERS / "fixtures" / "traces" / "playwright-1.65.1_aria.zip"
GYM = IMPORTERS / "fixtures" / "gym_steps" / "browsergym-experiments-0.14.3_steps.jsonl"

Row = dict[str, Any]
EVENTS = [*made.load(0), made.click(made.SAVE, 5_000), made.said("Saved", 5_100), made.said("Ready", 9_000)]


def rows_of(path: Path, limits: Limits | None = None) -> list[Row]:
    return arrow.read_sessions(path, limits=limits).read_all().to_pylist()


def told(rows: Sequence[Row]) -> list[tuple[int | None, str | None, bool]]:
    return [(row["seq"], row["action"], row["error"] is not None) for row in rows]


def expect_steps(rows: Sequence[Row], steps: Sequence[Any]) -> None:
    """The rows are those of the steps: numbered from 0 on, with the trees and the circumstances."""
    results = [getattr(step, "result", step) for step in steps]
    assert [row["seq"] for row in rows] == list(range(len(results)))
    for row, result in zip(rows, results, strict=True):
        if isinstance(result, Snapshot):
            known = result.circumstances
            assert row["error"] is None
            assert row["n_nodes"] == len(result)
            assert [node["name"] for node in row["nodes"]] == list(result.columns.name)
            for name in ("action", "url", "title", "window", "extra", "taken_at"):
                assert row[name] == getattr(known, name)
            assert row["ts"].timestamp() == pytest.approx(known.taken_at)
        else:
            assert row["error"] == str(result)


def test_a_folder_of_files_of_many_tools_is_read_by_how_each_begins(tmp_path: Path) -> None:
    (tmp_path / "monday").mkdir()
    (tmp_path / "shop.json.gz").write_bytes(made.SHOP.read_bytes())
    lines = "\n".join(map(json.dumps, EVENTS))
    (tmp_path / "monday" / "lines.jsonl").write_text(lines, "utf-8")
    (tmp_path / "monday" / "lines.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (tmp_path / "monday" / "trace.zip").write_bytes(TRACE.read_bytes())
    (tmp_path / "gym.jsonl").write_bytes(GYM.read_bytes())
    steps = [json.loads(line) for line in GYM.read_text("utf-8").splitlines()]
    (tmp_path / "gym_list.json").write_text(json.dumps(steps), "utf-8")
    rows = rows_of(tmp_path)
    with TRACE.open("rb") as file:
        of_trace = list(read_trace(file))
    of_gym = list(read_steps(read_lines(GYM, 1 << 30), limits=Limits()))
    of_lines = list(rrweb_steps(tmp_path / "monday" / "lines.jsonl"))
    expected: dict[str, Sequence[Any]] = {
        "shop": list(rrweb_steps(made.SHOP)),
        "monday/lines": of_lines,
        "monday/lines.jsonl.gz": of_lines,
        "monday/trace": of_trace,
        "gym": of_gym,
        "gym_list": of_gym,
    }
    assert {row["session"] for row in rows} == set(expected)
    for session, found in expected.items():
        assert found
        expect_steps([row for row in rows if row["session"] == session], found)


def test_bad_input_99_errors_stand_between_the_steps_with_their_time(tmp_path: Path) -> None:
    unknown = made.mutated(7_000, removes=[{"parentId": made.SAY, "id": 999}])
    path = made.written(tmp_path / "a.json", [*EVENTS[:-1], unknown, EVENTS[-1]])
    rows = rows_of(path)
    assert told(rows) == [(0, None, False), (1, 'click button "Save"', False), (2, None, True), (3, None, False)]
    assert "event 5" in rows[2]["error"]
    assert rows[2]["taken_at"] == pytest.approx(made.START / 1_000 + 7)
    assert rows[2]["ts"] is not None


def test_bad_input_99_without_a_full_snapshot_there_is_an_error_and_what_comes_behind_one_is_read(
    tmp_path: Path,
) -> None:
    rows = rows_of(made.written(tmp_path / "a.json", [EVENTS[0], *EVENTS[2:4], *made.load(20_000)]))
    assert [error for _, _, error in told(rows)] == [True, False]
    assert "full snapshot" in rows[0]["error"]


def test_errors_before_all_snapshots_are_in_the_window_of_the_first(tmp_path: Path) -> None:
    lines = ["junk", *(json.dumps({"window_id": "w1", "data": [event]}) for event in EVENTS)]
    lines.insert(3, "junk")
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines[1:]), "utf-8")
    rows = rows_of(path)
    assert {row["window"] for row in rows} == {"w1"}
    assert [row["seq"] for row in rows] == list(range(len(rows)))
    assert sum(row["error"] is not None for row in rows) == 1


def test_bad_input_99_gzip_that_is_cut_short_is_an_error_behind_what_could_be_read(tmp_path: Path) -> None:
    texts = [made.said(str(number) * 50, 10_000 + number * 2_000) for number in range(300)]
    data = gzip.compress(json.dumps([*EVENTS, *texts]).encode())
    (tmp_path / "a.json.gz").write_bytes(data[:-200])
    (tmp_path / "b.json").write_text(json.dumps(EVENTS), "utf-8")
    rows = rows_of(tmp_path)
    cut = [row for row in rows if row["session"] == "a"]
    assert len(cut) > 3
    assert [row["error"] is not None for row in cut].count(True) == 1
    assert "cut short" in next(row["error"] for row in cut if row["error"])
    assert [row["error"] for row in rows if row["session"] == "b"] == [None] * 3
    (tmp_path / "gym.jsonl.gz").write_bytes(gzip.compress(GYM.read_bytes())[:-20])
    assert "cut short" in rows_of(tmp_path / "gym.jsonl.gz")[-1]["error"]


def zip_of(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def test_bad_input_99_zips_that_are_cut_bombs_or_climb_out_are_an_error_each_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "cut.zip").write_bytes(TRACE.read_bytes()[:-500])
    zip_of(tmp_path / "bomb.zip", ("trace.trace", b" " * (64 << 20)))
    zip_of(tmp_path / "climbs.zip", ("trace.trace", b""), ("../../x", b"x"))
    zip_of(tmp_path / "other.zip", ("notes.txt", b"hello"))
    version = {"version": 99, "type": "context-options", "origin": "library", "browserName": "chromium"}
    zip_of(tmp_path / "version.zip", ("trace.trace", json.dumps(version).encode()))
    (tmp_path / "whole.zip").write_bytes(TRACE.read_bytes())
    rows = rows_of(tmp_path)
    errors = {row["session"]: row["error"] for row in rows if row["error"]}
    assert set(errors) == {"cut", "bomb", "climbs", "other", "version"}
    words = {"cut": "cut short", "bomb": "bomb", "climbs": "climbs out", "other": ".trace", "version": "version"}
    for session, word in words.items():
        assert word in errors[session]
    assert len([row for row in rows if row["session"] == "whole"]) > 1
    assert not (tmp_path.parent / "x").exists()


def test_bad_input_99_a_long_line_is_an_error_and_other_files_go_on(tmp_path: Path) -> None:
    text = made.said("x" * (100 << 20), 6_000)
    made.written(tmp_path / "a.json", [*EVENTS, text])
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, [*EVENTS[:-1], text, EVENTS[-1]])), "utf-8")
    made.written(tmp_path / "b.json", EVENTS)
    rows = rows_of(tmp_path)
    assert told([row for row in rows if row["session"] == "a"])[-1][2]
    of_lines = [row for row in rows if row["session"] == "a.jsonl"]
    assert [error for _, _, error in told(of_lines)] == [False, False, True, False]
    assert "characters" in of_lines[2]["error"]
    assert len([row for row in rows if row["session"] == "b"]) == 3


def test_a_long_line_of_steps_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(GYM.read_bytes())
    assert "max_file" in rows_of(tmp_path, Limits(max_file=1_000))[-1]["error"]


def test_bad_input_99_a_file_that_is_known_by_no_reader_is_an_error_with_a_cure(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "x"}', "utf-8")
    (tmp_path / "step.json").write_bytes(b"\x80\x04\x95")
    rows = rows_of(tmp_path)
    assert [(row["session"], row["seq"]) for row in rows] == [("package", None), ("step", 0)]
    assert "no recording of rrweb" in rows[0]["error"]
    assert "import_recording" in rows[0]["error"]
    assert "pickle" in rows[1]["error"]


def test_a_file_that_is_given_is_read_by_how_it_begins_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "trace.bin").write_bytes(TRACE.read_bytes())
    assert all(row["error"] is None for row in rows_of(tmp_path / "trace.bin"))
