"""The strategies by name, and :func:`match`, which runs one."""

from __future__ import annotations

from typing import TypeAlias, cast

from uidiff.matching.chain import is_matcher, run_matcher
from uidiff.matching.matching import Matcher, Matching
from uidiff.model.snapshot import Snapshot
from uidiff.plugins import Registry

__all__ = ["MATCHERS", "MatcherOption", "match", "resolve_matcher"]

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
    """Pair the elements of two snapshots.

    Args:
        before, after: the snapshots.
        matcher: "auto" (today "structural"), "structural", "id", "name-role-parent", "content-hash", the name of a
            plug-in, or a :class:`Matcher`.

    Raises:
        UnknownName: no matcher has that name.
        PluginError: the plug-in is broken, or its answer is not a matching of the two.
    """
    return run_matcher(resolve_matcher(matcher), before, after, Matching.nothing(before, after))


def resolve_matcher(matcher: MatcherOption) -> Matcher:
    """Return the matcher of that name, or the one given. Raises: as :func:`match`; TypeError for anything else."""
    if isinstance(matcher, str):
        return cast("Matcher", MATCHERS.make(matcher, "match"))
    if not is_matcher(matcher):
        raise TypeError(f"matcher must be a name or an object with a method match, got {type(matcher).__name__}")
    return matcher
