"""The strategies by name, a chain of several, and :func:`match`, which runs one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias, cast

import attrs

from uidiff.errors import PluginError
from uidiff.matching.concealed import Apart
from uidiff.matching.matching import Matcher, Matching
from uidiff.model.snapshot import Snapshot
from uidiff.plugins import Registry

__all__ = ["MATCHERS", "ChainMatcher", "MatcherOption", "is_matcher", "match", "resolve_matcher", "run_matcher"]


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


MatcherOption: TypeAlias = str | Matcher

MATCHERS = Registry(
    kind="matcher",
    group="uidiff.matchers",
    builtins={
        "auto": "uidiff.matching.structural.matcher:StructuralMatcher",
        "content-hash": "uidiff.matching.content_hash:ContentHashMatcher",
        "id": "uidiff.matching.ids:IdMatcher",
        "name-role-parent": "uidiff.matching.name_role_parent:NameRoleParentMatcher",
        "structural": "uidiff.matching.structural.matcher:StructuralMatcher",
    },
)
"""Matchers by name: each is a class, or another callable without arguments, that makes one."""


def match(before: Snapshot, after: Snapshot, *, matcher: MatcherOption = "auto") -> Matching:
    """Pair the elements of two snapshots. What one of them conceals has no partner there.

    Args:
        before, after: the snapshots.
        matcher: "auto" (today "structural"), "structural", "id", "name-role-parent", "content-hash", the name of a
            plug-in, or a :class:`Matcher`.

    Raises:
        UnknownName: no matcher has that name.
        PluginError: the plug-in is broken, or its answer is not a matching of the two.
    """
    chosen = resolve_matcher(matcher)
    if not (before.circumstances.concealed or after.circumstances.concealed):
        return run_matcher(chosen, before, after, Matching.nothing(before, after))
    apart = Apart(before, after)
    return apart.put_back(run_matcher(chosen, apart.before, apart.after, Matching.nothing(apart.before, apart.after)))


def resolve_matcher(matcher: MatcherOption) -> Matcher:
    """Return the matcher of that name, or the one given. Raises: as :func:`match`; TypeError for anything else."""
    if isinstance(matcher, str):
        return _builtin(matcher) if matcher in MATCHERS.builtins else cast("Matcher", MATCHERS.make(matcher, "match"))
    if not is_matcher(matcher):
        raise TypeError(f"matcher must be a name or an object with a method match, got {type(matcher).__name__}")
    return matcher


@cache  # they are frozen values
def _builtin(name: str) -> Matcher:
    return cast("Matcher", MATCHERS.make(name, "match"))
