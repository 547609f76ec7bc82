"""Full or diff: which of the two is sent, decided by what is really shorter (spec/definitions#15-full-or-diff,
spec/features#d17, #x6).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.model.snapshot import Snapshot

__all__ = ["Choice", "FullWhen", "Mode", "OnTitleChange", "check_words", "full_or_diff"]

Mode: TypeAlias = Literal["auto", "diff", "full"]
FullWhen: TypeAlias = Literal["longer", "half"]
OnTitleChange: TypeAlias = Literal["keep", "full"]

FIRST = "the first read"
ASKED = "asked for"
NEW_TITLE = "the title changed"
HALF_SHARE = 0.5
HALF = "more than half of the elements changed"
LONGER = "diff larger than full"
SHORTER = "diff shorter than full"
TOO_LONG = "full larger than the budget"
HOLDS_BOTH = "the format shows both trees"
NOTHING = "nothing changed"
NOTHING_INSIDE = "nothing changed inside the filter"
FEWER = "at most half of the elements changed"


@attrs.frozen
class Choice:
    """What is sent.

    Attributes:
        mode: "full" or "diff".
        reason: why, in a few words of our own.
        text: the tree or the diff in the format that was asked for.
    """

    mode: Literal["full", "diff"]
    reason: str
    text: str = attrs.field(repr=False)


def full_or_diff(
    snapshot: Snapshot,
    delta: TreeDiff | None,
    *,
    format: str = "agent",  # the word of the public face
    options: RenderOptions | None = None,
    refs: Refs | None = None,
    mode: Mode = "auto",
    full_when: FullWhen = "longer",
    on_title_change: OnTitleChange = "keep",
    without: str = FIRST,
) -> Choice:
    """The text to send: the whole tree, or what changed since the baseline.

    Args:
        snapshot: the tree as it is now.
        delta: what changed since the baseline, bound; None where there is none.
        format: the name of a format.
        options: how to say it.
        refs: the numbers of the snapshot's elements where there is no delta; a delta has its own.
        mode: "diff" and "full" decide it; without a baseline, and where another title stands for that, the answer is
            full all the same.
        full_when: what makes "auto" send the whole tree: "longer", if the diff costs more tokens and the whole tree is
            within the budget; "half", if more than half of the elements came, went, changed or moved (of the larger
            tree; changes of bounds alone left out).
        on_title_change: "full": a baseline of another title counts for none.
        without: the reason that is given where there is no delta.

    Raises:
        ValueError: another word for ``mode``, ``full_when`` or ``on_title_change``.
        As ``uidiff.render``.
    """
    check_words(mode=mode, full_when=full_when, on_title_change=on_title_change)
    options = options or RenderOptions()
    chosen = load_format(format)

    def full(asked: RenderOptions) -> str:
        numbers = delta.refs[1] if delta is not None else refs or Refs.first(len(snapshot))
        return chosen.tree(snapshot, numbers, asked)

    if delta is None:
        return Choice("full", without, full(options))
    reason = _why_full(delta, mode, full_when, on_title_change)
    if reason:
        return Choice("full", reason, full(options))
    text = chosen.diff(delta, options)
    holds_both = getattr(chosen, "holds_both", False)
    if mode == "diff" or full_when == "half" or not delta or holds_both:
        still = NOTHING_INSIDE if options.outside else NOTHING
        kept = HOLDS_BOTH if holds_both and full_when == "longer" else FEWER
        return Choice("diff", ASKED if mode == "diff" else kept if delta else still, text)
    whole = attrs.evolve(options, budget=None)  # what a budget leaves of both is as long
    count = options.counter
    cost = count(full(whole))
    if count(text if options.budget is None else chosen.diff(delta, whole)) <= cost:
        return Choice("diff", SHORTER, text)
    if options.budget is not None and cost > options.budget:
        return Choice("diff", TOO_LONG, text)  # of a diff the budget keeps what is most important
    return Choice("full", LONGER, full(options))


def _why_full(delta: TreeDiff, mode: Mode, full_when: FullWhen, on_title_change: OnTitleChange) -> str:
    """The reason to send the whole tree without a look at the texts; "" if there is none."""
    if mode == "full":
        return ASKED
    if on_title_change == "full" and "title" in delta.circumstances:
        return NEW_TITLE
    if mode == "diff":
        return ""
    return HALF if full_when == "half" and changed_share(delta) > HALF_SHARE else ""


def changed_share(delta: TreeDiff) -> float:
    """The share of the elements, of the larger tree, that came, went, changed or moved (spec/features#d17)."""
    matching = delta.matching
    changed = sum(record.fields.keys() != {"bounds"} for record in delta.changed)
    moved = len(delta.moved) + sum(len(record.order) for record in delta.reordered)
    larger = max(matching.before_count, matching.after_count)
    return (len(delta.added) + len(delta.removed) + changed + moved) / larger if larger else 0.0


def check_words(
    *,
    mode: Mode = "auto",
    full_when: FullWhen = "longer",
    on_title_change: OnTitleChange = "keep",
) -> None:
    """ValueError if one of them is another word than there are."""
    given = {
        "mode": (mode, ("auto", "diff", "full")),
        "full_when": (full_when, ("longer", "half")),
        "on_title_change": (on_title_change, ("keep", "full")),
    }
    for name, (value, known) in given.items():
        if value not in known:
            raise ValueError(f"{name} is one of {', '.join(known)}, got {ascii(value)[:80]}")
