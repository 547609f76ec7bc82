"""The matcher without one kind of evidence: what is taken away exists, and is missed where it is needed."""

import pytest

from benchmarks.evidence import KINDS, Without
from tests.outline import outline
from uidiff import match

BEFORE = 'window "Shop"\n  list "Tea"\n    listitem "Assam"\n    listitem "Ceylon"\n  button "Pay"'
AFTER = 'window "Shop"\n  list "Tea and cakes"\n    listitem "Ceylon"\n    listitem "Assam"\n  group\n    button "Pay"'


def test_with_all_evidence_it_is_the_structural_matcher() -> None:
    before, after = outline(BEFORE), outline(AFTER)
    assert match(before, after, matcher=Without()).pairs == match(before, after, matcher="structural").pairs


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_can_be_taken_away_and_is_back_afterwards(kind: str) -> None:
    before, after = outline(BEFORE), outline(AFTER)
    whole = match(before, after).pairs
    assert len(match(before, after, matcher=Without(kind)).pairs) <= len(whole)
    assert match(before, after).pairs == whole


@pytest.mark.parametrize(("kind", "name"), [("wrappers", "Pay"), ("equal subtrees", "Assam"), ("likeness", "Tea")])
def test_what_is_taken_away_pairs_nothing(kind: str, name: str) -> None:
    before, after = outline(BEFORE), outline(AFTER)
    at = next(i for i, element in enumerate(before) if element.name == name)
    step = match(before, after).explain(at).step
    assert match(before, after, matcher=Without(kind)).explain(at).step != step
