"""``uidiff proxy`` as a program, between the SDK's client and a server of the SDK's, by each pair of transports."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.mcp.talking import by_pipe, serving

ROOT = Path(__file__).parents[2]
SERVER = [sys.executable, "-m", "tests.proxy.page_server"]
PROXY = [sys.executable, "-m", "uidiff", "proxy"]
PAIRS = pytest.mark.parametrize(("client_by", "server_by"), [("stdio", "stdio"), ("http", "stdio"), ("stdio", "http")])
CHANGE = '~ textbox e2 "Search"="lamp" focused'


@contextmanager
def proxy(client_by: str, server_by: str, *options: str) -> Iterator[Any]:
    """The proxy before a server: what a client connects to."""
    if server_by == "http":
        with serving([*SERVER, "--http"]) as (address, _), proxy_of(client_by, [*options, "--url", address]) as found:
            yield found
    else:
        with proxy_of(client_by, [*options, "--", *SERVER]) as found:
            yield found


@contextmanager
def proxy_of(client_by: str, options: list[str]) -> Iterator[Any]:
    if client_by == "stdio":
        yield by_pipe(*PROXY, *options)
    else:
        with serving([*PROXY, "--http", "--port", "0", *options]) as (address, _):
            yield address


def said(result: types.CallToolResult) -> str:
    (item,) = result.content
    assert isinstance(item, types.TextContent)
    return item.text


async def sample(context: object, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:  # noqa: ARG001  # the name of the SDK
    assert params.max_tokens == 5
    content = types.TextContent(type="text", text="yes")
    return types.CreateMessageResult(role="assistant", content=content, model="scripted")


@PAIRS
async def test_what_changed_takes_the_place_of_trees_and_all_else_passes(client_by: str, server_by: str) -> None:
    told = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    with proxy(client_by, server_by) as target:
        async with Client(target, mode="legacy", sampling_callback=sample) as client:
            assert str(client.instructions).startswith("Be kind.\n\nuidiff shortens")
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == ["go", "enter", "ask", "wait", "die", "uidiff_full"]
            assert "# full: 4 elements" in said(await client.call_tool("go", {}))
            assert CHANGE in said(await client.call_tool("enter", {"target": "e2", "text": "lamp"}))
            assert 'textbox e2 "Search"="lamp"' in said(await client.call_tool("uidiff_full", {}))
            wrong = await client.call_tool("enter", {"target": "e99", "text": ""})
            assert wrong.is_error
            assert "e99" in said(wrong)
            assert said(await client.call_tool("ask", {}, progress_callback=note)) == "It says yes."
            assert told == [(1.0, 2.0, None)]
            (contents,) = (await client.read_resource("page://title")).contents
            assert isinstance(contents, types.TextResourceContents)
            assert contents.text == "Shop"
            (message,) = (await client.get_prompt("greet", {"name": "Ada"})).messages
            assert isinstance(message.content, types.TextContent)
            assert message.content.text == "Hello, Ada"
            with pytest.raises(MCPError):
                await client.get_prompt("none")


@PAIRS
async def test_a_client_that_cancels_goes_on(client_by: str, server_by: str) -> None:
    with proxy(client_by, server_by) as target:
        async with Client(target, mode="legacy") as client:
            waiting = asyncio.create_task(client.call_tool("wait", {}))
            assert "# full" in said(await client.call_tool("go", {}))
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert "# No change." in said(await client.call_tool("go", {}))


async def test_the_versions_that_the_client_begins_with() -> None:
    for client_by, server_by in (("stdio", "stdio"), ("http", "stdio")):
        with proxy(client_by, server_by) as target:
            async with Client(target, mode="auto") as client:
                assert "# full" in said(await client.call_tool("go", {}))
                assert "# No change." in said(await client.call_tool("go", {}))


async def test_a_server_that_dies_is_told_and_started_again() -> None:
    with proxy("stdio", "stdio") as target:
        async with Client(target, mode="legacy") as client:
            await client.call_tool("go", {})
            died = await client.call_tool("die", {})
            assert died.is_error
            assert "has ended before it answered" in said(died)
            assert "# full" in said(await client.call_tool("go", {}))
            assert CHANGE in said(await client.call_tool("enter", {"target": "e2", "text": "lamp"}))


async def test_each_client_by_http_has_a_server_and_a_last_tree_of_its_own() -> None:
    with proxy("http", "stdio") as address:
        async with Client(address, mode="legacy") as one, Client(address, mode="legacy") as other:
            await one.call_tool("go", {})
            assert CHANGE in said(await one.call_tool("enter", {"target": "e2", "text": "lamp"}))
            assert 'textbox e2 "Search", button' in said(await other.call_tool("go", {}))
            assert "# No change." in said(await other.call_tool("go", {}))
            async with Client(address, mode="legacy") as one_that_leaves:
                await one_that_leaves.call_tool("go", {})
            assert "# No change." in said(await other.call_tool("go", {}))


async def test_the_log_and_the_last_line_say_what_was_saved(tmp_path: Path) -> None:
    log = tmp_path / "saved.jsonl"
    async with Client(by_pipe(*PROXY, "--log", str(log), "--", *SERVER), mode="legacy") as client:
        await client.call_tool("go", {})
        await client.call_tool("enter", {"target": "e2", "text": "lamp"})
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line.get("tool") for line in lines] == ["go", "enter", None]
    assert lines[-1]["answers"] == 2
    assert lines[-1]["tokens"] == lines[0]["tokens"] + lines[1]["tokens"]
    assert "lamp" not in log.read_text()


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROXY, *options], capture_output=True, text=True, check=False, input="", timeout=600)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ([], "give the command of a server behind --, or its address by --url"),
        (["--url", "http://127.0.0.1:1/mcp", "--", "true"], "or its address by --url"),
        (["--port", "1", "--", "true"], "add it, or leave them out"),
        (["--format", "jsonl", "--", "true"], "jsonl"),
        (["--folder", "gone", "--", "true"], "gone"),
        (["--", "no-such-program-of-uidiff"], "'no-such-program-of-uidiff' cannot be started (no such program)"),
    ],
)
def test_options_and_commands_that_cannot_be_are_one_line(options: list[str], problem: str) -> None:
    done = run(*options)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_program_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "server"
    file.write_bytes(b"\x00")
    file.chmod(0o755)
    done = run("--", str(file))
    assert done.returncode == 2
    assert "cannot be started (Exec format error)" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_that_ends_at_once_leaves_the_proxy_to_its_client() -> None:
    done = run("--", sys.executable, "-c", "print('no server')")
    assert done.returncode == 0  # the input had ended
    assert "Traceback" not in done.stderr
