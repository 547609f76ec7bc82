"""The lines of a recording, format 1.0 (spec/definitions#22-recording): a header, then snapshots, deltas and errors.

    {"format": "uidiff/recording", "version": "1.0", "session": "mail"}
    {"kind": "snapshot", "seq": 0, "digest": "...", "title": "Inbox", "nodes": [{"role": "window"}]}
    {"kind": "delta", "seq": 1, "before": {...}, "after": {...}, "pieces": [...], "inserted": [...], "changes": {...}}
    {"kind": "error", "seq": 2, "taken_at": 1700000000.0, "error": "the window did not answer"}

A delta line is the patch from the snapshot before it; an error line is a failed read. The digest of a snapshot line is
optional and is checked if present.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import attrs

from uidiff.text import replace_surrogates

__all__ = ["FORMAT", "MAX_STEPS", "VERSION", "RecordedError", "encode_line"]

FORMAT = "uidiff/recording"
VERSION = "1.0"
MAX_STEPS = 100
"""The writer writes a whole snapshot at least once in this number of steps, so a damaged line costs no more steps."""

_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
"""Line ends for some readers, such as str.splitlines, that JSON does not escape; they occur only within strings."""


@attrs.frozen
class RecordedError:
    """A failed read in a recording.

    Attributes:
        seq: the sequence number of its line.
        error: what failed, in words.
        taken_at: Unix seconds, if known.
    """

    seq: int
    error: str
    taken_at: float | None = None


def encode_line(value: Mapping[str, Any]) -> bytes:
    """One line of JSON in UTF-8 with its line end; it contains no other line end of any kind."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return replace_surrogates(text.translate(_LINE_ENDS))[0].encode() + b"\n"
