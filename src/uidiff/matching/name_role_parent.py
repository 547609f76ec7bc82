"""Identity by name, role and the parent's name (spec/features#d12)."""

from __future__ import annotations

from typing import ClassVar

import attrs

from uidiff.matching.keys import Key, KeyPart, pair_by_keys
from uidiff.matching.matching import Matching, Reason
from uidiff.model.snapshot import Snapshot

__all__ = ["NameRoleParentMatcher"]


@attrs.frozen
class NameRoleParentMatcher:
    """Elements of one name, role and parent's name are the same; of several, the k-th is the k-th.

    What was read exactly alike, native role included, is paired before what is alike up to white space, Unicode
    normalisation and the platform's word for the role: better evidence first.

    It does not follow a rename, nor the children of a renamed parent; states, values and bounds do not matter to it.
    """

    keys: ClassVar[tuple[Key, ...]] = (
        Key(
            Reason("as read", "name, role and parent's name read exactly alike, the k-th with the k-th"),
            (
                KeyPart("name", "text"),
                KeyPart("role"),
                KeyPart("native_role"),
                KeyPart("name", "text", of="parent"),
            ),
        ),
        Key(
            Reason("name, role and parent", "these are equal up to white space and the platform's word for the role"),
            (KeyPart("name", "folded"), KeyPart("role", "folded"), KeyPart("name", "folded", of="parent")),
        ),
    )

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair equal keys; see :class:`Matcher`."""
        return pair_by_keys(before, after, given, self.keys).done()
