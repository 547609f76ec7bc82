"""The summary: one line that says what happened, for a reader who decides by it whether to read on
(spec/features#d16).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from uidiff.diffing.coverage import uncovered
from uidiff.diffing.events import PageNavigated, TitleChanged
from uidiff.diffing.sentences import Sentence, sentences
from uidiff.text import counted

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["LIMIT", "SHORTEST", "summarize"]

LIMIT = 200
"""Characters of a summary at the most (spec/features#d16)."""

SHORTEST = 60
"""The smallest limit: room for two counts, the unchanged elements' and the left-out events'."""

_LENGTHS = (40, 20, 10)
"""Characters of a quoted text at the most: the shorter ones only if else not even the first sentence has room."""


def summarize(delta: TreeDiff, *, limit: int = LIMIT, unchanged: bool = True, brief: bool = False) -> str:
    """One line: what happened, the most important first, then what the events do not cover, and what stayed.

    It is made of the records, the events, the circumstances and the counts alone, so a delta read from a file has the
    same one. Where ``limit`` characters are not enough, sentences are left out from the end, and "… 3 more." says how
    many events they told. Of the counts at the end only that of what stayed is never left out.

    Args:
        delta: bound or not.
        limit: characters at the most.
        unchanged: False: without the count of what stayed, for a line that says it elsewhere.
        brief: for a line above others that name what came and went: several items are only counted, and all counts
            stand together, "1 changed, 115 unchanged."

    Raises:
        ValueError: ``limit`` is below 60.
    """
    if limit < SHORTEST:
        raise ValueError(f"a summary cannot be made in {limit} characters: the least is {SHORTEST}")
    stayed = counted(delta.unchanged_count, "element")
    if not delta:
        return f"No change in {stayed}." if unchanged else "No change."
    last = [f"{stayed} unchanged."] if unchanged else []
    counts = [text for text in (_uncovered(delta), _unread(delta)) if text]
    if brief:
        last = [f"{', '.join([*_counts(delta), f'{delta.unchanged_count} unchanged'])}."]
        counts = [text for text in (_differing(delta), _unread(delta)) if text]
    known = len(counts)
    while len(" ".join((*counts, *last))) > limit // 2 and counts:
        counts.pop()
    tail, hurried = (*counts, *last), len(counts) < known
    shown = ""
    for length in _LENGTHS:
        shown, is_enough = _fitting(sentences(delta, length, brief=brief), tail, limit, hurried=hurried)
        if is_enough:
            break
    return shown


def _fitting(said: Sequence[Sentence], tail: Sequence[str], limit: int, *, hurried: bool) -> tuple[str, bool]:
    """As many sentences from the first on as have room, and whether there is any if there should be."""
    kept, length = 0, -1
    while kept < len(said) and length + 1 + len(said[kept].text) <= limit:
        length += 1 + len(said[kept].text)
        kept += 1
    left_out = sum(sentence.events for sentence in said[kept:])
    while True:
        mark = [f"… {left_out} more."] if left_out else ["…"] if hurried else []
        line = " ".join((*(sentence.text for sentence in said[:kept]), *mark, *tail))
        if len(line) <= limit or not kept:  # a count of what is left out, and one of what stayed, always have room
            return line, kept > 0 or not said
        kept -= 1
        left_out += said[kept].events


def _uncovered(delta: TreeDiff) -> str:
    """Circumstances and records of which no event tells."""
    counts = ", ".join(_counts(delta))
    return " ".join(filter(None, (_differing(delta), counts and f"{counts}.")))


def _counts(delta: TreeDiff) -> list[str]:
    return [f"{count} {name}" for name, count in uncovered(delta).items()]


def _differing(delta: TreeDiff) -> str:
    told = {"url", "document"} if any(isinstance(event, PageNavigated) for event in delta.events) else set()
    told |= {"title"} if any(isinstance(event, TitleChanged) for event in delta.events) else set()
    return " ".join(f"The {_CALLED.get(name, name)} differs." for name in delta.circumstances if name not in told)


_CALLED = {"url": "URL"}


def _unread(delta: TreeDiff) -> str:
    """What may have come or gone, and was not read on one of the sides."""
    said = []
    if delta.unknown:
        said.append(f"{counted(len(delta.unknown), 'element')} not read.")
    if delta.newly_read:
        said.append(f"{counted(len(delta.newly_read), 'element')} newly read.")
    return " ".join(said)
