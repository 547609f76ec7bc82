"""An agent that is a plain script: it chooses elements by role and name, and acts by the refs that it has read last."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import attrs
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from benchmarks.proxy.printed import PrintedRefs
from benchmarks.proxy.refs import Refs
from benchmarks.proxy.servers import Call, Server
from benchmarks.proxy.written import WrittenRefs, with_linked_file
from uidiff.proxy.tree_results import FULL

__all__ = ["Agent", "Answer", "Step", "session"]

LOOKS = 12
"""How often it reads again while an element has not come yet."""
WHOLE = 3
"""After so many it asks the proxy for the whole tree."""
PAUSE = 0.25
"""Seconds in between."""
LONGEST = 60.0
"""Seconds for one call."""

STATE = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const value = (one) => ["checkbox", "radio"].includes(one.type) ? one.checked : one.value;
  const parts = [...document.querySelectorAll(%s)].filter(shown).map((part) =>
    [part.innerText, [...part.querySelectorAll("input, select, textarea")].filter(shown).map(value)]);
  return JSON.stringify([location.pathname + location.search + location.hash, parts]);
}"""
"""What the page shows, whichever server is asked: its address, its text, the values of its fields."""


@attrs.frozen
class Step:
    """A step of a task: "press", "type", "select", "key" or "open", and on what.

    Attributes:
        role, name: of the element; of several the one printed closest to the text ``near``.
        value: what is typed, chosen or opened; the key.
    """

    verb: str
    role: str = ""
    name: str = ""
    value: str | None = None
    near: str = ""


@attrs.frozen
class Answer:
    """A call and its result as the agent read it.

    Attributes:
        text: what was read: with linked files in the place of their links, if the agent has to open them.
        given: the text of the result itself.
        seconds: from the call to the result, as the client saw it.
        failed: whether the result says that it is an error.
    """

    call: Call
    text: str
    given: str
    seconds: float
    failed: bool


@attrs.define
class Agent:
    """Works on one page through one server.

    Attributes:
        client: the connection to the server, or to the proxy before it.
        folder: the server's working folder, where linked files are.
        refs: what was read.
        answers: of all calls so far.
        thinks: seconds before each step, in which the page comes to rest.
        again: how often it had to read again because an element was not known.
        whole: how often it asked the proxy for the whole tree.
    """

    server: Server
    client: ClientSession
    folder: Path
    refs: Refs
    answers: list[Answer] = attrs.field(factory=list)
    thinks: float = 0.0
    again: int = 0
    whole: int = 0

    async def do(self, step: Step) -> None:
        """Do a step, and read the page if the answer does not show it.

        Raises:
            LookupError: the element is not known, however often the page is read.
            RuntimeError: the server refused the call.
        """
        await anyio.sleep(self.thinks)
        ref = await self._ref(step) if step.role else None
        await self.call(step.verb, ref, step.value)

    async def call(self, verb: str, ref: str | None = None, value: str | None = None) -> str:
        """Make the call of a verb, and read the page if the answer does not show it."""
        answer = await self._ask(self.server.call(verb, ref, value))
        if not self.refs.read(answer) and verb != "read":
            await self.call("read")
        return answer

    async def state(self, root: str = "body") -> str:
        """What the page shows, without the times and numbers of this run."""
        return await self.evaluated(STATE % json.dumps(root))

    async def evaluated(self, function: str) -> str:
        """What a function of the page returns: a question of ours, which is no part of the task.

        Raises:
            RuntimeError: the function raised an error, or the page has gone.
        """
        answer = await self._answer(self.server.call("evaluate", value=function))
        if answer.failed:
            raise RuntimeError(f"evaluate: {answer.text[:300]}")
        quoted = next((line for line in answer.text.split("\n") if line.startswith('"')), '""')
        return str(json.loads(quoted))

    async def _ref(self, step: Step) -> str:
        for look in range(LOOKS):
            ref = self.refs.find(step.role, step.name, step.near)
            if ref is None and isinstance(self.refs, PrintedRefs):
                if look == 0 and self.refs.is_named(step.role, step.name):  # where, the texts so far do not say
                    ref = await self._whole(step)
                elif look == WHOLE:
                    ref = await self._raw(step)
            if ref is not None:
                return ref
            self.again += 1
            await anyio.sleep(PAUSE)
            await self.call("read")
        raise LookupError(f"no {step.role} {step.name!r} was printed")

    async def _whole(self, step: Step) -> str | None:
        """Ask for the whole tree, in which each element stands at its place."""
        self.whole += 1
        self.refs.read(await self._ask((FULL, {})))
        return self.refs.find(step.role, step.name, step.near)

    async def _raw(self, step: Step) -> str | None:
        """Ask for the tree as the server wrote it, which has the refs of all elements, to be acted on or not."""
        self.whole += 1
        raw = WrittenRefs()
        raw.read(await self._ask((FULL, {"raw": True})))
        return raw.find(step.role, step.name, step.near)

    async def _ask(self, call: Call) -> str:
        answer = await self._answer(call)
        self.answers.append(answer)
        if answer.failed:
            raise RuntimeError(f"{call[0]} {call[1]}: {answer.text[:300]}")
        return answer.text

    async def _answer(self, call: Call) -> Answer:
        start = time.perf_counter()
        with anyio.fail_after(LONGEST):
            result = await self.client.call_tool(*call)
        seconds = time.perf_counter() - start
        given = "\n".join(getattr(item, "text", "") for item in result.content)
        text = with_linked_file(given, self.folder) if isinstance(self.refs, WrittenRefs) else given
        return Answer(call, text, given, seconds, bool(result.is_error))


@asynccontextmanager
async def session(server: Server, *more: str, before: Sequence[str] = ()) -> AsyncIterator[Agent]:
    """An agent on a server of its own; ``before`` is the command that is put before the server's."""
    command = [*before, *server.command(*more)]
    with tempfile.TemporaryDirectory(prefix="uidiff-proxy-") as folder, open(os.devnull, "w") as errors:  # noqa: ASYNC230, PTH123  # at once
        parameters = StdioServerParameters(command=command[0], args=command[1:], cwd=folder, env=dict(os.environ))
        async with stdio_client(parameters, errlog=errors) as streams, ClientSession(*streams) as client:
            await client.initialize()
            yield Agent(server, client, Path(folder), PrintedRefs() if before else WrittenRefs())
