"""Identity by name, role and the parent's name (spec/features#d12)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from uidiff.matching.keys import Keys, Pairing, comparable_roles
from uidiff.matching.matching import Matching, Reason
from uidiff.model.snapshot import Snapshot

__all__ = ["NameRoleParentMatcher"]

_REASONS = (
    Reason("as read", "name, role and parent's name read exactly alike, the k-th with the k-th"),
    Reason("name, role and parent", "these are equal up to white space and the platform's word for the role"),
)


@attrs.frozen
class NameRoleParentMatcher:
    """Elements of one name, role and parent's name are the same; of several, the k-th is the k-th.

    What was read exactly alike, native role included, is paired before what is alike up to white space, Unicode
    normalisation and the platform's word for the role: better evidence first.

    It does not follow a rename, nor the children of a renamed parent; states, values and bounds do not matter to it.
    """

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair equal keys; see :class:`Matcher`."""
        pairing = Pairing(given, *_REASONS)
        pairing.kth_with_kth(_keys_as_read(before), _keys_as_read(after))
        if not pairing.complete:
            pairing.next_stage()
            pairing.kth_with_kth(_keys(before), _keys(after))
        return pairing.done()


def _keys_as_read(snapshot: Snapshot) -> Keys:
    columns = snapshot.columns
    roles = list(zip(columns.role, columns.native_role, strict=True))
    return _below_parents(snapshot, [name or "" for name in columns.name], roles)


def _keys(snapshot: Snapshot) -> Keys:
    return _below_parents(snapshot, snapshot.folded.name, comparable_roles(snapshot))


def _below_parents(snapshot: Snapshot, names: Sequence[str], roles: Keys) -> Keys:
    above = (*names, None)  # the last is that of a root's parent, whose index is -1
    return list(zip(names, roles, map(above.__getitem__, snapshot.parents), strict=True))
