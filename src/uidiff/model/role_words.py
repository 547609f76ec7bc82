"""How the formats spell ARIA roles: one table, read in both directions (spec/definitions#5-roles).

There are three spellings: that of ``agent``; the short words of spec/features#d2 and #d3, which ``read-json``,
``read-yaml``, ``read-agent`` and ``jsonl`` print; the capitalised words of spec/features#d14, which ``compact`` prints.

A short or capitalised word is used only where it says as much as the ARIA role: it stands for one role, and is no ARIA
role itself. The documents' catch-alls (``group`` for a dialog as for a paragraph, ``other``) and their double meanings
(``tab`` for a tab list, ``radio`` for a tab, ``row`` for a tree item) are printed as ARIA names them, as the samples do
(``window > web > form``). So each such word leads back to one role (:func:`long_role`), and a change of role always
shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

__all__ = ["ROLE_WORDS", "Spelling", "long_role", "role_word", "roles_by_word"]

Spelling: TypeAlias = Literal["agent", "short", "capital"]

ROLE_WORDS: Mapping[Spelling, Mapping[str, str]] = MappingProxyType(
    {
        "agent": {"gridcell": "cell", "listitem": "item", "paragraph": "p"},
        "short": {
            "button": "btn",
            "checkbox": "chk",
            "document": "web",
            "link": "lnk",
            "switch": "toggle",
            "text": "txt",
            "textbox": "input",
        },
        "capital": {"button": "Btn", "textbox": "Edit"},
    },
)
"""By spelling, ARIA role to word; every other role is printed as it is, or capitalised."""

_ROLES = {word: role for role, word in ROLE_WORDS["short"].items()}

_RESERVED: Mapping[Spelling, re.Pattern[str]] = {
    "agent": re.compile(r"e\d+|h\d+|item|p|after|all|at|first|in|now|page|title|url|document-id"),
    "short": re.compile("|".join(_ROLES)),
    "capital": re.compile("|".join(ROLE_WORDS["capital"].values())),
}
"""Words that mean something else in a line; a platform's own role that is spelt so is printed as ``role:btn``."""


def role_word(role: str, spelling: Spelling, level: object = None) -> str:
    """Return the word that a format prints for a role; with ``agent``, a heading of level 2 is ``h2``."""
    if spelling == "agent" and role == "heading" and isinstance(level, int):
        return f"h{level}"
    word = ROLE_WORDS[spelling].get(role)
    if word is not None:
        return word
    capital = spelling == "capital"
    word = role.capitalize() if capital else role
    if _RESERVED[spelling].fullmatch(word):
        return f"Role:{role}" if capital else f"role:{role}"
    return word


def long_role(word: str) -> str:
    """Return the role for which the spelling ``short`` prints this word."""
    own = word.removeprefix("role:")
    return own if own in _ROLES and own != word else _ROLES.get(word, word)


def roles_by_word() -> dict[str, Sequence[str]]:
    """Map each word of the three spellings, in lower case, to the roles that it is printed for."""
    found: dict[str, list[str]] = {}
    for words in (ROLE_WORDS["short"], ROLE_WORDS["capital"], ROLE_WORDS["agent"]):
        for role, word in words.items():
            roles = found.setdefault(word.lower(), [])
            if role not in roles:
                roles.append(role)
    return {word: tuple(roles) for word, roles in found.items()}
