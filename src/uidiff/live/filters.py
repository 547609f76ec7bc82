"""Filters: which elements an answer is about. The whole window is read and compared all the same.

One baseline serves all filters: they select records and counts afterwards (spec/definitions#14-filters).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import and_

import attrs

from uidiff.diffing.refs import Refs, number_of_ref
from uidiff.diffing.selection import SelectedPart, select_delta
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import StaleRef
from uidiff.formats.outline import meaningful
from uidiff.live.role_filter import RoleFilter, role_filter
from uidiff.model.selection import select
from uidiff.model.snapshot import Snapshot

__all__ = ["Filter"]


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
