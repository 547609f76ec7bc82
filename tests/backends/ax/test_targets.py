"""From what a caller gives to the window that is meant; which windows are listed, and by which names."""

import os
import sys
from types import SimpleNamespace

import pytest

from tests.backends.ax.fake_mac import App, Thing
from tests.backends.ax.fake_modules import fake_system
from tests.backends.ax.trees import mail, menu_bar, reading, text, window
from tests.backends.subjects import read
from uidiff import Window
from uidiff.backends.ax import AxBackend, AxHandle
from uidiff.errors import AppGone, BackendError, MissingExtra, WindowNotFound


def two_windows() -> App:
    return App("Mail", window("Inbox", text("one")), window("Letter", text("two"), at=(7, 7)))


def title(backend: AxBackend, target: object) -> str | None:
    return read(backend, target).circumstances.title


# ---------------------------------------------------------------- applications


@pytest.mark.parametrize("target", ["Mail", "mAIL", "com.example.mail", 501])
def test_of_an_application_it_is_the_window_in_front(target: object) -> None:
    app = two_windows()
    _, backend = reading(app)
    with pytest.raises(WindowNotFound, match="2 windows fit, and none is in front"):
        read(backend, target)
    app.given.update(AXMainWindow=app.windows[1], AXFocusedWindow=app.windows[0])
    assert title(backend, target) == "Inbox"


def test_a_dialog_in_front_leaves_the_main_window_the_one_that_is_meant() -> None:
    app = two_windows()
    app.children.append(window("Sure?", subrole="AXDialog"))
    app.given.update(AXFocusedWindow=app.windows[2], AXMainWindow=app.windows[1])
    _, backend = reading(app)
    assert title(backend, "Mail") == "Letter"


def test_of_two_processes_of_one_name_it_is_the_one_in_front() -> None:
    first, second = App("Mail", window("A")), App("Mail", window("B"), pid=502)
    mac, backend = reading(first)
    mac.apps.append(second)
    assert title(backend, "Mail") == "A"
    mac.apps.reverse()
    assert title(backend, "MAIL") == "B"
    mac.apps.insert(0, App("Notes", window("C"), pid=503))
    with pytest.raises(WindowNotFound, match="2 applications fit, and none is in front"):
        read(backend, "com.example.mail")
    with pytest.raises(WindowNotFound, match="2 applications fit"):
        read(backend, Window(app="Mail"))
    mac.apps.append(mac.apps.pop(0))
    assert title(backend, Window(app="Mail")) == "B"
    assert title(backend, Window(app="mail", title="a")) == "A"


def test_an_application_without_a_window_is_not_found_until_it_opens_one() -> None:
    app = App("Mail")
    mac, backend = reading(app)
    for target in ("Mail", 501, Window(app="Mail")):
        with pytest.raises(WindowNotFound, match="no window that is open fits"):
            read(backend, target)
    with pytest.raises(WindowNotFound, match="no window open"):
        read(backend, fake_system(mac).AXUIElementCreateApplication(501))
    app.children.append(window("Inbox"))
    assert title(backend, "Mail") == "Inbox"


def test_a_window_that_went_as_it_was_listed_is_none() -> None:
    app = two_windows()
    _, backend = reading(app)
    app.windows[0].gone = True
    assert title(backend, "Mail") == "Letter"
    assert [listed.title for listed in backend.windows()] == ["Letter"]


def test_an_unknown_name_is_not_found_and_an_application_that_ended_is_gone() -> None:
    app = mail()
    _, backend = reading(app)
    app.bundle = None
    for target in ("Notes", "com.example.mail", "", 4711, Window(pid=4711), Window(title="nothing has this title")):
        with pytest.raises(WindowNotFound):
            read(backend, target)
    read(backend, "Mail")
    app.ended = True
    with pytest.raises(AppGone, match="ended"):
        read(backend, "Mail")
    with pytest.raises(WindowNotFound):
        read(backend, "Notes")


# ------------------------------------------------- the same as long as it lives


EACH_KIND = ["Mail", 501, Window(title="Inbox"), Window(app="Mail", title="Inbox"), Window(id="501-1700000000250-100")]


