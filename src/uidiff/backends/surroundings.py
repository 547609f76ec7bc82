"""What stands around an element: by it a reader knows which of many equal buttons is meant."""

from __future__ import annotations

from itertools import islice

from uidiff.errors import StaleRef
from uidiff.model.element import Element

__all__ = ["Restless", "surroundings"]

SMALL = 60
"""Elements, with those below, of what stands around an element."""

LARGE = 1000
"""Elements of it where less has no text but the element's own."""

LEVELS = 6
"""Ancestors of an element that may be what stands around it."""


class Restless(StaleRef):
    """An element that is there, but it or what is around it is not as it was read a moment before."""


def surroundings(element: Element) -> Element:
    """The largest element around that has at most :data:`SMALL` elements; a larger one where that has no other text."""
    found = element
    for above in islice(element.ancestors, LEVELS):
        if above.parent is None or above.role in {"document", "application", "window"}:
            break
        most = SMALL if _tells(found, element) else LARGE
        if len(list(islice(above.descendants, most))) == most:
            break
        found = above
    return found


def _tells(around: Element, element: Element) -> bool:
    own = {element.name, element.value, None, ""}
    return any(one.name not in own for one in around.descendants)
