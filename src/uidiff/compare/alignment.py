"""Which step of the one run is which of the other: by their actions, in order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq
from urllib.parse import urlsplit

from uidiff.compare.runs import RunStep, StepPlace
from uidiff.diffing.labels import Labels
from uidiff.model.snapshot import Snapshot
from uidiff.text import fold

__all__ = ["Signature", "aligned", "signatures"]

_REF = re.compile(r"\b(?:ref=|uid=)?((?:f\d+)?e\d+|\d+_\d+)\b")
"""What tools call an element in one read: e12 (Playwright, uidiff), f1e12 (in a frame), 1_2 (chrome-devtools-mcp)."""

Signature = tuple[str, ...]
"""What a step and its partner share: the file, and the action or, without one, the page."""


def signatures(steps: Iterable[RunStep]) -> list[tuple[StepPlace, Signature]]:
    """The places of steps, each with its signature. A ref in an action becomes the role and label of its element."""
    found: list[tuple[StepPlace, Signature]] = []
    last: Snapshot | None = None
    for place, snapshot in steps:
        acted_on = last if place.number else None
        found.append((place, (place.file, *_action(place.action, acted_on, snapshot))))
        last = snapshot
    return found


def _action(action: str | None, before: Snapshot | None, snapshot: Snapshot) -> Signature:
    if not action:
        return "", urlsplit(snapshot.url or "").path, fold(snapshot.title)
    return (fold(_REF.sub(lambda found: _called(found[1], before), action)),)


def _called(ref: str, before: Snapshot | None) -> str:
    ids = before.columns.id if before is not None else ()
    if before is None or ref not in ids:
        return "ref"
    index = ids.index(ref)
    return f"{before.columns.role[index]} {Labels.of(before)[index]}"


def aligned(
    before: Sequence[tuple[StepPlace, Signature]], after: Sequence[tuple[StepPlace, Signature]]
) -> list[tuple[int, int]]:
    """The pairs of steps (index before, index after) in order.

    The only steps of two files of one name are partners, whatever the action: they are two trees.
    """
    alone = [Counter(place.file for place, _ in steps) for steps in (before, after)]
    single = {file for file, count in alone[0].items() if count == 1 == alone[1].get(file)}
    one, other = (
        [(place.file,) if place.file in single else signature for place, signature in steps]
        for steps in (before, after)
    )
    head = sum(1 for _ in takewhile(bool, map(eq, one, other)))
    limit = min(len(one), len(other)) - head
    tail = min(limit, sum(1 for _ in takewhile(bool, map(eq, reversed(one), reversed(other)))))
    middle = SequenceMatcher(None, one[head : len(one) - tail], other[head : len(other) - tail], autojunk=False)
    pairs = [(index, index) for index in range(head)]
    for i, j, count in middle.get_matching_blocks():
        pairs += [(head + i + k, head + j + k) for k in range(count)]
    return pairs + [(len(one) - k, len(other) - k) for k in range(tail, 0, -1)]
