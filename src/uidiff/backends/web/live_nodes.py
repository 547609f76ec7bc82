"""Live elements that an action is done with: nodes of Chromium by the DevTools protocol, of others by Playwright."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import resources
from typing import Any, Protocol

import attrs

from uidiff.backends.web.call_plans import CallPlan, ask, ask_all
from uidiff.backends.web.events import WORLD
from uidiff.backends.web.handles import stale
from uidiff.backends.web.tabs import Renderer, Tab
from uidiff.errors import BackendError, UIDiffError

__all__ = ["AriaNode", "CdpNode", "LiveNode", "cdp_node", "page_node"]

_COVERS = 12
"""Elements that are named of what covers another one: the one that was hit, and those around it."""


@cache
def _script() -> str:
    return (resources.files("uidiff.backends.web") / "acting.js").read_text(encoding="utf-8")


class LiveNode(Protocol):
    """A node of a page in which steps of ``acting.js`` can be done."""

    @property
    def page(self) -> Any:  # noqa: ANN401  # sync or async
        """Playwright's Page."""
        ...

    def step(self, step: str, **asked: object) -> CallPlan[Mapping[str, Any]]:
        """Do a step of the script; its answer."""
        ...

    def offset(self, found: Mapping[str, Any]) -> CallPlan[tuple[float, float]]:
        """The position of the frame in the window, in pixels, for a point that the step "ready" found."""
        ...

    def covers(self) -> CallPlan[tuple[str, ...]]:
        """The ids of what was found to cover it, and of the elements around that, the nearest first."""
        ...

    def choose_files(self, paths: list[str]) -> CallPlan[None]:
        """Put files into a file field."""
        ...


@attrs.frozen(eq=False)
class CdpNode:
    """A node of Chromium, in a world of its own, which no script of the page can reach."""

    page: Any
    _tab: Tab
    _renderer: Renderer
    _loader: str
    _object: str

    def step(self, step: str, **asked: object) -> CallPlan[Mapping[str, Any]]:
        """Do a step of the script; StaleRef if the document is gone."""
        given = {"step": step, **asked}
        with _telling_stale(step):
            made = yield from self._called(f"function(ask) {{ return ({_script()})(this, ask) }}", given)
        return made["value"]  # type: ignore[no-any-return]  # an object, as the script says

    def offset(self, found: Mapping[str, Any]) -> CallPlan[tuple[float, float]]:
        """The position of the frame in the window: where the browser and the frame say that the box is."""
        if not found["framed"]:
            return 0.0, 0.0
        left, top = yield from self._corner(self._renderer, {"objectId": self._object})
        left, top = left - found["left"], top - found["top"]
        renderer = self._renderer
        while renderer.owner is not None:  # a frame of another process counts from its own corner
            renderer, holder = renderer.owner
            x, y = yield from self._corner(renderer, {"backendNodeId": holder}, part="content")
            left, top = left + x, top + y
        return left, top

    def covers(self) -> CallPlan[tuple[str, ...]]:
        """The ids of what covers it, in the way of ``rows``."""
        found = []
        for _ in range(_COVERS):
            made = yield from self._called(_NEXT_COVER, {}, by_value=False)
            if "objectId" not in made:
                break
            said = {"objectId": made["objectId"]}
            (node,) = yield from ask_all([partial(self._renderer.session.send, "DOM.describeNode", said)])
            if isinstance(node, Exception):
                break
            found.append(f"{self._loader}-{node['node']['backendNodeId']}")
        return tuple(found)

    def choose_files(self, paths: list[str]) -> CallPlan[None]:
        """Put files into a file field."""
        given = {"files": paths, "objectId": self._object}
        yield from ask(partial(self._renderer.session.send, "DOM.setFileInputFiles", given))

    def _corner(
        self, renderer: Renderer, node: Mapping[str, object], *, part: str = "border"
    ) -> CallPlan[tuple[float, float]]:
        made = yield from ask(partial(renderer.session.send, "DOM.getBoxModel", dict(node)))
        quad = made["model"][part]
        return min(quad[::2]), min(quad[1::2])

    def _called(self, function: str, given: Mapping[str, object], *, by_value: bool = True) -> CallPlan[Any]:
        asked = {
            "objectId": self._object,
            "functionDeclaration": function,
            "arguments": [{"value": given}],
            "returnByValue": by_value,
        }
        made = yield from ask(partial(self._renderer.session.send, "Runtime.callFunctionOn", asked))
        if "exceptionDetails" in made:
            raise BackendError("the page cannot be acted on: its own script stands in the way")
        return made["result"]


