# ruff: noqa: ANN401  # streams, messages and arguments are the SDK's
"""A server behind the proxy that does what a test says, over streams in memory; and a client of the proxy's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

import uidiff
from uidiff.proxy.log import AnswerLog
from uidiff.proxy.relay import Relay
from uidiff.proxy.tree_results import TreeResults

PAGE = """\
- main [ref=e1]:
  - textbox "Search" [ref=e2]
  - button "Buy" [ref=e3]
"""
TYPED = PAGE.replace("[ref=e2]", "[active] [ref=e2]: lamp")


def result_of(tree: str) -> str:
    """The text of a result of @playwright/mcp."""
    return f"### Page\n- Page URL: https://shop.test/\n- Page Title: Shop\n### Snapshot\n```yaml\n{tree}```\n"


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": said}], **more}


class Behind:
    """The server: what it was sent, and what it says. It can end, and be started again."""

    def __init__(self) -> None:
        self.starts = 0
        self.fails: Exception | None = None
        self._broken: Exception | None = None
        self._runs = anyio.Event()

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Any]:
        if self.fails is not None:
            raise self.fails
        self.starts += 1
        self._out, messages = anyio.create_memory_object_stream[Any](100)
        answers, self._in = anyio.create_memory_object_stream[Any](100)
        async with self._out, messages, answers, self._in:
            self._runs.set()
            yield messages, answers
        self._runs = anyio.Event()
        broken, self._broken = self._broken, None
        if broken is not None:
            raise broken

    async def hear(self) -> Any:
        """The next message of the client, as it came."""
        await self._runs.wait()
        return (await self._in.receive()).message

    async def say(self, message: Any) -> None:
        """Say a message, or something that is none."""
        await self._out.send(message if isinstance(message, Exception) else SessionMessage(message))

    async def answer(self, request: types.JSONRPCRequest, result: dict[str, Any]) -> None:
        await self.say(types.JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result))

    async def end(self) -> None:
        """End, as a program does that dies."""
        self._runs = anyio.Event()
        await self._out.aclose()

    async def breaks(self, error: Exception) -> None:
        """End as a connection does that the SDK cannot read any more."""
        self._broken = error
        await self.end()


class Before:
    """The client of the proxy."""

    def __init__(self, send: Any, receive: Any) -> None:
        self._send, self._receive = send, receive
        self._number = 0

    async def send(self, message: Any) -> None:
        await self._send.send(message if isinstance(message, Exception) else SessionMessage(message))

    async def ask(self, method: str, params: dict[str, Any] | None = None) -> types.JSONRPCRequest:
        self._number += 1
        request = types.JSONRPCRequest(jsonrpc="2.0", id=self._number, method=method, params=params)
        await self.send(request)
        return request

    async def call(self, tool: str, **arguments: Any) -> types.JSONRPCRequest:
        return await self.ask("tools/call", {"name": tool, "arguments": arguments})

    async def get(self) -> Any:
        """The next message of the proxy."""
        return (await self._receive.receive()).message

    async def said(self) -> str:
        """The text of the next answer, which is no error."""
        message = await self.get()
        assert not message.result.get("isError"), message
        return str(message.result["content"][0]["text"])

    async def error(self) -> str:
        """The text of the next answer, which is a tool's error."""
        message = await self.get()
        assert message.result["isError"], message
        return str(message.result["content"][0]["text"])


@asynccontextmanager
async def proxied(
    *,
    folders: tuple[Path, ...] = (),
    results: Callable[[TreeResults], TreeResults] = lambda results: results,
    log: AnswerLog | None = None,
    **options: Any,
) -> AsyncIterator[tuple[Before, Behind]]:
    """A client and a server, with the proxy between them."""
    behind = Behind()
    send, from_client = anyio.create_memory_object_stream[Any](100)
    to_client, receive = anyio.create_memory_object_stream[Any](3_000)
    made = results(TreeResults(uidiff.Watcher(**options), folders, log or AnswerLog()))
    relay = Relay(behind.connect, made)
    async with send, from_client, to_client, receive, anyio.create_task_group() as tasks:
        tasks.start_soon(relay.run, from_client, to_client)
        yield Before(send, receive), behind
        await send.aclose()  # the client leaves


async def exchange(before: Before, behind: Behind, tool: str, said: str, **arguments: Any) -> str:
    """Call a tool that answers with a text; what the client gets."""
    await before.call(tool, **arguments)
    await behind.answer(await behind.hear(), text(said))
    return await before.said()


async def handshake(before: Before, behind: Behind, tools: tuple[dict[str, Any], ...] = ()) -> tuple[Any, Any]:
    """Greet, and list the tools; what the client gets of each."""
    await before.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "instructions": "Be kind."}
    await behind.answer(await behind.hear(), greeting)
    greeted = await before.get()
    await before.send(types.JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized"))
    await behind.hear()
    await before.ask("tools/list")
    await behind.answer(await behind.hear(), {"tools": list(tools)})
    return greeted.result, (await before.get()).result
