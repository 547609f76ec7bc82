"""On executors that are processes of their own the rows of the default matcher are those of one JVM and of the core."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytest.importorskip("pyspark")

from tests.arrow.oracle import plain, rows_of_pairs, said
from tests.own_spark import spark_environment
from tests.spark.test_diff_recordings import in_order
from uidiff import Row, Snapshot
from uidiff.arrow import CHANGES, batch_of
from uidiff.spark import diff_recordings, diff_snapshots

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[2]
SESSIONS, LENGTH = 4, 12


def read(session: int, number: int) -> Snapshot:
    """A list in which a clock goes on, a box is ticked, and now and then a row comes, goes or is renamed."""
    rows = [Row(0, "list", f"List {session}"), Row(1, "timer", f"9:{number:02}")]
    for row in range(number // 3, 8 + number // 2):
        name = "renamed" if row == number else f"Row {row}"
        rows += [Row(1, "listitem", name), Row(2, "checkbox", states={"checked": row % 4 == number % 4})]
    return Snapshot.from_rows(rows)


@pytest.fixture(scope="module")
def recorded() -> dict[str, list[Snapshot]]:
    return {f"s{session}": [read(session, number) for number in range(LENGTH)] for session in range(SESSIONS)}


def test_two_executors_give_the_rows_of_one_process(
    classic: "SparkSession", recorded: dict[str, list[Snapshot]], tmp_path: Path
) -> None:
    folder = tmp_path / "snapshots"
    folder.mkdir()
    for session, run in recorded.items():
        batch = batch_of(run, session=session, seqs=list(range(LENGTH)), windows=["w"] * LENGTH)
        pq.write_table(pa.Table.from_batches([batch]), folder / f"{session}.parquet", row_group_size=4)
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**spark_environment(tmp_path), "PYTHONPATH": path}
    del environment["PYSPARK_SUBMIT_ARGS"]  # the job has its own
    command = [sys.executable, "-m", "tests.spark.cluster_job", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]
    assert (tmp_path / "executors").read_text(encoding="ascii") == "2"
    with pa.OSFile(str(tmp_path / "changes.arrow")) as file, pa.ipc.open_stream(file) as stream:
        found = in_order(plain(stream.read_all().cast(CHANGES)))
    expected = []
    for session, run in recorded.items():
        expected += said(rows_of_pairs(list(enumerate(run)), session=session, window="w"))
    assert found == in_order([*expected, *expected])
    frames = diff_snapshots(classic.read.parquet(str(folder))), diff_recordings(classic, str(folder))
    assert found == in_order([row for frame in frames for row in plain(frame.toArrow().cast(CHANGES))])
