"""Clients of the proxy by streamable HTTP: each MCP session has a server of its own behind it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import anyio
from anyio.abc import TaskGroup, TaskStatus
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, StreamableHTTPServerTransport
from mcp.server.streamable_http_manager import DEFAULT_MAX_REQUEST_BODY_SIZE, RequestBodyLimitMiddleware
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import INVALID_REQUEST, UNSUPPORTED_PROTOCOL_VERSION, ErrorData, JSONRPCError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from uidiff.mcp.stdio_transport import Serve

__all__ = ["http_app"]

_LOG = logging.getLogger(__name__)

_IDLE = 30 * 60
"""Seconds without a request after which a session ends, as of the SDK's own servers."""


def http_app(serve: Serve, security: TransportSecuritySettings, *, path: str, most: int) -> Starlette:
    """Make an application (ASGI) that serves each MCP session by ``serve``, at most ``most`` at once."""
    sessions = _Sessions(serve, security, most)
    endpoint = RequestBodyLimitMiddleware(sessions, DEFAULT_MAX_REQUEST_BODY_SIZE)
    return Starlette(routes=[Route(path, endpoint=endpoint)], lifespan=lambda _: sessions.running())


class _Sessions:
    """The sessions that are open, by their ids."""

    def __init__(self, serve: Serve, security: TransportSecuritySettings, most: int) -> None:
        self._serve = serve
        self._security = security
        self._most = most
        self._open: dict[str, StreamableHTTPServerTransport] = {}
        self._tasks: TaskGroup

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the sessions while the application runs, and end them with it."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            yield
            tasks.cancel_scope.cancel()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  # ASGI's
        request = Request(scope, receive)
        version = request.headers.get("mcp-protocol-version")
        name = request.headers.get(MCP_SESSION_ID_HEADER)
        if version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS:
            data = {"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": version}
            problem = ErrorData(code=UNSUPPORTED_PROTOCOL_VERSION, message="use a version with sessions", data=data)
            await _refusal(400, problem)(scope, receive, send)
        elif name is None:
            await self._open_session(scope, receive, send)
        elif (transport := self._open.get(name)) is None:
            problem = ErrorData(code=INVALID_REQUEST, message="no such session: initialize a new one")
            await _refusal(404, problem)(scope, receive, send)
        else:
            await transport.handle_request(scope, receive, send)

    async def _open_session(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  # ASGI's
        if len(self._open) >= self._most:
            problem = ErrorData(code=INVALID_REQUEST, message=f"{self._most} sessions are open: end one first")
            await _refusal(503, problem)(scope, receive, send)
            return
        name = uuid4().hex
        transport = StreamableHTTPServerTransport(name, security_settings=self._security, idle_timeout=_IDLE)
        self._open[name] = transport
        status = 0

        async def watched(message: Any) -> None:  # noqa: ANN401  # ASGI's
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._tasks.start(self._run, transport)
            await transport.handle_request(scope, receive, watched)
        finally:
            if not 0 < status < 400:  # noqa: PLR2004  # it was no request that opens a session
                await self._end(transport)

    async def _run(
        self, transport: StreamableHTTPServerTransport, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        try:
            async with transport.connect() as (messages, answers):
                task_status.started()
                with transport.idle_scope or anyio.CancelScope():
                    await self._serve(messages, answers)
        except Exception as error:  # noqa: BLE001  # it ends this session, and no other one
            _LOG.error("a session has ended: unexpected %s", type(error).__name__)  # no text
        finally:
            await self._end(transport)

    async def _end(self, transport: StreamableHTTPServerTransport) -> None:
        self._open.pop(str(transport.mcp_session_id), None)
        if not transport.is_terminated:
            with anyio.CancelScope(shield=True):
                await transport.terminate()


def _refusal(status: int, error: ErrorData) -> Response:
    body = JSONRPCError(jsonrpc="2.0", id=None, error=error).model_dump_json(by_alias=True, exclude_unset=True)
    return Response(body, status_code=status, media_type="application/json")
