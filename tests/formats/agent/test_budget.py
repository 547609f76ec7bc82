"""spec/features#x5: a budget is never exceeded; the most important comes first, and what is left out is counted."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outline import outline
from uidiff import Snapshot, diff, render
from uidiff.testing import snapshot_pairs
from uidiff.tokens import estimate_tokens

ROWS = "\n".join(f'    row "Row {number} of the list"' for number in range(300))
BEFORE = outline('document "Shop"\n  table "Orders"\n    row "First"\n  button "Buy"')
AFTER = outline(
    f'document "Shop"\n  table "Orders"\n    row "First"\n{ROWS}\n  button "Buy" disabled\n  dialog "Pay now?"\n'
    '    text "42 Euro"\n    button "Pay"',
)
"""A long list came, and behind it a dialog."""


def test_x_5_the_most_important_comes_first() -> None:
    lines = render(diff(BEFORE, AFTER), budget=120).split("\n")
    assert "Pay now?" in lines[0]
    assert lines[1].startswith("+ after e4: dialog e")
    assert lines[-1].startswith("… ")
    assert "added" in lines[-1]


def test_x_5_what_is_left_out_is_counted() -> None:
    delta = diff(BEFORE, AFTER)
    lines = render(delta, budget=100).split("\n")
    total = int(lines[-1].split()[1])
    shown = sum(line.count('"Row ') for line in lines[1:-1])
    said = sum("Pay" in line or "Euro" in line or "Buy" in line for line in lines[1:-1])
    assert total + shown + 3 >= len(delta.added)
    assert said >= 1


def test_a_text_that_fits_is_whole() -> None:
    delta = diff(BEFORE, outline('document "Shop"\n  table "Orders"\n    row "First"\n  button "Buy" disabled'))
    assert render(delta, budget=100) == render(delta)


def test_documents_order_without_a_budget() -> None:
    whole = render(diff(BEFORE, AFTER))
    assert whole.index('"Row 1 of the list"') < whole.index('"42 Euro"')


@pytest.mark.parametrize("budget", [40, 41, 60, 100, 300])
@pytest.mark.parametrize("counter", [estimate_tokens, len, lambda text: len(text.split())])
@pytest.mark.parametrize("fold", [True, False])
def test_x_5_never_above(budget: int, counter: Callable[[str], int], fold: bool) -> None:
    delta = diff(BEFORE, AFTER)
    for what in (delta, AFTER):
        assert counter(render(what, budget=budget, counter=counter, fold=fold)) <= budget


@given(snapshot_pairs(), st.integers(40, 120))
def test_a_larger_budget_says_no_less(pair: tuple[Snapshot, Snapshot], budget: int) -> None:
    delta = diff(*pair)
    small, large = (render(delta, budget=room) for room in (budget, 10_000))
    assert large == render(delta)
    assert small == large or len(small.split("\n")) <= len(large.split("\n")) + 1


@pytest.mark.parametrize("budget", [0, 39, -1, 40.5, "40", True])
def test_a_budget_that_is_too_small_is_refused(budget: object) -> None:
    with pytest.raises(ValueError, match="at least 40"):
        render(AFTER, budget=budget)  # type: ignore[arg-type]


def test_a_long_text_does_not_hide_what_follows_it() -> None:
    after = outline('document "Shop"\n  text "' + "word " * 2_000 + '"\n  dialog "Pay now?"\n    button "Pay"')
    text = render(diff(outline('document "Shop"'), after), budget=80)
    assert '"Pay now?"' in text.split("\n", 1)[1]
