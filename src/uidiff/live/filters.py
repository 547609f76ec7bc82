"""Filters: which elements an answer is about. The whole window is read and compared all the same.

They select records and counts afterwards; each has its own baseline (spec/definitions#14-filters).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from operator import and_, or_
from types import MappingProxyType

import attrs

from uidiff.diffing.refs import Refs, number_of_ref
from uidiff.diffing.selection import SelectedPart, select_delta
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import StaleRef, UnknownName
from uidiff.formats.outline import meaningful
from uidiff.model.roles import UNKNOWN, resolve_role, role_token, roles_by_word, vocabulary
from uidiff.model.selection import select
from uidiff.model.snapshot import Snapshot

__all__ = ["Filter", "RoleFilter", "role_filter"]

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


def _roles(given: object) -> object:
    if isinstance(given, str):
        raise TypeError(f"roles takes a collection of names: write roles={{{given!a}}}")
    if not isinstance(given, Iterable):
        raise TypeError(f"roles takes a collection of names, got {type(given).__name__}: write roles={{'button'}}")
    names = list(given)
    if not all(isinstance(name, str) for name in names):
        raise TypeError("roles takes names, such as roles={'button', 'link'}")
    return tuple(sorted(set(names)))


def _number(given: object) -> object:
    """The number of a ref; None for none."""
    if given is None:
        return None
    try:
        return number_of_ref(given)  # type: ignore[arg-type]  # it checks that
    except ValueError:
        raise ValueError(f"scope is a ref such as 'e12', or its number, got {ascii(given)[:40]}") from None


def _levels(_: object, attribute: attrs.Attribute[int | None], value: object) -> None:
    if value is not None and (type(value) is not int or value < 1):
        raise ValueError(f"{attribute.name} is a number of levels from 1 on (1: the scope alone), or None for all")


def _yes_or_no(_: object, attribute: attrs.Attribute[bool], value: object) -> None:
    if type(value) is not bool:
        raise TypeError(f"{attribute.name} is True or False, got {type(value).__name__}")


@attrs.frozen(kw_only=True)
class Filter:
    """Selects the elements that meet all conditions. False if it has none.

    A matched element is kept if it meets them before or after: what leaves the scope is reported once more.

    Attributes:
        roles: names of roles, each an ARIA role, a role of the platform's own that occurs in the trees, or any word
            that a format prints for one: ``btn``, ``Edit``, ``h2``, ``item``, ``role:e5``.
        scope: the number of an element, given as "e12" or 12: the element and what is below it.
        depth: number of levels from the scope, or the roots, down; 1: these alone.
        prune: leave out elements without meaning (``formats.outline.meaningful``).

    Raises:
        TypeError: a text where a collection of names is wanted.
        ValueError: no ref, or no number of levels.
    """

    roles: tuple[str, ...] = attrs.field(default=(), converter=_roles)
    scope: int | None = attrs.field(default=None, converter=_number)
    depth: int | None = attrs.field(default=None, validator=_levels)
    prune: bool = attrs.field(default=False, validator=_yes_or_no)

    def __bool__(self) -> bool:
        return bool(self.roles) or self.scope is not None or self.depth is not None or self.prune

    @cached_property
    def key(self) -> str:
        """The question that it makes of a window: 32 hex digits, the same in each process; "" without conditions."""
        said = json.dumps([self.roles, self.scope, self.depth, self.prune])
        return blake2b(said.encode(), digest_size=16).hexdigest() if self else ""

    def select(self, delta: TreeDiff, *, known: Iterable[Snapshot] = ()) -> SelectedPart:
        """Select from a bound delta of the whole window what concerns these elements.

        Args:
            delta: of the whole window.
            known: earlier trees, whose roles are no unknown names either.

        Raises:
            StaleRef: the scope is on neither side.
            UnknownName: a role that neither a vocabulary nor one of the trees has.
            DeltaMismatch: the delta is not bound.
        """
        sides = delta.before, delta.after
        scopes = [self._scope_in(refs) for refs in delta.refs]
        if self.scope is not None and scopes == [None, None]:
            raise self._stale()
        wanted = role_filter(self.roles, (*sides, *known))
        before, after = (self._marks(side, scope, wanted) for side, scope in zip(sides, scopes, strict=True))
        return select_delta(delta, before, after)

    def select_tree(self, snapshot: Snapshot, refs: Refs, *, known: Iterable[Snapshot] = ()) -> tuple[Snapshot, Refs]:
        """Select these elements of a snapshot, and their numbers; arguments and errors as of :meth:`select`."""
        scope = self._scope_in(refs)
        if self.scope is not None and scope is None:
            raise self._stale()
        selection = select(snapshot, self._marks(snapshot, scope, role_filter(self.roles, (snapshot, *known))))
        return selection.snapshot, Refs(tuple(map(refs.numbers.__getitem__, selection.kept)), refs.next)

    # -------------------------------------------------------------------- parts

    def _scope_in(self, refs: Refs) -> int | None:
        """The index of the scope's element; None where there is no scope, or no such element."""
        if self.scope is None or self.scope not in refs.numbers:
            return None
        return refs.numbers.index(self.scope)

    def _stale(self) -> StaleRef:
        return StaleRef(f"e{self.scope} is not in this window: take a ref from its last description")

    def _marks(self, snapshot: Snapshot, scope: int | None, wanted: RoleFilter) -> Sequence[bool]:
        """For each element of one side whether it meets all conditions."""
        marks: Sequence[bool] = (True,) * len(snapshot)
        if self.scope is not None:
            marks = _below(snapshot, scope)
        if self.depth is not None:
            limit = self.depth + (0 if scope is None else snapshot.columns.depth[scope])
            marks = _all(marks, map(limit.__gt__, snapshot.columns.depth))
        if self.roles:
            marks = _all(marks, wanted.marks(snapshot))
        if self.prune:
            marks = _all(marks, meaningful(snapshot))
        return marks


def _below(snapshot: Snapshot, scope: int | None) -> Sequence[bool]:
    """A mark for the scope's element and all below it."""
    if scope is None:
        return (False,) * len(snapshot)
    end = snapshot.ends[scope]
    return (*(False,) * scope, *(True,) * (end - scope), *(False,) * (len(snapshot) - end))


def _all(marks: Iterable[bool], others: Iterable[bool]) -> Sequence[bool]:
    """A mark where both have one."""
    return tuple(map(and_, marks, others))
