"""spec/definitions#6-ids: never do ids make a diff say more than the same trees without ids would."""

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import common
from uidiff import Snapshot, diff, match
from uidiff.testing import edited, edits, snapshots

SHIFTS = ("bounds",)
"""Boxes are not counted: where ids tell equal elements apart, one that went shifts those behind it."""

Ids = list[str | None]


def with_ids(snapshot: Snapshot, stable: Sequence[str | None], authors: Sequence[str | None]) -> Snapshot:
    """The same elements with these stable ids and authors' ids."""
    lives = tuple(one is not None for one in stable)
    columns = snapshot.columns._replace(id=tuple(stable), id_stable=lives, automation_id=tuple(authors))
    return Snapshot(columns, snapshot.circumstances)


def without_ids(snapshot: Snapshot) -> Snapshot:
    none = [None] * len(snapshot)
    return with_ids(snapshot, none, none)


def survivors(pairs: Sequence[tuple[int, int]], count: int, dice: random.Random, survival: float, noise: float) -> Ids:
    """The ids after: of each pair the before-index if its node survives; some of them on other elements."""
    found: Ids = [f"new {j}" for j in range(count)]
    for i, j in pairs:
        if dice.random() < survival:
            found[j] = str(i)
    places = [j for j in range(count) if dice.random() < noise]
    ids = [found[j] for j in places]
    dice.shuffle(ids)
    for j, one in zip(places, ids, strict=True):
        found[j] = one if dice.random() < 0.9 else None
    return found


@st.composite
def living_pairs(draw: st.DrawFn) -> tuple[Snapshot, Snapshot]:
    """Two trees with ids that survive, are given to new nodes, or are used again for other elements."""
    trees = snapshots(max_size=24, ids=False, circumstances=False, partial=draw(st.booleans()))
    if draw(st.booleans()):
        case = draw(edited(trees, scripts=edits(max_edits=8)))
        before, after, pairs = case.before, case.after, case.pairs
    else:
        before, after = draw(trees), draw(trees)
        pairs = tuple(zip(range(len(before)), range(len(after)), strict=False))
    dice = draw(st.randoms(use_true_random=False))
    shares = st.sampled_from((0.0, 0.1, 0.5, 0.9, 1.0))
    ids = [survivors(pairs, len(after), dice, draw(shares), draw(shares)) for _ in range(2)]
    known: Ids = [*map(str, range(len(before)))]
    none: Ids = [None] * max(len(before), len(after))
    stable, authors = draw(st.sampled_from([(True, False), (False, True), (True, True)]))
    return (
        with_ids(before, known if stable else none[: len(before)], known if authors else none[: len(before)]),
        with_ids(after, ids[0] if stable else none[: len(after)], ids[1] if authors else none[: len(after)]),
    )


@given(living_pairs())
def test_with_ids_a_diff_never_has_more_records(pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    bare = diff(without_ids(before), without_ids(after), ignore=SHIFTS)
    assert diff(before, after, ignore=SHIFTS).record_count <= bare.record_count


@given(common.pairs)
def test_with_any_ids_a_diff_never_has_more_records(pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    bare = diff(without_ids(before), without_ids(after), ignore=SHIFTS)
    assert diff(before, after, ignore=SHIFTS).record_count <= bare.record_count


@given(living_pairs())
def test_law_4_swapping_swaps_the_pairs_of_ids(pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    there, back = match(before, after), match(after, before)
    assert there.pairs == tuple(sorted((i, j) for j, i in back.pairs))


@given(living_pairs())
def test_law_2_a_delta_with_ids_carries_everything(pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    assert diff(before, after).apply(before) == after


@given(living_pairs())
def test_new_ids_on_one_side_are_no_ids(pair: tuple[Snapshot, Snapshot]) -> None:
    """Every node was made again: the elements pair by content."""
    before, after = pair
    none = [None] * len(before)
    renewed = with_ids(before, [f"gone {i}" for i in range(len(before))], none)
    assert match(renewed, after).pairs == match(without_ids(before), without_ids(after)).pairs
