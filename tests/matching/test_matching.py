"""The matching itself: runs, pairs, partners, and what is refused."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outline import outline
from uidiff import Matching, Snapshot, match
from uidiff.matchers import ChainMatcher, ContentHashMatcher, NameRoleParentMatcher, StructuralMatcher
from uidiff.matching.matching import UNMATCHED
from uidiff.matching.structural.alignment import REASONS

THREE = outline("""
    window
      button "A"
      button "B"
""")
FOUR = outline("""
    window
      button "A"
      button "B"
      button "C"
""")


def made(*pairs: tuple[int, int]) -> Matching:
    return Matching.from_pairs(pairs, before=FOUR, after=FOUR)


def snapshot_of(count: int) -> Snapshot:
    return Snapshot.from_dicts([{"role": "button"}] * count)


# runs


def test_pairs_that_continue_each_other_make_one_run() -> None:
    assert made((0, 1), (1, 2), (2, 3)).runs == ((0, 1, 3),)


def test_a_gap_on_one_side_ends_a_run() -> None:
    assert made((0, 0), (1, 2), (2, 3)).runs == ((0, 0, 1), (1, 2, 2))


def test_pairs_that_cross_make_a_run_each() -> None:
    assert made((0, 1), (1, 0)).runs == ((0, 1, 1), (1, 0, 1))


def test_runs_that_continue_each_other_are_joined() -> None:
    assert Matching(4, 4, ((2, 2, 2), (0, 0, 2))).runs == ((0, 0, 4),)


def test_empty_runs_are_left_out() -> None:
    assert Matching(4, 4, ((0, 0, 1), (2, 1, 0), (3, 3, 1))).runs == ((0, 0, 1), (3, 3, 1))


def test_runs_are_sorted_by_the_before_index() -> None:
    assert Matching(4, 4, ((2, 0, 2), (0, 2, 2))).runs == ((0, 2, 2), (2, 0, 2))


def test_runs_by_after_are_sorted_by_the_after_index() -> None:
    assert Matching(4, 4, ((0, 2, 2), (2, 0, 2))).runs_by_after == ((2, 0, 2), (0, 2, 2))


# pairs and partners


def test_pairs_are_sorted_by_the_before_index() -> None:
    assert made((3, 0), (0, 3), (1, 2)).pairs == ((0, 3), (1, 2), (3, 0))


def test_partners_are_said_from_both_sides() -> None:
    matching = Matching.from_pairs([(0, 2), (2, 0)], before=THREE, after=FOUR)
    assert matching.after_of == (2, UNMATCHED, 0)
    assert matching.before_of == (2, UNMATCHED, 0, UNMATCHED)


def test_len_is_the_number_of_pairs() -> None:
    assert len(made((0, 1), (1, 2), (3, 0))) == 3


def test_a_matching_knows_how_many_elements_each_side_has() -> None:
    matching = Matching.from_pairs([], before=THREE, after=FOUR)
    assert (matching.before_count, matching.after_count) == (3, 4)


def test_from_partners_reads_what_after_of_says() -> None:
    matching = made((0, 3), (2, 1))
    assert Matching.from_partners(matching.after_of, 4) == matching


def test_identity_pairs_each_element_with_itself() -> None:
    assert Matching.identity(3).pairs == ((0, 0), (1, 1), (2, 2))


def test_identity_of_nothing_has_no_pair() -> None:
    assert Matching.identity(0).pairs == ()


def test_nothing_has_the_counts_of_its_snapshots_and_no_pair() -> None:
    assert Matching.nothing(THREE, FOUR) == Matching(3, 4)
    assert Matching.nothing(THREE, FOUR).pairs == ()


def test_repr_says_the_counts() -> None:
    matching = Matching.from_pairs([(0, 0), (1, 2)], before=THREE, after=FOUR)
    assert repr(matching) == "<Matching of 2 pairs, 3 before, 4 after>"


@st.composite
def one_to_one(draw: st.DrawFn) -> tuple[int, int, list[tuple[int, int]]]:
    before_count, after_count = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    size = draw(st.integers(0, min(before_count, after_count)))
    befores = draw(st.permutations(range(before_count)))[:size]
    afters = draw(st.permutations(range(after_count)))[:size]
    return before_count, after_count, list(zip(befores, afters, strict=True))


@given(one_to_one())
def test_any_one_to_one_pairs_come_back(case: tuple[int, int, list[tuple[int, int]]]) -> None:
    before_count, after_count, pairs = case
    matching = Matching.from_pairs(pairs, before=snapshot_of(before_count), after=snapshot_of(after_count))
    assert matching.pairs == tuple(sorted(pairs))
    assert [(i, j) for i, j in enumerate(matching.after_of) if j != UNMATCHED] == sorted(pairs)
    assert [(i, j) for j, i in enumerate(matching.before_of) if i != UNMATCHED] == sorted(pairs, key=lambda p: p[1])


@given(one_to_one())
def test_runs_are_maximal(case: tuple[int, int, list[tuple[int, int]]]) -> None:
    before_count, after_count, pairs = case
    matching = Matching.from_pairs(pairs, before=snapshot_of(before_count), after=snapshot_of(after_count))
    starts = {(i, j) for i, j, _ in matching.runs}
    behind = {(i + n, j + n) for i, j, n in matching.runs}
    assert not starts & behind


# what is refused


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param([(0, 0), (0, 1)], id="a before-element twice"),
        pytest.param([(0, 0), (1, 0)], id="an after-element twice"),
        pytest.param([(1, 1), (1, 1)], id="a pair twice"),
        pytest.param([(3, 0)], id="no such before-element"),
        pytest.param([(0, 4)], id="no such after-element"),
        pytest.param([(-1, 0)], id="below the first before-element"),
        pytest.param([(0, -1)], id="below the first after-element"),
    ],
)
def test_pairs_that_are_not_one_to_one_are_refused(pairs: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="one-to-one"):
        Matching.from_pairs(pairs, before=THREE, after=FOUR)


@pytest.mark.parametrize(
    "runs",
    [
        pytest.param(((0, 0, 2), (1, 2, 1)), id="overlap before"),
        pytest.param(((0, 0, 2), (2, 1, 1)), id="overlap after"),
        pytest.param(((2, 0, 2),), id="past the end before"),
        pytest.param(((0, 3, 2),), id="past the end after"),
    ],
)
def test_runs_that_are_not_one_to_one_are_refused(runs: tuple[tuple[int, int, int], ...]) -> None:
    with pytest.raises(ValueError, match="one-to-one"):
        Matching(3, 4, runs)


def test_a_run_of_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="one-to-one"):
        Matching(3, 4, ((2, 2, -1),))


def test_an_index_that_is_no_whole_number_is_refused() -> None:
    with pytest.raises(ValueError, match="one-to-one"):
        Matching(3, 4, ((0, 1.0, 1),))  # type: ignore[arg-type]  # the bad input


@pytest.mark.parametrize("count", [-1, 2.0, True, "3", None])
def test_a_count_that_is_no_whole_number_is_refused(count: object) -> None:
    with pytest.raises(ValueError, match="after_count must be a whole number"):
        Matching(3, count)  # type: ignore[arg-type]  # the bad input


# equality


def test_equal_pairs_make_equal_matchings_whatever_the_work() -> None:
    assert Matching(3, 3, ((0, 0, 3),), work=7) == Matching.identity(3, work=0)


def test_equal_matchings_have_equal_hashes_whatever_the_work() -> None:
    assert hash(Matching(3, 3, ((0, 0, 3),), work=7)) == hash(Matching.identity(3))


@pytest.mark.parametrize("other", [Matching(3, 4, ((0, 0, 3),)), Matching(4, 3, ((0, 0, 3),)), Matching(3, 3)])
def test_other_counts_or_other_pairs_make_another_matching(other: Matching) -> None:
    assert other != Matching.identity(3)


def test_a_matching_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Matching.identity(3).runs = ()  # type: ignore[misc]  # that is the point


# why two elements are a pair


BEFORE = outline("""
    window "Shop"
      list "Basket"
        listitem "Pears" id_stable {"id": "p"}
        listitem "Plums"
        listitem "Figs"
      button "Pay"
      text "3 items"
