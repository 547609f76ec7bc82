"""The tools of one client: each answers with one text, in which every text of a program is quoted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from itertools import compress
from typing import Any, TypeVar

from uidiff.diffing.events import event_kind
from uidiff.diffing.refs import Refs, number_of_ref
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import UnknownName, WindowNotFound
from uidiff.formats.choice import ASKED, FIRST
from uidiff.formats.report import Report
from uidiff.formats.stream import DoneRecord
from uidiff.mcp.agent_session import AgentSession, SessionThread
from uidiff.mcp.arguments import Arguments, WrongArgument, answer_number, checked_arguments, named_window
from uidiff.mcp.element_query import ElementQuery, matches_text
from uidiff.mcp.tools import FILTERS, FOOTER, TOOLS, Tool
from uidiff.model.window import Window
from uidiff.text import counted, quote, shorten
from uidiff.tokens import estimate_tokens

__all__ = ["ClientTools"]

_T = TypeVar("_T")

_LABEL = 200
"""Characters of a title or an address in the list of windows; a part of it is enough to name the window."""

_ANSWERS = 256
"""Answers whose moments are remembered, for ``since``: a session keeps 8 states of each window."""

_WINDOWS = 32
"""Windows whose refs are remembered, so that a ref alone names its window."""

_SAY_WHICH = "say which one by app, pid, title, url or window_id; list_windows has them"


class ClientTools:
    """The tools of one client, over its session; a method for each tool, with the tool's name.

    The session is made when it is first needed, and used in a thread of its own only.

    Args:
        make_session: makes the session; its target is the window of calls that name none.
        budget: tokens of an answer where a call gives none; None: no bound.
        acting: whether the client may act, where the backend can.
    """

    def __init__(self, make_session: Callable[[], AgentSession], *, budget: int | None, acting: bool) -> None:
        self._make_session = make_session
        self._session: AgentSession | None = None
        self._thread = SessionThread()
        self._budget = budget
        self._acting = acting
        self._refs: dict[object, Refs] = {}  # by target, the newest answer last
        self._answers = 0
        self._moments: dict[int, str] = {}  # by the number of an answer

    async def run(self, work: Callable[[ClientTools], Coroutine[Any, Any, _T]]) -> _T:
        """Run a coroutine function with these tools in the thread of the session."""
        return await self._thread.run(partial(work, self))

    async def close(self) -> None:
        """Close the session and end its thread."""
        try:
            if self._session is not None:
                await self._thread.run(self._session.close)
        finally:
            await self._thread.close()

    @property
    def session(self) -> AgentSession:
        """The session, made now if there is none; only for the session's thread."""
        if self._session is None:
            self._session = self._make_session()
        return self._session

    async def offered(self) -> tuple[Tool, ...]:
        """The tools that the client may call."""
        if not (self._acting and self.session.can_act):
            return tuple(tool for tool in TOOLS if not tool.acts)
        actions = self.session.actions
        return tuple(tool.with_actions(actions) if tool.acts and actions else tool for tool in TOOLS)

    async def call(self, name: str, given: Mapping[str, Any]) -> str:
        """Call a tool.

        Raises:
            UnknownName: no tool has the name, or an argument is unknown.
            WrongArgument: an argument is missing, or cannot be.
        """
        offered = {tool.name: tool for tool in await self.offered()}
        if name not in offered:
            raise UnknownName("tool", name, offered)
        answer: str = await getattr(self, name)(checked_arguments(offered[name], given))
        return answer

    # -------------------------------------------------------------------- tools

    async def list_windows(self, arguments: Arguments) -> str:
        """A line for each window, with everything that can name it."""
        budget = self._tokens(arguments)
        lines = _BudgetedLines(budget, lambda left_out: f"… {left_out.total()} more: give a larger budget")
        for window in await self.session.windows():
            lines.add(_window_line(window))
        return lines.text() or "no windows"

    async def describe(self, arguments: Arguments) -> str:
        """What changed, or the whole tree."""
        target = await self._target(arguments)
        report = await self.session.describe(
            target=target,
            mode=arguments["mode"],
            since=self._since(arguments["since"]),
            budget=self._report_tokens(arguments),
            **_filters(arguments),
        )
        return self._answer(report, target)

    async def observe_for(self, arguments: Arguments) -> str:
        """Stream records of some seconds, a line each."""
        observation = self.session.observe(
            target=await self._target(arguments, scoped=True),
            interval=arguments["interval"],
            duration=arguments["seconds"],
            ignore=self.session.ignoring(arguments["ignore"]),
            animation=arguments["animation"],
            **_filters(arguments),
        )
        lines = _BudgetedLines(self._tokens(arguments), _more_records)
        async with observation as records:
            async for record in records:
                lines.add(record.line(), kind=record.type, last=isinstance(record, DoneRecord))
        return lines.text()

    async def wait_for(self, arguments: Arguments) -> str:
        """Wait for a condition, and answer with what changed."""
        condition = _condition(arguments)
        target = await self._target(arguments)
        report = await self.session.wait_within(
            condition, target=target, seconds=arguments["timeout"], budget=self._report_tokens(arguments)
        )
        return self._answer(report, target)

    async def find(self, arguments: Arguments) -> str:
        """The elements that match a query."""
        query = ElementQuery.of(arguments)
        if not query:
            raise WrongArgument("find needs a role, a name or a text")
        target = await self._target(arguments)
        seen = await self.session.look(target)
        state = seen.state
        self._remember(target, state.refs)
        marks = query.marks(state.snapshot)
        self.session.tell(seen, target, tuple(compress(state.refs.numbers, marks)))
        return matches_text(state.snapshot, state.refs, query, budget=self._tokens(arguments))

    async def act_and_diff(self, arguments: Arguments) -> str:
        """Do an action, and answer with what it changed."""
        ref = arguments["ref"]
        target = await self._target(arguments, ref=None if ref is None else number_of_ref(ref))
        report = await self.session.act_within(
            arguments["action"],
            ref,
            arguments["value"],
            target=target,
            settle=arguments["settle"],
            budget=self._report_tokens(arguments),
        )
        return self._answer(report, target)

    # ------------------------------------------------------------------ windows

    async def _target(self, arguments: Arguments, *, scoped: bool = False, ref: int | None = None) -> object:
        """The target of a call: the window that it names, else that of the ref, else the default, else the only window.

        Args:
            arguments: the arguments of the call.
            scoped: True: a target that stays the same window when its title changes.
            ref: the number of an element.

        Raises:
            WindowNotFound: no window, or several, fit.
        """
        named: object = named_window(arguments)
        if named is None and ref is not None:
            having = (target for target, refs in reversed(self._refs.items()) if ref in refs.numbers)
            named = next(having, None)
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
        return _lasting_target(fitting[0])

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
        """The tokens of a report: those of the answer without its last lines."""
        tokens = self._tokens(arguments)
        return None if tokens is None else tokens - FOOTER

    def _answer(self, report: Report, target: object) -> str:
        """The text of a report, and unless nothing changed its number and the reason of a whole tree."""
        self._remember(target, report.refs)
        if report.mode == "diff" and not report.delta:
            return report.text
        self._answers += 1
        self._moments[self._answers] = report.token
        self._moments.pop(self._answers - _ANSWERS, None)
        whole = report.mode == "full" and report.reason not in {FIRST, ASKED}
        return f"{report.text}\n#{self._answers}{f'; full because: {report.reason}' if whole else ''}"

    def _since(self, given: str | float | None) -> str | float | None:
        """The moment that ``since`` means: that of an answer by its number, or a time."""
        number = answer_number(given)
        if number is not None and number not in self._moments:
            raise WrongArgument(f"since: #{number} is no answer of this session, or too old: leave since out")
        return given if number is None else self._moments[number]


