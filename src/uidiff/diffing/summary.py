"""The summary: one line that says what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["LIMIT", "summarize"]

LIMIT = 200
"""Characters of a summary at the most (DEFINITIONS, SPEC D1.6)."""


def summarize(delta: TreeDiff, limit: int = LIMIT) -> str:
    """One line: what happened, the most important first."""
    del limit
    if not delta:
        return f"No change in {delta.unchanged_count} elements."
    names = ("added", "removed", "changed", "moved", "reordered")
    said = [f"{len(getattr(delta, name))} {name}" for name in names if getattr(delta, name)]
    return f"{', '.join(said)}. {delta.unchanged_count} elements unchanged."
