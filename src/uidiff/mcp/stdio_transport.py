"""By standard input and output: one client, who started the server."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import redirect_stdout, suppress
from typing import Any

from mcp.server.stdio import stdio_server

from uidiff.errors import UIDiffError

__all__ = ["run_stdio"]


def run_stdio(server: Any) -> None:  # noqa: ANN401  # the SDK's Server
    """Serve until the input ends, or Ctrl-C or SIGTERM.

    Nothing but the protocol is written to the standard output: what anything else prints goes to standard error.

    Raises:
        UIDiffError: one of them is closed.
    """
    if sys.stdin is None or sys.stdout is None:
        raise UIDiffError("there is no standard input or output to talk by: leave both open, or serve by HTTP")
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(server))


async def _serve(server: Any) -> None:  # noqa: ANN401  # the SDK's
    async with stdio_server() as (messages, answers):  # from here on, 1 is where 2 leads
        sys.stdout.flush()  # what was printed before
        with redirect_stdout(sys.stderr):
            await _until_ended(server, messages, answers)


async def _until_ended(server: Any, messages: Any, answers: Any) -> None:  # noqa: ANN401  # the SDK's
    options = server.create_initialization_options()
    serving = asyncio.ensure_future(server.run(messages, answers, options))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows; not the main thread
            loop.add_signal_handler(number, serving.cancel)
    try:
        await serving
    except asyncio.CancelledError:  # the sessions are closed
        os._exit(0)  # the thread that reads the input cannot be woken, and would be waited for
