"""Sessions over the backend: refs, diffs, and a pair matched as the papers of the formats have it."""

from functools import partial

import pytest

from tests.backends.uia.fake_machine import Widget
from tests.backends.uia.programs import PASSWORD, Mail, reading
from uidiff import Session, diff
from uidiff.backends.uia import UiaBackend, UiaHandle
from uidiff.backends.uia.id_stability import ENOUGH
from uidiff.errors import AppGone, StaleRef


def session(backend: UiaBackend) -> Session:
    return Session(backend, "mail")


def test_a_session_tells_what_changed_by_one_call_a_read() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        mail.find("Save").values["Name"] = "Saved"
        assert ui.describe().text == '# diff: 1 changed, 9 unchanged.\n~ button e2 "Save" -> "Saved"'
        assert mail.machine.asked == 2


def test_a_ref_of_three_reads_ago_is_the_same_element_with_others_before_it_and_made_anew() -> None:
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


def test_a_new_password_is_said_to_be_new_and_not_which() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        mail.find("Password").values["ValueValue"] = "hunter2 again"
        text = ui.describe().text
        assert "hidden" in text
        assert "hunter2" not in text
        assert PASSWORD not in text


def test_a_program_that_ends_ends_the_reading_and_one_started_anew_is_read_anew() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        mail.machine.end(mail.pid)
        with pytest.raises(AppGone):
            ui.describe()
        mail.start()
        assert ui.describe().text.startswith("# full")


def test_name_role_and_parent_match_a_pair_of_this_platform() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        before = ui.describe().snapshot
        mail.find("Row 3").remove()
        mail.main.widget.find("Mails").add(Widget("ListItem", "Row 9"), at=0)
        mail.find("Save").values["IsEnabled"] = False
        after = ui.describe().snapshot
        delta = diff(before, after, matcher="name-role-parent")
        assert [record.after.name for record in delta.added] == ["Row 9"]
        assert [record.before.name for record in delta.removed] == ["Row 3"]
        assert [record.before.name for record in delta.changed] == ["Save"]
        assert not delta.moved


def test_fifty_reads_of_a_still_window_say_nothing() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        for _ in range(50):
            delta = ui.describe().delta
            assert delta is not None
            assert not delta
        assert mail.machine.asked == 51


def test_ids_that_are_new_at_every_read_say_nothing_and_are_not_called_stable() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        for number in range(5):
            for row in mail.find("Mails").children:
                row.runtime_id = None  # as a view that makes its items anew
            report = ui.describe()
            assert not report.delta
            rows = [element for element in report.snapshot if element.role == "listitem"]
            assert {element.id_stable for element in rows} == {number + 1 < ENOUGH}
            assert ui.handle(report.refs.numbers[rows[2].index])
            assert all(element.id_stable for element in report.snapshot if element not in rows)


def test_a_list_that_is_filled_anew_once_keeps_its_ids() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        ui.describe()
        for row in mail.find("Mails").children:
            row.runtime_id = None
        for _ in range(3):
            report = ui.describe()
            assert all(element.id_stable for element in report.snapshot)


def test_two_windows_of_a_program_are_two_windows_of_a_session() -> None:
    with reading() as (mail, backend), session(backend) as ui:
        first = ui.describe()
        other = Mail(mail.machine, pid=900)
        second = ui.describe(target=900)
        assert first.snapshot.window != second.snapshot.window
        other.find("Save").values["Name"] = "Saved"
        assert not ui.describe().delta
        assert ui.describe(target=900).delta
