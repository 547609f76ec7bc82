"""Lines for the refs that the tool which reads the tree has given again: ``~ refs: e14 is now e52``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import TextBlock
from uidiff.formats.outline import Outline
from uidiff.formats.ref_words import told_refs

__all__ = ["renewed_blocks"]

_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})")
_ON_A_LINE = 12
"""The most refs, or ranges of them, on one line."""

_FIRST = -1
"""More important than any event: with the former ref a reader would act on another element."""


class _Renewed(NamedTuple):
    """A ref before and after, each as its letters and its number."""

    before: tuple[str, int]
    after: tuple[str, int]

    def continues(self, other: _Renewed) -> bool:
        """Whether the same number is added to both, so that one range says both."""
        same = self.before[0] == other.before[0] and self.after[0] == other.after[0]
        return same and self.after[1] - self.before[1] == other.after[1] - other.before[1]


def renewed_blocks(delta: TreeDiff) -> list[TextBlock]:
    """Return blocks of one line about the refs that the text before had and that are others now.

    In a range, ``e14-e20 are now e15-e21``, the same number is added to every ref that the reader knows.
    """
    printed = Outline.of(delta.before).items
    known = [(was, now) for i, was, now in told_refs(delta) if (item := printed.get(i)) and item.ref]
    if all(was == now for was, now in known):
        return []
    said = list(_ranges(_Renewed(_parts(was), _parts(now)) for was, now in known))
    lines = [f"~ refs: {', '.join(said[at : at + _ON_A_LINE])}" for at in range(0, len(said), _ON_A_LINE)]
    return [TextBlock("refs", [(line, 1)], (-3, at), rank=_FIRST, told=0) for at, line in enumerate(lines)]


def _parts(word: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(word)
    return (found[1], int(found[2])) if found else (word, -1)


def _word(parts: tuple[str, int]) -> str:
    return f"{parts[0]}{parts[1]}" if parts[1] >= 0 else parts[0]


def _ranges(refs: Iterable[_Renewed]) -> Iterator[str]:
    runs: list[list[_Renewed]] = []
    for one in sorted(refs):
        if runs and runs[-1][-1].continues(one):
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        first, last = run[0], run[-1]
        if first.before == first.after:
            continue
        if first == last:
            yield f"{_word(first.before)} is now {_word(first.after)}"
        else:
            yield f"{_word(first.before)}-{_word(last.before)} are now {_word(first.after)}-{_word(last.after)}"
