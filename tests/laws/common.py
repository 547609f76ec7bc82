"""What the tests of the laws share: matchers, trees of every kind, and what a delta reports without what it carries."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st

from uidiff import Matching, Snapshot, TreeDiff
from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown
from uidiff.matchers import ChainMatcher, ContentHashMatcher, NameRoleParentMatcher, StructuralMatcher
from uidiff.matching.documents import DocumentMatcher
from uidiff.matching.strategies import MATCHERS as BY_NAME
from uidiff.matching.strategies import MatcherOption
from uidiff.model.circumstances import REPORTED
from uidiff.model.states import BOOLEAN_STATES, FIELDS, NUMBER_STATES, THREE_VALUED_STATES
from uidiff.testing import edits, matchings, snapshot_pairs, snapshots


class SameRoleMatcher:
    """A matcher as a user may write one: the k-th of a role is the k-th of that role."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        waiting: dict[str, list[int]] = {}
        for j in reversed(range(len(after))):
            if given.before_of[j] < 0:
                waiting.setdefault(after[j].role, []).append(j)
        free = [i for i in range(len(before)) if given.after_of[i] < 0]
        pairs = [(i, queue.pop()) for i in free if (queue := waiting.get(before[i].role))]
        work = given.work + len(before) + len(after)
        return Matching.from_pairs([*given.pairs, *pairs], before=before, after=after, work=work)


class UniqueIdMatcher:
    """A matcher as a user may write one: equal stable ids, each of them unique, are the same, whatever they say."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        mine, theirs = ({e.id: e.index for e in side if e.id_stable} for side in (before, after))
        often = [Counter(e.id for e in side if e.id_stable) for side in (before, after)]
        unique = [key for key in mine if all(counts[key] == 1 for counts in often)]
        pairs = [(mine[key], theirs[key]) for key in unique]
        free = [(i, j) for i, j in pairs if given.after_of[i] < 0 and given.before_of[j] < 0]
        work = given.work + len(before) + len(after)
        return Matching.from_pairs([*given.pairs, *free], before=before, after=after, work=work)


class ContraryMatcher:
    """A matcher that is always wrong: the first is the last."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        free_before = [i for i in range(len(before)) if given.after_of[i] < 0]
        free_after = [j for j in reversed(range(len(after))) if given.before_of[j] < 0]
        pairs = [*given.pairs, *zip(free_before, free_after, strict=False)]
        return Matching.from_pairs(pairs, before=before, after=after, work=given.work + len(before) + len(after))


CHAINS: dict[str, MatcherOption] = {
    "chain of nothing": ChainMatcher(()),
    "unique ids, content, name": ChainMatcher((UniqueIdMatcher(), ContentHashMatcher(), NameRoleParentMatcher())),
    "unique ids, structural": ChainMatcher((UniqueIdMatcher(), StructuralMatcher())),
    "unique ids, documents, own": ChainMatcher((UniqueIdMatcher(), DocumentMatcher(), SameRoleMatcher())),
    "chain in a chain": ChainMatcher((ChainMatcher((UniqueIdMatcher(),)), NameRoleParentMatcher())),
}

NAMED: dict[str, MatcherOption] = {name: name for name in sorted(BY_NAME.builtins) if name != "structural"}
"""Built-in matchers by name; "structural" is "auto"."""

PARTS: dict[str, MatcherOption] = {"documents": DocumentMatcher()}

SYMMETRIC: dict[str, MatcherOption] = {**NAMED, **PARTS, **CHAINS, "own": SameRoleMatcher()}
"""Matchers that pair the same elements when before and after are swapped."""

ALL: dict[str, MatcherOption] = {**SYMMETRIC, "contrary": ContraryMatcher()}

STATES = sorted({*BOOLEAN_STATES, *THREE_VALUED_STATES, *NUMBER_STATES, "valuetext", "haspopup", "autocomplete"})
EVERY_NAME = [*FIELDS, *REPORTED, *STATES]

plain_trees = snapshots()
hostile_trees = snapshots(hostile=True, partial=True, secrets=True, unknown_roles=True)
deep_trees = snapshots(deep=True, max_size=24, partial=True, urls=False, extras=False)
wide_trees = snapshots(wide=True, max_size=24, partial=True, urls=False, extras=False)
trees = st.one_of(plain_trees, hostile_trees, deep_trees, wide_trees)

pairs = st.one_of(
    snapshot_pairs(plain_trees),
    snapshot_pairs(hostile_trees, scripts=edits(hostile=True)),
    snapshot_pairs(deep_trees, scripts=edits(max_edits=8)),
    snapshot_pairs(wide_trees, scripts=edits(max_edits=8)),
)

ignores = st.lists(st.sampled_from(EVERY_NAME), max_size=4, unique=True)


@st.composite
def matched_pairs(
    draw: st.DrawFn,
    of: st.SearchStrategy[tuple[Snapshot, Snapshot]] = pairs,
) -> tuple[Snapshot, Snapshot, Matching]:
    """A pair and any matching of it."""
    before, after = draw(of)
    return before, after, draw(matchings(before, after))


def records(delta: TreeDiff) -> list[Record]:
    """All records of a delta."""
    return [
        *delta.added,
        *delta.removed,
        *delta.changed,
        *delta.moved,
        *delta.reordered,
        *delta.unknown,
        *delta.newly_read,
    ]


def reported(delta: TreeDiff) -> list[object]:
    """What a delta says: records by the places of their elements, with their reported fields, and no carried one."""
    return [dict(delta.circumstances), delta.unchanged_count, *map(_said, records(delta))]


def _said(record: Record) -> tuple[object, ...]:
    indices = [None if element is None else element.index for element in (record.before, record.after)]
    said: Sequence[object]
    match record:
        case Added() | NewlyRead() | Removed() | Unknown():
            said = (record.root,)
        case Changed():
            said = (dict(record.fields),)
        case Moved():
            said = (record.from_parent, record.from_position, record.to_parent, record.to_position)
        case Reordered():
            said = (record.parent, record.order)
    return (type(record).__name__, *indices, record.path, *said)
