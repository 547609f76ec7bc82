"""The options of the fixture ``ui_diff``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from uidiff.diffing.ignoring import Ignore, IgnoreOption, checked_ignore
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.errors import UnknownName
from uidiff.live.plans import checked_seconds
from uidiff.live.session_base import SETTLE, WAIT
from uidiff.live.settings import TIMEOUT
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["ReadOptions"]


@attrs.frozen(kw_only=True)
class ReadOptions:
    """How to read and to compare; ``ui_diff_options`` explains each option."""

    ignore: tuple[str | Ignore, ...] = attrs.field(default=("bounds",), converter=checked_ignore)
    matcher: MatcherOption = "auto"
    rules: EventRules | None = None
    limits: Limits | None = None
    redact: RedactOption = None
    timeout: float = TIMEOUT
    settle: float | None = SETTLE
    patience: float = WAIT

    def __attrs_post_init__(self) -> None:
        for name, given in (("settle", self.settle), ("patience", self.patience)):
            if given is not None or name == "patience":
                checked_seconds(name, given)  # type: ignore[arg-type]  # it checks that

    @classmethod
    def of(cls, given: object) -> ReadOptions:
        """The options that ``ui_diff_options`` returned. UnknownName, TypeError or ValueError if one cannot be."""
        if not isinstance(given, Mapping):
            raise TypeError(f"the fixture ui_diff_options gives a dict of options, got {type(given).__name__}")
        for name in given:
            if name not in attrs.fields_dict(cls):
                raise UnknownName("option", name, attrs.fields_dict(cls))
        return cls(**given)

    def ignoring(self, more: IgnoreOption) -> ReadOptions:
        """The same options with more to ignore."""
        return attrs.evolve(self, ignore=(*self.ignore, *checked_ignore(more)))

    @property
    def of_session(self) -> dict[str, Any]:
        """The options that a session takes."""
        names = ("ignore", "matcher", "rules", "limits", "redact", "timeout")
        return {name: getattr(self, name) for name in names}

    def compared(self, before: Snapshot, after: Snapshot) -> TreeDiff:
        """The delta between two snapshots."""
        return diff(before, after, matcher=self.matcher, ignore=self.ignore, rules=self.rules)
