"""What goes wrong on a Mac, and what a read says then: never that something was removed which was not read."""

import threading
import time
from collections.abc import Callable

import pytest

from tests.backends.ax.fake_mac import App, Thing
from tests.backends.ax.trees import button, mail, menu_bar, names, reading, text, three_groups, window
from tests.backends.subjects import read
from uidiff import Snapshot, Window, diff
from uidiff.backends.ax import calls
from uidiff.errors import BackendError, PermissionNeeded, ReadTimeout, WindowNotFound

CANNOT_COMPLETE, INVALID, FAILURE, NOT_IMPLEMENTED = -25204, -25202, -25200, -25208
SETTINGS = "System Settings > Privacy & Security > Accessibility"


def unread(snapshot: Snapshot) -> list[str | None]:
    return [element.name for element in snapshot if element.unread]


# ------------------------------------------------------------------ permission


def test_without_permission_everything_says_where_to_give_it() -> None:
    mac, backend = reading(mail())
    element = read(backend, "Mail")[0]
    mac.trusted = False
    asked: list[Callable[[], object]] = [
        backend.windows,
        lambda: read(backend, "Mail"),
        lambda: backend.handle(element),
        lambda: backend.act(element, "raise"),
    ]
    for ask in asked:
        with pytest.raises(PermissionNeeded, match=SETTINGS):
            ask()
    assert (backend.available().ok, SETTINGS in backend.available().cure) == (False, True)


def test_permission_taken_away_in_the_middle_of_a_read_is_said_too() -> None:
    mac, backend = reading(mail())
    mac.before = lambda thing: vars(mac).update(trusted=thing.given["AXRole"] != "AXTable")
    with pytest.raises(PermissionNeeded, match=SETTINGS):
        read(backend, "Mail")


def test_an_application_that_is_closed_to_everybody_is_no_question_of_permission() -> None:
    mac, backend = reading(mail())
    mac.apps.append(App("Helper", window("Inside"), pid=600))
    mac.apps[1].closed = True
    with pytest.raises(BackendError, match="does not let its windows be read") as caught:
        read(backend, "Helper")
    assert type(caught.value) is BackendError
    assert [listed.app for listed in backend.windows()] == ["Mail"]


# ------------------------------------------------------------------------ hung


def test_a_hung_application_is_a_timeout_and_the_others_stay_readable() -> None:
    mac, backend = reading(mail())
    mac.apps.append(App("Notes", window("List", text("milk")), pid=600))
    mac.apps[0].hung = threading.Event()
    with pytest.raises(ReadTimeout):
        read(backend, "Mail", seconds=0.1)
    assert [listed.app for listed in backend.windows()] == ["Notes"]
    assert names(read(backend, "Notes")) == ["List", "milk"]
    mac.apps[0].hung.set()
    assert len(read(backend, "Mail")) == 19


def test_what_does_not_answer_is_unread_and_not_removed() -> None:
    app, groups = three_groups()
    _, backend = reading(app)
    before = read(backend, "Mail")
    groups[1].children[0].failure = CANNOT_COMPLETE
    after = read(backend, "Mail")
    assert unread(after) == ["g1"]
    delta = diff(before, after)
    assert (delta.removed, delta.added, delta.changed) == ((), (), ())
    assert [record.before.name for record in delta.unknown] == ["b1"]
    groups[1].failure = CANNOT_COMPLETE
    assert unread(read(backend, "Mail")) == ["Inbox"]


@pytest.mark.parametrize(("silent", "length"), [(slice(10, None), 11), (slice(None, None, 2), 21)])
def test_an_application_is_given_up_after_three_unanswered_calls_in_a_row(silent: slice, length: int) -> None:
    app = App("Mail", window("Inbox", *[button(f"b{number}") for number in range(40)]))
    mac, backend = reading(app)
    before = read(backend, "Mail")
    for thing in app.windows[0].children[silent]:
        thing.failure = CANNOT_COMPLETE
    mac.calls.clear()
    after = read(backend, "Mail")
    assert (len(after), unread(after)) == (length, ["Inbox"])
    assert mac.calls.total() == (15 if length == 11 else 42)
    assert diff(before, after).removed == ()


def test_a_call_that_never_returns_ends_with_the_deadline_and_what_was_read_is_kept() -> None:
    app, groups = three_groups()
    mac, backend = reading(app)
    before = read(backend, "Mail")
    release = threading.Event()

    def hang(thing: Thing) -> None:
        if thing is groups[1]:
            release.wait()

    mac.before = hang
    after = read(backend, "Mail", seconds=1.0)
    assert names(after) == ["Inbox", "g0", "b0"]
    assert unread(after) == ["Inbox"]
    assert diff(before, after).removed == ()
    mac.before = None
    assert not diff(before, read(backend, "Mail"))  # in a new thread
    release.set()


def test_a_call_that_ignores_its_own_limit_is_left_behind_long_before_a_late_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calls, "CALL_TIMEOUT", 0.05)
    monkeypatch.setattr(calls, "_FAREWELL", 0.05)
    mac, backend = reading(mail())
    app = mac.apps[0]
    app.hung, app.deaf = threading.Event(), True
    with pytest.raises(ReadTimeout):
        read(backend, "Mail", seconds=3600)
    app.hung.set()


