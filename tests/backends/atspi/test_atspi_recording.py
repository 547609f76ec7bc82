"""A real program, recorded while it is used, and read back."""

from pathlib import Path

from tests.backends.atspi.subjects import form
from tests.desktop.forms import GTK3
from tests.desktop.private import Desktop
from uidiff import Recorder, diff, read_recording, record
from uidiff.recordings.reader import RecordingStep


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
