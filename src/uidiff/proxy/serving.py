"""Run the proxy until it is ended."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from uidiff.errors import UIDiffError
from uidiff.live.watcher import Watcher
from uidiff.mcp.serving import PORT, expect_sdk, quiet

__all__ = ["FULL_EVERY", "serve_proxy"]

FULL_EVERY = 50
"""Answers after which the whole tree is given again: agents lose what is far back in their context."""

_TELLING = ("mcp.client", "mcp.server")
"""Loggers that have the texts of malformed messages in their warnings and errors."""


def serve_proxy(
    command: Sequence[str] = (),
    *,
    url: str | None = None,
    budget: int | None = None,
    format: str = "agent",  # the word of the public face
    full_every: int | None = FULL_EVERY,
    folders: Collection[str | os.PathLike[str]] = (),
    log: str | os.PathLike[str] | None = None,
    http: bool = False,
    host: str = "127.0.0.1",
    port: int = PORT,
) -> None:
    """Serve another MCP server's tools, with the trees in their results replaced by what changed, until it is ended.

    Args:
        command: the command that starts the server, and its arguments.
        url: in place of a command, the address of a server that runs already, by streamable HTTP.
        budget: the most tokens of a tree in a result; None: no bound.
        format: "agent" or "describe-json".
        full_every: the number of answers after which the whole tree is given again; None: only where it is shorter.
        folders: where the files that results link to are read, besides the working folder and the client's roots.
        log: the file to whose end a line of JSON is written for each answer.
        http, host, port: how clients reach the proxy, as of ``uidiff.mcp.serve``.

    Raises:
        MissingExtra: the SDK is not installed.
        UIDiffError: the command cannot be started; it cannot listen there.
        UnknownName, ValueError: an option that cannot be.
        OSError: the log cannot be written.
    """
    if bool(command) == (url is not None):
        raise ValueError("give the command of the server behind the proxy, or its address by url, and not both")
    expect_sdk()
    from uidiff.proxy.log import AnswerLog
    from uidiff.proxy.relay import Relay
    from uidiff.proxy.tree_results import TreeResults
    from uidiff.proxy.upstream import command_upstream, http_upstream, not_started

    quiet()
    for logger in map(logging.getLogger, _TELLING):
        logger.setLevel(logging.CRITICAL)
    make_watcher(budget=budget, format=format, full_every=full_every)  # a wrong option is said at once
    allowed = [Path.cwd(), *map(Path, folders)]
    connect = command_upstream(command) if url is None else http_upstream(url)
    failures: list[UIDiffError] = []
    with ExitStack() as stack:
        file = None if log is None else stack.enter_context(Path(log).open("a", encoding="utf-8"))

        async def serve(messages: Any, answers: Any) -> None:  # noqa: ANN401  # the SDK's streams
            watcher = make_watcher(budget=budget, format=format, full_every=full_every)
            results = TreeResults(watcher, allowed, answer_log)
            try:
                await Relay(connect, results, by_http=http or url is not None).run(messages, answers)
            except OSError as error:
                failures.append(not_started(command[0], str(error.strerror)))  # raised here, it would be one of a group
            finally:
                answer_log.total(results.saved)
                print(f"uidiff proxy: {results.saved}", file=sys.stderr, flush=True)  # noqa: T201  # what it was for

        answer_log = AnswerLog(file)
        if http:
            from uidiff.mcp.http_transport import MAX_CLIENTS, PATH, run_http
            from uidiff.proxy.http_clients import http_app

            run_http(lambda rules, _: http_app(serve, rules, path=PATH, most=MAX_CLIENTS), host=host, port=port)
        else:
            from uidiff.mcp.stdio_transport import run_stdio

            run_stdio(serve)
    if failures:
        raise failures[0]


def make_watcher(*, budget: int | None, format: str, full_every: int | None) -> Watcher:  # the word of the public face
    """The watcher of one client."""
    return Watcher(format=format, budget=budget, full_every=full_every)
