"""The explanation of a failed ``assert before == after`` of two snapshots or two deltas."""

from __future__ import annotations

from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.formats.rendering import render
from uidiff.model.snapshot import Snapshot

__all__ = ["explain_inequality"]

_ONLY_CARRIED = "They differ only in what is not reported, such as ids, time or process: assert not uidiff.diff(a, b)"
_SAME_TEXT = "They read the same, and differ in what they carry: compare their to_dict()"


def explain_inequality(left: object, right: object, *, budget: int | None) -> list[str] | None:
    """The lines of the explanation, of ``budget`` tokens at most; None for values of other classes."""
    head = f"{left!r} == {right!r}"
    if isinstance(left, Snapshot) and isinstance(right, Snapshot):
        delta = diff(left, right)
        return [head, *(render(delta, budget=budget).splitlines() if delta else [_ONLY_CARRIED])]
    if isinstance(left, TreeDiff) and isinstance(right, TreeDiff):
        before, after = (_lines(delta, None if budget is None else budget // 2) for delta in (left, right))
        return [head, _SAME_TEXT, *before] if before == after else [head, "left", *before, "right", *after]
    return None


def _lines(delta: TreeDiff, budget: int | None) -> list[str]:
    """The text of a delta; only the summary of one that was read from a file, as its trees are not known."""
    return render(delta, budget=budget).splitlines() if delta.bound else [delta.summary]