def test_a_dialog_that_does_not_answer_fails_the_read_as_nothing_could_say_that_it_is_missing() -> None:
    mac, backend = reading(mail())
    mac.apps[0].windows[1].failure = CANNOT_COMPLETE
    with pytest.raises(ReadTimeout, match="does not answer"):
        read(backend, "Mail")


@pytest.mark.parametrize("code", [CANNOT_COMPLETE, FAILURE])
def test_a_menu_bar_that_cannot_be_read_is_unread(code: int) -> None:
    bar = menu_bar()
    _, backend = reading(App("Mail", window("Inbox"), bar, AXMenuBar=bar))
    before = read(backend, "Mail")
    bar.failure = code
    after = read(backend, "Mail")
    assert [element.role for element in after if element.unread] == ["menubar"]
    delta = diff(before, after)
    assert (delta.removed, delta.changed, len(delta.unknown)) == ((), (), 1)
    bar.failure = INVALID  # it is not there any more
    assert names(read(backend, "Mail")) == ["Inbox"]


def test_a_window_that_a_hung_application_has_is_a_timeout_and_not_missing() -> None:
    app = mail()
    mac, backend = reading(app)
    mac.apps.append(App("Notes", window("List"), pid=600))
    (target,) = [listed for listed in backend.windows() if listed.app == "Mail"]
    app.failure = CANNOT_COMPLETE
    with pytest.raises(ReadTimeout, match="does not answer"):
        read(backend, target)
    assert names(read(backend, Window(app="Notes"))) == ["List"]
    app.failure = FAILURE
    with pytest.raises(BackendError, match="error -25200"):
        read(backend, Window(app="Mail"))
    with pytest.raises(WindowNotFound):
        read(backend, Window(title="Inbox"))


def test_where_something_went_and_the_window_does_not_say_whether_it_is_there_it_is() -> None:
    app, groups = three_groups()
    mac, backend = reading(app)
    groups[2].children[0].gone = True
    seen: list[Thing] = []

    def fail(thing: Thing) -> None:
        seen.append(thing)
        app.windows[0].failure = CANNOT_COMPLETE if seen.count(app.windows[0]) > 1 else 0

    mac.before = fail
    assert len(read(backend, "Mail")) == 6


# -------------------------------------------------------- attributes and arrays


def test_an_attribute_that_fails_is_absent_and_children_that_fail_are_unread() -> None:
    app, groups = three_groups()
    _, backend = reading(app)
    before = read(backend, "Mail")
    groups[0].errors = {"AXChildren": CANNOT_COMPLETE, "AXTitle": FAILURE, "AXHelp": -25212}
    after = read(backend, "Mail")
    assert unread(after) == [None]
    assert [record.before.name for record in diff(before, after).unknown] == ["b0"]
    groups[0].errors = {"AXChildren": -25212}
    assert not read(backend, "Mail").partial


@pytest.mark.parametrize("attribute", ["AXWindows", "AXChildren"])
def test_an_application_that_does_not_say_its_windows_is_no_application_without_windows(attribute: str) -> None:
    app = mail()
    _, backend = reading(app)
    app.errors = {attribute: CANNOT_COMPLETE}
    with pytest.raises(ReadTimeout):
        read(backend, "Mail")


def test_values_of_which_one_is_missing_are_not_assigned() -> None:
    app, groups = three_groups()
    _, backend = reading(app)
    groups[1].short = True
    assert unread(read(backend, "Mail")) == ["Inbox"]
    app.windows[0].short = True
    with pytest.raises(BackendError, match="error -25200"):
        read(backend, "Mail")


def test_what_is_no_window_and_does_not_answer_at_all_is_left_out() -> None:
    app = mail()
    touch_bar = Thing("AXFunctionRowTopLevelElement")
    touch_bar.failure = NOT_IMPLEMENTED
    app.children.append(touch_bar)
    _, backend = reading(app)
    assert len(read(backend, "Mail")) == 19
    app.children.append(menu := Thing("AXMenu"))
    assert len(read(backend, "Mail")) == 20
    menu.failure = NOT_IMPLEMENTED  # it was shown: it did not go because it says nothing
    with pytest.raises(BackendError, match="error -25208"):
        read(backend, "Mail")
    app.children.remove(menu)
    touch_bar.failure = CANNOT_COMPLETE
    with pytest.raises(ReadTimeout):
        read(backend, "Mail")


def test_closed_by_another_thread_a_read_ends() -> None:
    app, groups = three_groups()
    mac, backend = reading(app)
    closing = threading.Thread(target=backend.close)

    def close(thing: Thing) -> None:
        if thing is groups[2]:
            closing.start()
            until(lambda: backend._closed)

    mac.before = close
    with pytest.raises(BackendError, match="closed"):
        read(backend, "Mail")
    closing.join(60)
    assert not closing.is_alive()


def until(holds: Callable[[], bool]) -> None:
    """Wait till something holds."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.mark.parametrize(("code", "unread_below"), [(INVALID, []), (CANNOT_COMPLETE, ["Inbox"])])
def test_an_error_in_the_place_of_the_role_is_that_of_the_whole_element(code: int, unread_below: list[str]) -> None:
    app, groups = three_groups()
    _, backend = reading(app)
    whole = read(backend, "Mail")
    groups[1].errors = dict.fromkeys(("AXRole", "AXTitle", "AXChildren"), code)
    after = read(backend, "Mail")
    assert names(after) == ["Inbox", "g0", "b0", "g2", "b2"]
    assert unread(after) == unread_below
    assert bool(diff(whole, after).removed) == (code == INVALID)
