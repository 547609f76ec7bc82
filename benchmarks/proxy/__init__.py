"""What an agent reads through two MCP servers with and without ``uidiff proxy``, whether it ends alike, and the delay.

Ten tasks (``tasks.py``) are done by a plain script (``agent.py``) that finds elements by role and name in the texts
that it has read, and acts by the refs in them: through @playwright/mcp and chrome-devtools-mcp (``servers.py``), each
task in a browser of its own, once alone and once behind the proxy.
"""

from __future__ import annotations

import anyio

from benchmarks.proxy.figures import Pair, report_of
from benchmarks.proxy.measure import PROXY, Run, perform
from benchmarks.proxy.servers import DEVTOOLS, PLAYWRIGHT, MissingServers, Server, installed
from benchmarks.proxy.tasks import TASKS
from benchmarks.report import Report

__all__ = ["run"]

SERVERS = (PLAYWRIGHT, DEVTOOLS)
THINKS = 0.3
"""Seconds before each step: a model takes more, and what moves on a page has come to rest by then."""


def run() -> Report:
    """Do all tasks. Those behind the proxy, which are timed, come one after the other; the others side by side."""
    try:
        installed()
    except MissingServers as error:
        raise SystemExit(str(error)) from None
    return report_of(anyio.run(_pairs))


async def _pairs() -> dict[str, list[Pair]]:
    behind = {
        server.name: [await perform(server, task, proxy=PROXY, watched=True, thinks=THINKS) for task in TASKS]
        for server in SERVERS
    }
    alone: dict[str, list[Run]] = {}

    async def by_itself(server: Server) -> None:
        alone[server.name] = [await perform(server, task, thinks=THINKS) for task in TASKS]

    async with anyio.create_task_group() as both:
        for server in SERVERS:
            both.start_soon(by_itself, server)
    return {name: [Pair(*three) for three in zip(TASKS, alone[name], behind[name], strict=True)] for name in behind}
