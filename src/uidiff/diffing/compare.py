"""Two snapshots in, a tree diff out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeVar

from uidiff.diffing.fields import (
    Fields,
    checked_hidden,
    column_differences,
    reported_fields,
    with_hidden,
)
from uidiff.diffing.ignoring import Ignore, Ignored, IgnoreOption, checked_ignore
from uidiff.diffing.places import Moves, find_moves, split_unread, unread_below
from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Removed, Reordered, Unknown
from uidiff.diffing.refs import Refs, RefsOption, SidesRefs
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import Sides, TreeDiff
from uidiff.errors import DeltaMismatch
from uidiff.matching.matching import Matching
from uidiff.matching.order import off_the_longest
from uidiff.matching.strategies import MatcherOption, match, resolve_matcher
from uidiff.model.circumstances import REPORTED, Circumstances
from uidiff.model.element import Element
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.text import same_text

__all__ = ["Asked", "Found", "diff", "diff_as_told", "tree_diff_of"]

_R = TypeVar("_R")

USUAL_RULES = EventRules()
"""By which events are found if nothing else is said."""
_D = TypeVar("_D", bound=TreeDiff)


def diff(
    before: Snapshot,
    after: Snapshot,
    *,
    matcher: MatcherOption | Matching = "auto",
    ignore: IgnoreOption = (),
    refs: RefsOption | SidesRefs = None,
    rules: EventRules | None = None,
    hidden: Collection[int] = (),
) -> TreeDiff:
    """What changed from one snapshot to another.

    Args:
        before, after: the snapshots, of one window or of two.
        matcher: who is who: the name of a strategy, a matcher, or a matching of these two. Between equal trees no
            matcher is asked: each element is itself.
        ignore: fields ("bounds", "value"), states ("focused") and circumstances ("title") whose changes are not
            reported; a ``uidiff.Ignore`` among them names elements whose changes are not. They are carried all the
            same: ``delta.apply(before) == after`` holds with any.
        refs: the numbers of the before-elements, such as ``delta.refs[1]`` of the step before; 1, 2, … by default. Or
            two ``Refs``, of both sides, where the after-elements have theirs already.
        rules: by which ``delta.events`` are found.
        hidden: after-indices of elements whose secret is known to be another one, though both are shown alike: their
            value is reported as changed.

    Raises:
        UnknownName: no such matcher, or a name in ``ignore`` that no field has.
        DeltaMismatch: the matching given is one of other snapshots, or so are the refs.
        ValueError: refs that are not different numbers from 1 on; ``hidden`` names what did not stay, or is no secret.
        PluginError: the matcher is broken.
    """
    _expect_snapshots(before, after)
    asked = Asked(checked_ignore(ignore), _checked_refs(refs, before, after), rules or USUAL_RULES)
    matching = _matching(before, after, matcher)
    if matching is None and not hidden:
        return _of_equal_trees(before, after, asked)
    if matching is None:
        matching = Matching.identity(len(before))
    return _compared(before, after, matching, asked, hidden=hidden)


def diff_as_told(told: TreeDiff, before: Snapshot, after: Snapshot, hidden: Collection[int]) -> TreeDiff:
    """A delta that was read from a file, worked out anew between its own snapshots."""
    asked = Asked(told.ignore, None, told.rules)
    said = {record.after.index: record.fields for record in told.changed}
    return _compared(before, after, told.matching, asked, hidden=hidden, said=said)


def _compared(
    before: Snapshot,
    after: Snapshot,
    matching: Matching,
    asked: Asked,
    *,
    hidden: Collection[int],
    said: Mapping[int, Fields] | None = None,
) -> TreeDiff:
    """What differs between the pairs; ``said``: what an earlier comparison of the two had to say of them."""
    differences = column_differences(before.columns, after.columns, matching.runs_by_after)
    added, newly_read = matching.unpaired_after, list[int]()
    removed, unknown = matching.unpaired_before, list[int]()
    if before.partial and added:
        added, newly_read = split_unread(after, added, matching.before_of, unread_below(before, matching.after_of))
    if after.partial and removed:
        removed, unknown = split_unread(before, removed, matching.after_of, unread_below(after, matching.before_of))
    ignored = Ignored.of(asked.ignore)
    changed = reported_fields(differences, after.columns.url, ignored.names)
    if hidden:
        known = checked_hidden(hidden, before.columns, after.columns, matching.before_of)
        changed = with_hidden(changed, known, ignored.names)
    sides = Sides(before, after, matching, differences)
    if ignored.rules:
        changed = _by_the_rules(changed, ignored, sides, said)
    found = Found(added, removed, changed, unknown, newly_read)
    told = _circumstances(before.circumstances, after.circumstances, asked.ignore)
    return tree_diff_of(sides, found, told, asked, TreeDiff)


def _by_the_rules(
    changed: Mapping[int, Fields],
    ignored: Ignored,
    sides: Sides,
    said: Mapping[int, Fields] | None,
) -> dict[int, Fields]:
    """The changes without those that rules leave out.

    What was said before decides what rules with a path left out: these are about paths in the whole window, and the
    snapshots may be parts of it.
    """
    certain, possible = ignored.without_paths()
    left = {}
    for j, fields in changed.items():
        pair = Element(sides.before, sides.matching.before_of[j]), Element(sides.after, j)
        if said is None:
            kept = ignored.reported(fields, *pair)
        else:
            most, told = certain.reported(fields, *pair), {*possible.reported(fields, *pair), *said.get(j, ())}
            kept = {name: change for name, change in most.items() if name in told}
        if kept:
            left[j] = kept
    return left


class Found(NamedTuple):
    """What a comparison came to: indices of elements (before-indices of what went), and the fields that changed."""

    added: Sequence[int]
    removed: Sequence[int]
    changed: Mapping[int, Fields]
    unknown: Sequence[int]
    newly_read: Sequence[int]


class Asked(NamedTuple):
    """What the caller asked for, checked."""

    ignore: tuple[str | Ignore, ...]
    refs: Refs | SidesRefs | None
    rules: EventRules


def _checked_refs(refs: RefsOption | SidesRefs, before: Snapshot, after: Snapshot) -> Refs | SidesRefs | None:
    if isinstance(refs, tuple) and len(refs) == len(("before", "after")) and all(isinstance(r, Refs) for r in refs):
        for side, given in zip((before, after), refs, strict=True):
            if len(given.numbers) != len(side):
                raise DeltaMismatch(f"{len(given.numbers)} refs for {len(side)} elements: give one for each")
        return refs
    return None if refs is None else Refs.of(refs, len(before))  # type: ignore[arg-type]  # no two of them


def tree_diff_of(
    sides: Sides,
    found: Found,
    circumstances: Mapping[str, tuple[object, object]],
    asked: Asked,
    make: Callable[..., _D],
) -> _D:
    """The delta that tells what was found between two snapshots, and what moved."""
    before, after, matching = sides.before, sides.after, sides.matching
    moves = find_moves(before, after, matching)
    return make(
        added=_with_roots(Added, after, found.added),
        removed=_with_roots(Removed, before, found.removed),
        changed=_changed_records(before, after, matching, found.changed),
        moved=_moved_records(before, after, matching, moves.moved),
        reordered=_reordered_records(before, after, matching, moves),
        unknown=_with_roots(Unknown, before, found.unknown),
        newly_read=_with_roots(NewlyRead, after, found.newly_read),
        circumstances=circumstances,
        ignore=asked.ignore,
        unchanged_count=len(matching) - _count_touched(matching, found.changed, moves),
        sides=sides,
        given_refs=asked.refs,
        rules=asked.rules,
    )


def _expect_snapshots(*sides: object) -> None:
    for side in sides:
        if not isinstance(side, Snapshot):
            cure = "make one with uidiff.Snapshot.from_dicts"
            raise TypeError(f"diff takes two snapshots, got {type(side).__name__}; {cure}")


def _matching(before: Snapshot, after: Snapshot, matcher: MatcherOption | Matching) -> Matching | None:
    """Who is who; None where the trees are equal and no matching is given: there each element is itself."""
    if isinstance(matcher, Matching):
        if (matcher.before_count, matcher.after_count) != (len(before), len(after)):
            raise DeltaMismatch("the matching given is one of other snapshots; make one with uidiff.match")
        return matcher
    chosen = resolve_matcher(matcher)
    return None if before.columns == after.columns else match(before, after, matcher=chosen)


def _of_equal_trees(before: Snapshot, after: Snapshot, asked: Asked) -> TreeDiff:
    return TreeDiff(
        added=(),
        removed=(),
        changed=(),
        moved=(),
        reordered=(),
        unknown=(),
        newly_read=(),
        circumstances=_circumstances(before.circumstances, after.circumstances, asked.ignore),
        ignore=asked.ignore,
        unchanged_count=len(before),
        sides=Sides(before, after, Matching.identity(len(before)), {}),
        given_refs=asked.refs,
        rules=asked.rules,
    )


# ------------------------------------------------------------------ came, went


def _with_roots(make: Callable[[Element, bool], _R], snapshot: Snapshot, indices: Sequence[int]) -> tuple[_R, ...]:
    listed = set(indices)
    return tuple(make(Element(snapshot, index), snapshot.parents[index] not in listed) for index in indices)


# ----------------------------------------------------------------------- stayed


def _changed_records(
    before: Snapshot,
    after: Snapshot,
    matching: Matching,
    changed: Mapping[int, Fields],
) -> tuple[Changed, ...]:
    return tuple(
        Changed(Element(before, matching.before_index(j)), Element(after, j), fields) for j, fields in changed.items()
    )


def _moved_records(before: Snapshot, after: Snapshot, matching: Matching, moved: Sequence[int]) -> tuple[Moved, ...]:
    records = []
    for j in moved:
        i = matching.before_index(j)
        record = Moved(
            before=Element(before, i),
            after=Element(after, j),
            from_parent=_or_none(before.parents[i]),
            from_position=before.positions[i],
            to_parent=_or_none(after.parents[j]),
            to_position=after.positions[j],
        )
        records.append(record)
    return tuple(records)


def _reordered_records(
    before: Snapshot,
    after: Snapshot,
    matching: Matching,
    moves: Moves,
) -> tuple[Reordered, ...]:
    records = []
    for up, order in moves.reordered.items():
        known = up != NO_PARENT
        old = Element(before, matching.before_index(up)) if known else None
        records.append(Reordered(old, Element(after, up) if known else None, order))
    return tuple(records)


def _or_none(index: int) -> int | None:
    return None if index == NO_PARENT else index


def _count_touched(matching: Matching, changed: Collection[int], moves: Moves) -> int:
    """How many paired elements are changed, moved or out of order."""
    touched = {*changed, *moves.moved}
    for order in moves.reordered.values():
        touched.update(matching.after_of[i] for i in off_the_longest(order))
    return len(touched)


def _circumstances(
    before: Circumstances,
    after: Circumstances,
    ignore: Collection[str | Ignore],
) -> dict[str, tuple[object, object]]:
    found = {}
    for name in REPORTED:
        pair = (getattr(before, name), getattr(after, name))
        differs = before.url_digest != after.url_digest if name == "url" else not same_text(*pair)
        if differs and name not in ignore:
            found[name] = pair
    return found
