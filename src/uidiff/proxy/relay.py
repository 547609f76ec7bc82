"""Passes messages between one client and the server behind the proxy, each as it is but for what holds a tree."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import anyio
import mcp_types as types
from anyio.abc import TaskGroup, TaskStatus
from mcp.shared.message import ClientMessageMetadata, ServerMessageMetadata, SessionMessage

from uidiff.proxy.malformed import ids_in, readable
from uidiff.proxy.tree_results import Call, TreeResults, text_result
from uidiff.proxy.upstream import Connect

__all__ = ["Relay"]

_LOG = logging.getLogger("uidiff.proxy")
_HANDSHAKE = "uidiff-handshake"
"""The id of the request by which a server that was started again is greeted."""

_HANDSHAKE_TIMEOUT = 60.0
"""Seconds that it has to answer: a command such as npx may install something first."""

_GONE = (
    "the server behind uidiff proxy has ended before it answered; it is started again at the next call, and what it \
had open is gone"
)
_PROTOCOL_HEADER = "mcp-protocol-version"
_CLOSED = (anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream)


class Relay:
    """One client and its server.

    Args:
        connect: opens a connection to the server.
        results: rewrites what holds a tree.
        by_http: whether one of the two sides is HTTP: then the versions of the protocol without a handshake, which need
            headers of their own there, are not offered.
    """

    def __init__(self, connect: Connect, results: TreeResults, *, by_http: bool = False) -> None:
        self._connect = connect
        self._results = results
        self._by_http = by_http
        self._to_upstream: Any = None
        self._pending: dict[types.RequestId, types.JSONRPCRequest] = {}
        self._calls: dict[types.RequestId, Call] = {}
        self._asked_roots: set[types.RequestId] = set()
        self._greeting: types.JSONRPCRequest | None = None
        self._greeted = False
        self._version: str | None = None
        self._answered_again = anyio.Event()
        self._in_turn = anyio.Lock()

    async def run(self, from_client: Any, to_client: Any) -> None:  # noqa: ANN401  # the SDK's streams
        """Pass messages on until the client leaves.

        Raises:
            OSError: the command cannot be started.
        """
        self._to_client = to_client
        problem: OSError | None = None
        async with from_client, to_client, anyio.create_task_group() as tasks:
            self._tasks: TaskGroup = tasks
            try:
                await tasks.start(self._hold)
                with suppress(anyio.ClosedResourceError):  # by HTTP, a client that leaves closes its stream
                    async for item in from_client:
                        await self._from_client(item)
            except OSError as error:
                problem = error
            tasks.cancel_scope.cancel()
        if problem is not None:
            raise problem

    # -------------------------------------------------------------- from the client

    async def _from_client(self, item: SessionMessage | Exception) -> None:
        item = readable(item)
        if isinstance(item, Exception):
            error = types.ErrorData(code=types.PARSE_ERROR, message="no JSON-RPC message")
            await self._tell(types.JSONRPCError(jsonrpc="2.0", id=None, error=error))
            return
        message = item.message
        if isinstance(message, types.JSONRPCRequest):
            if await self._answered_here(message):
                return
            if not await self._running():
                await self._refuse(message)
                return
            self._expect(message)
        elif isinstance(message, types.JSONRPCNotification):
            self._note(message)
        elif isinstance(message, types.JSONRPCResponse) and message.id in self._asked_roots:
            self._asked_roots.discard(message.id)
            self._results.allow(_folders(message.result))
        if not await self._send(message) and isinstance(message, types.JSONRPCRequest):
            self._forget(message.id)
            await self._refuse(message)

    async def _answered_here(self, request: types.JSONRPCRequest) -> bool:
        """Answer a request that the server is not asked; whether it was one."""
        if request.method == "tools/call" and self._results.is_own(request.params or {}):
            result = self._results.full(request.params or {})
            await self._tell(types.JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result))
            return True
        if request.method == "server/discover" and self._by_http:
            error = types.ErrorData(code=types.METHOD_NOT_FOUND, message="use the handshake")
            await self._tell(types.JSONRPCError(jsonrpc="2.0", id=request.id, error=error))
            return True
        return False

    def _expect(self, request: types.JSONRPCRequest) -> None:
        self._pending[request.id] = request
        if request.method == "initialize":
            self._greeting, self._greeted = request, False
            self._results.forget()
        elif request.method == "tools/call":
            call = self._results.call_of(request.params or {})
            if call is not None:
                self._calls[request.id] = call

    def _note(self, notification: types.JSONRPCNotification) -> None:
        if notification.method == "notifications/initialized":
            self._greeted = True
        elif notification.method == "notifications/cancelled":
            cancelled = (notification.params or {}).get("requestId")
            if isinstance(cancelled, int | str):
                self._forget(cancelled)

    def _forget(self, request_id: types.RequestId) -> types.JSONRPCRequest | None:
        self._calls.pop(request_id, None)
        return self._pending.pop(request_id, None)

    async def _refuse(self, request: types.JSONRPCRequest) -> None:
        """Answer a request that the server will not: a call by a result that a model reads, others by an error."""
        if request.method == "tools/call":
            result = text_result(_GONE, failed=True)
            await self._tell(types.JSONRPCResponse(jsonrpc="2.0", id=request.id, result=result))
        else:
            error = types.ErrorData(code=types.CONNECTION_CLOSED, message=_GONE)
            await self._tell(types.JSONRPCError(jsonrpc="2.0", id=request.id, error=error))

    async def _tell(self, message: types.JSONRPCMessage, related: types.RequestId | None = None) -> None:
        metadata = None if related is None else ServerMessageMetadata(related_request_id=related)
        try:
            await self._to_client.send(SessionMessage(message, metadata))
        except _CLOSED:  # it has left
            _LOG.debug("the client has left before an answer")

    # -------------------------------------------------------------- to the server

    async def _send(self, message: types.JSONRPCMessage) -> bool:
        """Send a message to the server; whether it could be sent."""
        if self._to_upstream is None:
            return False
        headers = {} if self._version is None else {_PROTOCOL_HEADER: self._version}
        try:
            await self._to_upstream.send(SessionMessage(message, ClientMessageMetadata(headers=headers)))
        except _CLOSED:
            return False
        return True

    async def _running(self) -> bool:
        """Start the server again if it has ended, and greet it as the client did; whether it runs."""
        if self._to_upstream is not None:
            return True
        try:
            await self._tasks.start(self._hold)
        except Exception as error:  # noqa: BLE001  # whatever a command or an address can do wrong
            _LOG.warning("the server cannot be started again: %s", type(error).__name__)
            return False
        self._results.forget()
        if self._greeting is None:
            return self._to_upstream is not None
        self._answered_again = anyio.Event()
        await self._send(self._greeting.model_copy(update={"id": _HANDSHAKE}))
        with anyio.move_on_after(_HANDSHAKE_TIMEOUT):
            await self._answered_again.wait()
        if self._greeted:
            await self._send(types.JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized"))
        return self._to_upstream is not None

    async def _hold(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Hold the connection to the server until it ends."""
        started = False
        try:
            async with self._connect() as (messages, answers):
                self._to_upstream, started = answers, True
                task_status.started()
                async for item in messages:
                    await self._from_upstream(item)
        except Exception as error:
            if not started:
                raise
            _LOG.warning("the connection to the server has ended: %s", type(error).__name__)
        finally:
            self._to_upstream = None
            self._answered_again.set()
        pending, self._pending = list(self._pending.values()), {}
        self._calls.clear()
        for request in pending:
            await self._refuse(request)

    # -------------------------------------------------------------- from the server

    async def _from_upstream(self, item: SessionMessage | Exception) -> None:
        item = readable(item)
        if isinstance(item, Exception):
            await self._malformed(item)
            return
        message = item.message
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError) and message.id == _HANDSHAKE:
            self._answered_again.set()
            return
        if not isinstance(message, types.JSONRPCResponse):
            if isinstance(message, types.JSONRPCError):
                if message.id is not None:
                    self._forget(message.id)
                await self._tell(message)
                return
            if isinstance(message, types.JSONRPCRequest) and message.method == "roots/list":
                self._asked_roots.add(message.id)
            await self._tell(message, next(reversed(self._pending), None))
            return
        call = self._calls.get(message.id)
        request = self._forget(message.id)
        if call is not None:
            self._tasks.start_soon(self._rewrite, message, call)
            return
        if request is not None:
            message = message.model_copy(update={"result": self._changed(request, message.result)})
        await self._tell(message)

    def _changed(self, request: types.JSONRPCRequest, result: dict[str, Any]) -> dict[str, Any]:
        match request.method:
            case "initialize":
                version = result.get("protocolVersion")
                self._version = version if isinstance(version, str) and self._by_http else None
                return self._results.with_legend(result)
            case "server/discover":
                return self._results.with_legend(result)
            case "tools/list":
                return self._results.with_tool(result)
        return result

    async def _rewrite(self, response: types.JSONRPCResponse, call: Call) -> None:
        """Rewrite a result in a thread, one after the other: pings and progress pass meanwhile."""
        result = response.result
        async with self._in_turn:
            try:
                result = await anyio.to_thread.run_sync(self._results.rewritten, call, result)
            except Exception as error:  # noqa: BLE001  # an answer of the server must never be lost
                _LOG.error("a result passes unchanged: unexpected %s", type(error).__name__)  # no text
            await self._tell(response.model_copy(update={"result": result}))

    async def _malformed(self, error: Exception) -> None:
        """Leave out what is no message; answer the request that it was meant for, where it says which."""
        _LOG.warning("the server wrote a line that is no JSON-RPC message; it is left out")
        for request_id in ids_in(error):
            request = self._forget(request_id)
            if request is not None:
                data = types.ErrorData(
                    code=types.INTERNAL_ERROR, message="the server answered with a malformed message"
                )
                await self._tell(types.JSONRPCError(jsonrpc="2.0", id=request_id, error=data))


def _folders(result: Mapping[str, Any]) -> list[Path]:
    """The folders among the roots of a client."""
    roots = result.get("roots")
    uris = [root.get("uri") for root in roots if isinstance(root, dict)] if isinstance(roots, list) else []
    parts = [urlsplit(uri) for uri in uris if isinstance(uri, str)]
    return [Path(url2pathname(part.path)) for part in parts if part.scheme == "file" and part.path]
