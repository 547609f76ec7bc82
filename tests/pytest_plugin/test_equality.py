"""What ``assert before == after`` says."""

import uidiff
from tests.pytest_plugin.programs import DIALOG
from uidiff.pytest_plugin import BUDGET
from uidiff.pytest_plugin.assertions import explain_inequality

BEFORE = uidiff.Snapshot.from_dicts({"role": "window", "name": "Mail"})
AFTER = uidiff.Snapshot.from_dicts({"role": "window", "name": "Mail", "children": [DIALOG]})
LATER = uidiff.Snapshot.from_dicts({"role": "window", "name": "Mail"}, taken_at=2.0)
DELTA = uidiff.diff(BEFORE, AFTER)


def said(left: object, right: object, budget: int | None = BUDGET) -> list[str]:
    lines = explain_inequality(left, right, budget=budget)
    assert lines is not None
    return lines


def test_two_snapshots_differ_in_what_changed() -> None:
    head, *text = said(BEFORE, AFTER)
    assert head == "<Snapshot of 1 elements> == <Snapshot of 3 elements>"
    assert text == uidiff.render(DELTA).splitlines()


def test_snapshots_that_differ_in_nothing_that_is_reported_say_how_to_compare_them() -> None:
    head, text = said(BEFORE, LATER)
    assert head == "<Snapshot of 1 elements> == <Snapshot of 1 elements>"
    assert text.endswith("assert not uidiff.diff(a, b)")


def test_two_deltas_are_shown_one_below_the_other() -> None:
    _, *text = said(uidiff.diff(BEFORE, BEFORE), DELTA)
    assert text == ["left", "# No change in 1 element.", "right", *uidiff.render(DELTA).splitlines()]


def test_a_delta_from_a_file_is_summed_up() -> None:
    _, *text = said(uidiff.diff(BEFORE, BEFORE), uidiff.TreeDiff.from_dict(DELTA.to_dict()), None)
    assert text[-2:] == ["right", DELTA.summary]


def test_deltas_that_read_the_same_say_so() -> None:
    _, why, *text = said(uidiff.diff(BEFORE, BEFORE), uidiff.diff(BEFORE, LATER))
    assert why.startswith("They read the same")
    assert text == ["# No change in 1 element."]


def test_it_is_bounded_unless_all_is_asked_for() -> None:
    names = [f"Line {n} of a long text that somebody wrote" for n in range(1000)]
    many = uidiff.Snapshot.from_dicts([{"role": "text", "name": name} for name in names])
    assert sum(map(len, said(BEFORE, many))) < 4000
    assert sum(map(len, said(BEFORE, many, None))) > 40_000


def test_of_other_values_nothing_is_said() -> None:
    assert explain_inequality(BEFORE, DELTA, budget=BUDGET) is None
    assert explain_inequality(BEFORE[0], AFTER[0], budget=BUDGET) is None
