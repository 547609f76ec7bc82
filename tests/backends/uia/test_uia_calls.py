"""How often other programs are called, and what becomes of calls that fail or hang."""

import sys
import threading
from contextlib import closing, suppress
from math import inf
from pathlib import Path

import pytest

from tests.backends.uia.fake_machine import (
    E_ACCESSDENIED,
    E_FAIL,
    RPC_S_SERVER_UNAVAILABLE,
    UIA_E_ELEMENTNOTAVAILABLE,
    UIA_E_TIMEOUT,
    COMError,
    Widget,
)
from tests.backends.uia.fake_numbers import PROPERTIES
from tests.backends.uia.fake_windows import on_windows
from tests.backends.uia.programs import PID, Mail, read, reading
from uidiff import Limits, Snapshot, diff
from uidiff.backends.uia import UiaBackend
from uidiff.backends.uia.reading import RETRIES
from uidiff.errors import AppGone, BackendError, PermissionNeeded, ReadTimeout

ALONE = 1 + RETRIES + 1
"""Calls for a window that cannot be read as a whole, until it is read alone."""


def many(count: int) -> Widget:
    """That number of elements, in groups of ten."""
    groups = [Widget("Group", f"group {number}") for number in range(count // 10)]
    for number, group in enumerate(groups):
        for row in range(9):
            group.add(Widget("Text", f"text {number}.{row}"))
    return Widget("Pane", "many", *groups)


def three_levels() -> tuple[Widget, Widget]:
    """A pane with five groups of four texts; one of the texts, too."""
    groups = [Widget("Group", f"g{n}", *(Widget("Text", f"t{n}.{m}") for m in range(4))) for n in range(5)]
    return Widget("Pane", "pane", *groups), groups[2].children[1]


def names(snapshot: Snapshot) -> set[str | None]:
    return {*snapshot.columns.name}


# ------------------------------------------------------------------ how many


def test_200_elements_cost_one_call() -> None:
    with reading(many(200)) as (mail, backend):
        mail.machine.calls.clear()
        count = len(read(backend))
        assert count > 200
        assert mail.machine.calls == {"ElementFromHandleBuildCache": 1}
        assert mail.machine.cached <= 35 * count  # answers out of the cache, in this process
        read(backend)
        assert mail.machine.asked == 2


def test_a_dialog_costs_no_further_call_and_a_popup_without_owner_one() -> None:
    with reading() as (mail, backend):
        mail.ask()
        assert [root.role for root in read(backend).roots] == ["window", "dialog"]
        assert mail.machine.asked == 1
        menu = mail.machine.show(PID, Widget("Menu", "", Widget("MenuItem", "Cut")), "")
        menu.style = 0x80
        assert [root.role for root in read(backend).roots] == ["window", "dialog", "menu"]
        assert mail.machine.asked == 3


def test_listing_windows_calls_no_program_and_choosing_one_neither() -> None:
    with reading() as (mail, backend):
        mail.main.widget.hangs = True
        assert [window.title for window in backend.windows()] == ["Inbox - Mail"]
        assert mail.machine.asked == 0


def test_what_only_the_raw_view_shows_is_read_as_well() -> None:
    toolkit = Widget("Group", "drawn by a toolkit", Widget("Button", "inside"))
    toolkit.only_raw = True
    with reading(toolkit) as (_, backend):
        snapshot = read(backend)
        assert [element.path for element in snapshot.find(name="inside")] == ["window > group"]


def test_properties_that_an_older_windows_does_not_know_are_left_out() -> None:
    with reading(Widget("TreeItem", "leaf", FullDescription="new", HelpText="old", Level=2)) as (mail, backend):
        assert read(backend).find(name="leaf")[0].description == "new"
        mail.machine.knows_windows_10 = False
        leaf = read(backend).find(name="leaf")[0]
        assert (leaf.description, dict(leaf.states)) == ("old", {})


def test_a_property_that_every_windows_knows_is_not_left_out_in_silence() -> None:
    with reading() as (mail, backend):
        mail.machine.refuses = {PROPERTIES["Name"]}
        with pytest.raises(BackendError, match=r"property Name \(0x80070057"):
            read(backend)


def test_where_ui_automation_does_not_start_it_says_so() -> None:
    def client() -> None:
        raise OSError(None, "Class not registered", None, -2147221164)

    with on_windows() as machine, closing(UiaBackend(client=client)) as backend:
        Mail(machine)
        with pytest.raises(BackendError, match="cannot start UI Automation"):
            read(backend)


def test_com_is_started_for_many_threads_in_the_thread_that_reads_and_ended_with_it() -> None:
    with reading() as (mail, backend):
        mail.machine.threads.clear()  # none was started here
        mail.machine.modes.clear()
        read(backend)
        read(backend)
        assert mail.machine.modes == [0]
        assert set(mail.machine.threads).isdisjoint({threading.get_ident()})
        backend.close()
        assert not mail.machine.threads


def test_a_thread_in_which_com_was_started_otherwise_is_told_the_cure(
    tmp_path: Path,
) -> None:
    refusing = "raise OSError(None, 'Cannot change thread mode after it is set', None, -2147417850)"
    (tmp_path / "uiautomation.py").write_text(refusing, encoding="utf-8")
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:
        patched.delitem(sys.modules, "uiautomation")
        patched.syspath_prepend(tmp_path)
        with pytest.raises(BackendError, match="coinit_flags"):
            read(backend)


def test_another_client_may_be_given() -> None:
    with on_windows() as machine:
        Mail(machine)
        made = []

        def client() -> object:
            made.append(threading.get_ident())
            return sys.modules["uiautomation"].uiautomation._AutomationClient.instance().IUIAutomation

        backend = UiaBackend(client=client)
        assert len(read(backend)) > 1
        assert made != [threading.get_ident()]
        backend.close()


# ------------------------------------------------------------- what goes wrong


def test_a_failure_that_is_over_soon_is_not_seen() -> None:
    with reading() as (mail, backend):
        whole = read(backend)
        for times in (1, RETRIES):
            mail.find("Save").fail(times=times)
            mail.machine.calls.clear()
            assert read(backend) == whole
            assert mail.machine.calls == {"ElementFromHandleBuildCache": 1 + times}


def test_one_bad_element_alone_stays_unread_and_the_calls_are_bounded() -> None:
    pane, bad = three_levels()
    with reading(pane) as (mail, backend):
        whole = read(backend)
        beside = len(mail.main.widget.children) + len(pane.children) + len(pane.children[2].children)
        opened = 3  # the window, the pane, its group
        bad.fail()
        mail.machine.calls.clear()
        snapshot = read(backend)
        assert names(whole) - names(snapshot) == {"t2.1"}
        assert [element.name for element in snapshot.unread] == ["g2"]
        delta = diff(whole, snapshot)
        assert (delta.added, delta.removed, [record.before.name for record in delta.unknown]) == ((), (), ["t2.1"])
        calls = mail.machine.calls
        assert calls["ElementFromHandleBuildCache"] == ALONE
        assert calls["GetFirstChildElement"] + calls["GetNextSiblingElement"] == beside + opened
        assert calls["BuildUpdatedCache"] == beside + opened  # each once, and those on the way to the bad one twice
        bad.fails = {}
        assert read(backend) == whole


def test_an_element_below_which_nothing_can_be_asked_is_itself_still_read() -> None:
    pane, _ = three_levels()
    with reading(pane) as (_, backend):
        whole = read(backend)
        for text in pane.children[2].children:
            text.fail()
        snapshot = read(backend)
        assert [element.name for element in snapshot.unread] == ["g2"]
        assert not diff(whole, snapshot).removed


def test_an_element_that_goes_while_the_window_is_read_piece_by_piece_is_left_out() -> None:
    pane, bad = three_levels()
    with reading(pane) as (_, backend):
        bad.fail(UIA_E_ELEMENTNOTAVAILABLE)
        snapshot = read(backend)
        assert "t2.1" not in names(snapshot)
        assert {"t2.0", "t2.2"} <= names(snapshot)


def test_where_the_next_element_cannot_be_asked_for_the_rest_is_unread() -> None:
    pane, bad = three_levels()
    with reading(pane) as (mail, backend):
        whole = read(backend)
        bad.fail()

        def lost(what: str, widget: Widget) -> None:
            if what == "GetNextSiblingElement" and widget is bad:
                raise COMError(E_FAIL)

        mail.machine.before = lost
        snapshot = read(backend)
        assert names(whole) - names(snapshot) == {"t2.1", "t2.2", "t2.3"}
        assert not diff(whole, snapshot).removed


def test_piece_by_piece_no_more_is_asked_for_than_there_is_room_for() -> None:
    pane, bad = three_levels()
    with reading(pane) as (mail, backend):
        bad.fail()
        read(backend, limits=Limits(max_elements=3))
        assert mail.machine.calls["BuildUpdatedCache"] <= 2 * 3


def test_a_window_of_which_not_even_the_window_can_be_read_says_the_number() -> None:
    with reading() as (mail, backend):
        mail.main.widget.fail()
        with pytest.raises(BackendError, match="0x80004005"):
            read(backend)
        assert mail.machine.asked == ALONE


def test_a_popup_that_cannot_be_read_is_unread_and_not_gone() -> None:
    with reading() as (mail, backend):
        menu = mail.machine.show(PID, Widget("Menu", "Edit", Widget("MenuItem", "Cut")), "")
        menu.style = 0x80
        whole = read(backend)
        menu.widget.fail()
        snapshot = read(backend)
        assert [element.name for element in snapshot.unread] == ["Edit"]
        delta = diff(whole, snapshot)
        assert (delta.added, delta.removed, [record.before.name for record in delta.unknown]) == ((), (), ["Cut"])


def test_a_popup_that_was_never_read_is_there_all_the_same() -> None:
    with reading() as (mail, backend):
        for title in ("", "Find"):
            popup = mail.machine.show(PID, Widget("Menu", "Edit"), title)
            popup.style = 0x80
            popup.widget.fail()
        shown = [(root.role, root.name) for root in read(backend).roots]
        assert shown == [("window", "Inbox - Mail"), ("window", "Find"), ("window", None)]


def test_a_popup_that_goes_in_the_meantime_is_left_out() -> None:
    with reading() as (mail, backend):
        menu = mail.machine.show(PID, Widget("Menu", "Edit"), "")
        menu.style = 0x80
        menu.widget.fail(UIA_E_ELEMENTNOTAVAILABLE)
        assert [root.name for root in read(backend).unread] == [None]  # the system shows it still

        def close(_: str, widget: Widget) -> None:
            menu.visible = widget is not menu.widget

        mail.machine.before = close
        assert [root.name for root in read(backend).roots] == ["Inbox - Mail"]


def test_the_order_of_the_roots_stays_when_the_order_on_the_screen_changes() -> None:
    with reading() as (mail, backend):
        shown = [mail.machine.show(PID, Widget("Window", name), name, owner=mail.main.handle) for name in "ab"]
        first = [root.name for root in read(backend).roots]
        mail.machine.shown.reverse()
        mail.main.widget.children.reverse()
        assert [root.name for root in read(backend).roots] == first
        mail.machine.hide(shown[0])
        mail.machine.show(PID, Widget("Window", "c"), "c", owner=mail.main.handle)
        assert [root.name for root in read(backend).roots] == ["Inbox - Mail", "b", "c"]


def test_a_dialog_below_a_window_that_is_read_piece_by_piece_is_a_root_once() -> None:
    pane, bad = three_levels()
    with reading(pane) as (mail, backend):
        mail.ask()
        whole = read(backend)
        bad.fail()
        snapshot = read(backend)
        assert [root.name for root in snapshot.roots] == ["Inbox - Mail", "Sure?"]
        assert len(snapshot.find(name="Yes")) == 1
        assert not diff(whole, snapshot).removed


@pytest.mark.parametrize("code", [UIA_E_ELEMENTNOTAVAILABLE, RPC_S_SERVER_UNAVAILABLE, E_FAIL])
def test_a_window_that_goes_while_it_is_read_is_gone(code: int) -> None:
    with reading() as (mail, backend):
        mail.main.widget.fail(code)

        def gone(_: str, __: Widget) -> None:
            if mail.main in mail.machine.shown:
                mail.machine.shown.remove(mail.main)

        mail.machine.before = gone
        with pytest.raises(AppGone):
            read(backend)


def test_a_program_that_ends_while_it_is_read_piece_by_piece_is_gone_and_not_partial() -> None:
    pane, bad = three_levels()
    with reading(pane) as (mail, backend):
        bad.fail()

        def end(what: str, widget: Widget) -> None:
            if widget is bad and what == "BuildUpdatedCache" and PID in mail.machine.processes:
                mail.machine.end(PID)

        mail.machine.before = end
        with pytest.raises(AppGone):
            read(backend)


def test_a_program_with_higher_rights_is_told_with_the_cure() -> None:
    with reading() as (mail, backend):
        mail.main.widget.fail(E_ACCESSDENIED)
        with pytest.raises(PermissionNeeded, match="administrator"):
            read(backend)
        assert mail.machine.asked == 2  # as a whole, and the window alone


@pytest.mark.parametrize("code", [E_ACCESSDENIED, UIA_E_TIMEOUT])
def test_a_part_of_a_window_that_may_not_be_read_or_does_not_answer_is_all_that_is_unread(code: int) -> None:
    pane, guarded = three_levels()
    with reading(pane) as (_, backend):
        whole = read(backend)
        guarded.fail(code)
        snapshot = read(backend)
        assert names(whole) - names(snapshot) == {"t2.1"}
        assert [element.name for element in snapshot.unread] == ["g2"]


def test_where_windows_itself_gives_up_waiting_it_is_a_timeout() -> None:
    with reading() as (mail, backend):
        mail.main.widget.fail(UIA_E_TIMEOUT)
        with pytest.raises(ReadTimeout, match="did not answer"):
            read(backend)


def test_a_program_that_hangs_is_left_behind_at_the_deadline_and_others_are_read() -> None:
    with reading() as (mail, backend):
        other = Mail(mail.machine, pid=900)
        mail.find("Save").hangs = True
        with pytest.raises(ReadTimeout):
            read(backend, PID, seconds=0.2)
        assert len(read(backend, 900)) > 1
        mail.machine.free.set()
        assert names(read(backend, PID)) == names(read(backend, 900))
        assert other.main.visible


@pytest.mark.parametrize("at_once", [True, False])
def test_what_windows_says_in_place_of_a_program_that_hangs_is_not_its_window(*, at_once: bool) -> None:
    with reading() as (mail, backend):
        mail.main.hung = at_once

        def hang(*_: object) -> None:
            mail.main.hung = True
            mail.main.widget.children.clear()

        mail.machine.before = hang
        with pytest.raises(ReadTimeout, match="does not answer"):
            read(backend)
        assert (mail.machine.asked == 0) == at_once


def read_until_it_hangs(seconds: float) -> tuple[Snapshot, Snapshot]:
    """A window, and what was read of it piece by piece before its program hung."""
    pane, bad = three_levels()
    with reading(pane) as (mail, backend):
        whole = read(backend)
        bad.fail()

        def hanging(what: str, widget: Widget) -> None:
            widget.hangs = what == "BuildUpdatedCache" and widget is pane.children[4]

        mail.machine.before = hanging
        return whole, read(backend, seconds=seconds)


def test_what_was_read_piece_by_piece_before_a_program_hangs_is_kept() -> None:
    for seconds in (1.0, 4.0, 16.0):  # a busy machine needs longer to read what comes before
        with suppress(ReadTimeout):
            whole, snapshot = read_until_it_hangs(seconds)
            if "t0.0" in names(snapshot):
                break
    else:
        whole, snapshot = read_until_it_hangs(64.0)
    assert {"Save", "g0", "t0.0"} <= names(snapshot)
    assert {"g4", "t4.0"}.isdisjoint(names(snapshot))
    assert "pane" in {element.name for element in snapshot.unread}
    assert not diff(whole, snapshot).removed


def test_without_a_deadline_it_is_read_as_well() -> None:
    with reading() as (_, backend):
        assert len(read(backend, seconds=inf)) > 1
