"""Whether a page is as it was when it was last read: then the last read is the answer, without another one.

Two questions decide. A script in an isolated world of each document watches what can be watched there: changes of the
document and its open shadow roots, the values of fields, scroll positions, the focus, running animations. The engine
counts how often it made styles and layout (``Performance.metrics``), so that whatever else changes what is drawn is
counted: style sheets, fonts and images that came, the pointer over an element; and how many event handlers there are.
A page with what neither sees, such as a closed shadow root or the controls of a video, is never still.

What a script sets in ``ElementInternals``, and nothing else with it, is not seen; nor is a handler that comes as
another one goes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import attrs

from uidiff.backends.web.call_plans import CallPlan, ask, ending, outcomes_of
from uidiff.backends.web.events import WORLD
from uidiff.backends.web.tabs import Renderer, Tab

__all__ = ["StillTabs"]

_SCRIPT = """(() => {
  if (globalThis.uidiffStill) return;
  const ALL = {subtree: true, childList: true, attributes: true, characterData: true};
  const FIELDS = new Set(["input", "textarea", "select"]);
  const PICKED = ["date", "datetime-local", "month", "time", "week", "color"].map(kind => `input[type=${kind}]`);
  const TELLS_OPEN = CSS.supports("selector(:open)");
  const BLIND = ["video[controls]", "audio[controls]", "object", "embed", ...TELLS_OPEN ? [] : [...PICKED, "select"]];
  const known = new WeakSet();
  let begun = 0, changed = true, blind = false, moving = false, fields = [], scrolled = [], place = [];

  const observer = new MutationObserver(() => { changed = true; });
  const same = (one, other) => one.length === other.length && one.every((each, at) => Object.is(each, other[at]));
  const isOpen = ([field]) => TELLS_OPEN && field.matches(":open");  // what is in a picker is no part of the document
  const moves = () => fields.some(isOpen) || document.getAnimations().some(each => each.playState === "running");
  const content = field => field.localName === "select"
    ? [field.validity.valid, ...Array.from(field.selectedOptions, option => option.index)]
    : [field.validity.valid, field.value, field.checked, field.indeterminate];
  const scrolls = element => {
    const {scrollHeight, clientHeight, scrollWidth, clientWidth} = element;
    const isLarger = scrollHeight > clientHeight || scrollWidth > clientWidth;
    return isLarger && getComputedStyle(element).overflow !== "visible";
  };
  const focused = () => {
    const found = [document.hasFocus()];
    for (let root = document; root && root.activeElement; root = root.activeElement.shadowRoot)
      found.push(root.activeElement);
    return found;
  };
  const whereabouts = () => {
    const {scale, offsetLeft, offsetTop} = visualViewport || {};
    return [innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY, scale, offsetLeft, offsetTop,
      document.fullscreenElement, document.designMode, document.readyState, location.href, ...focused()];
  };

  const isStill = () => {
    if (observer.takeRecords().length) changed = true;
    return !changed && !blind && !moving && !moves() && same(place, whereabouts())
      && fields.every(([field, before]) => same(before, content(field)))
      && scrolled.every(([element, top, left]) => element.scrollTop === top && element.scrollLeft === left);
  };
  const begin = () => {
    const roots = [document];
    blind = false, fields = [], scrolled = [];
    for (const root of roots) {
      if (!known.has(root)) { known.add(root); observer.observe(root, ALL); }
      blind = blind || root.querySelector(BLIND.join()) !== null;
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (FIELDS.has(element.localName)) fields.push([element, content(element)]);
        if (scrolls(element)) scrolled.push([element, element.scrollTop, element.scrollLeft]);
      }
    }
    observer.takeRecords();
    changed = false, moving = moves(), place = whereabouts();
    begun += 1;
  };
  globalThis.uidiffStill = anew => {
    document.documentElement?.getBoundingClientRect();  // the engine makes styles and layout now, and counts it
    if (anew || !isStill()) begin();
    console.timeStamp("uidiff");  // sends Performance.metrics
    return begun;
  };
})();
"""

_COUNTED = ("LayoutCount", "RecalcStyleCount", "JSEventListeners")
_MORE = 2
"""The place among these of what also becomes fewer by itself, as the engine collects garbage."""

_Counts: TypeAlias = tuple[float, ...]


class _World(NamedTuple):
    """The script in a document: its loader, the execution context, and how often the script has begun to watch."""

    loader: str
    context: int
    begun: int


@attrs.define(eq=False)
class _Watched:
    """What is known of the documents of a process.

    Attributes:
        worlds: the scripts, by the id of the frame.
        counts: what the engine had counted at the last look; None if it cannot be told.
    """

    worlds: dict[str, _World] = attrs.field(factory=dict)
    counts: _Counts | None = None


class StillTabs:
    """Looks whether pages are as they were at the last look."""

    def __init__(self) -> None:
        self._watched: dict[Renderer, _Watched] = {}

    def look(self, tabs: Collection[Tab], deadline: float) -> CallPlan[bool]:
        """Return whether all that can be read of some pages is as it was at the last look.

        A page that cannot be watched, or does not answer, is not still.
        """
        renderers = [renderer for tab in tabs for renderer in tab.renderers]
        still = self._watched.keys() == set(renderers)
        self._watched = {renderer: self._watched.get(renderer, _Watched()) for renderer in renderers}
        for renderer in renderers:
            outcome = yield from outcomes_of(ending(_look(renderer, self._watched[renderer]), deadline))
            if isinstance(outcome, Exception):
                self._watched[renderer] = _Watched()
            still = still and outcome is True
        return still


def _look(renderer: Renderer, watched: _Watched) -> CallPlan[bool]:
    """Whether the documents of a process are as they were. An error: it cannot be told."""
    before, watched.counts = watched.counts, None
    if before is None:
        yield from _ask(renderer, "Performance.enable")
    renderer.counts = {}
    worlds = yield from _worlds(renderer, watched.worlds, anew=False)
    counts = yield from _counts(renderer)
    same = before is not None and not _grew(before, counts)
    if not same and worlds == watched.worlds:
        worlds = yield from _worlds(renderer, worlds, anew=True)
    still = same and worlds == watched.worlds
    watched.worlds, watched.counts = worlds, counts
    return still


def _worlds(renderer: Renderer, before: Mapping[str, _World], *, anew: bool) -> CallPlan[dict[str, _World]]:
    """Ask the script of each document; it is put into those that have none."""
    worlds = {}
    for frame, loader in tuple(renderer.loaders.items()):
        known, script = before.get(frame), ""
        if known is None or known.loader != loader:
            given = {"frameId": frame, "worldName": WORLD}
            made = yield from _ask(renderer, "Page.createIsolatedWorld", given)
            known, script = _World(loader, made["executionContextId"], 0), _SCRIPT
        asked = {"expression": f"{script}uidiffStill({str(anew).lower()})", "contextId": known.context}
        said = yield from _ask(renderer, "Runtime.evaluate", asked)
        worlds[frame] = known._replace(begun=said["result"]["value"])
    return worlds


def _counts(renderer: Renderer) -> CallPlan[_Counts]:
    if not renderer.counts:  # the script's time stamp has not sent them
        renderer.count((yield from _ask(renderer, "Performance.getMetrics")))
    return tuple(renderer.counts[name] for name in _COUNTED)


def _ask(renderer: Renderer, *call: Any) -> CallPlan[Any]:  # noqa: ANN401  # a method, and its parameters
    return (yield from ask(partial(renderer.session.send, *call)))


def _grew(before: _Counts, now: _Counts) -> bool:
    return before[:_MORE] != now[:_MORE] or now[_MORE] > before[_MORE]
