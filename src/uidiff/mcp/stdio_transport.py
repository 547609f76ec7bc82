"""Standard input and output as the transport: one client, which started the server."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import FileIO
from typing import Any, TypeAlias

from mcp.server.stdio import stdio_server

from uidiff.errors import UIDiffError

__all__ = ["Serve", "run_stdio"]

Serve: TypeAlias = Callable[[Any, Any], Awaitable[None]]
"""Serves one client by two streams of the SDK's."""

_CHUNK = 1 << 16
"""Bytes that are passed on at once."""


def run_stdio(serve: Serve) -> None:
    """Serve until the input ends, or until Ctrl-C or SIGTERM.

    Only the protocol is written to the standard output: what other code prints goes to the standard error.

    Args:
        serve: serves one client, given the stream of its messages and the one for answers.

    Raises:
        UIDiffError: one of the two streams is closed.
    """
    if sys.stdin is None or sys.stdout is None:
        raise UIDiffError("there is no standard input or output to talk by: leave both open, or serve by HTTP")
    with _input_ended_by_signals():
        asyncio.run(_with_streams(serve))


async def _with_streams(serve: Serve) -> None:
    async with stdio_server() as (messages, answers):  # from here on, file descriptor 1 is the standard error
        sys.stdout.flush()  # what was printed before
        with redirect_stdout(sys.stderr):
            await serve(messages, answers)


@contextmanager
def _input_ended_by_signals() -> Iterator[None]:
    """Pass the standard input on through a pipe, which SIGINT and SIGTERM close.

    The SDK reads the input in a thread that cannot be cancelled: only the end of the input ends it
    (modelcontextprotocol/python-sdk issue 3551). With the pipe, a signal ends the server as a client that leaves does.
    The thread that fills the pipe reads the file descriptor itself, so it holds no lock when the process ends.
    """
    given = os.dup(0)
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    pipe = FileIO(writing, "w")

    def copy() -> None:
        with suppress(OSError, ValueError), pipe:  # ValueError: a signal has closed it
            while data := os.read(given, _CHUNK):
                pipe.write(data)

    before = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ValueError):  # signals belong to the main thread
            before[number] = signal.signal(number, lambda *_: pipe.close())
    threading.Thread(target=copy, name="uidiff-mcp-input", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.dup2(given, 0)
