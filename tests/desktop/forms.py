"""The programs of the private desktop, one a toolkit; they show the same form and take the same commands."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

from tests.desktop.private import Desktop
from tests.desktop.program import Program
from tests.parts import missing, need

SECRET = "open sesame"  # noqa: S105  # a made-up one: what is in the password field
PROGRAMS = Path(__file__).parent / "programs"
_PYTHON = "/usr/bin/python3"  # of the system: no other has its packages


@attrs.frozen
class Toolkit:
    """A toolkit: which program shows the form with it, and what that needs."""

    name: str
    arguments: tuple[str, ...]
    imports: str
    packages: str

    def expect(self) -> None:
        """Skip the test, or have it fail in CI, where it is not installed."""
        need(_PYTHON, "python3")
        if not _imports(self.imports):
            missing(self.name, self.packages)

    @contextmanager
    def form(self, desktop: Desktop, name: str = "form") -> Iterator[Program]:
        """The form, on a desktop, as a program of that name."""
        self.expect()
        script, *arguments = self.arguments
        with Program.started([_PYTHON, str(PROGRAMS / script), *arguments, name], desktop.environment) as program:
            yield program


GTK3 = Toolkit(
    "GTK 3",
    ("gtk_form.py", "3"),
    "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk",
    "python3-gi and gir1.2-gtk-3.0",
)
GTK4 = Toolkit(
    "GTK 4",
    ("gtk_form.py", "4"),
    "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk",
    "python3-gi and gir1.2-gtk-4.0",
)
QT5 = Toolkit("Qt 5", ("qt_form.py", "5"), "import PyQt5.QtWidgets", "python3-pyqt5")
QT6 = Toolkit("Qt 6", ("qt_form.py", "6"), "import PyQt6.QtWidgets", "python3-pyqt6")
TOOLKITS = (GTK3, GTK4, QT5, QT6)


@functools.cache
def _imports(statement: str) -> bool:
    return subprocess.run([_PYTHON, "-c", statement], capture_output=True, check=False).returncode == 0
