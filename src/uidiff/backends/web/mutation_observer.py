"""What a page is told to do so that it says when something in it changes.

A script in a world of its own, which the page does not see, watches the document and what is in open shadow roots, and
calls a binding: at once, and then no more often than every 50 ms. It says that something changed, never what. It does
not see what a script of the page writes into a field, or a style sheet: the reads that come by time alone do.
"""

from __future__ import annotations

from typing import Any

from uidiff.backends.web.call_plans import CallPlan, ask

__all__ = ["BINDING", "SCRIPT", "WORLD", "listen_to"]

WORLD = "uidiff"
"""The world that the script runs in."""

BINDING = "uidiffChanged"
"""What it calls."""

SCRIPT = """(() => {
  if (globalThis.uidiffWatches) return;
  globalThis.uidiffWatches = true;
  const PAUSE = 50;
  let last = -PAUSE, due = false;
  const tell = () => { due = false; last = performance.now(); uidiffChanged(""); };
  const changed = () => {
    if (due) return;
    const left = last + PAUSE - performance.now();
    if (left <= 0) return tell();
    due = true;
    setTimeout(tell, left);
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  const known = new WeakSet();
  const observer = new MutationObserver(records => {
    for (const record of records) for (const node of record.addedNodes) shadows(node);
    changed();
  });
  const watch = root => { observer.observe(root, all); shadows(root); };
  const shadow = element => {
    const root = element.shadowRoot;
    if (root && !known.has(root)) { known.add(root); watch(root); }
  };
  const shadows = node => {
    if (node.shadowRoot) shadow(node);
    if (!node.querySelectorAll) return;
    for (const element of node.querySelectorAll("*")) if (element.shadowRoot) shadow(element);
  };
  watch(document);
  const kinds = ["input", "change", "focusin", "focusout", "scroll", "toggle", "load", "transitionend", "animationend",
    "resize", "readystatechange", "fullscreenchange"];
  for (const kind of kinds) addEventListener(kind, changed, {capture: true, passive: true});
  addEventListener("DOMContentLoaded", () => { shadows(document); changed(); });
  addEventListener("load", () => { shadows(document); changed(); });
})()"""


def listen_to(session: Any) -> CallPlan[None]:  # noqa: ANN401  # Playwright's CDPSession
    """Have all frames of a session, those that come too, say when something changes."""
    script = {"source": SCRIPT, "worldName": WORLD, "runImmediately": True}
    yield from ask(lambda: session.send("Runtime.enable"))
    yield from ask(lambda: session.send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD}))
    yield from ask(lambda: session.send("Page.addScriptToEvaluateOnNewDocument", script))
