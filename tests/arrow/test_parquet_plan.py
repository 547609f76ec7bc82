"""However sorted snapshots are cut into files, row groups and tasks, the rows are those of the whole table."""

import json
import tempfile
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, DrawFn

from tests.arrow.oracle import plain
from uidiff import Limits, Snapshot
from uidiff.arrow import CHANGES, SNAPSHOTS, batch_of, diff_table
from uidiff.arrow.engine import Engine
from uidiff.arrow.parquet_files import diff_task, list_files, scan_file
from uidiff.arrow.parquet_plan import NOWHERE, Cut, File, Run, make_plan
from uidiff.errors import InvalidSnapshot
from uidiff.testing.strategies import snapshots

NAMES = st.sampled_from([None, "", "a", "b`\x00'"])
TREES = st.lists(snapshots(max_size=4, circumstances=False), min_size=1, max_size=3)


def row(snapshot: Snapshot, seq: int | None, key: tuple[str | None, str | None] = ("s", "w"), **other: object) -> dict:
    session, window = key
    (made,) = batch_of([snapshot], session=session, seqs=[seq or 0], windows=[window]).to_pylist()
    return {**made, "seq": seq, **other}


def named(name: str) -> Snapshot:
    return Snapshot.from_dicts([{"role": "button", "name": name}])


def table_of(rows: list[dict]) -> pa.Table:
    return pa.Table.from_pylist(rows, schema=SNAPSHOTS)


def broken(made: dict) -> dict:
    """The row, with a first element below one that is not there."""
    return {**made, "nodes": [{**node, "parent": 99} for node in made["nodes"]]}


FAULTS: dict[str, dict] = {"failed": {"error": "lost"}, "missing": {"nodes": None}}


@st.composite
def recordings(draw: DrawFn) -> pa.Table:
    """Snapshots of some windows, sorted; some failed, broken, there twice, without a number, from another file."""
    trees = draw(TREES)
    rows = []
    for key in draw(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=3, unique=True)):
        for seq in draw(st.lists(st.one_of(st.integers(-2, 8), st.none()), max_size=8)):
            made = row(draw(st.sampled_from(trees)), seq, key)
            fault = draw(st.sampled_from(["", "", "", "broken", *FAULTS]))
            made["source"] = draw(st.sampled_from([None, None, "1.gz", "2.gz"]))
            rows.append({**(broken(made) if fault == "broken" else made), **FAULTS.get(fault, {})})
    return table_of(rows).sort_by([(name, "ascending") for name in ("session", "window", "seq", "source")])


def cut(data: DataObject, count: int, most: int) -> list[int]:
    """Places at which so many rows are cut."""
    inside = data.draw(st.lists(st.integers(0, count), max_size=most).map(sorted)) if count else []
    return [0, *inside, count]


def write(folder: Path, parts: list[list[pa.Table]]) -> None:
    for number, groups in enumerate(parts):
        path = folder / f"date=2026-01-{number:02}" / "part.parquet"
        path.parent.mkdir()
        with pq.ParquetWriter(path, groups[0].schema) as writer:
            for group in groups:
                writer.write_table(group)


def rows_of_files(
    folder: Path,
    *,
    nodes_per_task: int | None = None,
    max_nodes: int = 50_000,
    **options: Any,  # noqa: ANN401  # those of Engine.of
) -> list[dict]:
    files = list_files(str(folder))
    runs = [run for number, file in enumerate(files) for run in scan_file(file, number)]
    plan = make_plan(files, runs, nodes_per_task=nodes_per_task)
    engine = Engine.of(**options)
    batches = [batch for task in range(len(plan)) for batch in diff_task(plan, task, engine, max_nodes=max_nodes)]
    return plain(pa.Table.from_batches(batches, schema=CHANGES))


def in_order(rows: list[dict]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in rows)


@settings(max_examples=60)
@given(table=recordings(), data=st.data())
def test_any_cut_into_files_row_groups_and_tasks_gives_the_rows_of_the_whole(table: pa.Table, data: DataObject) -> None:
    midnight = data.draw(st.integers(-2, 8))
    first_day = pc.less(table["seq"], midnight).fill_null(False)  # noqa: FBT003  # not ours
    parts = []
    for day in (table.filter(first_day), table.filter(pc.invert(first_day))):
        for start, stop in pairwise(cut(data, day.num_rows, 2)):
            file = day.slice(start, stop - start)
            parts.append([file.slice(a, b - a) for a, b in pairwise(cut(data, file.num_rows, 2))])
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), parts)
        size = data.draw(st.integers(1, 20))
        found = rows_of_files(Path(folder), nodes_per_task=size, max_nodes=data.draw(st.integers(1, 9)))
    assert in_order(found) == in_order(plain(diff_table(table)))


