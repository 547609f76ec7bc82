"""Streamable HTTP as the transport, on this machine alone."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from uidiff.errors import UIDiffError

__all__ = ["MAX_CLIENTS", "PATH", "run_http"]

PATH = "/mcp"
MAX_CLIENTS = 64
"""Clients that may be connected at once; each has a backend of its own."""

_FAREWELL = 2
"""Seconds that answers under way get when the server is ended."""

_MOST_PORT = 65_535


def run_http(make_app: Callable[[TransportSecuritySettings, str], Any], *, host: str, port: int) -> None:
    """Serve until Ctrl-C or SIGTERM; print the address to standard error.

    Only requests that name this address are answered: this refuses a web page whose own name points here (DNS
    rebinding), and one from another origin.

    Args:
        make_app: makes the application (ASGI) of these rules and the address, which answers at :data:`PATH`.
        host, port: where to listen.

    Raises:
        ValueError: a host that is not this machine, or no port.
        UIDiffError: the port is taken.
    """
    address = _loopback(host)
    if type(port) is not int or not 0 <= port <= _MOST_PORT:
        raise ValueError(f"port is a whole number from 0 to {_MOST_PORT}; 0: any free one")
    with _listening(address, port) as listening:
        port = listening.getsockname()[1]
        shown = f"[{address}]" if ":" in address else address
        places = [f"{place}:{port}" for place in ("127.0.0.1", "localhost", "[::1]", shown)]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=places,
            allowed_origins=[f"http://{place}" for place in places],
        )
        config = uvicorn.Config(
            make_app(security, address),
            log_config=None,
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=_FAREWELL,
        )
        print(f"http://{shown}:{port}{PATH}", file=sys.stderr, flush=True)  # noqa: T201  # the answer to the person who started it
        with _sigterm_as_ctrl_c(), suppress(KeyboardInterrupt):
            asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


def _loopback(host: str) -> str:
    """The loopback address of a host name. ValueError if it is not this machine."""
    address = "127.0.0.1" if host == "localhost" else host
    with suppress(ValueError):
        if ipaddress.ip_address(address).is_loopback:
            return address
    raise ValueError(
        f"host {ascii(host)[:80]} is not this machine: what is on the screen would be anybody's; "
        "give 127.0.0.1, ::1 or localhost, and forward the port if you must"
    )


@contextmanager
def _listening(address: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        if sys.platform != "win32":  # there it would take over the port of another server
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address, port))
            listening.listen()
        except OSError as error:
            problem = f"cannot listen at port {port} of {address} ({error.strerror})"
            raise UIDiffError(f"{problem}: give another port, or 0 for any free one") from error
        yield listening


@contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    """Let SIGTERM raise KeyboardInterrupt, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
