"""Events of large trees: work in proportion to the trees, whatever their shape, and little for few changes."""

import sys
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from uidiff import Matching, Snapshot, TreeDiff, diff
from uidiff.model.columns import Row

ROLES = ("dialog", "menu", "listitem", "status", "alert", "group", "menuitem", "textbox", "row")
Case = tuple[Iterator[Row], Iterator[Row], bool]


def chain(count: int, *, states: dict[str, object], value: str = "") -> Iterator[Row]:
    """One below the other."""
    return (Row(k, ROLES[k % len(ROLES)], value=value and f"{value}{k}", states=states) for k in range(count))


def flat(count: int, *, states: dict[str, object], value: str = "") -> Iterator[Row]:
    """All below one."""
    yield Row(0, "window", "W")
    yield from (Row(1, ROLES[k % len(ROLES)], value=value and f"{value}{k}", states=states) for k in range(count))


HIDDEN: dict[str, object] = {"offscreen": True, "disabled": True}
SHOWN: dict[str, object] = {"expanded": True, "selected": True, "focused": True, "invalid": True}

CASES: dict[str, Callable[[int], Case]] = {
    "a chain that came": lambda n: (iter([Row(0, "window")]), chain(n, states=SHOWN), False),
    "a chain that went": lambda n: (chain(n, states=SHOWN, value="v"), iter([Row(0, "window")]), False),
    "a chain that changed": lambda n: (chain(n, states=HIDDEN), chain(n, states=SHOWN, value="v"), True),
    "a chain of silence": lambda n: (chain(n, states=HIDDEN), chain(n, states=SHOWN), True),
    "siblings that came": lambda n: (flat(0, states={}), flat(n, states=SHOWN, value="error "), False),
    "siblings that changed": lambda n: (flat(n, states=HIDDEN), flat(n, states=SHOWN, value="v"), True),
    "siblings of silence": lambda n: (flat(n, states=HIDDEN), flat(n, states=SHOWN), True),
}


def made(case: str, count: int) -> TreeDiff:
    before_rows, after_rows, stays = CASES[case](count)
    before, after = Snapshot.from_rows(before_rows), Snapshot.from_rows(after_rows)
    matching = Matching.identity(len(before)) if stays else Matching(len(before), len(after), ((0, 0, 1),))
    return diff(before, after, matcher=matching)


def lines_run(do: Callable[[], object]) -> int:
    """How many lines of uidiff's diffing are run: work that no clock and no other process disturbs."""
    count = 0

    def local(_: object, event: str, __: object) -> object:
        nonlocal count
        count += event == "line"
        return local

    def trace(frame: object, _: str, __: object) -> object:
        code = frame.f_code  # type: ignore[attr-defined]  # a frame
        return local if "diffing" in code.co_filename or "model" in code.co_filename else None

    tracing = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]  # looser than typeshed's
    try:
        do()
    finally:
        sys.settrace(tracing)
    return count


def say(delta: TreeDiff) -> None:
    assert delta.events
    assert delta.summary


@pytest.mark.parametrize("case", sorted(CASES))
def test_twice_the_tree_is_twice_the_work(case: str) -> None:
    one, two = made(case, 1_500), made(case, 3_000)
    work, twice = lines_run(partial(say, one)), lines_run(partial(say, two))
    assert twice / work < 2.3


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_deep_or_wide_tree_has_events(case: str) -> None:
    delta = made(case, 12_000)
    assert delta.events
    assert len(delta.summary) <= 200


def test_two_changes_in_many_elements_cost_no_walk() -> None:
    rows = [Row(0, "window"), *(Row(1 + k % 3, "text", f"t{k}") for k in range(20_000))]
    before = Snapshot.from_rows(rows)
    rows[7000] = rows[7000]._replace(value="v")
    rows[9000] = rows[9000]._replace(states={"focused": True})
    delta = diff(before, Snapshot.from_rows(rows), matcher=Matching.identity(len(rows)))
    assert lines_run(partial(say, delta)) < 2_000
    assert delta.summary == 'Focus moved to "t8999" text. 1 changed. 19999 elements unchanged.'
