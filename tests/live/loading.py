"""A window that loads, and a session that looks at it, for the tests of act, settle and wait."""

from functools import partial
from typing import Any

from tests.live.watching import Polled, Time
from uidiff import Session, TreeDiff
from uidiff.backends.scripted import ScriptedUI
from uidiff.events import DialogAppeared

DIALOG = {"role": "dialog", "name": "Save?", "children": [{"role": "button", "name": "Yes"}]}


def opened(ui: ScriptedUI, backend: Polled | None = None, **options: Any) -> tuple[Session, Time]:  # noqa: ANN401
    """A session that has answered once, and its time."""
    backend = backend or Polled(ui)
    session = Session(backend, ui, clock=backend.time.clock(), **options)
    session.describe()
    return session, backend.time


def button(ui: ScriptedUI) -> Any:  # noqa: ANN401  # a node
    return ui.find(role="button")


def rename(ui: ScriptedUI, name: str) -> None:
    button(ui).name = name


def names(delta: TreeDiff | None) -> list[object]:
    """The new names of what was renamed."""
    assert delta is not None
    return [changed.fields["name"][1] for changed in delta.changed]


def restless(ui: ScriptedUI, time: Time, *, until: float, every: float = 0.1) -> None:
    """Have a window change again and again."""
    for number in range(1, round(until / every) + 1):
        time.at(number * every, partial(rename, ui, f"Loading {number}"))


def a_dialog_came(delta: TreeDiff) -> bool:
    """A condition that holds once a dialog is there."""
    return any(isinstance(event, DialogAppeared) for event in delta.events)
