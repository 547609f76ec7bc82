"""Compare the looks of a window one after the other, with the numbers of their elements carried along."""

from __future__ import annotations

from typing import Any

import attrs

from uidiff.arrow.pairing import why_failed
from uidiff.arrow.tables.looks import Look, good
from uidiff.arrow.tables.steps import StepLook
from uidiff.arrow.tables.words import target_of
from uidiff.diffing.ignoring import Ignore, IgnoreOption, checked_ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.matching.matching import Matcher
from uidiff.matching.strategies import MatcherOption, resolve_matcher

__all__ = ["Comparing", "NumberedLooks", "key_cells", "step_cells"]


@attrs.frozen
class Comparing:
    """How trees are compared; the options of ``uidiff.diff``."""

    matcher: Matcher
    ignore: tuple[str | Ignore, ...]
    rules: EventRules

    @classmethod
    def of(cls, matcher: MatcherOption, ignore: IgnoreOption, rules: EventRules | None = None) -> Comparing:
        """Make it of options. UnknownName: no such matcher or field."""
        return cls(resolve_matcher(matcher), checked_ignore(ignore), rules or EventRules())

    def delta(self, before: Look, after: Look, refs: Refs | None = None) -> TreeDiff:
        """Compare the trees of two looks. Raises as ``uidiff.diff``, and what a matcher of the caller's raises."""
        options = {"matcher": self.matcher, "ignore": self.ignore, "rules": self.rules}
        return diff(good(before), good(after), refs=refs, **options)  # type: ignore[arg-type]  # options by name


class NumberedLooks:
    """Compares each tree of a window with the one before it.

    Attributes:
        refs: the numbers of the elements of the last tree.
        problem: why the last tree could not be compared; None if it was.
    """

    def __init__(self, comparing: Comparing) -> None:
        self._comparing = comparing
        self.refs = Refs.first(0)
        self.problem: str | None = None

    def step(self, before: Look | None, after: Look) -> TreeDiff | None:
        """Compare a tree with the last one; None if there is none, or the two cannot be compared.

        ``before`` is the look of the last call; None where a window begins: its elements have the numbers 1, 2, …
        """
        self.problem = None
        count = len(good(after))
        if before is None:
            self.refs = Refs.first(count)
            return None
        try:
            delta = self._comparing.delta(before, after, self.refs)
            self.refs = delta.refs[1]
        except Exception as error:  # noqa: BLE001  # a matcher of the caller's may raise anything
            self.problem = why_failed(error)
            free = self.refs.next
            self.refs = Refs(range(free, free + count), free + count)
            return None
        return delta


def key_cells(look: Look) -> dict[str, Any]:
    """Return the session, the window and the time of a look, as cells of a row."""
    return {"session": look.session, "window": look.window, "ts": look.ts}


def step_cells(at: StepLook) -> dict[str, Any]:
    """Return the cells that rows of steps begin with; the caller fills in ``before_seq``."""
    return {
        **key_cells(at.look),
        "step": at.step,
        "after_seq": at.look.seq,
        "action": at.action,
        "target": target_of(at.action),
    }
