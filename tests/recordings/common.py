"""A recording to be damaged, and its reading, which lets through InvalidSnapshot alone, and only in its due form."""

import json
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from uidiff import Limits, RecordingWriter, Snapshot
from uidiff.errors import InvalidSnapshot
from uidiff.recordings.reader import Recording, read_recording

MARK = "SECRETIVE"
"""In every text of the UI, in no message."""

endings = pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])

TWENTY = tuple(f"row number {number}" for number in range(20))


def things(*names: str, **circumstances: Any) -> Snapshot:  # noqa: ANN401  # those of from_dicts
    """A list with an item of each name."""
    items = [{"parent": 0, "role": "listitem", "name": name} for name in names]
    return Snapshot.from_dicts([{"role": "list", "name": "Things"}, *items], **circumstances)


ROWS = [f"{MARK} {number}" for number in range(9)]
LINKS = [f"{MARK} link {number}" for number in range(9)]


def page(role: str, *names: str) -> Snapshot:
    items = [{"parent": 0, "role": role, "name": name, "states": {"valuetext": MARK}} for name in names]
    return Snapshot.from_dicts([{"role": "list"}, *items], title=MARK)


STEPS = [page("listitem", *ROWS), page("listitem", *ROWS, MARK), page("listitem", MARK, *ROWS)]
STEPS += [page("link", *LINKS), page("link", MARK, *LINKS)]

KINDS = ["snapshot", "delta", "error", "delta", "snapshot", "delta"]
"""Of the lines from the second on. A failed read is the third: it holds none of STEPS."""


@cache
def whole(ending: str = "jsonl") -> bytes:
    """A recording of STEPS, as it is in the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"a.{ending}")
        with RecordingWriter(path) as recording:
            for number, snapshot in enumerate(STEPS):
                recording.write(snapshot)
                if number == 1:
                    recording.write_error(MARK)
        return path.read_bytes()


def lines() -> list[bytes]:
    return whole().splitlines()


def values() -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines()]


class Outcome(NamedTuple):
    """What came of reading a file to its end, or to the first error."""

    snapshots: list[Snapshot]
    recording: Recording | None
    error: str = ""

    @property
    def unfinished(self) -> bool:
        return self.recording is not None and self.recording.unfinished


def read(path: Path, *, limits: Limits | None = None) -> Outcome:
    """Read a file. A test fails by any other exception, and by a message that is not one line or tells of the UI."""
    found: list[Snapshot] = []
    recording = None
    try:
        recording = read_recording(path, limits=limits)
        found.extend(recording)
    except InvalidSnapshot as error:
        message = str(error)
        assert re.match(r"line \d+: \S", message), message
        assert len(message.splitlines()) == 1
        assert message.isprintable()
        assert MARK not in message
        return Outcome(found, recording, message)
    return Outcome(found, recording)


def written(folder: Path, *given: object, end: bytes = b"\n") -> Path:
    """A file of lines, given as bytes or as JSON values."""
    encoded = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in given]
    (folder / "damaged.jsonl").write_bytes(b"\n".join(encoded) + end)
    return folder / "damaged.jsonl"


Write = Callable[..., Path]
