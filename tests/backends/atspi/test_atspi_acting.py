"""The objects behind elements, and what is done with them."""

from __future__ import annotations

import pytest

from tests.backends.atspi.fake_bus import APP, Told
from tests.backends.atspi.subjects import Shared, form, on, until_still
from tests.backends.subjects import read
from tests.desktop.forms import GTK3, GTK4, QT5, QT6, TOOLKITS, Toolkit
from tests.desktop.private import Desktop
from tests.desktop.program import eventually
from uidiff import Element, Snapshot
from uidiff.backends.atspi import AtspiBackend, AtspiHandle
from uidiff.backends.atspi.actions import act
from uidiff.backends.atspi.bus import Fault
from uidiff.backends.atspi.constants import ACTION
from uidiff.backends.atspi.replies import ObjectKey
from uidiff.errors import BackendError, ReadTimeout, StaleRef


def one(snapshot: Snapshot, role: str, name: str) -> Element:
    (element,) = snapshot.find(role=role, name=name)
    return element


def test_a_text_is_typed_into_a_field(shared: Shared) -> None:
    field = one(shared.read(), "textbox", "Name")
    for text, shown in (("Grace", {"Grace"}), ("", {"", None}), ("Ada", {"Ada"})):
        shared.backend.act(field, "type", text)
        assert one(shared.read(), "textbox", "Name").value in shown
    with pytest.raises(BackendError, match="needs a value; nothing was done"):
        shared.backend.act(field, "type")


def test_a_password_is_typed_and_not_read(shared: Shared) -> None:
    shared.backend.act(one(shared.read(), "textbox", "Password"), "type", "swordfish")
    assert "swordfish" not in repr(shared.read().to_dicts())


def test_a_number_is_set_and_what_is_none_is_refused(shared: Shared) -> None:
    slider = one(shared.read(), "slider", "Volume")
    shared.backend.act(slider, "type", "40")
    assert one(shared.read(), "slider", "Volume").value == "40"
    for text in ("much", "", "nan"):
        with pytest.raises(BackendError, match=r"takes a number; nothing was done: write it with digits\Z"):
            shared.backend.act(slider, "type", text)


def test_the_focus_is_given(shared: Shared) -> None:
    subscribe = next(element for element in shared.read() if (element.name or "").startswith("Subscribe"))
    if shared.toolkit == GTK4:  # 4.8 answers that it did not, and does not
        with pytest.raises(BackendError, match="does not do 'focus'"):
            shared.backend.act(subscribe, "focus")
        return
    shared.backend.act(subscribe, "focus")
    assert one(shared.read(), "checkbox", "Subscribe").states.get("focused")


def test_a_name_of_an_action_may_be_in_upper_or_lower_case(shared: Shared) -> None:
    save = one(shared.read(), "button", "Save")
    shared.backend.act(save, save.actions[0].upper())
    eventually(lambda: read(shared.backend, "shared form").find(name="Saved"))


@on(*TOOLKITS)
def test_an_element_is_pressed_whatever_its_program_calls_that(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, _):
        backend.act(one(read(backend, "form"), "button", "Save"), "press")
        eventually(lambda: read(backend, "form").find(name="Saved"))


def test_an_unknown_action_is_refused_with_the_known_ones(shared: Shared) -> None:
    save = one(shared.read(), "button", "Save")
    with pytest.raises(BackendError, match=f'no action \'fly\'.*"{save.actions[0]}".*"focus"'):
        shared.backend.act(save, "fly")
    with pytest.raises(BackendError, match="no action 'type'"):
        shared.backend.act(save, "type", "text")


@on(*TOOLKITS)
def test_a_recreated_element_has_another_object(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running):
        save = one(read(backend, "form"), "button", "Save")
        running.tell("recreate")
        until_still(backend, "form")
        with pytest.raises(StaleRef):
            backend.act(save, save.actions[0])
        again = one(read(backend, "form"), "button", "Save")
        assert backend.handle(again) != backend.handle(read(backend, "form")[1])
        assert again.id != save.id


@on(QT5, QT6)
def test_cells_that_get_new_objects_at_each_read_are_found_by_their_places(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running):
        running.tell("tab 2")
        before = until_still(backend, "form")
        cell = next(element for element in before if element.name == "file 00")
        assert not cell.id_stable
        handle = backend.handle(cell)
        assert isinstance(handle, AtspiHandle)
        assert handle.places
        assert backend.handle(next(element for element in read(backend, "form") if element.name == "file 00")) == handle
        running.tell("sort up")  # something else stands there now
        after = until_still(backend, "form")
        with pytest.raises(StaleRef):
            backend.handle(cell)
        moved = next(element for element in after if element.name == "file 00")
        assert backend.handle(moved) != handle


@on(QT5, QT6)
def test_only_cells_of_trees_have_ids_that_do_not_last(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running):
        running.tell("tab 2")
        snapshot = until_still(backend, "form")
        fleeting = {element.parent.role for element in snapshot if not element.id_stable and element.parent}
        assert fleeting == {"tree"}
        ids = [element.id for element in snapshot]
        assert len(set(ids)) == len(ids)
        assert ids == [element.id for element in read(backend, "form")]


def test_what_is_of_no_window_is_stale(desktop: Desktop) -> None:
    backend = AtspiBackend(session_bus=desktop.bus)
    for name in (
        None,
        "",
        "e12",
        "/no/bus",
        ":1.0",
        ":1.0/a#x",
        ":1.0/a#",
        ":1.0/a#99999999999999",
        ":1.0/a b",
        ":1.0 /a",
        ":1.999999/a#1",
        ":1.999999/org/a11y/nothing",
    ):
        with pytest.raises(StaleRef):
            backend.handle(Snapshot.from_dicts([{"role": "button", "id": name}])[0])
    backend.close()


def test_a_program_that_hangs_is_not_waited_for_when_it_is_to_do_something(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, running):
        save = one(read(backend, "form"), "button", "Save")
        running.stop()
        try:
            with pytest.raises(ReadTimeout):
                backend.act(save, "Click")
            with pytest.raises(ReadTimeout):
                backend.handle(save)
        finally:
            running.go_on()


@pytest.mark.parametrize("answers", [True, False])
def test_what_was_sent_and_is_not_answered_is_no_error(answers: bool) -> None:
    said = {
        ("/a", "GetInterfaces"): ([ACTION],),
        ("/a", "GetActions"): ([("click", "", "")],),
        ("/a", "DoAction"): Fault.SLOW,
        ("/a", "GetRole"): (1,) if answers else Fault.SLOW,
    }
    bus = Told(said, {})
    note = act(bus, ObjectKey(APP, "/a"), "press", None)
    assert [call.method for call in bus.asked].count("DoAction") == 1
    assert (note is None) is answers
    if note is not None:
        assert note.startswith("it may have been done, so look before you do it again")


def test_an_answer_that_a_dialog_keeps_back_is_not_waited_for(desktop: Desktop) -> None:
    with form(QT6, desktop) as (backend, running):
        running.tell("modal")
        until_still(backend, "form")
        backend.act(one(read(backend, "form"), "checkbox", "Subscribe"), "Toggle")  # opens it, and waits till it closes
        dialog = until_still(backend, "form")
        assert dialog.find(name="Really?")
        backend.act(one(dialog, "button", "Yes"), "Press")
        eventually(lambda: len(read(backend, "form").roots) == 1)
