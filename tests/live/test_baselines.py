"""spec/features#d11, #x7, spec/definitions#12-partial and #13-windows: what a read is compared with, and why with
nothing where there is nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.store_contract import Clock
from tests.live.watching import mail
from tests.live.witness import Witness, changes, described, opened, told, why
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import AppGone, BackendError, PermissionNeeded, ReadTimeout, WaitTimeout
from uidiff.formats.choice import FIRST, NEW_TITLE, NOTHING
from uidiff.live.baselines import EXPIRED, TOO_OLD
from uidiff.live.core import ELSEWHERE, RESTARTED, WINDOWS
from uidiff.live.file_store import FileStore
from uidiff.live.store import BASELINES, MemoryStore
from uidiff.model.window import Window

# ------------------------------------------------------------------ one by one


def test_d1_1_each_answer_tells_what_changed_since_the_one_before(ui: ScriptedUI) -> None:
    session = opened(ui)
    assert why(session.describe()) == FIRST
    for name in ("Sent", "Drafts"):
        ui.add({"role": "status", "name": name})
        assert changes(session.describe()) == {"added": [name]}
    ui.find(name="Sent").remove()
    assert changes(session.describe()) == {"removed": ["Sent"]}
    assert session.describe().reason == NOTHING


def test_d1_1_the_last_description_is_kept_per_window() -> None:
    first, second = mail(pid=1), mail(pid=2)
    session = opened(first, second)
    for ui in (first, second):
        assert why(session.describe(target=ui)) == FIRST
    first.find(name="Mail 0").remove()
    assert changes(session.describe(target=second)) == {}
    second.find(name="Mail 1").remove()
    assert changes(session.describe(target=first)) == {"removed": ["Mail 0"]}
    assert changes(session.describe(target=second)) == {"removed": ["Mail 1"]}


@pytest.mark.parametrize("error", [ReadTimeout("late"), PermissionNeeded("no"), OSError("broken"), AppGone("for now")])
@pytest.mark.parametrize("times", [1, 3])
def test_bad_input_62_a_failed_read_keeps_the_baseline(error: Exception, times: int) -> None:
    ui, session = described()
    ui.find(name="Mail 1").remove()
    ui.fail(error, times=times)
    for turn in range(times):
        ui.add({"role": "status", "name": f"try {turn}"})
        with pytest.raises(BackendError):
            session.describe()
    assert changes(session.describe()) == {"removed": ["Mail 1"], "added": [f"try {turn}" for turn in range(times)]}


def test_a_first_read_that_fails_leaves_the_next_one_the_first(ui: ScriptedUI) -> None:
    session = opened(ui)
    ui.deny()
    with pytest.raises(PermissionNeeded):
        session.describe()
    assert why(session.describe()) == FIRST


def test_reads_that_answer_nobody_leave_the_baseline() -> None:
    ui, session = described()
    ui.find(name="Mail 1").remove()
    session.settle(quiet=0.1)
    assert [record.type for record in session.observe(interval=0.1, duration=0.2)] == ["snapshot", "done"]
    assert changes(session.describe()) == {"removed": ["Mail 1"]}


def test_a_wait_that_came_first_and_was_in_vain_leaves_its_first_read_as_the_baseline_or_none(ui: ScriptedUI) -> None:
    session = opened(ui)
    with pytest.raises(WaitTimeout):
        session.wait(timeout=0.3)
    report = session.describe()
    assert report.delta is None or not report.delta
    ui.find(name="Mail 0").remove()
    assert changes(session.describe()) == {"removed": ["Mail 0"]}


def test_an_action_that_raises_leaves_the_baseline_though_the_window_was_read_before_it() -> None:
    ui, session = described()
    ui.find(name="Mail 0").remove()

    def fail() -> None:
        raise OSError("no")

    for fresh in (True, False):
        with pytest.raises(OSError, match="no"):
            session.act(fail, fresh=fresh)
    assert changes(session.describe()) == {"removed": ["Mail 0"]}


def test_what_flickers_between_two_answers_is_told_once_at_the_most_and_then_rests() -> None:
    ui = mail(stable_ids=False)
    session, witness = opened(ui), Witness(ui)
    witness.of(session.describe())
    item = ui.find(name="Mail 2")
    item.remove()
    session.settle(quiet=0.1)
    item.move(ui.find(name="Mails"))
    assert set(changes(session.describe())) <= {"added", "removed"}
    assert changes(session.describe()) == {}
    assert session.handle(7) is ui.find(name="Loading...")


# ------------------------------------------------------------- time is over


@pytest.mark.parametrize("kind", ["memory", "files"])
def test_bad_input_60_an_expired_baseline_is_the_whole_tree_and_says_so_once(kind: str, tmp_path: Path) -> None:
    clock = Clock()
    store = MemoryStore(ttl=60, clock=clock) if kind == "memory" else FileStore(tmp_path / "s", ttl=60, clock=clock)
    ui = mail()
    session = opened(ui, store=store)
    session.describe()
    clock.now += 59
    assert changes(session.describe()) == {}
    clock.now += 59  # it slides with each read
    assert changes(session.describe()) == {}
    ui.find(name="Mail 1").remove()
    clock.now += 61
    report = session.describe()
    assert why(report) == EXPIRED
    assert list(report.refs.numbers) == [1, 2, 3, 4, 6, 7]
    ui.find(name="Mail 0").remove()
    assert changes(session.describe()) == {"removed": ["Mail 0"]}


def test_bad_input_60_since_before_all_baselines_says_that_none_is_that_old(ui: ScriptedUI) -> None:
    session = opened(ui)
    token = session.describe().token
    for turn in range(BASELINES):
        ui.find(name="Search").value = f"{turn}"
        session.describe()
    assert why(session.describe(since=token)) == TOO_OLD
    assert changes(session.describe()) == {}


def test_the_windows_used_last_are_those_that_a_store_keeps() -> None:
    uis = [mail(pid=pid) for pid in (1, 2, 3)]
    session = opened(*uis, store=MemoryStore(windows=2))
    for ui in (uis[0], uis[1], uis[0], uis[2]):
        session.describe(target=ui)
    assert why(session.describe(target=uis[1])) == EXPIRED
    assert why(session.describe(target=uis[0])) == EXPIRED
    assert changes(session.describe(target=uis[1])) == {}
    assert changes(session.describe(target=uis[0])) == {}
    assert why(session.describe(target=uis[2])) == EXPIRED


def test_of_more_windows_than_a_session_knows_those_read_longest_ago_are_found_again_in_the_store() -> None:
    uis = [mail(pid=pid) for pid in range(1, WINDOWS + 2)]
    session, witness = opened(*uis, store=MemoryStore(windows=2 * WINDOWS)), Witness(*uis)
    numbers = []
    for ui in uis:
        ui.roots[0].recreate()  # so that native ids differ
        report = session.describe(target=ui)
        assert why(report) == FIRST
        numbers.append(tuple(report.refs.numbers))
    again = session.describe(target=uis[0])
    assert changes(again) == {}
    assert tuple(again.refs.numbers) == numbers[0]
    assert changes(session.describe(target=uis[-1])) == {}
    for ui in uis:
        witness.of(session.describe(target=ui))


# ----------------------------------------------------- windows that are others


def test_definition_13_a_restarted_application_is_another_window() -> None:
    ui, session = described()
    ui.restart()
    assert why(session.describe()) == RESTARTED
    assert changes(session.describe()) == {}


@pytest.mark.parametrize("polls", [1, 3])
def test_definition_13_a_restart_that_a_poll_has_seen_first_is_said_by_the_answer(polls: int) -> None:
    ui, session = described()
    ui.restart()
    for _ in range(polls):
        session.settle(quiet=0.1)
    assert why(session.describe()) == RESTARTED
    assert session.describe().reason == NOTHING


def test_definition_13_a_restart_by_an_action_and_one_during_a_wait_are_said() -> None:
    ui, session = described()
    assert why(session.act(ui.restart)) == RESTARTED
    ui.then(ui.restart)
    with pytest.raises(WaitTimeout):
        session.wait(timeout=0.6)
    assert session.describe().reason in {RESTARTED, NOTHING}
    assert session.describe().reason == NOTHING


def test_definition_13_another_window_of_another_program_is_another_window() -> None:
    first, second = mail(pid=1), ScriptedUI([{"role": "window", "name": "Mail"}], app="Mail", pid=2)
    other = ScriptedUI([{"role": "window"}], app="Notes", pid=3)
    session = opened(first, second, other)
    target = Window(id=first.key)
    session.describe(target=target)
    assert why(session.describe(target=other)) == FIRST
    anything = Window(title="In")
    assert changes(session.describe(target=anything)) == {}
    first.close()
    other.title = "In"
    assert why(session.describe(target=second)) == FIRST
    assert changes(session.describe(target=anything)) == {}


def test_a_target_that_is_another_program_now_says_another_window_than_before() -> None:
    first, other = mail(pid=1), ScriptedUI([{"role": "window"}], app="Notes", title="Inbox too", pid=3)
    session = opened(first, other)
    target = Window(title="Inbox")
    first.title, other.title = "Inbox", "none"
    session.describe(target=target)
    first.close()
    other.title = "Inbox"
    assert why(session.describe(target=target)) == ELSEWHERE


def test_d1_8_with_the_policy_full_a_title_drops_the_baselines_of_its_window(ui: ScriptedUI) -> None:
    session = opened(ui, on_title_change="full")
    token = session.describe().token
    ui.title = "Sent"
    assert why(session.describe()) == NEW_TITLE
    assert why(session.describe(since=token)) == TOO_OLD
    assert changes(session.describe()) == {}


def test_d1_8_with_the_policy_keep_a_title_is_a_circumstance_that_changed() -> None:
    ui, session = described()
    ui.title = "Inbox (3)"
    delta = told(session.describe())
    assert delta.circumstances["title"] == ("Inbox", "Inbox (3)")
    assert changes(session.describe()) == {}
