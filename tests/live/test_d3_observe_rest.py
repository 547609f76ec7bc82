"""spec/definitions#27-streams: what a stream leaves out unless it is asked for."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.live.watching import START, Time, kinds, observed
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.errors import BackendError, ReadTimeout
from uidiff.formats.stream import ChangedRecord, ErrorRecord, StreamRecord

BOX = [10, 20, 30, 40]


def changes(records: list[StreamRecord]) -> list[tuple[float, int, dict[str, Any]]]:
    """The changes: seconds since the start, the number of the element, short keys with both values."""
    return [
        (round(record.ts - START, 1), record.id, dict(record.changes))
        for record in records
        if isinstance(record, ChangedRecord) and record.ts is not None
    ]


def page(*children: dict[str, Any]) -> ScriptedUI:
    return ScriptedUI({"role": "window", "bounds": [0, 0, 500, 500], "children": list(children)}, app="Page")


def steps(time: Time, node: Node, *values: dict[str, Any]) -> None:
    """Change a node once a second, from the first one on."""
    for second, value in enumerate(values, start=1):
        time.at(second, lambda value=value: node.change(**value))  # type: ignore[misc]  # as given


# ---------------------------------------------------------------------- shifts


def test_a_shift_is_told_only_if_it_is_asked_for() -> None:
    def told(**asked: bool) -> list[tuple[float, int, dict[str, Any]]]:
        ui, time = page({"role": "button", "bounds": BOX}), Time()
        steps(time, ui.find(role="button"), {"bounds": [11, 20, 30, 40]}, {"bounds": BOX, "name": "Pay"})
        return changes(observed(ui, time, **asked))

    assert told() == [(2.0, 2, {"t": (None, "Pay")})]
    assert told(bounds=True) == [
        (1.0, 2, {"b": (BOX, [11, 20, 30, 40])}),
        (2.0, 2, {"t": (None, "Pay"), "b": ([11, 20, 30, 40], BOX)}),
    ]


@pytest.mark.parametrize("ignore", [(), ("bounds",)])
def test_what_is_scrolled_away_has_shifted_and_what_is_shown_where_it_stands_has_not(
    time: Time, ignore: tuple[str, ...]
) -> None:
    ui = page(
        {"role": "listitem", "bounds": BOX},
        {"role": "group", "name": "popover", "bounds": BOX, "states": {"offscreen": True}},
        {"role": "group", "name": "menu", "bounds": [0, 0, 0, 0], "states": {"offscreen": True}},
        {"role": "group", "name": "no bounds", "states": {"offscreen": True}},
    )
    scrolled, popover, menu, unbound = ui.roots[0].children
    time.at(1, lambda: scrolled.change(bounds=[10, -90, 30, 40], states={"offscreen": True}))
    time.at(2, lambda: popover.set(offscreen=None))
    time.at(3, lambda: menu.change(bounds=BOX, states={}))
    time.at(4, lambda: unbound.set(offscreen=None))
    records = observed(ui, time, ignore=ignore)
    assert changes(records) == [
        (second, number, {"offscreen": (True, False)}) for second, number in ((2, 3), (3, 4), (4, 5))
    ]


def test_a_shift_of_a_part_is_left_out_too(time: Time) -> None:
    ui = page({"role": "button", "bounds": BOX})
    steps(time, ui.find(role="button"), {"bounds": [1, 1, 1, 1]}, {"name": "Pay"})
    assert changes(observed(ui, time, roles={"button"})) == [(2.0, 2, {"t": (None, "Pay")})]


# ------------------------------------------------------------------- animation


@pytest.mark.parametrize("role", ["progressbar", "scrollbar", "timer", "marquee"])
def test_a_value_that_runs_is_told_when_it_rests(time: Time, role: str) -> None:
    ui = page({"role": role, "value": "0"})
    steps(time, ui.find(role=role), *({"value": str(value)} for value in (10, 20, 100)))
    assert changes(observed(ui, time)) == [(3.0, 2, {"v": ("0", "100")})]
    ui, time = page({"role": role, "value": "0"}), Time()
    steps(time, ui.find(role=role), *({"value": str(value)} for value in (10, 20, 100)))
    told = changes(observed(ui, time, animation=True))
    assert [(second, pair["v"][1]) for second, _, pair in told] == [(1.0, "10"), (2.0, "20"), (3.0, "100")]


def test_a_value_that_never_rests_is_told_at_the_end(time: Time) -> None:
    ui = page({"role": "timer", "children": [{"role": "text", "name": "0:00"}]})
    steps(time, ui.find(role="text"), *({"name": f"0:{second:02}"} for second in range(1, 30)))
    records = observed(ui, time)
    assert changes(records) == [(10.0, 3, {"t": ("0:00", "0:10")})]
    assert kinds(records) == ["snapshot", "changed", "done"]


def test_a_control_that_is_set_by_people_is_no_animation(time: Time) -> None:
    ui = page({"role": "slider", "value": "0"})
    steps(time, ui.find(role="slider"), {"value": "10"}, {"value": "20"})
    assert len(changes(observed(ui, time))) == 2


def test_another_field_that_changes_is_told_at_once_with_the_values_until_then(time: Time) -> None:
    ui = page({"role": "progressbar", "value": "0", "states": {"busy": True}})
    bar = ui.find(role="progressbar")
    steps(time, bar, {"value": "10"}, {"value": "20"}, {"value": "90", "states": {}})
    assert changes(observed(ui, time)) == [(3.0, 2, {"v": ("0", "90"), "busy": (True, False)})]


def ends_as_it_began(bar: Node) -> tuple[Callable[[], object], ...]:
    return (lambda: bar.change(value="50"), lambda: bar.change(value="0"))


def goes(bar: Node) -> tuple[Callable[[], object], ...]:
    return (lambda: bar.change(value="50"), bar.remove)


@pytest.mark.parametrize(("script", "said"), [(ends_as_it_began, []), (goes, ["removed"])])
def test_nothing_is_told_of_a_value_that_is_back_or_has_gone(
    time: Time, script: Callable[[Node], tuple[Callable[[], object], ...]], said: list[str]
) -> None:
    ui = page({"role": "progressbar", "value": "0"})
    for second, step in enumerate(script(ui.find(role="progressbar")), start=1):
        time.at(second, step)
    assert kinds(observed(ui, time)) == ["snapshot", *said, "done"]


def test_what_comes_and_runs_and_goes_is_one_transient(time: Time) -> None:
    ui = page()
    made: list[Node] = []
    time.at(1, lambda: made.append(ui.roots[0].add({"role": "progressbar", "value": "0"})))
    time.at(2, lambda: made[0].change(value="50"))
    time.at(3, lambda: made.pop().remove())
    assert kinds(observed(ui, time, transient=5)) == ["snapshot", "transient", "done"]


def test_a_program_that_is_started_anew_has_other_values(time: Time) -> None:
    ui = page({"role": "progressbar", "value": "0"})
    steps(time, ui.find(role="progressbar"), {"value": "10"})
    time.at(2, ui.restart)
    assert kinds(observed(ui, time, reconnect=True)) == ["snapshot", "snapshot", "done"]


# ------------------------------------------------------------------ late reads


def test_reads_in_a_row_that_take_too_long_are_one_record(time: Time) -> None:
    ui = page({"role": "button", "name": "Pay"})
    time.at(0.5, lambda: ui.fail(ReadTimeout("the page did not answer"), times=5))
    time.at(3, lambda: ui.find(role="button").change(name="Paid"))
    records = observed(ui, time)
    assert kinds(records) == ["snapshot", "error", "changed", "done"]
    assert records[1] == ErrorRecord(START + 5, "not read 5 times in 4 s: the page did not answer")


def test_one_late_read_is_told_in_its_own_words_and_before_another_error(time: Time) -> None:
    ui = page()
    time.at(0.5, lambda: ui.fail(ReadTimeout("late")))
    time.at(1.5, lambda: ui.fail(BackendError("broken"), times=2))
    time.at(3.5, lambda: ui.fail(ReadTimeout("late again"), times=99))
    errors = [record for record in observed(ui, time) if isinstance(record, ErrorRecord)]
    assert errors == [
        ErrorRecord(START + 1, "late"),
        ErrorRecord(START + 2, "broken"),
        ErrorRecord(START + 3, "broken"),
        ErrorRecord(START + 10, "not read 7 times in 6 s: late again"),
    ]
