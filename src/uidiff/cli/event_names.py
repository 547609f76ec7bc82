"""The names of event kinds in options and arguments."""

from __future__ import annotations

import re

from uidiff.diffing.events import EVENTS, Event
from uidiff.errors import UnknownName

__all__ = ["event_kind", "event_name"]


def event_name(kind: type[Event]) -> str:
    """The name of an event kind: ``dialog-appeared`` for ``DialogAppeared``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def event_kind(name: str) -> type[Event]:
    """The event kind of a name: ``dialog-appeared``, or the name of the class.

    Raises:
        UnknownName: no event kind has the name.
    """
    wanted = re.sub(r"[^a-z]", "", name.lower())
    for kind in EVENTS:
        if kind.__name__.lower() == wanted:
            return kind
    raise UnknownName("event", name, map(event_name, EVENTS))
