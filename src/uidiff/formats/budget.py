"""Lines that belong together, and how many of them fit into a budget.

A text is a head and blocks. Whole, the blocks stand in document order. Under a budget that is too small for all, they
come in the order of their importance until it is full; the last line then says what is left out, by kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import attrs

from uidiff.formats.options import RenderOptions

__all__ = ["TextBlock", "fitted", "joined", "within_budget"]

CLIP = 80
"""Characters to which texts are cut where a budget is too small for all."""

HEADS = (
    *((room, 0.5) for room in (200, 160, 120, 100)),
    *((room, 0.85) for room in (120, 100, 80)),
    *((room, 1.0) for room in (60, 20, 3)),
)
"""The first lines that are tried: characters, and the share of the budget that it and the last line may cost.

So half of the budget is left to the others if the first line can say something in the rest; then it comes first. In 20
characters there are only counts, in 3 only one.
"""

LEAST_LINE = 4
"""With fewer tokens left no further line is tried."""


@attrs.frozen(eq=False, repr=False)
class TextBlock:
    """Some lines of one kind.

    Attributes:
        kind: what they tell of: "added", "removed", "changed", "moved", "not read", "elements".
        lines: the lines, each with how many records or elements it tells of.
        place: where they stand in the text, to sort by.
        members: the indices of the elements that they tell of, after the change; of removed ones before it.
        rank: how important they are: less is more.
    """

    kind: str
    lines: Sequence[tuple[str, int]]
    place: tuple[int, ...] = ()
    members: Sequence[int] = ()
    rank: int = 0


def joined(head: str, blocks: Sequence[TextBlock]) -> str:
    """The whole text, the blocks by place."""
    lines = [line for block in sorted(blocks, key=lambda block: block.place) for line, _ in block.lines]
    return "\n".join([head, *lines] if head else lines)


def within_budget(
    head: Callable[[int | None], str],
    blocks: Callable[[int | None], Iterable[TextBlock]],
    options: RenderOptions,
    last: str = "",
) -> str:
    """The lines if they fit into the budget; else with their texts cut short, the least important left out.

    Args:
        head: the first lines, their texts in at most so many characters (None: in as many as they have).
        blocks: the other lines, with their texts so cut.
        options: the budget, and what counts the tokens.
        last: a last line that is never left out.

    Raises:
        ValueError: not even the head and the last line fit.
    """
    end = f"\n{last}" if last else ""
    text = joined(head(None), list(blocks(None))) + end
    if options.budget is None or options.counter(text) <= options.budget:
        return text
    shortened = list(blocks(CLIP))
    room = options.budget - options.counter(end)
    while True:  # the whole may cost more than its two parts
        text = fitted(head, shortened, room, options.counter) + end
        over = options.counter(text) - options.budget
        if over <= 0:
            return text
        room -= over


def fitted(
    head: Callable[[int], str],
    blocks: Sequence[TextBlock],
    budget: int,
    counter: Callable[[str], int],
) -> str:
    """As much as fits into ``budget`` tokens: the head, the most important lines, and what is left out.

    Args:
        head: the first line, in at most so many characters.
        blocks: all there is to say; of one that does not fit, its first lines may.
        budget: the most that ``counter`` may say of the answer.
        counter: counts the tokens of a text.

    Raises:
        ValueError: not even the shortest head and the count of what is left out fit.
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
    """The head and, block by block, as many lines as the tokens of each line for itself leave room for."""
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
    while counter(text) > budget:  # a text may cost more than its lines one by one
        last = max(number for number, count in enumerate(shown) if count)
        shown[last] -= 1
        text = _text(first, ranked, shown, by_kind=by_kind)
    return text


def _text(first: str, ranked: Sequence[TextBlock], shown: Sequence[int], *, by_kind: bool) -> str:
    """The head, so many lines of each block, and what is left out, by kinds or all together."""
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
