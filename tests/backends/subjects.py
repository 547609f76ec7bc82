"""A scripted UI for the rules of backends, and what a rule may do with it."""

import time
from typing import Any

from uidiff import Limits, Redaction, Snapshot
from uidiff.backends.scripted import ScriptedUI
from uidiff.testing import Acting, Subject

PATIENCE = 60.0
"""Seconds for what does not hang: the machine may be ten times as busy, or stand still a while."""

PASSWORD = "open sesame"  # noqa: S105  # a made-up one

TREE = [
    {
        "role": "window",
        "name": "Mail",
        "bounds": [0, 0, 800, 600],
        "children": [
            {"role": "button", "name": "Save", "actions": ["press"]},
            {"role": "textbox", "name": "Password", "value": PASSWORD, "states": {"protected": True}},
            {"role": "list", "children": [{"role": "listitem", "name": f"Row {number}"} for number in range(5)]},
            {"role": "document", "name": "long " * 100},
        ],
    },
    {"role": "dialog", "name": "Sure?", "children": [{"role": "button", "name": "Yes"}]},
]


def scripted(backend: object, ui: ScriptedUI) -> Subject:
    """The subject of a UI with TREE."""

    def change() -> None:
        ui.find(name="Save").name = "Saved"

    ui.on(ui.find(name="Yes"), "press", ui.find(role="dialog").remove)
    return Subject(
        backend,
        ui,
        change=change,
        remove=lambda: ui.find(name="Row 1").remove(),
        restart=ui.restart,
        end=ui.close,
        acting=Acting(role="button", name="Yes", action="press"),
        secret=PASSWORD,
    )


def read(
    backend: Any,  # noqa: ANN401  # a sync backend
    target: object,
    *,
    limits: Limits | None = None,
    redact: Redaction | None = None,
    seconds: float = PATIENCE,
) -> Snapshot:
    """A read with the usual limits."""
    deadline = time.monotonic() + seconds
    snapshot: Snapshot = backend.read(
        target, limits=limits or Limits.live(), redact=redact or Redaction(), deadline=deadline
    )
    return snapshot
