"""Ids of elements: one as long as it lives, never another's, and no more of them than are in sight."""

import pytest

from tests.backends.ax.fake_mac import App, Mac, Thing
from tests.backends.ax.fake_modules import fake_system
from tests.backends.ax.trees import button, mail, reading, window
from tests.backends.subjects import read
from uidiff import Limits, diff
from uidiff.backends.ax import AxBackend, AxHandle
from uidiff.backends.ax import handles as ax_handles
from uidiff.backends.ax.handles import ElementIds
from uidiff.errors import StaleRef


def rows(*titles: str) -> list[Thing]:
    return [Thing("AXRow", button(title), AXSubrole="AXTableRow") for title in titles]


def test_an_element_keeps_its_id_through_changes_and_moves() -> None:
    table = Thing("AXTable", *rows("a", "b", "c"))
    _, backend = reading(App("Mail", window("Inbox", table)))
    before = read(backend, "Mail")
    table.children.append(table.children.pop(0))
    table.find("b").given["AXTitle"] = "renamed"
    table.children.insert(0, Thing("AXRow", button("new")))
    after = read(backend, "Mail")
    ids = {element.name: element.id for element in before if element.role == "button"}
    now = {element.name: element.id for element in after if element.role == "button"}
    assert (now["a"], now["renamed"], now["c"]) == (ids["a"], ids["b"], ids["c"])
    assert now["new"] not in {element.id for element in before}
    delta = diff(before, after)
    assert [record.after.name for record in delta.changed] == ["renamed"]


def test_an_element_of_another_role_in_the_same_place_is_another_one_and_a_shown_password_is_not() -> None:
    field = Thing("AXTextField", AXSubrole="AXSecureTextField", AXValue="x")
    _, backend = reading(App("Mail", window("Inbox", field)))
    before = read(backend, "Mail")[1]
    del field.given["AXSubrole"]
    assert read(backend, "Mail")[1].id == before.id
    field.given["AXRole"] = "AXCheckBox"
    after = read(backend, "Mail")[1]
    assert before.id != after.id
    with pytest.raises(StaleRef):
        backend.handle(before)
    assert backend.handle(after) is not None


def test_two_backends_give_no_id_twice() -> None:
    mac = Mac(mail())
    one, other = (AxBackend(system=fake_system(mac)) for _ in range(2))
    first, second = read(one, "Mail"), read(other, "Mail")
    assert first.window == second.window
    assert {*first.columns.id}.isdisjoint(second.columns.id)
    assert not diff(first, second)  # by content
    with pytest.raises(StaleRef):
        other.handle(first[0])


def test_handles_are_equal_by_their_element_and_say_nothing_of_it() -> None:
    _, backend = reading(mail())
    first, second = read(backend, "Mail"), read(backend, "Mail")
    one, again, other = backend.handle(first[1]), backend.handle(second[1]), backend.handle(first[0])
    fresh = AxHandle(type(one.ref)(one.ref.thing), one._system)
    assert one == again == fresh
    assert fresh.ref is not one.ref
    assert one != other
    assert one != one.ref
    assert len({one, again, fresh, other}) == 2
    assert "Save" not in repr(one)


def test_what_a_whole_read_does_not_show_is_forgotten() -> None:
    app = App("Mail", window("Inbox", *[button(f"b{number}") for number in range(100)]))
    _, backend = reading(app)
    first = read(backend, "Mail")
    removed = first[50]
    app.windows[0].children[10:] = []
    read(backend, "Mail")
    with pytest.raises(StaleRef):
        backend.handle(removed)
    assert backend.handle(first[5]) is not None
    assert backend._opened is not None
    assert len(backend._opened.ids) == 11


def test_what_a_partial_read_does_not_show_is_known_for_some_reads_more() -> None:
    app = App("Mail", window("Inbox", *[button(f"b{number}") for number in range(9)]))
    _, backend = reading(app)
    last = read(backend, "Mail")[9]
    few = Limits(max_elements=3)
    for _ in range(ax_handles.KEPT_READS):
        assert read(backend, "Mail", limits=few).partial
        assert backend.handle(last) is not None
    read(backend, "Mail", limits=few)
    with pytest.raises(StaleRef):
        backend.handle(last)


def test_an_element_that_died_since_has_no_handle_and_one_that_does_not_answer_has() -> None:
    app = App("Mail", window("Inbox", button("Save"), button("Send")))
    _, backend = reading(app)
    snapshot = read(backend, "Mail")
    app.find("Save").gone = True
    with pytest.raises(StaleRef):
        backend.handle(snapshot[1])
    app.find("Send").failure = -25204
    assert backend.handle(snapshot[2]) is not None
    app.ended = True
    with pytest.raises(StaleRef):
        backend.handle(snapshot[2])


def test_the_dialog_of_two_windows_is_one_element_and_lives_as_long_as_one_shows_it() -> None:
    dialog = window("Sure?", subrole="AXDialog", at=(3, 3))
    app = App("Mail", window("A"), window("B", at=(9, 9)), dialog)
    _, backend = reading(app)
    a, b = backend.windows()
    first, second = read(backend, a), read(backend, b)
    assert first[1].id == second[1].id
    app.children.remove(dialog)
    assert len(read(backend, a)) == 1
    assert backend.handle(first[1]) is not None  # the other window was not read since
    read(backend, b)
    with pytest.raises(StaleRef):
        backend.handle(first[1])


def test_elements_of_windows_that_were_not_read_for_long_are_forgotten() -> None:
    system = fake_system(Mac())
    numbers = ElementIds()
    handles = [AxHandle(system.AXUIElementRef(Thing("AXButton")), system) for _ in range(ax_handles.MOST_WINDOWS + 1)]
    ids = []
    for number, handle in enumerate(handles):
        numbers.begin(f"w{number}")
        ids.append(numbers.id_of(handle, "AXButton", f"w{number}"))
        numbers.end(f"w{number}", whole=True)
    assert len(numbers) == ax_handles.MOST_WINDOWS
    assert numbers.handle(ids[0]) is None
    assert numbers.handle(ids[1]) == handles[1]
    assert numbers.handle(None) is None
