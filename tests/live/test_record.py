"""``uidiff.record``: a window in a file whenever it differs, and why it ended."""

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.watching import START, Polled, Time, Woken, mail
from uidiff import Limits, Recorder, Snapshot, Window, read_recording, record, write_recording
from uidiff.backends.recorded import RecordedBackend
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import AppGone, BackendError, LimitExceeded, UnknownName, WindowNotFound
from uidiff.recordings.reader import RecordingStep
from uidiff.stream import Recorded


def recorded(ui: ScriptedUI, path: Path, time: Time | None = None, **options: Any) -> Recorded:  # noqa: ANN401
    """Record ten seconds of a UI, if nothing else is said."""
    time = time or Time()
    backend = options.pop("backend", None) or Polled(ui, time=time)
    target = options.pop("target", ui)
    return record(backend, target, path, **{"duration": 10, "clock": time.clock(), **options})


def names(path: Path, role: str = "button") -> list[list[str | None]]:
    return [[element.name for element in snapshot.find(role=role)] for snapshot in read_recording(path)]


def test_a_window_is_written_when_it_differs_and_not_else(tmp_path: Path) -> None:
    ui, time, path = mail(), Time(), tmp_path / "a.jsonl"
    time.at(2.5, lambda: ui.find(role="button").change(name="Load"))
    time.at(6.5, lambda: ui.find(role="button").remove())
    told = recorded(ui, path, time)
    assert told == Recorded(path=path, session="a", steps=3, errors=0, size=path.stat().st_size, ended="duration")
    assert names(path) == [["Loading..."], ["Load"], []]
    assert [round((snapshot.taken_at or 0) - START) for snapshot in read_recording(path)] == [0, 3, 7]
    assert ui.reads == 11
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600


def test_a_change_that_is_told_of_is_written_before_the_interval_is_over(tmp_path: Path) -> None:
    ui, time = mail(), Time()
    time.at(2.5, lambda: ui.find(role="button").change(name="Load"))
    recorded(ui, tmp_path / "a", time, backend=Woken(ui, time=time), interval=5)
    assert [(s.taken_at or 0) - START for s in read_recording(tmp_path / "a")] == pytest.approx([0, 2.55], abs=0.01)


@pytest.mark.parametrize(("took", "most"), [(0.0, 201), (0.3, 18), (5.0, 3)])
def test_a_backend_that_tells_of_changes_all_the_time_is_read_for_half_of_it_at_the_most(
    tmp_path: Path, took: float, most: int
) -> None:
    class Restless(Polled):
        def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a scripted one
            self.time.sleep(took)
            return super().read(target, **given)

        def changes(self, target: Any) -> Any:  # noqa: ANN401  # a source of changes
            del target
            return self

        def wait(self, timeout: float) -> bool:
            return timeout >= 0

    ui, time = mail(), Time()
    told = recorded(ui, tmp_path / "a", time, backend=Restless(ui, time=time))
    assert told.steps == 1
    assert 3 <= ui.reads <= most


def test_ids_that_are_others_at_each_read_are_no_change(tmp_path: Path) -> None:
    ui, time = mail(stable_ids=False), Time()
    time.at(2.5, lambda: ui.find(role="button").change(name="Load"))
    assert recorded(ui, tmp_path / "a", time).steps == 2


def test_what_is_ignored_is_no_reason_for_a_step_but_comes_with_the_next_one(tmp_path: Path) -> None:
    ui, time = mail(), Time()
    time.at(1.5, lambda: ui.find(role="button").change(bounds=[1, 2, 3, 4]))
    time.at(2.5, lambda: ui.find(role="textbox").change(value="ada"))
    assert recorded(ui, tmp_path / "a", time, ignore=["bounds"]).steps == 2
    assert [snapshot.find(role="button")[0].bounds for snapshot in read_recording(tmp_path / "a")] == [
        None,
        (1, 2, 3, 4),
    ]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
