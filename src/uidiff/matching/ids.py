"""Identity by the platform's ids: as they are (:class:`IdMatcher`), or as evidence (:class:`StableIdMatcher`)."""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import ClassVar

import attrs

from uidiff.matching.keys import Key, KeyPart, Pairing, comparable_roles, pair_by_keys
from uidiff.matching.matching import UNMATCHED, Matching, Reason
from uidiff.model.snapshot import Snapshot

__all__ = ["IdMatcher", "StableIdMatcher", "have_stable_ids", "strangers_by_id"]


@attrs.frozen
class IdMatcher:
    """Equal ids are the same element, whatever they stand for (spec/definitions#6-ids; spec/features#d33).

    Ids that occur several times pair k-th with k-th if they occur equally often on both sides, else not at all.
    Elements without id pair by their place among those without id; where none has one, by traversal index.
    """

    keys: ClassVar[tuple[Key, ...]] = (
        Key(
            Reason("id", "equal ids; without ids, the same place among those without"),
            (KeyPart("id"),),
            equally_often=True,
        ),
    )

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair equal ids; see :class:`Matcher`."""
        return pair_by_keys(before, after, given, self.keys).done()


class StableIdMatcher:
    """Ids that live as long as their elements are evidence (spec/definitions#6-ids).

    An id counts only if both sides call it stable, it is unique on both sides, and the roles agree; equal ones pair.
    """

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair the elements whose ids count; see :class:`Matcher`."""
        if not have_stable_ids(before, after):
            return given
        pairing = Pairing(given, _STABLE_ID)
        unique_before, unique_after = _unique(before), _unique(after)
        pairing.work += len(before) + len(after)
        roles_before, roles_after = comparable_roles(before), comparable_roles(after)
        for key, i in unique_before.items():
            j = unique_after.get(key, UNMATCHED)
            free = j != UNMATCHED and pairing.after_of[i] == UNMATCHED and pairing.before_of[j] == UNMATCHED
            if free and roles_before[i] == roles_after[j]:
                pairing.pair(i, j)
        return pairing.done()


def have_stable_ids(before: Snapshot, after: Snapshot) -> bool:
    """Whether both sides have any: else no id counts, and none went or came."""
    return any(before.columns.id_stable) and any(after.columns.id_stable)


def strangers_by_id(before: Snapshot, after: Snapshot) -> tuple[list[int], list[int]]:
    """The elements with a stable id, unique on its side, that no stable id of the other side equals."""
    known = _stable(before), _stable(after)
    mine = [i for key, i in _unique(before).items() if key not in known[1]]
    theirs = [j for key, j in _unique(after).items() if key not in known[0]]
    return mine, theirs


_STABLE_ID = Reason("stable id", "a stable id that is unique on both sides, and the same role")


def _unique(snapshot: Snapshot) -> dict[str, int]:
    """The stable ids that occur once among them, and where."""
    columns = snapshot.columns
    occurrences = _stable(snapshot)
    keys = zip(columns.id, columns.id_stable, strict=True)
    return {key: i for i, (key, stable) in enumerate(keys) if key is not None and stable and occurrences[key] == 1}


def _stable(snapshot: Snapshot) -> Counter[str | None]:
    """How often each stable id occurs."""
    return Counter(compress(snapshot.columns.id, snapshot.columns.id_stable))
