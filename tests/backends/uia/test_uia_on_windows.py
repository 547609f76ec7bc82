"""On a real Windows: a small form of Windows Forms, read by the backend and element by element by the package.

Run by ``pytest -m windows`` there; these are no tests of another system.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from tests.backends.uia.programs import read
from uidiff import Snapshot, Window
from uidiff.backends.uia import UiaBackend
from uidiff.testing import Acting, BackendConformance, Subject

pytestmark = pytest.mark.windows

TITLE = f"uidiff form {os.getpid()}"
TARGET = Window(title=TITLE)
PASSWORD = "open sesame"  # noqa: S105  # a made-up one
FORM = f"""
Add-Type -AssemblyName System.Windows.Forms
$form = New-Object System.Windows.Forms.Form
$form.Text = '{TITLE}'
$form.Height = 500
$script:top = 10
function Add-Part($part, $name, $text) {{
  $part.Name = $name; $part.Text = $text; $part.Top = $script:top; $part.Width = 200
  $script:top += 40
  $form.Controls.Add($part)
  return $part
}}
$change = Add-Part (New-Object System.Windows.Forms.Button) 'change' 'Change'
$remove = Add-Part (New-Object System.Windows.Forms.Button) 'remove' 'Remove'
$label = Add-Part (New-Object System.Windows.Forms.Label) 'label' 'before'
$extra = Add-Part (New-Object System.Windows.Forms.Label) 'extra' 'extra'
$text = Add-Part (New-Object System.Windows.Forms.TextBox) 'text' ('long ' * 100)
$box = Add-Part (New-Object System.Windows.Forms.CheckBox) 'box' 'Remember'
$password = Add-Part (New-Object System.Windows.Forms.TextBox) 'password' '{PASSWORD}'
$password.UseSystemPasswordChar = $true
$change.Add_Click({{ $label.Text = 'after' }})
$remove.Add_Click({{ $form.Controls.Remove($extra) }})
[System.Windows.Forms.Application]::Run($form)
"""
START = 60.0
"""Seconds that PowerShell may take to show it."""


class Form:
    """The program."""

    def __init__(self) -> None:
        self.backend = UiaBackend()
        self.start()

    def start(self) -> None:
        command = ["powershell.exe", "-NoProfile", "-STA", "-Command", FORM]
        quiet = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self.program = subprocess.Popen(command, creationflags=quiet)
        deadline = time.monotonic() + START
        while not any(window.title == TITLE for window in self.backend.windows()):
            if time.monotonic() > deadline:
                raise AssertionError("the form does not appear")
            time.sleep(0.1)

    def end(self) -> None:
        self.program.kill()
        self.program.wait(START)

    def restart(self) -> None:
        self.end()
        self.start()

    def press(self, name: str) -> None:
        (button,) = self.read().find(role="button", name=name)
        self.backend.act(button, "press")

    def read(self) -> Snapshot:
        return read(self.backend, TARGET)


@contextmanager
def form() -> Iterator[Form]:
    shown = Form()
    try:
        with closing(shown.backend):
            yield shown
    finally:
        shown.end()


class TestForm(BackendConformance, lacks=("changes",)):
    @contextmanager
    def subject(self) -> Iterator[Subject]:
        with form() as shown:
            yield Subject(
                UiaBackend(),
                TARGET,
                change=lambda: shown.press("Change"),
                remove=lambda: shown.press("Remove"),
                restart=shown.restart,
                end=shown.end,
                acting=Acting(role="button", name="Change", action="press"),
                secret=PASSWORD,
            )


def test_the_tree_that_is_read_at_once_is_the_tree_that_is_read_element_by_element() -> None:
    import uiautomation

    with form() as shown:
        snapshot = shown.read()
        control = shown.backend.handle(snapshot[0]).control
        live = [fields(one, depth) for one, depth in uiautomation.WalkControl(control, includeTop=True)]
        cached = [
            (depth, element.name or "", element.automation_id or "", element.id)
            for depth, element in zip(snapshot.columns.depth, snapshot, strict=True)
        ]
        assert cached == live


def fields(control: Any, depth: int) -> tuple[int, str, str, str]:  # noqa: ANN401  # a Control
    id_ = ".".join(map(str, control.GetRuntimeId()))
    return depth, control.Name, control.AutomationId, id_


def test_states_and_values_are_those_of_the_form() -> None:
    with form() as shown:
        (box,) = shown.read().find(role="checkbox", name="Remember")
        assert box.states["checked"] is False
        shown.backend.act(box, "toggle")
        (box,) = shown.read().find(role="checkbox", name="Remember")
        assert box.states["checked"] is True
        text = next(element for element in shown.read() if element.automation_id == "text")
        shown.backend.act(text, "type", "hello")
        text = next(element for element in shown.read() if element.automation_id == "text")
        assert text.value == "hello"


def test_bounds_begin_at_the_window() -> None:
    with form() as shown:
        box = shown.read()[0].bounds
        assert box is not None
        assert box[:2] == (0, 0)
