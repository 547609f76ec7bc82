"""Which window a target means, and what belongs to it."""

from __future__ import annotations

import attrs
import pytest

from tests.backends.atspi.subjects import form, on, until_still
from tests.backends.subjects import read
from tests.desktop.forms import GTK3, GTK4, QT5, QT6, TOOLKITS, Toolkit
from tests.desktop.private import Desktop
from uidiff import Limits, Window, diff
from uidiff.backends.atspi import AtspiBackend
from uidiff.errors import AppGone, BackendError, WindowNotFound


@on(*TOOLKITS)
def test_a_dialog_is_a_further_root_until_it_closes(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running):
        before = read(backend, "form")
        running.tell("dialog Really?")
        during = until_still(backend, "form")
        assert during.window == before.window
        assert [root.role for root in during.roots][1:] in (["alertdialog"], ["dialog"])
        assert during.find(name="Really?")
        assert len(backend.windows()) == 1
        running.tell("dismiss")
        after = until_still(backend, "form")
        assert len(after.roots) == 1


@on(*TOOLKITS)
def test_a_second_main_window_is_a_window_of_its_own(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running):
        first = read(backend, "form")
        running.tell("window Second")
        until_still(backend, Window(app="form", title="second"))
        second = read(backend, Window(app="form", title="second"))
        assert (second.title, len(second.roots)) == ("Second", 1)
        assert second.window != first.window
        again = read(backend, Window(pid=running.pid, title="Form"))
        assert again.window == first.window
        assert len(again.roots) == 1
        ids = {window.title: window.id for window in backend.windows()}
        assert set(ids) == {"Form", "Second"}
        assert read(backend, Window(id=ids["Second"])).title == "Second"
        running.tell("shut")
        until_still(backend, "form")
        with pytest.raises(AppGone, match="closed"):
            read(backend, Window(id=ids["Second"]))
        assert read(backend, "form").window == first.window


def test_of_several_windows_the_one_in_front_is_meant(desktop: Desktop) -> None:
    with form(QT6, desktop) as (backend, running):
        running.tell("window Second")
        until_still(backend, Window(app="form", title="Second"))
        assert until_still(backend, "form").title == "Second"


def test_a_target_stays_with_its_window_whatever_its_title_is_and_whatever_comes_in_front(
    desktop: Desktop,
) -> None:
    with form(QT6, desktop) as (backend, running):
        by_title = Window(app="form", title="Form")
        first = read(backend, "form")
        assert read(backend, by_title).window == first.window
        running.tell("window Second")
        second = until_still(backend, Window(app="form", title="Second"))
        running.tell("title Renamed")
        assert until_still(backend, by_title).title == "Renamed"
        assert read(backend, "form").window == first.window != second.window
        with pytest.raises(WindowNotFound):
            read(backend, Window(pid=running.pid, title="Form"))  # a target that was not used before
        running.tell("shut")
        until_still(backend, "form")
        with pytest.raises(WindowNotFound):
            read(backend, Window(app="form", title="Second"))


def test_two_programs_of_one_name_are_told_apart_by_their_processes(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, one), form(GTK3, desktop) as (_, other):
        assert {window.pid for window in backend.windows()} == {one.pid, other.pid}
        assert read(backend, one.pid).pid == one.pid
        assert read(backend, other.pid).pid == other.pid
        assert read(backend, one.pid).window != read(backend, other.pid).window


def test_an_opened_menu_is_shown_and_a_closed_one_is_not(desktop: Desktop) -> None:
    with form(QT5, desktop) as (backend, running):
        running.tell("menu open")
        opened = until_still(backend, "form")
        assert "offscreen" not in opened.find(role="menuitem", name="New")[0].states
        running.tell("menu close")
        closed = until_still(backend, "form")
        assert closed.find(role="menuitem", name="New")[0].states.get("offscreen") is True


def test_a_menu_that_belongs_to_nothing_is_a_further_root(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, running):
        running.tell("menu open")
        opened = until_still(backend, "form")
        assert [root.role for root in opened.roots] == ["window", "window"]
        assert opened.find(role="menuitem", name="Paste")
        assert len(backend.windows()) == 1
        with pytest.raises(BackendError, match="more windows than max_elements"):
            read(backend, "form", limits=attrs.evolve(Limits.live(), max_elements=1))


def test_a_window_that_is_minimized_says_the_same(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, running):
        before = read(backend, "form")
        running.tell("minimize on")
        delta = diff(before, until_still(backend, "form"), ignore=("focused", "bounds"))
        assert not delta


def test_a_popover_that_opens_is_added(desktop: Desktop) -> None:
    with form(GTK4, desktop) as (backend, running):
        before = read(backend, "form")
        running.tell("menu open")
        added = [record.after for record in diff(before, until_still(backend, "form")).added]
        assert {"New", "Open", "Quit"} <= {element.name for element in added if element.role == "menuitem"}


def test_an_unknown_window_is_not_found(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, _):
        for target in ("no such program", 4_000_000, Window(title="no such title")):
            with pytest.raises(WindowNotFound, match="no window fits"):
                read(backend, target)


@pytest.mark.parametrize(
    ("target", "error"), [(None, TypeError), (True, TypeError), ("", ValueError), (-1, ValueError)]
)
def test_what_can_be_no_target_is_an_error(target: object, error: type[Exception], desktop: Desktop) -> None:
    backend = AtspiBackend(session_bus=desktop.bus)
    with pytest.raises(error):
        read(backend, target)
    backend.close()
