"""The proxy between a client and a server: what passes as it is, what is changed, and what can go wrong."""

from __future__ import annotations

import io
import json
import logging
import threading
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from pydantic import ValidationError

from tests.proxy.behind import PAGE, TYPED, exchange, handshake, proxied, result_of, text
from uidiff.proxy.log import AnswerLog
from uidiff.proxy.relay import Relay
from uidiff.proxy.tree_results import Call, TreeResults

V: dict[str, Any] = {"jsonrpc": "2.0"}
FULL_TREE = '# full: 4 elements of "Shop" at "https://shop.test/"\n'


# ------------------------------------------------------------------------- what passes


async def test_messages_of_all_kinds_pass_as_they_are() -> None:
    of_client = [
        types.JSONRPCRequest(**V, id="r1", method="resources/read", params={"uri": "file:///a", "x": [1, {"y": None}]}),
        types.JSONRPCRequest(**V, id=7, method="prompts/get", params={"name": "p", "_meta": {"progressToken": 3}}),
        types.JSONRPCRequest(**V, id=8, method="of/tomorrow"),
        types.JSONRPCNotification(**V, method="notifications/roots/list_changed"),
        types.JSONRPCNotification(**V, method="notifications/cancelled", params={"requestId": 7, "reason": "late"}),
        types.JSONRPCResponse(**V, id=99, result={"role": "assistant", "content": {"type": "text", "text": "hi"}}),
        types.JSONRPCError(**V, id=98, error=types.ErrorData(code=-1, message="rejected", data={"by": "user"})),
    ]
    of_server = [
        types.JSONRPCNotification(**V, method="notifications/progress", params={"progressToken": 3, "progress": 0.5}),
        types.JSONRPCNotification(
            **V, method="notifications/message", params={"level": "info", "data": {"a": "é\u2028"}}
        ),
        types.JSONRPCRequest(**V, id=99, method="sampling/createMessage", params={"messages": [], "maxTokens": 5}),
        types.JSONRPCRequest(**V, id=98, method="elicitation/create", params={"message": "Sure?"}),
        types.JSONRPCResponse(**V, id="r1", result={"contents": [{"uri": "file:///a", "text": result_of(PAGE)}]}),
        types.JSONRPCError(**V, id=8, error=types.ErrorData(code=-32601, message="no such method", data=[1])),
        types.JSONRPCResponse(**V, id="nobody asked", result={}),
    ]
    async with proxied() as (before, behind):
        for message in of_client:
            await before.send(message)
            assert (await behind.hear()).model_dump() == message.model_dump()
        for message in of_server:
            await behind.say(message)
            assert (await before.get()).model_dump() == message.model_dump()


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"content": "none"},
        {"content": []},
        text("Done."),
        text("Done.", structuredContent={"tree": PAGE}, _meta={"a": 1}),
        text(result_of("- button\n-- half a tree\n")),
        text("\0\ufffd binary \x1b[31m"),
        {"content": [{"type": "image", "data": "AAAA", "mimeType": "image/png"}, 5, {"type": "text", "text": 5}]},
        text("### Error\nError: Ref e4 not found in the current page snapshot.", isError=True),
    ],
)
async def test_a_result_without_a_tree_that_can_be_read_passes_as_it_is(result: dict[str, Any]) -> None:
    async with proxied() as (before, behind):
        await before.call("browser_click", target="e3")
        await behind.answer(await behind.hear(), result)
        assert (await before.get()).result == result


async def test_a_client_that_writes_no_message_is_told_so() -> None:
    async with proxied() as (before, behind):
        await before.send(ValueError("no JSON"))
        assert (await before.get()).error.code == types.PARSE_ERROR
        assert "# full" in await exchange(before, behind, "browser_snapshot", result_of(PAGE))


# ------------------------------------------------------------------------ what is changed


async def test_the_tree_of_a_result_is_whole_once_and_then_what_changed() -> None:
    async with proxied() as (before, behind):
        first = await exchange(before, behind, "browser_navigate", result_of(PAGE), url="https://shop.test/")
        assert first.startswith(
            "### Page\n- Page URL: https://shop.test/\n- Page Title: Shop\n### Snapshot\n" + FULL_TREE
        )
        assert ' textbox e2 "Search"' in first
        then = await exchange(before, behind, "browser_type", result_of(TYPED), target="e2", text="lamp")
        assert then.endswith('\n~ textbox e2 "Search"="lamp" focused\n')
        anew = await exchange(before, behind, "browser_click", result_of(TYPED.replace("e3", "e9")), target="e3")
        assert anew.endswith("# No change.\n~ refs: e3 is now e9\n")


