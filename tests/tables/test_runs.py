"""Two runs: which steps belong together, and what differs."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given

import uidiff
from tests.tables.oracle import Scripted, page, scripts, table_of
from uidiff import Snapshot, arrow
from uidiff.errors import UnknownName

LOGIN = page({"role": "textbox", "name": "User"})
INBOX = page({"role": "heading", "name": "Inbox 3"})
MAIL = page({"role": "heading", "name": "Mail"})
FAILED = page({"role": "heading", "name": "Inbox 4"}, {"role": "alert", "name": "Error: no such mail"})


def run(*steps: tuple[str | None, Snapshot | None], window: str = "w", session: str = "s") -> pa.Table:
    script = [Scripted(seq, action, tree, float(seq)) for seq, (action, tree) in enumerate(steps)]
    return table_of(script, window=window, session=session)


def differences(left: pa.Table, right: pa.Table, **options: Any) -> list[dict[str, Any]]:  # noqa: ANN401  # as given
    rows: list[dict[str, Any]] = arrow.compare_runs(left, right, **options).to_pylist()
    return rows


def shown(rows: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in ("kind", "first", "action", "left_seq", "right_seq")) for row in rows]


def test_a_run_that_failed_is_told_from_one_that_passed_at_its_first_divergence() -> None:
    passed = run(("open", LOGIN), ("sign in", INBOX), ('click link "Mail 1"', MAIL), ("back", INBOX))
    failed = run(("open", LOGIN), ("sign in", INBOX), ('click link "Mail 2"', FAILED), ("back", INBOX))
    rows = differences(passed, failed)
    assert shown(rows)[0] == ("other_screen", True, 'click link "Mail 1"', 2, 2)
    assert rows[0]["target"] == 'link "Mail 1"'
    assert rows[0]["delta_text"] == uidiff.render(uidiff.diff(MAIL, FAILED))
    assert "ErrorAppeared Error: no such mail" in rows[0]["right_events"]
    assert [row["kind"] for row in rows[1:]] == ["other_changes"]
    assert not rows[1]["first"]


def test_steps_that_only_one_run_has_are_said_once_and_the_rest_is_aligned() -> None:
    left = run(("open", LOGIN), ("sign in", INBOX), ("read", MAIL), ("back", INBOX))
    right = run(("open", LOGIN), ("close hint", LOGIN), ("sign in", INBOX), ("back", INBOX))
    rows = shown(differences(left, right))
    assert ("only_right", True, "close hint", None, 1) in rows
    assert ("only_left", False, "read", 2, None) in rows
    assert [row for row in rows if row[2] in ("open", "sign in")] == []


def test_keys_of_windows_and_names_of_the_only_sessions_do_not_count() -> None:
    steps = (("open", LOGIN), ("sign in", INBOX))
    assert differences(run(*steps), run(*steps, window="other", session="build 2")) == []
    two = pa.concat_tables([run(*steps), run(*steps, session="t")])
    assert shown(differences(two, run(*steps, session="t"))) == [
        ("only_left", True, "open", 0, None),
        ("only_left", False, "sign in", 1, None),
    ]
    assert [row["kind"] for row in differences(run(*steps, session="t"), two)] == ["only_right", "only_right"]


def test_a_read_that_failed_in_one_run_is_said() -> None:
    rows = differences(run(("open", LOGIN), ("sign in", INBOX)), run(("open", LOGIN), ("sign in", None)))
    assert shown(rows) == [("other_screen", True, "sign in", 1, 1)]
    assert (rows[0]["delta_text"], rows[0]["error"]) == (None, "no answer")


@given(scripts(most=5), scripts(most=5))
def test_every_step_of_both_runs_is_aligned_once(left: list[Scripted], right: list[Scripted]) -> None:
    tables = table_of(left), table_of(right)
    assert differences(tables[0], tables[0]) == []
    forth = differences(*tables)
    steps = [arrow.transitions(table)["after_seq"].to_pylist() for table in tables]
    for side, seqs in zip(("left", "right"), steps, strict=True):
        told = [row[f"{side}_seq"] for row in forth if row[f"{side}_seq"] is not None]
        assert len(set(told)) == len(told)
        assert set(told) <= set(seqs)
    unpaired = [sum(row["kind"] == f"only_{side}" for row in forth) for side in ("left", "right")]
    assert len(steps[0]) - unpaired[0] == len(steps[1]) - unpaired[1]
    assert [row["first"] for row in forth] == [place == 0 for place in range(len(forth))]
    for row in forth:
        if row["kind"] == "other_changes":
            assert row["left_screen"] == row["right_screen"]
            assert row["left_events"] != row["right_events"]
        elif row["kind"] == "other_screen":
            assert row["left_screen"] != row["right_screen"]


def test_wrong_options_are_refused() -> None:
    table = run(("open", LOGIN))
    with pytest.raises(UnknownName, match="format"):
        arrow.compare_runs(table, table, format="agnet")
    with pytest.raises(TypeError, match=r"pyarrow\.Table"):
        arrow.compare_runs(table, [])