@pytest.mark.parametrize("max_nodes", [1, 50_000])
@pytest.mark.parametrize("twice", [["ab"], ["a", "b"], ["a", "bb"]])
def test_the_snapshot_before_is_the_last_good_one_however_far_behind(
    tmp_path: Path,
    twice: list[str],
    max_nodes: int,
) -> None:
    groups = [[row(named(name), 1) for name in group] for group in twice]
    groups[-1].append(broken(row(named("x"), 2)))
    groups += [[row(named("x"), seq, error="lost"), broken(row(named("x"), seq + 1))] for seq in range(3, 9, 2)]
    groups.append([row(named("c"), 20), row(named("c"), 21)])
    write(tmp_path, [[table_of(group)] for group in groups])
    found = rows_of_files(tmp_path, nodes_per_task=1, max_nodes=max_nodes)
    (one,) = [one for one in found if one["op"] == "changed"]
    assert (one["before_seq"], one["after_seq"]) == (1, 20)
    assert one["fields"] == [{"field": "name", "before": '"a"', "after": '"c"'}]
    errors = [one["after_seq"] for one in found if one["op"] == "error"]
    assert errors == [*[1] * (len("".join(twice)) - 1), *range(2, 9)]


def test_windows_that_go_on_the_next_day_are_compared_over_midnight(tmp_path: Path) -> None:
    keys = [("s", "w"), ("s", "x"), ("t", "w")]
    days = [[row(named(str(seq)), seq, key) for key in keys for seq in seqs] for seqs in ((1, 2), (3, 4))]
    write(tmp_path, [[table_of(rows)] for rows in days])
    for nodes_per_task in (1, 100):
        found = rows_of_files(tmp_path, nodes_per_task=nodes_per_task, matcher="structural")
        expected = [(*key, seq, seq + 1) for key in keys for seq in (1, 2, 3)]
        assert sorted((r["session"], r["window"], r["before_seq"], r["after_seq"]) for r in found) == expected


def test_files_that_overlap_give_errors_and_not_wrong_pairs(tmp_path: Path) -> None:
    files = [[0, 1, 5], [3, 4, 6], [5, 7]]
    write(tmp_path, [[table_of([row(named(str(seq)), seq) for seq in seqs])] for seqs in files])
    found = rows_of_files(tmp_path, nodes_per_task=1, matcher="structural")
    pairs = [(one["before_seq"], one["after_seq"]) for one in found if one["op"] == "changed"]
    assert pairs == [(0, 1), (1, 5), (5, 6), (6, 7)]
    assert [one["after_seq"] for one in found if one["op"] == "error"] == [3, 4, 5]
    with pytest.raises(InvalidSnapshot, match="seq 3"):
        rows_of_files(tmp_path, on_error="raise")


def test_rows_that_are_not_sorted_at_all_are_refused_with_the_file_and_the_cure() -> None:
    runs = [Run(0, 0, "s", window, start, 1, start, start, 1, 1) for start, window in enumerate("aba")]
    with pytest.raises(InvalidSnapshot, match=r"'x\.parquet': row group 0: .* together; .*write_recordings"):
        make_plan([File("", "x.parquet")], runs)


def sizes_of_tasks(windows: list[int], wanted: int, size: int = 100) -> list[int]:
    """How many elements the tasks have, of windows of so many row groups of so many elements each."""
    runs: list[Run] = []
    for number, groups in enumerate(windows):
        runs += [Run(0, len(runs) + at, "s", str(number), 0, 1, at, at, size, size) for at in range(groups)]
    plan = make_plan([File("", "x")], runs, nodes_per_task=wanted)
    return [size * len(plan.groups(task)) for task in range(len(plan))]


def test_a_task_ends_with_a_window_where_that_makes_it_neither_small_nor_large() -> None:
    assert sizes_of_tasks([4, 4, 4], 300) == [400, 400, 400]
    assert sizes_of_tasks([2, 2, 2], 300) == [400, 200]
    assert sizes_of_tasks([1] * 6, 300) == [300, 300]
    assert sizes_of_tasks([10], 300) == [300, 300, 400]
    assert sizes_of_tasks([10], 300_000, 100_000) == [300_000, 300_000, 400_000]
    assert sizes_of_tasks([1, 15], 1_000_000, 100_000) == [1_000_000, 600_000]
    assert sizes_of_tasks([1, 11], 1_000_000, 100_000) == [1_200_000]


def test_a_window_is_cut_only_where_it_goes_on_from_elsewhere() -> None:
    runs = [
        Run(0, 0, "s", "a", 0, 5, 0, 4, 50, 10),
        Run(0, 1, "s", "a", 0, 5, 5, 9, 50, 10),
        Run(0, 1, "s", "b", 5, 5, 0, 4, 50, 10),
        Run(0, 2, "s", "b", 0, 5, 5, 9, 50, 10),
        Run(0, 2, "t", "a", 5, 5, 0, 4, 50, 10),
    ]
    whole = make_plan([File("", "x")], runs, nodes_per_task=1000)
    assert [group.cuts for group in whole.groups(0)] == [(Cut(0, NOWHERE, 0),), (Cut(5, NOWHERE, 0),), ()]
    halves = make_plan([File("", "x")], runs, nodes_per_task=90)
    assert len(halves) == 2
    (last,) = halves.groups(1)
    (again,) = last.cuts
    assert [(past.group, past.start, past.rows, past.reach) for past in halves.before(again)] == [(1, 5, 5, 4)]


