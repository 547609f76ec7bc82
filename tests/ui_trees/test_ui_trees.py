"""That the trees with known truth are what they say, and that their score sees what it should."""

import pytest

from tests.ui_trees.nodes import Pairs
from tests.ui_trees.scores import lenient_f1
from tests.ui_trees.scripts import SCRIPTS, Case, make_case
from uidiff import Snapshot, diff, dumps
from uidiff.matching.matching import Matching

# the trees


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_same_seed_gives_the_same_trees(script: str) -> None:
    one, again = make_case(script, 120, 7), make_case(script, 120, 7)
    assert (dumps(one.before), dumps(one.after)) == (dumps(again.before), dumps(again.after))
    assert one.pairs == again.pairs


@pytest.mark.parametrize("size", [100, 200, 1_000])
def test_trees_are_about_as_large_as_is_asked_for(size: int) -> None:
    sizes = [len(make_case("change_nothing", size, seed).before) for seed in range(10)]
    assert all(0.8 * size <= found <= 1.6 * size for found in sizes), sizes


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_script_does_what_its_truth_says(script: str) -> None:
    """Given the truth, something is said, and not much more than was done."""
    silent = 0
    for seed in range(10):
        case = make_case(script, 200, seed)
        truth = Matching.from_pairs(case.pairs, before=case.before, after=case.after)
        delta = diff(case.before, case.after, matcher=truth, ignore=("bounds",))
        assert delta.apply(case.before) == case.after
        silent += not delta
    assert silent == 10 if script == "change_nothing" else silent <= 3


def test_snapshots_tell_nothing_of_the_truth() -> None:
    case = make_case("scroll", 200, 1)
    assert set(case.before.columns.id) == {None}
    assert set(case.before.columns.automation_id) == {None}


def test_stable_ids_say_the_truth() -> None:
    case = make_case("scroll", 200, 1, stable_ids=1.0)
    places = {key: j for j, key in enumerate(case.after.columns.id)}
    assert case.pairs == tuple((i, places[key]) for i, key in enumerate(case.before.columns.id) if key in places)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.7])
def test_stable_ids_stand_on_the_share_that_is_asked_for(share: float) -> None:
    columns = make_case("scroll", 1_000, 1, stable_ids=share).before.columns
    assert abs(sum(columns.id_stable) / len(columns.id) - share) < 0.02


# the score


def texts(*names: str) -> Snapshot:
    return Snapshot.from_dicts([{"role": "list"}, *({"role": "listitem", "name": n, "parent": 0} for n in names)])


def score(before: Snapshot, after: Snapshot, true: Pairs, found: Pairs) -> float:
    return lenient_f1(Case(before, after, true), found)


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_truth_is_one(script: str) -> None:
    assert all(lenient_f1(case, case.pairs) == 1.0 for case in (make_case(script, 200, seed) for seed in range(5)))


def test_a_missing_pair_and_a_wrong_one_are_less_than_one() -> None:
    before, after = texts("a", "b", "c"), texts("a", "b", "c")
    true = ((0, 0), (1, 1), (2, 2), (3, 3))
    assert score(before, after, true, true[:3]) == 6 / 7
    assert score(before, after, true, ((0, 0), (1, 1), (2, 3), (3, 2))) == 4 / 8


def test_twins_count_for_each_other_but_only_as_often_as_they_stayed() -> None:
    before, after = texts("a", "a"), texts("a", "a")
    assert score(before, after, ((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 2), (2, 1))) == 1.0
    assert score(before, after, ((0, 0), (1, 1)), ((0, 0), (1, 1), (2, 2))) == 1.0  # one of them was recreated
    assert score(texts("a", "a"), texts("a"), ((0, 0), (1, 1)), ((0, 0), (2, 1))) == 1.0


def test_what_went_and_what_came_are_wrong_together_if_they_look_different() -> None:
    assert score(texts("a"), texts("b"), ((0, 0),), ((0, 0), (1, 1))) == 2 / 3


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_score_is_never_more_than_one(script: str) -> None:
    for seed in range(5):
        case = make_case(script, 200, seed)
        count = min(len(case.before), len(case.after))
        assert 0.0 <= lenient_f1(case, tuple((i, i) for i in range(count))) <= 1.0
