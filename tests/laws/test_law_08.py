"""spec/laws#8-twice-the-tree-twice-the-work: matchers count their work, and it grows no faster than the trees do."""

from functools import cache
from itertools import pairwise

import pytest

from tests.calls import ALL, calls_of
from tests.laws import adversaries, common
from tests.outline import outline
from uidiff import Circumstances, Matching, Snapshot, diff, match, render
from uidiff.formats.agent import moves
from uidiff.formats.agent.printed_diff import PrintedDiff
from uidiff.formats.item import Item
from uidiff.matchers import NameRoleParentMatcher
from uidiff.matching.strategies import MatcherOption

SIZES = (1_000, 2_000)
GROWTH = 2.1
"""The most by which costs may grow when the tree doubles: 2 is linear, 4 quadratic."""
CALLS_PER_WORK = 40
"""How many calls, of Python functions and of built-ins, one unit of work may stand for."""

STRATEGIES: dict[str, tuple[MatcherOption, bool]] = {
    **{name: (matcher, False) for name, matcher in {**common.NAMED, **common.PARTS}.items()},
    "auto after a navigation": ("auto", True),
    "unique ids, documents, own": (common.CHAINS["unique ids, documents, own"], False),
}
"""Matchers, and whether the two trees are of two documents."""

pair = cache(adversaries.pair)


def assert_linear(costs: list[int], what: str) -> None:
    for cost, twice in pairwise(costs):
        assert twice <= GROWTH * cost, f"{what}: {costs} for {SIZES} elements"


def measured(matcher: MatcherOption, case: str, *, navigation: bool = False) -> tuple[list[int], list[int]]:
    """Work and calls of a matcher for trees of each size."""
    works, calls = [], []
    for size in SIZES:
        before, after = pair(case, size, navigation=navigation)
        for side in (before, after):
            _ = (side.parents, side.ends, side.folded)  # known from then on: no part of matching
        made: list[Matching] = []
        calls.append(calls_of(lambda b=before, a=after, made=made: made.append(match(b, a, matcher=matcher)), ALL))  # type: ignore[misc]
        works.append(made[0].work)
    return works, calls


@pytest.mark.parametrize("case", adversaries.PAIRS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_law_8_work_is_counted_and_grows_with_the_tree(name: str, case: str) -> None:
    matcher, navigation = STRATEGIES[name]
    works, calls = measured(matcher, case, navigation=navigation)
    assert_linear(works, "work")
    assert_linear(calls, "calls")
    assert works[0] > 0
    assert all(n <= CALLS_PER_WORK * work + 1_000 for n, work in zip(calls, works, strict=True)), (works, calls)


@pytest.mark.parametrize("case", adversaries.PAIRS)
@pytest.mark.parametrize("name", ["auto", "auto after a navigation"])
def test_law_8_work_grows_with_a_large_tree_too(name: str, case: str) -> None:
    matcher, navigation = STRATEGIES[name]
    works = []
    for size in (4_000, 8_000):
        before, after = adversaries.pair(case, size, navigation=navigation)
        works.append(match(before, after, matcher=matcher).work)
    assert_linear(works, "work")


@pytest.mark.parametrize("case", adversaries.PAIRS)
@pytest.mark.parametrize("name", ["auto", "auto after a navigation", "id"])
def test_law_8_a_diff_costs_no_more_than_its_trees(name: str, case: str) -> None:
    matcher, navigation = STRATEGIES[name]
    costs = []
    for size in SIZES:
        before, after = pair(case, size, navigation=navigation)
        for side in (before, after):
            _ = side.digest
        costs.append(calls_of(lambda b=before, a=after: diff(b, a, matcher=matcher).apply(b), ALL))  # type: ignore[misc]
    assert_linear(costs, "calls")


def test_law_8_the_items_of_a_moved_wrapper_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look reads the whole list in which they stand."""
    wrapper = "\n".join(["  generic", *(f'    link "{number}"' for number in range(20))])
    outside = "\n".join([wrapper] * 20)
    inside = outside.replace("\n", "\n  ")
    before = outline(f'document "D"\n  generic\n  {inside}\n    button "B"')
    after = outline(f'document "D"\n{outside}\n  generic\n    button "B"')
    last = len(after) - 1
    pairs = [(0, 0), (1, last - 1), *((index + 1, index) for index in range(1, last - 1)), (last, last)]
    delta = diff(before, after, matcher=Matching.from_pairs(pairs, before=before, after=after))
    assert len(delta.moved) == 20
    looks = 0
    look = moves._is_where_it_was

    def counted_look(context: PrintedDiff, item: Item, source: Item) -> bool:
        nonlocal looks
        looks += 1
        return look(context, item, source)

    monkeypatch.setattr(moves, "_is_where_it_was", counted_look)
    render(delta)
    assert 0 < looks <= 2 * len(delta.moved)


# ------------------------------------------------------- would this file see it?


class QuadraticMatcher:
    """Looks at each after-element for each before-element; counts it, or says that it did not."""

    def __init__(self, *, honest: bool) -> None:
        self.honest = honest

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        looks = 0
        for name in before.columns.name[::8]:
            for other in after.columns.name[::8]:
                looks += len(name or "") <= len(other or "")
        work = looks if self.honest else len(before) + len(after)
        return Matching.from_pairs(given.pairs, before=before, after=after, work=given.work + work)


def test_law_8_quadratic_work_is_seen_counted_or_not() -> None:
    honest, _ = measured(QuadraticMatcher(honest=True), "all_texts_changed")
    with pytest.raises(AssertionError, match="work"):
        assert_linear(honest, "work")
    works, calls = measured(QuadraticMatcher(honest=False), "all_texts_changed")
    assert_linear(works, "work")
    with pytest.raises(AssertionError, match="calls"):
        assert_linear(calls, "calls")


class CountedText(str):
    """A text that counts how often it is hashed or compared."""

    __slots__ = ()
    looks = 0

    def __hash__(self) -> int:
        CountedText.looks += 1
        return str.__hash__(self)

    def __eq__(self, other: object) -> bool:
        CountedText.looks += 1
        return str.__eq__(self, other)


def counted(side: Snapshot) -> Snapshot:
    names = tuple(None if name is None else CountedText(name) for name in side.columns.name)
    return Snapshot(side.columns._replace(name=names), Circumstances())


@pytest.mark.parametrize("case", adversaries.PAIRS)
def test_law_8_keys_are_looked_at_as_often_as_work_says(case: str) -> None:
    looks, works = [], []
    for size in SIZES:
        before, after = (counted(side) for side in pair(case, size))
        CountedText.looks = 0
        works.append(match(before, after, matcher=NameRoleParentMatcher()).work)
        looks.append(CountedText.looks)
        assert CountedText.looks <= 6 * works[-1]
        assert CountedText.looks > 0 or not any(before.columns.name)
    assert_linear(looks, "looks at keys")
