"""Which window a target means, and what belongs to it."""

import platform
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.backends.subjects import PATIENCE
from tests.backends.uia.fake_machine import Machine, Shown, Widget
from tests.backends.uia.fake_windows import on_windows
from tests.backends.uia.programs import PID, Mail, read, reading
from uidiff import Window
from uidiff.backends.uia import UiaBackend
from uidiff.backends.uia import client as client_module
from uidiff.errors import AppGone, BackendError, MissingExtra, WindowNotFound

TOOL = 0x80
TASKBAR = 0x40000


@contextmanager
def desktop() -> Iterator[tuple[Machine, UiaBackend]]:
    with on_windows() as machine, closing(UiaBackend(patience=PATIENCE)) as backend:
        yield machine, backend


def titles(backend: UiaBackend, target: object = "mail") -> list[str | None]:
    return [root.name for root in read(backend, target).roots]


# ---------------------------------------------------------------- availability


def test_elsewhere_than_on_windows_it_says_so_and_what_to_use() -> None:
    if platform.system() == "Windows":
        pytest.skip("this is Windows")
    backend = UiaBackend()
    said = backend.available()
    assert (bool(said), said.reason) == (False, "this is not Windows")
    assert "atspi" in said.cure
    for call in (backend.windows, lambda: read(backend)):
        with pytest.raises(BackendError, match="not Windows"):
            call()
    backend.close()


def test_without_the_package_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with on_windows(package=False):
        monkeypatch.setattr(client_module, "find_spec", lambda _: None)
        backend = UiaBackend()
        said = backend.available()
        assert (said.ok, said.reason, said.cure) == (
            False,
            "the package uiautomation is not installed",
            "pip install 'uidiff[windows]'",
        )
        for call in (backend.windows, lambda: read(backend)):
            with pytest.raises(MissingExtra, match="windows"):
                call()


def test_without_comtypes_alone_it_says_the_same_line() -> None:
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, "comtypes", None)  # as where it cannot be imported
        with pytest.raises(MissingExtra, match="windows"):
            read(backend)


def test_a_module_without_spec_is_not_taken_for_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise ValueError

    with on_windows(package=False):
        monkeypatch.setattr(client_module, "find_spec", broken)
        assert not UiaBackend().available()


def test_listing_windows_imports_nothing() -> None:
    with desktop() as (machine, backend):
        Mail(machine)
        del sys.modules["uiautomation"], sys.modules["comtypes"]
        client_known = backend.available()  # it looks for the package, as it is not imported
        assert client_known.ok in {True, False}
        assert "uiautomation" not in sys.modules


# -------------------------------------------------------------------- targets


@pytest.mark.parametrize(
    "target",
    ["mail", "MAIL", "Mail.exe", PID, Window(app="mail.EXE"), Window(title="inbox"), Window(pid=PID, app="Mail")],
)
def test_a_program_is_meant_by_its_name_its_number_or_what_is_known(target: object) -> None:
    with reading() as (mail, backend):
        snapshot = read(backend, target)
        known = (snapshot.app, snapshot.pid, snapshot.title, snapshot.platform)
        assert known == ("Mail", PID, "Inbox - Mail", "uia")
        start = mail.machine.processes[PID].start
        assert snapshot.window == f"{PID}-{start:x}-{mail.main.handle:x}"


def test_a_control_means_the_window_that_it_is_in() -> None:
    with reading() as (mail, backend):
        import uiautomation  # the real one

        client = uiautomation.uiautomation._AutomationClient.instance().IUIAutomation
        window = uiautomation.Control.CreateControlFromElement(client.ElementFromHandle(mail.main.handle))
        assert read(backend, window).title == "Inbox - Mail"
        (save,) = read(backend).find(name="Save")
        control = backend.handle(save).control
        assert read(backend, control).title == "Inbox - Mail"
        mail.machine.hide(mail.main)
        with pytest.raises(AppGone):
            read(backend, control)
        with pytest.raises(WindowNotFound):
            read(UiaBackend(), control)


def test_a_control_that_is_not_found_is_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    with reading() as (_, backend):
        import uiautomation

        def lost(_: object) -> int:
            raise LookupError("Find Control Timeout")

        monkeypatch.setattr(uiautomation.Control, "NativeWindowHandle", property(lost))
        with pytest.raises(WindowNotFound, match="Control"):
            read(backend, uiautomation.ButtonControl(Name="nowhere"))


@pytest.mark.parametrize("gone", [True, False])
def test_a_control_that_is_gone_or_in_no_window_is_no_window(gone: bool) -> None:
    with reading() as (mail, backend):
        (save,) = read(backend).find(name="Save")
        control = backend.handle(save).control
        if gone:
            mail.find("Save").remove()
        else:
            del mail.main.widget.values["NativeWindowHandle"]
        with pytest.raises(WindowNotFound):
            read(backend, control)


@pytest.mark.parametrize("target", [True, 1.5, b"mail", ("mail",), None])
def test_other_targets_are_type_errors_that_say_what_fits(target: object) -> None:
    with reading() as (_, backend), pytest.raises(TypeError, match="process id"):
        read(backend, target)


def test_without_the_package_imported_nothing_is_a_control() -> None:
    with reading() as (_, backend), pytest.MonkeyPatch.context() as patched:
        patched.delitem(sys.modules, "uiautomation")
        with pytest.raises(TypeError):
            read(backend, object())