async def test_other_items_of_a_result_stay_beside_the_tree() -> None:
    picture = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
    async with proxied() as (before, behind):
        await before.call("browser_click")
        await behind.answer(await behind.hear(), {"content": [picture, *text(result_of(PAGE))["content"]], "_meta": {}})
        result = (await before.get()).result
        assert result["content"][0] == picture
        assert "# full" in result["content"][1]["text"]
        assert result["_meta"] == {}


async def test_a_part_that_was_asked_for_is_compared_with_the_same_part_alone() -> None:
    async with proxied() as (before, behind):
        await exchange(before, behind, "browser_navigate", result_of(PAGE))
        part = result_of('- button "Buy" [ref=e3]\n')
        assert "# full: 2 elements" in await exchange(before, behind, "browser_snapshot", part, target="e3")
        assert "# No change." in await exchange(before, behind, "browser_snapshot", part, target="e3")
        assert "# No change." in await exchange(before, behind, "browser_snapshot", result_of(PAGE))


async def test_each_page_has_its_own_last_tree() -> None:
    async with proxied() as (before, behind):
        assert "# full" in await exchange(before, behind, "click", result_of(PAGE), pageId=1)
        assert "# full" in await exchange(before, behind, "click", result_of(TYPED), pageId=2)
        assert "# No change." in await exchange(before, behind, "click", result_of(PAGE), pageId=1)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("browser_evaluate", {"function": "() => document.title"}),
        ("browser_network_request", {"index": 1}),
        ("browser_console_messages", {}),
        ("evaluate_script", {"function": "() => 1"}),
        ("browser_snapshot", {"filename": "page.md"}),
        ("take_snapshot", {"filePath": "page.txt"}),
    ],
)
async def test_texts_of_pages_and_files_that_were_asked_for_are_left_alone(
    tool: str, arguments: dict[str, Any]
) -> None:
    async with proxied() as (before, behind):
        assert await exchange(before, behind, tool, result_of(PAGE), **arguments) == result_of(PAGE)


async def test_the_handshake_and_the_tools_say_how_to_read_the_answers() -> None:
    tools = ({"name": "take_part", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},)
    async with proxied() as (before, behind):
        greeting, listed = await handshake(before, behind, tools)
        assert greeting["instructions"].startswith("Be kind.\n\nuidiff shortens")
        assert greeting["capabilities"] == {"tools": {}}
        assert [tool["name"] for tool in listed["tools"]] == ["take_part", "uidiff_full"]
        assert listed["tools"][0] == tools[0]
        await exchange(before, behind, "go", result_of(PAGE))
        assert "# full" in await exchange(before, behind, "take_part", result_of(TYPED), of="e2")  # it only reads


async def test_our_tool_is_on_the_last_page_of_the_list_and_yields_to_a_name_that_is_taken() -> None:
    async with proxied() as (before, behind):
        for result, more in (({"tools": [], "nextCursor": "2"}, 0), ({"tools": [{"name": "uidiff_full"}]}, 0)):
            await before.ask("tools/list")
            await behind.answer(await behind.hear(), result)
            assert (await before.get()).result == result, more
        await before.call("uidiff_full")
        assert (await behind.hear()).params["name"] == "uidiff_full"  # the server's own


async def test_the_whole_tree_is_given_on_request_with_what_was_saved() -> None:
    async with proxied(budget=40) as (before, behind):
        await handshake(before, behind)
        await before.call("uidiff_full")
        assert await before.error() == "no tree was read yet: call a tool of this server that reads the page"
        many = "- list [ref=e1]:\n" + "".join(f'  - button "Number {n}" [ref=e{n}]\n' for n in range(2, 60))
        assert "Number 58" not in await exchange(before, behind, "browser_navigate", result_of(many))
        await before.call("uidiff_full")
        whole = await before.said()
        assert 'e58 "Number 58"' in whole
        assert "\nuidiff saved so far: " in whole
        await before.call("uidiff_full", raw=True)
        assert (await before.said()).startswith(many)
        await before.call("uidiff_full", page="1")
        assert await before.error() == "uidiff_full takes raw alone, got 'page'"


