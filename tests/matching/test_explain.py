"""Why two elements are a pair: every matcher can say it of each of its pairs."""

import pytest

from tests.outline import outline
from uidiff import Matching, match
from uidiff.matchers import ChainMatcher, ContentHashMatcher, NameRoleParentMatcher, StructuralMatcher
from uidiff.matching.structural.alignment import REASONS

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
