"""The documents' own short words for roles, as the formats of SPEC D1-D3 print them (DEFINITIONS 5).

A short word is used only where it says as much as ARIA's role does: it stands for one role, and is no ARIA role
itself. The documents' catch-alls (``group`` for a dialog as for a paragraph, ``other``) and their double meanings
(``tab`` for a tab list, ``radio`` for a tab, ``row`` for a tree item) are left to ARIA's word, which the samples do
too (``window > web > form``). So each printed word leads back to one role, and a change of role is always seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CAPITAL_ROLES", "SHORT_ROLES", "capital_role", "short_path", "short_role"]

SHORT_ROLES: Mapping[str, str] = MappingProxyType(
    {
        "button": "btn",
        "checkbox": "chk",
        "document": "web",
        "link": "lnk",
        "switch": "toggle",
        "text": "txt",
        "textbox": "input",
    },
)
"""ARIA role to the word of SPEC D2 and D3."""

CAPITAL_ROLES: Mapping[str, str] = MappingProxyType({"button": "Btn", "textbox": "Edit"})
"""ARIA role to the word of SPEC D1.4; all others are capitalised."""

_SHORT_WORDS = frozenset(SHORT_ROLES.values())
_CAPITAL_WORDS = frozenset(CAPITAL_ROLES.values())
_ABOVE = " > "


def short_role(role: str) -> str:
    """The word of D2 and D3 for a role; a platform's own role that is spelt like such a word is ``role:btn``."""
    return SHORT_ROLES.get(role) or (f"role:{role}" if role in _SHORT_WORDS else role)


def capital_role(role: str) -> str:
    """The word of D1.4 for a role; a platform's own role that is spelt like such a word is ``Role:btn``."""
    word = role.capitalize()
    return CAPITAL_ROLES.get(role) or (f"Role:{role}" if word in _CAPITAL_WORDS else word)


def short_path(path: str) -> str:
    """A path (DEFINITIONS 19) in the words of D2 and D3."""
    return _ABOVE.join(map(short_role, path.split(_ABOVE)))
