"""Run an example for Windows on a machine without it: ``python run_example.py examples/windows.py``."""

import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.backends.uia.fake_machine import Machine, Widget
from tests.backends.uia.fake_windows import on_windows


def notepad(machine: Machine) -> None:
    """Notepad, with a menu; what is typed shows in the title as well."""
    page = Widget("Document", "Text editor", patterns=("Value",), ValueValue="", ValueIsReadOnly=False)
    page.values["IsKeyboardFocusable"] = page.values["HasKeyboardFocus"] = True
    menus = [Widget("MenuItem", name, patterns=("ExpandCollapse",)) for name in ("File", "Edit", "View")]
    for menu in menus:
        menu.values["ExpandCollapseExpandCollapseState"] = 0
    status = Widget("Text", "0 characters")
    bar = [Widget("Text", text) for text in ("Ln 1, Col 1", "Plain text", "100%", "Windows (CRLF)", "UTF-8")]
    parts = page, Widget("Pane", "", *menus), Widget("Pane", "Status", status, *bar)
    window = Widget("Window", "Untitled - Notepad", *parts, rect=(100, 100, 900, 700))
    machine.start(r"C:\Windows\System32\notepad.exe", 4711)
    shown = machine.show(4711, window, "Untitled - Notepad")

    def typed() -> None:
        shown.title = window.values["Name"] = "*Untitled - Notepad"
        status.values["Name"] = f"{len(str(page.values['ValueValue']))} characters"

    page.does["SetValue"] = typed


with on_windows() as windows:
    notepad(windows)
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
