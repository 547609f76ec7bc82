"""Two runs: which steps belong together, and what differs."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import attrs
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uidiff
from tests.tables.oracle import Scripted, masked, page, screen_of, scripts, steps_of, table_of, trees_of, walks
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


@attrs.frozen
class Done:
    """A step of a run by the obvious loop: where it ends, what it led to, what happened."""

    action: str | None
    window: str
    step: int
    seq: int
    tree: Snapshot | None
    screen: object
    events: list[str]

    @property
    def words(self) -> str:
        return masked(self.action or "")

    def cells(self, side: str) -> dict[str, Any]:
        found = {"session": "s", "window": self.window, "step": self.step, "seq": self.seq, "events": self.events}
        return {f"{side}_{name}": cell for name, cell in found.items()}


def done_in(windows: dict[str, list[Scripted]]) -> list[Done]:
    """The steps of a run, those of all windows by their numbers."""
    found = []
    for window, script in windows.items():
        trees = trees_of(script)
        for number, step in enumerate(steps_of(script)):
            last = step.looks[-1]
            tree, start = trees.get(last.seq), step.start
            events: list[str] = []
            if tree is not None and start is not None and step.comparable:
                happened = uidiff.diff(trees[start.seq], tree).events
                events = [masked(f"{type(event).__name__} {event.label}".rstrip()) for event in happened]
            screen = None if tree is None else screen_of(tree)
            found.append(Done(step.action, window, number, last.seq, tree, screen, events))
    return sorted(found, key=lambda step: (step.seq, step.window, step.step))


Pair = tuple[Done | None, Done | None]


def partners(left: list[Done], right: list[Done]) -> Iterator[Pair]:
    """By action and screen, and between these by action."""
    for tag, one, other in alike(left, right, [[(x.words, x.screen) for x in side] for side in (left, right)]):
        if tag:
            yield from zip(one, other, strict=True)
            continue
        for same, these, those in alike(one, other, [[x.words for x in side] for side in (one, other)]):
            if same:
                yield from zip(these, those, strict=True)
            else:
                yield from ((step, None) for step in these)
                yield from ((None, step) for step in those)


def alike(left: list[Done], right: list[Done], keys: list[list[Any]]) -> Iterator[tuple[bool, list[Done], list[Done]]]:
    for tag, a, b, c, d in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        yield tag == "equal", left[a:b], right[c:d]


def expected(left: list[Done], right: list[Done]) -> Iterator[dict[str, Any]]:
    first = True
    for one, other in partners(left, right):
        row: dict[str, Any] = {"delta_text": None, "error": None}
        if one is None or other is None:
            row["kind"] = "only_right" if one is None else "only_left"
        elif one.screen == other.screen and one.events == other.events:
            continue
        else:
            row["kind"] = "other_screen" if one.screen != other.screen else "other_changes"
            if one.tree is None or other.tree is None:
                row["error"] = "no answer"
            else:
                row["delta_text"] = uidiff.render(uidiff.diff(one.tree, other.tree))
        step = one or other
        assert step is not None
        none = dict.fromkeys(step.cells(""))
        for side, told in (("left", one), ("right", other)):
            row |= {f"{side}{name}": None for name in none} if told is None else told.cells(side)
        yield {**row, "action": step.action, "first": first}
        first = False


RUNS = st.dictionaries(st.sampled_from(["v", "w"]), walks(most=6), min_size=1)


@settings(max_examples=settings().max_examples // 10)
@given(RUNS, RUNS)
def test_rows_are_those_of_a_loop_over_the_core(one: dict[str, list[Scripted]], two: dict[str, list[Scripted]]) -> None:
    tables = [
        pa.concat_tables([table_of(script, window=window) for window, script in run.items()]) for run in (one, two)
    ]
    rows = differences(*tables)
    wanted = list(expected(done_in(one), done_in(two)))
    assert [{name: row[name] for name in want} for row, want in zip(rows, wanted, strict=False)] == wanted
    assert len(rows) == len(wanted)
    screens = {(row["left_screen"] == row["right_screen"], row["kind"]) for row in rows if row["kind"][:5] == "other"}
    assert screens <= {(False, "other_screen"), (True, "other_changes")}


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