@given(data=st.data())
def test_what_is_read_back_is_what_was_seen(
    tmp_path_factory: pytest.TempPathFactory, ending: str, data: st.DataObject
) -> None:
    ui, time = mail(), Time()
    path = tmp_path_factory.mktemp("oracle") / f"a.{ending}"
    seen: list[Snapshot] = []

    class Seeing(Polled):
        def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a scripted one
            snapshot = super().read(target, **given)
            if not seen or (snapshot.columns, snapshot.title) != (seen[-1].columns, seen[-1].title):
                seen.append(snapshot)
            return snapshot

    texts = st.sampled_from(["Save", "Send", "é\u2028\n", "", "x" * 300])
    for number in range(data.draw(st.integers(0, 8))):
        item = data.draw(st.integers(0, 20))
        text = data.draw(texts)
        edit = data.draw(st.sampled_from(["name", "value", "add", "remove", "move", "title", "fail", "cut"]))
        time.at(number + 0.5, lambda edit=edit, item=item, text=text: _edit(ui, edit, item, text))  # type: ignore[misc]
    told = recorded(ui, path, time, backend=Seeing(ui, time=time))
    read = read_recording(path)
    back = list(read)
    assert [snapshot.columns for snapshot in back] == [snapshot.columns for snapshot in seen]
    assert [snapshot.title for snapshot in back] == [snapshot.title for snapshot in seen]
    assert (told.steps, told.errors) == (len(seen), len(read.errors))
    moments = [snapshot.taken_at or 0 for snapshot in back]
    assert all(one < other for one, other in pairwise(moments))
    assert path.stat().st_size == told.size


def _edit(ui: ScriptedUI, edit: str, item: int, text: str) -> None:
    nodes = list(ui.top.descendants)
    node = nodes[item % len(nodes)]
    match edit:
        case "name" | "value":
            node.change(**{edit: text})
        case "add":
            node.add({"role": "text", "name": text})
        case "remove" if node not in ui.roots:
            node.remove()
        case "move" if node.parent is not None:
            node.move(node.parent, at=0)
        case "title":
            ui.title = text
        case "fail":
            ui.fail(BackendError("no answer"))
        case "cut":
            ui.cut(node)


# reads that fail


def test_a_read_that_fails_is_an_error_line_and_recording_goes_on(tmp_path: Path) -> None:
    ui, time, path = mail(), Time(), tmp_path / "a.jsonl"
    time.at(1.5, lambda: ui.fail(BackendError("no answer"), times=3))
    time.at(5.5, lambda: ui.fail(BackendError("no answer")))
    time.at(7.5, lambda: ui.find(role="button").remove())
    told = recorded(ui, path, time)
    assert (told.steps, told.errors, told.ended) == (2, 2, "duration")
    steps = list(read_recording(path).steps())
    assert [step.seq for step in steps] == [0, 1, 2, 3]
    errors = [step.error for step in steps if step.error is not None]
    assert [error.error for error in errors] == ["no answer", "no answer"]
    assert [(error.taken_at or 0) - START for error in errors] == pytest.approx([2, 6], abs=0.01)


def test_what_was_not_read_is_recorded_as_unread_and_not_as_gone(ui: ScriptedUI, time: Time, tmp_path: Path) -> None:
    time.at(1.5, lambda: ui.cut(ui.find(role="list")))
    recorded(ui, tmp_path / "a", time)
    first, part, last = read_recording(tmp_path / "a")
    assert [element.role for element in part.unread] == ["list"]
    assert first.columns == last.columns
    assert not first.partial


def test_a_program_that_has_gone_ends_it_or_is_waited_for(tmp_path: Path) -> None:
    for reconnect in (False, True):
        ui, time, path = mail(), Time(), tmp_path / f"{reconnect}"
        time.at(2.5, ui.close)
        time.at(6.5, ui.restart)
        told = recorded(ui, path, time, reconnect=reconnect)
        assert (told.steps, told.errors, told.ended) == ((2, 1, "duration") if reconnect else (1, 1, "gone"))
        assert time.passed == (10 if reconnect else 3)
        assert len({snapshot.pid for snapshot in read_recording(path)}) == told.steps


