"""What is gone while all around it stayed: controls, dialogs, and what held content together, such as a landmark."""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.compare.findings import Loss
from uidiff.compare.losses import WEAK, Pair, is_semantic, role_kind, says_something
from uidiff.diffing.labels import CONTROLS, DIALOGS, Labels
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.text import readable

__all__ = ["lost_elements"]

MANY = 10
"""From this number on, controls that are gone with what held them are one loss."""

_ACTING = CONTROLS | {"link"}
_POPUPS = DIALOGS | {"menu"}
_PASSING = frozenset({"alert", "listbox", "log", "option", "status", "timer", "tooltip"})
"""Roles of what comes and goes by itself, and of what is chosen from."""


def lost_elements(pair: Pair) -> Iterator[Loss]:
    """Yield the losses of elements without a partner, in document order."""
    yield from _Unpaired(pair).losses()


class _Unpaired:
    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.before, self.after = pair.before, pair.after
        self.after_of, self.before_of = pair.delta.matching.after_of, pair.delta.matching.before_of
        self.labels = Labels.of(self.before)
        self.new = [j for j in pair.delta.matching.unpaired_after if self.after.columns.role[j] in _ACTING]
        self.taken: set[int] = set()

    def losses(self) -> Iterator[Loss]:
        gone: dict[int, list[Loss]] = {}
        told_below = -1
        for record in self.pair.delta.removed:
            index, role = record.before.index, record.before.role
            root = self.root(index)
            if index < told_below or self.before.parents[root] == NO_PARENT or self.is_data(index, root):
                continue
            if role in _POPUPS and self.replacement(index, root) is None:
                told_below = self.before.ends[index]
                gone.setdefault(root, []).append(self.pair.loss("lost-element", index))
            elif self.acts(index):
                gone.setdefault(root, []).extend(self.control(index, root))
            elif self.is_unwrapped(index):
                yield self.pair.loss(role_kind(role), index, role)
        for root, losses in gone.items():
            if len(losses) >= MANY:
                yield self.pair.loss("lost-element", root, f"{len(losses)} controls")
            else:
                yield from losses

    def root(self, index: int) -> int:
        """The outermost element around one that has no partner either."""
        above = self.before.parents[index]
        while above != NO_PARENT and self.after_of[above] == UNMATCHED:
            index, above = above, self.before.parents[above]
        return index

    def is_data(self, index: int, root: int) -> bool:
        """Whether it is, or is in, an item of a list, or something that comes and goes by itself, that is gone too."""
        while True:
            role = self.before.columns.role[index]
            if role in _PASSING or (self.labels.is_item_like(index) and not self.holds_what_stayed(index)):
                return True
            if index == root:
                return False
            index = self.before.parents[index]

    def holds_what_stayed(self, index: int) -> bool:
        """Whether anything below has a partner: an item whose list is plain text now has."""
        return any(self.after_of[below] != UNMATCHED for below in range(index + 1, self.before.ends[index]))

    def acts(self, index: int) -> bool:
        columns = self.before.columns
        return columns.role[index] in _ACTING or "press" in columns.actions[index]

    def control(self, index: int, root: int) -> Iterator[Loss]:
        """Yield the loss of a control: its text is there without its role, or it is gone and nothing replaces it."""
        role, label = self.before.columns.role[index], self.labels[index]
        plain = self.plain_text(index, root, label)
        if plain is not None:
            yield self.pair.loss(role_kind(role), index, role, plain)
        elif self.replacement(index, root) is None:
            yield self.pair.loss("lost-element", index)

    def plain_text(self, index: int, root: int, label: str) -> str | None:
        """The role of a text in the same place that says the same, and is new or was in the control."""
        if not says_something(label):
            return None
        top = self.after_of[self.before.parents[root]]
        columns = self.after.columns
        inside = range(index, self.before.ends[index])
        for j in range(top + 1, self.after.ends[top]):
            is_new = self.before_of[j] == UNMATCHED or self.before_of[j] in inside
            if is_new and columns.role[j] in WEAK and readable(columns.name[j]) == label and not self.in_control(j):
                return columns.role[j]
        return None

    def in_control(self, j: int) -> bool:
        columns = self.after.columns
        return any(
            above.role in _ACTING or "press" in columns.actions[above.index] for above in self.after[j].ancestors
        )

    def replacement(self, index: int, root: int) -> int | None:
        """A new element of the same role in the same place, or of the same label anywhere; taken once."""
        top = self.after_of[self.before.parents[root]]
        role, label = self.before.columns.role[index], self.labels[index]
        new = self.new if role not in _POPUPS else self.pair.delta.matching.unpaired_after
        for j in new:
            if j in self.taken or self.after.columns.role[j] != role:
                continue
            if top < j < self.after.ends[top] or (label and Labels.of(self.after)[j] == label):
                self.taken.add(j)
                return j
        return None

    def is_unwrapped(self, index: int) -> bool:
        """Whether an element with a meaning is gone, and what it held is not, nor is in another one of its role."""
        role = self.before.columns.role[index]
        if not is_semantic(role):
            return False
        children = [child.index for child in self.before[index].children if child.role != "list-marker"]
        kept = [self.after_of[child] for child in children if self.after_of[child] != UNMATCHED]
        if not kept or 2 * len(kept) < len(children):
            return False
        return not any(
            above.role == role and self.before_of[above.index] == UNMATCHED
            for child in kept
            for above in self.after[child].ancestors
        )
