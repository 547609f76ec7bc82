"""Programs that run on the machine without Windows, and how tests read them."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.backends.subjects import PATIENCE
from tests.backends.uia.fake_machine import Machine, Shown, Widget
from tests.backends.uia.fake_windows import INSTALLED, on_windows
from uidiff import Limits, Redaction, Snapshot
from uidiff.backends.uia import UiaBackend
from uidiff.testing import Acting, Subject

PASSWORD = "open sesame"  # noqa: S105  # a made-up one
MAIL = r"C:\Program Files\Mail\Mail.exe"
PID = 500


def mail_window() -> Widget:
    """The window of a small program."""
    rows = [
        Widget("ListItem", f"Row {number}", patterns=("SelectionItem",), SelectionItemIsSelected=number == 1)
        for number in range(5)
    ]
    return Widget(
        "Window",
        "Inbox - Mail",
        Widget("Button", "Save", patterns=("Invoke",), rect=(110, 140, 170, 160), AutomationId="save"),
        Widget("Edit", "Password", patterns=("Value",), IsPassword=True, ValueValue=PASSWORD, ValueIsReadOnly=False),
        Widget("List", "Mails", *rows),
        Widget("Document", "long " * 100),
        patterns=("Window",),
        rect=(100, 100, 900, 700),
        WindowIsModal=False,
    )


def question() -> Widget:
    """A dialog of it."""
    yes = Widget("Button", "Yes", patterns=("Invoke",))
    return Widget("Window", "Sure?", yes, patterns=("Window",), rect=(300, 300, 500, 400), WindowIsModal=True)


class Mail:
    """The program, running on a machine."""

    def __init__(self, machine: Machine, pid: int = PID) -> None:
        self.machine = machine
        self.pid = pid
        self.start()

    def start(self) -> None:
        self.machine.start(MAIL, self.pid)
        self.main = self.machine.show(self.pid, mail_window(), "Inbox - Mail")
        self.machine.foreground = self.main.handle

    def ask(self) -> Shown:
        """Open the dialog; its button closes it."""
        shown = self.machine.show(self.pid, question(), "Sure?", owner=self.main.handle)
        shown.widget.find("Yes").does["Invoke"] = lambda: self.machine.hide(shown)
        return shown

    def restart(self) -> None:
        self.machine.end(self.pid)
        self.start()

    def find(self, name: str) -> Widget:
        return self.main.widget.find(name)


@contextmanager
def mail_subject(version: str = INSTALLED) -> Iterator[Subject]:
    """What the rules for backends are tried on."""
    with on_windows(version) as machine:
        mail = Mail(machine)
        mail.ask()
        yield Subject(
            UiaBackend(patience=PATIENCE),
            "mail",
            change=lambda: mail.find("Save").values.update(Name="Saved"),
            remove=lambda: mail.find("Row 1").remove(),
            restart=mail.restart,
            end=lambda: machine.end(PID),
            acting=Acting(role="button", name="Yes", action="press"),
            secret=PASSWORD,
        )


@contextmanager
def reading(*widgets: Widget, patience: float = PATIENCE) -> Iterator[tuple[Mail, UiaBackend]]:
    """The program running, with these elements more below its window, and a backend."""
    with on_windows() as machine, closing(UiaBackend(patience=patience)) as backend:
        mail = Mail(machine)
        for widget in widgets:
            mail.main.widget.add(widget)
        yield mail, backend


def read(
    backend: UiaBackend, target: object = "mail", *, limits: Limits | None = None, seconds: float = PATIENCE
) -> Snapshot:
    """A read with the usual limits."""
    deadline = time.monotonic() + seconds
    return backend.read(target, limits=limits or Limits.live(), redact=Redaction(), deadline=deadline)
