"""Pages and their frames of other processes: their CDP sessions, and the state known from their events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any, Protocol

import attrs

from uidiff.backends.web.bulk_calls import BulkCalls
from uidiff.backends.web.call_plans import CallPlan, ask, ask_all, outcomes_of
from uidiff.backends.web.events import listen_to
from uidiff.model.columns import Row

__all__ = ["JsDialog", "Listener", "Renderer", "Tab", "settle"]


_STAYING = frozenset({"eventsource", "media", "ping", "websocket"})
"""Playwright's types of requests that end late, or whose answer is not seen."""


class Listener(Protocol):
    """A change source that a tab notifies until it is closed."""

    closed: bool

    def tell(self) -> None:
        """Note that the page may have changed."""
        ...


@attrs.define(eq=False)
class JsDialog:
    """A JavaScript dialog that is open.

    Attributes:
        number: counts the dialogs of the page from 1.
        kind: "alert", "confirm", "prompt" or "beforeunload".
        message: what the dialog says.
        text: the present answer to a prompt.
    """

    number: int
    kind: str
    message: str
    text: str


class Renderer:
    """The frames of one CDP session: those of a page in its process, or those of a frame in another process.

    Attributes:
        session: Playwright's CDPSession, sync or async.
        bulk: makes the calls of the session that have large answers.
        frame: Playwright's Frame; None for the page itself.
        top: the id of the session's outermost frame.
        loaders: the loader id of the document in each frame.
        opened: whether frame events are enabled.
        listened: whether change events are set up.
        counts: what the engine has counted, by its names of that; empty if it has not said.
        owner: for a frame of another process, the renderer above and the DOM node of the frame's element.
    """

    def __init__(self, session: Any, frame: Any) -> None:  # noqa: ANN401  # Playwright's, sync or async
        self.session = session
        self.bulk = BulkCalls(session)
        self.frame = frame
        self.top = ""
        self.loaders: dict[str, str] = {}
        self.owner: tuple[Renderer, int] | None = None
        self.opened = False
        self.listened = False
        self.counts: dict[str, float] = {}
        self._parents: dict[str, str] = {}

    def learn(self, tree: Mapping[str, Any]) -> None:
        """Take over a frame tree of ``Page.getFrameTree``."""
        self.top = tree["frame"]["id"]
        self.loaders.clear()
        self._parents.clear()
        waiting = [tree]
        while waiting:
            one = waiting.pop()
            self.navigated(one["frame"])
            waiting += one.get("childFrames", ())

    def count(self, said: Mapping[str, Any]) -> None:
        """Take over what the engine has counted (``Performance.metrics``)."""
        self.counts = {each["name"]: each["value"] for each in said["metrics"]}

    def navigated(self, frame: Mapping[str, Any]) -> None:
        """Note that a frame has another document."""
        self._forget_below(frame["id"])
        self.loaders[frame["id"]] = frame["loaderId"]
        if "parentId" in frame:
            self._parents[frame["id"]] = frame["parentId"]

    def attached(self, frame_id: str, parent_id: str) -> None:
        """Note a new frame."""
        self._parents[frame_id] = parent_id

    def detached(self, frame_id: str) -> None:
        """Note that a frame is gone, or is drawn by another process now."""
        self._forget_below(frame_id)
        self.loaders.pop(frame_id, None)
        self._parents.pop(frame_id, None)

    def _forget_below(self, frame_id: str) -> None:
        waiting = [frame_id]
        while waiting:
            above = waiting.pop()
            below = [child for child, parent in self._parents.items() if parent == above and child != above]
            for child in below:
                self._parents.pop(child)
                self.loaders.pop(child, None)
            waiting += below


