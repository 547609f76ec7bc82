"""Why two elements are a pair: one reason for each step of the structural matcher."""

from __future__ import annotations

from uidiff.matching.matching import GIVEN, Reason

__all__ = [
    "ACROSS",
    "ALIKE",
    "CHILDREN_VOTE",
    "EQUAL_ENDS",
    "EQUAL_NAME",
    "EQUAL_SUBTREE",
    "IN_PLACE",
    "MOVED",
    "MOVED_AND_CHANGED",
    "NO_REASON",
    "REASONS",
    "SAME_ROLE",
    "SETTLED",
    "SHARED_TEXT",
    "UNWRAPPED",
]

REASONS = (
    GIVEN,
    Reason("in place", "the documents agree around it, but for texts that changed in place"),
    Reason("equal ends", "its siblings begin, or end, with equal subtrees up to here"),
    Reason("equal subtree", "of the siblings, only these two say the same in the whole subtree"),
    Reason("equal name", "of the siblings, only these two have this role and name"),
    Reason("unwrapped", "the same subtree stands inside a new sibling, or stood inside a former one"),
    Reason("alike", "between pairs that stay in order, these two are most alike"),
    Reason("shared text", "they share more distinctive text than with any other sibling"),
    Reason("equal, elsewhere", "of equal siblings the k-th is the k-th, also where others came between"),
    Reason("same role", "between two pairs there are equally many of this role on both sides"),
    Reason("moved", "a distinctive subtree that occurs once among what is left"),
    Reason("children's vote", "most of its children are pairs with the children of the other"),
    Reason("moved and changed", "at least half of its distinctive text is found in the other"),
)
"""In the order of the steps; an element's reason is kept as its number in this table."""

NO_REASON = 0
"""The number of an element without partner."""

(
    SETTLED,
    IN_PLACE,
    EQUAL_ENDS,
    EQUAL_SUBTREE,
    EQUAL_NAME,
    UNWRAPPED,
    ALIKE,
    SHARED_TEXT,
    ACROSS,
    SAME_ROLE,
    MOVED,
    CHILDREN_VOTE,
    MOVED_AND_CHANGED,
) = range(1, len(REASONS) + 1)
