"""Full or diff: which of the two is sent, decided by what is really shorter (DEFINITIONS 15, SPEC D1.7, X.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.options import Options
from uidiff.formats.rendering import load_format
from uidiff.model.snapshot import Snapshot

__all__ = ["Choice", "FullWhen", "Mode", "OnTitleChange", "full_or_diff"]

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
NOTHING = "nothing changed"
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
    options: Options | None = None,
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
        mode: "diff" and "full" decide it; without a baseline the answer is full all the same.
        full_when: what makes "auto" send the whole tree: "longer", if the diff costs more tokens; "half", if more than
            half of the elements came, went, changed or moved (of the larger tree; changes of bounds alone left out).
        on_title_change: "full": another title makes "auto" send the whole tree.
        without: the reason that is given where there is no delta.

    Raises:
        ValueError: another word for ``mode``, ``full_when`` or ``on_title_change``.
        As ``uidiff.render``.
    """
    _check(mode=(mode, ("auto", "diff", "full")), full_when=(full_when, ("longer", "half")))
    _check(on_title_change=(on_title_change, ("keep", "full")))
    options = options or Options()
    chosen = load_format(format)

    def full() -> str:
        numbers = delta.refs[1] if delta is not None else refs or Refs.first(len(snapshot))
        return chosen.tree(snapshot, numbers, options)

    if delta is None:
        return Choice("full", without, full())
    if mode == "full":
        return Choice("full", ASKED, full())
    if mode == "diff":
        return Choice("diff", ASKED, chosen.diff(delta, options))
    if on_title_change == "full" and "title" in delta.circumstances:
        return Choice("full", NEW_TITLE, full())
    if full_when == "half":
        more = changed_share(delta) > HALF_SHARE
        return Choice("full", HALF, full()) if more else Choice("diff", FEWER, chosen.diff(delta, options))
    return _shorter(chosen.diff(delta, options), full, options.counter, changed=bool(delta))


def _shorter(diff: str, full: Callable[[], str], counter: Callable[[str], int], *, changed: bool) -> Choice:
    if not changed:
        return Choice("diff", NOTHING, diff)
    whole = full()
    if counter(diff) <= counter(whole):
        return Choice("diff", SHORTER, diff)
    return Choice("full", LONGER, whole)


def changed_share(delta: TreeDiff) -> float:
    """The share of the elements, of the larger tree, that came, went, changed or moved (SPEC D1.7)."""
    matching = delta.matching
    changed = sum(record.fields.keys() != {"bounds"} for record in delta.changed)
    moved = len(delta.moved) + sum(len(record.order) for record in delta.reordered)
    larger = max(matching.before_count, matching.after_count)
    return (len(delta.added) + len(delta.removed) + changed + moved) / larger if larger else 0.0


def _check(**given: tuple[str, tuple[str, ...]]) -> None:
    for name, (value, known) in given.items():
        if value not in known:
            raise ValueError(f"{name} is one of {', '.join(known)}, got {value!a}")
