"""spec/features#d31, #x7, spec/definitions#12-partial to #14-filters and #16-refs: windows that end, start again or are
read in part; scopes that go.
"""

from typing import Any

import pytest

from tests.live.watching import START, Polled, Time, Woken, kinds, mail, observed
from uidiff import Session, Snapshot
from uidiff.backends.recorded import RecordedBackend
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import BackendError
from uidiff.formats.stream import CircumstancesRecord, NewlyReadRecord, RemovedRecord, StreamRecord, UnknownRecord
from uidiff.model.window import Window
from uidiff.stream import AddedRecord, DoneRecord, ErrorRecord, SnapshotRecord

MAIL = Window(app="Mail")


def errors(records: list[StreamRecord]) -> list[str]:
    return [record.error for record in records if isinstance(record, ErrorRecord)]


# ---------------------------------------------------------------- applications


@pytest.mark.parametrize("target", [MAIL, None])
def test_an_application_that_ends_is_an_error_and_the_end(ui: ScriptedUI, time: Time, target: object) -> None:
    time.at(2.5, ui.close)
    records = observed(ui, time, target=target or ui)
    assert kinds(records) == ["snapshot", "error", "done"]
    assert "has ended" in errors(records)[0]
    assert isinstance(records[-1], DoneRecord)
    assert records[-1].elapsed == 3


def test_an_application_that_was_started_anew_is_the_end_without_reconnect(ui: ScriptedUI, time: Time) -> None:
    time.at(2.5, ui.restart)
    records = observed(ui, time, target=MAIL)
    assert kinds(records) == ["snapshot", "error", "done"]
    assert errors(records) == ["the application was started again: ask for reconnect=True to go on with it"]


def test_with_reconnect_it_is_said_once_that_it_is_gone_and_then_there_is_a_new_snapshot() -> None:
    ui, time = mail(), Time()
    time.at(1.5, ui.close)
    time.at(3.5, lambda: ui.fail(BackendError("starting up")))
    time.at(5.5, ui.restart)
    time.at(8.5, lambda: ui.add({"role": "dialog", "name": "new"}))
    records = observed(ui, time, target=MAIL, reconnect=True, duration=12)
    assert kinds(records) == ["snapshot", "error", "error", "snapshot", "added", "done"]
    assert ["has ended" in error for error in errors(records)] == [True, False]
    assert isinstance(records[3], SnapshotRecord)
    assert records[3].count == 7


def test_a_window_that_is_not_found_for_a_while_is_said_once(ui: ScriptedUI, time: Time) -> None:
    other = ScriptedUI([{"role": "window"}], app="Mail", pid=2)
    backend = Polled(ui)
    time.at(1.5, lambda: backend._ui(other))  # two fit now
    time.at(4.5, other.close)
    time.at(6.5, ui.find(role="button").remove)
    with Session(backend, MAIL, clock=time.clock()) as session:
        records = list(session.observe(duration=8))
    assert kinds(records) == ["snapshot", "error", "removed", "done"]
    assert "2 of the 2 scripted windows fit" in errors(records)[0]


def test_refs_are_never_used_again_when_the_application_is_started_anew(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, ui.restart)
    time.at(3.5, lambda: ui.add({"role": "dialog", "name": "new"}))
    records = observed(ui, time, target=MAIL, reconnect=True)
    (added,) = [record for record in records if isinstance(record, AddedRecord)]
    assert added.number == 15  # 7 before, 7 after


def test_after_reconnecting_it_listens_to_the_new_process(ui: ScriptedUI, woken: Woken) -> None:
    heard = []
    woken.time.at(1.5, ui.restart)
    with Session(woken, MAIL, clock=woken.time.clock()) as session:
        for record in session.observe(interval=100, duration=10, reconnect=True):
            heard += [(record.type, list(woken.listening))]
    (_, before), (_, after), (_, end) = heard
    assert [len(before), len(after), end] == [1, 1, []]
    assert before != after