@pytest.mark.parametrize("target", EACH_KIND)
def test_a_target_stays_with_its_window_whatever_its_title_and_whatever_comes_in_front(target: object) -> None:
    app = two_windows()
    mac, backend = reading(app)
    inbox, letter = app.windows
    app.given["AXMainWindow"] = inbox
    before = read(backend, target)
    inbox.given["AXTitle"] = "Drafts"
    letter.given["AXTitle"] = "Inbox"
    app.given.update(AXMainWindow=letter, AXFocusedWindow=letter)
    mac.apps.insert(0, App("Mail", window("Inbox", at=(1, 1)), pid=502))
    after = read(backend, target)
    assert (before.circumstances.title, after.circumstances.title) == ("Inbox", "Drafts")
    assert before.window == after.window
    app.children.remove(inbox)  # on another desktop it is not listed
    assert title(backend, target) == "Drafts"


@pytest.mark.parametrize("target", ["Mail", 501, Window(app="Mail"), Window(pid=501)])
def test_when_its_window_is_closed_a_target_means_another_that_fits(target: object) -> None:
    app = two_windows()
    _, backend = reading(app)
    inbox = app.windows[0]
    app.given["AXMainWindow"] = inbox
    before = read(backend, target)
    app.remove(inbox)
    after = read(backend, target)
    assert (before.circumstances.title, after.circumstances.title) == ("Inbox", "Letter")
    assert before.window != after.window
    app.children.insert(0, window("New", at=(2, 2)))
    app.given["AXMainWindow"] = app.windows[0]
    assert title(backend, target) == "Letter"


def test_when_its_window_is_closed_and_several_fit_it_is_again_the_one_in_front() -> None:
    app = two_windows()
    app.children.append(window("News", at=(2, 2)))
    _, backend = reading(app)
    inbox, letter, _ = app.windows
    app.given["AXMainWindow"] = inbox
    assert title(backend, "Mail") == "Inbox"
    app.remove(inbox)
    with pytest.raises(WindowNotFound, match="2 windows fit, and none is in front"):
        read(backend, "Mail")
    app.given["AXMainWindow"] = letter
    assert title(backend, "Mail") == "Letter"


@pytest.mark.parametrize("target", EACH_KIND)
def test_when_its_window_is_closed_and_none_fits_it_has_gone(target: object) -> None:
    app = App("Mail", window("Inbox"))
    _, backend = reading(app)
    read(backend, target)
    app.remove(app.windows[0])
    for _ in range(2):
        with pytest.raises(AppGone, match="closed"):
            read(backend, target)


@pytest.mark.parametrize("target", ["Mail", "com.example.mail", Window(app="Mail"), Window(title="Inbox")])
def test_an_application_that_was_started_again_is_meant_again(target: object) -> None:
    app = App("Mail", window("Inbox"))
    mac, backend = reading(app)
    before = read(backend, target)
    again = mac.restart(app, App("Mail"))
    with pytest.raises(AppGone, match="ended"):
        read(backend, target)
    again.children.append(window("Inbox"))
    after = read(backend, target)
    assert (after.circumstances.pid, after.circumstances.title) == (again.pid, "Inbox")
    assert before.window != after.window


def test_an_element_means_its_window_also_when_it_has_gone_from_there() -> None:
    app = two_windows()
    _, backend = reading(app)
    inside = app.find("two")
    inside.given["AXWindow"] = app.windows[1]
    handle = backend.handle(read(backend, Window(title="Letter"))[1])
    assert title(backend, handle) == "Letter"
    app.windows[1].remove(inside)
    assert title(backend, handle) == "Letter"
    app.remove(app.windows[1])
    with pytest.raises(AppGone, match="closed"):
        read(backend, handle)


# -------------------------------------------------------------------- elements


def test_any_element_means_the_window_that_it_is_in() -> None:
    app = two_windows()
    _, backend = reading(app)
    inside = app.find("two")
    inside.given["AXWindow"] = app.windows[1]
    handle = backend.handle(read(backend, Window(title="Letter"))[1])
    assert isinstance(handle, AxHandle)
    for target in (handle, handle.ref):
        assert title(backend, target) == "Letter"
    del inside.given["AXWindow"]
    _, backend = reading(app)
    with pytest.raises(WindowNotFound, match="in no window"):
        read(backend, handle)
    inside.gone = True
    with pytest.raises(AppGone, match="closed"):
        read(backend, handle)
    inside.gone, inside.failure = False, -25200
    with pytest.raises(BackendError, match="error -25200"):
        read(backend, handle)


def test_a_dialog_that_is_given_is_the_first_root() -> None:
    app = mail()
    _, backend = reading(app)
    dialog = backend.handle(read(backend, "Mail").find(role="dialog")[0])
    snapshot = read(backend, dialog)
    assert [root.name for root in snapshot.roots] == ["Sure?", None]


