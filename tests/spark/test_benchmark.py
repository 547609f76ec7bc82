"""The machinery of ``benchmarks/spark``: contestants agree on a tiny set, and its page says what was measured."""

import json
import random
import re
from pathlib import Path

import pytest

pytest.importorskip("pyspark")

import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from benchmarks.spark import contestants as c
from benchmarks.spark.answers import Answer
from benchmarks.spark.giant import CONTESTANTS, answer_of_core, answer_of_frame, write_trees
from benchmarks.spark.made import Application as MadeUp
from benchmarks.spark.made import Recordings, parents_of, write
from benchmarks.spark.session import Cost, costs_of
from benchmarks.spark.simulate import GIANT, Way, makespan, plan_of_recordings, session_lengths
from uidiff.arrow import snapshots_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "concepts" / "scale.md"
RESULTS = ROOT / "benchmarks" / "results" / "spark.json"

SMALL = Recordings("small", (30, 3), 70)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("recordings")
    write(SMALL, made)
    return made / SMALL.name


def test_made_up_recordings_are_snapshots_and_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    count = write(SMALL, tmp_path)
    table = pq.read_table(tmp_path / SMALL.name)
    assert table.equals(pq.read_table(folder))
    snapshots = list(snapshots_of(table))
    assert len(snapshots) == SMALL.snapshots
    assert sum(map(len, snapshots)) == count


def test_parents_of_a_tree_in_pre_order() -> None:
    cells = MadeUp(random.Random(0), 60).cells  # noqa: S311  # nothing secret
    depths = [cell.depth for cell in cells]
    parents = parents_of(cells)
    assert parents[0] is None
    for number, parent in enumerate(parents[1:], 1):
        assert parent is not None
        assert depths[parent] == depths[number] - 1
        assert all(depth >= depths[number] for depth in depths[parent + 1 : number])


@pytest.mark.parametrize("matcher", ["name-role-parent", "structural"])
def test_all_contestants_find_the_same_changes(classic: SparkSession, folder: Path, matcher: str) -> None:
    contestants: list[c.Contestant] = [c.DIFF_TABLE, c.DIFF_SNAPSHOTS, c.DIFF_RECORDINGS]
    if matcher == "name-role-parent":
        contestants += [c.PICKLE_UDF, c.ARROW_UDF, c.SQL]
    core, _ = c.LOOP.answer(classic, folder, matcher)
    assert core.rows > 30
    found = {one.name: one.answer(classic, folder, matcher)[0] for one in contestants}
    joined = {name: answer for name, answer in found.items() if not answer.agrees(core)}
    assert [name for name, answer in joined.items() if not answer.agrees(core, content=True)] == []
    assert set(joined) <= {c.SQL.name}  # a join does not see what has moved


def test_both_joins_and_diff_trees_find_what_the_core_finds(classic: SparkSession, tmp_path: Path) -> None:
    write_trees(3_000, tmp_path)
    core = answer_of_core(tmp_path)
    answers = {name: answer_of_frame(make(classic, tmp_path)) for name, make in CONTESTANTS.items()}
    assert core.content_rows >= 15 + 6 + 6
    assert all(answer.agrees(core, content=True) for answer in answers.values())
    assert answers["diff_trees"].agrees(core)


def test_answers_differ_where_a_row_differs() -> None:
    row = ("s", "w", 1, 2, "changed", 3, 3, "button", "OK", (("value", "null", '"x"'),))
    other = (*row[:-1], (("value", "null", '"y"'),))
    moved = (*row[:4], "moved", *row[5:])
    assert Answer.of_rows([row, other]).agrees(Answer.of_rows([other, row]))
    assert not Answer.of_rows([row]).agrees(Answer.of_rows([other]))
    assert not Answer.of_rows([row, moved]).agrees(Answer.of_rows([row]))
    assert Answer.of_rows([row, moved]).agrees(Answer.of_rows([row]), content=True)


def test_costs_are_those_of_the_jobs_of_a_name() -> None:
    def task(stage: int, milliseconds: int, written: int) -> dict:
        shuffle = {"Shuffle Bytes Written": written}
        metrics = {"Executor Run Time": milliseconds, "Shuffle Write Metrics": shuffle, "Disk Bytes Spilled": 0}
        return {"Event": "SparkListenerTaskEnd", "Stage ID": stage, "Task Metrics": metrics}

    def job(name: str, *stages: int) -> dict:
        properties = {"spark.jobGroup.id": name}
        return {"Event": "SparkListenerJobStart", "Stage IDs": list(stages), "Properties": properties}

    events = [
        job("a", 0, 1),
        task(0, 500, 70),
        task(1, 250, 0),
        job("b", 2),
        task(2, 1000, 0),
        job("a", 3),
        task(3, 1, 2),
    ]
    found = costs_of(events)
    assert found["a"] == Cost(task_seconds=0.751, map_seconds=0.501, shuffle_bytes=72)
    assert found["b"] == Cost(task_seconds=1.0)


def test_a_core_takes_the_next_task_as_soon_as_it_is_free() -> None:
    assert makespan([3, 1, 1, 1], 2) == 3
    assert makespan([1, 1, 1, 3], 2) == 4  # what is long had better come first
    assert makespan([], 2) == 0
    assert Way("two stages", ((3, 1), (2,))).seconds(2) == 5


def test_one_session_has_a_tenth_of_a_day() -> None:
    lengths = session_lengths(1_000_000)
    assert sum(lengths) == pytest.approx(1_000_000)
    assert lengths[0] == GIANT * 1_000_000 == max(lengths)


def test_the_tasks_of_a_day_are_those_of_its_plan() -> None:
    plan = plan_of_recordings(40_000_000)
    assert 50 < len(plan) <= 64  # whole row groups, and where it goes whole windows
    assert sum(len(plan.groups(task)) for task in range(len(plan))) == 400


def test_the_page_says_what_was_measured() -> None:
    tables = json.loads(RESULTS.read_text(encoding="utf-8"))["tables"]
    measured = {tuple(row) for table in tables for row in [table["columns"], *table["rows"]]}
    lines = re.findall(r"^\| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    rows = [tuple(line.split(" | ")) for line in lines]
    assert len(rows) > 20
    assert [row for row in rows if row not in measured] == []
