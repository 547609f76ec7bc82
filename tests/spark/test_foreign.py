"""What other tools recorded, read by Spark: the rows of the Arrow reader, however the files come."""

import gzip
import json
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from tests.importers import test_rrweb as made
from tests.spark.test_reading import name_of
from tests.tables.test_foreign_sessions import EVENTS, GYM, TRACE
from uidiff import Limits
from uidiff.arrow import SNAPSHOTS, read_sessions

pytest.importorskip("pyspark")

from uidiff.spark import read_browsergym, read_playwright_traces, read_rrweb
from uidiff.spark.foreign import StepBatches
from uidiff.spark.schemas import SNAPSHOT_SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Row = dict[str, Any]


def in_order(rows: list[Row]) -> list[Row]:
    """The rows of each file in their order, by its name."""
    named = [{**row, "source": name_of(row["source"])} for row in rows]
    return sorted(named, key=lambda row: (row["session"], row["source"], row["seq"]))


def expect_arrow(frame: "DataFrame", *paths: Path) -> list[Row]:
    """The rows are those of the Arrow reader; return them."""
    assert frame.schema == SNAPSHOT_SCHEMA
    rows = in_order(frame.toArrow().cast(SNAPSHOTS).to_pylist())
    assert rows == in_order(read_sessions(paths).read_all().to_pylist())
    assert rows
    return rows


def damaged(folder: Path) -> None:
    """Recordings of rrweb in many forms, with what does not fit."""
    (folder / "monday" / "a b").mkdir(parents=True)
    (folder / "shop.json.gz").write_bytes(made.SHOP.read_bytes())
    unknown = made.mutated(7_000, removes=[{"parentId": made.SAY, "id": 999}])
    events = [*EVENTS[:-1], unknown, EVENTS[-1]]
    made.written(folder / "monday" / "a b" / "ä%.json", events)
    lines = "\n".join(map(json.dumps, events))
    (folder / "monday" / "lines.jsonl").write_text(f"\ufeff{lines}\njunk\n", "utf-8")
    (folder / "lines.jsonl").write_text(lines.replace("\n", "\r\n,,\n"), "utf-8")
    (folder / "cut.json").write_text(lines[:-30], "utf-8")
    texts = [made.said(str(number) * 50, 10_000 + number * 2_000) for number in range(300)]
    (folder / "cut.json.gz").write_bytes(gzip.compress(json.dumps([*EVENTS, *texts]).encode())[:-200])
    made.written(folder / "no_page.json", EVENTS[2:4])


def test_rows_of_rrweb_are_those_of_the_arrow_reader(spark: "SparkSession", tmp_path: Path) -> None:
    damaged(tmp_path)
    rows = [row for row in in_order(read_sessions(tmp_path).read_all().to_pylist()) if row["source"] != "cut.json.gz"]
    found = in_order(read_rrweb(spark, tmp_path).toArrow().cast(SNAPSHOTS).to_pylist())
    assert [row for row in found if row["source"] != "cut.json.gz"] == rows
    cut = [row for row in found if row["source"] == "cut.json.gz"]
    assert {row["session"] for row in cut} == {"cut"}  # the Arrow reader sees the other one, and calls it cut.json.gz
    assert [row["error"] is not None for row in cut].count(True) == 1
    assert len(cut) > 3
    assert {"monday/a b/ä%", "monday/lines", "lines", "shop"} < {row["session"] for row in found}


def test_rows_of_traces_are_those_of_the_arrow_reader(spark: "SparkSession", tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "trace.zip").write_bytes(TRACE.read_bytes())
    (tmp_path / "two" / "video.webm").write_bytes(b"RIFF")
    (tmp_path / "cut.zip").write_bytes(TRACE.read_bytes()[:-500])
    rows = expect_arrow(read_playwright_traces(spark, tmp_path), tmp_path)
    assert {row["session"] for row in rows} == {"one/trace", "two/trace", "cut"}
    assert sum(row["error"] is not None for row in rows) == 1


