"""The SDK's server: which tools there are, which client calls, and errors as clients see them.

This is the SDK's low-level ``Server``. Its typed ``MCPServer`` (mcp 2.3) cannot keep what clients rely on: it lists the
same tools to every client (``act_and_diff`` and its actions depend on the client's backend); its schemas cost twice the
tokens; it ignores unknown arguments, and words a wrong one in four lines with a link to pydantic; it logs the texts
of errors and sets a handler of the root logger; and it advertises prompts and resources, of which there are none.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from uidiff._version import __version__
from uidiff.errors import UIDiffError
from uidiff.mcp.agent_session import CLOSE_TIMEOUT
from uidiff.mcp.client_tools import ClientTools
from uidiff.mcp.tools import INSTRUCTIONS, Tool
from uidiff.text import one_line, shorten

__all__ = ["ConnectedClients", "make_server"]

_LOG = logging.getLogger("uidiff.mcp")
_HANDSHAKE_TIMEOUT = 10.0
"""Seconds for which a request over HTTP waits for the ``notifications/initialized`` of its client."""

_LONGEST_ERROR = 500
"""Characters of an error that a client gets."""


class ConnectedClients:
    """The clients of a running server, each with a session of its own.

    Over standard input and output there is one client, which ends with the server. Over HTTP there is one for each MCP
    session, from its ``notifications/initialized`` to the end of its connection.

    Args:
        make: makes the tools of a new client.
    """

    def __init__(self, make: Callable[[], ClientTools]) -> None:
        self._make = make
        self._only: ClientTools | None = None
        self._by_session: dict[str, asyncio.Future[ClientTools]] = {}

    async def of(self, context: Any) -> ClientTools:  # noqa: ANN401  # the SDK's context of a request
        """The client that sent a request.

        Raises:
            MCPError: over HTTP: a version of the protocol without sessions, which clients replace by one that has them;
                no handshake.
        """
        if context.request is None:
            self._only = self._only or self._make()
            return self._only
        if context.protocol_version not in HANDSHAKE_PROTOCOL_VERSIONS:
            raise MCPError(
                code=types.UNSUPPORTED_PROTOCOL_VERSION,
                message="what changed since the last answer needs a session: use a version with one, or stdio",
                data={"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": context.protocol_version},
            )
        try:
            async with asyncio.timeout(_HANDSHAKE_TIMEOUT):
                return await asyncio.shield(self._expected(_session_id(context)))
        except TimeoutError:
            raise MCPError(code=types.INVALID_REQUEST, message="send notifications/initialized first") from None

    async def hold(self, context: Any) -> None:  # noqa: ANN401  # as above
        """Open the session of a client over HTTP, and close it when its connection ends: the SDK cancels this then."""
        session = "" if context.request is None else _session_id(context)
        if not session or self._expected(session).done():  # the notification may come twice
            return
        client = self._make()
        self._expected(session).set_result(client)
        try:
            await asyncio.Event().wait()
        finally:
            del self._by_session[session]
            await _close(client)

    async def close(self) -> None:
        """Close the session of the client over standard input and output."""
        if self._only is not None:
            await _close(self._only)

    def _expected(self, session: str) -> asyncio.Future[ClientTools]:
        return self._by_session.setdefault(session, asyncio.get_running_loop().create_future())


def _session_id(context: Any) -> str:  # noqa: ANN401  # as above
    """The MCP session of a request over HTTP; the SDK has checked that there is one."""
    name: str = context.request.headers[MCP_SESSION_ID_HEADER]
    return name


async def _close(client: ClientTools) -> None:
    with anyio.move_on_after(CLOSE_TIMEOUT, shield=True), suppress(Exception):  # the client has left: no one to tell
        await client.close()


def make_server(make: Callable[[], ClientTools]) -> Any:  # noqa: ANN401  # the SDK's Server
    """Make a server; ``make`` makes the tools of each client."""

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[ConnectedClients]:
        clients = ConnectedClients(make)
        try:
            yield clients
        finally:
            await clients.close()

    server = Server(
        "uidiff",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
    )
    server.add_notification_handler(
        "notifications/initialized", types.NotificationParams, lambda context, _: context.lifespan_context.hold(context)
    )
    server.add_request_handler("server/discover", types.RequestParams, _discovering(server))
    return server


async def _list_tools(context: Any, _: object) -> types.ListToolsResult:  # noqa: ANN401  # the SDK's
    clients: ConnectedClients = context.lifespan_context
    try:
        tools = await (await clients.of(context)).run(ClientTools.offered)
    except MCPError:
        raise
    except Exception as error:  # noqa: BLE001  # of a backend: its text may be a program's
        raise MCPError(code=types.INTERNAL_ERROR, message=_error_text("tools/list", error)) from None
    return types.ListToolsResult(tools=[_listed(tool) for tool in tools])


async def _call_tool(context: Any, call: types.CallToolRequestParams) -> types.CallToolResult:  # noqa: ANN401
    clients: ConnectedClients = context.lifespan_context
    try:
        client = await clients.of(context)
        return _result(await client.run(lambda tools: tools.call(call.name, call.arguments or {})))
    except MCPError:
        raise
    except Exception as error:  # noqa: BLE001  # as above
        return _result(_error_text(call.name, error), failed=True)


def _discovering(server: Any) -> Callable[[Any, Any], Any]:  # noqa: ANN401  # the SDK's
    """Make the handler that says which versions of the protocol are spoken: over HTTP those with sessions."""

    async def discover(context: Any, _: object) -> types.DiscoverResult:  # noqa: ANN401  # the SDK's
        versions = HANDSHAKE_PROTOCOL_VERSIONS if context.request is not None else (context.protocol_version,)
        return types.DiscoverResult(
            supported_versions=list(versions),
            capabilities=server.get_capabilities(protocol_version=context.protocol_version),
            instructions=server.instructions,
        )

    return discover


def _listed(tool: Tool) -> types.Tool:
    annotations = types.ToolAnnotations(read_only_hint=not tool.acts, destructive_hint=True if tool.acts else None)
    return types.Tool(
        name=tool.name, title=tool.title, description=tool.about, input_schema=tool.schema, annotations=annotations
    )


def _result(text: str, *, failed: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=failed)


def _error_text(what: str, error: Exception) -> str:
    """An error on one line; of an error that is not uidiff's only its class, and the log has the place."""
    if isinstance(error, UIDiffError):
        return one_line(shorten(str(error), _LONGEST_ERROR))
    kind = type(error).__name__
    _LOG.error("%a failed: %s at\n%s", what, kind, "".join(traceback.format_tb(error.__traceback__)))
    return f"unexpected {kind}: describe the window again; the log of the server says where"
