"""What ``describe`` and ``read`` answer: a text for the reader, and everything behind it."""

from __future__ import annotations

from typing import Literal

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.model.snapshot import Snapshot

__all__ = ["Report"]


@attrs.frozen(kw_only=True, eq=False)
class Report:
    """One answer of a session: a full tree, or what changed since an earlier read.

    Attributes:
        mode: "full" or "diff".
        reason: why that mode, in a few words of our own ("the first read", "the diff is longer"); no text of a UI.
        text: the answer in the format that was asked for; every text of the UI in it is quoted or escaped.
        delta: what changed since the baseline, also where the whole tree was sent because that was shorter; None where
            there was no baseline. Filters choose what ``text`` says of it, never what it holds.
        snapshot: the whole window as it was read.
        token: what to ask from next time, as ``since``; the text of Unix seconds with three decimals.
        refs: the numbers of the elements of ``snapshot``: ``e12`` is the element whose number is 12.
    """

    mode: Literal["full", "diff"] = attrs.field(validator=attrs.validators.in_(("full", "diff")))
    reason: str
    text: str = attrs.field(repr=False)
    delta: TreeDiff | None
    snapshot: Snapshot
    token: str
    refs: Refs = attrs.field(repr=False)

    def __str__(self) -> str:
        return self.text
