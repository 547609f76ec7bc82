"""What bad inputs do to a session: nothing (spec/bad-inputs#22, #32, #35, #42, #59, #60, #62, #65 and #66)."""

import math
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.live.hostility import FORMATS, error_of
from tests.live.watching import START, Polled, Time, mail
from tests.live.witness import told
from uidiff import Clock, FileStore, Limits, Session
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import (
    AppGone,
    PermissionNeeded,
    ReadTimeout,
    StaleRef,
    UnknownName,
    WaitTimeout,
)

# --------------------------------------------------- 59 and 60: who, and when


def test_bad_input_59_two_sessions_in_one_store_and_one_moment_tell_each_change_once(tmp_path: Path) -> None:
    ui, clock = mail(), Clock(now=lambda: START)
    with (
        Session(ScriptedBackend(ui), ui, store=FileStore(tmp_path / "kept"), clock=clock) as one,
        Session(ScriptedBackend(ui), ui, store=FileStore(tmp_path / "kept"), clock=clock) as other,
    ):
        tokens = [one.describe().token]
        found = []
        for number, session in enumerate((other, one, one, other, other, one)):
            ui.find(role="button").name = f"Loading {number}"
            report = session.describe(mode="diff")
            found += [changed.fields["name"][1] for changed in told(report).changed]
            tokens.append(report.token)
        assert found == [f"Loading {number}" for number in range(6)]
        assert tokens == sorted(set(tokens), key=float)
        report = one.describe(since=tokens[2])
        assert told(report).changed[0].fields["name"] == ("Loading 1", "Loading 5")


def test_bad_input_59_in_two_threads_at_once_every_answer_is_an_answer_and_all_files_are_whole(tmp_path: Path) -> None:
    ui = mail()
    failed: list[BaseException] = []

    def ask(number: int) -> None:
        try:
            with Session(ScriptedBackend(ui), ui, store=FileStore(tmp_path / "kept")) as session:
                for step in range(15):
                    ui.find(role="button").name = f"{number} {step}"
                    assert session.describe().text.startswith("# ")
        except BaseException as error:  # noqa: BLE001  # another thread than the test's
            failed.append(error)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []
    with Session(ScriptedBackend(ui), ui, store=FileStore(tmp_path / "kept")) as session:
        report = session.describe()
        assert report.reason not in ("the baseline was damaged", "the store has failed")


@pytest.mark.parametrize("back", [0.0, 0.5, 3600.0, START])
def test_bad_input_60_whatever_the_clock_says_two_reads_are_two_moments_in_order(back: float) -> None:
    ui, time = mail(), Time()
    times = iter([START, *(START - back,) * 20])
    clock = Clock(now=lambda: next(times), monotonic=lambda: time.passed, sleep=time.sleep)
    with Session(ScriptedBackend(ui), ui, clock=clock) as session:
        tokens = [session.describe().token]
        for number in range(5):
            ui.find(role="button").name = f"Loading {number}"
            tokens.append(session.describe().token)
        assert tokens == sorted(set(tokens), key=float)
        for number, token in enumerate(tokens[:-1]):
            report = session.describe(since=token, mode="diff")
            assert told(report).changed[0].fields["name"][0] == (
                "Loading..." if not number else f"Loading {number - 1}"
            )


def test_bad_input_60_an_age_is_counted_by_a_clock_that_nobody_sets_back(ui: ScriptedUI, time: Time) -> None:
    times = iter([START, START - 3600])
    clock = Clock(now=lambda: next(times), monotonic=lambda: time.passed, sleep=time.sleep)
    with Session(ScriptedBackend(ui), ui, format="compact", clock=clock) as session:
        session.describe()
        time.sleep(2.3)
        assert session.describe().text.startswith("DIFF since 2.3s ago ")


def test_bad_input_60_since_in_the_future_is_since_the_last_answer(ui: ScriptedUI) -> None:
    with Session(ScriptedBackend(ui), ui, clock=Time().clock()) as session:
        session.describe()
        ui.find(role="button").name = "Loaded"
        report = session.describe(since=START + 1e6)
        assert told(report).changed[0].fields["name"] == ("Loading...", "Loaded")


