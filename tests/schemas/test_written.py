"""What uidiff writes is what its schemas say: files, lines of recordings, and rows of tables as JSON."""

import gzip
import json
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import attrs
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
from tests.schemas.answer_rows import answers_of
from tests.schemas.validators import problems
from uidiff import Ignore, Snapshot, TreeDiff
from uidiff.arrow import batch_of, diff_table, events_table, nodes_table, recording_table
from uidiff.arrow.convert import batch_of_errors
from uidiff.events import EventRules
from uidiff.recordings.demo import demo_path
from uidiff.testing import snapshot_pairs, snapshots

GOLDEN = Path(__file__).parents[1] / "golden"
ANY_TREE = snapshots(deep=True, hostile=True, secrets=True, partial=True, unknown_roles=True)
RULES = EventRules(error_words=("oops",), loaded_ratio=2, reordered_from=4)
IGNORED = ((), ("bounds", "focused"), ("title", Ignore(role="row", path="window > list", name="", field="value")))


def problems_of_delta(delta: TreeDiff) -> list[str]:
    return problems("delta", json.loads(json.dumps(delta.to_dict())))


# ------------------------------------------------------------------------- files


@given(ANY_TREE)
def test_a_saved_snapshot(tree: Snapshot) -> None:
    assert problems("snapshot", json.loads(uidiff.dumps(tree))) == []


@given(snapshot_pairs(ANY_TREE), st.sampled_from(IGNORED))
def test_a_stored_delta(pair: tuple[Snapshot, Snapshot], ignore: Sequence[str | Ignore]) -> None:
    assert problems_of_delta(uidiff.diff(*pair, ignore=ignore)) == []


def test_a_delta_with_rules_and_hidden_elements() -> None:
    before = Snapshot.from_dicts([{"role": "window"}, {"parent": 0, "role": "list", "id": "l", "id_stable": True}])
    after = Snapshot.from_dicts([{"role": "window"}], concealed=["l"])
    delta = uidiff.diff(before, after, rules=RULES)
    assert (delta.to_dict()["counts"]["hidden"], delta.to_dict()["rules"]["loaded_ratio"]) == (1, 2)
    assert problems_of_delta(delta) == []


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("*.json")), ids=lambda path: "/".join(path.parts[-2:]))
def test_a_file_of_the_golden_folders(path: Path) -> None:
    written = json.loads(path.read_text(encoding="utf-8"))
    name = written.get("format", "").removeprefix("uidiff/") if isinstance(written, dict) else ""
    if written.get("version") == "1.0" and name == "delta":  # which is read, and no more written
        written = TreeDiff.from_dict(written).to_dict()
    if name:
        assert problems(name, written) == []


# -------------------------------------------------------------------- recordings


def lines_of(path: Path) -> list[dict[str, object]]:
    data = path.read_bytes()
    return [json.loads(line) for line in (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()]


def test_the_lines_of_the_recording_that_ships() -> None:
    lines = lines_of(demo_path())
    assert {line.get("kind") for line in lines} == {None, "snapshot", "delta"}
    assert [problems("recording", line) for line in lines] == [[]] * len(lines)


@given(st.lists(ANY_TREE, max_size=4), st.booleans())
def test_the_lines_of_any_recording(trees: list[Snapshot], full: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        with uidiff.RecordingWriter(path, full=full) as recording:
            for tree in trees:
                recording.write(tree)
                recording.write_error("the window did not answer", taken_at=tree.taken_at)
        assert [found for line in lines_of(path) for found in problems("recording", line)] == []


# -------------------------------------------------------------------------- rows


def as_json(table: pa.Table, *, without_null: bool) -> list[dict[str, object]]:
    """The rows as JSON has them: some writers leave out what is NULL."""
    rows = json.loads(json.dumps(table.to_pylist(), default=datetime.isoformat))
    return [{name: cell for name, cell in row.items() if cell is not None or not without_null} for row in rows]


def problems_of_tables(snapshots: pa.Table) -> list[str]:
    tables = {
        "snapshot-row": snapshots,
        "change-row": diff_table(snapshots, carry=True),
        "event-row": events_table(snapshots),
        "node-row": nodes_table(snapshots),
        **answers_of(snapshots),
    }
    return [
        problem
        for name, table in tables.items()
        for without_null in (False, True)
        for row in as_json(table, without_null=without_null)
        for problem in problems(name, row)
    ]


@given(st.lists(ANY_TREE, min_size=1, max_size=4))
def test_the_rows_of_any_tables(trees: list[Snapshot]) -> None:
    done = [attrs.evolve(tree.circumstances, action="press e2") for tree in trees]
    acted = [Snapshot(tree.columns, known) for tree, known in zip(trees, done, strict=True)]
    rows = batch_of(acted, session="s", seqs=range(len(trees)))
    failed = batch_of_errors([(None, "line 3: damaged", None), (7, "no answer", 3.0)], session="s")
    assert problems_of_tables(pa.Table.from_batches([rows, failed])) == []


def test_the_rows_of_the_recording_that_ships() -> None:
    assert problems_of_tables(recording_table(demo_path()).slice(0, 8)) == []
