"""The answer of ``describe`` and ``read``: a text, and the values that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from uidiff.diffing.refs import Refs, number_of_ref
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import StaleRef
from uidiff.formats.effect import Effect
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot

__all__ = ["Report"]


@attrs.frozen(kw_only=True, eq=False)
class Report:
    """One answer of a session: a full tree, or the changes since an earlier read.

    Attributes:
        mode: "full" or "diff".
        reason: why that mode, in a few words ("the first read", "diff larger than full"); no text of the UI.
        text: the answer in the requested format; every text of the UI in it is quoted or escaped.
        delta: the changes since the baseline, also if the whole tree was sent because that was shorter; None if there
            was no baseline. Filters select what ``text`` has of it, not what it has itself.
        snapshot: the whole window as it was read.
        token: the value of ``since`` for the next call: Unix seconds with three decimals, as text.
        refs: the numbers of the elements of ``snapshot``: ``e12`` is the element whose number is 12.
        renewed: refs of elements that the program replaced by equal ones, with the platform's id before and after: an
            old handle of them is dead, and ``Session.handle`` gives the new one.
        settled: after an action, whether the window came to rest in time; None if that was not awaited.
        effect: after an action, what was seen of it; None in other answers.
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
    effect: Effect | None = None

    def element(self, ref: str | int) -> Element:
        """Return the element of a ref, "e12" or 12, as it was read.

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
        """Return what a notebook shows: the answer and its reason (formats/html/fragment.py)."""
        from uidiff.plugins import display  # only notebooks need it

        return display(self)
