"""Sessions over the backend: refs, diffs, and a pair matched as the papers of the formats have it."""

from functools import partial

import pytest

from tests.backends.uia.fake_machine import Widget
from tests.backends.uia.programs import reading
from uidiff import Session
from uidiff.backends.uia import UiaBackend, UiaHandle
from uidiff.backends.uia.rows import ENOUGH
from uidiff.errors import StaleRef


def session(backend: UiaBackend) -> Session:
    return Session(backend, "mail")


def test_a_session_tells_what_changed_by_one_call_a_read() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        mail.find("Save").values["Name"] = "Saved"
        assert ui.describe().text == '# diff: 1 changed, 9 unchanged.\n~ button e2 "Save" -> "Saved"'
        assert mail.machine.asked == 2


def test_a_ref_of_three_reads_ago_is_the_same_element_recreated_behind_others() -> None:
    pressed: list[Widget] = []
    with reading() as (mail, backend), session(backend) as ui:
        numbers = ui.describe().refs.numbers
        save = mail.find("Save")
        ref = numbers[1]
        for step in range(3):
            mail.main.widget.add(Widget("Text", f"new {step}"), at=0)
            again = Widget("Button", "Save", patterns=("Invoke",), rect=save.rect, AutomationId="save")
            again.does["Invoke"] = partial(pressed.append, again)
            at = mail.main.widget.children.index(save)
            save.remove()
            save = mail.main.widget.add(again, at=at)
            ui.describe()
        handle = ui.handle(ref)
        assert isinstance(handle, UiaHandle)
        assert handle.control.Name == "Save"
        ui.act("press", ref, settle=0.05)
        assert pressed == [save]
        save.remove()
        ui.describe()
        with pytest.raises(StaleRef):
            ui.handle(ref)


def test_a_dialog_is_an_event_and_its_button_closes_it() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        mail.ask()
        report = ui.describe()
        assert "dialog" in report.text
        assert report.delta is not None
        assert [type(event).__name__ for event in report.delta.events] == ["DialogAppeared"]
        (yes,) = report.snapshot.find(name="Yes")
        ui.act("press", report.refs.numbers[yes.index], settle=0.05)
        assert ui.describe().snapshot.find(name="Yes") == ()


def test_ids_that_are_new_at_every_read_say_nothing_and_are_not_called_stable() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        for number in range(5):
            for row in mail.find("Mails").children:
                row.runtime_id = None  # as a view that recreates its items
            report = ui.describe()
            assert not report.delta
            rows = [element for element in report.snapshot if element.role == "listitem"]
            assert {element.id_stable for element in rows} == {number + 1 < ENOUGH}
            assert ui.handle(report.refs.numbers[rows[2].index])
            assert all(element.id_stable for element in report.snapshot if element not in rows)


def test_a_list_that_is_refilled_once_keeps_its_ids() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        for row in mail.find("Mails").children:
            row.runtime_id = None
        for _ in range(3):
            report = ui.describe()
            assert all(element.id_stable for element in report.snapshot)