async def test_linked_files_are_read_in_the_folders_of_the_server_and_in_the_roots_of_the_client(
    tmp_path: Path,
) -> None:
    server, root, elsewhere = (tmp_path / name for name in ("server", "my project", "elsewhere"))
    for folder in (server, root, elsewhere):
        folder.mkdir()
        (folder / "page.yml").write_text(PAGE)
    link = "### Page\n- Page URL: https://shop.test/\n- Page Title: Shop\n### Snapshot\n- [Snapshot]({})\n"
    async with proxied(folders=(server,)) as (before, behind):
        assert "# full" in await exchange(before, behind, "go", link.format("page.yml"))
        for outside in ("../elsewhere/page.yml", root / "page.yml", "gone.yml"):
            assert await exchange(before, behind, "go", link.format(outside)) == link.format(outside)
        await behind.say(types.JSONRPCRequest(**V, id=5, method="roots/list"))
        await before.get()
        roots = [{"uri": root.as_uri()}, {"uri": "https://shop.test/"}, {"uri": 5}, "none"]
        await before.send(types.JSONRPCResponse(**V, id=5, result={"roots": roots}))
        await behind.hear()
        assert "# No change." in await exchange(before, behind, "go", link.format(root / "page.yml"))
        assert await exchange(before, behind, "go", link.format(elsewhere / "page.yml")) == link.format(
            elsewhere / "page.yml"
        )


async def test_the_log_has_numbers_and_no_text_of_a_page() -> None:
    file = io.StringIO()
    async with proxied(log=AnswerLog(file)) as (before, behind):
        await exchange(before, behind, "browser_navigate", result_of(PAGE))
        await exchange(before, behind, "browser_type", result_of(TYPED))
        await exchange(before, behind, "browser_wait_for", "Waited.")
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [(line["tool"], line["mode"]) for line in lines] == [("browser_navigate", "full"), ("browser_type", "diff")]
    assert 0 < lines[1]["tokens"] <= lines[1]["upstream_tokens"]
    assert not any(word in file.getvalue() for word in ("Search", "Buy", "lamp", "shop.test"))


# --------------------------------------------------------------------- what can go wrong


async def test_a_server_that_ends_is_started_again_at_the_next_call() -> None:
    async with proxied() as (before, behind):
        await handshake(before, behind)
        assert "# full" in await exchange(before, behind, "browser_navigate", result_of(PAGE))
        await before.call("browser_click", target="e3")
        await behind.hear()
        await before.ask("resources/list")
        await behind.hear()
        await behind.end()
        assert "has ended before it answered" in await before.error()
        assert (await before.get()).error.code == types.CONNECTION_CLOSED
        await before.call("browser_navigate", url="https://shop.test/")
        greeting = await behind.hear()
        assert greeting.method == "initialize"
        assert greeting.params == {"protocolVersion": "2025-06-18", "capabilities": {}}  # as the client greeted
        await behind.answer(greeting, {"protocolVersion": "2025-06-18", "capabilities": {}})
        assert (await behind.hear()).method == "notifications/initialized"
        await behind.answer(await behind.hear(), text(result_of(PAGE)))
        assert "# full" in await before.said()
        assert behind.starts == 2


async def test_a_server_that_cannot_be_started_again_is_an_error_of_each_call() -> None:
    async with proxied() as (before, behind):
        await exchange(before, behind, "browser_navigate", result_of(PAGE))
        behind.fails = RuntimeError("no more")
        await before.call("browser_click")
        await behind.hear()
        await behind.end()
        for _ in range(2):
            assert "has ended" in await before.error()
            await before.call("browser_click")
        assert "has ended" in await before.error()
        behind.fails = None
        assert "# full" in await exchange(before, behind, "browser_navigate", result_of(PAGE))


async def test_a_server_that_ends_while_it_is_greeted_again_is_an_error() -> None:
    async with proxied() as (before, behind):
        await handshake(before, behind)
        await before.call("browser_click")
        await behind.hear()
        await behind.end()
        await before.error()
        await before.call("browser_click")
        assert (await behind.hear()).method == "initialize"
        await behind.end()
        assert "has ended" in await before.error()


async def test_lines_that_are_no_messages_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValidationError) as wrong:
        types.jsonrpc_message_adapter.validate_json('{"jsonrpc": "2.0", "id": 2, "result": "a text <script>"}')
    async with proxied() as (before, behind):
        await exchange(before, behind, "browser_navigate", result_of(PAGE))
        request = await before.call("browser_click")
        await behind.hear()
        await behind.say(ValueError("Debugger listening on <script>"))
        await behind.say(wrong.value)
        error = await before.get()
        assert (error.id, error.error.message) == (request.id, "the server answered with a malformed message")
        assert "# No change." in await exchange(before, behind, "browser_snapshot", result_of(PAGE))
    assert "<script>" not in caplog.text


async def test_a_flood_passes_and_the_answer_after_it() -> None:
    note = types.JSONRPCNotification(**V, method="notifications/message", params={"level": "info", "data": "x" * 1_000})
    async with proxied() as (before, behind):
        await before.call("browser_navigate")
        request = await behind.hear()
        for _ in range(2_000):
            await behind.say(note)
        await behind.answer(request, text(result_of(PAGE)))
        messages = [await before.get() for _ in range(2_000)]
        assert all(message == note for message in messages)
        assert "# full" in await before.said()


