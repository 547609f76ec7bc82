"""Sessions on real programs: nothing happens while they are idle, refs last, and all that changes is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.backends.atspi.subjects import Shared, form, on, until_still
from tests.backends.subjects import read
from tests.desktop.forms import GTK3, GTK4, QT5, QT6, TOOLKITS, Toolkit
from tests.desktop.private import Desktop
from tests.desktop.program import eventually
from uidiff import AsyncSession, Recorder, Session, diff, read_recording, record
from uidiff.backends.atspi import AtspiBackend
from uidiff.errors import BackendError, NotActionable, StaleRef
from uidiff.recordings.reader import RecordingStep

READS = 50

CHANGES = (
    ("tick 12:01", '"12:01"'),
    ("rename Store", '"Store"'),
    ("insert Newcomer", '"Newcomer"'),
    ("remove 2", '"Person 1"'),
    ("type Grace", '"Grace"'),
    ("before New", '"New"'),
    ("dialog Really?", '"Really?"'),
    ("dismiss", '"removed"'),
    ("title Other", '"Other"'),
    ("recreate", '"Store"'),
    ("tick 12:02", '"12:02"'),
)
"""What a form is told to do, and what the stream says then."""


def test_fifty_reads_of_an_idle_program_report_nothing(shared: Shared) -> None:
    shared.program.tell("tab 2")  # with cells that Qt gives new objects at each read
    shared.read()
    with Session(shared.backend, "shared form", timeout=20) as ui:  # however busy the machine is
        ui.describe()
        for _ in range(READS):
            report = ui.describe(mode="diff")
            assert not report.delta  # nothing is exempt: the clock of these forms stands, and no caret is read
            assert not report.renewed


@on(*TOOLKITS)
def test_a_ref_of_three_reads_ago_is_pressed_though_its_button_was_recreated(
    toolkit: Toolkit, desktop: Desktop
) -> None:
    with form(toolkit, desktop) as (backend, running), Session(backend, "form", timeout=60) as ui:
        first = ui.describe()
        (save,) = first.snapshot.find(role="button", name="Save")
        ref = f"e{first.refs.numbers[save.index]}"
        before = ui.handle(ref)
        for line in ("before New", "before Newer", "recreate"):
            running.tell(line)
            until_still(backend, "form")
            ui.describe()
        assert ui.handle(ref) != before
        ui.act(save.actions[0], ref)
        eventually(lambda: read(backend, "form").find(name="Saved"))
        assert ui.describe().element(ref).name == "Save"


@on(*TOOLKITS)
def test_the_ref_of_a_row_that_went_is_stale(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running), Session(backend, "form", timeout=60) as ui:
        running.tell("tab 1")
        until_still(backend, "form")
        first = ui.describe()
        (row, *_) = first.snapshot.find(name="Person 1")
        ref = f"e{first.refs.numbers[row.index]}"
        running.tell("remove 1")
        until_still(backend, "form")
        with pytest.raises(StaleRef):
            ui.act("focus", ref)
        assert ui.describe().delta
        with pytest.raises(StaleRef, match="was gone at the read of"):
            ui.handle(ref)


@on(*TOOLKITS)
def test_an_action_is_done_only_with_what_was_told_and_what_takes_it(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running), Session(backend, "form", timeout=60) as ui:
        first = ui.describe()
        (save,) = first.snapshot.find(role="button", name="Save")
        (name,) = first.snapshot.find(role="textbox", name="Name")
        press, field = (f"e{first.refs.numbers[one.index]}" for one in (save, name))
        running.tell("rename Delete all")  # the same object of the program shows another thing
        with pytest.raises(StaleRef, match=r'it was button "Save", and is button "Delete all" now; nothing was done'):
            ui.act("press", press)
        running.tell("rename Save")
        running.tell("enabled no")
        with pytest.raises(NotActionable, match=rf'{press} button "Save": it is disabled; nothing was done') as error:
            ui.act("press", press)
        assert error.value.cause == "disabled"
        running.tell("fixed yes")
        with pytest.raises(NotActionable, match="it is read-only; nothing was done"):
            ui.act("type", field, "Grace")
        assert not ui.describe().snapshot.find(name="Saved")
        running.tell("enabled yes")
        running.tell("fixed no")
        ui.act("type", field, "Grace")
        ui.act("press", press)
        eventually(lambda: read(backend, "form").find(name="Saved"))
        assert ui.describe().element(field).value == "Grace"


@on(*TOOLKITS)
def test_a_stream_tells_every_change(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running), Session(backend, "form", timeout=60) as ui:
        running.tell("tab 1")
        until_still(backend, "form")
        with ui.observe(interval=0.5, duration=60) as stream:
            assert next(stream).line().startswith('{"type":"snapshot"')
            for line, text in CHANGES:
                if line == "recreate":  # nothing that anybody sees, but perhaps that it was moved
                    running.tell(line)
                    continue
                running.begin(line)
                assert any(text in record.line() for record in stream), line
                running.expect_answer()


@on(GTK3, QT6)
def test_a_stream_goes_on_with_a_restarted_program(toolkit: Toolkit, desktop: Desktop) -> None:
    with (
        form(toolkit, desktop) as (backend, running),
        Session(backend, "form", timeout=60) as ui,
        ui.observe(interval=0.2, duration=60, reconnect=True) as stream,
    ):
        next(stream)
        running.kill()
        assert next(stream).line().startswith('{"type":"error"')
        with toolkit.form(desktop) as again:
            assert any('"type":"snapshot"' in record.line() for record in stream)
            again.tell("tick 12:01")
            assert any('"12:01"' in record.line() for record in stream)


def test_a_session_that_is_told_the_backend_by_name_finds_the_desktop(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", desktop.bus)
    with form(GTK4, desktop), Session("atspi", "form", timeout=60) as ui:
        assert "Save" in ui.describe().text
        assert "form" in {window.app for window in ui.windows()}


def test_an_async_session_reads_in_its_worker(desktop: Desktop) -> None:
    async def asked(backend: AtspiBackend) -> tuple[str, str]:
        async with AsyncSession(backend, "form", timeout=60) as ui:
            first = await ui.describe()
            (save,) = first.snapshot.find(role="button", name="Save")
            done = await ui.act(save.actions[0], f"e{first.refs.numbers[save.index]}")
            return first.text, done.text

    with form(GTK3, desktop) as (backend, _):
        whole, delta = asyncio.run(asked(backend))
        assert '"Ready"' in whole
        assert '"Ready" -> "Saved"' in delta


def test_a_program_that_hangs_is_an_error_and_the_baseline_is_kept(desktop: Desktop) -> None:
    with form(QT5, desktop) as (backend, running), Session(backend, "form", timeout=60) as ui:
        ui.describe()
        running.stop()
        with pytest.raises(BackendError):
            ui.describe()
        running.go_on()
        until_still(backend, "form")
        running.tell("tick 12:01")
        until_still(backend, "form")
        assert '"12:00" -> "12:01"' in ui.describe(mode="diff").text


def test_a_real_program_is_recorded_and_read_back(desktop: Desktop, tmp_path: Path) -> None:
    path = tmp_path / "form.jsonl.gz"
    with form(GTK3, desktop) as (backend, running):
        with Recorder(backend, "form", path) as recorder:
            seen = [
                recorder.step("open"),
                recorder.step("rename", lambda: running.tell("rename Store")),
                recorder.step("nothing"),
            ]

        def go_on(step: RecordingStep) -> None:
            if step.seq == len(seen):
                running.tell("rename Keep")

        done = record(backend, "form", path, resume=True, max_steps=2, duration=30, on_step=go_on)
    assert (done.steps, done.errors, done.ended) == (2, 0, "max_steps")
    steps = list(read_recording(path))
    assert steps[:3] == seen
    assert not diff(steps[1], steps[2])
    assert [len(step.find(role="button", name="Store")) for step in steps] == [0, 1, 1, 1, 0]
    assert len(steps[4].find(role="button", name="Keep")) == 1
