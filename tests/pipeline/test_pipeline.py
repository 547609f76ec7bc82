"""The example pipeline finds what is planted; as a stream it gives the rows of the batch job, whatever is killed."""

import json
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

pytest.importorskip("pyspark")

import pyarrow.parquet as pq
from make_sessions import make, planted_file

from benchmarks.pipeline.runs import CLUSTER, EXECUTOR, Run, rows_of, run, started
from tests.parts import need_java

DAYS, SESSIONS, STEPS = 2, 9, 18
SEED = 24
FILES = 13
"""Of a micro-batch: there are two of them."""


@attrs.frozen
class Made:
    """Made sessions, what is planted in them, and what the batch job made of them."""

    sessions: Path
    planted: dict[str, Any]
    out: Path

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The rows of an answer."""
        return pq.read_table(self.out / "answers" / f"{table}.parquet").to_pylist()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    need_java()
    folder = tmp_path_factory.mktemp("pipeline")
    sessions, out = folder / "sessions", folder / "out"
    make(sessions, days=DAYS, sessions=SESSIONS, steps=STEPS, rows=2, seed=SEED)
    run("batch.py", sessions, out, folder=folder / "spark")
    return Made(sessions, json.loads(planted_file(sessions).read_text(encoding="utf-8")), out)


def test_the_first_row_of_each_answer_is_what_is_planted(made: Made) -> None:
    planted = made.planted
    dead, failing, slow = (made.rows(table)[0] for table in ("actions", "failures", "screens"))
    assert (dead["target"], dead["place"]) == (
        f'button "{planted["dead_button"]}"',
        f"Console: {planted['dead_screen']}",
    )
    assert dead["no_op_rate"] > 0.9
    assert (failing["target"], failing["place"], failing["error"]) == (
        f'button "{planted["error_button"]}"',
        f"Console: {planted['error_screen']}",
        planted["error_text"],
    )
    assert next(day["day"] for day in failing["days"] if day["failed"]) == planted["error_from_day"]
    assert slow["place"] == f"Console: {planted['slow_screen']}"
    assert slow["seconds_median"] > 3


def test_what_is_not_planted_does_not_stand_out_beside_it(made: Made) -> None:
    for table, least, of in (("actions", "no_ops_at_least", "known"), ("failures", "at_least", "steps")):
        others = [row for row in made.rows(table)[1:] if str(row["place"]).startswith("Console")]
        assert others
        assert all(row[least] < 0.2 * row[of] for row in others)
    first, *others = made.rows("screens")
    assert all(row["seconds_median"] < first["seconds_median"] / 2 for row in others if row["seconds_median"])


def test_the_page_says_what_is_planted_and_what_could_not_be_read(made: Made) -> None:
    text = (made.out / "page.html").read_text(encoding="utf-8")
    said = [part.partition("</p>")[0] for part in text.split('<p class="said">')[1:]]
    assert made.planted["error_text"] in said[0]
    assert made.planted["slow_screen"] in said[1]
    assert made.planted["dead_screen"] in said[2]
    broken = made.planted["broken"]
    assert f" {len(broken)} could not be read" in said[3]
    assert all(name in text for name in broken)


def test_broken_files_are_rows_with_errors_and_the_rest_of_them_is_read(made: Made) -> None:
    files = {row["session"]: row for row in made.rows("files")}
    bad = {name for name, row in files.items() if row["errors"]}
    assert bad == set(made.planted["broken"])
    read = {name: files[name]["snapshots"] for name in sorted(bad)}
    day = made.planted["broken"][0].partition("/")[0]
    assert read[f"{day}/none.zip"] == 0
    assert all(count > 0 for name, count in read.items() if not name.endswith("none.zip"))


def test_real_traces_are_read_beside_the_made_sessions(made: Made) -> None:
    traces = [row for row in made.rows("files") if row["kind"] == "trace" and not row["errors"]]
    assert len(traces) == DAYS
    assert all(row["snapshots"] > 1 for row in traces)


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes of a job in /proc")
def test_a_stream_whose_executor_and_driver_are_killed_has_the_rows_of_the_batch_job(
    made: Made, tmp_path: Path
) -> None:
    out = tmp_path / "out"

    def start(name: str) -> Run:
        arguments = made.sessions, out, "--files", str(FILES)
        return started("stream.py", *arguments, folder=tmp_path / name, master=CLUSTER)

    def other_executors() -> bool:
        return len(set(stream.processes(EXECUTOR)) - set(before)) > 0

    stream = start("first")
    stream.until((out / "changes" / "batch=0").exists)
    before = stream.processes(EXECUTOR)
    assert len(before) == 2
    assert stream.kill(EXECUTOR) == 1
    stream.until(other_executors)  # the cluster has started another one
    stream.until((out / "events" / "batch=1").exists)
    stream.kill()
    commits = out / "checkpoint" / "commits"
    assert (commits / "0").exists()
    assert not (commits / "1").exists()  # it was in the middle
    assert start("again").end() == 0
    assert (commits / "1").exists()
    assert rows_of(out) == rows_of(made.out)
    assert (out / "page.html").read_bytes() == (made.out / "page.html").read_bytes()
