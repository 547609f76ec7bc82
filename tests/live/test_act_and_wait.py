"""Act and be answered, and the same awaited (spec/features#d27 and #x8)."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.live.loading import DIALOG, a_dialog_came, button, names, opened, rename, restless
from tests.live.watching import AsyncPolled, Polled, Time, mail
from tests.live.witness import told
from uidiff import AsyncSession, FileStore, Session, Window
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import (
    AppGone,
    BackendError,
    ReadTimeout,
    StaleRef,
    WaitTimeout,
)

# ------------------------------------------------------------------------ act


def test_d2_7_what_an_action_changed_is_told_against_the_state_before(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    done: list[str] = []

    def press() -> str:
        done.append("pressed")
        rename(ui, "Loaded")
        return "what it returns does not matter"

    report = session.act(press)
    assert done == ["pressed"]
    assert (report.mode, report.settled, report.snapshot.action) == ("diff", True, None)
    assert names(report.delta) == ["Loaded"]
    assert not session.describe().delta


def test_d2_7_an_action_by_name_is_done_and_said(ui: ScriptedUI) -> None:
    ui.on(button(ui), "press", lambda: ui.add(DIALOG))
    session, _ = opened(ui)
    report = session.act("press", "e7")
    assert report.snapshot.action == "press e7"
    assert [came.after.name for came in told(report).added if came.root] == ["Save?"]


@pytest.mark.parametrize("ref", ["e2", 2])
def test_d2_7_an_action_may_need_a_text_and_a_ref_may_be_a_number(ui: ScriptedUI, ref: str | int) -> None:
    session, _ = opened(ui)
    report = session.act("type", ref, "boots")
    assert ui.find(role="textbox").value == "boots"
    assert told(report).changed[0].fields == {"value": (None, "boots")}


def test_d2_7_without_an_answer_before_the_window_is_read_before_the_action(ui: ScriptedUI, polled: Polled) -> None:
    with Session(polled, ui, clock=polled.time.clock()) as session:
        report = session.act(lambda: rename(ui, "Loaded"), settle=None)
        assert names(report.delta) == ["Loaded"]
        assert report.mode == "diff"
        assert len(polled.read_at) == 2


@pytest.mark.parametrize(("fresh", "told"), [(False, {"Unread", "Loaded"}), (True, {"Loaded"})])
def test_d2_7_the_answer_of_an_earlier_run_is_one_before_too(fresh: bool, told: set[str], tmp_path: Path) -> None:
    ui = mail()
    session, _ = opened(ui, store=FileStore(tmp_path / "kept", ttl=None))
    session.close()
    ui.find(name="Mail 0").name = "Unread"
    backend = Polled(ui)
    backend.time.sleep(10)
    store = FileStore(tmp_path / "kept", ttl=None)
    with Session(backend, ui, store=store, clock=backend.time.clock()) as later:
        report = later.act(lambda: rename(ui, "Loaded"), fresh=fresh, settle=None)
        assert set(names(report.delta)) == told
        assert tuple(report.refs.numbers) == (1, 2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(("fresh", "told"), [(False, {"Unread", "Loaded"}), (True, {"Loaded"})])
def test_d2_7_fresh_leaves_out_what_happened_before_the_action(ui: ScriptedUI, fresh: bool, told: set[str]) -> None:
    session, _ = opened(ui)
    ui.find(name="Mail 0").name = "Unread"
    report = session.act(lambda: rename(ui, "Loaded"), fresh=fresh)
    assert set(names(report.delta)) == told
    assert not session.describe().delta


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), BackendError("no"), StaleRef("mine")])
def test_d2_7_an_action_that_raises_is_raised_and_the_baseline_is_as_it_was(fresh: bool, error: BaseException) -> None:
    ui = mail()
    session, _ = opened(ui)
    ui.find(name="Mail 0").name = "Unread"

    def fail() -> None:
        rename(ui, "Half done")
        raise error

    with pytest.raises(type(error)) as caught:
        session.act(fail, fresh=fresh)
    assert caught.value is error
    assert set(names(session.describe().delta)) == {"Unread", "Half done"}


@pytest.mark.parametrize("fresh", [False, True])
def test_d2_7_an_action_that_raises_at_the_very_first_leaves_no_baseline(ui: ScriptedUI, fresh: bool) -> None:
    backend = Polled(ui)
    with Session(backend, ui, clock=backend.time.clock()) as session:
        with pytest.raises(ZeroDivisionError):
            session.act(lambda: 1 / 0, fresh=fresh)
        report = session.describe()
        assert (report.mode, report.reason) == ("full", "the first read")
        assert tuple(report.refs.numbers) == (1, 2, 3, 4, 5, 6, 7)


def test_d2_7_an_action_that_the_element_does_not_have_is_an_error_that_says_which_it_has(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    with pytest.raises(BackendError, match=r"no action 'fly'; nothing was done: it has \"focus\", \"type\""):
        session.act("fly", "e7")
    assert not session.describe().delta


def test_x_8_with_settle_none_it_is_read_at_once(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    time.at(0.1, lambda: rename(ui, "Later"))
    report = session.act(lambda: None, settle=None)
    assert (report.settled, names(report.delta)) == (None, [])
    assert (time.passed, ui.reads) == (0.0, 2)


def test_x_8_with_settle_what_comes_in_consequence_is_told_too(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    for seconds, name in ((0.2, "Loading"), (0.4, "Nearly"), (0.6, "Loaded")):
        time.at(seconds, partial(rename, ui, name))
    report = session.act(lambda: ui.add(DIALOG), settle=0.3)
    assert report.settled is True
    assert names(report.delta) == ["Loaded"]
    assert 0.9 <= time.passed <= 1.2


def test_x_8_a_window_that_never_rests_is_answered_in_time_and_says_so(ui: ScriptedUI) -> None:
    session, time = opened(ui)
    restless(ui, time, until=60)
    report = session.act(lambda: ui.add(DIALOG), settle=0.3, timeout=2)
    assert report.settled is False
    assert 2 <= time.passed < 2.2
    assert [came.after.role for came in told(report).added] == ["dialog", "button"]


def test_x_8_a_window_of_which_nothing_can_be_read_is_not_waited_for_to_the_end(ui: ScriptedUI) -> None:
    time = Time()
    with Session(Polled(ui, time=time), ui, clock=time.clock()) as session:
        session.describe()
        ui.cut(ui.roots[0], times=10_000)
        report = session.act(lambda: None, timeout=100)
    assert (report.settled, report.snapshot.partial) == (False, True)
    assert 30 <= time.passed < 40


def test_d2_7_an_element_that_went_is_stale_and_nothing_is_done(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    ui.on(button(ui), "press", lambda: ui.add(DIALOG))
    button(ui).remove()
    session.describe()
    reads = ui.reads
    with pytest.raises(StaleRef, match=r"^e7 was gone at the read of 2023-.*; describe the window again"):
        session.act("press", "e7", fresh=False)
    with pytest.raises(StaleRef, match=r"^e99 is a ref that no element has had"):
        session.act("press", "e99")
    assert ui.reads == reads
    assert not ui.find_all(role="dialog")


def test_d2_7_one_that_went_since_it_was_read_is_stale_in_the_words_of_the_reader(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    button(ui).remove()
    with pytest.raises(StaleRef, match=r"^e7 was gone at the read of .*; describe the window again"):
        session.act("press", "e7")
    report = session.describe()
    assert [went.before.role for went in told(report).removed] == ["button"]


def test_d2_7_fresh_finds_out_that_an_element_went(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    button(ui).remove()
    with pytest.raises(StaleRef, match=r"^e7 was gone at the read of"):
        session.act("press", "e7", fresh=True)
    assert session.describe().delta  # it was not answered


def test_d2_7_an_element_made_anew_can_be_acted_on_by_its_ref(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    button(ui).recreate()
    ui.on(button(ui), "press", lambda: ui.add(DIALOG))
    report = session.act("press", "e7", fresh=True)
    assert ui.find_all(role="dialog")
    assert report.refs.numbers[:7] == (1, 2, 3, 4, 5, 6, 7)


def test_d2_7_a_backend_that_cannot_act_is_no_hindrance_to_functions(ui: ScriptedUI, polled: Polled) -> None:
    polled.act = None  # type: ignore[method-assign,assignment]  # as if it had none
    session, _ = opened(ui, polled)
    with pytest.raises(BackendError, match=r"'scripted' cannot act: act by ui\.handle\(ref\) yourself"):
        session.act("press", "e7")
    handle: Any = session.handle("e7")
    assert names(session.act(lambda: handle.change(name="Loaded")).delta) == ["Loaded"]


def test_d2_7_an_action_that_ends_the_program_is_app_gone_and_its_restart_another_window(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    with pytest.raises(AppGone):
        session.act(ui.close)
    ui.restart()
    report = session.describe()
    assert (report.mode, report.reason) == ("full", "the application was started again")


def test_d2_7_an_action_that_starts_the_program_anew_is_answered_with_the_whole_tree(ui: ScriptedUI) -> None:
    session, _ = opened(ui)
    report = session.act(ui.restart)
    assert (report.mode, report.reason, report.delta) == ("full", "the application was started again", None)
    assert session.describe().reason == "nothing changed"


def test_d2_7_what_an_action_did_is_told_later_where_the_read_after_it_failed(ui: ScriptedUI) -> None:
    session, _ = opened(ui)

    def act() -> None:
        rename(ui, "Loaded")
        ui.fail(ReadTimeout("too slow"))

    with pytest.raises(ReadTimeout, match="too slow"):
        session.act(act, settle=None)
    assert names(session.describe().delta) == ["Loaded"]


def test_d2_7_each_window_is_answered_by_its_own_baseline() -> None:
    one, other = mail(), mail(pid=7)
    backend = Polled(one, other)
    session, _ = opened(one, backend)
    session.describe(target=other)
    rename(one, "Meanwhile")
    report = session.act(lambda: rename(other, "Loaded"), target=Window(pid=7))
    assert names(report.delta) == ["Loaded"]
    assert names(session.describe().delta) == ["Meanwhile"]


# --------------------------------------------------------- with an event loop


def run_async(ui: ScriptedUI, time: Time, script: Callable[[AsyncSession], Any]) -> Any:  # noqa: ANN401  # the outcome
    async def main() -> Any:  # noqa: ANN401  # the outcome
        async with AsyncSession(AsyncPolled(ui), ui, clock=time.clock(awaited=True)) as session:
            await session.describe()
            return await script(session)

    return asyncio.run(main())


def test_d2_7_awaited_an_action_that_raises_leaves_the_baseline(ui: ScriptedUI) -> None:
    async def fail() -> None:
        rename(ui, "Half done")
        raise ValueError("no")

    async def script(session: AsyncSession) -> list[object]:
        with pytest.raises(ValueError, match=r"^no$"):
            await session.act(fail, fresh=True)
        return names((await session.describe()).delta)

    assert run_async(ui, Time(), script) == ["Half done"]


def test_x_8_awaited_a_window_that_never_rests_is_answered_in_time(ui: ScriptedUI, time: Time) -> None:
    restless(ui, time, until=60)

    async def script(session: AsyncSession) -> tuple[bool | None, bool]:
        report = await session.act(lambda: None, settle=0.3, timeout=2)
        return report.settled, await session.settle(0.3, timeout=2)

    assert run_async(ui, time, script) == (False, False)
    assert 4 <= time.passed < 4.3


def test_x_8_awaited_in_vain_the_baseline_is_as_it_was(ui: ScriptedUI, time: Time) -> None:
    time.at(0.5, lambda: rename(ui, "Loaded"))

    async def script(session: AsyncSession) -> list[object]:
        with pytest.raises(WaitTimeout, match=r"^it did not happen within 1 s, but 1 change:"):
            await session.wait(a_dialog_came, timeout=1)
        return names((await session.describe()).delta)

    assert run_async(ui, time, script) == ["Loaded"]


# ------------------------------------------------------------- a window at rest


class Busy(Polled):
    """A backend that says whether something is under way."""

    busy_until = 0.0

    def busy(self, window: str) -> bool:
        assert window
        return self.time.passed < self.busy_until


@pytest.mark.parametrize(
    ("settle", "busy_until", "seconds"),
    [(0.3, 0.0, 0.15), (0.3, 0.2, 0.3), (2.0, 0.0, 0.5), (0.1, 0.0, 0.1)],  # in steps of a quarter of ``settle``
)
def test_where_nothing_came_of_an_action_and_nothing_is_under_way_the_answer_comes_sooner(
    ui: ScriptedUI, settle: float, busy_until: float, seconds: float
) -> None:
    backend = Busy(ui)
    with Session(backend, ui, clock=backend.time.clock()) as session:
        session.describe()
        backend.busy_until = busy_until
        report = session.act(lambda: None, settle=settle)
        assert backend.time.passed == pytest.approx(seconds)
        assert report.settled is True


def test_where_something_came_of_it_or_is_under_way_what_comes_later_is_waited_for(ui: ScriptedUI) -> None:
    for now, busy_until in (("Loading", 0.0), (None, 0.2)):
        backend = Busy(ui)
        with Session(backend, ui, clock=backend.time.clock()) as session:
            session.describe()
            began = backend.time.passed
            backend.busy_until = began + busy_until
            backend.time.at(began + 0.25, lambda: rename(ui, "Loaded"))

            def press(first: str | None = now) -> None:
                if first is not None:
                    rename(ui, first)

            report = session.act(press)
            assert names(report.delta) == ["Loaded"]
        rename(ui, "Loading...")


@pytest.mark.parametrize(
    ("text", "passing"),
    [("Thank you", ()), (None, ('alert "Sending"',))],
)
def test_an_alert_that_was_read_before_its_text_is_there_and_was_not_there_for_a_moment(
    ui: ScriptedUI, text: str | None, passing: tuple[str, ...]
) -> None:
    polled = Polled(ui)
    with Session(polled, ui, clock=polled.time.clock()) as session:
        session.describe()
        began = polled.time.passed

        def press() -> None:
            alert = ui.add({"role": "alert", "name": None if text else "Sending"})
            polled.time.at(began + 0.1, lambda: setattr(alert, "name", text) if text else alert.remove())

        effect = session.act(press, settle=0.3).effect
        assert effect is not None
        assert effect.passing == passing
