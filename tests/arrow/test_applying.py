"""spec/laws#2-a-delta-carries-everything in tables: of the first snapshots and of what changed come all the others,
exactly.
"""

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recordings.common import STEPS
from uidiff import Snapshot
from uidiff.arrow import CHANGES, SNAPSHOTS, batch_of, diff_table, snapshots_of
from uidiff.arrow.apply_rows import APPLIED, Applier, apply_table
from uidiff.arrow.convert import batch_of_errors
from uidiff.diffing.patch import Patch
from uidiff.errors import InvalidSnapshot
from uidiff.matching.matching import Matching
from uidiff.testing.strategies import snapshots


def table_of(given: Sequence[Snapshot], session: str | None = "s", first: int = 0) -> pa.Table:
    return pa.Table.from_batches([batch_of(given, session=session, seqs=range(first, first + len(given)))])


def told(table: pa.Table) -> list[tuple[Any, ...]]:
    """Of each row session, number, and the snapshot or the error."""
    assert table.schema.equals(SNAPSHOTS)
    made = snapshots_of(table.filter(table["nodes"].is_valid()))
    rows = table.select(["session", "seq", "error"]).to_pylist()
    return [(r["session"], r["seq"], next(made) if r["error"] is None else r["error"]) for r in rows]


def first_of(table: pa.Table) -> pa.Table:
    return table.slice(0, 1)


@settings(max_examples=30)
@given(st.lists(snapshots(), min_size=1, max_size=4))
def test_the_first_snapshot_and_the_changes_give_all(any_ones: list[Snapshot]) -> None:
    count = len(any_ones)
    table = pa.Table.from_batches([batch_of(any_ones, session=None, seqs=range(count), windows=["w"] * count)])
    assert told(apply_table(first_of(table), diff_table(table, matcher="id", carry=True))) == told(table)


@pytest.mark.parametrize("matcher", ["id", "name-role-parent", "content-hash", "structural"])
def test_it_does_not_matter_who_said_who_is_who(matcher: str) -> None:
    table = table_of(STEPS)
    assert told(apply_table(first_of(table), diff_table(table, matcher=matcher, carry=True))) == told(table)


def test_sessions_come_back_side_by_side_in_batches_of_any_size() -> None:
    table = pa.concat_tables([table_of(STEPS), table_of(STEPS[::-1], "it's \"`"), table_of(STEPS[1:], None, first=7)])
    base = pa.concat_tables([table.slice(place, 1) for place in (0, len(STEPS), 2 * len(STEPS))])
    made = apply_table(base, diff_table(table, carry=True))
    by_session = sorted(told(table), key=lambda row: (row[0] is not None, row[0] or "", row[1]))
    assert told(made) == by_session
    assert made["ts"].null_count == made.num_rows
    assert set(made["window"].to_pylist()) == {None}


def test_whole_snapshots_on_the_way_stay_as_they_are() -> None:
    table = table_of(STEPS)
    base = pa.concat_tables([table.slice(0, 1), table.slice(2, 2)])
    made = apply_table(base, diff_table(table, carry=True))
    assert told(made) == told(table)


def test_failed_reads_come_back_as_rows() -> None:
    table = pa.concat_tables(
        [table_of(STEPS[:2]), pa.Table.from_batches([batch_of_errors([(2, "no answer", 1.5)], session="s")])],
    )
    table = pa.concat_tables([table, table_of(STEPS[2:], first=3)])
    made = apply_table(first_of(table), diff_table(table, carry=True))
    assert told(made) == told(table)
    assert made["ts"].to_pylist()[2].timestamp() == 1.5


GONE = "no snapshot 0 of this session and window to go on from: add it to base"


def test_without_a_first_snapshot_every_row_is_an_error_until_there_is_one() -> None:
    table = table_of(STEPS)
    made = told(apply_table(table.slice(3, 1), diff_table(table, carry=True)))
    assert [error for _, _, error in made[:2]] == [GONE, GONE.replace("0", "1")]
    assert made[2:] == told(table)[3:]


def test_another_first_snapshot_is_an_error() -> None:
    made = told(apply_table(table_of(STEPS[2:3]), diff_table(table_of(STEPS), carry=True)))
    assert "another snapshot" in made[1][2]
    assert [seq for _, seq, error in made if isinstance(error, str)] == [1, 2, 3, 4]


