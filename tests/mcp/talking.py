"""Scripted windows, and the SDK's real client, talking to a server: in this process, by a pipe, or by HTTP."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.console_blocks import TOO_BUSY
from uidiff import Limits, Redaction, Snapshot
from uidiff.backends.scripted import ScriptedBackend, ScriptedTarget, ScriptedUI
from uidiff.mcp import build_server
from uidiff.text import one_line

ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])
"""The versions of the protocol that the SDK's client begins with."""

LAST_LIMIT = 600
"""Seconds after which a test has failed, on a machine that is busy with other things."""

SERVER = Path(__file__).with_name("scripted_server.py")
"""A server over scripted windows, as a program."""


@attrs.frozen
class Answer:
    """What a tool answered.

    Attributes:
        text: the text that a model reads.
        failed: whether it is an error.
        message: the whole answer as JSON, as it was sent.
    """

    text: str
    failed: bool
    message: str


class Talk:
    """A client that is connected."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, /, **arguments: object) -> Answer:
        result = await self.client.call_tool(tool, arguments)
        (content,) = result.content
        message = json.dumps(result.model_dump(by_alias=True, mode="json"), ensure_ascii=False)
        return Answer(getattr(content, "text", ""), result.is_error, message)

    async def said(self, tool: str, /, **arguments: object) -> str:
        """The text of an answer that is no error; asked again if the machine was too busy for it."""
        answer = await self.call(tool, **arguments)
        while answer.failed and any(error in answer.text for error in TOO_BUSY):
            answer = await self.call(tool, **arguments)
        assert not answer.failed, answer.text
        return answer.text

    async def error(self, tool: str, /, **arguments: object) -> str:
        """The text of an error."""
        answer = await self.call(tool, **arguments)
        assert answer.failed, answer.text
        return answer.text

    async def tools(self) -> dict[str, Any]:
        return {tool.name: tool for tool in (await self.client.list_tools()).tools}


def talk(*uis: ScriptedUI, mode: str = "auto", **options: Any) -> Any:  # noqa: ANN401  # an async context
    """A client of a server in this process."""
    return connected(build_server(lambda: ScriptedBackend(*uis), **options), mode=mode)


@asynccontextmanager
async def connected(server: Any, *, mode: str = "auto") -> AsyncIterator[Talk]:  # noqa: ANN401  # the SDK's
    """A client of whatever the SDK's client can connect to; ``mode`` is how it begins to talk."""
    async with Client(server, mode=mode) as client:
        yield Talk(client)


def by_pipe(*command: str) -> Any:  # noqa: ANN401  # the SDK's
    """A server that is started, and talked to by standard input and output."""
    return stdio_client(StdioServerParameters(command=command[0], args=list(command[1:])))


@contextmanager
def serving(command: Sequence[str], *, environment: dict[str, str] | None = None) -> Iterator[tuple[str, Any]]:
    """A server that listens: its address, and its process."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    try:
        yield process.stderr.readline().strip(), process
    finally:
        process.send_signal(signal.SIGINT)  # it ends as a user ends it: coverage keeps what it saw
        try:
            process.communicate(timeout=LAST_LIMIT)
        finally:
            process.kill()


@contextmanager
def started(transport: str, command: Sequence[str]) -> Iterator[Any]:
    """A server that is started: what a client connects to."""
    if transport == "stdio":
        yield by_pipe(*command)
    else:
        with serving([*command, "--http", "--port", "0"]) as (address, _):
            yield address


def scripted(*options: str) -> list[str]:
    """The command of a server over scripted windows."""
    return [sys.executable, str(SERVER), *options]


async def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition; ``LAST_LIMIT`` ends the test."""
    while not holds():  # noqa: ASYNC110  # other threads and processes bring it about
        await asyncio.sleep(0.02)


async def until_steady(number: Callable[[], int]) -> None:
    """Wait until a number stays the same for a second, in which a wait that goes on would read four times."""
    before = -1
    while number() != before:
        before = number()
        await asyncio.sleep(1)


def mail(*, app: str = "Mail", title: str | None = None, pid: int = 1000) -> ScriptedUI:
    return ScriptedUI(
        {
            "role": "window",
            "name": "Mail",
            "children": [
                {"role": "textbox", "name": "Search"},
                {"role": "list", "children": [{"role": "listitem", "name": f"Invoice {n}"} for n in range(1, 7)]},
                {"role": "button", "name": "New", "actions": ["press"]},
            ],
        },
        app=app,
        title=title,
        pid=pid,
    )


def is_harmless(line: str) -> bool:
    """Whether nothing in a line ends it, drives a terminal, or cannot be seen."""
    return one_line(line) == line


class Reader:
    """A backend that can only read, and counts how often."""

    __api__ = 1
    name = "reader"

    def __init__(self, ui: ScriptedUI) -> None:
        self.reads = 0
        self.closed = False
        self._inner = ScriptedBackend(ui)
        self.available, self.windows, self.handle = self._inner.available, self._inner.windows, self._inner.handle

    def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        self.reads += 1
        return self._inner.read(target, limits=limits, redact=redact, deadline=deadline)

    def close(self) -> None:
        self.closed = True
