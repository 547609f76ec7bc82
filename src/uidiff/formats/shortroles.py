"""Roles and paths in the documents' own short words (spec/definitions#5-roles); the table is
``uidiff.model.shortroles``.
"""

from __future__ import annotations

from uidiff.model.shortroles import CAPITAL_ROLES, SHORT_ROLES, short_role

__all__ = ["CAPITAL_ROLES", "SHORT_ROLES", "capital_role", "short_path", "short_role"]

_CAPITAL_WORDS = frozenset(CAPITAL_ROLES.values())
_ABOVE = " > "


def capital_role(role: str) -> str:
    """The word of D1.4 for a role; a platform's own role that is spelt like such a word is ``Role:btn``."""
    word = role.capitalize()
    return CAPITAL_ROLES.get(role) or (f"Role:{role}" if word in _CAPITAL_WORDS else word)


def short_path(path: str) -> str:
    """A path (spec/definitions#19-path) in the words of D2 and D3."""
    return _ABOVE.join(map(short_role, path.split(_ABOVE)))
