"""What a snapshot of a real program says, and how many calls it takes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from tests.backends.atspi.one_by_one import slow_backend
from tests.backends.atspi.subjects import Shared, form, on, until_still
from tests.backends.subjects import read
from tests.desktop.forms import GTK3, GTK4, QT5, QT6, SECRET
from tests.desktop.private import Desktop
from tests.desktop.program import ended
from tests.parts import need
from uidiff import Limits, Snapshot, diff, dumps
from uidiff.backends.atspi import AtspiBackend

FIELDS = {"Name": "Ada", "Notes": "Some notes", "Volume": "0", "Count": "0"}


@contextmanager
def program(desktop: Desktop, *command: str) -> Iterator[tuple[AtspiBackend, int]]:
    """A program of the system that is still, and a backend."""
    need(command[0], command[0])
    process = subprocess.Popen(command, env=desktop.environment, stderr=subprocess.DEVNULL)
    backend = AtspiBackend(session_bus=desktop.bus)
    with ended(process):
        until_still(backend, process.pid)
        yield backend, process.pid
        backend.close()


def counted(backend: AtspiBackend, target: object) -> tuple[Snapshot, int, int]:
    """A read, the calls that it took, and the rounds."""
    calls, rounds = backend.calls, backend.rounds
    snapshot = read(backend, target)
    return snapshot, backend.calls - calls, backend.rounds - rounds


def test_fields_have_the_names_of_their_labels_and_their_texts_as_values(shared: Shared) -> None:
    snapshot = shared.read()
    named = {element.name: element.value for element in snapshot if element.value is not None}
    assert {name: named.get(name) for name in FIELDS} == FIELDS
    (done,) = snapshot.find(role="progressbar")
    assert (done.name, done.value) == ("Done", "50" if shared.toolkit in {QT5, QT6} else "0.5")


@on(GTK3, GTK4, what="shared")
def test_a_field_says_its_placeholder(shared: Shared) -> None:
    (field,) = shared.read().find(role="textbox", name="Name")
    assert field.states["placeholder"] == "First name"


def test_a_password_field_says_that_it_is_one_and_not_what_it_holds(shared: Shared) -> None:
    snapshot = shared.read()
    (field,) = [element for element in snapshot if element.states.get("protected")]
    assert (field.role, field.name, field.secret) == ("textbox", "Password", True)
    assert field.value in {None, "", "[redacted]"}
    assert SECRET not in dumps(snapshot)
    assert "●" not in dumps(snapshot)  # nor how long it is


def test_the_window_says_who_it_is(shared: Shared) -> None:
    snapshot = read(shared.backend, "SHARED form")
    assert (snapshot.app, snapshot.pid, snapshot.title) == ("shared form", shared.program.pid, "Form")
    (root,) = snapshot.roots
    assert (root.role, root.name, root.native_role) == ("window", "Form", "frame")
    pid, start, native = str(snapshot.window).split(" ")
    assert (pid, native) == (str(shared.program.pid), root.id)
    assert start.isdecimal()


def test_elements_stand_within_the_window_where_they_are_shown(shared: Shared) -> None:
    shared.program.tell("tab 1")
    snapshot = shared.read()
    shared.program.tell("tab 0")
    (save,) = snapshot.find(role="button", name="Save")
    width, height = snapshot[0].bounds[2:] if snapshot[0].bounds else (0, 0)
    assert save.bounds is not None
    x, y, wide, high = save.bounds
    assert 0 <= x < x + wide <= width <= 1280
    assert height / 2 < y < y + high <= height <= 900  # it is the lowest but for two lines
    assert 8 < high < 60


@on(GTK3, QT6, what="shared")
def test_what_a_closed_menu_holds_is_off_screen_and_stands_nowhere(shared: Shared) -> None:
    snapshot = shared.read()
    for name in ("New", "Toolbar", "Person 1"):
        for element in snapshot.find(name=name):
            assert (element.states.get("offscreen"), element.bounds) == (True, None)
    (save,) = snapshot.find(role="button", name="Save")
    assert "offscreen" not in save.states


def test_what_is_read_at_once_is_what_one_call_after_the_other_says(desktop: Desktop) -> None:
    with program(desktop, "mousepad", "--disable-server") as (backend, pid):
        slow = slow_backend(desktop.bus)
        at_once, calls, rounds = counted(backend, pid)
        one_by_one, every_call, every_round = counted(slow, pid)
        slow.close()
        assert at_once.columns == one_by_one.columns
        assert len(at_once) >= 300
        assert every_round == every_call >= 6 * len(at_once)
        assert calls <= 1.2 * len(at_once)  # 371 of 322 elements, when it was measured first
        assert rounds <= max(at_once.columns.depth) + 10  # a level a round, and what is asked before and after


def test_a_program_without_a_cache_is_read_in_two_rounds_a_level_at_the_most(shared: Shared) -> None:
    snapshot, calls, rounds = counted(shared.backend, shared.program.pid)
    levels = max(snapshot.columns.depth) + 1
    assert rounds <= 2 * levels + 8
    assert calls <= 9 * len(snapshot) + 12


@on(GTK3, what="shared")
def test_colours_and_choices_have_their_states(shared: Shared) -> None:
    snapshot = shared.read()
    for role, name, state, value in (
        ("radio", "Air", "checked", True),
        ("radio", "Sea", "checked", False),
        ("tab", "Fields", "selected", True),
        ("menuitemcheckbox", "Toolbar", "checked", False),
    ):
        assert snapshot.find(role=role, name=name)[0].states[state] is value


def test_names_of_classes_are_no_names(shared: Shared) -> None:
    assert not [element.name for element in shared.read() if (element.name or "").startswith("Gtk")]


@on(GTK3, what="shared")
def test_a_read_within_limits_has_all_that_is_near_the_root(shared: Shared) -> None:
    whole, pid = shared.read(), shared.program.pid
    cut = read(shared.backend, pid, limits=attrs.evolve(Limits.live(), max_depth=4))
    assert [e.id for e in cut] == [e.id for e in whole if e.depth < 4]
    assert {e.id for e in cut if e.unread} == {e.id for e in whole if e.depth == 3 and e.children}
    few = read(shared.backend, pid, limits=attrs.evolve(Limits.live(), max_elements=1))
    assert [(e.name, e.unread) for e in few] == [("Form", True)]


def test_two_native_trees_are_matched_by_name_role_and_parent(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, running):
        running.tell("tab 1")
        before = until_still(backend, "form")
        running.tell("insert Newcomer")
        running.tell("tick 12:01")
        after = until_still(backend, "form")
        delta = diff(before, after, matcher="name-role-parent")
        assert [record.after.name for record in delta.added if record.root] == ["Newcomer", "12:01"]
        assert [record.before.name for record in delta.removed] == ["12:00"]  # another name is another element
        assert not [record for record in delta.changed if set(record.fields) - {"bounds"}]
