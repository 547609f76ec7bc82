"""Recordings of rrweb, the session replay: a snapshot for each step of what a user did and what changed.

    for snapshot in uidiff.import_recording("session.json"): ...
    for step in rrweb_steps("session.json", quiet=300): ...  # errors among them, and the rest goes on

The events are those of rrweb 1 and 2 (its types 2.2.2), packed or not, alone or in PostHog's blobs
(:mod:`uidiff.importers.rrweb_source`). Nothing that a recording names is fetched.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from uidiff.errors import InvalidSnapshot
from uidiff.importers.rrweb_packed import PACKED
from uidiff.importers.rrweb_source import found_events
from uidiff.importers.rrweb_step import RecordedStep, StepRules
from uidiff.importers.rrweb_window import Window
from uidiff.importers.source import decoded_head
from uidiff.model.files import Line, pieces_of
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["LONGEST_EVENT", "RecordedStep", "RrwebImporter", "StepRules", "rrweb_steps", "steps_of_pieces"]

LONGEST_EVENT = 32 * 1024 * 1024
"""Characters of one event: a page of 100,000 elements has about half of it."""

_WINDOWS = 64
"""Windows whose page is kept; of more, the one without an event for the longest time is forgotten."""

_BEGINNING = re.compile(rf'\s*(?:\{{|\[?\s*{PACKED}|\[\s*(?:\{{|\[?\s*"[^"]{{0,200}}"\s*,\s*(?:\{{|{PACKED})|$))')
_TYPE = r'"type"\s*:\s*'
_SIGNS = (
    re.compile(rf'{_TYPE}4\s*,\s*"data"\s*:\s*\{{\s*"href"'),
    re.compile(rf'{_TYPE}2\s*,\s*"data"\s*:\s*\{{\s*"node"\s*:\s*\{{\s*"type"\s*:\s*0'),
    re.compile(rf'{_TYPE}3\s*,\s*"data"\s*:\s*\{{\s*"source"\s*:\s*[0-9]'),
    re.compile(rf'{_TYPE}[0-8]\s*,\s*"data"\s*:(?s:.*)"timestamp"\s*:\s*[0-9]{{10}}'),
    re.compile(rf'"timestamp"\s*:\s*[0-9]{{10,}}(?:\.[0-9]+)?\s*[,}}](?s:.*){_TYPE}[0-8]\s*[,}}]'),
    re.compile(rf'{_TYPE}[0-8]\s*,\s*"timestamp"\s*:\s*[0-9]{{10}}'),
    re.compile(r'"cv"\s*:\s*"2024-10"'),
    re.compile(rf"(?:\A|[\[:,])\s*{PACKED}"),
)


class RrwebImporter:
    """Reads the recordings of rrweb by its default steps; ``rrweb_steps`` has options, and goes on behind an error."""

    def sniff(self, head: bytes) -> float:
        """Return 1 for JSON that begins with events of rrweb."""
        text = decoded_head(head)
        return 1.0 if _BEGINNING.match(text) and any(sign.search(text) for sign in _SIGNS) else 0.0

    def snapshots_in(self, file: BufferedReader, *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots of the steps; InvalidSnapshot names the line and the event that does not fit.

        An array of all events is one line: the file is read in pieces.
        """
        redaction = redact if isinstance(redact, Redaction) else Redaction(rule=redact)
        for step in steps_of_pieces(pieces_of(file), StepRules(), limits, redaction, LONGEST_EVENT):
            if isinstance(step.result, InvalidSnapshot):
                raise step.result
            yield step.result


def rrweb_steps(
    path: str | os.PathLike[str],
    *,
    quiet: float = 100,
    every: float = 1_000,
    patience: float = 5_000,
    longest_event: int = LONGEST_EVENT,
    limits: Limits | None = None,
    redact: RedactOption = None,
) -> Iterator[RecordedStep]:
    """Yield the steps of a recording of rrweb, plain or gzip: what does not fit is an error, and the rest goes on.

    Args:
        path: the file.
        quiet: milliseconds without changes, after which a step ends.
        every: milliseconds from its first change on, after which a step ends although changes go on.
        patience: milliseconds in which changes, or another page, are the effect of a deed.
        longest_event: characters that one event may have.
        limits: how large a page may be.
        redact: what is secret besides what the recording masks.

    Raises:
        OSError: as ``open`` raises it.
        ValueError: a time below 0.
    """
    rules = StepRules(quiet=quiet, every=every, patience=patience)
    redaction = redact if isinstance(redact, Redaction) else Redaction(rule=redact)
    return steps_of_pieces(_pieces(Path(path).open("rb")), rules, limits or Limits(), redaction, longest_event)


def _pieces(file: BufferedReader) -> Iterator[Line]:
    with file:
        yield from pieces_of(file)


def steps_of_pieces(
    pieces: Iterator[Line], rules: StepRules, limits: Limits, redaction: Redaction, longest_event: int
) -> Iterator[RecordedStep]:
    """Yield the steps of a recording that comes in pieces, as :func:`uidiff.model.files.pieces_of` makes them."""
    windows: OrderedDict[str | None, Window] = OrderedDict()
    for found in found_events(pieces, longest_event):
        window = windows.get(found.window)
        if isinstance(found.event, InvalidSnapshot):
            for one in windows.values() if window is None else [window]:
                yield from one.end()
            yield RecordedStep(found.event.inside(found.place), found.window, None, None)
            continue
        if window is None:
            window = windows[found.window] = Window(found.window, rules, limits, redaction)
            if len(windows) > _WINDOWS:
                _, forgotten = windows.popitem(last=False)
                yield from forgotten.end()
        windows.move_to_end(found.window)
        yield from window.steps(found.event, found.place)
    for window in windows.values():
        yield from window.end()
