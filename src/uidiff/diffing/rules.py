"""Finding events: what a delta means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from uidiff.diffing.events import Event
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["EventRules", "find_events"]


@attrs.frozen(kw_only=True)
class EventRules:
    """The thresholds and word lists by which events are found."""

    loaded_count: int = 20
    loaded_ratio: float = 1.5


def find_events(delta: TreeDiff, rules: EventRules) -> tuple[Event, ...]:
    """The events of a bound delta, the most important first."""
    del delta, rules
    return ()