""")
AFTER = outline("""
    window "Shop"
      list "Basket"
        listitem "Figs"
        listitem "Pears, ripe" id_stable {"id": "p"}
        listitem "Nuts"
        listitem "Plums"
      group
        button "Pay"
      text "4 items"
""")


def step(matching: Matching, index: int) -> str:
    return matching.explain(index).step


def test_the_structural_matcher_names_the_step_of_each_pair() -> None:
    matching = match(BEFORE, AFTER, matcher="structural")
    assert [step(matching, index) for index in range(len(BEFORE))] == [
        "in place",
        "equal name",
        "stable id",
        "equal subtree",
        "equal subtree",
        "unwrapped",
        "alike",
    ]


def test_an_explanation_says_it_in_a_sentence() -> None:
    explanation = match(BEFORE, AFTER, matcher="structural").explain(5)
    assert (explanation.before_index, explanation.after_index) == (5, 7)
    assert str(explanation) == f"5 before is 7 after: unwrapped ({explanation.why})"


def test_what_has_no_partner_is_explained_too() -> None:
    explanation = match(BEFORE, outline('window "Shop"'), matcher="structural").explain(5)
    assert explanation.after_index is None
    assert str(explanation) == "5 before has no partner: no pair (no step found it on the other side)"


@pytest.mark.parametrize("index", [-1, 7])
def test_no_element_no_explanation(index: int) -> None:
    with pytest.raises(IndexError, match=f"element {index} of a snapshot of 7"):
        match(BEFORE, AFTER).explain(index)


def test_pairs_that_were_given_are_given() -> None:
    given = Matching.from_pairs([(5, 1)], before=BEFORE, after=AFTER)
    assert step(given, 5) == "given"
    matching = StructuralMatcher(stable_ids=False).match(BEFORE, AFTER, given=given)
    assert step(matching, 5) == "given"
    assert step(matching, 0) == "in place"


@pytest.mark.parametrize("name", ["id", "name-role-parent", "content-hash", "auto"])
def test_every_pair_of_every_matcher_has_a_reason(name: str) -> None:
    matching = match(BEFORE, AFTER, matcher=name)
    assert matching.pairs
    for before_index, after_index in matching.pairs:
        explanation = matching.explain(before_index)
        assert explanation.after_index == after_index
        assert explanation.why
        assert explanation.step != "given"


def test_a_chain_keeps_the_reasons_of_its_steps() -> None:
    chain = ChainMatcher((NameRoleParentMatcher(), ContentHashMatcher()))
    matching = chain.match(BEFORE, AFTER, given=Matching.nothing(BEFORE, AFTER))
    assert step(matching, 4) == "as read"
    assert step(matching, 6) == "what is left"


def test_across_documents_it_says_so() -> None:
    before, after = (outline('main\n  link "Home"', document=name) for name in ("a", "b"))
    assert match(before, after).explain(1).why == "across documents: the whole subtree says the same"


def test_each_reason_of_the_structural_matcher_has_a_name_of_its_own() -> None:
    assert len({reason.step for reason in REASONS}) == len(REASONS)