def test_a_window_on_another_desktop_which_is_not_listed_is_read_by_its_name_or_its_element() -> None:
    app = two_windows()
    mac, backend = reading(app)
    letter = next(listed for listed in backend.windows() if listed.title == "Letter")
    handle = backend.handle(read(backend, letter)[0])
    hidden = app.windows[1]
    app.children.remove(hidden)
    hidden.app = app
    assert title(backend, letter) == title(backend, handle) == "Letter"
    assert [listed.title for listed in backend.windows()] == ["Inbox"]
    with pytest.raises(WindowNotFound):
        read(backend, Window(id=letter.id, title="Inbox"))
    hidden.gone = True
    with pytest.raises(AppGone, match="closed"):
        read(backend, letter)
    assert mac.trusted


@pytest.mark.parametrize(
    "target", [None, True, 1.5, object(), b"Mail", ["Mail"], Thing("AXWindow"), SimpleNamespace(ref=None)]
)
def test_what_is_no_target_is_a_type_error_that_says_what_is(target: object) -> None:
    _, backend = reading(mail())
    with pytest.raises(TypeError, match="give an application's name, a bundle id, a process id"):
        read(backend, target)


# --------------------------------------------------------------------- listing


def test_listed_are_windows_of_applications_in_the_dock_and_each_is_a_target() -> None:
    bar = menu_bar()
    mac, backend = reading(
        App("Mail", window("Inbox"), window("Sure?", subrole="AXDialog", at=(9, 9)), bar, AXMenuBar=bar)
    )
    mac.apps += [
        App("Agent", window("Hidden"), pid=502, regular=False),
        App(
            "Settings",
            window("General", subrole="AXDialog"),
            window("Fonts", subrole="AXFloatingWindow", at=(3, 3)),
            pid=503,
        ),
        App("Python", window("Own"), pid=os.getpid()),
    ]
    listed = backend.windows()
    assert [(one.app, one.title) for one in listed] == [
        ("Mail", "Inbox"),
        ("Settings", "General"),
        ("Settings", "Fonts"),
    ]
    assert [title(backend, one) for one in listed] == ["Inbox", "General", "Fonts"]
    with pytest.raises(WindowNotFound):
        read(backend, Window(title="Hidden"))
    assert title(backend, Window(title="Hidden", app="agent")) == title(backend, "Agent") == "Hidden"
    with pytest.raises(WindowNotFound):
        read(backend, "Python")


def test_a_window_without_texts_is_listed_by_its_process_and_its_id() -> None:
    app = App("", window(""))
    app.launched = None
    _, backend = reading(app)
    (listed,) = backend.windows()
    assert (listed.app, listed.pid, listed.title, listed.id) == (None, 501, None, "501-0-100")
    assert read(backend, listed).window == "501-0-100"


def test_windows_in_one_place_have_numbers_of_our_own_and_keep_them() -> None:
    app = App("Mail", window("A"), window("B"), window("C", at=(1, 1)))
    mac, backend = reading(app)
    ids = {listed.title: listed.id for listed in backend.windows()}
    assert ids["C"] == "501-1700000000250-102"
    assert ids["A"] != ids["B"]
    assert all("." in str(ids[name]) for name in "AB")
    app.find("A").given["AXPosition"] = (500, 500)
    assert {listed.title: listed.id for listed in backend.windows()} == ids
    other = AxBackend(system=fake_system(mac))
    assert {listed.id for listed in other.windows()}.isdisjoint({ids["B"]})


# ---------------------------------------------------------------- availability


def test_without_pyobjc_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ApplicationServices", None)
    backend = AxBackend()
    for platform in ("darwin", "linux"):
        monkeypatch.setattr(sys, "platform", platform)
        said = backend.available()
        assert (said.ok, "pip install 'uidiff[macos]'" in said.cure) == (False, True)
        assert ("linux" in said.reason) == (platform == "linux")
    for ask in (backend.windows, lambda: read(backend, "Mail")):
        with pytest.raises(MissingExtra, match=r"uidiff\[macos\]"):
            ask()


def test_a_broken_installation_is_said_and_not_raised() -> None:
    said = AxBackend(system=object()).available()
    assert (said.ok, said.reason) == (
        False,
        "the package pyobjc-framework-ApplicationServices is broken (AttributeError)",
    )
