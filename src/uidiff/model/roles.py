"""Native roles of the platforms, the one WAI-ARIA role that stands for each, and the words that formats print.

The table is ``data/roles.csv``: a row is one kind of element, with its ARIA role, its native roles and the reason. A
native role may stand in several rows; the row whose column ``default`` names the platform is the one it leads to
(spec/definitions#5-roles). A role that is in no row stays itself.
"""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

import attrs

from uidiff.errors import UnknownName

__all__ = [
    "PLATFORMS",
    "ROLE_WORDS",
    "UNKNOWN",
    "RoleTable",
    "Spelling",
    "checked_role",
    "long_role",
    "read_table",
    "resolve_role",
    "role_token",
    "role_word",
    "roles_by_word",
    "vocabulary",
]

PLATFORMS: tuple[str, ...] = ("aria", "web", "atspi", "uia", "ax", "android", "xcuitest")
"""The platforms whose words roles may be; ``aria``: they are ARIA roles already."""

UNKNOWN = "unknown"
"""The role of an element whose native role does not fit; that is kept beside it."""

_SYNONYMS: Mapping[str, str] = {"directory": "list", "image": "img", "presentation": "none"}
"""Roles that WAI-ARIA 1.3 defines as equal (image, presentation) or has given up (directory), and their spelling
here.
"""

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "web": ("chromium_role",),
    "atspi": ("atspi_role",),
    "uia": ("uia_control_type",),
    "ax": ("ax_role", "ax_subrole"),
    "android": ("android_role",),
    "xcuitest": ("xcuitest_role",),
}
"""The columns of each platform's native roles; joined by "/", the cells are spelt as callers spell them."""

_LONGEST_TOKEN = 40
_LONGEST_CLASS = 200
_CLASS = r"[A-Za-z_][A-Za-z0-9_]*(?:[.$][A-Za-z0-9_]+)+"
"""The qualified name of a Java class: a native role of Android. No token has a dot."""
_LOCALIZED = " (localized: "
_TOKEN = re.compile(r"[a-z0-9-]+")
_CASE_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_Key: TypeAlias = tuple[str | None, str | None]
"""The tokens of a native role and of its subrole (AX) or localized control type (UIA)."""


@attrs.frozen(eq=False, repr=False)
class RoleTable:
    """The parsed roles.csv."""

    roles: frozenset[str]
    """Every ARIA role of the table, in canonical spelling."""
    natives: Mapping[str, Mapping[_Key, str]]
    """The ARIA role of each native role, by platform."""


def role_token(text: str) -> str:
    """Return a role as a token ``[a-z0-9-]{1,40}``, or :data:`UNKNOWN` where it does not fit
    (spec/definitions#5-roles).

    Upper case, spaces, underscores and case boundaries are folded: "StaticText" is "static-text", "AXButton" is
    "ax-button", "push button" is "push-button". Other signs, letters outside ASCII and longer words do not fit. The
    cost does not grow with the length of the text, but for blanks around it.
    """
    return _fold(text) or UNKNOWN


@functools.lru_cache(maxsize=4096)  # equal roles become one object, and are compared at a look
def resolve_role(native: str, platform: str) -> tuple[str, str | None]:
    """Return the ARIA role of an element, and its native role if that is another word.

    ``native`` is spelt as the platform spells it; for ``uia`` "Group" or "Group (localized: alert)", for ``ax``
    "AXGroup" or "AXGroup/AXDocument": the pair is looked up first, then the first part alone. A role outside the
    table is folded by :func:`role_token`, which on the web is right for all of ARIA's own; a class of Android
    ("com.example.Chart") does not fit. Resolving a resolved role for ``aria`` changes nothing.

    Raises:
        UnknownName: no such platform.
    """
    if platform not in PLATFORMS:
        raise UnknownName("platform", platform, PLATFORMS)
    token, narrower = _key(native, platform)
    if token is None:
        return UNKNOWN, native
    known = _table(platform).natives[platform] if platform in _COLUMNS else {}
    other = UNKNOWN if "." in token else _SYNONYMS.get(token, token)
    role = known.get((token, narrower)) or known.get((token, None)) or other
    return role, None if native == role else native


def vocabulary() -> frozenset[str]:
    """Return all ARIA roles of the table, and its few others (``text``, ``window``, ``list-marker``, …)."""
    return _table().roles


