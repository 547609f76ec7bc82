"""Run several matchers one after another; each pairs elements that those before it left free."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from uidiff.errors import PluginError
from uidiff.matching.matching import Matcher, Matching
from uidiff.model.snapshot import Snapshot

__all__ = ["ChainMatcher", "is_matcher", "run_matcher"]


def _steps(given: Iterable[Matcher]) -> tuple[Matcher, ...]:
    steps = tuple(given)
    for step in steps:
        if not is_matcher(step):
            cure = "names are for matcher=" if isinstance(step, str) else "give objects, not classes"
            raise TypeError(f"a step of a chain must have a method match, got {type(step).__name__}; {cure}")
    return steps


def is_matcher(given: object) -> bool:
    """Return whether ``given`` is an object, not a class, with a method ``match``."""
    return callable(getattr(given, "match", None)) and not isinstance(given, type)


@attrs.frozen
class ChainMatcher:
    """Run ``steps`` in order; each gets the pairs of those before it as ``given``."""

    steps: tuple[Matcher, ...] = attrs.field(converter=_steps)

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair step by step; see :class:`Matcher`."""
        for step in self.steps:
            given = run_matcher(step, before, after, given)
        return given


def run_matcher(matcher: Matcher, before: Snapshot, after: Snapshot, given: Matching) -> Matching:
    """Run a matcher and check its answer.

    Raises:
        PluginError: it is not a matching of these snapshots, or a pair of ``given`` is missing in it.
    """
    made = matcher.match(before, after, given=given)
    name = type(matcher).__name__
    if not isinstance(made, Matching):
        raise PluginError(f"{name}.match returned {type(made).__name__}: it must return a Matching")
    if (made.before_count, made.after_count) != (len(before), len(after)):
        raise PluginError(f"{name}.match returned a matching of other snapshots: use Matching.from_pairs")
    if given.runs and any(made.after_of[i : i + n] != tuple(range(j, j + n)) for i, j, n in given.runs):
        raise PluginError(f"{name}.match dropped pairs that were given: they are part of its answer")
    return made
