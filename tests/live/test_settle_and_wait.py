"""Wait until a window rests, and until something happens in it (spec/features#x8)."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.live.loading import DIALOG, a_dialog_came, names, opened, rename, restless
from tests.live.watching import Polled, Woken, mail
from tests.live.witness import told
from uidiff import Session, TreeDiff
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import (
    AppGone,
    BackendError,
    PermissionNeeded,
    ReadTimeout,
    WaitTimeout,
)
from uidiff.live.moments import LEAST_INTERVAL
from uidiff.live.session_base import SLICE
from uidiff.records import Changed

# --------------------------------------------------------------------- settle


def test_x_8_a_window_at_rest_has_settled_after_the_time_that_was_asked_for(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    assert session.settle(0.5) is True
    assert time.passed == pytest.approx(0.5, abs=0.01)


def test_x_8_rest_is_counted_from_the_last_change(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    for seconds in (0.3, 0.6, 0.9):
        time.at(seconds, partial(rename, ui, f"at {seconds}"))
    assert session.settle(0.5)
    assert 1.4 <= time.passed <= 1.4 + 2 * 0.125


def test_x_8_settle_leaves_the_baseline(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.3, lambda: rename(ui, "Loaded"))
    assert session.settle(0.5)
    assert names(session.describe().delta) == ["Loaded"]


def test_x_8_settle_before_the_first_answer_leaves_it_the_first(ui: ScriptedUI, polled: Polled) -> None:
    with Session(polled, ui, clock=polled.time.clock()) as session:
        assert session.settle(0.5)
        assert session.describe().reason == "the first read"


def test_x_8_a_window_that_never_rests_has_not_settled_when_the_time_is_over(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    restless(ui, time, until=60)
    assert session.settle(0.5, timeout=3) is False
    assert time.passed == pytest.approx(3, abs=0.01)


@pytest.mark.parametrize(("quiet", "settled"), [(0, True), (0.5, False)])
def test_x_8_without_time_one_read_decides(ui: ScriptedUI, quiet: float, settled: bool) -> None:
    session, time = opened(ui)
    assert session.settle(quiet, timeout=0) is settled
    assert (ui.reads, time.passed) == (2, 0.0)


def test_x_8_what_is_ignored_is_no_unrest(ui: ScriptedUI) -> None:
    session, time = opened(ui, ignore=("name",))
    restless(ui, time, until=60)
    assert session.settle(0.5, timeout=3)


def test_x_8_a_new_title_is_unrest(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    for number in range(600):
        time.at(number / 10, partial(ui.tell, title=f"Inbox {number}"))
    assert not session.settle(0.5, timeout=3)


def test_x_8_a_password_that_is_typed_is_unrest(ui: ScriptedUI) -> None:
    ui.find(role="textbox").set(protected=True)
    session, time = opened(ui)
    for number in range(600):
        time.at(number / 10, partial(ui.find(role="textbox").change, value="*" + str(number)))
    assert not session.settle(0.5, timeout=3)


def test_bad_input_62_reads_that_fail_meanwhile_are_made_up_for(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    ui.fail(ReadTimeout("slow"), times=3)
    assert session.settle(0.5)
    assert 0.5 <= time.passed < 2


@pytest.mark.parametrize("error", [ReadTimeout("slow"), PermissionNeeded("allow it"), OSError("lost")])
def test_bad_input_62_where_all_reads_fail_the_last_one_is_raised(ui: ScriptedUI, error: Exception) -> None:
    session, time = opened(ui)
    ui.fail(error, times=1000)
    with pytest.raises(BackendError, match=str(error)):
        session.settle(0.5, timeout=3)
    assert time.passed == pytest.approx(3, abs=0.01)


def test_x_8_a_program_that_ends_is_not_waited_for(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.2, ui.close)
    with pytest.raises(AppGone):
        session.settle(0.5)
    assert time.passed < 0.5


@pytest.mark.parametrize(("kind", "least", "most"), [(Polled, 10, 10.1), (Woken, 8.5, 8.7)])
def test_x_8_a_backend_that_tells_of_changes_is_sooner_known_to_rest(
    ui: ScriptedUI, kind: type[Polled], least: float, most: float
) -> None:
    session, time = opened(ui, kind(ui))
    time.at(0.5, lambda: rename(ui, "Loaded"))
    assert session.settle(8, timeout=60)
    assert least <= time.passed <= most


def test_x_8_a_program_that_is_started_anew_meanwhile_rests_from_then_on(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.3, ui.restart)
    assert session.settle(0.5)
    assert time.passed >= 0.8
    report = session.describe()
    assert (report.mode, report.reason) == ("full", "the application was started again")


# ----------------------------------------------------------------------- wait


def test_x_8_what_has_happened_already_is_not_waited_for(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    ui.add(DIALOG)
    report = session.wait(a_dialog_came)
    assert (time.passed, ui.reads) == (0.0, 2)
    assert report.mode == "diff"
    assert 'dialog e8 "Save?"' in report.text
    assert not session.describe().delta


@pytest.mark.parametrize(("kind", "interval"), [(Polled, 0.25), (Woken, 0.25), (Woken, 3600)])
def test_x_8_what_happens_later_is_answered_when_it_does(ui: ScriptedUI, kind: type[Polled], interval: float) -> None:
    session, time = opened(ui, kind(ui))
    time.at(1.1, lambda: rename(ui, "Loaded"))
    time.at(2.1, lambda: ui.add(DIALOG))
    report = session.wait(a_dialog_came, timeout=7200, interval=interval)
    assert 2.1 <= time.passed <= 2.1 + SLICE + LEAST_INTERVAL
    assert names(told(report)) == ["Loaded"]
    assert [came.after.role for came in told(report).added] == ["dialog", "button"]


def test_x_8_without_a_condition_any_change_is_one(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(1.1, lambda: ui.tell(title="Inbox (1)"))
    report = session.wait()
    assert time.passed == pytest.approx(1.25)
    assert told(report).circumstances == {"title": ("Inbox", "Inbox (1)")}


def test_x_8_a_condition_is_given_what_changed_since_the_last_answer_each_time(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.3, lambda: rename(ui, "Loaded"))
    time.at(0.6, lambda: ui.find(name="Mail 0").change(name="Unread"))
    given: list[list[object]] = []

    def look(delta: TreeDiff) -> list[Changed]:
        given.append(names(delta))
        return list(delta.changed[1:])  # true where it holds something

    session.wait(look)
    assert given == [[], [], ["Loaded"], ["Unread", "Loaded"]]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (0, "and nothing changed: act again, or wait longer"),
        (1, "but 1 change: describe the window, or wait longer"),
        (2, "but 2 changes: describe the window, or wait longer"),
    ],
)
def test_x_8_in_vain_it_says_how_long_and_what_changed_and_the_baseline_is_as_it_was(changes: int, said: str) -> None:
    ui = mail()
    session, time = opened(ui)
    for place in range(changes):
        time.at(0.5, partial(ui.find(name=f"Mail {place}").change, name=f"Mail {place} \x1b[2J"))
    with pytest.raises(WaitTimeout) as caught:
        session.wait(a_dialog_came, timeout=2.5)
    assert str(caught.value) == f"it did not happen within 2.5 s, {said}"
    assert isinstance(caught.value, TimeoutError)
    assert time.passed == pytest.approx(2.5)
    delta = session.describe().delta
    assert delta is not None
    assert delta.record_count == changes


def test_x_8_a_change_that_is_undone_is_none(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.1, lambda: rename(ui, "Loaded"))
    time.at(0.2, lambda: rename(ui, "Loading..."))
    with pytest.raises(WaitTimeout, match="nothing changed"):
        session.wait(timeout=1)


def test_x_8_before_the_first_answer_it_waits_for_a_change_of_what_is_there(ui: ScriptedUI, polled: Polled) -> None:
    polled.time.at(1.1, lambda: rename(ui, "Loaded"))
    with Session(polled, ui, clock=polled.time.clock()) as session:
        report = session.wait()
        assert names(report.delta) == ["Loaded"]
        assert polled.time.passed == pytest.approx(1.25)


def test_x_8_a_condition_that_raises_ends_it_and_the_baseline_is_as_it_was(ui: ScriptedUI, woken: Woken) -> None:
    session, _ = opened(ui, woken)
    rename(ui, "Loaded")
    with pytest.raises(ZeroDivisionError):
        session.wait(lambda _: 1 / 0)
    assert woken.listening == []
    assert names(session.describe().delta) == ["Loaded"]


def test_bad_input_62_reads_that_fail_are_made_up_for_by_those_that_do_not(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    ui.fail(ReadTimeout("slow"), times=2)
    ui.deny(times=2)
    time.at(1.1, lambda: ui.fail(OSError("lost"), times=2))
    time.at(1.1, lambda: ui.add(DIALOG))
    session.wait(a_dialog_came)
    assert time.passed == pytest.approx(1.75)


def test_bad_input_62_where_the_last_read_fails_too_its_error_is_raised_and_the_baseline_as_it_was() -> None:
    ui = mail()
    session, time = opened(ui)
    rename(ui, "Loaded")
    ui.deny(times=5)
    with pytest.raises(PermissionNeeded):
        session.wait(timeout=1)
    assert time.passed == pytest.approx(1)
    assert names(session.describe().delta) == ["Loaded"]


def test_x_8_waiting_ends_with_the_program(ui: ScriptedUI, woken: Woken) -> None:
    session, time = opened(ui, woken)
    time.at(1.1, ui.close)
    with pytest.raises(AppGone):
        session.wait(timeout=3600)
    assert time.passed <= 1.25
    assert woken.listening == []


def test_x_8_in_a_window_that_was_started_anew_it_waits_for_a_change_of_what_it_shows(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(1.1, ui.restart)
    time.at(3.1, lambda: ui.add(DIALOG))
    report = session.wait()
    assert time.passed == pytest.approx(3.25)
    assert [came.after.role for came in told(report).added] == ["dialog", "button"]


def test_x_8_the_refs_of_what_came_while_it_waited_are_those_of_the_answer(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.3, lambda: ui.add(DIALOG))
    time.at(0.6, lambda: ui.add({"role": "alert", "name": "Saved"}))
    report = session.wait(lambda delta: len(delta.added) > 2)
    assert report.refs.numbers == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert session.handle("e8") is ui.find(role="dialog")


@pytest.mark.parametrize("kind", [Polled, Woken])
def test_bad_input_65_an_interval_of_nothing_is_a_twentieth_of_a_second(ui: ScriptedUI, kind: type[Polled]) -> None:
    backend = kind(ui)
    session, time = opened(ui, backend)
    restless(ui, time, until=2, every=0.01)
    with pytest.raises(WaitTimeout):
        session.wait(lambda _: False, interval=0, timeout=1)
    gaps = [later - sooner for sooner, later in zip(backend.read_at[1:], backend.read_at[2:], strict=False)]
    assert 10 <= len(gaps) <= 21
    assert min(gaps[:-1]) >= 0.05 - 1e-6


@pytest.mark.parametrize("call", ["settle", "wait", "act"])
def test_x_8_what_tells_of_changes_is_closed_again(ui: ScriptedUI, woken: Woken, call: str) -> None:
    session, _ = opened(ui, woken)
    rename(ui, "Loaded")
    calls: dict[str, Callable[[], object]] = {
        "settle": session.settle,
        "wait": session.wait,
        "act": partial(session.act, lambda: None),
    }
    calls[call]()
    assert woken.listening == []


def test_x_8_a_source_that_fails_is_a_backend_error_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    ui = mail()
    backend = Woken(ui)
    session, _ = opened(ui, backend)
    listen = backend.changes

    def broken(target: object) -> Any:  # noqa: ANN401  # a source
        source = listen(target)

        def fail(_: float) -> bool:
            raise OSError("a\x1b[2Jb\nc")

        monkeypatch.setattr(source, "wait", fail)
        return source

    monkeypatch.setattr(backend, "changes", broken)
    with pytest.raises(BackendError, match=re.escape(r'failed: OSError "a\u001b[2Jb\nc"')):
        session.wait()
    assert backend.listening == []