def checked_role(role: str, present: Collection[str]) -> str:
    """Return the ARIA role that a caller names; ``present`` are roles that occur.

    Raises:
        UnknownName: a role that neither ARIA nor ``present`` has, and that ARIA writes in one word.
    """
    wanted, _ = resolve_role(role, "aria")
    if wanted not in vocabulary() and wanted not in present and wanted.replace("-", "") in vocabulary():
        raise UnknownName("role", role, vocabulary())
    return wanted


def read_table(text: str, platforms: Collection[str] = tuple(_COLUMNS)) -> RoleTable:
    """Parse the text of a roles.csv, for the native roles of these platforms.

    Raises:
        ValueError: a role that is not spelt canonically, a default for a platform without a cell in the row, or a
            native role in several rows of which not exactly one is its default.
    """
    import csv  # many snapshots have the roles of ARIA, which need no table

    roles: set[str] = set()
    rows: dict[tuple[str, _Key], list[tuple[str, bool]]] = {}
    for line, row in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        role, marked = row["aria_role"], row["default"].split()
        if role not in roles and (role_token(role) != role or role in _SYNONYMS):
            raise ValueError(f"roles.csv, line {line}: {role!r} is no canonical role")
        roles.add(role)
        if not all(platform in _COLUMNS and _cell(row, platform) for platform in marked):
            raise ValueError(f"roles.csv, line {line}: a default needs a native role of that platform")
        for platform in platforms:
            if cell := _cell(row, platform):
                rows.setdefault((platform, _key(cell, platform)), []).append((role, platform in marked))
    natives: dict[str, dict[_Key, str]] = {platform: {} for platform in platforms}
    for (platform, key), candidates in rows.items():
        natives[platform][key] = _winner(platform, key, candidates)
    return RoleTable(roles=frozenset(roles), natives=natives)


@functools.cache
def _table(*platforms: str) -> RoleTable:
    from pkgutil import get_data  # a quarter of the time of importlib.resources, where a table is needed at all

    data = cast("bytes", get_data("uidiff.model", "data/roles.csv"))
    return read_table(data.decode(), platforms)


def _cell(row: Mapping[str, str], platform: str) -> str:
    return "/".join(filter(None, (row[column] for column in _COLUMNS[platform])))


def _winner(platform: str, key: _Key, candidates: list[tuple[str, bool]]) -> str:
    winners = [role for role, marked in candidates if marked or len(candidates) == 1]
    if len(winners) != 1:
        raise ValueError(f"roles.csv: {platform} {key}: of {len(candidates)} rows {len(winners)} are marked as default")
    return winners[0]


def _key(native: str, platform: str) -> _Key:
    if platform == "android" and "." in native and len(native) <= _LONGEST_CLASS and re.fullmatch(_CLASS, native):
        return native, None
    narrower = ""
    if platform == "ax":
        native, _, narrower = native.partition("/")
    elif platform == "uia" and native.endswith(")") and _LOCALIZED in native:
        native, _, narrower = native[:-1].partition(_LOCALIZED)
    return _fold(native), _fold(narrower)


def _fold(text: str) -> str | None:
    """Return the token of a text, None where it does not fit. Folding never shortens: the length is checked first."""
    text = text.strip(" _-")
    return _token(text) if 0 < len(text) <= _LONGEST_TOKEN and text.isascii() else None


@functools.lru_cache(maxsize=1024)
def _token(text: str) -> str | None:
    token = _CASE_BOUNDARY.sub("-", text).lower().replace(" ", "-").replace("_", "-")
    return token if len(token) <= _LONGEST_TOKEN and _TOKEN.fullmatch(token) else None


Spelling: TypeAlias = Literal["agent", "short", "capital"]

ROLE_WORDS: Mapping[Spelling, Mapping[str, str]] = MappingProxyType(
    {
        "agent": {
            "gridcell": "cell",
            "layout-table-cell": "cell",
            "layout-table-row": "row",
            "listitem": "item",
            "paragraph": "p",
        },
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

_RESERVED: Mapping[Spelling, str] = {
    "agent": r"e\d+|h\d+|item|p|after|all|at|first|in|now|page|title|url|document-id",
    "short": "|".join(_ROLES),
    "capital": "|".join(ROLE_WORDS["capital"].values()),
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
    if re.fullmatch(_RESERVED[spelling], word):
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
