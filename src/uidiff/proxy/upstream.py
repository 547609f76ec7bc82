"""Connects to the MCP server behind the proxy: a command that is started, or an address."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias

from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

__all__ = ["Connect", "command_upstream", "http_upstream"]

Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[Any]]
"""Opens a connection: a context manager of the SDK's that gives the stream of messages and the one for answers."""

_LARGEST_EVENT = 64 << 20
"""Bytes of one message by HTTP: a page of 20,000 elements takes some."""


def command_upstream(command: Sequence[str]) -> Connect:
    """Start a command in the working folder and with the environment of this process; its errors go to our own."""
    program, *arguments = command
    parameters = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))
    return lambda: stdio_client(parameters, errlog=sys.stderr)


def http_upstream(url: str) -> Connect:
    """Talk to a server that runs already, by streamable HTTP."""
    return lambda: streamable_http_client(url, max_sse_event_size=_LARGEST_EVENT)
