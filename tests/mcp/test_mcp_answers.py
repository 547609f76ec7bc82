"""How long answers are, how errors are told, and how sessions end: in this process, with the SDK's real client."""

import asyncio
import logging
import threading

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.talking import ERAS, Reader, connected, is_harmless, mail, talk, until, until_steady
from uidiff import Limits, Redaction, Snapshot
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedTarget, ScriptedUI
from uidiff.errors import BackendError, MissingExtra, ReadTimeout
from uidiff.mcp import build_server
from uidiff.testing import HOSTILE_TEXTS
from uidiff.tokens import estimate_tokens

HIDDEN = "what stands in the mail"
HOSTILE = sorted({text for texts in HOSTILE_TEXTS.values() for text in texts})


# -------------------------------------------------------------------------------------------------------------- budget


def crowd(count: int) -> ScriptedUI:
    return ScriptedUI(
        {
            "role": "window",
            "name": "Crowd",
            "children": [{"role": "button", "name": f"Button number {n}"} for n in range(count)],
        }
    )


@pytest.mark.parametrize("budget", [110, 111, 150, 300, 1_000])
async def test_no_answer_is_longer_than_the_budget(budget: int) -> None:
    ui = crowd(400)
    others = [mail(pid=pid, title=f"Window number {pid}") for pid in range(2, 60)]
    async with talk(ui, *others, target=ui) as agent:
        ui.fail(ReadTimeout("no"))
        texts = [
            await agent.said("list_windows", budget=budget),
            await agent.error("describe", budget=budget),
            await agent.said("describe", budget=budget),
            await agent.said("find", role="button", budget=budget),
        ]
        for number in range(0, 400, 2):
            ui.find(name=f"Button number {number}").name = f"Other {number}"

        def change() -> None:
            for number in range(1, 400, 2):
                ui.find(name=f"Button number {number}").name = f"Other {number}"

        ui.then(lambda: None)  # before the first read
        ui.then(change)
        texts += [await agent.said("observe_for", seconds=1.5, interval=0.05, budget=budget)]
        texts += [await agent.said("wait_for", budget=budget)]
        texts += [await agent.said("act_and_diff", action="type", ref="e2", value="x", settle=0, budget=budget)]
        ui.restart()
        texts += [await agent.said("describe", budget=budget)]
    assert [text for text in texts if estimate_tokens(text) > budget] == []
    assert "more" in texts[3]
    assert "more records (" in texts[4]
    assert '"type":"done"' in texts[4].splitlines()[-1]


async def test_the_budget_of_the_server_holds_where_a_call_says_nothing() -> None:
    async with talk(crowd(400), budget=200) as agent:
        assert estimate_tokens(await agent.said("describe")) <= 200
        assert estimate_tokens(await agent.said("find", text="button")) <= 200
        assert estimate_tokens(await agent.said("describe", mode="full", budget=2_000)) > 200
    async with talk(crowd(4_000)) as agent:
        assert 9_000 < estimate_tokens(await agent.said("describe")) <= 10_000
    async with talk(crowd(4_000), budget=None) as agent:
        assert estimate_tokens(await agent.said("describe")) > 10_000


# -------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("describe", {"mode": "fulll"}, "unknown mode 'fulll'; did you mean 'full'?"),
        ("describe", {"roles": ["buton"]}, "unknown role 'buton'; did you mean 'button'?"),
        ("describe", {"roles": "button"}, "roles is a list of texts, got a text"),
        ("describe", {"role": "button"}, "unknown argument 'role'; did you mean 'roles'?"),
        ("describe", {"scope": "12e"}, "scope: a ref is a text such as 'e12'"),
        ("describe", {"scope": "e99"}, "e99 is a ref that no element has had in this session"),
        ("describe", {"since": "yesterday"}, "since: since is no time"),
        ("describe", {"depth": 0}, "depth is a whole number from 1 on"),
        ("describe", {"depth": 1.5}, "depth is a whole number, got a number"),
        ("describe", {"prune": "yes"}, "prune is true or false, got a text"),
        ("describe", {"budget": 3}, "budget is a whole number from 110 on"),
        ("describe", {"title": ""}, "the window: Window.title is a text that is not empty"),
        ("describe", {"title": "nowhere"}, "0 of the 1 scripted windows fit"),
        ("describe", {"pid": {"a": 1}}, "pid is a whole number, got an object"),
        ("observe_for", {"title": "nowhere"}, "no window fits: say which one by app"),
        ("observe_for", {"seconds": -1}, "seconds is a number from 0 to 600"),
        ("observe_for", {"seconds": 10_000}, "seconds is a number from 0 to 600"),
        ("observe_for", {"ignore": ["bound"]}, "unknown"),
        ("wait_for", {"event": "dialog-apeared"}, "unknown event 'dialog-apeared'; did you mean 'dialog-appeared'?"),
        ("wait_for", {"role": "buton"}, "unknown role 'buton'; did you mean 'button'?"),
        ("find", {}, "find needs a role, a name or a text"),
        ("act_and_diff", {}, "act_and_diff needs action"),
        ("act_and_diff", {"action": "press", "ref": "x\n"}, "ref: a ref is a text such as 'e12'"),
        ("observe_for", {"seconds": 10**400}, "seconds is a number from 0 to 600"),
        ("describe", {"since": 10**400}, "since: since is no time"),
        ("descibe", {}, "unknown tool 'descibe'; did you mean 'describe'?"),
    ],
)
async def test_a_wrong_argument_is_a_tool_error_of_one_line_that_says_the_cure(
    tool: str, arguments: dict[str, object], said: str
) -> None:
    async with talk(mail()) as agent:
        error = await agent.error(tool, **arguments)
        assert error.startswith(said)
        assert "\n" not in error
        assert (await agent.said("describe")).startswith("# full: 10 elements")  # nothing was lost by it


