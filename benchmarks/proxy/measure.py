"""Does a task through a server, with and without the proxy, and says what came of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import anyio
import attrs

from benchmarks.proxy.agent import Agent, Answer, session
from benchmarks.proxy.pages import opened
from benchmarks.proxy.servers import Server
from benchmarks.proxy.tasks import Task
from benchmarks.proxy.written import with_linked_file

__all__ = ["PROXY", "Passed", "Run", "perform"]

PROXY = (sys.executable, "-m", "uidiff", "proxy", "--")
TEE = (sys.executable, str(Path(__file__).with_name("tee.py")))
LOG = "passed.jsonl"
SETTLES = 20
"""How often the page is looked at until it shows the end of the task and does not change."""
PAUSE = 0.25


@attrs.frozen
class Passed:
    """A result as the server behind the proxy gave it.

    Attributes:
        seconds: that the server took.
        text: with linked files in the place of their links.
    """

    seconds: float
    text: str


@attrs.frozen
class Run:
    """A task that was done, or as far as it came.

    Attributes:
        problem: why it ended early; None: it did not.
        state: what the page showed at the end, without the address of this run.
        answers: what the agent read.
        passed: the results behind the proxy, one for each answer that the proxy did not give alone.
        again, whole: as of ``Agent``.
    """

    problem: str | None
    state: str
    answers: Sequence[Answer]
    passed: Sequence[Passed]
    again: int
    whole: int


async def perform(
    server: Server, task: Task, *more: str, proxy: Sequence[str] = (), watched: bool = False, thinks: float = 0.0
) -> Run:
    """Do a task in a browser of its own.

    Args:
        more: further options of the server.
        proxy: the command that is put before the server's.
        watched: whether what passes between the two is kept.
        thinks: as of ``Agent``.
    """
    with opened(task.page) as address:
        between = (*TEE, LOG) if watched else ()
        async with session(server, *more, before=[*proxy, *between] if proxy else ()) as agent:
            problem, agent.thinks = None, thinks
            try:
                await _do(agent, task, address)
            except (LookupError, RuntimeError, TimeoutError) as error:
                problem = f"{type(error).__name__}: {error}"
            state = await _ended(agent, task)
            passed = _passed(agent) if watched else ()
            base = address.removesuffix(task.page).rstrip("/")
            return Run(problem, state.replace(base, ""), agent.answers, passed, agent.again, agent.whole)


async def _do(agent: Agent, task: Task, address: str) -> None:
    await agent.call("open", value=address)
    if task.script:
        await agent.evaluated(task.script)
        await agent.call("read")
    for step in task.steps:
        await agent.do(step)


async def _ended(agent: Agent, task: Task) -> str:
    """What the page shows once it has come to rest."""
    last = ""
    for _ in range(SETTLES):
        with suppress(RuntimeError):  # the page may just be left
            state = await agent.state(task.root)
            if state == last and task.ends in state:
                break
            last = state
        await anyio.sleep(PAUSE)
    return last


def _passed(agent: Agent) -> list[Passed]:
    """What the tee wrote of the calls of the task; our own questions, which came last, are behind them."""
    lines = (agent.folder / LOG).read_text(encoding="utf-8").splitlines()
    ours = agent.server.verbs["evaluate"][0]
    found = [one for one in map(json.loads, lines) if one["tool"] != ours]
    return [Passed(one["seconds"], with_linked_file(one["text"], agent.folder)) for one in found]
