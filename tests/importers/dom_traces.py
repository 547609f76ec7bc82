"""Traces with DOM snapshots, made line by line: a history of one frame, or of several."""

import json
from typing import Any

from tests.importers.traces import EVENTS, Texts, packed, stored
from uidiff import Snapshot
from uidiff.errors import InvalidSnapshot

Html = list[Any]

FIRST = {"type": "context-options", "version": 8, "origin": "library", "wallTime": 1.8e12, "monotonicTime": 0}


def element(tag: str, *children: object, **attributes: str) -> Html:
    return [tag.upper(), attributes, *children]


def page(*children: object) -> Html:
    """A whole snapshot with these children of its body; the number of their first node is 0."""
    return element("html", element("body", *children))


def shot(html: object, call: int = 1, when: str = "after", **other: object) -> dict[str, object]:
    """The event of a snapshot of the main frame."""
    known = {
        "callId": f"call@{call}",
        "snapshotName": f"{when}@call@{call}",
        "pageId": "page@1",
        "frameId": "frame@1",
        "frameUrl": "https://shop.example/",
        "timestamp": 1000 * call + (when == "after"),
        "isMainFrame": True,
        "html": html,
    }
    return {"type": "frame-snapshot", "snapshot": {**known, **other}}


def inner(html: object, call: int = 1) -> dict[str, object]:
    """The event of a snapshot of another frame in the page."""
    return shot(html, call, frameId="frame@2", frameUrl="https://ads.example/", isMainFrame=False)


def click(call: int, selector: str = "#a") -> list[dict[str, object]]:
    """The events of a call."""
    id_, at = f"call@{call}", 1000.0 * call
    before = {"type": "before", "callId": id_, "startTime": at - 5, "method": "click", "params": {"selector": selector}}
    return [before, {"type": "after", "callId": id_, "endTime": at}]


def lines(*events: object) -> list[bytes]:
    return [json.dumps(event, separators=(",", ":")).encode() for event in events]


def trace(*events: object, version: int = 8, extra: tuple[bytes, ...] = ()) -> bytes:
    """A trace of events; a line of bytes stands as it is."""
    first = {**FIRST, "version": version}
    written = [event if isinstance(event, bytes) else lines(event)[0] for event in (first, *events)]
    return stored({EVENTS: b"\n".join([*written, *extra])})


def without_aria(members: Texts) -> bytes:
    """A sample as if aria snapshots had not been asked for."""
    kept = {name: data for name, data in members.items() if not name.startswith("aria/")}
    for name, data in members.items():
        if name.endswith(".trace"):
            kept[name] = b"\n".join(line for line in data.splitlines() if b'"aria-snapshot"' not in line[:40])
    return packed(kept)


def names(snapshot: Snapshot | InvalidSnapshot) -> list[str]:
    """The texts of a snapshot in order."""
    assert isinstance(snapshot, Snapshot), snapshot
    return [element.name for element in snapshot if element.role == "text" and element.name]
