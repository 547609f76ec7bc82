"""What must not matter to the structural matcher: the same question put in another way has the same answer.

On applications of which little changed (tests/ui_trees), and on the small trees of uidiff.testing, full of duplicates.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.laws import common
from tests.outline import outline
from tests.ui_trees.nodes import Pairs
from tests.ui_trees.scripts import SCRIPTS, make_case
from uidiff import Row, Snapshot, match
from uidiff.testing import rows_of

Sides = tuple[Snapshot, Snapshot]

NOISE = (
    Row(0, "complementary", "Zyx wvu"),
    Row(1, "generic"),
    Row(2, "link", "Qwertz asdf"),
    Row(2, "link", "Uiop jklm"),
    Row(1, "text", "Yxcv bnmq"),
)


@attrs.frozen
class Application:
    """An application before and after some edits, without ids, in few words."""

    script: str
    size: int
    seed: int

    @property
    def sides(self) -> Sides:
        case = make_case(self.script, self.size, self.seed)
        return case.before, case.after


@attrs.frozen
class Small:
    """Two small trees, full of duplicates."""

    sides: Sides


applications = st.builds(Application, st.sampled_from(SCRIPTS), st.sampled_from((60, 150)), st.integers(0, 9_999))
both = st.one_of(applications, st.builds(Small, common.pairs))


def pairs(sides: Sides) -> Pairs:
    return match(*sides).pairs


def changed(snapshot: Snapshot, change: Callable[[int, Row], Row]) -> Snapshot:
    """The same snapshot with other rows."""
    rows = [change(place, row) for place, row in enumerate(rows_of(snapshot))]
    return Snapshot.from_rows(rows, circumstances=snapshot.circumstances)


def with_rows(snapshot: Snapshot, rows: Sequence[Row]) -> Snapshot:
    return Snapshot.from_rows(rows, circumstances=snapshot.circumstances)


# what is no evidence


@given(of=both, shift=st.integers(1, 50), step=st.sampled_from((1, -1)))
def test_plain_ids_do_not_matter(of: Application | Small, shift: int, step: int) -> None:
    sides = of.sides

    def renumbered(snapshot: Snapshot, start: int, by: int) -> Snapshot:
        return changed(snapshot, lambda k, row: row if row.id_stable else row._replace(id=f"plain {start + by * k}"))

    before, after = sides
    other = renumbered(before, 0, 1), renumbered(after, shift, step)
    assert pairs(other) == pairs(sides)


@given(of=both, draw=st.randoms(use_true_random=False))
def test_bounds_do_not_matter(of: Application | Small, draw: Random) -> None:
    sides = of.sides

    def thrown(snapshot: Snapshot) -> Snapshot:
        return changed(snapshot, lambda _, row: row._replace(bounds=[draw.randrange(2_000) for _ in range(4)]))

    assert pairs((thrown(sides[0]), thrown(sides[1]))) == pairs(sides)


@given(of=both, draw=st.randoms(use_true_random=False))
def test_focus_does_not_matter(of: Application | Small, draw: Random) -> None:
    """With ids it may: they must not make a diff say more (spec/definitions#6-ids)."""

    def without_ids(snapshot: Snapshot) -> Snapshot:
        return changed(snapshot, lambda _, row: row._replace(id=None, id_stable=False, automation_id=None))

    sides = without_ids(of.sides[0]), without_ids(of.sides[1])

    def focused(snapshot: Snapshot) -> Snapshot:
        at = draw.randrange(len(snapshot) + 1)
        return changed(
            snapshot, lambda k, row: row._replace(states={**(row.states or {}), "focused": k == at, "busy": k > at})
        )

    assert pairs((focused(sides[0]), focused(sides[1]))) == pairs(sides)


# what is the same for everybody


def twins(snapshot: Snapshot) -> list[tuple[int, int, int]]:
    """Two neighbours that look the same with all below them, and the end of the second."""
    ends = [*snapshot.ends]
    rows = [(row.depth, *row[1:5], row.states) for row in rows_of(snapshot)]
    return [
        (first, second, ends[second])
        for first, second in enumerate(ends)
        if second < len(rows)
        and snapshot.parents[first] == snapshot.parents[second]
        and rows[first:second] == rows[second : ends[second]]
    ]


@given(of=applications, draw=st.randoms(use_true_random=False))
def test_equal_siblings_that_change_places_do_not_matter(of: Application | Small, draw: Random) -> None:
    sides = of.sides

    def shuffled(snapshot: Snapshot) -> Snapshot:
        rows = rows_of(snapshot)
        for first, second, end in draw.sample(found := twins(snapshot), len(found) // 2):
            rows[first:end] = [*rows[second:end], *rows[first:second]]
        return with_rows(snapshot, rows)

    assert pairs((shuffled(sides[0]), shuffled(sides[1]))) == pairs(sides)


# what happens elsewhere


def noisy(snapshot: Snapshot, place: str) -> tuple[Snapshot, list[int]]:
    """A snapshot with something unrelated in it, and where its own elements stand then."""
    rows = rows_of(snapshot)
    at, deeper = {"first": (1, 1), "last": (snapshot.ends[0], 1), "root": (len(rows), 0)}[place]
    noise = [row._replace(depth=row.depth + deeper) for row in NOISE]
    return with_rows(snapshot, [*rows[:at], *noise, *rows[at:]]), [k + len(noise) * (k >= at) for k in range(len(rows))]


places = pytest.mark.parametrize("place", ["first", "last", "root"])


without_new_pages = applications.filter(lambda of: of.script != "turn_the_page")
"""Where a whole page is another one, what is rare in it is what is rare anywhere: the noise is a part of that."""


@places
@given(of=without_new_pages)
@example(of=Application("scroll", 60, 616))
@example(of=Application("sort", 60, 616))
def test_something_unrelated_on_both_sides_does_not_matter(place: str, of: Application) -> None:
    sides = of.sides
    (before, here), (after, there) = noisy(sides[0], place), noisy(sides[1], place)
    found = pairs((before, after))
    expected = [(here[i], there[j]) for i, j in pairs(sides)]
    fresh = zip(sorted(set(range(len(before))) - set(here)), sorted(set(range(len(after))) - set(there)), strict=True)
    assert alike(before, after, found) == alike(before, after, [*expected, *fresh])


def alike(before: Snapshot, after: Snapshot, found: Iterable[tuple[int, int]]) -> list[tuple[object, ...]]:
    """Pairs by what they say: of twins ("Draft", "Draft") at the edge of a change, either may have stayed."""
    said = ((before[i], after[j]) for i, j in found)
    return sorted((a.role, a.name or "", a.value or "", b.role, b.name or "", b.value or "") for a, b in said)


@places
@given(of=without_new_pages)
@example(of=Application("sort", 60, 1))
@example(of=Application("several edits", 60, 144))
@example(of=Application("unwrap", 150, 46))
def test_something_unrelated_that_comes_or_goes_does_not_matter(place: str, of: Application) -> None:
    """The answer is the same up to elements that say the same: which of them went cannot be known.

    Nor is it known whether a row of a new page is an old row that says something else, so such scripts are left out.
    """
    (before, after), (noisy_before, _), (noisy_after, _) = (
        of.sides,
        noisy(of.sides[0], place),
        noisy(of.sides[1], place),
    )
    known = kinds_of_pairs(before, after)
    assert kinds_of_pairs(before, noisy_after) == known
    assert kinds_of_pairs(noisy_before, after) == known


def kinds_of_pairs(before: Snapshot, after: Snapshot) -> Counter[object]:
    """How often a pair of elements that say this and that is made."""
    rows, others = rows_of(before), rows_of(after)
    return Counter((rows[i][1:5], others[j][1:5]) for i, j in pairs((before, after)))


@given(of=applications)
def test_a_window_around_both_sides_does_not_matter(of: Application | Small) -> None:
    sides = of.sides

    def inside(snapshot: Snapshot) -> Snapshot:
        rows = (row._replace(depth=row.depth + 1) for row in rows_of(snapshot))
        return with_rows(snapshot, [Row(0, "application", "Zyx"), *rows])

    expected = ((0, 0), *((i + 1, j + 1) for i, j in pairs(sides)))
    assert pairs((inside(sides[0]), inside(sides[1]))) == expected


# the other way round, and against itself


@given(of=both)
def test_the_other_way_round_the_same_elements_are_pairs(of: Application | Small) -> None:
    sides = of.sides
    flipped = pairs((sides[1], sides[0]))
    assert tuple(sorted((j, i) for i, j in flipped)) == pairs(sides)


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_other_way_round_applications_have_the_same_pairs(script: str) -> None:
    for case in (make_case(script, size, seed) for size in (60, 150, 300) for seed in range(8)):
        flipped = pairs((case.after, case.before))
        assert tuple(sorted((j, i) for i, j in flipped)) == pairs((case.before, case.after))


def test_the_other_way_round_rows_without_text_are_the_same_pairs() -> None:
    one = outline("list\n  listitem\n  listitem\n    listitem")
    other = outline("list\n  listitem\n    listitem\n  listitem")
    there, back = pairs((one, other)), pairs((other, one))
    assert tuple(sorted((j, i) for i, j in back)) == there


@given(of=st.builds(Small, st.tuples(common.trees, common.trees)))
def test_trees_that_have_nothing_to_do_with_each_other_have_one_answer_too(of: Small) -> None:
    flipped = pairs((of.sides[1], of.sides[0]))
    assert tuple(sorted((j, i) for i, j in flipped)) == pairs(of.sides)


@given(of=both)
def test_against_itself_each_element_is_itself(of: Application | Small) -> None:
    sides = of.sides
    for side in sides:
        assert pairs((side, side)) == tuple((i, i) for i in range(len(side)))
