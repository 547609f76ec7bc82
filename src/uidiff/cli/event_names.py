"""What the kinds of events are called in options and arguments."""

from __future__ import annotations

import re

from uidiff.diffing.events import Event

__all__ = ["event_name"]


def event_name(kind: type[Event]) -> str:
    """What a kind of events is called: ``dialog-appeared``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()
