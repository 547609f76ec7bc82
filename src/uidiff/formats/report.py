"""What ``describe`` and ``read`` answer: a text for the reader, and everything behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from uidiff.diffing.refs import Refs, number_of_ref
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import StaleRef
from uidiff.model.element import Element
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
        renewed: refs of elements that live on though the program made them anew, with the platform's id before and
            after: a handle that was taken of them before is dead, and ``Session.handle`` gives the new one.
        settled: after an action, whether the window had come to rest in time; None where that was not waited for.
    """

    mode: Literal["full", "diff"] = attrs.field(validator=attrs.validators.in_(("full", "diff")))
    reason: str
    text: str = attrs.field(repr=False)
    delta: TreeDiff | None
    snapshot: Snapshot
    token: str
    refs: Refs = attrs.field(repr=False)
    renewed: Mapping[str, tuple[str, str]] = attrs.field(factory=dict, repr=False)
    settled: bool | None = None

    def element(self, ref: str | int) -> Element:
        """The element of a ref, "e12" or 12, as it was read.

        Raises:
            StaleRef: no element of the snapshot has that ref.
        """
        number = number_of_ref(ref)
        if number not in self.refs.numbers:
            raise StaleRef(f"e{number} is not in this snapshot: take a ref from its text")
        return self.snapshot[self.refs.numbers.index(number)]

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """What a notebook shows: the answer, and why it is a diff or a whole tree (formats/html/fragment.py)."""
        from uidiff.plugins import display  # only notebooks need it

        return display(self)
