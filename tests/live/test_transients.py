"""spec/features#x8: what is seen and gone is told once, when it has gone; what stays is told when its time has come."""

from typing import Any

import pytest

from tests.live.watching import START, Time, Woken, kinds, lines, mail, observed
from uidiff import Session
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.formats.stream import RemovedRecord, ReorderedRecord, StreamRecord
from uidiff.stream import AddedRecord, ChangedRecord, MovedRecord, TransientRecord


def toast(ui: ScriptedUI, name: str = "Saved") -> Node:
    return ui.add({"role": "status", "name": name, "children": [{"role": "text", "name": "in Drafts"}]})


def script(*steps: tuple[float, Any]) -> Time:
    time = Time()
    for seconds, do in steps:
        time.at(seconds, do)
    return time


def changes(records: list[StreamRecord]) -> list[StreamRecord]:
    return records[1:-1]


def came(records: list[StreamRecord]) -> list[tuple[int, object, object]]:
    """When what was told to have come: its second, number and name."""
    return [
        (round((record.ts or 0) - START), record.number, record.element.get("t"))
        for record in records
        if isinstance(record, AddedRecord)
    ]


def test_x_8_a_toast_seen_and_gone_is_one_record_with_how_long() -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)), (3.5, lambda: ui.find(role="status").remove()))
    assert lines(observed(ui, time, transient=3)) == [
        '{"type":"snapshot","ts":00.001,"count":7}',
        '{"type":"transient","ts":04.001,"el":{"i":8,"r":"status","t":"Saved"},"p":"","shown":"2.0s"}',
        '{"type":"done","ts":10.001,"elapsed":"10.0s","events":1}',
    ]


def test_x_8_what_stays_is_told_when_its_time_has_come_as_it_is_by_then() -> None:
    ui = mail()
    time = script(
        (1.5, lambda: toast(ui)),
        (2.5, lambda: setattr(ui.find(role="status"), "name", "Saved twice")),
        (3.5, lambda: ui.find(role="status").move(ui.find(role="list"))),
    )
    records = observed(ui, time, transient=3)
    assert changes(records) == [
        AddedRecord(START + 5.001, {"i": 8, "r": "status", "t": "Saved twice"}, "window > list"),
        AddedRecord(START + 5.001, {"i": 9, "r": "txt", "t": "in Drafts"}, "window > list > status"),
    ]


def test_x_8_its_time_comes_between_two_reads_too() -> None:
    ui = mail()
    backend = Woken(ui)
    backend.time.at(1, lambda: toast(ui))
    with Session(backend, ui, clock=backend.time.clock()) as session:
        records = list(session.observe(interval=1000, duration=100, transient=3))
    assert [round(at, 2) for at in backend.read_at] == [0, 1.05, 4.05, 100]
    assert came(records) == [(4, 8, "Saved"), (4, 9, "in Drafts")]


def test_x_8_changes_of_what_is_not_held_back_are_told_at_once() -> None:
    ui = mail()
    time = script(
        (1.5, lambda: toast(ui)),
        (1.5, lambda: ui.find(role="textbox").set(focused=True)),
        (2.5, ui.find(role="button").remove),
        (2.5, lambda: ui.find(name="Mail 0").move(ui.find(role="list"))),
    )
    told = changes(observed(ui, time, transient=30, duration=3))
    assert [(type(one), round((one.ts or 0) - START)) for one in told] == [
        (ChangedRecord, 2),
        (RemovedRecord, 3),
        (MovedRecord, 3),
        (AddedRecord, 3),
        (AddedRecord, 3),
    ]


def test_x_8_children_that_come_later_are_told_with_what_they_came_into() -> None:
    ui = mail()
    time = script(
        (1.5, lambda: toast(ui)), (3.5, lambda: ui.find(role="status").add({"role": "button", "name": "Undo"}))
    )
    assert came(observed(ui, time, transient=3)) == [(5, 8, "Saved"), (5, 9, "in Drafts"), (5, 10, "Undo")]


def test_x_8_children_that_go_before_are_not_told() -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)), (2.5, lambda: ui.find(name="in Drafts").remove()))
    assert came(observed(ui, time, transient=3)) == [(5, 8, "Saved")]
    ui = mail()
    time = script(
        (1.5, lambda: toast(ui)),
        (2.5, lambda: ui.find(name="in Drafts").remove()),
        (3.5, lambda: ui.find(role="status").remove()),
    )
    assert [one.element["t"] for one in observed(ui, time, transient=3) if isinstance(one, TransientRecord)] == [
        "Saved"
    ]


def test_x_8_what_was_taken_out_of_a_toast_is_told_by_itself() -> None:
    ui = mail()
    inner: list[Node] = []
    time = script(
        (1.5, lambda: inner.append(toast(ui).children[0])),
        (2.5, lambda: inner[0].move(ui.find(role="list"))),
        (3.5, lambda: ui.find(role="status").remove()),
        (4.5, lambda: ui.find(name="in Drafts").remove()),
    )
    told = [one for one in observed(ui, time, transient=5) if isinstance(one, TransientRecord)]
    assert [(one.element["t"], one.shown) for one in told] == [("Saved", 2), ("in Drafts", 3)]


def test_x_8_a_toast_that_said_something_else_in_the_end_is_told_as_it_was_seen_last() -> None:
    ui = mail()
    time = script(
        (1.5, lambda: toast(ui, "Saving...")),
        (2.5, lambda: setattr(ui.find(role="status"), "name", "Saved")),
        (3.5, lambda: ui.find(role="status").remove()),
    )
    (told,) = changes(observed(ui, time, transient=5))
    assert isinstance(told, TransientRecord)
    assert told.element["t"] == "Saved"


