"""A value of each schema with many keys in it, and what reads it."""

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import uidiff
from uidiff import Ignore, Snapshot, TreeDiff
from uidiff.diffing.delta_codec import _converter
from uidiff.diffing.events import Event
from uidiff.events import EventRules

Value = dict[str, Any]

STATES = {"focused": True, "checked": "mixed", "expanded": False, "invalid": "spelling", "level": 2, "sort": "none"}
LINK = {
    "parent": 0,
    "role": "link",
    "name": "Ann",
    "value": "v",
    "description": "d",
    "bounds": [0, -8, 1280, 720],
    "states": STATES,
    "id": "b1",
    "id_stable": True,
    "automation_id": "save",
    "url": "/m?id=…",
    "native_role": "Link",
    "actions": ["press", "show menu"],
    "secret": False,
    "unread": True,
    "url_digest": "fedcba9876543210",
    "tip": {"x": 1},
}
BOX = {"parent": 0, "role": "checkbox", "name": "Done", "id": "b2", "id_stable": True}
CIRCUMSTANCES = {
    "app": "Mail",
    "pid": 44037,
    "window": "main",
    "title": "Inbox (3)",
    "url": "https://mail.test/inbox?user=…",
    "url_digest": "0123456789abcdef",
    "document": "d-1",
    "action": "press Save",
    "taken_at": 1700000000.125,
    "platform": "web",
    "concealed": ["b9"],
    "zoom": 1.5,
}
TREE: Value = {**CIRCUMSTANCES, "nodes": [{"role": "window", "name": "Inbox"}, LINK, BOX]}
SNAPSHOT: Value = {"format": "uidiff/snapshot", "version": "1.0", **TREE}


def snapshot_of(nodes: list[Any]) -> Snapshot:
    return uidiff.loads(json.dumps({**SNAPSHOT, "nodes": nodes}))


BEFORE = snapshot_of(TREE["nodes"])
AFTER = snapshot_of(
    [
        {"role": "window", "name": "Inbox"},
        {**BOX, "states": {"checked": True}, "bounds": [1, 2, 3, 4]},
        {"parent": 0, "role": "link", "name": "Ben", "id": "b1", "id_stable": True, "bounds": [0, 0, 1, 1]},
        {"parent": 0, "role": "dialog", "name": "Sure?", "states": {"modal": True}},
    ]
)
IGNORED = ("focused", Ignore(role="link", path="window", name="", field="value"))
RULES = EventRules(
    error_words=("oops",), problem_words=("hm",), message_length=9, loaded_count=9, loaded_ratio=2, reordered_from=9
)


def delta() -> Value:
    """One with each of the keys that a delta may have, and an event that only a newer uidiff knows."""
    made = uidiff.diff(BEFORE, AFTER, ignore=IGNORED, rules=RULES).to_dict()
    found: Value = json.loads(json.dumps({**made, "hidden": [1], "events": [{"event": "Newer", "x": 1}]}))
    return found


def delta_with(kind: type[Event]) -> Value:
    """A small one with one event."""
    empty = Snapshot.from_dicts([])
    event = {"event": kind.__name__, **_converter().unstructure(kind("x"))}
    found: Value = json.loads(json.dumps({**uidiff.diff(empty, empty).to_dict(), "events": [event]}))
    return found


def lines() -> list[Value]:
    """A header, a snapshot without its digest, a delta, a failed read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        with uidiff.RecordingWriter(path) as recording:
            recording.write(BEFORE)
            recording.write(AFTER)
            recording.write_error("no answer", taken_at=3.5)
        header, first, second, failed = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    patch = uidiff.diff(BEFORE, AFTER).to_dict()["patch"]  # here the whole snapshot would be the shorter line
    del first["digest"]  # of a changed snapshot it would be another one
    return [header, first, json.loads(json.dumps({"kind": "delta", "seq": second["seq"], **patch})), failed]


HEADER, WHOLE, PATCH, FAILED = lines()


# ------------------------------------------------------------------------ readers


def read_snapshot(value: object) -> None:
    uidiff.loads(json.dumps(value))


def read_delta(value: object) -> None:
    TreeDiff.from_dict(json.loads(json.dumps(value)))


def read_lines(*values: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
        list(uidiff.read_recording(path))


Reader = Callable[[object], None]
READ: Mapping[str, tuple[str, Value, Reader, int]] = {
    "snapshot": ("snapshot", SNAPSHOT, read_snapshot, 9),
    "delta": ("delta", delta(), read_delta, 9),
    "header": ("recording", HEADER, read_lines, 9),
    "line of a snapshot": ("recording", WHOLE, lambda line: read_lines(HEADER, line), 1),
    "line of a delta": ("recording", PATCH, lambda line: read_lines(HEADER, WHOLE, line), 2),
    "line of an error": ("recording", FAILED, lambda line: read_lines(HEADER, WHOLE, line), 9),
}
"""By its kind: the schema, a value of it, what reads it, and how deep it is changed."""