def test_rows_of_steps_are_those_of_the_arrow_reader(spark: "SparkSession", tmp_path: Path) -> None:
    lines = GYM.read_text("utf-8").splitlines()
    (tmp_path / "lines.jsonl").write_text("\n".join([lines[0], "{junk", *lines[1:]]) + "\n", "utf-8")
    (tmp_path / "list.json.gz").write_bytes(gzip.compress(f"[{','.join(lines)}]".encode()))
    (tmp_path / "pickle.json").write_bytes(b"\x80\x04\x95},},")
    rows = expect_arrow(read_browsergym(spark, tmp_path), tmp_path)
    assert sum(row["error"] is not None for row in rows) == 2


def test_a_file_in_parts_is_one_again(classic: "SparkSession", tmp_path: Path) -> None:
    texts = [made.said(f"{number}, and so on", 10_000 + number * 2_000) for number in range(50)]
    for name in ("a", "b"):
        made.written(tmp_path / f"{name}.json", [*EVENTS, *texts])
    for setting in ("maxPartitionBytes", "openCostInBytes"):
        classic.conf.set(f"spark.sql.files.{setting}", "1000b")
    try:
        frame = read_rrweb(classic, tmp_path)
        assert frame.rdd.getNumPartitions() > 2
        expect_arrow(frame, tmp_path)
    finally:
        for setting in ("maxPartitionBytes", "openCostInBytes"):
            classic.conf.unset(f"spark.sql.files.{setting}")


def test_sessions_are_named_below_what_was_given(classic: "SparkSession", tmp_path: Path) -> None:
    for name in ("monday", "tuesday"):
        (tmp_path / "days" / name).mkdir(parents=True)
        made.written(tmp_path / "days" / name / "a.json", EVENTS)

    def sessions(*paths: str | Path) -> set[str]:
        return {row.session for row in read_rrweb(classic, paths).select("session").distinct().collect()}

    days = tmp_path / "days"
    assert sessions(days) == {"monday/a", "tuesday/a"}
    assert sessions(days / "monday", days / "tuesday") == {"monday/a", "tuesday/a"}
    assert sessions(days / "monday" / "a.json", days / "monday" / "a.json") == {"a"}
    assert sessions(days.as_uri()) == {"monday/a", "tuesday/a"}
    assert sessions(f"{days}/*/a.json") == {"monday/a", "tuesday/a"}
    assert sessions(f"{days.as_uri()}/m?nday") == {"monday/a"}


def long_session(events: int) -> Iterator[pa.RecordBatch]:
    """A session as Spark hands it to a worker: pieces between "},", 10,000 at once."""
    pieces = json.dumps(EVENTS)[:-2].encode().split(b"},")
    for number in range(events):
        said = json.dumps(made.said(f"{number}, and so on, " * 100, 10_000 + number * 100))
        pieces += (said + "]" if number == events - 1 else said[:-1]).encode().split(b"},")
        if len(pieces) >= 10_000 or number == events - 1:
            columns = {"source": ["file:/a.json"] * len(pieces), "piece": pieces, "separator": ["},"] * len(pieces)}
            yield pa.RecordBatch.from_pydict(columns)
            pieces = []


def held() -> int:
    """The MiB of this process."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() >> 20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_a_worker_holds_little_of_a_long_session() -> None:
    before, most, rows = held(), 0, 0
    for batch in StepBatches("rrweb", Limits())(long_session(10_000)):
        most, rows = max(most, held()), rows + batch.num_rows
    assert rows > 900
    assert most - before < 250


def test_the_options_of_steps_are_those_of_the_importer(classic: "SparkSession", tmp_path: Path) -> None:
    path = made.written(tmp_path / "a.json", [*EVENTS, made.said("Again", 9_200)])
    assert read_rrweb(classic, path).count() == 4
    assert read_rrweb(classic, path, quiet=500).count() == 3
    with pytest.raises(ValueError, match="quiet"):
        read_rrweb(classic, path, quiet=-1)
    with pytest.raises(TypeError, match="session"):
        read_rrweb(None, path)  # type: ignore[arg-type]  # the error
