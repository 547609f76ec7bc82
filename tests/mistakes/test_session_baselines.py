"""Mistakes 18 to 20 (spec/mistakes): what an answer is compared with, and how elements are called.

Each test asks a session, as an agent does, and says what exactly is answered.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.live.watching import START, Polled, Time
from tests.mistakes.asking import changes, every_format, ids_that_last_or_not, opened, told, window
from uidiff import Clock, FileStore, MemoryStore, Report, Session
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import ReadTimeout

# M18: the wrong baseline


def counter(name: str = "Count", **options: Any) -> ScriptedUI:  # noqa: ANN401  # those of a ScriptedUI
    """Ten elements: one of them counts."""
    rest = ({"role": "button", "name": f"Button {number}"} for number in range(8))
    return window({"role": "textbox", "name": name, "value": "0"}, *rest, **options)


def count(ui: ScriptedUI, value: int) -> None:
    ui.find(role="textbox").value = str(value)


def values(report: Report) -> list[tuple[object, object]]:
    return [changed.fields["value"] for changed in told(report).changed]


def test_m18_an_empty_one_a_read_that_failed_is_no_empty_window() -> None:
    ui = counter()
    session = Session(ScriptedBackend(ui), ui)
    ui.fail(ReadTimeout("slow"))
    with pytest.raises(ReadTimeout):
        session.describe()
    assert session.describe().reason == "the first read"
    ui.fail(ReadTimeout("slow"))
    with pytest.raises(ReadTimeout):
        session.describe()
    count(ui, 1)
    assert values(session.describe()) == [("0", "1")]


def test_m18_an_empty_one_a_read_of_a_part_takes_the_place_of_no_whole_one() -> None:
    ui = counter()
    session = opened(ui)
    ui.cut(ui.roots[0])
    report = session.describe(mode="diff")
    assert (len(told(report).removed), len(told(report).unknown)) == (0, 9)
    count(ui, 1)
    report = session.describe()
    assert values(report) == [("0", "1")]
    assert told(report).added == ()


def test_m18_a_global_one_each_window_has_its_own() -> None:
    one, other = counter("One", pid=1), counter("Other", pid=2)
    with Session(ScriptedBackend(one, other)) as session:
        assert [session.describe(target=ui).reason for ui in (one, other)] == ["the first read"] * 2
        count(one, 1)
        assert not told(session.describe(target=other))
        assert values(session.describe(target=one)) == [("0", "1")]


def test_m18_a_global_one_each_session_has_its_own() -> None:
    ui = counter()
    one, other = opened(ui), opened(ui)
    count(ui, 1)
    assert values(one.describe()) == [("0", "1")]
    count(ui, 2)
    assert values(other.describe()) == [("0", "2")]
    assert values(one.describe()) == [("1", "2")]


@pytest.mark.parametrize("asked", [{"roles": {"button"}}, {"scope": "e3"}, {"depth": 1}, {"prune": True}], ids=str)
def test_m18_a_filtered_one_what_was_left_out_has_not_gone_and_does_not_come(asked: dict[str, Any]) -> None:
    ui = counter()
    session = opened(ui)
    session.describe(**asked, mode="full")
    assert not told(session.describe())
    session.describe(**asked)
    count(ui, 1)
    report = session.describe()
    assert values(report) == [("0", "1")]
    assert (told(report).added, told(report).removed) == ((), ())


def test_m18_a_filtered_answer_says_that_something_else_changed() -> None:
    ui = counter()
    session = opened(ui)
    count(ui, 1)
    report = session.describe(roles={"button"})
    assert report.text == "# No change. 1 change outside the filter."
    assert report.reason == "nothing changed inside the filter"


@pytest.mark.parametrize("make", [lambda _: MemoryStore(), FileStore], ids=["memory", "files"])
def test_m18_one_overwritten_in_the_same_second_each_of_five_answers_is_a_moment_of_its_own(
    make: Callable[[Path], Any], tmp_path: Path
) -> None:
    ui = counter()
    clock = Clock(now=lambda: START)
    session = Session(ScriptedBackend(ui), ui, store=make(tmp_path / "kept"), clock=clock)
    tokens = []
    for value in range(5):
        count(ui, value)
        tokens.append(session.describe().token)
    assert len(set(tokens)) == 5
    for value, token in enumerate(tokens[:-1]):
        assert values(session.describe(since=token)) == [(str(value), "4")]


def test_m18_a_cache_that_did_not_look_each_answer_has_read_the_window() -> None:
    ui, time = counter(), Time()
    session = Session(Polled(ui, time=time), ui, clock=time.clock())
    session.describe()
    for value in range(1, 30):
        count(ui, value % 7)  # of one length, and at one moment
        reads = ui.reads
        report = session.describe()
        assert ui.reads == reads + 1
        assert values(report) == [(str((value - 1) % 7), str(value % 7))]


# M19: no refs, or too many


@every_format
def test_m19_whatever_came_or_changed_can_be_acted_on_by_what_the_text_says(format: str) -> None:
    ui = counter()
    session = opened(ui, format=format)
    ui.roots[0].add({"role": "button", "name": "Fresh"})
    count(ui, 1)
    report = session.describe(mode="diff")
    if format not in ("compact", "json"):  # document 1 gives it none, and the lossless one has indices
        for number in (2, 11):
            assert re.search(rf'(?<![\d.])e?{number}(?![\d.])|"id":{number}', report.text)
    fresh = report.snapshot.find(name="Fresh")[0]
    assert report.refs.numbers[fresh.index] == 11
    assert session.handle("e11") is ui.find(name="Fresh")
    assert session.handle("e2") is ui.find(role="textbox")


@every_format
@ids_that_last_or_not
def test_m19_elements_that_are_numbered_anew_by_the_program_are_no_change(format: str, stable_ids: bool) -> None:
    ui = counter(stable_ids=stable_ids)
    session = opened(ui, format=format)
    ui.roots[0].recreate()
    report = session.describe()
    assert (report.mode, told(report).record_count) == ("diff", 0)
    assert tuple(report.refs.numbers) == tuple(range(1, 11))
    assert session.handle("e2") is ui.find(role="textbox")


@ids_that_last_or_not
def test_m19_a_row_in_front_of_all_others_renumbers_none_of_them(stable_ids: bool) -> None:
    ui = counter(stable_ids=stable_ids)
    session = opened(ui)
    ui.roots[0].add({"role": "link", "name": "New"}, at=0)
    report = session.describe()
    assert changes(report) == ['+ first in e1: link e11 "New"']
    assert tuple(report.refs.numbers) == (1, 11, *range(2, 11))


def test_m19_a_number_is_never_given_to_another_element() -> None:
    ui = counter()
    session = opened(ui)
    numbers: set[int] = set(range(1, 11))
    for number in range(10):
        node = ui.roots[0].add({"role": "link", "name": f"Link {number}"})
        report = session.describe()
        (came,) = told(report).added
        ref = report.refs.numbers[came.after.index]
        assert ref not in numbers
        numbers.add(ref)
        node.remove()
        session.describe()


# M20: compared with itself


@pytest.mark.parametrize("make", [lambda _: MemoryStore(), FileStore], ids=["memory", "files"])
def test_m20_what_is_read_is_compared_before_it_is_kept(make: Callable[[Path], Any], tmp_path: Path) -> None:
    ui = counter()
    session = opened(ui, store=make(tmp_path / "kept"))
    for value in range(1, 4):
        count(ui, value)
        assert values(session.describe()) == [(str(value - 1), str(value))]
        assert not told(session.describe())


def test_m20_from_one_run_to_the_next_too(tmp_path: Path) -> None:
    ui = counter()
    for value in range(4):
        count(ui, value)
        with Session(ScriptedBackend(ui), ui, store=FileStore(tmp_path / "kept")) as session:
            report = session.describe()
        assert (values(report) if value else report.delta) == ([(str(value - 1), str(value))] if value else None)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("settle", [None, 0.2])
def test_m20_an_action_is_compared_with_what_was_before_it(fresh: bool, settle: float | None) -> None:
    ui, time = counter(), Time()
    session = Session(Polled(ui, time=time), ui, clock=time.clock())
    for value in range(1, 4):
        report = session.act(lambda value=value: count(ui, value), fresh=fresh, settle=settle)  # type: ignore[misc]
        assert values(report) == [(str(value - 1), str(value))]


def test_m20_polls_in_between_do_not_swallow_what_they_have_seen() -> None:
    ui, time = counter(), Time()
    session = Session(Polled(ui, time=time), ui, clock=time.clock())
    session.describe()
    count(ui, 1)
    assert session.settle(0.2)
    assert [record.type for record in session.observe(duration=1)] == ["snapshot", "done"]
    count(ui, 2)
    report = session.wait()
    assert values(report) == [("0", "2")]