def test_x_8_an_order_is_told_without_what_is_held_back() -> None:
    ui = ScriptedUI({"role": "list", "children": [{"role": "listitem", "name": f"{n}"} for n in range(12)]})

    def turn() -> None:
        for node in ui.roots[0].children:
            node.move(ui.roots[0], at=0)

    time = script((1.5, lambda: ui.roots[0].add({"role": "listitem", "name": "new"})), (2.5, turn))
    told = changes(observed(ui, time, transient=5, duration=3))
    assert told[0] == ReorderedRecord(START + 3.001, 1, tuple(range(13, 1, -1)))
    assert came(told) == [(3, 14, "new")]


def test_x_8_an_order_of_what_is_held_back_alone_is_not_told() -> None:
    ui = mail()

    def turn() -> None:
        for node in ui.find(role="menu").children:
            node.move(ui.find(role="menu"), at=0)

    menu = {"role": "menu", "children": [{"role": "menuitem", "name": f"{n}"} for n in range(12)]}
    time = script((1.5, lambda: ui.add(menu)), (2.5, turn))
    told = changes(observed(ui, time, transient=2))
    assert [name for _, _, name in came(told)] == [None, *(f"{n}" for n in reversed(range(12)))]
    assert len(told) == 13


def test_x_8_the_end_tells_what_is_still_held_back() -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)))
    records = observed(ui, time, transient=300)
    assert kinds(records) == ["snapshot", "added", "added", "done"]
    assert came(records) == [(10, 8, "Saved"), (10, 9, "in Drafts")]


def test_x_8_the_end_of_the_application_tells_it_too() -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)), (3.5, ui.close))
    assert kinds(observed(ui, time, transient=300)) == ["snapshot", "error", "added", "added", "done"]


@pytest.mark.parametrize("transient", [0, 0.0])
def test_x_8_without_a_time_to_stay_everything_is_told_at_once(transient: float) -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)))
    assert came(observed(ui, time, transient=transient)) == [(2, 8, "Saved"), (2, 9, "in Drafts")]


# --------------------------------------------------------------------- filters


def test_x_8_with_a_filter_only_what_is_kept_is_told() -> None:
    ui = mail()
    time = script(
        (1.5, lambda: toast(ui)),
        (2.5, lambda: ui.add({"role": "dialog"})),
        (3.5, lambda: ui.find(role="status").remove()),
    )
    records = observed(ui, time, transient=4, roles={"status", "dialog"})
    assert kinds(records) == ["snapshot", "transient", "added", "done"]
    assert came(records) == [(7, 10, None)]


def test_x_8_what_leaves_the_filter_before_its_time_is_seen_and_gone() -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)), (3.5, lambda: setattr(ui.find(role="status"), "role", "group")))
    (told,) = changes(observed(ui, time, transient=4, roles={"status"}))
    assert isinstance(told, TransientRecord)
    assert (told.number, told.shown) == (8, 2)


def test_x_8_below_a_scope() -> None:
    ui = mail()
    time = script(
        (1.5, lambda: ui.find(role="list").add({"role": "listitem", "name": "new"})),
        (2.5, lambda: toast(ui)),
    )
    assert came(observed(ui, time, transient=2, scope="e3")) == [(4, 8, "new")]


# --------------------------------------------------------------- partial reads


def hidden(ui: ScriptedUI, *, times: int) -> Any:  # noqa: ANN401  # something to be done
    return lambda: ui.cut(ui.find(role="list"), times=times)


def mail_with_new(*steps: tuple[float, Any], ui: ScriptedUI) -> Time:
    return script((1.5, lambda: ui.find(role="list").add({"role": "listitem", "name": "new"})), *steps)


def test_x_7_what_is_held_back_and_not_read_is_waited_for() -> None:
    ui = mail()
    time = mail_with_new((2.5, hidden(ui, times=3)), ui=ui)
    assert came(observed(ui, time, transient=2)) == [(6, 8, "new")]


def test_x_7_what_went_while_it_was_not_read_is_gone_when_that_is_known() -> None:
    ui = mail()
    time = mail_with_new((2.5, hidden(ui, times=3)), (3.5, lambda: ui.find(name="new").remove()), ui=ui)
    told = [one for one in observed(ui, time, transient=2) if isinstance(one, TransientRecord)]
    assert [(one.number, one.shown) for one in told] == [(8, 4)]


def test_x_7_at_the_end_what_could_not_be_read_is_told_as_it_was_seen_last() -> None:
    ui = mail()
    time = mail_with_new((2.5, hidden(ui, times=30)), ui=ui)
    records = observed(ui, time, transient=2, duration=6)
    assert kinds(records) == ["snapshot", "unknown", "unknown", "unknown", "added", "done"]
    assert came(records) == [(2, 8, "new")]


def test_x_7_what_goes_in_a_part_that_was_read_is_gone() -> None:
    ui = mail()
    time = script((1.5, lambda: toast(ui)), (2.5, hidden(ui, times=30)), (3.5, lambda: ui.find(role="status").remove()))
    told = [one for one in observed(ui, time, transient=4, duration=5) if isinstance(one, TransientRecord)]
    assert [(one.number, one.shown) for one in told] == [(8, 2)]


def test_x_8_what_is_told_of_as_something_moved_out_of_it_is_told_once() -> None:
    ui = mail()

    def rebuild() -> None:
        item = ui.find_all(role="listitem")[0]
        item.move(ui.find(role="window"), at=0)
        group = ui.find(role="window").add({"role": "group", "name": "Later"})
        ui.find(role="list").move(group)

    records = observed(ui, script((1.5, rebuild)), transient=0)
    assert [record.number for record in records if isinstance(record, AddedRecord)] == [8]
    assert kinds(changes(records)) == ["added", "moved", "moved"]
