"""The summary: one line by which a reader decides whether to read on (spec/features#d16)."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.diffing.coverage import uncovered
from uidiff.diffing.delta import Delta
from uidiff.diffing.events import Event, PageNavigated, TitleChanged
from uidiff.diffing.sentences import Sentence, sentences
from uidiff.text import counted

__all__ = ["LIMIT", "SHORTEST", "summarize"]

LIMIT = 200
"""The longest summary, in characters (spec/features#d16)."""

SHORTEST = 60
"""The smallest limit: two counts fit, that of the unchanged elements and that of the events left out."""

_QUOTED_LENGTHS = (40, 20, 10)
"""The longest quoted text, in characters; a shorter one is tried only if not even the first sentence fits."""


def summarize(
    delta: Delta, events: Sequence[Event], *, limit: int = LIMIT, unchanged: bool = True, brief: bool = False
) -> str:
    """Return one line: the events, the most important first, then the records that no event covers, and the rest.

    If it does not fit, sentences are left out from the end, and "… 3 more." counts their events. Of the counts at the
    end, only that of the unchanged elements is never left out.

    Args:
        delta: the records and counts.
        events: the events of the delta.
        limit: the longest line, in characters.
        unchanged: False: leave out the count of unchanged elements.
        brief: count items that were added or removed instead of naming them, and put all counts together ("1 changed,
            115 unchanged."): for a line above others that name them.

    Raises:
        ValueError: ``limit`` is below 60.
    """
    if limit < SHORTEST:
        raise ValueError(f"a summary cannot be made in {limit} characters: the least is {SHORTEST}")
    unchanged_words = counted(delta.unchanged_count, "element")
    if not delta:
        return f"No change in {unchanged_words}." if unchanged else "No change."
    record_counts = [f"{count} {name}" for name, count in uncovered(delta, events).items()]
    circumstances, unread = _circumstances(delta, events), _unread(delta)
    if brief:
        last = [f"{', '.join([*record_counts, f'{delta.unchanged_count} unchanged'])}."]
        optional = [circumstances, unread]
    else:
        last = [f"{unchanged_words} unchanged."] if unchanged else []
        records = f"{', '.join(record_counts)}." if record_counts else ""
        optional = [" ".join(filter(None, (circumstances, records))), unread]
    counts = [text for text in optional if text]
    known = len(counts)
    while len(" ".join((*counts, *last))) > limit // 2 and counts:
        counts.pop()
    tail, is_cut = (*counts, *last), len(counts) < known
    line = ""
    for length in _QUOTED_LENGTHS:
        line, is_enough = _fitting(sentences(delta, events, length, brief=brief), tail, limit, is_cut=is_cut)
        if is_enough:
            break
    return line


def _fitting(found: Sequence[Sentence], tail: Sequence[str], limit: int, *, is_cut: bool) -> tuple[str, bool]:
    """Return the line with as many sentences as fit, and whether it has one if there is one."""
    kept, length = 0, -1
    while kept < len(found) and length + 1 + len(found[kept].text) <= limit:
        length += 1 + len(found[kept].text)
        kept += 1
    left_out = sum(sentence.events for sentence in found[kept:])
    while True:
        mark = [f"… {left_out} more."] if left_out else ["…"] if is_cut else []
        line = " ".join((*(sentence.text for sentence in found[:kept]), *mark, *tail))
        if len(line) <= limit or not kept:  # the mark and the count of unchanged elements always fit
            return line, kept > 0 or not found
        kept -= 1
        left_out += found[kept].events


def _circumstances(delta: Delta, events: Sequence[Event]) -> str:
    """Return the circumstances that differ and that no event covers."""
    covered = {"url", "document"} if any(isinstance(event, PageNavigated) for event in events) else set()
    covered |= {"title"} if any(isinstance(event, TitleChanged) for event in events) else set()
    names = (name for name in delta.circumstances if name not in covered)
    return " ".join(f"The {'URL' if name == 'url' else name} differs." for name in names)


def _unread(delta: Delta) -> str:
    """Return the counts of elements that were not read on one of the sides."""
    counts = ((len(delta.unknown), "not read"), (len(delta.newly_read), "newly read"))
    return " ".join(f"{counted(count, 'element')} {words}." for count, words in counts if count)
