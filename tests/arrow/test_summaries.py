"""How often what changes, counted by hand; that it is what Spark counts is tested with Spark."""

from typing import Any

import pyarrow as pa
import pytest

from uidiff import Ignore, Snapshot
from uidiff.arrow import CHANGES, batch_of, diff_table, ignore_rules, volatility
from uidiff.errors import InvalidSnapshot


def screen(step: int) -> Snapshot:
    """A clock whose name counts, a button that is focused once, and a banner that comes once."""
    nodes: list[dict[str, Any]] = [
        {"role": "window", "name": "W"},
        {"role": "timer", "parent": 0, "name": f"12:0{step}", "value": str(step)},
        {"role": "button", "parent": 0, "states": {"focused": step > 2}},
    ]
    return Snapshot.from_dicts(nodes + [{"role": "alert", "parent": 0, "name": "!"}] * (step == 3))


STEPS = [screen(step) for step in range(4)]


def tables() -> tuple[pa.Table, pa.Table]:
    """Snapshots of two windows, of which one never changes, and a read that failed; and the changes."""
    moving = batch_of(STEPS, session="s", seqs=[1, 2, 4, 7], windows=["w"] * 4)
    still = batch_of(STEPS[:1] * 3, session="s", seqs=[1, 2, 3], windows=[None] * 3)
    failed = moving.slice(0, 1).to_pylist()[0] | {"seq": 9, "nodes": None, "error": "lost"}
    table = pa.Table.from_batches([moving, still, pa.RecordBatch.from_pylist([failed], schema=moving.schema)])
    return table, diff_table(table, matcher="structural")


SHOWN = ("op", "role", "name", "field", "changes", "changed_steps", "steps")
BY_WINDOW = [
    ("changed", "timer", None, "name", 3, 3, 3),
    ("changed", "timer", None, "value", 3, 3, 3),
    ("added", "alert", "!", None, 1, 1, 3),
    ("changed", "button", "", "focused", 1, 1, 3),
]


def test_it_says_how_often_each_element_changes_the_most_often_first() -> None:
    snapshots, changes = tables()
    found = volatility(changes)
    assert found.column_names == ["window", *SHOWN[:2], "path", *SHOWN[2:], "share"]
    assert [tuple(row[name] for name in SHOWN) for row in found.to_pylist()] == BY_WINDOW
    assert {(row["window"], row["path"]) for row in found.to_pylist()} == {("w", "window")}
    whole = volatility(changes, by=(), snapshots=snapshots).to_pylist()
    assert [row["share"] for row in whole] == [3 / 5, 3 / 5, 1 / 5, 1 / 5]
    by_session = volatility(changes, by=["session", "window"], snapshots=snapshots).to_pylist()
    assert {(row["session"], row["window"], row["steps"]) for row in by_session} == {("s", "w", 3)}


def test_with_snapshots_of_something_else_no_share_is_known() -> None:
    snapshots, changes = tables()
    for other in (snapshots.slice(0, 0), snapshots.slice(0, 1)):
        assert set(volatility(changes, snapshots=other)["share"].to_pylist()) == {None}


def test_the_rules_are_those_of_what_changes_often() -> None:
    often = volatility(tables()[1])
    clock = (Ignore(role="timer", path="window", field="name"), Ignore(role="timer", path="window", field="value"))
    assert ignore_rules(often) == clock
    assert ignore_rules(often, limit=1) == clock[:1]
    assert ignore_rules(often, share=0)[2:] == (Ignore(role="button", path="window", name="", field="focused"),)
    changed = diff_table(tables()[0], ignore=clock, matcher="structural").filter(pa.compute.field("op") == "changed")
    assert changed["role"].to_pylist() == ["button"]


def test_texts_may_be_of_any_kind_and_a_table_may_be_in_pieces() -> None:
    _, changes = tables()
    place = CHANGES.get_field_index("op")
    coded = changes.set_column(place, "op", changes["op"].combine_chunks().dictionary_encode())
    pieces = pa.concat_tables([coded.slice(0, 3), coded.slice(3)])
    assert volatility(pieces, by=("ts",)).equals(volatility(changes, by=("ts",)))


def test_of_no_changes_there_is_nothing_to_say() -> None:
    found = volatility(CHANGES.empty_table(), by=("session",))
    assert (found.num_rows, found.column_names[0], ignore_rules(found)) == (0, "session", ())


def test_what_cannot_work_is_refused_and_the_cure_named() -> None:
    snapshots, changes = tables()
    with pytest.raises(TypeError, match="by takes a collection"):
        volatility(changes, by="window")
    with pytest.raises(InvalidSnapshot, match=r"\$\.app: no such column; by takes names of columns"):
        volatility(changes, by=("app",))
    with pytest.raises(InvalidSnapshot, match=r"\$\.before_seq: no such column; give what diff_table gave"):
        volatility(snapshots)
    with pytest.raises(InvalidSnapshot, match="give the snapshots that were diffed"):
        volatility(changes, snapshots=changes)
    with pytest.raises(InvalidSnapshot, match=r"\$\.field: no such column; give what volatility gave"):
        ignore_rules(changes)
    with pytest.raises(InvalidSnapshot, match=r"\$\.fields: a column of another type"):
        volatility(changes.set_column(changes.column_names.index("fields"), "fields", changes["name"]))
    with pytest.raises(ValueError, match="of its own"):
        volatility(changes, by=("role",))
    with pytest.raises(ValueError, match="session, window or both"):
        volatility(changes, by=("before_seq",), snapshots=snapshots)
    with pytest.raises(ValueError, match="from 0 to 1"):
        ignore_rules(volatility(changes), share=2)
    with pytest.raises(ValueError, match="limit a whole number"):
        ignore_rules(volatility(changes), limit=-1)
