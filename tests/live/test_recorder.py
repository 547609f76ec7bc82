"""``uidiff.Recorder``: a script, step by step, in both sessions; and nothing secret in the file."""

import asyncio
import gzip
import inspect
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.live.signing_in import SECRET, WORDS, password, show, sign_in
from tests.live.watching import AsyncPolled, Polled, Time, in_a_loop, mail
from uidiff import AsyncRecorder, Recorder, Redaction, Snapshot, read_recording
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, BackendError, LimitExceeded

Script = Callable[[Any], Awaitable[None]]


class Awaited:
    """A sync recorder whose steps can be awaited, so that one script serves all."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    @property
    def recorded(self) -> object:
        return self._recorder.recorded

    async def step(self, *given: Any, **options: Any) -> Snapshot:  # noqa: ANN401  # those of a step
        return self._recorder.step(*given, **options)

    async def run(self, **options: Any) -> object:  # noqa: ANN401  # those of a run
        return self._recorder.run(**options)


def sync(ui: ScriptedUI, path: Path, script: Script, **options: Any) -> None:  # noqa: ANN401  # of a recorder
    async def main() -> None:
        with Recorder(Polled(ui), ui, path, clock=Time().clock(), **options) as recorder:
            await script(Awaited(recorder))

    asyncio.run(main())


def _async(backend: Any, ui: ScriptedUI, path: Path, script: Script, options: dict[str, Any]) -> None:  # noqa: ANN401
    async def main() -> None:
        async with AsyncRecorder(backend, ui, path, clock=Time().clock(awaited=True), **options) as recorder:
            await script(recorder)

    asyncio.run(main())


def awaited(ui: ScriptedUI, path: Path, script: Script, **options: Any) -> None:  # noqa: ANN401  # of a recorder
    _async(AsyncPolled(ui), ui, path, script, options)


def in_a_worker(ui: ScriptedUI, path: Path, script: Script, **options: Any) -> None:  # noqa: ANN401  # of a recorder
    _async(Polled(ui), ui, path, script, options)


each = pytest.mark.parametrize("play", [sync, awaited, in_a_worker])
Play = Callable[..., None]


@each
def test_each_step_is_written_with_its_action_be_it_as_it_was(tmp_path: Path, play: Play) -> None:
    ui, path = mail(), tmp_path / "a.jsonl"

    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        first = await recorder.step("open")
        assert list(read_recording(path)) == [first]
        await recorder.step("load", lambda: ui.find(role="button").change(name="Loaded"))
        await recorder.step()
        await recorder.step("close", lambda: ui.find(role="button").remove(), settle=None)
        assert (recorder.recorded.steps, recorder.recorded.ended) == (4, None)

    play(ui, path, script)
    steps = list(read_recording(path))
    assert [step.action for step in steps] == ["open", "load", None, "close"]
    assert [[button.name for button in step.find(role="button")] for step in steps] == [
        ["Loading..."],
        ["Loaded"],
        ["Loaded"],
        [],
    ]
    assert steps == sorted(steps, key=lambda step: step.taken_at or 0)


@each
def test_steps_and_runs_go_into_one_file(ui: ScriptedUI, tmp_path: Path, play: Play) -> None:
    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        await recorder.step("open")
        ui.then(lambda: ui.find(role="button").remove())
        assert (await recorder.run(duration=2)).ended == "duration"
        await recorder.step("end")

    play(ui, tmp_path / "a.jsonl.gz", script)
    assert [step.action for step in read_recording(tmp_path / "a.jsonl.gz")] == ["open", None, "end"]


@each
def test_an_action_that_fails_records_nothing_and_a_read_that_fails_is_recorded(tmp_path: Path, play: Play) -> None:
    ui, path = mail(), tmp_path / "a.jsonl"

    def fail() -> None:
        raise LookupError("no such button")

    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        await recorder.step("open")
        with pytest.raises(LookupError, match="no such button"):
            await recorder.step("press", fail)
        with pytest.raises(BackendError, match="no answer"):
            await recorder.step("press", lambda: ui.fail(BackendError("no answer")), settle=None)
        await recorder.step("again")
        with pytest.raises(AppGone):
            await recorder.step("close", ui.close)

    play(ui, path, script)
    assert [step.error and step.error.error[:9] for step in read_recording(path).steps()] == [
        None,
        "no answer",
        None,
        "the scrip",
    ]


@each
def test_a_step_for_which_there_is_no_room_is_an_error_and_the_file_is_whole(tmp_path: Path, play: Play) -> None:
    ui = mail()

    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        await recorder.step("open")
        await recorder.step("again")
        with pytest.raises(LimitExceeded, match="as many steps as it may have; pass max_steps="):
            await recorder.step("more", lambda: ui.find(role="button").remove())
        assert (await recorder.run()).ended == "max_steps"

    play(ui, tmp_path / "a", script, max_steps=2)
    assert [step.action for step in read_recording(tmp_path / "a")] == ["open", "again"]
    assert len(ui.find_all(role="button")) == 1


@each
@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_no_password_is_in_the_file_though_a_button_shows_it_and_recording_is_resumed(
    tmp_path: Path, play: Play, ending: str
) -> None:
    ui, path = sign_in(), tmp_path / f"a.{ending}"

    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        await recorder.step("open")
        await recorder.step("show", lambda: show(ui))
        await recorder.run(duration=1)

    async def more(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        await recorder.step("type", lambda: password(ui).change(value=WORDS[1]))
        ui.then(lambda: password(ui).change(value=WORDS[2]))
        await recorder.run(duration=2)

    play(ui, path, script)
    play(ui, path, more, resume=True)
    data = path.read_bytes()
    assert b"zq" not in (gzip.decompress(data) if ending.endswith("gz") else data)
    assert not SECRET.search(data)
    steps = list(read_recording(path))
    assert [step.action for step in steps] == ["open", "show", "type"]  # what changed is hidden: no other step


@each
def test_what_a_pattern_finds_is_in_no_action_and_no_error(tmp_path: Path, play: Play) -> None:
    ui, path = mail(), tmp_path / "a.jsonl"

    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        await recorder.step("type zq-1")
        ui.fail(BackendError("zq-2 does not answer"))
        with pytest.raises(BackendError):
            await recorder.step(settle=None)

    play(ui, path, script, redact=Redaction(patterns=["zq-[0-9]"]))
    assert "zq" not in path.read_text()
    assert len(list(read_recording(path).steps())) == 2


@each
def test_a_recorder_that_was_closed_records_no_more(tmp_path: Path, play: Play) -> None:
    kept: list[Any] = []

    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        kept.append(getattr(recorder, "_recorder", recorder))
        await recorder.step("open")
        closed = kept[0].close()
        if inspect.isawaitable(closed):
            await closed
        for call in (recorder.step, recorder.run):
            with pytest.raises(BackendError, match="this recorder is closed: make another one, with resume=True"):
                await call()

    play(mail(), tmp_path / "a", script)
    assert len(list(read_recording(tmp_path / "a"))) == 1


@each
def test_an_action_that_is_not_said_in_words_is_refused(tmp_path: Path, play: Play) -> None:
    async def script(recorder: Any) -> None:  # noqa: ANN401  # one of the two
        with pytest.raises(TypeError, match="an action is said in words, got function"):
            await recorder.step(lambda: None)

    play(mail(), tmp_path / "a", script)
    assert list(tmp_path.iterdir()) == []


def test_an_async_action_is_awaited_and_a_cancelled_run_leaves_what_was_seen(ui: ScriptedUI, tmp_path: Path) -> None:
    async def rename() -> None:
        await asyncio.sleep(0)
        ui.find(role="button").name = "Loaded"

    async def main() -> None:
        async with AsyncRecorder(AsyncPolled(ui), ui, tmp_path / "a") as recorder:
            step = await recorder.step("load", rename, settle=None)
            assert step.find(role="button", name="Loaded")
            running = asyncio.create_task(recorder.run())
            while ui.reads < 2:  # noqa: ASYNC110  # it tells nobody
                await asyncio.sleep(0.01)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            assert recorder.recorded.ended == "interrupted"

    asyncio.run(main())
    assert len(list(read_recording(tmp_path / "a"))) == 1


@pytest.mark.parametrize("backend", [AsyncPolled, Polled, AsyncScriptedBackend, ScriptedBackend])
@in_a_loop
async def test_a_run_ends_when_another_task_closes_the_recorder(
    ui: ScriptedUI, tmp_path: Path, backend: Callable[[ScriptedUI], object]
) -> None:
    recorder = AsyncRecorder(backend(ui), ui, tmp_path / "a.gz")
    running = asyncio.create_task(recorder.run(interval=0.05, reconnect=True))
    while ui.reads < 2:  # noqa: ASYNC110  # it tells nobody
        await asyncio.sleep(0.01)
    await recorder.close()
    async with asyncio.timeout(120):  # where it hangs
        assert (await running).ended == "interrupted"
    assert len(list(read_recording(tmp_path / "a.gz").steps())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
def test_a_file_that_cannot_be_written_ends_it_and_is_whole(tmp_path: Path) -> None:
    import resource

    ui, before = mail(), resource.getrlimit(resource.RLIMIT_FSIZE)
    with Recorder(Polled(ui), ui, tmp_path / "a", clock=Time().clock()) as recorder:
        recorder.step("open")
        ui.then(ui.find(role="button").remove)
        resource.setrlimit(resource.RLIMIT_FSIZE, (recorder.recorded.size + 9, before[1]))
        try:
            with pytest.raises(OSError, match="File too large") as raised:
                recorder.run(duration=3)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert raised.value.filename == str(tmp_path / "a")
        assert len(list(read_recording(tmp_path / "a"))) == 1
        recorder.step("there is room again")
    assert [step.action for step in read_recording(tmp_path / "a")] == ["open", "there is room again"]
