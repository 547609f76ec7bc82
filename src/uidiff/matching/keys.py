"""Keys as data: what a key strategy compares, and the pairing of equal keys, the k-th with the k-th.

A :class:`Key` names columns. The functions here make a tuple of them for each element; the block engine
(``uidiff.arrow.key_pairs``) makes a number of them for each element of many snapshots. Both read the same data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress, count
from operator import ne
from typing import Literal, TypeAlias

import attrs

from uidiff.matching.matching import UNMATCHED, Matching, Reason
from uidiff.model.roles import UNKNOWN
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["Key", "KeyPart", "Keys", "Pairing", "comparable_roles", "no_text", "pair_by_keys"]

Keys: TypeAlias = Sequence[Hashable]
"""For each element of a snapshot its key."""


@attrs.frozen
class KeyPart:
    """One part of a key.

    Attributes:
        column: a column of a snapshot.
        form: the cell "as read"; as "text", where NULL is ""; or "folded": a text as it is compared (NULL is "", white
            space and Unicode normalisation do not count), a role as it is compared
            (spec/definitions#5-roles).
        of: whose cell: that of the "element"; that of its "parent", another value for roots; or those of its "path",
            from the root down to the element.
    """

    column: str
    form: Literal["as read", "text", "folded"] = "as read"
    of: Literal["element", "parent", "path"] = "element"


@attrs.frozen
class Key:
    """What elements must have in common to be paired, the k-th with the k-th.

    Attributes:
        reason: what a pair is explained by.
        parts: the parts of the key.
        equally_often: elements with a key that occurs more often on one side stay unpaired, but for NULL. Such a key
            has one part.
    """

    reason: Reason
    parts: tuple[KeyPart, ...]
    equally_often: bool = False


class Pairing:
    """A matching while it is made: partners of both sides, the reasons for them, and the work so far.

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
        """Give the next reason to pairs from now on."""
        self._stage = next(self._stages)

    def pair(self, i: int, j: int) -> None:
        """Pair the before-element i with the after-element j."""
        self.after_of[i] = j
        self.before_of[j] = i
        self.reason_of[i] = self._stage
        self.empty = False

    @property
    def complete(self) -> bool:
        """Whether one of the sides has no unpaired element."""
        return UNMATCHED not in self.after_of or UNMATCHED not in self.before_of

    def done(self) -> Matching:
        """Return the matching."""
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
        """Pair the elements up to the first key that differs: there the k-th of a key is the k-th of that key."""
        shorter = min(len(before), len(after))
        start = next(compress(count(), map(ne, before, after)), shorter)
        self.after_of[:start] = range(start)
        self.before_of[:start] = range(start)
        self.reason_of[:start] = bytes((self._stage,)) * start
        self.empty = not start
        return start


def pair_by_keys(before: Snapshot, after: Snapshot, given: Matching, keys: Sequence[Key], *more: Reason) -> Pairing:
    """Pair by each key in turn what the keys before it left unpaired.

    Args:
        before, after: the snapshots.
        given: pairs that are settled already.
        keys: the keys, the strongest first.
        more: reasons of stages that follow.
    """
    pairing = Pairing(given, *(key.reason for key in keys), *more)
    for number, key in enumerate(keys):
        if number:
            if pairing.complete:
                break
            pairing.next_stage()
        paths: dict[tuple[int, Hashable], int] = {}
        sides = _keys(before, key, paths), _keys(after, key, paths)
        if key.equally_often:
            sides = _equally_often(*sides, pairing)
        pairing.kth_with_kth(*sides)
    return pairing


# ------------------------------------------------------------------------- keys


def _keys(snapshot: Snapshot, key: Key, paths: dict[tuple[int, Hashable], int]) -> Keys:
    """Return the keys of all elements. ``paths`` is shared by the snapshots that are compared."""
    columns = [_cells(snapshot, part, paths) for part in key.parts]
    return columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))


def _cells(snapshot: Snapshot, part: KeyPart, paths: dict[tuple[int, Hashable], int]) -> Keys:
    cells: Keys
    if part.form != "folded":
        cells = getattr(snapshot.columns, part.column)
        if part.form == "text":
            cells = ["" if cell is None else cell for cell in cells]
    elif part.column == "role":
        cells = comparable_roles(snapshot)
    else:
        cells = getattr(snapshot.folded, part.column)
    if part.of == "parent":
        return list(map((*cells, None).__getitem__, snapshot.parents))  # NO_PARENT is -1: the last one
    return _paths(snapshot, cells, paths) if part.of == "path" else cells


def _paths(snapshot: Snapshot, cells: Iterable[Hashable], paths: dict[tuple[int, Hashable], int]) -> list[int]:
    """Number the paths: equal numbers, equal cells from the root down to the element."""
    numbers: list[int] = []
    number_of: Callable[[tuple[int, Hashable], int], int] = paths.setdefault
    for cell, parent in zip(cells, snapshot.parents, strict=True):
        above = NO_PARENT if parent == NO_PARENT else numbers[parent]
        numbers.append(number_of((above, cell), len(paths)))
    return numbers


_PAIRED = object()


def _equally_often(before: Keys, after: Keys, pairing: Pairing) -> tuple[Keys, Keys]:
    """Replace keys that occur more often among the unpaired elements of one side by keys that equal none."""
    sides = [
        [_PAIRED if partner != UNMATCHED else key for key, partner in zip(keys, partners, strict=True)]
        for keys, partners in ((before, pairing.after_of), (after, pairing.before_of))
    ]
    counts = list(map(Counter, sides))
    apart = {key for key in counts[0] if key is not None and counts[0][key] != counts[1][key]} | {_PAIRED}
    made = [[(name, key) if key in apart else (key,) for key in keys] for name, keys in enumerate(sides)]
    return made[0], made[1]


def comparable_roles(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the role of each element, the native one where the role is unknown (spec/definitions#5-roles)."""
    roles, native = snapshot.columns.role, snapshot.columns.native_role
    if UNKNOWN not in roles:
        return roles
    pairs = zip(roles, native, strict=True)
    return tuple(f"{UNKNOWN} {raw}" if role == UNKNOWN and raw else role for role, raw in pairs)


def no_text(snapshot: Snapshot) -> list[bool]:
    """Return for each element whether it has neither name nor value nor description."""
    texts = snapshot.folded
    return [not (name or value or text) for name, value, text in zip(*texts, strict=True)]
