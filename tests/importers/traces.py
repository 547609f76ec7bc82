"""The samples of Playwright's traces, as members to be changed, and what is read of them."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from uidiff import Limits, Snapshot
from uidiff.errors import InvalidSnapshot
from uidiff.importers.playwright_trace import read_trace

TRACES = Path(__file__).parent / "fixtures" / "traces"
ARIA = TRACES / "playwright-1.65.1_aria.zip"
WITH_DOM = TRACES / "playwright-1.65.1_both.zip"
OF_TEST = TRACES / "playwright-test-1.65.1_failed.zip"
DONE = [
    None,
    'goto "http://127.0.0.1:8722/trace.html?token=…"',
    'fill label "Email"',
    'fill label "Password"',
    'click button "Save"',
    'click button "Delete Ada"',
    'click link "Help"',
    None,
    'press Tab "body"',
    "evaluateExpression",
    "waitForTimeout",
    'click "ul > li.gone"',
]
EVENTS = "trace.trace"

Texts = dict[str, bytes]


def texts(trace: Path = ARIA) -> Texts:
    """The members of a sample."""
    with zipfile.ZipFile(trace) as members:
        return {name: members.read(name) for name in members.namelist()}


def stored(members: Mapping[str, bytes]) -> bytes:
    """Without compression, so that what is large and monotonous is no bomb."""
    return packed(members, zipfile.ZIP_STORED)


def packed(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def edited(edit: Callable[[list[dict[str, object]]], None]) -> bytes:
    """The sample with other events."""
    members = texts()
    events = [json.loads(line) for line in members[EVENTS].splitlines()]
    edit(events)
    return stored({**members, EVENTS: b"\n".join(json.dumps(event).encode() for event in events)})


def found(data: bytes, limits: Limits | None = None) -> list[Snapshot | InvalidSnapshot]:
    return list(read_trace(io.BytesIO(data), limits=limits))


def actions(read: list[Snapshot | InvalidSnapshot]) -> list[str | None]:
    return [snapshot.action for snapshot in read if isinstance(snapshot, Snapshot)]


def extra(snapshot: Snapshot | InvalidSnapshot) -> Mapping[str, Any]:
    """What a snapshot says besides its circumstances."""
    assert isinstance(snapshot, Snapshot)
    return snapshot.extra
