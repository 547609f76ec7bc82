"""The words by which a reader asks for roles: ARIA's, the platforms' own, and all that a format prints for one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import or_
from types import MappingProxyType

import attrs

from uidiff.errors import UnknownName
from uidiff.model.roles import UNKNOWN, resolve_role, role_token, roles_by_word, vocabulary
from uidiff.model.snapshot import Snapshot

__all__ = ["RoleFilter", "role_filter"]

_HEADING = re.compile(r"h([1-9][0-9]{0,3})")
_OWN = re.compile(r"[Rr]ole:([a-z0-9-]{1,40})")
"""How formats print a platform's own role that looks like a word of theirs."""


_PRINTED: Mapping[str, Sequence[str]] = MappingProxyType(roles_by_word())
"""By each short word the roles for which a format prints it; ``cell`` stands for grid cells too."""


@attrs.frozen
class RoleFilter:
    """What roles are asked for.

    Attributes:
        roles: of a snapshot's column of roles.
        levels: of headings.
        natives: native roles, as the platform spells them.
    """

    roles: frozenset[str]
    levels: frozenset[int] = frozenset()
    natives: frozenset[str | None] = frozenset()

    def marks(self, snapshot: Snapshot) -> Iterator[bool]:
        """For each element whether it has one of them."""
        columns = snapshot.columns
        marks = map(self.roles.__contains__, columns.role)
        if self.natives:
            marks = map(or_, marks, map(self.natives.__contains__, columns.native_role))
        if self.levels:
            levels = frozenset(("level", level) for level in self.levels)
            headings = map("heading".__eq__, columns.role)
            of_level = (
                is_heading and not levels.isdisjoint(states)
                for is_heading, states in zip(headings, columns.states, strict=True)
            )
            marks = map(or_, marks, of_level)
        return marks


def role_filter(words: Iterable[str], sides: Sequence[Snapshot]) -> RoleFilter:
    """The roles that these words stand for; a word may stand for several, as formats print different words.

    Args:
        words: ARIA roles in any spelling, roles of the platform's own, and ``btn``, ``Edit``, ``h2``, ``role:e5``.
        sides: the trees at hand: a word that no vocabulary has must occur in one of them.

    Raises:
        UnknownName: a word that neither a vocabulary nor one of the trees has.
    """
    roles: set[str] = set()
    levels: set[int] = set()
    natives: set[str | None] = set()
    present = frozenset(chain.from_iterable(side.columns.role for side in sides))
    for word in words:
        heading, found = _HEADING.fullmatch(word), _meant(word, present)
        roles.update(found)
        if heading is not None:
            levels.add(int(heading[1]))
        elif not found and any(word in side.columns.native_role for side in sides):
            natives.add(word)
        elif not found:
            raise UnknownName("role", word, {*vocabulary(), *present, *_PRINTED})
    return RoleFilter(frozenset(roles), frozenset(levels), frozenset(natives))


def _meant(word: str, present: frozenset[str]) -> list[str]:
    """The roles that a word stands for."""
    own = _OWN.fullmatch(word)
    if own is not None:
        return [own[1]] if own[1] in present or own[1] in vocabulary() else []
    token = role_token(word)
    if token == UNKNOWN:
        return [UNKNOWN] if word.strip().lower() == UNKNOWN else []
    role, _ = resolve_role(word, "aria")
    known = [role] if role in vocabulary() or role in present else []
    return list(dict.fromkeys((*_PRINTED.get(token, ()), *known)))