@pytest.mark.parametrize(
    "since",
    [-1, -0.001, math.nan, math.inf, 10**30, "", "tomorrow", "1e9", "17000000000000000000000", "2024-01-01T00:00:00"],
)
def test_bad_input_60_what_is_no_time_is_refused_before_anything_is_read(since: Any) -> None:  # noqa: ANN401
    ui = mail()
    with Session(ScriptedBackend(ui), ui) as session:
        error_of(session, lambda one: one.describe(since=since), ValueError)
    assert ui.reads == 0


@pytest.mark.parametrize("since", [True, [], b"1700000000", object()])
def test_bad_input_60_nor_is_what_is_no_number(since: Any) -> None:  # noqa: ANN401  # what it should not be
    ui = mail()
    with Session(ScriptedBackend(ui), ui) as session:
        error_of(session, lambda one: one.describe(since=since), TypeError)
    assert ui.reads == 0


# ------------------------------------------------------- 62: reads that go wrong


@pytest.mark.parametrize("format", FORMATS)
def test_bad_input_62_what_was_not_read_is_unknown_and_not_removed(ui: ScriptedUI, format: str) -> None:
    with Session(ScriptedBackend(ui), ui, format=format) as session:
        session.describe()
        ui.cut(ui.find(role="list"))
        report = session.describe(mode="diff")
        assert (len(told(report).unknown), len(told(report).removed)) == (3, 0)
        assert report.snapshot.partial
        ui.find(name="Mail 1").remove()
        report = session.describe()
        assert [gone.before.name for gone in told(report).removed] == ["Mail 1"]


def test_bad_input_62_a_read_that_hangs_ends_in_time_and_the_baseline_is_kept(ui: ScriptedUI) -> None:
    with Session(ScriptedBackend(ui), ui, timeout=1.0) as session:
        session.describe()
        ui.find(role="button").name = "Loaded"
        ui.hang()
        error_of(session, lambda one: one.describe(), ReadTimeout)
        report = session.describe()
        assert told(report).changed[0].fields["name"] == ("Loading...", "Loaded")


def test_bad_input_62_a_window_that_closes_while_it_is_read_is_gone_and_its_baseline_kept(ui: ScriptedUI) -> None:
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        ui.then(ui.close)
        for _ in range(2):
            error_of(session, lambda one: one.describe(), AppGone)
        ui.closed = False
        ui.find(role="button").name = "Loaded"
        report = session.describe()
        assert len(told(report).changed) == 1


def test_bad_input_62_a_missing_permission_is_said_and_asking_again_is_answered(ui: ScriptedUI) -> None:
    with Session(ScriptedBackend(ui), ui) as session:
        ui.deny()
        assert "not permitted" in str(error_of(session, lambda one: one.describe(), PermissionNeeded))
        assert session.describe().reason == "the first read"


# ----------------------------------------------------------- 65: times that are none


@pytest.mark.parametrize("seconds", [-1, -0.001, math.nan, -math.inf])
def test_bad_input_65_times_below_zero_and_nan_are_refused_before_anything_is_done(seconds: float) -> None:
    ui = mail()
    done: list[int] = []

    def note() -> None:
        done.append(1)

    with Session(ScriptedBackend(ui), ui) as session:
        for ask in (
            lambda one: one.settle(seconds),
            lambda one: one.settle(timeout=seconds),
            lambda one: one.wait(timeout=seconds),
            lambda one: one.wait(interval=seconds),
            lambda one: one.act(note, settle=seconds),
            lambda one: one.act(note, timeout=seconds),
            lambda one: one.observe(interval=seconds),
            lambda one: one.observe(duration=seconds),
        ):
            error_of(session, ask, ValueError)
    assert (ui.reads, done) == (0, [])


