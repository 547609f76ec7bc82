"""Sessions by HTTP: which requests open one, which are refused, and when they end."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from anyio import ClosedResourceError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, JSONRPCResponse
from starlette.testclient import TestClient

from uidiff.mcp.stdio_transport import Serve
from uidiff.proxy.http_clients import http_app

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
ASK = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
ACCEPTED = {"Accept": "application/json, text/event-stream"}


async def echo(messages: Any, answers: Any) -> None:  # noqa: ANN401  # the SDK's streams
    """Serve a client: each request is answered by its method."""
    with suppress(ClosedResourceError):
        async for one in messages:
            if isinstance(one.message, JSONRPCRequest):
                await answers.send(answer_to(one))


def answer_to(one: SessionMessage) -> SessionMessage:
    assert isinstance(one.message, JSONRPCRequest)
    result = {"method": one.message.method}
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=one.message.id, result=result))


@contextmanager
def client_of(serve: Serve = echo, *, most: int = 2) -> Iterator[TestClient]:
    rules = TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=["testserver"])
    with TestClient(http_app(serve, rules, path="/mcp", most=most), headers=ACCEPTED) as client:
        yield client


def open_session(client: TestClient) -> dict[str, str]:
    """The header of a new session."""
    answer = client.post("/mcp", json=HELLO)
    assert answer.status_code == 200
    assert '"method":"initialize"' in answer.text
    return {"mcp-session-id": answer.headers["mcp-session-id"]}


def test_a_request_of_a_session_is_answered_until_the_client_ends_it() -> None:
    with client_of() as client:
        session = open_session(client)
        assert '"method":"tools/list"' in client.post("/mcp", json=ASK, headers=session).text
        assert client.delete("/mcp", headers=session).status_code == 200
        gone = client.post("/mcp", json=ASK, headers=session)
        assert (gone.status_code, gone.json()["error"]["message"]) == (404, "no such session: initialize a new one")


def test_more_sessions_than_may_be_open_are_refused_until_one_ends() -> None:
    with client_of() as client:
        first, _ = open_session(client), open_session(client)
        refused = client.post("/mcp", json=HELLO)
        assert (refused.status_code, refused.json()["error"]["message"]) == (503, "2 sessions are open: end one first")
        client.delete("/mcp", headers=first)
        open_session(client)


@pytest.mark.parametrize(
    ("request_of", "status"),
    [
        ({"content": "no json"}, 400),
        ({"json": HELLO, "headers": {"Host": "evil.example"}}, 421),
        ({"json": HELLO, "headers": {"Accept": "text/html"}}, 406),
    ],
)
def test_a_request_that_opens_no_session_leaves_none_open(request_of: dict[str, Any], status: int) -> None:
    with client_of(most=1) as client:
        for _ in range(3):
            headers = {"Content-Type": "application/json", **request_of.get("headers", {})}
            assert client.post("/mcp", **{**request_of, "headers": headers}).status_code == status
        open_session(client)


def test_a_version_without_sessions_is_refused_with_those_that_have_them() -> None:
    with client_of() as client:
        refused = client.post("/mcp", json=HELLO, headers={"mcp-protocol-version": "2026-07-28"})
        error = refused.json()["error"]
        assert (refused.status_code, error["code"], error["data"]["requested"]) == (400, -32022, "2026-07-28")
        assert "2025-11-25" in error["data"]["supported"]


@pytest.mark.parametrize("error", [ValueError("a text of a page"), ClosedResourceError()])
def test_a_session_that_fails_ends_alone_and_says_no_text(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    async def failing(messages: Any, answers: Any) -> None:  # noqa: ANN401  # the SDK's streams
        await answers.send(answer_to(await messages.receive()))
        await messages.receive()
        raise error

    with client_of(failing) as client:
        first, other = open_session(client), open_session(client)
        asked = client.post("/mcp", json=ASK, headers=first)
        assert "text of a page" not in asked.text + caplog.text
        assert client.post("/mcp", json=ASK, headers=first).status_code == 404
        assert open_session(client) != other
