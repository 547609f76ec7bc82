"""The change of a text: ``"old" -> "new"``, long equal parts replaced by "…".

Texts are cut only between words: a word is a run of letters and digits with the signs between digits and before them
(``-3``, ``1,204.50``), so that no number is torn (spec/folding#8). The time is linear, except for sorting the words
that occur once in both texts: no quadratic comparison, however long the texts (spec/bad-inputs#44).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from uidiff.formats.values import format_text
from uidiff.matching.order import longest_increasing

__all__ = ["format_change"]

WORTH_CUTTING = 24
"""Texts of at most this many characters are not cut."""

LEFT_OUT = 16
"""Longer equal parts are left out, except the words next to a difference."""

BESIDE = 12
"""Characters of the equal part before a difference that are shown, as context."""

_WORD = r"(?s)[+-]?\d+(?:[.,:/'\u00a0-]\d+)*%?|[^\W\d_]+|\s+|."


def format_change(before: str, after: str, clip: int | None = None) -> str:
    """Return both texts, quoted, or their differing parts, each shortened to ``clip`` characters if given."""
    parts = [(before, after)]
    if min(len(before), len(after)) > WORTH_CUTTING:
        parts = _hunks(re.findall(_WORD, before), re.findall(_WORD, after))
    return "; ".join(f"{format_text(old, clip)} -> {format_text(new, clip)}" for old, new in parts)


def _hunks(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    """Return the differing parts of two lists of words, each with its context and marks for what is left out."""
    anchors = _anchors(before, after)
    found = []
    i = j = 0
    for next_i, next_j in [*anchors, (len(before), len(after))]:
        if next_i > i or next_j > j:
            found.append((i, next_i, j, next_j))
        i, j = next_i + 1, next_j + 1
    return [(_part(before, i, next_i), _part(after, j, next_j)) for i, next_i, j, next_j in _joined(found, before)] or [
        ("".join(before), "".join(after))
    ]


def _joined(hunks: Sequence[tuple[int, int, int, int]], before: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Join hunks with little between them."""
    joined: list[tuple[int, int, int, int]] = []
    for i, next_i, j, next_j in hunks:
        if joined and len("".join(before[joined[-1][1] : i])) <= LEFT_OUT:
            joined[-1] = (joined[-1][0], next_i, joined[-1][2], next_j)
        else:
            joined.append((i, next_i, j, next_j))
    return joined


def _part(words: Sequence[str], start: int, end: int) -> str:
    """Return a differing part with its context."""
    lead = _beside(words, range(start - 1, -1, -1), LEFT_OUT)
    shown = "".join(words[place] for place in reversed(lead))
    if len(lead) < start:
        lead = _beside(words, range(start - 1, -1, -1), BESIDE)
        shown = "…" + "".join(words[place] for place in reversed(lead)).lstrip()
    tail = _beside(words, range(end, len(words)), LEFT_OUT)
    rest = "".join(words[place] for place in tail) if len(tail) == len(words) - end else "…"
    return shown + "".join(words[start:end]) + rest


def _beside(words: Sequence[str], places: range, room: int) -> list[int]:
    """Return the first of these positions whose words fit into ``room`` characters."""
    found = []
    for place in places:
        room -= len(words[place])
        if room < 0:
            break
        found.append(place)
    return found


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Return positions of equal words: at both ends, and between them words that occur once in both, in order."""
    shortest = min(len(before), len(after))
    head = 0
    while head < shortest and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < shortest - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    inner = _unique_anchors(before[head : len(before) - tail], after[head : len(after) - tail])
    return [
        *((place, place) for place in range(head)),
        *((head + i, head + j) for i, j in inner),
        *((len(before) - k, len(after) - k) for k in range(tail, 0, -1)),
    ]


def _unique_anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    counts = Counter(before), Counter(after)
    places = {word: j for j, word in enumerate(after) if counts[1][word] == 1 == counts[0][word]}
    pairs = [(i, places[word]) for i, word in enumerate(before) if word in places]
    kept = set(longest_increasing([j for _, j in pairs]))
    return _grown(before, after, [pair for pair in pairs if pair[1] in kept])


def _grown(before: Sequence[str], after: Sequence[str], anchors: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the anchors with the equal words right before and behind each."""
    grown: list[tuple[int, int]] = []
    for number, (i, j) in enumerate(anchors):
        low_i, low_j = grown[-1] if grown else (-1, -1)
        back = 1
        ahead: list[tuple[int, int]] = []
        while i - back > low_i and j - back > low_j and before[i - back] == after[j - back]:
            ahead.append((i - back, j - back))
            back += 1
        grown += [*reversed(ahead), (i, j)]
        next_i, next_j = anchors[number + 1] if number + 1 < len(anchors) else (len(before), len(after))
        on = 1
        while i + on < next_i and j + on < next_j and before[i + on] == after[j + on]:
            grown.append((i + on, j + on))
            on += 1
    return grown