def test_another_window_of_the_same_process_is_a_new_snapshot() -> None:
    steps = [Snapshot.from_dicts([{"role": "window"}], window=window, pid=1) for window in ("1", "2")]
    with Session(RecordedBackend(), steps, clock=Time().clock()) as session:
        assert kinds(list(session.observe(duration=1))) == ["snapshot", "snapshot", "done"]


def test_a_recording_is_observed_until_it_ends() -> None:
    first = Snapshot.from_dicts([{"role": "window"}, {"role": "button", "parent": 0}], taken_at=5.25)
    second = Snapshot.from_dicts([{"role": "window"}], taken_at=6.25)
    time = Time()
    with Session(RecordedBackend(), [first, second], clock=time.clock()) as session:
        records = list(session.observe())
    assert kinds(records) == ["snapshot", "removed", "error", "done"]
    assert records[1] == RemovedRecord(6.25, 2, "btn")
    assert errors(records) == ["the recording has ended: open it again with another backend to see it again"]


# ------------------------------------------------------------- partial reads


def cut(ui: ScriptedUI, *, times: int = 1) -> Any:  # noqa: ANN401  # something to be done
    return lambda: ui.cut(ui.find(role="list"), times=times)


def test_x_7_what_was_not_read_is_not_told_to_have_gone_till_it_is_known(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, cut(ui, times=3))
    time.at(2.5, ui.find(name="Mail 1").remove)
    time.at(3.5, lambda: setattr(ui.find(name="Mail 2"), "name", "Mail Two"))
    records = observed(ui, time)[1:-1]
    assert records[:3] == [UnknownRecord(START + 2.001, 4 + n, "listitem", f"Mail {n}") for n in range(3)]
    back = [record.element for record in records[3:5] if isinstance(record, NewlyReadRecord)]
    assert [(element["i"], element["t"]) for element in back] == [(4, "Mail 0"), (6, "Mail Two")]
    assert records[5:] == [RemovedRecord(START + 5.001, 5, "listitem", "Mail 1")]


def test_x_7_changes_elsewhere_are_told_while_something_is_unread(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, cut(ui, times=3))
    time.at(2.5, ui.find(role="button").remove)
    time.at(3.5, lambda: setattr(ui, "title", "Sent"))
    records = observed(ui, time, duration=4)
    assert kinds(records[1:-1]) == ["unknown"] * 3 + ["removed", "circumstances"]


def test_x_7_what_was_not_read_and_stands_elsewhere_now_is_not_told_to_be_new(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, cut(ui, times=30))
    time.at(2.5, lambda: ui.find(name="Mail 1").move(ui.roots[0]))
    told = observed(ui, time, duration=4)[1:-1]
    assert kinds(told) == ["unknown"] * 3 + ["newly_read"]
    assert isinstance(told[3], NewlyReadRecord)
    assert (told[3].number, told[3].path) == (5, "window")


def test_x_7_what_comes_back_as_something_that_was_not_asked_for_is_told_no_more(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, cut(ui))
    time.at(1.5, lambda: setattr(ui.find(name="Mail 1"), "role", "group"))
    told = observed(ui, time, roles={"listitem"})[1:-1]
    assert kinds(told) == ["unknown"] * 3 + ["newly_read"] * 2


# -------------------------------------------------------------------- scopes


@pytest.mark.parametrize("transient", [None, 2])
@pytest.mark.parametrize("roles", [(), ("listitem",)])
def test_a_scope_that_goes_is_told_and_ends_it(roles: tuple[str, ...], transient: float | None) -> None:
    ui, time = mail(), Time()
    time.at(2.5, ui.find(role="list").remove)
    records = observed(ui, time, scope="e3", roles=roles, transient=transient)
    assert kinds(records) == ["snapshot", *["removed"] * (3 if roles else 4), "error", "done"]
    assert errors(records) == ["e3 is gone, and all that was observed with it"]
    assert ui.reads == 4


