"""The server as a program of its own, by both transports, with the SDK's real client; and what it refuses."""

import asyncio
import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.talking import ERAS, LAST_LIMIT, by_pipe, connected, scripted, serving, started, until, until_steady
from uidiff.backends.protocol import Availability
from uidiff.backends.scripted import ScriptedBackend
from uidiff.errors import BackendError, MissingExtra, UIDiffError, UnknownName
from uidiff.mcp import build_server, run, serve
from uidiff.mcp.server import ConnectedClients

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that listens, with windows for each client."""
    with serving(scripted("--http")) as (address, _):
        yield address


@pytest.fixture(params=["stdio", "http"])
def place(request: pytest.FixtureRequest, address: str) -> object:
    """Where to connect: a server that is started, or one that listens."""
    return by_pipe(*scripted()) if request.param == "stdio" else address


@ERAS
async def test_a_client_reads_acts_waits_and_observes(place: object, mode: str) -> None:
    async with connected(place, mode=mode) as agent:
        assert [*await agent.tools()][-1] == "act_and_diff"
        assert "untrusted data" in (agent.client.instructions or "")
        assert (await agent.said("list_windows")).startswith('app "Mail" pid 7 ')
        answer = await agent.call("describe")
        assert answer.text.startswith("# full: 11 elements")
        for text in ("Search", "Invoice 3", "Ask"):
            assert answer.message.count(text) == 1
        assert "e8" in await agent.said("find", name="ask")
        asked = await agent.said("act_and_diff", action="press", ref="e8", settle=0.1)
        assert asked.splitlines()[1] == '+ after e1: dialog e12 "Sure?"'
        assert asked.startswith('# diff: A dialog appeared: "Sure?". ')
        await agent.said("act_and_diff", action="press", ref="e9", settle=0)
        assert 'status e13 "Saved"' in await agent.said("wait_for", text="Saved")
        records = await agent.said("observe_for", seconds=0.1)
        assert [json.loads(line)["type"] for line in records.splitlines()] == ["snapshot", "done"]
        assert "did you mean 'describe'" in await agent.error("descripe")


async def test_clients_of_one_server_have_baselines_and_refs_of_their_own() -> None:
    with serving(scripted("--http", "--shared")) as (address, _):
        async with connected(address) as one, connected(address) as other:
            await one.said("describe")
            assert (await one.said("act_and_diff", action="press", ref="e8", settle=0)).count("Sure?") >= 1
            assert (await other.said("describe")).startswith("# full: 12 elements")
            assert await one.said("describe") == "# No change."
            await other.said("act_and_diff", action="type", ref="e2", value="tax", settle=0)
            assert '"Search"="tax"' in await one.said("describe")


async def test_a_window_that_hangs_for_one_client_keeps_no_other_waiting(address: str) -> None:
    async with connected(address) as one, connected(address) as other:
        await one.said("describe")
        hanging = asyncio.ensure_future(one.said("act_and_diff", action="press", ref="e10", settle=0))
        assert (await other.said("describe")).startswith("# full: 11 elements")
        assert (await hanging).startswith("# No change.\nNothing seen: ")


async def test_an_error_of_a_backend_comes_as_a_line(place: object) -> None:
    async with connected(place) as agent:
        await agent.said("describe")
        said = await agent.error("act_and_diff", action="press", ref="e11", settle=0)
        assert said.startswith("the backend 'scripted' failed: RuntimeError ")
        assert said.endswith('\\u001b[31mno"')


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize(("tool", "arguments"), [("wait_for", {"text": "never"}), ("observe_for", {"interval": 0.1})])
async def test_a_request_that_is_cancelled_ends(
    transport: str, tool: str, arguments: dict[str, object], tmp_path: Path
) -> None:
    reads = tmp_path / "reads"
    lasting = {**arguments, "timeout" if tool == "wait_for" else "seconds": 600}
    with started(transport, scripted("--counting", str(reads))) as place:
        async with connected(place) as agent:
            asked = asyncio.ensure_future(agent.call(tool, **lasting))
            await until(lambda: reads.exists() and reads.stat().st_size > 1)
            asked.cancel()
            await until_steady(lambda: reads.stat().st_size)
            assert (await agent.said("describe")).startswith("# full: 11 elements")


# ---------------------------------------------------------------------------------------------------------------- http


async def test_a_session_ends_with_its_client_and_not_with_another_one() -> None:
    with serving(scripted("--http", "--noisy")) as (address, process):
        assert process.stderr is not None
        async with connected(address) as one:
            await one.said("describe")
            async with connected(address) as other:
                await other.said("describe", app="Mail")
            assert await asyncio.to_thread(process.stderr.readline) == "closed\n"
            assert (await one.said("describe")).startswith("# No change")
        assert await asyncio.to_thread(process.stderr.readline) == "closed\n"


def asked(address: str, *, method: str = "POST", body: object = HELLO, **headers: str) -> tuple[int, str]:
    """What a request is answered with: the status, and the text."""
    place = address.removeprefix("http://").removesuffix("/mcp")
    connection = http.client.HTTPConnection(place, timeout=LAST_LIMIT)
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, "/mcp", json.dumps(body), {**usual, **given})
    response = connection.getresponse()
    try:
        return response.status, response.read().decode()
    finally:
        connection.close()


def test_only_requests_that_name_this_address_are_answered(address: str) -> None:
    port = address.rsplit(":", 1)[1].removesuffix("/mcp")
    assert asked(address)[0] == 200
    assert asked(address, Host=f"localhost:{port}", Origin=f"http://localhost:{port}")[0] == 200
    for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "127.0.0.1:1"):
        assert asked(address, Host=host)[0] == 421
    for origin in ("http://evil.example", f"http://localhost:{port}.evil.example", "null", "http://localhost:1"):
        for method in ("POST", "GET", "DELETE"):
            assert asked(address, method=method, Origin=origin)[0] == 403


async def test_a_version_without_sessions_is_refused_with_those_that_have_them(address: str) -> None:
    async with connected(address, mode="2026-07-28") as agent:
        with pytest.raises(MCPError) as caught:
            await agent.client.call_tool("describe", {})
        assert caught.value.error.code == -32022
        assert "2025-11-25" in caught.value.error.data["supported"]


def test_a_client_that_leaves_out_a_part_of_the_handshake_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uidiff.mcp.server._HANDSHAKE_TIMEOUT", 0.01)
    request = SimpleNamespace(headers={"mcp-session-id": "a"})
    clients = ConnectedClients(lambda: pytest.fail("a session is made"))
    with pytest.raises(MCPError, match="send notifications/initialized first"):
        asyncio.run(clients.of(SimpleNamespace(request=request, protocol_version="2025-06-18")))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org", ""])  # noqa: S104  # which is refused
def test_a_host_that_is_not_this_machine_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match="is not this machine"):
        run(build_server(object), http=True, host=host)


def test_a_port_that_is_taken_is_an_error_of_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            UIDiffError, match=f"cannot listen at port {port} of 127.0.0.1 .*: give another port"
        ) as caught:
            run(build_server(object), http=True, port=port)
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="port is a whole number from 0 to 65535"):
        run(build_server(object), http=True, port=70_000)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_server_that_listens_ends_cleanly_when_it_is_told_to(number: int) -> None:
    with serving(scripted("--http")) as (address, process):
        async with connected(address) as agent:
            await agent.said("describe")
            process.send_signal(number)
            assert await asyncio.to_thread(process.wait, LAST_LIMIT) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


# --------------------------------------------------------------------------------------------------------------- stdio


def test_nothing_but_the_protocol_is_on_the_standard_output() -> None:
    lines = [
        HELLO,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_windows", "arguments": {}}},
    ]
    process = subprocess.Popen(
        scripted("--noisy"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
    process.stdin.flush()
    said = [json.loads(process.stdout.readline()) for _ in range(2)]
    rest, noise = process.communicate(timeout=LAST_LIMIT)  # which ends the input
    assert process.returncode == 0
    assert [message["id"] for message in said] == [1, 2]
    assert rest == ""
    assert "noise of a library" in noise
    assert "noise of a program" in noise


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_reads_its_input_ends_cleanly_when_it_is_told_to(number: int) -> None:
    process = subprocess.Popen(
        scripted(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(HELLO) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.send_signal(number)
    assert process.wait(LAST_LIMIT) == 0
    assert process.communicate()[1] == ""


# -------------------------------------------------------------------------------------------------------------- serve


def test_what_cannot_be_served_is_refused_before_anything_begins() -> None:
    refused: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"backend": "atsp"}, UnknownName, "did you mean 'atspi'"),
        ({"backend": "recorded", "targets": ("a", "b")}, ValueError, "takes one target"),
        ({"backend": "web"}, ValueError, "which browser"),
        ({"backend": "recorded", "targets": "Mail"}, TypeError, r"write targets=\('Mail',\)"),
        ({"backend": "recorded", "ignore": ("bound",)}, UnknownName, "bounds"),
        ({"backend": "uia"}, BackendError, "the backend 'uia' cannot work here: "),
    ]
    for options, kind, said in refused[: -1 if sys.platform == "win32" else None]:
        with pytest.raises(kind, match=said):
            serve(**options)
    with pytest.raises(ValueError, match="from 110 on"):
        build_server(object, budget=3)
    with pytest.raises(TypeError, match="make_backend is a function"):
        build_server("web")  # type: ignore[arg-type]


def test_a_backend_that_is_only_asked_whether_it_can_work_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unavailable(ScriptedBackend):
        def available(self) -> Availability:
            return Availability(ok=False, reason="no screen", cure="plug one in")

    backend = Unavailable()
    monkeypatch.setattr("uidiff.mcp.serving.load_backend", lambda _: backend)
    with pytest.raises(BackendError, match="the backend 'scripted' cannot work here: no screen; plug one in"):
        serve(backend="scripted")
    assert backend._closed


BARE = """
import sys
import uidiff, uidiff.mcp
assert not [name for name in sys.modules if name.partition(".")[0] in {"mcp", "mcp_types", "pydantic", "uvicorn"}]
sys.modules["mcp"] = None
try:
    uidiff.mcp.serve(backend="recorded")
except uidiff.errors.MissingExtra as error:
    print(error)
"""


def test_the_sdk_is_loaded_when_a_server_is_made_and_its_absence_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False, timeout=LAST_LIMIT)
    assert done.stdout.strip() == str(MissingExtra("mcp", "mcp")), done.stderr