@pytest.mark.parametrize("seconds", [True, "1", None, [], b"1"])
def test_bad_input_65_what_is_no_number_is_a_type_error(seconds: Any) -> None:  # noqa: ANN401  # what it should not be
    ui = mail()
    with Session(ScriptedBackend(ui), ui) as session:
        error_of(session, lambda one: one.settle(seconds), TypeError)
        error_of(session, lambda one: one.wait(timeout=seconds), TypeError)
        error_of(session, lambda one: one.wait(interval=seconds), TypeError)
        error_of(session, lambda one: one.act(lambda: None, timeout=seconds), TypeError)
    assert ui.reads == 0


@pytest.mark.parametrize("interval", [1e9, math.inf])
def test_bad_input_65_an_interval_of_years_ends_with_the_time_that_is_left(interval: float) -> None:
    ui, time = mail(), Time()
    with Session(Polled(ui, time=time), ui, clock=time.clock()) as session:
        session.describe()
        with pytest.raises(WaitTimeout):
            session.wait(interval=interval, timeout=7)
        assert time.passed == pytest.approx(7)


def test_bad_input_65_for_ever_is_till_it_happens(ui: ScriptedUI, time: Time) -> None:
    time.at(5000.1, lambda: ui.add({"role": "dialog"}))
    with Session(Polled(ui, time=time), ui, clock=time.clock()) as session:
        session.describe()
        assert session.wait(timeout=math.inf, interval=100).delta
        assert time.passed == pytest.approx(5100)


@pytest.mark.parametrize("timeout", [0, -1, math.nan, math.inf])
def test_bad_input_65_a_read_may_take_more_than_no_time_and_less_than_for_ever(timeout: float) -> None:
    with pytest.raises(ValueError, match="timeout is a number of seconds above 0"):
        Session(ScriptedBackend(), mail(), timeout=timeout)


