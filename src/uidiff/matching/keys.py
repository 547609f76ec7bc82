"""What the key strategies share: texts in the form for comparing, and the pairing of equal keys, k-th with k-th."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress, count
from operator import ne
from typing import TypeAlias

from uidiff.matching.matching import UNMATCHED, Matching, Reason
from uidiff.model.roles import UNKNOWN
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["Keys", "Pairing", "comparable_roles", "no_text", "role_paths"]

Keys: TypeAlias = Sequence[Hashable]


class Pairing:
    """A matching in the making: partners of both sides, the reasons for them, and the work that was done.

    ``reasons`` are those of the matcher's stages; it begins with the first, and :meth:`next_stage` takes the next.
    """

    def __init__(self, given: Matching, *reasons: Reason) -> None:
        self.after_of = list(given.after_of)
        self.before_of = list(given.before_of)
        self.empty = not given.runs
        self.work = given.work
        self.reasons = tuple(dict.fromkeys((*given.reasons, *reasons)))
        self.reason_of = bytearray(given.reason_of or (partner != UNMATCHED for partner in given.after_of))
        self._stages = iter([self.reasons.index(reason) + 1 for reason in reasons])
        self.next_stage()

    def next_stage(self) -> None:
        """From now on pairs are made for the next reason."""
        self._stage = next(self._stages)

    def pair(self, i: int, j: int) -> None:
        """Settle that the before-element i is the after-element j."""
        self.after_of[i] = j
        self.before_of[j] = i
        self.reason_of[i] = self._stage
        self.empty = False

    @property
    def complete(self) -> bool:
        """Whether one of the sides has nothing left to pair."""
        return UNMATCHED not in self.after_of or UNMATCHED not in self.before_of

    def done(self) -> Matching:
        """The matching as it stands."""
        return Matching.from_partners(
            self.after_of,
            len(self.before_of),
            work=self.work,
            reasons=self.reasons,
            reason_of=bytes(self.reason_of),
        )

    def kth_with_kth(self, before: Keys, after: Keys) -> None:
        """Pair the k-th unpaired before-element of a key with the k-th unpaired after-element of that key."""
        self.work += len(before) + len(after)
        start = self._common_start(before, after) if self.empty else 0
        waiting: dict[Hashable, list[int]] = {}
        for i in range(len(before) - 1, start - 1, -1):
            if self.after_of[i] == UNMATCHED:
                waiting.setdefault(before[i], []).append(i)
        for j in range(start, len(after)):
            if self.before_of[j] == UNMATCHED:
                queue = waiting.get(after[j])
                if queue:
                    self.pair(queue.pop(), j)

    def _common_start(self, before: Keys, after: Keys) -> int:
        """Pair what begins alike: there the k-th of a key is the k-th of that key."""
        shorter = min(len(before), len(after))
        start = next(compress(count(), map(ne, before, after)), shorter)
        self.after_of[:start] = range(start)
        self.before_of[:start] = range(start)
        self.reason_of[:start] = bytes((self._stage,)) * start
        self.empty = not start
        return start


def comparable_roles(snapshot: Snapshot) -> tuple[str, ...]:
    """The role of each element, the native one where the role is unknown (spec/definitions#5-roles)."""
    roles, native = snapshot.columns.role, snapshot.columns.native_role
    if UNKNOWN not in roles:
        return roles
    pairs = zip(roles, native, strict=True)
    return tuple(f"{UNKNOWN} {raw}" if role == UNKNOWN and raw else role for role, raw in pairs)


def role_paths(snapshot: Snapshot, roles: Iterable[str], numbering: dict[tuple[int, str], int]) -> list[int]:
    """For each element a number that stands for the roles from its root down to itself.

    ``numbering`` is shared by the snapshots that are compared: equal numbers, equal paths.
    """
    numbers: list[int] = []
    number_of: Callable[[tuple[int, str], int], int] = numbering.setdefault
    for role, parent in zip(roles, snapshot.parents, strict=True):
        above = NO_PARENT if parent == NO_PARENT else numbers[parent]
        numbers.append(number_of((above, role), len(numbering)))
    return numbers


def no_text(snapshot: Snapshot) -> list[bool]:
    """For each element whether it has neither name nor value nor description."""
    texts = snapshot.folded
    return [not (name or value or text) for name, value, text in zip(*texts, strict=True)]