def test_a_first_read_that_fails_is_an_error_and_leaves_no_file(ui: ScriptedUI, tmp_path: Path) -> None:
    ui.fail(AppGone("it has gone"))
    with pytest.raises(AppGone, match="it has gone"):
        recorded(ui, tmp_path / "a")
    with pytest.raises(WindowNotFound):
        recorded(ui, tmp_path / "a", target=Window(app="Other"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("target", [None, Window(title="Inbox")])
def test_a_target_that_may_be_anyones_is_refused(tmp_path: Path, target: object) -> None:
    with (
        Recorder(Polled(mail()), target, tmp_path / "a") as recorder,
        pytest.raises(ValueError, match=r"^record needs"),
    ):
        recorder.run(duration=1)
    assert list(tmp_path.iterdir()) == []


# bounds


def test_it_ends_with_so_many_steps(ui: ScriptedUI, time: Time, tmp_path: Path) -> None:
    for second in range(8):
        time.at(second + 0.5, lambda second=second: ui.find(role="button").change(name=str(second)))  # type: ignore[misc]
    told = recorded(ui, tmp_path / "a", time, max_steps=4, duration=None)
    assert (told.steps, told.ended) == (4, "max_steps")
    assert names(tmp_path / "a") == [["Loading..."], ["0"], ["1"], ["2"]]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_it_ends_before_the_file_is_too_large(tmp_path: Path, ending: str) -> None:
    ui, time, path = mail(), Time(), tmp_path / f"a.{ending}"
    for second in range(100):
        time.at(second + 0.5, lambda second=second: ui.find(role="button").change(name=str(second)))  # type: ignore[misc]
    told = recorded(ui, path, time, max_bytes=2000, duration=None)
    assert told.ended == "max_bytes"
    assert 1500 < path.stat().st_size == told.size <= 2000
    assert names(path) == [["Loading..."], *([str(second)] for second in range(told.steps - 1))]
    again = recorded(ui, path, time, max_bytes=2000, resume=True)
    assert (again.steps, again.ended, again.size) == (0, "max_bytes", path.stat().st_size)


def test_a_window_too_large_for_the_file_is_an_error_and_no_file(tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded, match="a recording of more than 300 bytes"):
        recorded(mail(), tmp_path / "a", max_bytes=300)
    assert list(tmp_path.iterdir()) == []


def test_windows_larger_than_the_limits_are_recorded_as_far_as_these_go(tmp_path: Path) -> None:
    recorded(mail(), tmp_path / "a", limits=attrs.evolve(Limits.live(), max_depth=2))
    (snapshot,) = read_recording(tmp_path / "a")
    assert snapshot.partial


@pytest.mark.parametrize("option", ["max_bytes", "max_steps"])
@pytest.mark.parametrize("most", [0, -1, 1.5, True, "1"])
def test_a_bound_that_is_none_is_refused(tmp_path: Path, option: str, most: object) -> None:
    with pytest.raises(ValueError, match=f"{option} is a whole number from 1 on"):
        recorded(mail(), tmp_path / "a", None, **{option: most})
    assert list(tmp_path.iterdir()) == []


# going on


def test_a_recording_goes_on_and_its_times_go_up_though_the_clock_was_set_back(tmp_path: Path) -> None:
    ui, late, path = mail(), Time(), tmp_path / "a"
    late.passed = 1000
    assert recorded(ui, path, late).steps == 1
    ui.find(role="button").remove()
    seen: list[RecordingStep] = []
    assert recorded(ui, path, Time(), resume=True, on_step=seen.append).steps == 1
    steps = list(read_recording(path).steps())
    assert [step.seq for step in steps] == [0, 1]
    assert seen == steps[1:]
    first, second = (step.snapshot.taken_at or 0 for step in steps if step.snapshot)
    assert START + 1000 < first < second < START + 1001


def test_a_file_that_is_there_is_kept_unless_something_else_is_said(tmp_path: Path) -> None:
    recorded(mail(), tmp_path / "a")
    with pytest.raises(FileExistsError, match="say resume=True to go on in it, or overwrite=True"):
        recorded(mail(), tmp_path / "a")
    ui = mail()
    ui.title = "Drafts"
    recorded(ui, tmp_path / "a", overwrite=True)
    assert [snapshot.title for snapshot in read_recording(tmp_path / "a")] == ["Drafts"]


def test_an_unknown_backend_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean 'scripted'"):
        record("scriptd", mail(), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_is_recorded_is_the_same(tmp_path: Path) -> None:
    steps = [
        Snapshot.from_dicts([{"role": "list", "name": name}], action=f"to {name}", taken_at=START + number, window="w")
        for number, name in enumerate("abcab")
    ]
    write_recording(tmp_path / "a", steps)
    time = Time()
    told = record(RecordedBackend(), str(tmp_path / "a"), tmp_path / "b", clock=time.clock())
    assert (told.steps, told.errors, told.ended) == (5, 1, "gone")
    again = list(read_recording(tmp_path / "b"))
    assert [(s.columns, s.action) for s in again] == [(s.columns, s.action) for s in steps]


def test_ctrl_c_leaves_all_that_was_seen_and_says_so(ui: ScriptedUI, time: Time, tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    time.at(2.5, interrupt)
    with Recorder(Polled(ui, time=time), ui, tmp_path / "a.gz", clock=time.clock()) as recorder:
        with pytest.raises(KeyboardInterrupt):
            recorder.run()
        assert (recorder.recorded.steps, recorder.recorded.ended) == (1, "interrupted")
    assert len(list(read_recording(tmp_path / "a.gz"))) == 1
