"""Finds the DOM node and Playwright's handle of an element by its id, without changing the document."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from uidiff.backends.surroundings import Restless
from uidiff.backends.web.call_plans import CallPlan, ask, ask_all
from uidiff.backends.web.rows import node_of_id
from uidiff.backends.web.tabs import Renderer, Tab
from uidiff.errors import StaleRef

__all__ = ["element_handle", "expect_alive", "renderer_of", "restless", "stale"]

_ALIVE = "function() { return this.isConnected }"

_LEND = """function(key) {
  let element = this.nodeType === 9 ? this.documentElement : this;
  while (element && element.nodeType !== 1) element = element.parentNode || element.host;
  if (!element || !this.isConnected) return false;
  Object.defineProperty(element.ownerDocument.defaultView, key, {value: element, configurable: true});
  return true;
}"""
"""Stores the element of a node (of a text node, its parent) in a global of the frame with a random name."""

_TAKE = "key => { const found = globalThis[key]; delete globalThis[key]; return found }"


def renderer_of(tabs: Iterable[Tab], id_: str) -> tuple[Tab, Renderer, int]:
    """The tab, the renderer and the backend DOM id of an element; StaleRef if its document is gone."""
    found = node_of_id(id_)
    if found is not None:
        for tab in tabs:
            for renderer in () if tab.page.is_closed() else tab.renderers:
                if found[0] in renderer.loaders.values():
                    return tab, renderer, found[1]
    raise stale()


def stale() -> StaleRef:
    """The error for an element that is gone."""
    return StaleRef("the element is not in the page any more: read the page again")


def restless() -> Restless:
    """The error for an element that is there, and is not as it was read."""
    return Restless("the element, or what is around it, has changed since it was read: read the page again")


def expect_alive(renderer: Renderer, node: int) -> CallPlan[None]:
    """Raise StaleRef unless a DOM node is in its document."""
    resolved = yield from _resolved(renderer, node)
    if not (yield from _called(renderer, resolved, _ALIVE)):
        raise stale()


def element_handle(tab: Tab, renderer: Renderer, node: int) -> CallPlan[Any]:
    """Playwright's ElementHandle of a DOM node (of a text node, of its parent); StaleRef if it is gone."""
    key = f"uidiff{secrets.token_hex(8)}"
    resolved = yield from _resolved(renderer, node)
    if not (yield from _called(renderer, resolved, _LEND, key)):
        raise stale()
    frames = tab.page.frames
    for frame in frames if renderer.frame is None else [renderer.frame, *frames]:
        (handle,) = yield from ask_all([lambda frame=frame: frame.evaluate_handle(_TAKE, key)])  # type: ignore[misc]  # one each
        element = None if isinstance(handle, Exception) else handle.as_element()
        if element is not None:
            return element
    raise stale()


def _resolved(renderer: Renderer, node: int) -> CallPlan[str]:
    """The remote object id of a node; StaleRef if the node is gone."""
    asked = {"backendNodeId": node}
    (resolved,) = yield from ask_all([lambda: renderer.session.send("DOM.resolveNode", asked)])
    if isinstance(resolved, Exception):
        if "No node" in str(resolved):
            raise stale() from resolved
        raise resolved
    return resolved["object"]["objectId"]  # type: ignore[no-any-return]  # a text, as the protocol says


def _called(renderer: Renderer, object_id: str, function: str, *given: str) -> CallPlan[Any]:
    """Call a function with a remote object as ``this``, release the object, and return the result."""
    asked = {
        "objectId": object_id,
        "functionDeclaration": function,
        "arguments": [{"value": value} for value in given],
        "returnByValue": True,
    }
    made = yield from ask(lambda: renderer.session.send("Runtime.callFunctionOn", asked))
    yield from ask_all([lambda: renderer.session.send("Runtime.releaseObject", {"objectId": object_id})])
    return made["result"].get("value")
