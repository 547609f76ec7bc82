"""``uidiff proxy`` before the real servers, from npm over a real Chromium: tasks by what it prints, and their ends."""

from __future__ import annotations

import anyio
import pytest

from benchmarks.proxy.measure import PROXY, Run, perform
from benchmarks.proxy.reading import unread_controls
from benchmarks.proxy.servers import DEVTOOLS, PLAYWRIGHT, MissingServers, Server, installed
from benchmarks.proxy.tasks import TASKS
from tests.parts import missing, need
from uidiff.tokens import estimate_tokens

TASK = next(task for task in TASKS if task.name == "shop (innerHTML)")
"""32 steps; each draws the whole page again, so that all refs are others than before."""

QUICK = ("--timeout-settle", "50")
WAYS = {
    "@playwright/mcp, a link to the snapshot": (PLAYWRIGHT, QUICK),
    "@playwright/mcp, browser_snapshot after each action": (PLAYWRIGHT, (*QUICK, "--snapshot-mode", "none")),
    "chrome-devtools-mcp, the snapshot in each result": (DEVTOOLS, ()),
}


@pytest.fixture(scope="module", autouse=True)
def _servers() -> None:
    need("chromium", "chromium")
    need("node", "nodejs")
    need("npm", "npm")
    try:
        installed()
    except MissingServers as error:
        missing(f"what this test needs from npm ({error})", "npm")


@pytest.mark.parametrize("way", WAYS)
async def test_a_task_is_done_by_the_printed_refs_and_ends_as_without_the_proxy(way: str) -> None:
    runs = await _both(*WAYS[way])
    for run in runs.values():
        assert run.problem is None
        assert (run.again, run.whole) == (0, 0)
        assert TASK.ends in run.state
    assert len(TASK.steps) >= 30
    assert runs["proxy"].state == runs["alone"].state
    assert unread_controls(runs["proxy"]) == []
    assert _tokens(runs["proxy"]) < 0.5 * _tokens(runs["alone"])


async def _both(server: Server, options: tuple[str, ...]) -> dict[str, Run]:
    """The task with and without the proxy, at the same time."""
    found: dict[str, Run] = {}

    async def run(name: str, proxy: tuple[str, ...]) -> None:
        found[name] = await perform(server, TASK, *options, proxy=proxy, watched=bool(proxy))

    async with anyio.create_task_group() as both:
        both.start_soon(run, "proxy", PROXY)
        both.start_soon(run, "alone", ())
    return found


def _tokens(run: Run) -> int:
    return sum(estimate_tokens(answer.text) for answer in run.answers)
