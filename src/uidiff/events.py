"""The kinds of events in ``TreeDiff.events``, and the rules by which they are found."""

from uidiff.diffing import events
from uidiff.diffing.events import *  # noqa: F403  # the names are in __all__ there
from uidiff.diffing.rules import EventRules

__all__ = ["EventRules"]
__all__ += events.__all__