async def test_numbers_are_as_clear_as_texts_and_null_is_nothing() -> None:
    async with talk(mail()) as agent:
        await agent.said("describe", app=None, roles=None, depth=9.0)
        assert "# No change" in await agent.said("describe", since=1, scope=3)


async def test_an_error_of_somebody_elses_is_one_line_without_anything_that_acts() -> None:
    ui = mail()
    async with talk(ui) as agent:
        for text in HOSTILE:
            for error in (BackendError(f'it says "{text}"'), RuntimeError(text), ValueError(text)):
                ui.fail(error)
                assert is_harmless(await agent.error("describe"))


async def test_a_bug_is_masked_and_no_text_of_it_is_told_or_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError(HIDDEN)

    monkeypatch.setattr("uidiff.live.core.SessionCore.answer", broken)
    caplog.set_level(logging.DEBUG)

    async with talk(mail()) as agent:
        said = await agent.error("describe")
        assert said.startswith("unexpected ValueError: describe the window again")
        assert HIDDEN not in said
    assert HIDDEN not in caplog.text
    assert "'describe' failed: ValueError" in caplog.text


@pytest.mark.parametrize("error", [RuntimeError(HIDDEN), MissingExtra("web", "playwright")])
async def test_a_backend_that_cannot_be_made_is_an_error_too(error: Exception) -> None:
    def make() -> None:
        raise error

    async with connected(build_server(make)) as agent:
        said = await agent.error("describe")
        with pytest.raises(MCPError) as caught:
            await agent.tools()
        for text in (said, caught.value.error.message):
            assert "RuntimeError" in text or text == str(MissingExtra("web", "playwright"))
            assert HIDDEN not in text


async def test_no_text_of_the_program_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    ui = mail()
    async with talk(ui) as agent:
        await agent.said("describe")
        ui.fail(RuntimeError("Invoice 1 is broken"))
        await agent.error("describe")
        await agent.said("find", text="invoice")
    assert "Invoice" not in caplog.text


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("describe", {}),
        ("describe", {"mode": "full"}),
        ("find", {"role": "button"}),
        ("observe_for", {"seconds": 0}),
        ("wait_for", {"role": "button"}),
        ("list_windows", {}),
    ],
)
async def test_hostile_texts_come_out_quoted(tool: str, arguments: dict[str, object]) -> None:
    ui = ScriptedUI(
        {"role": "window", "name": "a?", "children": [{"role": "button", "name": "a!", "value": "a"}]}, title="a."
    )
    window, button = ui.find(role="window"), ui.find(role="button")
    counts = []
    async with talk(ui) as agent:
        await agent.said("describe")
        for text in ("b", *HOSTILE):
            ui.title, window.name, button.name, button.value = f"{text}.", f"{text}?", f"{text}!", text
            lines = (await agent.said(tool, **arguments)).split("\n")
            assert all(map(is_harmless, lines))
            counts.append(len(lines))
    exact = tool in {"find", "observe_for", "list_windows"}  # others break lines, or have nothing to tell
    assert max(counts) <= (min(counts) if exact else 6)


# ---------------------------------------------------------------------------------------------- sessions, and their end


@pytest.mark.parametrize("kind", [ScriptedBackend, AsyncScriptedBackend])
async def test_sync_and_async_backends_do_alike_and_are_closed_with_the_client(kind: type) -> None:
    made = []

    def make() -> object:
        made.append(kind(mail()))
        return made[-1]

    server = build_server(make)
    for _ in range(2):
        async with connected(server) as agent:
            assert (await agent.said("describe")).startswith("# full: 10 elements")
            assert (await agent.said("describe")).startswith("# No change")
    assert len(made) == 2
    assert all(backend._closed for backend in made)


@ERAS
async def test_cancelling_a_request_ends_the_wait(mode: str) -> None:
    readers = []

    def make() -> Reader:
        readers.append(Reader(mail()))
        return readers[-1]

    async with connected(build_server(make), mode=mode) as agent:
        waiting = asyncio.ensure_future(agent.call("wait_for", text="never", timeout=600))
        await until(lambda: bool(readers) and readers[0].reads > 0)
        waiting.cancel()
        await until_steady(lambda: readers[0].reads)
        assert (await agent.said("describe")).startswith("# full: 10 elements")


async def test_a_backend_that_blocks_its_event_loop_keeps_the_protocol_answering() -> None:
    entered, released = threading.Event(), threading.Event()

    class Blocking(AsyncScriptedBackend):
        async def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
            entered.set()
            released.wait()  # as a backend should not
            return await super().read(target, limits=limits, redact=redact, deadline=deadline)

    async with connected(build_server(lambda: Blocking(mail())), mode="legacy") as agent:
        blocking = asyncio.ensure_future(agent.said("describe"))
        await until(entered.is_set)
        await agent.client.session.send_ping()
        released.set()
        assert (await blocking).startswith("# full: 10 elements")


async def test_a_window_that_hangs_keeps_the_protocol_answering() -> None:
    ui = mail()
    async with talk(ui) as agent:
        await agent.said("list_windows")
        ui.hang()
        hanging = asyncio.ensure_future(agent.error("describe"))
        assert list(await agent.tools())
        assert "in time" in await hanging or "deadline" in await hanging
