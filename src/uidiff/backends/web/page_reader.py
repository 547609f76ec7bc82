"""What the sync and the async backend share: reading pages and acting on them, as call plans."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from uidiff.backends.protocol import PERHAPS_DONE
from uidiff.backends.surroundings import Restless
from uidiff.backends.web.actions import expect_action
from uidiff.backends.web.aria import AriaTab, aria_element, read_aria_page
from uidiff.backends.web.call_plans import CallPlan, Interrupted, ask, ask_all, ending, outcomes_of
from uidiff.backends.web.collector import collector_paused
from uidiff.backends.web.dialogs import answer, part_of_id
from uidiff.backends.web.doing import Deed, perform
from uidiff.backends.web.failures import CRASHED, failing
from uidiff.backends.web.handles import element_handle, expect_alive, renderer_of, stale
from uidiff.backends.web.live_nodes import AriaNode, LiveNode, cdp_node
from uidiff.backends.web.reading import share
from uidiff.backends.web.sameness import Refused, expect_same
from uidiff.backends.web.steering import steer
from uidiff.backends.web.tabs import Listener, Renderer, Tab, settle
from uidiff.backends.web.targets import Api, WebTargets, app_of
from uidiff.backends.web.window_reads import ARRIVING, WindowReads, WindowRows
from uidiff.errors import AppGone, BackendError, NotActionable, ReadTimeout, StaleRef
from uidiff.model.circumstances import Circumstances
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot

__all__ = ["PageReader"]

_LEAVING = 1.0
"""Seconds for detaching from all pages together."""

_DIALOG = "a dialog is open in front of the page: answer it first"
_UNANSWERED = "nothing was done: the page does not answer; it is busy, or going elsewhere: wait, or act back or stop"
_SILENT_SINCE = "the page has not answered since"


class PageReader:
    """Reads pages and acts on their elements; whatever calls the browser is a plan.

    Attributes:
        calls: the number of protocol calls of the last read, without those that ask whether the page is as it was.
        reuse: whether the last read answers for a page that is as it was.
        closed: whether the backend was closed.
        pages: the known pages.
    """

    def __init__(
        self, targets: tuple[Any, ...], *, api: Api, cdp: bool, reuse: bool, interrupt: Callable[[], None]
    ) -> None:
        self.calls = 0
        self.reuse = reuse
        self.closed = False
        self.pages = WebTargets(targets, api=api, cdp=cdp, interrupt=interrupt)
        self._windows: dict[str, WindowReads] = {}  # by their keys
        self._refused = Refused()

    def expect_open(self) -> None:
        """Raise BackendError if the backend was closed."""
        if self.closed:
            raise BackendError("this backend is closed: make another one")

    # ----------------------------------------------------------------- reading

    def read(self, target: Any, *, limits: Limits, redact: Redaction, deadline: float) -> CallPlan[Snapshot]:  # noqa: ANN401
        """Read a page with its JavaScript dialog and the pages that it opened as further roots."""
        page = yield from self.pages.page_of(target)
        tab = yield from self.pages.tab_of(page)
        window, asked = self._window(tab.key), (limits, redact)
        with failing(page, "reading the page"):
            if isinstance(tab, AriaTab):
                title, rows = yield from read_aria_page(tab, limits=limits, deadline=deadline)
                found, platform, document = WindowRows(rows), "aria", f"{tab.key}.{tab.document}"
            else:
                family = yield from self.pages.family(tab)
                last = (yield from window.answer(family, asked, deadline)) if self.reuse else None
                if last is not None:
                    self.calls = 0
                    return last
                found = yield from window.rows(family, limits, deadline)
                title, platform, document = tab.title or "", "web", tab.document or ""
        self.calls = found.calls
        circumstances = Circumstances(
            app=app_of(page),
            window=tab.key,
            title=title or None,
            url=page.url or None,
            document=document or None,
            platform=platform,
            concealed=found.concealed,
        )
        with collector_paused():
            snapshot = Snapshot.from_rows(found.rows, circumstances=circumstances, limits=limits, redact=redact)
        window.note(found, snapshot, asked)
        return snapshot

    def _window(self, key: str) -> WindowReads:
        """The reads of a window; those of closed pages are forgotten."""
        shown = self._open_keys()
        self._windows = {known: window for known, window in self._windows.items() if known in shown or window.recalled}
        window = self._windows.setdefault(key, WindowReads())
        window.recalled = False
        return window

    def _open_keys(self) -> set[str]:
        return {tab.key for page, tab in self.pages.known() if not page.is_closed()}

    def recall(self, snapshot: Snapshot) -> None:
        """Take a tree that an earlier run has told as read."""
        if snapshot.window is not None:
            self._windows.setdefault(snapshot.window, WindowReads(recalled=True)).recall(snapshot)

    # ----------------------------------------------------------------- changes

    def listen(self, page: Any, source: Listener) -> CallPlan[bool]:  # noqa: ANN401  # Playwright's Page
        """Send changes of a page to a source; False if the browser has none. The next read raises errors."""
        tab = yield from self.pages.tab_of(page)
        if isinstance(tab, AriaTab):
            return False
        tab.listeners = [*(other for other in tab.listeners if not other.closed), source]
        if tab.dialog is None:
            yield from outcomes_of(settle(tab))
        return True

    def loading(self, key: str) -> bool:
        """Whether the browser loads the page of a window key."""
        return any(tab.loading for _, tab in self.pages.known() if tab.key == key)

    def busy(self, key: str) -> bool:
        """Whether the page of a window key loads, or waits for an answer of a server; unknown without DevTools."""
        found = [tab for _, tab in self.pages.known() if tab.key == key and isinstance(tab, Tab)]
        return not found or any(tab.loading or tab.leaving or tab.requests for tab in found)

    # ----------------------------------------------------------- live elements

    def expect_read(self, id_: str) -> None:
        """Raise StaleRef if the last reads were whole and did not show an element."""
        shown = self._open_keys()
        known = [reads.ids for key, reads in self._windows.items() if key in shown and reads.ids is not None]
        if not known or (all(known) and not any(id_ in ids for ids in known)):
            raise stale()

    def expect_alive(self, id_: str) -> CallPlan[None]:
        """Raise StaleRef if an element is not in its page any more."""
        if self._part(id_) is not None:
            return
        if self._aria(id_) is not None:
            yield from self.element_handle(id_)
            return
        tab, renderer, node = self._node(id_)
        if tab.dialog is None:  # a page with a dialog answers no call
            with failing(tab.page, "looking for the element"):
                yield from expect_alive(renderer, node)

    def act(self, id_: str, action: str, value: str | None, told: Element | None = None) -> CallPlan[str | None]:
        """Do an action with an element.

        Args:
            id_: of the element.
            action, value: what to do.
            told: what a reader was told about it, which it has to be still; None: whatever it is.

        Returns:
            What else is to be known of an action that was done, or may have been; None: nothing.

        Raises:
            An error means that nothing was done.
        """
        part = self._part(id_)
        if part is not None:
            with failing(part[0].page, "answering the dialog"):
                yield from answer(*part, action, value)
            return None
        expect_action(action, value)
        return (yield from self._done(self._page(id_), lambda deed: self._with_element(id_, action, value, told, deed)))

    def act_window(self, target: Any, action: str, value: str | None) -> CallPlan[str | None]:  # noqa: ANN401
        """Do an action with a page as a whole; what it returns and raises is as of :meth:`act`."""
        page = yield from self.pages.page_of(target)
        tab = yield from self.pages.tab_of(page)
        if isinstance(tab, Tab):
            if tab.dialog is not None:
                raise BackendError(_DIALOG)
            if not tab.main.opened:
                yield from outcomes_of(ending(settle(tab), time.monotonic() + ARRIVING))
        return (yield from self._done(page, lambda deed: steer(tab, action, value, deed)))

    def _with_element(
        self, id_: str, action: str, value: str | None, told: Element | None, deed: Deed
    ) -> CallPlan[str | None]:
        deed.again = self._refused.id == id_
        refused = self._refused if deed.again else Refused(id_)
        self._refused = Refused()
        try:
            live, still = yield from self._live(id_, told, refused)
            yield from perform(live, action, value, still, deed)
        except StaleRef as error:
            # A page that is not in front works in bursts, and may be another one after each of them.
            front = ask(self._page(id_).bring_to_front)
            yield from outcomes_of(ending(front, time.monotonic() + ARRIVING))
            if isinstance(error, Restless):
                self._refused = refused
            raise
        return None

    def _done(self, page: Any, do: Callable[[Deed], CallPlan[str | None]]) -> CallPlan[str | None]:  # noqa: ANN401
        """What is to be known of an action with a page: an error only if nothing was done."""
        deed = Deed()
        try:
            with failing(page, "the action"):
                return (yield from do(deed))
        except Interrupted:  # by a dialog, which keeps the answer back, or a crash
            crashed = self.pages.tabs[page].crashed
            if deed.sent is False:
                raise AppGone(CRASHED) if crashed else BackendError(f"nothing was done: {_DIALOG}") from None
            return f"{_said(deed)}: {CRASHED}" if crashed else None
        except (StaleRef, NotActionable):
            raise
        except BackendError as error:
            silent = isinstance(error, ReadTimeout)
            if deed.sent is False:
                raise ReadTimeout(_UNANSWERED) if silent else error from error
            return f"{_said(deed)}: {_SILENT_SINCE if silent else error}"

    def _live(self, id_: str, told: Element | None, refused: Refused) -> CallPlan[tuple[LiveNode, CallPlan[None]]]:
        """The live node of an element, and a plan that makes sure that it is what was told."""
        found = self._aria(id_)
        if found is not None:
            handle = yield from aria_element(*found)
            return AriaNode(found[0].page, handle), _nothing()
        tab, renderer, node = self._node(id_)
        if tab.dialog is not None:
            raise BackendError(_DIALOG)
        live = yield from cdp_node(tab, renderer, id_.partition("-")[0], node)
        window = self._windows.get(tab.key)
        last = None if window is None else window.last
        return live, _nothing() if told is None else expect_same(renderer, last, told, refused)

    def element_handle(self, id_: str) -> CallPlan[Any]:
        """Playwright's ElementHandle of an element; StaleRef if it is not in its page any more."""
        found = self._aria(id_)
        with failing(self._page(id_), "looking for the element"):
            if found is not None:
                return (yield from aria_element(*found))
            tab, renderer, node = self._node(id_)
            if tab.dialog is not None:
                raise BackendError(_DIALOG)
            return (yield from element_handle(tab, renderer, node))

    def _page(self, id_: str) -> Any:  # noqa: ANN401  # Playwright's Page
        found = self._aria(id_)
        return found[0].page if found is not None else self._node(id_)[0].page

    def _node(self, id_: str) -> tuple[Tab, Renderer, int]:
        """The tab, the renderer and the DOM node of an element; AppGone if its page has crashed."""
        found = renderer_of(self.pages.tabs.values(), id_)
        if found[0].crashed:
            raise AppGone(CRASHED)
        return found

    def _part(self, id_: str) -> tuple[Tab, str] | None:
        """The tab of the dialog that an element belongs to, and the part that it is; None if there is none."""
        found = ((tab, part_of_id(tab, id_)) for tab in self.pages.tabs.values())
        return next(((tab, part) for tab, part in found if part is not None), None)

    def _aria(self, id_: str) -> tuple[AriaTab, str] | None:
        """The page without DevTools protocol that an element is in, and Playwright's reference."""
        found = ((tab, tab.ref(id_)) for tab in self.pages.arias.values())
        return next(((tab, ref) for tab, ref in found if ref is not None), None)

    # ------------------------------------------------------------------ ending

    def leave(self) -> CallPlan[None]:
        """Detach from all pages and browsers; a page that hangs does not hold up the others."""
        self.closed = True
        deadline = time.monotonic() + _LEAVING
        for aria in self.pages.arias.values():
            aria.leave()
        for tab in self.pages.tabs.values():
            tab.leave()
            if not (tab.page.is_closed() or tab.dialog or tab.crashed):  # sessions of the others end with the page
                yield from ending(ask_all([renderer.session.detach for renderer in tab.renderers]), share(deadline))
        yield from self.pages.leave()


def _said(deed: Deed) -> str:
    """Whether an action was done, of which no more is known."""
    return "it was done" if deed.sent else PERHAPS_DONE


def _nothing() -> CallPlan[None]:
    yield from ()