@pytest.mark.parametrize("transient", [None, 2])
def test_x_7_a_scope_that_was_not_read_is_waited_for(ui: ScriptedUI, time: Time, transient: float | None) -> None:
    time.at(1.5, lambda: ui.cut(ui.roots[0], times=3))
    time.at(2.5, lambda: setattr(ui, "title", "Sent"))
    time.at(3.5, lambda: setattr(ui.find(name="Mail 1"), "name", "Mail One"))
    records = observed(ui, time, scope="e3", transient=transient)
    assert kinds(records) == ["snapshot", *["unknown"] * 4, "circumstances", *["newly_read"] * 4, "done"]
    assert [record for record in records if isinstance(record, CircumstancesRecord)]


def test_x_7_a_scope_that_went_while_it_was_not_read_ends_it_when_that_is_known(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, lambda: ui.cut(ui.roots[0], times=2))
    time.at(2.5, ui.find(role="list").remove)
    records = observed(ui, time, scope="e3")
    assert kinds(records) == ["snapshot", *["unknown"] * 4, *["removed"] * 4, "error", "done"]


def test_a_scope_that_went_for_sure_ends_it_though_something_else_was_not_read(ui: ScriptedUI, time: Time) -> None:
    ui.add({"role": "dialog", "children": [{"role": "button", "name": "Yes"}]})
    time.at(1.5, lambda: ui.cut(ui.find(role="dialog"), times=9))
    time.at(2.5, ui.find(role="list").remove)
    records = observed(ui, time, scope="e3", roles={"listitem"})
    assert kinds(records) == ["snapshot", *["removed"] * 3, "error", "done"]
    assert ui.reads == 4


def test_after_a_restart_a_scope_is_gone(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, ui.restart)
    records = observed(ui, time, target=MAIL, scope="e3", reconnect=True)
    assert kinds(records) == ["snapshot", "error", "done"]
    assert errors(records) == ["e3 is not in this window: take a ref from its last description"]


# ------------------------------------------------------- in between, by others


def test_describing_and_acting_in_between_loses_no_change_and_refs_agree(ui: ScriptedUI, time: Time) -> None:
    ui.on(ui.find(role="button"), "press", lambda: ui.add({"role": "dialog", "name": "Save?"}))
    time.at(1.5, lambda: ui.find(role="list").add({"role": "listitem", "name": "new"}))
    with Session(Polled(ui), ui, clock=time.clock()) as session:
        session.describe()
        added = []
        for record in session.observe(duration=6):
            if isinstance(record, SnapshotRecord):
                report = session.act("press", "e7", settle=None)
                assert report.delta is not None
                assert [f"e{report.refs.numbers[one.after.index]}" for one in report.delta.added] == ["e8"]
            if isinstance(record, AddedRecord):
                added.append((record.number, record.element["t"]))
                session.describe()
        assert added == [(8, "Save?"), (9, "new")]
        report = session.describe(mode="full")
        assert [report.snapshot[report.refs.numbers.index(number)].name for number, _ in added] == ["Save?", "new"]


def test_observing_leaves_the_baseline_of_describe(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, ui.find(role="button").remove)
    with Session(Polled(ui), ui, clock=time.clock()) as session:
        session.describe()
        assert kinds(list(session.observe(duration=3))) == ["snapshot", "removed", "done"]
        assert session.describe().delta is not None
        report = session.describe()
        assert report.reason == "nothing changed"


def test_two_observations_of_one_session_tell_the_same(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, ui.find(role="button").remove)
    with Session(Polled(ui), ui, clock=time.clock()) as session:
        one, other = session.observe(duration=3), session.observe(duration=3)
        pairs = list(zip(one, other, strict=True))
    assert [kinds(list(pair)) for pair in pairs] == [[kind, kind] for kind in ("snapshot", "removed", "done")]
