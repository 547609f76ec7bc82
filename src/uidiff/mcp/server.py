"""The server as the SDK wants it: which tools there are, who asks, and errors as clients should see them.

The SDK's low-level server is used: it hands on exactly what is given to it, says each text once, and logs none.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from uidiff._version import __version__
from uidiff.errors import UIDiffError, UnknownName
from uidiff.mcp.arguments import checked_arguments
from uidiff.mcp.client_tools import ANSWERS, ClientTools
from uidiff.mcp.limits import CLOSE_TIMEOUT
from uidiff.mcp.tools import INSTRUCTIONS, TOOLS, Tool
from uidiff.text import one_line, shorten

__all__ = ["ConnectedClients", "make_server"]

_LOG = logging.getLogger("uidiff.mcp")
_KEY = "uidiff"
_LONGEST_ERROR = 500
"""Characters of an error that are told."""


class ConnectedClients:
    """The clients of a server that runs, each with a session of its own, made when it first needs one.

    Args:
        make: makes what answers a new client.
    """

    def __init__(self, make: Callable[[], ClientTools]) -> None:
        self._make = make
        self._alone: ClientTools | None = None
        self._open: list[ClientTools] = []

    def of(self, context: Any) -> ClientTools:  # noqa: ANN401  # the SDK's context of a request
        """The client who asks.

        By standard input and output there is only one. By HTTP it is the MCP session, which newer versions of the
        protocol do not have: these are refused, and clients go on with one that has it.
        """
        if context.request is None:
            self._alone = self._alone or self._new()
            return self._alone
        _expect_handshake(context.protocol_version)
        connection = context.session._connection  # noqa: SLF001  # the SDK has no other door to it yet
        if _KEY not in connection.state:
            client = connection.state[_KEY] = self._new()
            connection.exit_stack.push_async_callback(self._end, client)
        found: ClientTools = connection.state[_KEY]
        return found

    async def close(self) -> None:
        """End all sessions."""
        await asyncio.gather(*(self._end(client) for client in list(self._open)))

    def _new(self) -> ClientTools:
        client = self._make()
        self._open.append(client)
        return client

    async def _end(self, client: ClientTools) -> None:
        if client in self._open:
            self._open.remove(client)
            with suppress(Exception):  # nobody is there any more to be told
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await client.close()


def make_server(make: Callable[[], ClientTools], *, acting: bool) -> Any:  # noqa: ANN401  # the SDK's Server
    """A server for all clients that ``make`` makes answers for."""

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[ConnectedClients]:
        clients = ConnectedClients(make)
        try:
            yield clients
        finally:
            await clients.close()

    async def offered(client: ClientTools) -> Sequence[Tool]:
        return [tool for tool in TOOLS if not tool.acts or (acting and client.session.can_act)]

    async def answer(arguments: types.CallToolRequestParams, client: ClientTools) -> str:
        tool = _named(arguments.name, await offered(client))
        return await ANSWERS[tool.name](client, checked_arguments(tool, arguments.arguments or {}))

    async def list_tools(context: Any, _: object) -> types.ListToolsResult:  # noqa: ANN401  # the SDK's
        clients: ConnectedClients = context.lifespan_context
        try:
            tools = await clients.of(context).ask(offered)
        except MCPError:
            raise
        except Exception as error:  # noqa: BLE001  # somebody else's: its text may be anybody's
            raise MCPError(code=types.INTERNAL_ERROR, message=_told("tools/list", error)) from None
        return types.ListToolsResult(tools=[_listed(tool) for tool in tools])

    async def call_tool(context: Any, arguments: types.CallToolRequestParams) -> types.CallToolResult:  # noqa: ANN401
        clients: ConnectedClients = context.lifespan_context
        try:
            return _result(await clients.of(context).ask(partial(answer, arguments)))
        except MCPError:
            raise
        except Exception as error:  # noqa: BLE001  # as above
            return _result(_told(arguments.name, error), failed=True)

    server = Server(
        "uidiff",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    server.add_request_handler("server/discover", types.RequestParams, _discovering(server))
    return server


def _named(name: str, tools: Sequence[Tool]) -> Tool:
    for tool in tools:
        if tool.name == name:
            return tool
    raise UnknownName("tool", name, (tool.name for tool in tools))


def _discovering(server: Any) -> Callable[[Any, Any], Any]:  # noqa: ANN401  # the SDK's
    """What says which versions of the protocol are spoken: by HTTP those with sessions."""

    async def discover(context: Any, _: object) -> types.DiscoverResult:  # noqa: ANN401  # the SDK's
        versions = HANDSHAKE_PROTOCOL_VERSIONS if context.request is not None else (context.protocol_version,)
        return types.DiscoverResult(
            supported_versions=list(versions),
            capabilities=server.get_capabilities(protocol_version=context.protocol_version),
            instructions=server.instructions,
        )

    return discover


def _expect_handshake(version: str) -> None:
    if version not in HANDSHAKE_PROTOCOL_VERSIONS:
        raise MCPError(
            code=types.UNSUPPORTED_PROTOCOL_VERSION,
            message="what changed since the last answer needs a session: use a version with one, or stdio",
            data={"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": version},
        )


def _listed(tool: Tool) -> types.Tool:
    annotations = types.ToolAnnotations(
        read_only_hint=not tool.acts,
        destructive_hint=True if tool.acts else None,  # of others it means nothing
        idempotent_hint=False if tool.acts else None,
        open_world_hint=True,  # what a program shows comes from anywhere
    )
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=tool.schema,
        annotations=annotations,
    )


def _result(text: str, *, failed: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=failed)


def _told(what: str, error: Exception) -> str:
    """What to say of an error, on one line; of one that is none of ours its kind: the log has the place."""
    if isinstance(error, UIDiffError):
        return one_line(shorten(str(error), _LONGEST_ERROR))
    kind = type(error).__name__
    _LOG.error("%a failed: %s at\n%s", what, kind, "".join(traceback.format_tb(error.__traceback__)))
    return f"unexpected {kind}: describe the window again; the log of the server says where"
