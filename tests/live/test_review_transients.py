"""No record of a stream names a number that was never told, also where something told moves into what is held back."""

from collections.abc import Callable

from tests.live.watching import Time, kinds, mail, observed
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.formats.stream import AddedRecord, ReorderedRecord, StreamRecord
from uidiff.stream import MovedRecord, TransientRecord

Do = Callable[[], object]


def told(ui: ScriptedUI, *steps: tuple[float, Do]) -> list[StreamRecord]:
    """What is told between the first and the last record while things are done at their seconds."""
    time = Time()
    for seconds, do in steps:
        time.at(seconds, do)
    return observed(ui, time, transient=5)[1:-1]


def form(ui: ScriptedUI) -> Node:
    fields = {"role": "group", "name": "fields", "children": [{"role": "text", "name": "hint"}]}
    return ui.add({"role": "dialog", "name": "Form", "children": [fields]})


def into_the_form(ui: ScriptedUI) -> None:
    ui.find(role="textbox").move(ui.find(name="fields"))


def added(records: list[StreamRecord]) -> list[object]:
    return [record.element.get("t") for record in records if isinstance(record, AddedRecord)]


def test_what_moves_below_something_held_back_is_told_behind_it() -> None:
    ui = mail()
    records = told(ui, (1.5, lambda: form(ui)), (2.5, lambda: into_the_form(ui)))
    assert kinds(records) == ["added", "added", "moved", "added"]
    moved = records[2]
    assert isinstance(moved, MovedRecord)
    assert [record.number for record in records if isinstance(record, AddedRecord)][:2] == [8, moved.to_parent]
    assert added(records) == ["Form", "fields", "hint"]


def test_so_it_is_where_both_come_with_one_read() -> None:
    ui = mail()

    def both() -> None:
        form(ui)
        into_the_form(ui)

    records = told(ui, (1.5, both))
    assert kinds(records) == ["added", "added", "moved", "added"]
    assert added(records) == ["Form", "fields", "hint"]


def test_what_was_told_early_is_removed_when_it_goes_and_what_came_with_it_is_seen_and_gone() -> None:
    ui = mail()
    text = {"role": "status", "name": "saved", "children": [{"role": "text", "name": "in Drafts"}]}
    records = told(
        ui,
        (1.5, lambda: form(ui).children[0].add(text)),
        (2.5, lambda: into_the_form(ui)),
        (3.5, lambda: ui.find(role="dialog").remove()),
    )
    assert kinds(records) == ["added", "added", "moved", "transient", "transient", "removed", "removed", "removed"]
    assert [one.element["t"] for one in records if isinstance(one, TransientRecord)] == ["hint", "saved"]


def test_what_was_held_longer_than_its_new_parent_is_told_behind_it() -> None:
    ui = mail()
    records = told(
        ui,
        (1.5, lambda: ui.add({"role": "status", "name": "Saved"})),
        (3.5, lambda: ui.add({"role": "dialog", "name": "Log"})),
        (4.5, lambda: ui.find(role="status").move(ui.find(role="dialog"))),
    )
    assert added(records) == ["Log", "Saved"]


ITEMS = [{"role": "listitem", "name": f"{number}"} for number in range(12)]


def wrapped(ui: ScriptedUI) -> None:
    """Have all items stand in a new list: they have not moved by that."""
    place = ui.roots[0].add({"role": "list", "name": "All"})
    for node in ui.find_all(role="listitem"):
        node.move(place)


def turned(ui: ScriptedUI) -> None:
    for node in ui.find(name="All").children:
        node.move(ui.find(name="All"), at=0)


def test_an_order_below_something_held_back_is_told_behind_it() -> None:
    ui = ScriptedUI({"role": "window", "children": ITEMS})
    records = told(ui, (1.5, lambda: wrapped(ui)), (2.5, lambda: turned(ui)))
    assert kinds(records) == ["added", "reordered"]
    first, order = records
    assert isinstance(first, AddedRecord)
    assert isinstance(order, ReorderedRecord)
    assert order.parent == first.number


def test_what_moves_out_of_something_held_back_is_told_behind_it() -> None:
    ui = ScriptedUI({"role": "window", "children": [{"role": "group", "name": "Rest"}, *ITEMS]})
    records = told(ui, (1.5, lambda: wrapped(ui)), (2.5, lambda: ui.find(name="3").move(ui.find(name="Rest"))))
    assert kinds(records) == ["added", "moved"]
    first, moved = records
    assert isinstance(first, AddedRecord)
    assert isinstance(moved, MovedRecord)
    assert moved.from_parent == first.number


def test_what_moves_out_of_something_that_goes_is_told_behind_that() -> None:
    ui = ScriptedUI({"role": "window", "children": [{"role": "group", "name": "Rest"}, *ITEMS]})

    def let_go() -> None:
        for node in ui.find(name="All").children:
            node.move(ui.find(name="Rest"))
        ui.find(name="All").remove()

    records = told(ui, (1.5, lambda: wrapped(ui)), (2.5, let_go))
    assert kinds(records) == ["transient", *["moved"] * 12]


def test_what_moves_out_of_something_that_was_not_read_is_told_behind_it() -> None:
    ui = ScriptedUI({"role": "window", "children": [{"role": "group", "name": "Rest", "children": ITEMS}]})

    def wrap() -> None:
        place = ui.find(name="Rest").add({"role": "list", "name": "All"})
        for node in ui.find_all(role="listitem"):
            node.move(place)

    def move_out() -> None:
        ui.find(name="3").move(ui.roots[0])
        ui.cut(ui.find(name="Rest"), times=2)

    records = told(ui, (1.5, wrap), (2.5, move_out))
    (moved,) = [place for place, record in enumerate(records) if isinstance(record, MovedRecord)]
    assert added(records[:moved]) == ["All"]
    assert added(records) == ["All"]
