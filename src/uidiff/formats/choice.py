"""Chooses between the whole tree and the diff, by the length of both texts (spec/definitions#15-full-or-diff,
spec/features#d17, #x6).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.summary import summarize
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import Format, load_format
from uidiff.model.snapshot import Snapshot
from uidiff.tokens import estimate_tokens

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
HIDES = "what is hidden lives on"
FEWER = "at most half of the elements changed"


@attrs.frozen
class Choice:
    """The chosen text.

    Attributes:
        mode: "full" or "diff".
        reason: why, in a few words; no text of the UI.
        text: the tree or the diff in the requested format.
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
    """Return the text to send: the whole tree, or the diff to the baseline.

    Args:
        snapshot: the tree as it is now.
        delta: the bound diff to the baseline; None if there is no baseline.
        format: the name of a format.
        options: of the rendering.
        refs: the numbers of the snapshot's elements if there is no delta; a delta has its own.
        mode: "diff" and "full" decide it; without a baseline, or with one of another title where
            ``on_title_change`` is "full", the whole tree is sent in any case.
        full_when: when "auto" sends the whole tree: "longer", if the diff costs more tokens and the whole tree is
            within the budget; "half", if more than half of the elements (of the larger tree) were added, removed,
            changed or moved, changes of only bounds not counted.
        on_title_change: "full": a baseline of another title counts as none.
        without: the reason that is given if there is no delta.

    Raises:
        ValueError: another word for ``mode``, ``full_when`` or ``on_title_change``.
        As :func:`uidiff.render`.
    """
    check_words(mode=mode, full_when=full_when, on_title_change=on_title_change)
    options = options or RenderOptions()
    chosen = load_format(format)

    def full(asked: RenderOptions) -> str:
        if delta is None:
            return chosen.tree(snapshot, refs or Refs.first(len(snapshot)), asked)
        news = summarize(delta.delta, delta.events, told={}, unchanged=False) if delta else ""
        return chosen.tree(snapshot, delta.refs[1], attrs.evolve(asked, news=news))

    if delta is None:
        return Choice("full", without, full(options))
    reason = _why_full(delta, mode, full_when, on_title_change)
    if reason:
        return Choice("full", reason, full(options))
    text = chosen.diff(delta, options)
    holds_both = getattr(chosen, "holds_both", False)
    leaves_out = bool(delta.hidden)  # the whole tree would be silent about what lives on
    if mode == "diff" or full_when == "half" or not delta or holds_both or leaves_out:
        still = NOTHING_INSIDE if options.outside else NOTHING
        kept = HOLDS_BOTH if holds_both and full_when == "longer" else HIDES if leaves_out else FEWER
        return Choice("diff", ASKED if mode == "diff" else kept if delta else still, text)
    whole = attrs.evolve(options, budget=None)  # texts cut to a budget are equally long
    count = options.counter
    cost = count(text if options.budget is None else chosen.diff(delta, whole))
    if _costs_at_least(chosen, snapshot, whole, cost) or cost <= (of_whole := count(full(whole))):
        return Choice("diff", SHORTER, text)
    if options.budget is not None and of_whole > options.budget:
        return Choice("diff", TOO_LONG, text)  # a diff that is cut keeps what is most important
    return Choice("full", LONGER, full(options))


def _costs_at_least(chosen: Format, snapshot: Snapshot, options: RenderOptions, cost: int) -> bool:
    """Whether the text of a whole tree is known to cost at least that many tokens, without writing it."""
    least = getattr(chosen, "least_tokens", None)
    return least is not None and options.counter is estimate_tokens and cost <= least(snapshot, options, cost)


def _why_full(delta: TreeDiff, mode: Mode, full_when: FullWhen, on_title_change: OnTitleChange) -> str:
    """Return the reason to send the whole tree whatever the length of the texts; "" if there is none."""
    if mode == "full":
        return ASKED
    if on_title_change == "full" and "title" in delta.circumstances:
        return NEW_TITLE
    if mode == "diff":
        return ""
    return HALF if full_when == "half" and changed_share(delta) > HALF_SHARE else ""


def changed_share(delta: TreeDiff) -> float:
    """Return the added, removed, changed and moved elements as a share of the larger tree (spec/features#d17)."""
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
    """Raise ValueError if an option is not one of its words."""
    given = {
        "mode": (mode, ("auto", "diff", "full")),
        "full_when": (full_when, ("longer", "half")),
        "on_title_change": (on_title_change, ("keep", "full")),
    }
    for name, (value, known) in given.items():
        if value not in known:
            raise ValueError(f"{name} is one of {', '.join(known)}, got {ascii(value)[:80]}")
