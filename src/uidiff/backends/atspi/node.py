"""The node of an object while its window is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uidiff.backends.atspi.facts import AtspiFacts
from uidiff.backends.atspi.replies import Extents, ObjectKey

__all__ = ["AtspiNode", "in_order"]


class AtspiNode:
    """An object while its window is read.

    Attributes:
        key: its key on the bus.
        place: its index among the children of its parent.
        below: the keys of its children; None until they are known.
        fleeting: whether its key changes with each read, so that its place identifies it.
        shown: whether it is visible, by its states and those of its ancestors.
        unread: whether some of its descendants were left out.
        gone: whether it is left out, because it was removed or could not be read in time.
    """

    __slots__ = (
        *("actions", "automation_id", "below", "box", "children", "depth", "facts", "fleeting", "gone", "key"),
        *("labels", "number", "parent", "place", "shown", "text", "unread"),
    )

    def __init__(self, key: ObjectKey, parent: AtspiNode | None, place: int, *, fleeting: bool = False) -> None:
        self.key = key
        self.parent = parent
        self.place = place
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.fleeting: bool = fleeting or (parent is not None and parent.fleeting)
        self.facts: AtspiFacts
        self.below: list[ObjectKey] | None = None
        self.children: list[AtspiNode] = []
        self.shown = True
        self.unread = False
        self.gone = False
        self.box: Extents | None = None
        self.text: str | None = None
        self.number: float | None = None
        self.actions: tuple[str, ...] = ()
        self.automation_id = ""
        self.labels: list[ObjectKey] = []

    @property
    def id(self) -> str:
        """A unique id: its key, or if that is fleeting, the id of its parent with its place."""
        steps: list[int] = []
        node = self
        while node.fleeting and node.parent is not None:
            steps.append(node.place)
            node = node.parent
        return "#".join([node.key.id, *map(str, reversed(steps))])


def in_order(roots: Iterable[AtspiNode]) -> Iterator[AtspiNode]:
    """The nodes that are not left out, in pre-order."""
    stack = list(roots)[::-1]
    while stack:
        node = stack.pop()
        if not node.gone:
            yield node
            stack.extend(reversed(node.children))