# -------------------------------------------------------------- 66: names that are none


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"matcher": "content-hsh"}, "did you mean 'content-hash'"),
        ({"format": "compct"}, "did you mean 'compact'"),
        ({"ignore": ("bound",)}, "did you mean 'bounds'"),
    ],
)
def test_bad_input_66_a_typo_is_told_when_the_session_is_made(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        Session(ScriptedBackend(), mail(), **options)


def test_bad_input_66_so_is_one_in_the_name_of_a_backend() -> None:
    with pytest.raises(UnknownName, match="did you mean 'scripted'"):
        Session("scriptd", mail())


def test_bad_input_66_after_a_role_that_is_none_the_baseline_is_as_it_was(ui: ScriptedUI) -> None:
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        ui.find(role="button").name = "Loaded"
        error = error_of(session, lambda one: one.describe(roles={"buton"}), UnknownName)
        assert "did you mean 'button'" in str(error)
        report = session.describe()
        assert told(report).changed[0].fields["name"] == ("Loading...", "Loaded")


def test_bad_input_66_at_the_first_read_too() -> None:
    with Session("scripted", mail()) as session:
        error_of(session, lambda one: one.describe(roles={"buton"}), UnknownName)
        assert session.describe().reason == "the first read"


# ------------------------------------------------------------- 35 and 42: sizes


@pytest.mark.parametrize("format", FORMATS)
def test_bad_input_42_an_empty_window_is_read_like_any_other(format: str) -> None:
    ui, time = ScriptedUI([]), Time()
    with Session(Polled(ui, time=time), ui, format=format, clock=time.clock()) as session:
        report = session.describe()
        assert (report.mode, len(report.snapshot), tuple(report.refs.numbers)) == ("full", 0, ())
        assert session.describe().reason == "nothing changed"
        assert session.describe(roles={"button"}, depth=1, prune=True, mode="full").mode == "full"
        assert session.settle(0.1)
        assert session.act(lambda: None).settled
        with pytest.raises(WaitTimeout, match="nothing changed"):
            session.wait(timeout=0.1)
        with pytest.raises(StaleRef):
            session.describe(scope="e1")
        assert [record.type for record in session.observe(duration=1)] == ["snapshot", "done"]


@pytest.mark.parametrize("format", FORMATS)
def test_bad_input_42_a_window_that_becomes_empty_and_is_filled_again(ui: ScriptedUI, format: str) -> None:
    with Session(ScriptedBackend(ui), ui, format=format) as session:
        session.describe()
        window = ui.roots[0]
        window.remove()
        report = session.describe()
        assert [gone.before.role for gone in told(report).removed if gone.root] == ["window"]
        assert (len(told(report).removed), len(report.snapshot)) == (7, 0)
        with pytest.raises(StaleRef, match="e7 was gone at the read of"):
            session.handle("e7")
        window.move()
        report = session.describe()
        assert (len(told(report).added), len(told(report).removed)) == (7, 0)
        assert tuple(report.refs.numbers) == tuple(range(1, 8))


def test_bad_input_42_in_an_empty_window_that_says_what_it_is_an_agent_reads_so(ui: ScriptedUI) -> None:
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        ui.roots[0].remove()
        report = session.describe(mode="diff")
        assert report.text.split("\n")[1:] == ['- window e1 "Mail" (+6 inside)']
        assert session.describe().text == "# No change."
        assert session.describe(mode="full").text == '# full: 0 elements of "Inbox"'


def big(count: int) -> ScriptedUI:
    rows = [{"role": "listitem", "name": f"Row {number}"} for number in range(count)]
    return ScriptedUI([{"role": "list", "name": "Rows", "children": rows}])


def test_bad_input_35_of_twenty_thousand_elements_one_that_changed_is_one_line() -> None:
    ui = big(20_000)
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        ui.roots[0].children[12_345].name = "Changed"
        report = session.describe()
        assert report.text.split("\n")[1:] == ['~ item "Row 12345" -> "Changed"']
        assert len(report.snapshot) == 20_001


def test_bad_input_35_beyond_the_limits_a_window_is_read_in_part_and_says_so() -> None:
    ui = big(500)
    with Session(ScriptedBackend(ui), ui, limits=Limits(max_elements=100)) as session:
        report = session.describe()
        assert (report.snapshot.partial, len(report.snapshot)) == (True, 100)
        assert "not read" in report.text
        assert session.describe().reason == "nothing changed"
        ui.roots[0].children[50].name = "Changed"
        report = session.describe(mode="diff")
        assert (len(told(report).changed), len(told(report).removed)) == (1, 0)
        ui.roots[0].children[10].remove()  # it may be among those that are not seen, and one more of them is
        report = session.describe(mode="diff")
        assert [gone.before.name for gone in told(report).unknown] == ["Row 10"]
        assert [came.after.name for came in told(report).newly_read] == ["Row 99"]
        assert (told(report).added, told(report).removed) == ((), ())


def test_bad_input_35_a_window_that_grows_beyond_the_limits_loses_nothing() -> None:
    ui = big(50)
    with Session(ScriptedBackend(ui), ui, limits=Limits(max_elements=60)) as session:
        session.describe()
        for number in range(100):
            ui.roots[0].add({"role": "listitem", "name": f"New {number}"}, at=0)
        report = session.describe(mode="diff")
        assert told(report).removed == ()
        assert report.snapshot.partial


def test_bad_input_22_a_name_of_a_million_characters_is_clipped_and_a_change_behind_the_cut_is_told() -> None:
    ui = mail()
    ui.find(role="textbox").value = "a" * 90_000
    with Session(ScriptedBackend(ui), ui) as session:
        assert len(session.describe().text) < 10_000
        ui.find(role="textbox").value = "a" * 89_999 + "b"
        report = session.describe()
        assert list(told(report).changed[0].fields) == ["value"]
        assert len(report.text) < 10_000


def test_bad_input_32_a_window_deeper_than_the_limit_is_read_down_to_it() -> None:
    ui = ScriptedUI([{"role": "group"}])
    node = ui.roots[0]
    for _ in range(300):
        node = node.add({"role": "group"})
    with Session(ScriptedBackend(ui), ui) as session:
        report = session.describe()
        assert report.snapshot.partial
        assert max(report.snapshot.columns.depth) < 200
        assert session.describe().reason == "nothing changed"
