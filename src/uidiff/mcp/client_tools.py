"""What one client asks, and the answers: a text each, in which every text of a program is quoted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from uidiff.cli.event_names import event_name
from uidiff.diffing.refs import Refs, number_of_ref
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import WindowNotFound
from uidiff.formats.choice import ASKED, FIRST
from uidiff.formats.report import Report
from uidiff.formats.stream import DoneRecord
from uidiff.live.observing import INTERVAL
from uidiff.live.session_base import SETTLE
from uidiff.mcp.agent_session import AgentSession
from uidiff.mcp.arguments import Arguments, WrongArgument, event_kind, named_window
from uidiff.mcp.element_query import ElementQuery, matches_text
from uidiff.mcp.limits import FOOTER, OBSERVE_SECONDS, WAIT_SECONDS
from uidiff.mcp.session_thread import SessionThread
from uidiff.mcp.tools import ACT, FILTERS
from uidiff.model.window import Window
from uidiff.text import counted, estimate_tokens, quote, shorten

__all__ = ["ANSWERS", "ClientTools"]

_T = TypeVar("_T")

_LABEL = 200
"""Characters of a title or an address in the list of windows; a part of it is enough to name the window."""

_EVENTS = 5
"""Kinds of events that are named."""

_WINDOWS = 32
"""Of so many windows it is known which refs they had when they were told of last."""

_SAY_WHICH = "say which one by app, pid, title, url or window_id; list_windows has them"
_UNSETTLED = "not settled: it was still changing, describe it again"


class ClientTools:
    """One client and its session, which is made when it is first needed, and only used in a thread of its own.

    Args:
        make_session: makes it; with the target that is meant where a call names none, if there is one.
        budget: tokens of an answer, where a call says nothing of it.
    """

    def __init__(self, make_session: Callable[[], AgentSession], *, budget: int | None) -> None:
        self._make_session = make_session
        self._session: AgentSession | None = None
        self._lane = SessionThread()
        self._budget = budget
        self._refs: dict[object, Refs] = {}  # by target, the last one last

    async def ask(self, work: Callable[[ClientTools], Coroutine[Any, Any, _T]]) -> _T:
        """Do something with the session, in its thread."""
        return await self._lane.run(partial(work, self))

    async def close(self) -> None:
        """End the session and its thread."""
        try:
            if self._session is not None:
                await self._lane.run(self._session.close)
        finally:
            await self._lane.close()

    @property
    def session(self) -> AgentSession:
        """Its session. Asked for in its thread."""
        if self._session is None:
            self._session = self._make_session()
        return self._session

    # -------------------------------------------------------------------- tools

    async def list_windows(self, arguments: Arguments) -> str:
        """A line for each window, with all by which it can be named."""
        lines = [_window_line(window) for window in await self.session.windows()]
        return _fitting_lines(lines or ["no windows"], self._tokens(arguments), _more_windows)

    async def describe(self, arguments: Arguments) -> str:
        """What changed, or the whole tree."""
        target = await self._target(arguments)
        report = await self.session.describe(
            target=target,
            mode=arguments["mode"] or "auto",
            since=arguments["since"],
            roles=arguments["roles"] or (),
            scope=arguments["scope"],
            depth=arguments["depth"],
            prune=bool(arguments["prune"]),
            budget=self._report_tokens(arguments),
        )
        return self._told(report, target, arguments)

    async def observe_for(self, arguments: Arguments) -> str:
        """Stream records, a line each."""
        observation = self.session.observe(
            target=await self._target(arguments, scoped=True),
            interval=INTERVAL if arguments["interval"] is None else arguments["interval"],
            duration=OBSERVE_SECONDS if arguments["seconds"] is None else arguments["seconds"],
            ignore=self.session.ignoring(arguments["ignore"] or ()),
            roles=arguments["roles"] or (),
            scope=arguments["scope"],
            depth=arguments["depth"],
            prune=bool(arguments["prune"]),
        )
        told = BudgetedLines(self._tokens(arguments))
        async with observation as records:
            async for record in records:
                told.hear(record.type, record.line(), last=isinstance(record, DoneRecord))
        return told.text()

    async def wait_for(self, arguments: Arguments) -> str:
        """What changed, once it is what is waited for."""
        report_budget = self._report_tokens(arguments)
        condition = _condition(arguments)
        target = await self._target(arguments)
        seconds = WAIT_SECONDS if arguments["timeout"] is None else arguments["timeout"]
        report = await self.session.waited(condition, target=target, seconds=seconds, budget=report_budget)
        return self._told(report, target, arguments)

    async def find(self, arguments: Arguments) -> str:
        """The elements that are sought."""
        sought = ElementQuery.of(arguments)
        if not sought:
            raise WrongArgument("find needs a role, a name or a text")
        target = await self._target(arguments)
        seen = await self.session.look(target)
        self._remember(target, seen.state.refs)
        return matches_text(seen.state.snapshot, seen.state.refs, sought, budget=self._tokens(arguments))

    async def act_and_diff(self, arguments: Arguments) -> str:
        """What an action changed."""
        target = await self._target(arguments, ref=number_of_ref(arguments["ref"]))
        report = await self.session.acted(
            arguments["action"],
            arguments["ref"],
            arguments["value"],
            target=target,
            settle=SETTLE if arguments["settle"] is None else arguments["settle"],
            budget=self._report_tokens(arguments),
        )
        return self._told(report, target, arguments)

    # ------------------------------------------------------------------ windows

    async def _target(self, arguments: Arguments, *, scoped: bool = False, ref: int | None = None) -> object:
        """What a call means: the window that it names, else that of the ref, the default, the only one there is.

        Args:
            asked: the arguments of the call.
            scoped: it must stay the same window, whatever its title becomes.
            ref: the number of an element.

        Raises:
            WindowNotFound: it names none, and it is not clear which is meant.
        """
        named: object = named_window(arguments)
        if named is None and ref is not None:
            named = self._with(ref)
        if named is None:
            named = self.session.target
        if named is not None and not (scoped and isinstance(named, Window) and not named.scoped):
            return named
        wanted = named if isinstance(named, Window) else None
        fitting = [window for window in await self.session.windows() if wanted is None or wanted.fits(window)]
        if len(fitting) != 1:
            many = f"{counted(len(fitting), 'window')} {'fit' if wanted else 'are open'}"
            none = f"no window {'fits' if wanted else 'is open'}"
            raise WindowNotFound(f"{many if fitting else none}: {_SAY_WHICH}")
        return _kept(fitting[0])

    def _with(self, number: int) -> object:
        """The target in which that element was, as it was told last."""
        return next((one for one, refs in reversed(self._refs.items()) if number in refs.numbers), None)

    def _remember(self, target: object, refs: Refs) -> None:
        self._refs.pop(target, None)
        self._refs[target] = refs
        while len(self._refs) > _WINDOWS:
            del self._refs[next(iter(self._refs))]

    # ------------------------------------------------------------------- texts

    def _tokens(self, arguments: Arguments) -> int | None:
        budget: int | None = arguments["budget"]
        return self._budget if budget is None else budget

    def _report_tokens(self, arguments: Arguments) -> int | None:
        """What is left for a report, besides the last line."""
        tokens = self._tokens(arguments)
        return None if tokens is None else tokens - FOOTER

    def _told(self, report: Report, target: object, arguments: Arguments) -> str:
        """The text of a report, and a last line: its moment, where something changed, and what else is to be said."""
        self._remember(target, report.refs)
        notes = []
        if report.mode == "full" or report.delta:
            notes.append(f"ts: {report.token}")
        if report.mode == "full" and report.reason not in {FIRST, ASKED}:
            notes.append(f"full because: {report.reason}")
        if report.delta and not any(arguments.get(name) for name in FILTERS):
            notes += _events(report.delta)
        if report.settled is False:
            notes.append(_UNSETTLED)
        return "\n".join(filter(None, (report.text, "; ".join(notes))))


Answer: TypeAlias = Callable[[ClientTools, Arguments], Coroutine[Any, Any, str]]

ANSWERS: Mapping[str, Answer] = MappingProxyType(
    {
        "list_windows": ClientTools.list_windows,
        "describe": ClientTools.describe,
        "observe_for": ClientTools.observe_for,
        "wait_for": ClientTools.wait_for,
        "find": ClientTools.find,
        ACT: ClientTools.act_and_diff,
    }
)
"""What answers each tool."""


def _condition(arguments: Arguments) -> Callable[[TreeDiff], object]:
    """What is waited for, of the changes since the last answer."""
    sought, gone = ElementQuery.of(arguments), bool(arguments["gone"])
    kind = None if arguments["event"] is None else event_kind(arguments["event"])
    if gone and not sought:
        raise WrongArgument("gone needs a role, a name or a text: what is to go")
    if not sought and kind is None:
        return bool

    def holds(delta: TreeDiff) -> bool:
        if kind is not None and not any(isinstance(event, kind) for event in delta.events):
            return False
        return not sought or any(sought.marks(delta.after)) != gone

    return holds


def _events(delta: TreeDiff) -> list[str]:
    """The kinds of events, the most important first: names alone, as their texts stand in the lines above."""
    kinds = list(dict.fromkeys(event_name(type(event)) for event in delta.events))
    more = [f"{len(kinds) - _EVENTS} more"] if len(kinds) > _EVENTS else []
    return [f"events: {', '.join([*kinds[:_EVENTS], *more])}"] if kinds else []


def _kept(window: Window) -> Window:
    """A window as a target that stays the same when its title or its page changes, if it can be."""
    if window.id is None and window.pid is None:
        return window
    return Window(app=window.app, pid=window.pid, id=window.id)


def _window_line(window: Window) -> str:
    said = (("app", window.app), ("pid", window.pid), ("title", window.title), ("url", window.url))
    known = [*said, ("window_id", window.id)]
    return " ".join(f"{name} {_said(value)}" for name, value in known if value is not None)


def _said(value: str | int) -> str:
    return str(value) if isinstance(value, int) else quote(shorten(value, _LABEL))


def _more_windows(left: Mapping[str, int]) -> str:
    return f"… {sum(left.values())} more: give a larger budget"


def _more_records(left: Mapping[str, int]) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(left.items()))
    return f"… {counted(sum(left.values()), 'more record')} ({kinds}): give roles, a scope or a larger budget"


def _fitting_lines(lines: Iterable[str], budget: int | None, more: Callable[[Mapping[str, int]], str]) -> str:
    told = BudgetedLines(budget, more)
    for line in lines:
        told.hear("", line)
    return told.text()


class BudgetedLines:
    """Lines as they come, the first ones that fit into a budget; of the others it is said how many there are."""

    def __init__(self, budget: int | None, more: Callable[[Mapping[str, int]], str] = _more_records) -> None:
        self._budget = budget
        self._more = more
        self._lines: list[tuple[str, str]] = []
        self._last = ""
        self._left: Counter[str] = Counter()
        self._tokens = 0

    def hear(self, kind: str, line: str, *, last: bool = False) -> None:
        """A line more; ``last``: it is told in any case."""
        if last:
            self._last = line
            return
        self._tokens += estimate_tokens(f"\n{line}")
        if self._left or (self._budget is not None and self._tokens > self._budget):
            self._left[kind] += 1
        else:
            self._lines.append((kind, line))

    def text(self) -> str:
        """All that fits."""
        while True:
            more = self._more(self._left) if self._left else ""
            text = "\n".join(filter(None, [*(line for _, line in self._lines), more, self._last]))
            if not self._lines or self._budget is None or estimate_tokens(text) <= self._budget:
                return text
            self._left[self._lines.pop()[0]] += 1
