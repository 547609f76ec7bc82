"""spec/features#x8: an element that is added and soon removed is one record; one that stays is reported after its time.

No record names a number that was not reported before, also if something moves into an element that is held back.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.live.watching import START, Time, Woken, kinds, lines, observed
from uidiff import Session
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.formats.stream import RemovedRecord, ReorderedRecord, StreamRecord
from uidiff.stream import AddedRecord, ChangedRecord, MovedRecord, TransientRecord

Do = Callable[[], object]


def told(ui: ScriptedUI, *steps: tuple[float, Do], **options: Any) -> list[StreamRecord]:  # noqa: ANN401  # of observe
    """The records between the first and the last one, while things are done at their seconds."""
    time = Time()
    for seconds, do in steps:
        time.at(seconds, do)
    return observed(ui, time, **options)[1:-1]


def toast(ui: ScriptedUI, name: str = "Saved") -> Node:
    return ui.add({"role": "status", "name": name, "children": [{"role": "text", "name": "in Drafts"}]})


def came(records: list[StreamRecord]) -> list[tuple[int, int, object]]:
    """When what was reported as added: its second, number and name."""
    return [
        (round((record.ts or 0) - START), record.number, record.element.get("t"))
        for record in records
        if isinstance(record, AddedRecord)
    ]


def names(records: list[StreamRecord]) -> list[object]:
    return [name for _, _, name in came(records)]


def gone(records: list[StreamRecord]) -> list[tuple[int, object, float]]:
    """What was transient: its number and name, and for how long it was seen."""
    return [(one.number, one.element.get("t"), one.shown) for one in records if isinstance(one, TransientRecord)]


def test_x_8_a_toast_seen_and_gone_is_one_record_with_how_long(ui: ScriptedUI, time: Time) -> None:
    time.at(1.5, lambda: toast(ui))
    time.at(3.5, lambda: ui.find(role="status").remove())
    assert lines(observed(ui, time, transient=3)) == [
        '{"type":"snapshot","ts":00.001,"count":7}',
        '{"type":"transient","ts":04.001,"el":{"i":8,"r":"status","t":"Saved"},"p":"","shown":"2.0s"}',
        '{"type":"done","ts":10.001,"elapsed":"10.0s","events":1}',
    ]


def test_x_8_what_stays_is_told_when_its_time_has_come_as_it_is_by_then(ui: ScriptedUI) -> None:
    assert told(
        ui,
        (1.5, lambda: toast(ui)),
        (2.5, lambda: setattr(ui.find(role="status"), "name", "Saved twice")),
        (3.5, lambda: ui.find(role="status").move(ui.find(role="list"))),
        transient=3,
    ) == [
        AddedRecord(START + 5.001, {"i": 8, "r": "status", "t": "Saved twice"}, "window > list"),
        AddedRecord(START + 5.001, {"i": 9, "r": "txt", "t": "in Drafts"}, "window > list > status"),
    ]


def test_x_8_its_time_comes_between_two_reads_too(ui: ScriptedUI, woken: Woken) -> None:
    woken.time.at(1, lambda: toast(ui))
    with Session(woken, ui, clock=woken.time.clock()) as session:
        records = list(session.observe(interval=1000, duration=100, transient=3))
    assert [round(at, 2) for at in woken.read_at] == [0, 1.05, 4.05, 100]
    assert came(records) == [(4, 8, "Saved"), (4, 9, "in Drafts")]


def test_x_8_changes_of_what_is_not_held_back_are_told_at_once(ui: ScriptedUI) -> None:
    records = told(
        ui,
        (1.5, lambda: toast(ui)),
        (1.5, lambda: ui.find(role="textbox").set(focused=True)),
        (2.5, ui.find(role="button").remove),
        (2.5, lambda: ui.find(name="Mail 0").move(ui.find(role="list"))),
        transient=30,
        duration=3,
    )
    assert [(type(one), round((one.ts or 0) - START)) for one in records] == [
        (ChangedRecord, 2),
        (RemovedRecord, 3),
        (MovedRecord, 3),
        (AddedRecord, 3),
        (AddedRecord, 3),
    ]


def test_x_8_children_are_told_with_what_they_came_into_unless_they_went_before(ui: ScriptedUI) -> None:
    late = (3.5, lambda: ui.find(role="status").add({"role": "button", "name": "Undo"}))
    records = told(ui, (1.5, lambda: toast(ui)), (2.5, lambda: ui.find(name="in Drafts").remove()), late, transient=3)
    assert came(records) == [(5, 8, "Saved"), (5, 10, "Undo")]


def test_x_8_a_toast_is_told_as_it_was_seen_last_without_what_went_before(ui: ScriptedUI) -> None:
    records = told(
        ui,
        (1.5, lambda: toast(ui, "Saving...")),
        (2.5, lambda: setattr(ui.find(role="status"), "name", "Saved")),
        (2.5, lambda: ui.find(name="in Drafts").remove()),
        (3.5, lambda: ui.find(role="status").remove()),
        transient=5,
    )
    assert gone(records) == [(8, "Saved", 2)]
    assert len(records) == 1


def test_x_8_what_was_taken_out_of_a_toast_is_told_by_itself(ui: ScriptedUI) -> None:
    inner: list[Node] = []
    records = told(
        ui,
        (1.5, lambda: inner.append(toast(ui).children[0])),
        (2.5, lambda: inner[0].move(ui.find(role="list"))),
        (3.5, lambda: ui.find(role="status").remove()),
        (4.5, lambda: ui.find(name="in Drafts").remove()),
        transient=5,
    )
    assert gone(records) == [(8, "Saved", 2), (9, "in Drafts", 3)]


def turn(parent: Node) -> None:
    for node in parent.children:
        node.move(parent, at=0)


def test_x_8_an_order_is_told_without_what_is_held_back() -> None:
    ui = ScriptedUI({"role": "list", "children": ITEMS})
    new = (1.5, lambda: ui.roots[0].add({"role": "listitem", "name": "new"}))
    records = told(ui, new, (2.5, lambda: turn(ui.roots[0])), transient=5, duration=3)
    assert records[0] == ReorderedRecord(START + 3.001, 1, tuple(range(13, 1, -1)))
    assert came(records) == [(3, 14, "new")]


def test_x_8_an_order_of_what_is_held_back_alone_is_not_told(ui: ScriptedUI) -> None:
    menu = {"role": "menu", "children": [{"role": "menuitem", "name": f"{n}"} for n in range(12)]}
    records = told(ui, (1.5, lambda: ui.add(menu)), (2.5, lambda: turn(ui.find(role="menu"))), transient=2)
    assert names(records) == [None, *(f"{n}" for n in reversed(range(12)))]
    assert len(records) == 13


@pytest.mark.parametrize("ends", [False, True])
def test_x_8_the_end_tells_what_is_still_held_back(ui: ScriptedUI, ends: bool) -> None:
    records = told(ui, (1.5, lambda: toast(ui)), (3.5, ui.close if ends else lambda: None), transient=300)
    assert kinds(records) == ["error"] * ends + ["added", "added"]
    assert names(records) == ["Saved", "in Drafts"]


@pytest.mark.parametrize("transient", [0, 0.0])
def test_x_8_without_a_time_to_stay_everything_is_told_at_once(ui: ScriptedUI, transient: float) -> None:
    assert came(told(ui, (1.5, lambda: toast(ui)), transient=transient)) == [(2, 8, "Saved"), (2, 9, "in Drafts")]


# --------------------------------------------------------------------- filters


def test_x_8_with_a_filter_only_what_is_kept_is_told(ui: ScriptedUI) -> None:
    steps = ((1.5, lambda: toast(ui)), (2.5, lambda: ui.add({"role": "dialog"})))
    removed = (3.5, lambda: ui.find(role="status").remove())
    records = told(ui, *steps, removed, transient=4, roles={"status", "dialog"})
    assert kinds(records) == ["transient", "added"]
    assert came(records) == [(7, 10, None)]


def test_x_8_what_leaves_the_filter_before_its_time_is_seen_and_gone(ui: ScriptedUI) -> None:
    left = (3.5, lambda: setattr(ui.find(role="status"), "role", "group"))
    records = told(ui, (1.5, lambda: toast(ui)), left, transient=4, roles={"status"})
    assert gone(records) == [(8, "Saved", 2)]
    assert len(records) == 1


def test_x_8_below_a_scope(ui: ScriptedUI) -> None:
    steps = ((1.5, lambda: new_item(ui)), (2.5, lambda: toast(ui)))
    assert came(told(ui, *steps, transient=2, scope="e3")) == [(4, 8, "new")]


# --------------------------------------------------------------- partial reads


def new_item(ui: ScriptedUI) -> Node:
    return ui.find(role="list").add({"role": "listitem", "name": "new"})


def hidden(ui: ScriptedUI, *, times: int) -> tuple[float, Do]:
    return 2.5, lambda: ui.cut(ui.find(role="list"), times=times)


def test_x_7_what_is_held_back_and_not_read_is_waited_for(ui: ScriptedUI) -> None:
    assert came(told(ui, (1.5, lambda: new_item(ui)), hidden(ui, times=3), transient=2)) == [(6, 8, "new")]


def test_x_7_what_went_while_it_was_not_read_is_gone_when_that_is_known(ui: ScriptedUI) -> None:
    removed = (3.5, lambda: ui.find(name="new").remove())
    assert gone(told(ui, (1.5, lambda: new_item(ui)), hidden(ui, times=3), removed, transient=2)) == [(8, "new", 4)]


def test_x_7_at_the_end_what_could_not_be_read_is_told_as_it_was_seen_last(ui: ScriptedUI) -> None:
    records = told(ui, (1.5, lambda: new_item(ui)), hidden(ui, times=30), transient=2, duration=6)
    assert kinds(records) == ["unknown", "unknown", "unknown", "added"]
    assert came(records) == [(2, 8, "new")]


def test_x_7_what_goes_in_a_part_that_was_read_is_gone(ui: ScriptedUI) -> None:
    steps = ((1.5, lambda: toast(ui)), hidden(ui, times=30), (3.5, lambda: ui.find(role="status").remove()))
    assert gone(told(ui, *steps, transient=4, duration=5)) == [(8, "Saved", 2)]


# ------------------------------------------------- moves into and out of what is held


def form(ui: ScriptedUI) -> Node:
    fields = {"role": "group", "name": "fields", "children": [{"role": "text", "name": "hint"}]}
    return ui.add({"role": "dialog", "name": "Form", "children": [fields]})


def into_the_form(ui: ScriptedUI) -> None:
    ui.find(role="textbox").move(ui.find(name="fields"))


@pytest.mark.parametrize("second", [1.5, 2.5], ids=["with one read", "with the next read"])
def test_what_moves_below_something_held_back_is_told_behind_it(ui: ScriptedUI, second: float) -> None:
    records = told(ui, (1.5, lambda: form(ui)), (second, lambda: into_the_form(ui)), transient=5)
    assert kinds(records) == ["added", "added", "moved", "added"]
    moved = records[2]
    assert isinstance(moved, MovedRecord)
    assert moved.to_parent == came(records)[1][1]
    assert names(records) == ["Form", "fields", "hint"]


def test_what_was_told_early_is_removed_when_it_goes_and_what_came_with_it_is_seen_and_gone(ui: ScriptedUI) -> None:
    text = {"role": "status", "name": "saved", "children": [{"role": "text", "name": "in Drafts"}]}
    records = told(
        ui,
        (1.5, lambda: form(ui).children[0].add(text)),
        (2.5, lambda: into_the_form(ui)),
        (3.5, lambda: ui.find(role="dialog").remove()),
        transient=5,
    )
    assert kinds(records) == ["added", "added", "moved", "transient", "transient", "removed", "removed", "removed"]
    assert [name for _, name, _ in gone(records)] == ["hint", "saved"]


def test_what_was_held_longer_than_its_new_parent_is_told_behind_it(ui: ScriptedUI) -> None:
    records = told(
        ui,
        (1.5, lambda: ui.add({"role": "status", "name": "Saved"})),
        (3.5, lambda: ui.add({"role": "dialog", "name": "Log"})),
        (4.5, lambda: ui.find(role="status").move(ui.find(role="dialog"))),
        transient=5,
    )
    assert names(records) == ["Log", "Saved"]


def test_x_8_what_is_told_of_as_something_moved_out_of_it_is_told_once(ui: ScriptedUI) -> None:
    def rebuild() -> None:
        item = ui.find_all(role="listitem")[0]
        item.move(ui.find(role="window"), at=0)
        group = ui.find(role="window").add({"role": "group", "name": "Later"})
        ui.find(role="list").move(group)

    records = told(ui, (1.5, rebuild), transient=0)
    assert [number for _, number, _ in came(records)] == [8]
    assert kinds(records) == ["added", "moved", "moved"]


ITEMS = [{"role": "listitem", "name": f"{number}"} for number in range(12)]
REST = {"role": "group", "name": "Rest"}


def wrap(ui: ScriptedUI, parent: Node) -> None:
    """Put all items into a new list: they have not moved by that."""
    place = parent.add({"role": "list", "name": "All"})
    for node in ui.find_all(role="listitem"):
        node.move(place)


def test_an_order_below_something_held_back_is_told_behind_it() -> None:
    ui = ScriptedUI({"role": "window", "children": ITEMS})
    records = told(ui, (1.5, lambda: wrap(ui, ui.roots[0])), (2.5, lambda: turn(ui.find(name="All"))), transient=5)
    assert kinds(records) == ["added", "reordered"]
    order = records[1]
    assert isinstance(order, ReorderedRecord)
    assert order.parent == came(records)[0][1]


def test_what_moves_out_of_something_held_back_is_told_behind_it() -> None:
    ui = ScriptedUI({"role": "window", "children": [REST, *ITEMS]})
    moved = (2.5, lambda: ui.find(name="3").move(ui.find(name="Rest")))
    records = told(ui, (1.5, lambda: wrap(ui, ui.roots[0])), moved, transient=5)
    assert kinds(records) == ["added", "moved"]
    move = records[1]
    assert isinstance(move, MovedRecord)
    assert move.from_parent == came(records)[0][1]


def test_what_moves_out_of_something_that_goes_is_told_behind_that() -> None:
    ui = ScriptedUI({"role": "window", "children": [REST, *ITEMS]})

    def let_go() -> None:
        for node in ui.find(name="All").children:
            node.move(ui.find(name="Rest"))
        ui.find(name="All").remove()

    records = told(ui, (1.5, lambda: wrap(ui, ui.roots[0])), (2.5, let_go), transient=5)
    assert kinds(records) == ["transient", *["moved"] * 12]


def test_what_moves_out_of_something_that_was_not_read_is_told_behind_it() -> None:
    ui = ScriptedUI({"role": "window", "children": [{**REST, "children": ITEMS}]})

    def move_out() -> None:
        ui.find(name="3").move(ui.roots[0])
        ui.cut(ui.find(name="Rest"), times=2)

    records = told(ui, (1.5, lambda: wrap(ui, ui.find(name="Rest"))), (2.5, move_out), transient=5)
    (moved,) = [place for place, record in enumerate(records) if isinstance(record, MovedRecord)]
    assert names(records[:moved]) == names(records) == ["All"]
