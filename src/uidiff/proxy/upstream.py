"""Connects to the MCP server behind the proxy: a command that is started, or an address."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias

from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from uidiff.errors import UIDiffError

__all__ = ["Connect", "command_upstream", "http_upstream", "not_started"]

Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens a connection: a context manager of the SDK's that gives the stream of messages and the one for answers."""

_LARGEST_EVENT = 64 << 20
"""Bytes of one message by HTTP: a page of 20,000 elements takes some."""


def command_upstream(command: Sequence[str]) -> Connect:
    """Start a command in the working folder and with the environment of this process; its errors go to our own.

    Raises:
        UIDiffError: there is no such program.
    """
    program, *arguments = command
    if shutil.which(program) is None:
        raise not_started(program, "no such program")
    parameters = StdioServerParameters(
        command=program, args=arguments, env=dict(os.environ), encoding_error_handler="replace"
    )
    return lambda: stdio_client(parameters, errlog=sys.stderr)


def not_started(program: str, reason: str) -> UIDiffError:
    """The error that a program cannot be started."""
    return UIDiffError(f"{ascii(program)[:200]} cannot be started ({reason}): is it installed, and on PATH?")


def http_upstream(url: str) -> Connect:
    """Talk to a server that runs already, by streamable HTTP."""
    return lambda: streamable_http_client(url, max_sse_event_size=_LARGEST_EVENT)
