"""How often the structural matcher is right about what happens to applications, of which the truth is known.

The trees and their edits: tests/ui_trees. Elements that cannot be told apart count for each other (lenient F1).
"""

from functools import cache
from statistics import fmean

import pytest

from tests.ui_trees.scores import lenient_f1
from tests.ui_trees.scripts import SCRIPTS, Case, make_case
from uidiff import Matching, diff, match

SEEDS = {200: 12, 1_000: 4}
"""How many screens of a size each script is done on."""

BOUNDS = {200: 0.995, 1_000: 0.999}
WORST_SCRIPT = 0.97


@cache
def cases(script: str, size: int, stable_ids: float = 0.0) -> list[Case]:
    return [make_case(script, size, seed, stable_ids=stable_ids) for seed in range(SEEDS[size])]


@cache
def scores(size: int, stable_ids: float = 0.0) -> dict[str, float]:
    """The mean lenient F1 by script."""
    return {
        script: fmean(
            lenient_f1(case, match(case.before, case.after).pairs) for case in cases(script, size, stable_ids)
        )
        for script in SCRIPTS
    }


@pytest.mark.parametrize("size", SEEDS)
def test_the_mean_over_all_scripts_is_near_one(size: int) -> None:
    assert fmean(scores(size).values()) >= BOUNDS[size], scores(size)


@pytest.mark.parametrize("size", SEEDS)
@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_is_hopeless(script: str, size: int) -> None:
    assert scores(size)[script] >= WORST_SCRIPT


@pytest.mark.parametrize(
    "script", ["change_nothing", "change_value", "change_three_values", "toggle", "retitle", "move_focus"]
)
def test_what_leaves_the_shape_alone_is_followed_exactly(script: str) -> None:
    for case in (case for size in SEEDS for case in cases(script, size)):
        assert match(case.before, case.after).pairs == case.pairs


@pytest.mark.parametrize("script", SCRIPTS)
def test_with_stable_ids_on_all_elements_what_stayed_is_followed_unless_that_would_say_more(script: str) -> None:
    """spec/definitions#6-ids: of two equal rows that changed places, nothing is said."""
    for case in (case for size in SEEDS for case in cases(script, size, 1.0)):
        stayed_before, stayed_after = {i for i, _ in case.pairs}, {j for _, j in case.pairs}
        pairs = match(case.before, case.after).pairs
        found = tuple((i, j) for i, j in pairs if i in stayed_before or j in stayed_after)
        assert found == case.pairs or records(case, pairs) < records(case, case.pairs)


def records(case: Case, pairs: tuple[tuple[int, int], ...]) -> int:
    """How many records these pairs make; boxes are not counted."""
    matching = Matching.from_pairs(pairs, before=case.before, after=case.after)
    return diff(case.before, case.after, matcher=matching, ignore=("bounds",)).record_count


@pytest.mark.parametrize("size", SEEDS)
def test_with_stable_ids_on_all_elements_no_script_is_worse_than_without(size: int) -> None:
    with_ids, without = scores(size, 1.0), scores(size)
    assert all(with_ids[script] >= without[script] for script in SCRIPTS)


@pytest.mark.parametrize("size", SEEDS)
def test_stable_ids_on_a_part_of_the_elements_do_not_make_it_worse(size: int) -> None:
    without = fmean(scores(size).values())
    assert fmean(scores(size, 0.3).values()) >= without


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_delta_gives_the_after_snapshot_back(script: str) -> None:
    for case in cases(script, 200):
        delta = diff(case.before, case.after)
        assert delta.apply(case.before) == case.after
