"""Fits the lines of a text into a budget of tokens.

A text is a head and blocks of lines. If all fit, the blocks are in document order. Else they are added in the order of
their importance until the budget is full, and the last line counts what is left out, by kind.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

import attrs

from uidiff.formats.options import RenderOptions
from uidiff.matching.matching import Matching

__all__ = ["BEFORE_ALL", "TextBlock", "place_behind", "within_budget"]

BEFORE_ALL = -1
"""The first part of the place of what stands before all elements."""

CLIP = 80
"""Characters to which UI texts are shortened if the budget is too small for all lines."""

HEADS = (
    *((room, 0.5) for room in (200, 160, 120, 100)),
    *((room, 0.85) for room in (120, 100, 80)),
    *((room, 1.0) for room in (60, 20, 3)),
)
"""The heads that are tried, in order: characters, and the share of the budget that head and last line may cost.

At first half of the budget is kept for the other lines. A head of 20 characters has only counts, one of 3 only one.
"""

LEAST_LINE = 4
"""Tokens that must be left for another line to be tried."""


@attrs.frozen(eq=False, repr=False)
class TextBlock:
    """Lines of one kind that are about the same elements.

    Attributes:
        kind: "added", "removed", "changed", "moved", "not read", "elements", …
        lines: the lines, each with its number of records or elements.
        place: the sort key of the block in the text.
        members: the after-indices of its elements; before-indices of removed ones.
        rank: its importance, 0 the highest.
        told: the number of things that a reader counts in it: added or removed ones with all in them, changed ones.
    """

    kind: str
    lines: Sequence[tuple[str, int]]
    place: tuple[int, ...] = ()
    members: Sequence[int] = ()
    rank: int = 0
    told: int = 1


def place_behind(matching: Matching, index: int) -> int:
    """Return the after-index of the nearest matched element before an unmatched before-element; -1 if there is none."""
    runs = matching.runs
    at = bisect_right(runs, index, key=itemgetter(0)) - 1
    return BEFORE_ALL if at < 0 else runs[at][1] + runs[at][2] - 1


def within_budget(
    head: Callable[[int | None], str],
    blocks: Callable[[int | None], Iterable[TextBlock]],
    options: RenderOptions,
    last: str = "",
) -> str:
    """Return all lines if they fit into the budget; else UI texts are shortened and the least important left out.

    Args:
        head: the first lines, in at most the given number of characters; None: unbounded.
        blocks: the other lines, their texts shortened to the given number of characters; None: not at all.
        options: the budget and the counter of tokens.
        last: the last line, which is never left out.

    Raises:
        ValueError: not even the head and the last line fit.
    """
    end = f"\n{last}" if last else ""
    in_order = sorted(blocks(None), key=lambda block: block.place)
    lines = [line for block in in_order for line, _ in block.lines]
    text = "\n".join([first, *lines] if (first := head(None)) else lines) + end
    if options.budget is None or options.counter(text) <= options.budget:
        return text
    shortened = list(blocks(CLIP))
    room = options.budget - options.counter(end)
    while True:  # the joined text may cost more than its parts
        text = _fitted(head, shortened, room, options.counter) + end
        over = options.counter(text) - options.budget
        if over <= 0:
            return text
        room -= over


def _fitted(
    head: Callable[[int], str],
    blocks: Sequence[TextBlock],
    budget: int,
    counter: Callable[[str], int],
) -> str:
    """Return a text of at most ``budget`` tokens: the head, the most important lines, the count of the others.

    Of a block that does not fit, the first lines may. Raises ValueError if not even the shortest head and the count of
    what is left out fit.
    """
    ranked = sorted(blocks, key=lambda block: (block.rank, block.place))
    nothing = [0] * len(ranked)
    for room, share in HEADS:
        first = head(room)
        for by_kind in (True, False):
            if counter(_text(first, ranked, nothing, by_kind=by_kind)) <= share * budget:
                return _filled(first, ranked, budget, counter, by_kind=by_kind)
    raise ValueError("the budget is too small for this counter: even the first line costs more; give a larger one")


def _filled(
    first: str,
    ranked: Sequence[TextBlock],
    budget: int,
    counter: Callable[[str], int],
    *,
    by_kind: bool,
) -> str:
    """Add lines block by block while the tokens of each single line fit, then drop lines while the text is too long."""
    shown = [0] * len(ranked)
    room = budget - counter(_text(first, ranked, shown, by_kind=by_kind))
    for number, block in enumerate(ranked):
        for line, _ in block.lines:
            cost = counter(f"\n{line}")
            if cost > room:
                break
            room -= cost
            shown[number] += 1
        if room < LEAST_LINE:
            break
    text = _text(first, ranked, shown, by_kind=by_kind)
    while counter(text) > budget:  # the text may cost more than its single lines
        last = max(number for number, count in enumerate(shown) if count)
        shown[last] -= 1
        text = _text(first, ranked, shown, by_kind=by_kind)
    return text


def _text(first: str, ranked: Sequence[TextBlock], shown: Sequence[int], *, by_kind: bool) -> str:
    """Return the head, the ``shown`` first lines of each block, and the count of the others, by kind or in all."""
    lines = [first]
    left: Counter[str] = Counter()
    for block, count in zip(ranked, shown, strict=True):
        lines += [line for line, _ in block.lines[:count]]
        left[block.kind] += sum(told for _, told in block.lines[count:])
    left = +left
    if left:
        kinds = ", ".join(f"{count} {kind}" for kind, count in left.items()) if by_kind else ""
        lines.append(f"… {left.total()} more" + (f" ({kinds})" if kinds else ""))
    return "\n".join(lines)