def _filters(arguments: Arguments) -> dict[str, Any]:
    return {name: arguments[name] for name in FILTERS}


def _condition(arguments: Arguments) -> Callable[[TreeDiff], object]:
    """The condition that ``wait_for`` checks on the changes since the last answer."""
    query, gone = ElementQuery.of(arguments), arguments["gone"]
    kind = None if arguments["event"] is None else event_kind(arguments["event"])
    if gone and not query:
        raise WrongArgument("gone needs a role, a name or a text: what is to go")
    if not query and kind is None:
        return bool

    def holds(delta: TreeDiff) -> bool:
        if kind is not None and not any(isinstance(event, kind) for event in delta.events):
            return False
        return not query or any(query.marks(delta.after)) != gone

    return holds


def _lasting_target(window: Window) -> Window:
    """A target that stays the same window when its title or its page changes, where the window has an id or a pid."""
    if window.id is None and window.pid is None:
        return window
    return Window(app=window.app, pid=window.pid, id=window.id)


def _window_line(window: Window) -> str:
    named = {"app": window.app, "pid": window.pid, "title": window.title, "url": window.url, "window_id": window.id}
    values = {name: quote(shorten(value, _LABEL)) if isinstance(value, str) else value for name, value in named.items()}
    return " ".join(f"{name} {value}" for name, value in values.items() if value is not None)


def _more_records(left_out: Counter[str]) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(left_out.items()))
    return f"… {counted(left_out.total(), 'more record')} ({kinds}): give roles, a scope or a larger budget"


class _BudgetedLines:
    """Keep the first lines that fit into a budget, and count the others by kind.

    Args:
        budget: tokens of the text at most; None: no bound.
        more: the line that stands for the lines left out, given their number by kind.
    """

    def __init__(self, budget: int | None, more: Callable[[Counter[str]], str]) -> None:
        self._budget = budget
        self._more = more
        self._lines: list[tuple[str, str]] = []
        self._last = ""
        self._left_out: Counter[str] = Counter()
        self._tokens = 0

    def add(self, line: str, *, kind: str = "", last: bool = False) -> None:
        """Add a line; the last one is always kept."""
        if last:
            self._last = line
            return
        self._tokens += estimate_tokens(f"\n{line}")
        if self._left_out or (self._budget is not None and self._tokens > self._budget):
            self._left_out[kind] += 1
        else:
            self._lines.append((kind, line))

    def text(self) -> str:
        """The lines that fit, the line about those left out, and the last line."""
        while True:
            more = self._more(self._left_out) if self._left_out else ""
            text = "\n".join(filter(None, [*(line for _, line in self._lines), more, self._last]))
            if not self._lines or self._budget is None or estimate_tokens(text) <= self._budget:
                return text
            self._left_out[self._lines.pop()[0]] += 1
