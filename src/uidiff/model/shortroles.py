"""The documents' own short words for roles, as the formats of spec/features#d1 to #d3 print them and as their readers
know them.

A short word is used only where it says as much as ARIA's role does: it stands for one role, and is no ARIA role
itself. The documents' catch-alls (``group`` for a dialog as for a paragraph, ``other``) and their double meanings
(``tab`` for a tab list, ``radio`` for a tab, ``row`` for a tree item) are left to ARIA's word, which the samples do
too (``window > web > form``). So each printed word leads back to one role (:func:`long_role`), and a change of role is
always seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CAPITAL_ROLES", "SHORT_ROLES", "long_role", "short_role"]

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
"""ARIA role to the word of spec/features#d2 and #d3."""

CAPITAL_ROLES: Mapping[str, str] = MappingProxyType({"button": "Btn", "textbox": "Edit"})
"""ARIA role to the word of spec/features#d14; all others are capitalised."""

_LONG_ROLES: Mapping[str, str] = MappingProxyType({word: role for role, word in SHORT_ROLES.items()})
_OWN = "role:"


def short_role(role: str) -> str:
    """The word of D2 and D3 for a role; a platform's own role that is spelt like such a word is ``role:btn``."""
    return SHORT_ROLES.get(role) or (f"{_OWN}{role}" if role in _LONG_ROLES else role)


def long_role(word: str) -> str:
    """The role for which D2 and D3 print this word: the other way round."""
    own = word.removeprefix(_OWN)
    return own if own in _LONG_ROLES and own != word else _LONG_ROLES.get(word, word)
