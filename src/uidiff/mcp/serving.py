"""Make a server, and run it until it is ended."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, cast

from uidiff.backends.protocol import Backend
from uidiff.backends.registry import BACKENDS, load_backend, native_backend
from uidiff.backends.web.connections import is_address
from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.errors import BackendError, MissingExtra
from uidiff.mcp.agent_session import AgentSession
from uidiff.mcp.client_tools import ClientTools
from uidiff.mcp.tools import FOOTER, MIN_BUDGET

__all__ = ["BUDGET", "PORT", "build_server", "run", "serve"]

BUDGET = 10_000
"""Tokens of an answer at most, by default. Clients cut off or refuse answers that are too long (a well-known one at
25,000 tokens), and their tokenizers may count twice as many tokens as ours.
"""

PORT = 8427
"""The default port by HTTP: clients write the address into their configuration."""

_TALKATIVE = ("mcp", "sse_starlette")
"""Loggers of packages that log the messages, with texts of user interfaces, where the root logger is set to DEBUG."""


def serve(
    *,
    backend: str | None = None,
    targets: tuple[str, ...] = (),
    target: object = None,
    http: bool = False,
    host: str = "127.0.0.1",
    port: int = PORT,
    budget: int | None = BUDGET,
    ignore: IgnoreOption = ("bounds",),
    acting: bool = True,
) -> None:
    """Serve a backend to the clients of an MCP server, until it is ended: by end of input, Ctrl-C or SIGTERM.

    Args:
        backend: its name; None: the web's if the targets are addresses, else the one of this system's desktop.
        targets: of the web the addresses of browsers, of any other backend one target.
        target: the window of calls that name none; None: the only one of ``targets``, else the only open window.
        http: whether to serve by streamable HTTP on this machine, instead of standard input and output.
        host, port: where to listen; port 0 is any free one. The address is printed to standard error.
        budget: tokens of an answer at most, unless a call gives another number; None: no bound.
        ignore: fields, states and rules that are not reported.
        acting: whether clients may act, where the backend can.

    Raises:
        MissingExtra: the SDK is not installed, or what the backend needs.
        UnknownName: no such backend; no such field in ``ignore``.
        BackendError: the backend cannot work here.
        UIDiffError: it cannot listen there.
        ValueError: a host that is not this machine, and other options that cannot be.
    """
    given: object = targets
    if isinstance(given, str):
        raise TypeError(f"targets takes a tuple of texts: write targets=({given!a},)")
    name = _usual_backend(targets) if backend is None else backend
    if name == "web" and not targets:
        raise ValueError("which browser? give the address of one with remote debugging: http://127.0.0.1:9222")
    if name != "web" and len(targets) > 1:
        raise ValueError(f"the backend {name!a} takes one target: a call may name any other window")
    expect_sdk()
    with closing(cast("Backend", load_backend(name))) as opened:
        available = opened.available()
    if not available.ok:
        raise BackendError(f"the backend {name!a} cannot work here: {available.reason}; {available.cure}")
    make_backend: Callable[[], Any] = partial(load_backend, name, asynchronous=True)
    if name == "web":  # connected to all browsers
        kind: Any = BACKENDS.load(name)
        make_backend = partial(kind.asynchronous, *targets)
    server = build_server(
        make_backend,
        target=targets[0] if target is None and len(targets) == 1 else target,
        budget=budget,
        ignore=ignore,
        acting=acting,
    )
    run(server, http=http, host=host, port=port)


def build_server(
    make_backend: Callable[[], Any],
    *,
    target: object = None,
    budget: int | None = BUDGET,
    ignore: IgnoreOption = ("bounds",),
    acting: bool = True,
) -> Any:  # noqa: ANN401  # the SDK's Server
    """An MCP server over any backend: the SDK's ``Server``, for :func:`run` or for a program that runs it itself.

    Args:
        make_backend: makes a backend, sync or async, for each client; it is closed when the client has left.
        target: the window of calls that name none.
        budget, ignore, acting: as of :func:`serve`.

    Raises:
        MissingExtra: the SDK is not installed.
        UnknownName: no such field in ``ignore``.
        ValueError: the budget is too small.
    """
    expect_sdk()
    from uidiff.mcp.server import make_server

    if not callable(make_backend):
        raise TypeError(f"make_backend is a function that makes a backend, got {type(make_backend).__name__}")
    if budget is not None and (type(budget) is not int or budget < MIN_BUDGET):
        raise ValueError(f"budget is a whole number of tokens from {MIN_BUDGET} on, or None for no bound")
    ignored = checked_ignore(ignore)

    def make_session() -> AgentSession:
        tokens = None if budget is None else budget - FOOTER
        return AgentSession(make_backend(), target, budget=tokens, ignore=ignored)

    return make_server(lambda: ClientTools(make_session, budget=budget, acting=acting))


def run(server: Any, *, http: bool = False, host: str = "127.0.0.1", port: int = PORT) -> None:  # noqa: ANN401
    """Run a server of :func:`build_server` until it is ended; arguments and errors as of :func:`serve`."""
    quiet()
    if http:
        from uidiff.mcp.http_transport import MAX_CLIENTS, PATH, run_http

        def make_app(security: Any, address: str) -> Any:  # noqa: ANN401  # the SDK's
            return server.streamable_http_app(
                streamable_http_path=PATH, transport_security=security, max_sessions=MAX_CLIENTS, host=address
            )

        run_http(make_app, host=host, port=port)
    else:
        from uidiff.mcp.stdio_transport import run_stdio

        run_stdio(lambda messages, answers: server.run(messages, answers, server.create_initialization_options()))


def quiet() -> None:
    """Let the packages that log messages log no more than warnings, unless the program says otherwise."""
    for logger in map(logging.getLogger, _TALKATIVE):
        if logger.level == logging.NOTSET:
            logger.setLevel(logging.WARNING)


def expect_sdk() -> None:
    """MissingExtra unless version 2 of the SDK is installed."""
    try:
        import mcp.server.lowlevel  # noqa: F401  # whether it is installed
        import mcp_types  # noqa: F401  # new in version 2
    except ImportError:
        raise MissingExtra("mcp", "mcp") from None


def _usual_backend(targets: tuple[str, ...]) -> str:
    if targets and all(map(is_address, targets)):
        return "web"
    native = native_backend()
    if native is None:
        raise BackendError("this system has no backend of its own: name one")
    return native