_NEXT_COVER = """function() {
  const kept = globalThis.uidiffActing, found = kept && kept.cover;
  if (found) kept.cover = found.assignedSlot || found.parentNode || found.host;
  return found;
}"""


@attrs.frozen(eq=False)
class AriaNode:
    """An element of a browser without the DevTools protocol: Playwright's ElementHandle."""

    page: Any
    _handle: Any

    def step(self, step: str, **asked: object) -> CallPlan[Mapping[str, Any]]:
        """Do a step of the script, among the page's own scripts."""
        with _telling_stale(step):
            made = yield from ask(partial(self._handle.evaluate, _script(), {"step": step, **asked}))
        return made  # type: ignore[no-any-return]  # an object, as the script says

    def offset(self, found: Mapping[str, Any]) -> CallPlan[tuple[float, float]]:
        """The position of the frame in the window, as Playwright says where the box is."""
        box = (yield from ask(self._handle.bounding_box)) if found["framed"] else None
        return (0.0, 0.0) if box is None else (box["x"] - found["left"], box["y"] - found["top"])

    def covers(self) -> CallPlan[tuple[str, ...]]:
        """None are known."""
        yield from ()
        return ()

    def choose_files(self, paths: list[str]) -> CallPlan[None]:
        """Put files into a file field."""
        yield from ask(partial(self._handle.set_input_files, paths, no_wait_after=True))


_ASKING = frozenset({"ready", "arrived", "is_checked", "is_option", "release"})
"""The steps that do nothing."""

_NEVER_RUN = ("Cannot find context", "Could not find object", "not find object", "is disposed")
_LOST = ("context was destroyed", "navigated or closed", "Inspected target", "not attached")


@contextmanager
def _telling_stale(step: str) -> Iterator[None]:
    """Raise StaleRef in place of an error of a document that is gone, unless the step may have been done."""
    try:
        yield
    except UIDiffError:
        raise
    except Exception as error:
        words = (*_NEVER_RUN, *(_LOST if step in _ASKING else ()))
        raise stale() if any(part in str(error) for part in words) else error from error


def cdp_node(tab: Tab, renderer: Renderer, loader: str, node: int) -> CallPlan[CdpNode]:
    """The live node of a DOM node of a document; StaleRef if it is gone."""
    frame = next((frame for frame, known in renderer.loaders.items() if known == loader), None)
    world = yield from _world(renderer, frame)
    asked = {"backendNodeId": node, "executionContextId": world, "objectGroup": _GROUP}
    (resolved,) = yield from ask_all([partial(renderer.session.send, "DOM.resolveNode", asked)])
    if isinstance(resolved, Exception):
        raise _gone(resolved)
    return CdpNode(tab.page, tab, renderer, loader, resolved["object"]["objectId"])


def page_node(tab: Tab, script: str) -> CallPlan[CdpNode]:
    """The node of a page, outside of its frames, that an expression finds."""
    world = yield from _world(tab.main, tab.main.top)
    asked = {"expression": script, "contextId": world, "objectGroup": _GROUP}
    found = yield from ask(partial(tab.session.send, "Runtime.evaluate", asked))
    return CdpNode(tab.page, tab, tab.main, tab.main.loaders.get(tab.main.top, ""), found["result"]["objectId"])


def _world(renderer: Renderer, frame: str | None) -> CallPlan[int]:
    """The world of uidiff in a frame; StaleRef if the frame is gone."""
    send = renderer.session.send
    asked = {"frameId": frame, "worldName": WORLD}
    earlier = partial(send, "Runtime.releaseObjectGroup", {"objectGroup": _GROUP})  # after an action no call may answer
    _, made = yield from ask_all([earlier, partial(send, "Page.createIsolatedWorld", asked)])
    if isinstance(made, Exception):
        raise _gone(made)
    return made["executionContextId"]  # type: ignore[no-any-return]  # a number


_GROUP = "uidiff"
"""The objects that the browser keeps for one action."""

_GONE = ("No node", "No frame", "Cannot find context", "does not belong")


def _gone(error: Exception) -> Exception:
    """StaleRef in place of an error that says that the node or its document is gone."""
    return stale() if any(words in str(error) for words in _GONE) else error