async def test_a_cancelled_call_is_told_the_server_and_the_session_goes_on() -> None:
    async with proxied() as (before, behind):
        await exchange(before, behind, "browser_navigate", result_of(PAGE))
        request = await before.call("browser_wait_for", time=60)
        await behind.hear()
        cancel = types.JSONRPCNotification(**V, method="notifications/cancelled", params={"requestId": request.id})
        await before.send(cancel)
        assert await behind.hear() == cancel
        await behind.answer(request, text(result_of(TYPED)))  # too late: it passes as it is
        assert await before.said() == result_of(TYPED)
        assert "focused" in await exchange(before, behind, "browser_snapshot", result_of(TYPED))


class Slow(TreeResults):
    """Results that take until a test lets them."""

    def __init__(self, results: TreeResults) -> None:
        self.__dict__.update(results.__dict__)
        self.may_go_on = threading.Event()

    def rewritten(self, call: Call, result: dict[str, Any]) -> dict[str, Any]:
        self.may_go_on.wait(600)
        return super().rewritten(call, result)


async def test_a_slow_comparison_holds_up_no_other_message_and_keeps_the_order_of_answers() -> None:
    made: list[Slow] = []

    def slow(results: TreeResults) -> TreeResults:
        made.append(Slow(results))
        return made[0]

    async with proxied(results=slow) as (before, behind):
        for tree in (PAGE, TYPED):
            await before.call("browser_click")
            await behind.answer(await behind.hear(), text(result_of(tree)))
        ping = await before.ask("ping")
        await behind.answer(await behind.hear(), {})
        assert (await before.get()).id == ping.id
        made[0].may_go_on.set()
        assert "# full" in await before.said()
        assert "# diff" in await before.said()


class Broken(TreeResults):
    """Results with a defect."""

    def __init__(self, results: TreeResults) -> None:
        self.__dict__.update(results.__dict__)

    def rewritten(self, call: Call, result: dict[str, Any]) -> dict[str, Any]:
        assert call.tool
        raise RuntimeError(result["content"][0]["text"])


async def test_a_defect_of_ours_loses_no_answer_and_logs_no_text(caplog: pytest.LogCaptureFixture) -> None:
    async with proxied(results=Broken) as (before, behind):
        assert await exchange(before, behind, "browser_navigate", result_of(PAGE)) == result_of(PAGE)
    assert "unexpected RuntimeError" in caplog.text
    assert "Search" not in caplog.text
    assert all(record.levelno == logging.ERROR for record in caplog.records)


async def test_a_command_that_cannot_be_started_is_an_error_at_once() -> None:
    def connect() -> Any:  # noqa: ANN401  # a context of the SDK's
        raise FileNotFoundError(2, "No such file or directory")

    results = TreeResults.__new__(TreeResults)
    send, receive = anyio.create_memory_object_stream[Any](1)
    async with send, receive:
        with pytest.raises(FileNotFoundError):
            await Relay(connect, results).run(receive, send)


async def test_half_a_character_makes_no_message_unreadable() -> None:
    tree = r'"- button \"a\ud800\" [ref=e2]"'
    line = f'{{"jsonrpc": "2.0", "id": 1, "result": {{"content": [{{"type": "text", "text": {tree}}}]}}}}'
    async with proxied() as (before, behind):
        await before.call("browser_click")
        await behind.hear()
        with pytest.raises(ValidationError) as unreadable:
            types.jsonrpc_message_adapter.validate_json(line)
        await behind.say(unreadable.value)
        assert 'button e2 "a\ufffd"' in await before.said()


async def test_a_connection_that_breaks_is_a_server_that_has_ended() -> None:
    async with proxied() as (before, behind):
        await exchange(before, behind, "browser_navigate", result_of(PAGE))
        await before.call("browser_click")
        await behind.hear()
        await behind.breaks(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"))
        assert "has ended" in await before.error()
        assert "# full" in await exchange(before, behind, "browser_navigate", result_of(PAGE))


async def test_the_second_tree_of_a_result_is_compared_with_the_second_one() -> None:
    async with proxied() as (before, behind):
        for expected in ("# full: ", "# No change."):
            await before.call("both")
            trees = [{"type": "text", "text": f'- button "{name}" [ref=e2]'} for name in ("Buy", "Sell")]
            await behind.answer(await behind.hear(), {"content": trees})
            answer = await before.get()
            assert all(item["text"].startswith(expected) for item in answer.result["content"])