def with_carried(changes: pa.Table, number: int, carried: str | None, **cells: Any) -> pa.Table:  # noqa: ANN401  # any
    """The changes, with another patch in one of the rows that have one."""
    rows = changes.filter(changes["carried"].is_valid()).to_pylist()
    rows[number] |= {"carried": carried, **cells}
    return pa.Table.from_pylist(rows, schema=CHANGES)


@pytest.mark.parametrize("carried", ["", "{", "null", "[]", "{}", "[" * 100_000, '{"before":{"elements":-1}}'])
def test_a_patch_that_is_none_is_an_error_and_so_is_what_rests_on_it(carried: str) -> None:
    table = table_of(STEPS)
    changes = with_carried(diff_table(table, carry=True), 1, carried)
    made = told(apply_table(first_of(table), changes))
    assert made[:2] == told(table)[:2]
    assert made[2][2].startswith("$")
    assert [error for _, _, error in made[3:]] == [GONE.replace("0", "2"), GONE.replace("0", "3")]


def test_a_patch_that_was_changed_does_not_go_unseen() -> None:
    table = table_of(STEPS)
    changes = diff_table(table, carry=True)
    patch = next(text for text in changes["carried"].to_pylist() if text)
    value = json.loads(patch)
    value["inserted"][0][2]["name"] = "another"
    made = told(apply_table(first_of(table), with_carried(changes, 0, json.dumps(value))))
    assert "this delta is damaged" in made[1][2]


def test_what_a_forged_patch_brings_in_obeys_the_rules() -> None:
    before = STEPS[0]
    secret = Snapshot.from_dicts([{"role": "textbox", "states": {"protected": True}}])
    raw = Snapshot(secret.columns._replace(value=("hunter2",)), secret.circumstances)
    patch = Patch.between(before, raw, Matching.nothing(before, raw)).to_dict()
    changes = with_carried(diff_table(table_of(STEPS[:2]), carry=True), 0, json.dumps(patch))
    made = apply_table(table_of([before]), changes)
    assert made["error"].null_count == 2
    assert "hunter2" not in str(made.to_pylist())


def test_a_change_without_a_number_is_an_error() -> None:
    table = table_of(STEPS[:2])
    patch = diff_table(table, carry=True).filter(pa.compute.is_valid(diff_table(table, carry=True)["carried"]))
    changes = with_carried(patch, 0, patch["carried"][0].as_py(), after_seq=None)
    assert "no sequence number" in told(apply_table(first_of(table), changes))[0][2]


def test_a_base_that_is_no_snapshot_is_an_error() -> None:
    wrong = pa.table({"session": ["s"], "seq": [0], "nodes": [[{"name": "no role"}]]})
    made = told(apply_table(wrong, diff_table(table_of(STEPS), carry=True)))
    assert "no role" in made[0][2]
    assert made[1][2] == GONE


def test_columns_that_are_missing_are_named() -> None:
    with pytest.raises(InvalidSnapshot, match=r"\$\.carried: no such column"):
        apply_table(table_of(STEPS), diff_table(table_of(STEPS)).drop_columns(["carried"]))
    with pytest.raises(InvalidSnapshot, match=r"\$\.seq: no such column"):
        apply_table(table_of(STEPS).drop_columns(["seq"]), diff_table(table_of(STEPS)))


def test_a_batch_holds_no_more_than_it_may() -> None:
    table = table_of(STEPS * 20)
    changes = diff_table(table, carry=True).filter(pa.compute.is_valid(diff_table(table, carry=True)["carried"]))
    of = {"session": "session", "seq": "after_seq", "before_seq": "before_seq", "carried": "carried"}
    given = {name: changes[column] for name, column in of.items()}
    none = {field.name: pa.nulls(changes.num_rows, field.type) for field in APPLIED if field.name not in given}
    batches = pa.table({**given, **none}).select(APPLIED.names).cast(APPLIED).to_batches()
    first = first_of(table)
    for field in ("before_seq", "carried"):
        first = first.append_column(APPLIED.field(field), pa.nulls(1, APPLIED.field(field).type))
    made = list(Applier(max_nodes=50)([*first.to_batches(), *batches]))
    assert told(pa.Table.from_batches(made)) == told(table)
    assert max(sum(batch.column("n_nodes").to_pylist()) for batch in made) <= 50 + max(map(len, STEPS))


def test_a_column_of_changes_of_another_type_is_refused() -> None:
    table = table_of(STEPS)
    changes = diff_table(table, carry=True)
    lists = changes.set_column(0, "session", pa.array([["s"]] * len(changes)))
    with pytest.raises(InvalidSnapshot, match="session"):
        apply_table(first_of(table), lists)
