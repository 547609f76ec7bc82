"""From the id of an element to its DOM node, and to Playwright's own handle of it, without changing the document."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from uidiff.backends.web.call_plans import CallPlan, ask, ask_all
from uidiff.backends.web.documents import node_of_id
from uidiff.backends.web.tabs import Renderer, Tab
from uidiff.errors import StaleRef

__all__ = ["element_handle", "expect_alive", "renderer_of", "stale"]

_ALIVE = "function() { return this.isConnected }"

_LEND = """function(key) {
  let element = this.nodeType === 9 ? this.documentElement : this;
  while (element && element.nodeType !== 1) element = element.parentNode || element.host;
  if (!element || !this.isConnected) return false;
  Object.defineProperty(element.ownerDocument.defaultView, key, {value: element, configurable: true});
  return true;
}"""
"""Puts the element of a node, of a text the one around it, where the frame's scripts find it by a name of chance."""

_TAKE = "key => { const found = globalThis[key]; delete globalThis[key]; return found }"


def renderer_of(tabs: Iterable[Tab], id_: str) -> tuple[Tab, Renderer, int]:
    """Who knows the DOM node of an element: its tab, its renderer, its backend id; StaleRef if nobody does."""
    found = node_of_id(id_)
    if found is not None:
        for tab in tabs:
            for renderer in () if tab.page.is_closed() else tab.renderers:
                if found[0] in renderer.loaders.values():
                    return tab, renderer, found[1]
    raise stale()


def stale() -> StaleRef:
    """What is said of an element that went."""
    return StaleRef("the element is not in the page any more: read the page anew")


def expect_alive(renderer: Renderer, node: int) -> CallPlan[None]:
    """StaleRef unless a DOM node is in its document."""
    resolved = yield from _resolved(renderer, node)
    if not (yield from _called(renderer, resolved, _ALIVE)):
        raise stale()


def element_handle(tab: Tab, renderer: Renderer, node: int) -> CallPlan[Any]:
    """Playwright's ElementHandle of a DOM node; of a text, that of the element around it. StaleRef if it went."""
    key = f"uidiff{secrets.token_hex(8)}"
    resolved = yield from _resolved(renderer, node)
    if not (yield from _called(renderer, resolved, _LEND, key)):
        raise stale()
    frames = tab.page.frames
    for frame in frames if renderer.frame is None else [renderer.frame, *frames]:
        (handle,) = yield from ask_all([lambda frame=frame: frame.evaluate_handle(_TAKE, key)])  # type: ignore[misc]
        element = None if isinstance(handle, Exception) else handle.as_element()
        if element is not None:
            return element
    raise stale()


def _resolved(renderer: Renderer, node: int) -> CallPlan[str]:
    """The id of the object that a script sees of a node."""
    asked = {"backendNodeId": node}
    (resolved,) = yield from ask_all([lambda: renderer.session.send("DOM.resolveNode", asked)])
    if isinstance(resolved, Exception):
        if "No node" in str(resolved):
            raise stale() from resolved
        raise resolved
    return resolved["object"]["objectId"]  # type: ignore[no-any-return]  # a text, as the protocol says


def _called(renderer: Renderer, object_id: str, function: str, *given: str) -> CallPlan[Any]:
    """What a function gives that is called with an object as ``this``; the object is let go of."""
    asked = {
        "objectId": object_id,
        "functionDeclaration": function,
        "arguments": [{"value": value} for value in given],
        "returnByValue": True,
    }
    made = yield from ask(lambda: renderer.session.send("Runtime.callFunctionOn", asked))
    yield from ask_all([lambda: renderer.session.send("Runtime.releaseObject", {"objectId": object_id})])
    return made["result"].get("value")
