"""The matching strategies, the protocol for one of your own, and the reasons that they keep for each pair."""

from uidiff.matching.content_hash import ContentHashMatcher
from uidiff.matching.ids import IdMatcher
from uidiff.matching.matching import Explanation, Matcher, Reason
from uidiff.matching.name_role_parent import NameRoleParentMatcher
from uidiff.matching.strategies import ChainMatcher
from uidiff.matching.structural.matcher import StructuralMatcher

__all__ = [
    "ChainMatcher",
    "ContentHashMatcher",
    "Explanation",
    "IdMatcher",
    "Matcher",
    "NameRoleParentMatcher",
    "Reason",
    "StructuralMatcher",
]