class Tab:
    """A page that the backend knows.

    Attributes:
        page: Playwright's Page.
        key: the browser's target id, ``window`` of the snapshots.
        main: the renderer of the page.
        others: the renderers of frames of other processes.
        dialog: the open JavaScript dialog.
        root, title, document: the row, the title and the loader of the document that was read last.
        crashed: whether its process ended.
        opener: the tab of the page that opened this one; its snapshots have this page as a root.
        listeners: the sources to notify of events that a read may show.
        interrupt: called when the page stops answering calls.
        unsettled: whether :func:`settle` has to look for frames of other processes.
        loading: whether the browser loads the page or a part of it.
        requests: Playwright's Request objects without an answer, but for those that stay open.
        leaving: whether another document was asked for, and has not come: no call is answered until it does.
    """

    def __init__(self, page: Any, session: Any, key: str, *, interrupt: Callable[[], None]) -> None:  # noqa: ANN401
        self.page = page
        self.key = key
        self.session = session
        self.main = Renderer(session, None)
        self.others: list[Renderer] = []
        self.dialog: JsDialog | None = None
        self.root: Row | None = None
        self.title: str | None = None
        self.document: str | None = None
        self.crashed = False
        self.opener: Tab | None = None
        self.listeners: list[Listener] = []
        self.interrupt = interrupt
        self.unsettled = True
        self.loading = False
        self.leaving = False
        self._numbers = count(1)
        self.requests: set[Any] = set()
        self._heard = {
            "crash": self._crashed,
            "close": self._tell,
            "popup": self._tell,
            "request": self._requested,
            "requestfinished": self._answered,
            "requestfailed": self._answered,
        }
        for event, handler in self._heard.items():
            page.on(event, handler)
        self.watch(self.main)

    @property
    def renderers(self) -> list[Renderer]:
        """All renderers, that of the page first."""
        return [self.main, *self.others]

    @property
    def heard(self) -> list[Listener]:
        """The listeners of the tab and of the pages in whose snapshots it is."""
        found: list[Listener] = []
        tab: Tab | None = self
        while tab is not None:  # ends, as a page is opened after its opener
            found += tab.listeners
            tab = tab.opener
        return found

    def drop(self, renderer: Renderer) -> None:
        """Forget a renderer that does not answer; its frame may have a new one."""
        self.others = [other for other in self.others if other is not renderer]
        self.unsettled = True

    def leave(self) -> None:
        """Stop listening to the page."""
        self.listeners = []
        for event, handler in self._heard.items():
            self.page.remove_listener(event, handler)

    def watch(self, renderer: Renderer) -> None:
        """Listen to the frame events of a renderer; for the main one, also to dialogs."""
        on = renderer.session.on
        on("Page.frameAttached", lambda event: self._attached(renderer, event))
        on("Page.frameNavigated", lambda event: self._navigated(renderer, event))
        on("Page.frameDetached", lambda event: self._detached(renderer, event))
        on("Runtime.bindingCalled", self._tell)
        on("Performance.metrics", renderer.count)
        if renderer.frame is None:
            on("Page.navigatedWithinDocument", self._tell)
            on("Page.frameStartedNavigating", self._leaving)
            on("Page.frameStartedLoading", self._loading)
            on("Page.frameStoppedLoading", self._loaded)
            on("Page.javascriptDialogOpening", self._opened)
            on("Page.javascriptDialogClosed", self._closed)

    # ------------------------------------------------------------------ events

    def _attached(self, renderer: Renderer, event: Mapping[str, Any]) -> None:
        renderer.attached(event["frameId"], event["parentFrameId"])
        self._tell()

    def _navigated(self, renderer: Renderer, event: Mapping[str, Any]) -> None:
        renderer.navigated(event["frame"])
        if event["frame"]["id"] == self.main.top:
            self.leaving = False
        self._tell()

    def _detached(self, renderer: Renderer, event: Mapping[str, Any]) -> None:
        renderer.detached(event["frameId"])
        self.unsettled |= event.get("reason") == "swap"
        self._tell()

    def _leaving(self, event: Mapping[str, Any]) -> None:
        if event["frameId"] == self.main.top and "same" not in event["navigationType"].lower():
            self.loading = self.leaving = True

    def _loading(self, event: Mapping[str, Any]) -> None:
        self.loading |= event["frameId"] == self.main.top

    def _loaded(self, event: Mapping[str, Any]) -> None:
        if event["frameId"] == self.main.top:
            self.loading = self.leaving = False
            self._tell()

    def _opened(self, event: Mapping[str, Any]) -> None:
        default = event.get("defaultPrompt") or ""
        self.dialog = JsDialog(next(self._numbers), event["type"], event["message"], default)
        self.interrupt()
        self._tell()

    def _closed(self, _: object) -> None:
        self.dialog = None
        self._tell()

    def _requested(self, request: Any) -> None:  # noqa: ANN401  # Playwright's Request
        if request.resource_type not in _STAYING:
            self.requests.add(request)

    def _answered(self, request: Any) -> None:  # noqa: ANN401  # Playwright's Request
        self.requests.discard(request)

    def _crashed(self, _: object = None) -> None:
        self.crashed = True
        self.interrupt()
        self._tell()

    def _tell(self, _: object = None) -> None:
        for listener in self.heard:
            listener.tell()


def settle(tab: Tab) -> CallPlan[None]:
    """Set up the renderers of a page and of its frames of other processes, and change events if there are listeners."""
    if not tab.main.opened:
        yield from _open(tab.main)
    if tab.unsettled:
        tab.unsettled = False
        yield from _settle_frames(tab, tab.main)
    for renderer in tab.renderers if tab.heard else ():
        if not renderer.listened:
            yield from listen_to(renderer.session)
            renderer.listened = True


def _settle_frames(tab: Tab, main: Renderer) -> CallPlan[None]:
    """Add a renderer for each frame that has a session; the others are drawn by the process of their parent."""
    context = tab.page.context
    tab.others = [other for other in tab.others if not other.frame.is_detached()]
    known = [other.frame for other in tab.others]
    frames = [frame for frame in tab.page.frames[1:] if frame not in known]
    sessions = yield from ask_all([partial(context.new_cdp_session, frame) for frame in frames])
    for frame, session in zip(frames, sessions, strict=True):
        if not isinstance(session, Exception):
            renderer = Renderer(session, frame)
            outcome = yield from outcomes_of(_join(tab, main, renderer))
            tab.unsettled |= outcome is not None  # the frame is gone; its element is unread


def _join(tab: Tab, main: Renderer, renderer: Renderer) -> CallPlan[None]:
    """Open a renderer of a frame, and find the element of the frame."""
    tab.watch(renderer)
    yield from _open(renderer)
    above = _above(tab, main, renderer.frame)
    owner = yield from ask(partial(above.session.send, "DOM.getFrameOwner", {"frameId": renderer.top}))
    renderer.owner = above, owner["backendNodeId"]
    tab.others.append(renderer)


def _open(renderer: Renderer) -> CallPlan[None]:
    """Enable frame events of a session, and the DOM domain, which keeps backend ids stable between calls."""
    send = renderer.session.send
    for method in ("Page.enable", "DOM.enable"):
        yield from ask(partial(send, method))
    tree = yield from ask(partial(send, "Page.getFrameTree"))
    renderer.learn(tree["frameTree"])
    yield from renderer.bulk.open()
    renderer.opened = True


def _above(tab: Tab, main: Renderer, frame: Any) -> Renderer:  # noqa: ANN401  # Playwright's Frame
    """The renderer of the document around a frame."""
    by_frame = {other.frame: other for other in tab.others}
    above = frame.parent_frame
    while above is not None and above not in by_frame:
        above = above.parent_frame
    return main if above is None else by_frame[above]
