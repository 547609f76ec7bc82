"""The diff against naive oracles that follow spec/definitions#9-added-removed to #12-partial word for word, for any
matching, right or wrong.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from uidiff import Matching, Snapshot, TreeDiff, diff
from uidiff.matching.order import longest_increasing
from uidiff.testing import edited, matchings, snapshot_pairs, snapshots

Case: TypeAlias = tuple[Snapshot, Snapshot, Matching]
VIRTUAL_ROOT = -1

TREES = snapshots(max_size=12, partial=True, urls=False, extras=False)
FLAT = Snapshot.from_dicts([{"role": "list"}, *({"role": "listitem", "parent": 0} for _ in range(12))])


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Two snapshots and any matching: the true one of an edit script, one drawn, or a list in another order."""
    kind = draw(st.sampled_from(["true", "any", "flat"]))
    if kind == "true":
        case = draw(edited(TREES))
        return case.before, case.after, case.matching
    if kind == "any":
        before, after = draw(snapshot_pairs(TREES))
        return before, after, draw(matchings(before, after))
    order = list(range(len(FLAT)))[:: draw(st.sampled_from([1, -1]))]
    for one, other in draw(st.lists(st.tuples(*[st.integers(0, len(FLAT) - 1)] * 2), max_size=6)):
        order[one], order[other] = order[other], order[one]
    order = [0, *(j for j in order if j)]
    return FLAT, FLAT, Matching.from_pairs(enumerate(order), before=FLAT, after=FLAT)


def made(case: Case) -> TreeDiff:
    before, after, matching = case
    return diff(before, after, matcher=matching)


def staying(order: list[int]) -> list[int]:
    """The longest increasing subsequence, of several the lexicographically smallest, by trying all."""
    for size in range(len(order), 0, -1):
        found = [chosen for chosen in combinations(order, size) if all(one < other for one, other in pairwise(chosen))]
        if found:
            return list(min(found))
    return []


def up(snapshot: Snapshot, index: int, partners: Sequence[int]) -> int:
    """The nearest matched ancestor, else the virtual root."""
    return next((above.index for above in snapshot[index].ancestors if partners[above.index] >= 0), VIRTUAL_ROOT)


def unread_part(snapshot: Snapshot, index: int) -> bool:
    element = snapshot[index]
    return element.unread or any(above.unread for above in element.ancestors)


@given(st.lists(st.integers(0, 40), unique=True, max_size=10))
def test_what_stays_is_the_smallest_of_the_longest_increasing_subsequences(order: list[int]) -> None:
    assert longest_increasing(order) == staying(order)


@given(cases())
def test_moved_and_reordered(case: Case) -> None:
    before, after, matching = case
    moved: set[int] = set()
    siblings: dict[int, list[int]] = {}
    for j, i in enumerate(matching.before_of):
        if i < 0:
            continue
        above_before, above_after = up(before, i, matching.after_of), up(after, j, matching.before_of)
        partner = VIRTUAL_ROOT if above_before == VIRTUAL_ROOT else matching.after_of[above_before]
        if partner == above_after:
            siblings.setdefault(above_after, []).append(i)
        else:
            moved.add(j)
    reordered = {}
    for above, order in siblings.items():
        off = set(order) - set(staying(order))
        if len(off) > 8 and len(off) > len(order) / 2:
            reordered[above] = tuple(order)
        else:
            moved |= {matching.after_of[i] for i in off}
    delta = made(case)
    assert [record.after.index for record in delta.moved] == sorted(moved)
    assert [(VIRTUAL_ROOT if r.parent is None else r.parent, r.order) for r in delta.reordered] == sorted(
        reordered.items()
    )


@given(cases())
def test_moved_records_say_direct_parents_and_positions(case: Case) -> None:
    for record in made(case).moved:
        for element, parent, position in (
            (record.before, record.from_parent, record.from_position),
            (record.after, record.to_parent, record.to_position),
        ):
            assert parent == (element.parent.index if element.parent else None)
            assert position == element.position


def unsure(of: Snapshot, partners: Sequence[int], other: Snapshot, others_partners: Sequence[int]) -> list[int]:
    """The unmatched elements of one side of which the other side may not have read enough."""
    below = {
        up(other, element.index, others_partners)
        for element in other
        if element.unread and others_partners[element.index] < 0
    }
    found = []
    for index, partner in enumerate(partners):
        above = up(of, index, partners)
        counterpart = VIRTUAL_ROOT if above == VIRTUAL_ROOT else partners[above]
        hidden = counterpart != VIRTUAL_ROOT and unread_part(other, counterpart)
        if partner < 0 and (hidden or counterpart in below):
            found.append(index)
    return found


@given(cases())
def test_unknown_and_newly_read(case: Case) -> None:
    before, after, matching = case
    delta = made(case)
    lost = unsure(before, matching.after_of, after, matching.before_of)
    seen = unsure(after, matching.before_of, before, matching.after_of)
    gone = [i for i, j in enumerate(matching.after_of) if j < 0 and i not in lost]
    came = [j for j, i in enumerate(matching.before_of) if i < 0 and j not in seen]
    assert [record.before.index for record in delta.unknown] == lost
    assert [record.after.index for record in delta.newly_read] == seen
    assert [record.before.index for record in delta.removed] == gone
    assert [record.after.index for record in delta.added] == came


@given(cases())
def test_root_is_true_where_the_parent_is_not_in_the_same_list(case: Case) -> None:
    delta = made(case)
    for gone in (delta.removed, delta.unknown):
        listed = {record.before.index for record in gone}
        for lost in gone:
            assert lost.root is (lost.before.parent is None or lost.before.parent.index not in listed)
    for came in (delta.added, delta.newly_read):
        listed = {record.after.index for record in came}
        for seen in came:
            assert seen.root is (seen.after.parent is None or seen.after.parent.index not in listed)


@given(cases())
def test_unchanged_is_what_is_matched_and_neither_changed_nor_moved_nor_off_its_order(case: Case) -> None:
    _, _, matching = case
    delta = made(case)
    off = {
        matching.after_of[i] for record in delta.reordered for i in record.order if i not in staying([*record.order])
    }
    touched = {record.after.index for record in (*delta.changed, *delta.moved)} | off
    assert delta.unchanged_count == len(matching) - len(touched)