def test_by_default_small_files_are_a_task_and_large_ones_are_shared_out_evenly() -> None:
    def plan_of(groups: int, nodes: int) -> list[int]:
        runs = [Run(0, number, "s", "w", 0, 1, number, number, nodes, nodes) for number in range(groups)]
        plan = make_plan([File("", "x")], runs)
        return [len(plan.groups(task)) for task in range(len(plan))]

    assert plan_of(0, 0) == []
    assert plan_of(2, 100_000) == [2]
    assert plan_of(10, 100_000) == [3, 3, 4]
    assert set(plan_of(6_400, 100_000)) == {40}


def test_what_a_file_says_of_its_sizes_is_counted_where_it_says_nothing(tmp_path: Path) -> None:
    tree = Snapshot.from_dicts([{"role": "list"}, {"role": "listitem", "parent": 0}])
    table = table_of([row(tree, seq) for seq in range(3)])
    for name, given_table in (("said", table), ("counted", table.select(["seq", "nodes"]))):
        pq.write_table(given_table, tmp_path / f"{name}.parquet")
        (run,) = scan_file(File("", str(tmp_path / f"{name}.parquet")), 7)
        assert (run.file, run.start, run.rows, run.first, run.last, run.nodes, run.most) == (7, 0, 3, 0, 2, 6, 2)
    assert in_order(rows_of_files(tmp_path / "counted.parquet")) == []


def test_a_snapshot_beyond_the_limits_is_an_error_also_before_a_cut(tmp_path: Path) -> None:
    small, large = (Snapshot.from_dicts([{"role": "button"}] * count) for count in (1, 3))
    write(tmp_path, [[table_of([row(tree, seq)])] for seq, tree in enumerate([small, large, small])])
    found = rows_of_files(tmp_path, nodes_per_task=1, limits=Limits(max_elements=2))
    assert [(one["op"], one["after_seq"]) for one in found] == [("error", 1)]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.parquet", b"text", "no Parquet that can be read"),
        ("b.parquet", {"seq": [1]}, "no such column; rename"),
        ("c.parquet", {"seq": ["1"], "nodes": [[{"role": "button"}]]}, "a column of another type; make it int64"),
        ("d.parquet", None, "no such file or folder"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, content: object, said: str) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        pq.write_table(pa.table(content), path)
    with pytest.raises(InvalidSnapshot, match=f"{name}.*{said}"):
        rows_of_files(path)


def test_a_folder_is_looked_through_but_for_what_is_hidden(tmp_path: Path) -> None:
    for name in ("_SUCCESS", ".part.crc", "b/_temporary/0.parquet", "b/date=1/x.parquet", "a.parquet"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [Path(file.path).relative_to(tmp_path).as_posix() for file in list_files(tmp_path.as_uri())]
    assert found == ["a.parquet", "b/date=1/x.parquet"]


def test_a_file_system_that_is_not_known_is_an_error() -> None:
    with pytest.raises(InvalidSnapshot, match=r"'nothing://x': cannot be looked at"):
        list_files("nothing://x")


def test_times_that_do_not_say_where_they_are_are_in_utc(tmp_path: Path) -> None:
    rows = [row(named(str(seq)), seq, ts=datetime(2026, 1, seq, tzinfo=UTC)) for seq in (1, 2)]
    old, local = tmp_path / "old.parquet", tmp_path / "local.parquet"
    pq.write_table(table_of(rows), old, use_deprecated_int96_timestamps=True, store_schema=False)  # as Spark does
    place = SNAPSHOTS.get_field_index("ts")
    times = table_of(rows)["ts"].cast(pa.timestamp("us"))
    pq.write_table(table_of(rows).set_column(place, "ts", times), local)
    for path in (old, local):
        files = list_files(str(path))
        plan = make_plan(files, scan_file(files[0], 0))
        (found,) = diff_task(plan, 0, Engine.of(matcher="structural"))
        assert found["ts"].to_pylist() == [datetime(2026, 1, 2, tzinfo=UTC)]
        assert diff_table(pq.read_table(path), matcher="structural")["ts"].to_pylist() == found["ts"].to_pylist()


def test_a_file_that_is_gone_when_its_turn_comes_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gone.parquet"
    pq.write_table(table_of([row(named("a"), 1)]), path)
    files = list_files(str(path))
    plan = make_plan(files, scan_file(files[0], 0))
    path.unlink()
    with pytest.raises(InvalidSnapshot, match=r"gone\.parquet': no Parquet that can be read: FileNotFoundError"):
        list(diff_task(plan, 0, Engine.of()))
