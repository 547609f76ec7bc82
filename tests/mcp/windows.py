"""Scripted windows, and a backend that can only read them."""

from uidiff import Limits, Redaction, Snapshot
from uidiff.backends.scripted import ScriptedBackend, ScriptedTarget, ScriptedUI
from uidiff.text import one_line


def mail(*, app: str = "Mail", title: str | None = None, pid: int = 1000) -> ScriptedUI:
    return ScriptedUI(
        {
            "role": "window",
            "name": "Mail",
            "children": [
                {"role": "textbox", "name": "Search"},
                {"role": "list", "children": [{"role": "listitem", "name": f"Invoice {n}"} for n in range(1, 7)]},
                {"role": "button", "name": "New", "actions": ["press"]},
            ],
        },
        app=app,
        title=title,
        pid=pid,
    )


def is_harmless(line: str) -> bool:
    """Whether nothing in a line ends it, drives a terminal, or cannot be seen."""
    return one_line(line) == line


class Reader:
    """A backend that can only read, and counts how often."""

    __api__ = 1
    name = "reader"

    def __init__(self, ui: ScriptedUI) -> None:
        self.reads = 0
        self.closed = False
        self._inner = ScriptedBackend(ui)
        self.available, self.windows, self.handle = self._inner.available, self._inner.windows, self._inner.handle

    def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        self.reads += 1
        return self._inner.read(target, limits=limits, redact=redact, deadline=deadline)

    def close(self) -> None:
        self.closed = True