def test_of_two_windows_that_fit_the_one_in_front_is_meant_and_stays_meant() -> None:
    with reading() as (mail, backend):
        other = mail.machine.show(PID, Widget("Window", "Letter"), "Letter")
        mail.machine.foreground = 0
        with pytest.raises(WindowNotFound, match="2 of the open windows fit"):
            read(backend)
        dialog = mail.machine.show(PID, Widget("Window", "Font"), "Font", owner=other.handle)
        mail.machine.foreground = dialog.handle  # which belongs to the letter
        assert read(backend).title == "Letter"
        mail.machine.foreground = mail.main.handle
        other.title = "Letter *"
        assert read(backend).title == "Letter *"
        mail.machine.hide(dialog)
        mail.machine.hide(other)
        assert read(backend).title == "Inbox - Mail"


def test_a_handle_that_the_system_gave_to_another_program_is_another_window() -> None:
    with reading() as (mail, backend):
        first = read(backend).window
        mail.machine.processes[PID].start += 1
        second = read(backend).window
        assert first != second


def test_a_process_of_which_nothing_may_be_known_is_read_by_its_number() -> None:
    with reading() as (mail, backend):
        mail.machine.processes[PID].secret = True
        snapshot = read(backend, PID)
        assert (snapshot.app, snapshot.window) == (None, f"{PID}-0-{mail.main.handle:x}")
        mail.machine.processes[PID].secret = False
        mail.machine.processes[PID].path = ""
        mail.machine.processes[PID].start = 0
        assert read(backend, PID).app is None


# ------------------------------------------------------------------ belonging


def test_windows_are_those_that_a_person_would_call_so() -> None:
    with desktop() as (machine, backend):
        mail = Mail(machine)
        mail.ask()
        shown = {
            name: machine.show(PID, Widget("Window", name), name)
            for name in ("hidden", "cloaked", "palette", "badge", "pinned")
        }
        shown["hidden"].visible = False
        shown["cloaked"].cloaked = True
        shown["palette"].style = TOOL
        shown["pinned"].style = TOOL | TASKBAR
        machine.show(PID, Widget("Window", "form"), "form", owner=shown["hidden"].handle)
        assert {window.title for window in backend.windows()} == {"Inbox - Mail", "badge", "pinned", "form"}


def test_what_another_window_owns_or_another_thread_shows_does_not_belong() -> None:
    with desktop() as (machine, backend):
        mail = Mail(machine)
        mail.ask()
        letter = machine.show(PID, Widget("Window", "Letter"), "Letter", thread=77)
        machine.show(PID, Widget("Window", "Font"), "Font", owner=letter.handle, thread=77)
        for name, thread in (("tip", PID + 1), ("taskbar", 99)):
            machine.show(PID, Widget("Pane", name), name, thread=thread).style = TOOL
        machine.start("other.exe", 900)
        machine.show(900, Widget("Pane", "stranger"), "", thread=PID + 1).style = TOOL
        assert titles(backend, Window(title="inbox")) == ["Inbox - Mail", "Sure?", "tip"]
        assert titles(backend, Window(title="letter")) == ["Letter", "Font"]


def test_a_dialog_of_a_dialog_is_a_root_too_and_owners_in_a_ring_are_no_trouble() -> None:
    with desktop() as (machine, backend):
        mail = Mail(machine)
        dialog = mail.ask()
        inner = machine.show(PID, Widget("Window", "Really?"), "Really?", owner=dialog.handle)
        assert titles(backend) == ["Inbox - Mail", "Sure?", "Really?"]
        dialog.owner = inner.handle
        assert "Sure?" in {root.name for root in read(backend).roots} | {e.name for e in read(backend)}


def test_where_the_scale_is_not_known_it_is_one() -> None:
    with reading() as (mail, backend):
        mail.main.dpi = 0
        assert read(backend).find(name="Save")[0].bounds == (10, 40, 60, 20)


def test_a_window_that_goes_while_windows_are_listed_is_left_out_and_the_only_one_is_meant() -> None:
    with reading() as (mail, backend):
        mail.machine.ghosts = [0xDEAD]
        assert [window.id for window in backend.windows()] == [f"{mail.main.handle:#x}"]
        mail.machine.foreground = 0xDEAD
        assert read(backend).title == "Inbox - Mail"


def test_an_app_in_a_frame_of_the_system_is_meant_by_its_own_name_and_process() -> None:
    with desktop() as (machine, backend):
        machine.start(r"C:\Windows\System32\ApplicationFrameHost.exe", 600)
        machine.start(r"C:\Program Files\WindowsApps\Calc\CalculatorApp.exe", 601)
        machine.start(r"C:\Windows\ImmersiveControlPanel\SystemSettings.exe", 602)
        frames = []
        for pid, name in ((601, "Calculator"), (602, "Settings")):
            frame = machine.show(600, Widget("Window", name), name)
            frame.frames = Shown(frame.handle + 1, pid, Widget("Pane", name), name, thread=pid)
            frames.append(frame)
        assert [(known.app, known.pid) for known in backend.windows()] == [
            ("SystemSettings", 602),
            ("CalculatorApp", 601),
        ]
        popup = machine.show(601, Widget("Menu", "More"), "", owner=frames[0].handle)
        popup.style = 0x80
        snapshot = read(backend, 601)
        for target in ("calculatorapp", Window(title="Calculator")):
            assert read(backend, target).window == snapshot.window
            assert (snapshot.app, snapshot.pid, snapshot.title) == ("CalculatorApp", 601, "Calculator")
            assert [root.name for root in snapshot.roots] == ["Calculator", "More"]
        frames[0].frames = None  # minimized
        assert read(backend, 601).window == snapshot.window
        backend.close()
