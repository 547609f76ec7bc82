"""spec/features#d17, #x6, spec/definitions#15-full-or-diff, spec/bad-inputs#42 and #43: full or diff, by what is
really shorter, with the reason; and the report that is sent.
"""

import pytest

from tests.formats import seven
from tests.outline import outline
from uidiff import Report, Snapshot, diff, render
from uidiff.diffing.refs import Refs
from uidiff.formats.choice import Choice, full_or_diff

BEFORE = outline('document "A"\n  button "One"\n  button "Two"\n  button "Three"\n  button "Four"\n  button "Five"')
LITTLE = outline('document "A"\n  button "One"\n  button "Two"\n  button "Three"\n  button "Four"\n  button "Six"')
OTHER = outline('document "A"\n  link "x"', title="new")


def chosen(before: Snapshot, after: Snapshot, **options: object) -> Choice:
    return full_or_diff(after, diff(before, after), **options)  # type: ignore[arg-type]


def test_x_6_the_shorter_is_sent_and_the_answer_says_why() -> None:
    big = outline('document "A"\n' + "\n".join(f'  button "Button {number}"' for number in range(50)))
    more = outline('document "A"\n' + "\n".join(f'  button "Button {number}"' for number in range(51)))
    choice = chosen(big, more)
    assert (choice.mode, choice.reason) == ("diff", "diff shorter than full")
    assert choice.text == render(diff(big, more))


def test_bad_input_43_a_diff_that_is_longer_than_the_tree_is_not_sent() -> None:
    choice = chosen(BEFORE, OTHER)
    assert (choice.mode, choice.reason) == ("full", "diff larger than full")
    head, _, lines = render(OTHER, refs=diff(BEFORE, OTHER).refs[1]).partition("\n")
    assert choice.text == f'{head}. New title: "new".\n{lines}'


def test_bad_input_42_without_a_baseline_the_tree_is_sent() -> None:
    choice = full_or_diff(BEFORE, None, mode="diff", without="the application was restarted")
    assert (choice.mode, choice.reason) == ("full", "the application was restarted")
    assert choice.text == render(BEFORE)
    assert full_or_diff(BEFORE, None).reason == "the first read"


def test_bad_input_42_empty_trees() -> None:
    empty = Snapshot.from_dicts([])
    assert chosen(empty, empty).text == "# No change."
    assert chosen(BEFORE, empty).mode == "full"
    assert chosen(empty, BEFORE).mode == "full"


def test_nothing_changed_is_a_diff_however_small_the_tree() -> None:
    one = outline('button "x"')
    assert chosen(one, one) == Choice("diff", "nothing changed", "# No change.")


def test_d1_7_either_can_be_asked_for() -> None:
    assert chosen(BEFORE, LITTLE, mode="full").mode == "full"
    assert chosen(BEFORE, OTHER, mode="diff").mode == "diff"
    assert chosen(BEFORE, OTHER, mode="diff").reason == "asked for"


def test_d1_7_half_counts_the_elements() -> None:
    assert chosen(BEFORE, LITTLE, full_when="half").mode == "diff"
    assert chosen(BEFORE, OTHER, full_when="half").reason == "more than half of the elements changed"


def test_d1_7_shifts_do_not_count() -> None:
    before, after = (
        Snapshot.from_dicts([{"role": "button", "name": "x", "bounds": [place, 0, 5, 5]}]) for place in (0, 9)
    )
    assert chosen(before, after, full_when="half").mode == "diff"


def test_d1_8_another_title_sends_the_tree_if_that_is_wanted() -> None:
    before, after = outline('document "A"\n  button "x"', title="1"), outline('document "A"\n  button "x"', title="2")
    assert chosen(before, after, mode="auto", full_when="half").mode == "diff"
    choice = chosen(before, after, on_title_change="full", full_when="half")
    assert (choice.mode, choice.reason) == ("full", "the title changed")


@pytest.mark.parametrize("wrong", [{"mode": "both"}, {"full_when": "never"}, {"on_title_change": "drop"}])
def test_another_word_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is one of"):
        chosen(BEFORE, LITTLE, **wrong)


def report(mode: str) -> Report:
    return Report(
        mode=mode,  # type: ignore[arg-type]  # one of them is refused
        reason="the first read",
        text='# full: 1 elements\nwindow e1 "secret"',
        delta=None,
        snapshot=seven.snapshot(),
        token="1707504003.000",  # noqa: S106  # what to ask from, no secret
        refs=Refs.first(1),
    )


def test_a_report_is_its_text() -> None:
    assert str(report("full")) == report("full").text


def test_the_text_of_the_ui_is_not_in_its_representation() -> None:
    assert "secret" not in repr(report("full"))


def test_a_report_is_full_or_a_diff() -> None:
    with pytest.raises(ValueError, match="mode"):
        report("partial")
