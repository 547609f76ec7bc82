"""Whether a page is as it was when it was last read: then the last read is the answer, without another one; else what
of it may be another, though no captured snapshot shows it.

Two questions decide. A script in an isolated world of each document (:mod:`uidiff.backends.web.watch_script`) watches
what can be watched there: changes of the document and its open shadow roots, the values of fields, scroll positions,
the focus, running animations. The engine counts how often it made styles and layout (``Performance.metrics``), so that
whatever else changes what is drawn is counted: style sheets, fonts and images that came, the pointer over an element;
and how many event handlers there are.
A page with what neither sees, such as a closed shadow root or the controls of a video, is never still.

What a script sets in ``ElementInternals``, and nothing else with it, is not seen; nor is a handler that comes as
another one goes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import attrs

from uidiff.backends.web.call_plans import CallPlan, ask, ask_all, ending, outcomes_of
from uidiff.backends.web.events import WORLD
from uidiff.backends.web.tabs import Renderer, Tab
from uidiff.backends.web.watch_script import WATCH

__all__ = ["StillTabs"]

_COUNTED = ("LayoutCount", "RecalcStyleCount", "JSEventListeners")
_MORE = 2
"""The place among these of what also becomes fewer by itself, as the engine collects garbage."""

_Counts: TypeAlias = tuple[float, ...]


class _World(NamedTuple):
    """The script in a document.

    Attributes:
        loader: of the document.
        context: the script's execution context.
        begun: how often it has begun to watch.
        since: since which of these all is as it was that may show anywhere and no captured snapshot has; -1: it is not.
        touched: how many nodes may be others, whatever a captured snapshot says of them.
    """

    loader: str
    context: int
    begun: int = 0
    since: int = -1
    touched: int = 0


@attrs.define(eq=False)
class _Watched:
    """What is known of the documents of a process.

    Attributes:
        worlds: the scripts, by the id of the frame.
        counts: what the engine had counted at the last look; None if it cannot be told.
        touched: as of :class:`StillTabs`.
    """

    worlds: dict[str, _World] = attrs.field(factory=dict)
    counts: _Counts | None = None
    touched: dict[str, frozenset[int]] | None = None


class StillTabs:
    """Looks whether pages are as they were at the last look.

    Attributes:
        touched: by the loader of each document, the DOM nodes that may be others whatever a captured snapshot says;
            None: any node may, as after a read that no look went before.
    """

    def __init__(self) -> None:
        self.touched: dict[str, frozenset[int]] | None = None
        self._watched: dict[Renderer, _Watched] = {}

    def look(self, tabs: Collection[Tab], deadline: float) -> CallPlan[bool]:
        """Return whether all that can be read of some pages is as it was at the last look.

        A page that cannot be watched, or does not answer, is not still.
        """
        renderers = [renderer for tab in tabs for renderer in tab.renderers]
        still = self._watched.keys() == set(renderers)
        self.touched = {} if still else None
        self._watched = {renderer: self._watched.get(renderer, _Watched()) for renderer in renderers}
        for renderer in renderers:
            outcome = yield from outcomes_of(ending(_look(renderer, self._watched[renderer]), deadline))
            if isinstance(outcome, Exception):
                self._watched[renderer] = _Watched()
            still = still and outcome is True
            touched = self._watched[renderer].touched
            self.touched = None if touched is None or self.touched is None else {**self.touched, **touched}
        return still

    def done(self, deadline: float) -> CallPlan[frozenset[str]]:
        """Say that what was looked at was read by now; the loaders of the documents that heard it.

        What changes from the look until then is touched at the next one.
        """
        self.touched = None
        heard: set[str] = set()
        for renderer, watched in self._watched.items():
            worlds = tuple(watched.worlds.values())
            asked = [partial(renderer.session.send, "Runtime.evaluate", _in(world, "done()")) for world in worlds]
            outcomes = yield from outcomes_of(ending(ask_all(asked), deadline))
            if not isinstance(outcomes, Exception):
                said = zip(worlds, outcomes, strict=True)
                heard.update(world.loader for world, each in said if not isinstance(each, Exception))
        return frozenset(heard)


def _look(renderer: Renderer, watched: _Watched) -> CallPlan[bool]:
    """Whether the documents of a process are as they were. An error: it cannot be told."""
    before, watched.counts, watched.touched = watched.counts, None, None
    if before is None:
        yield from _ask(renderer, "Performance.enable")
    renderer.counts = {}
    worlds = yield from _worlds(renderer, watched.worlds, restart=False)
    begun = _begun(watched.worlds)
    touched = None
    if {frame: world.since for frame, world in worlds.items()} == begun:
        touched = yield from _touched(renderer, worlds.values())
    counts = yield from _counts(renderer)
    same = before is not None and not _grew(before, counts)
    if not same and _begun(worlds) == begun:
        worlds = yield from _worlds(renderer, worlds, restart=True)
    still = same and _begun(worlds) == begun
    watched.worlds, watched.counts, watched.touched = worlds, counts, touched
    return still


def _begun(worlds: Mapping[str, _World]) -> dict[str, int]:
    return {frame: world.begun for frame, world in worlds.items()}


def _worlds(renderer: Renderer, before: Mapping[str, _World], *, restart: bool) -> CallPlan[dict[str, _World]]:
    """Ask the script of each document; it is put into those that have none."""
    worlds = {}
    for frame, loader in tuple(renderer.loaders.items()):
        known, script = before.get(frame), ""
        if known is None or known.loader != loader:
            given = {"frameId": frame, "worldName": WORLD}
            made = yield from _ask(renderer, "Page.createIsolatedWorld", given)
            known, script = _World(loader, made["executionContextId"]), WATCH
        asked = _in(known, f"look({str(restart).lower()})", script)
        said = yield from _ask(renderer, "Runtime.evaluate", {**asked, "returnByValue": True})
        worlds[frame] = _World(known.loader, known.context, *said["result"]["value"])
    return worlds


def _touched(renderer: Renderer, worlds: Collection[_World]) -> CallPlan[dict[str, frozenset[int]]]:
    """The touched nodes by the loader of their document."""
    found: dict[str, frozenset[int]] = {}
    for world in worlds:
        asked = [{**_in(world, f"touched[{at}]"), "objectGroup": WORLD} for at in range(world.touched)]
        objects = yield from ask_all(partial(renderer.session.send, "Runtime.evaluate", each) for each in asked)
        ids = [{"objectId": each["result"]["objectId"]} for each in objects]
        nodes = yield from ask_all(partial(renderer.session.send, "DOM.describeNode", each) for each in ids)
        found[world.loader] = frozenset(each["node"]["backendNodeId"] for each in nodes)
    if any(world.touched for world in worlds):
        yield from _ask(renderer, "Runtime.releaseObjectGroup", {"objectGroup": WORLD})
    return found


def _in(world: _World, expression: str, script: str = "") -> dict[str, Any]:
    """The parameters to evaluate an expression with the script of a document."""
    return {"expression": f"{script}uidiffWatch.{expression}", "contextId": world.context}


def _counts(renderer: Renderer) -> CallPlan[_Counts]:
    if not renderer.counts:  # the script's time stamp has not sent them
        renderer.count((yield from _ask(renderer, "Performance.getMetrics")))
    return tuple(renderer.counts[name] for name in _COUNTED)


def _ask(renderer: Renderer, *call: Any) -> CallPlan[Any]:  # noqa: ANN401  # a method, and its parameters
    return (yield from ask(partial(renderer.session.send, *call)))


def _grew(before: _Counts, now: _Counts) -> bool:
    return before[:_MORE] != now[:_MORE] or now[_MORE] > before[_MORE]
