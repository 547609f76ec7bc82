"""The mutation observer that is put into pages to report changes.

A script in an isolated world observes the document and its open shadow roots, and calls a binding: at once, and then at
most every 50 ms. It reports that something changed, not what. It misses values that a script of the page sets in fields
and changes of style sheets; periodic reads find these.
"""

from __future__ import annotations

from typing import Any

from uidiff.backends.web.call_plans import CallPlan, ask

__all__ = ["BINDING", "SCRIPT", "WORLD", "listen_to"]

WORLD = "uidiff"
"""The isolated world that the script runs in."""

BINDING = "uidiffChanged"
"""The binding that the script calls."""

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
    """Set up the observer in all present and future frames of a CDP session."""
    script = {"source": SCRIPT, "worldName": WORLD, "runImmediately": True}
    yield from ask(lambda: session.send("Runtime.enable"))
    yield from ask(lambda: session.send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD}))
    yield from ask(lambda: session.send("Page.addScriptToEvaluateOnNewDocument", script))
