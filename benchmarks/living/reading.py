"""What an agent reads of a page: measures that any driver can take."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from benchmarks.living.drivers import Driver, Names
from benchmarks.living.pairs import source_of
from benchmarks.living.site import Site
from benchmarks.tokens.counter import count

__all__ = ["CHANGES", "Measure", "changes_told", "clickables", "facts_told", "hidden", "kept_by", "modal", "tokens"]

Measure: TypeAlias = tuple[int, int, str]
"""How many of how many, and which of them not; or tokens, 1 and nothing."""

ROLES = ("button", "checkbox", "combobox", "link", "searchbox", "spinbutton", "tab", "textbox")
"""The roles of which each tool gives refs, by the same names."""

WAYS = (
    "display none",
    "visibility hidden",
    "hidden",
    "inert",
    "aria-hidden",
    "content-visibility",
    "modal",
    "details closed",
)
"""The ways of the application "hiding" (pages/apps_hiding.mjs) in which something is hidden and comes back."""

CLICKABLE = ("handler", "listener", "icon", "focus", "row", "line")
"""The keys of the elements of pages/reading/clickables.html that take clicks or the focus."""

CHANGES = {
    "placeholder": "search.placeholder = 'Number'",
    "aria-current": "home.removeAttribute('aria-current'); shop.setAttribute('aria-current', 'page')",
    "aria-sort": "head.setAttribute('aria-sort', 'descending')",
    "aria-pressed": "push.setAttribute('aria-pressed', 'true')",
    "aria-expanded": "unfold.setAttribute('aria-expanded', 'true')",
    "disabled": "act.disabled = true",
    "checked": "check.checked = true",
    "a field's text": "mail.value = 'ben@example.com'",
    "read-only": "mail.readOnly = true",
    "aria-invalid": "mail.setAttribute('aria-invalid', 'true')",
    "required": "mail.required = true",
    "the chosen option": "choice.value = 'Large'",
    "progress": "meter.setAttribute('aria-valuenow', '60')",
    "aria-selected": "tab.setAttribute('aria-selected', 'true')",
    "a text": "text.textContent = '4 messages'",
    "a picture's text": "picture.alt = 'A chair'",
    "aria-busy": "busy.setAttribute('aria-busy', 'true')",
    "the description": "act.setAttribute('aria-description', 'Saves all')",
    "the title of the page": "document.title = 'States (1)'",
}
"""What may change on pages/reading/states.html, as a reader sees it or a screen reader says it."""


def tokens(driver: Driver, address: str, *changes: str) -> Measure:
    """The tokens of the answers to these changes; without any, of the first reading."""
    driver.open(address)
    texts = [driver.read()]
    if changes:
        driver.changes()  # the first of a kind may be the whole tree
        texts = []
    for change in changes:
        driver.script(change)
        texts.append(driver.changes())
    return sum(count(texts)), 1, ""


def modal(driver: Driver, site: Site) -> Measure:
    """The refs of a page that are the same after a modal was open, and read, above it."""
    driver.open(site.page("reading/modal.html"))
    driver.read()
    before = _acted_on(driver.names())
    driver.script("ask.showModal()")
    driver.read()
    driver.script("ask.close()")
    driver.read()
    return _kept(before, driver.names())


def hidden(driver: Driver, site: Site) -> Measure:
    """The refs that are the same after each way of hiding and showing."""
    kept, of = 0, 0
    for way in WAYS:
        found = kept_by(
            driver, site, "by hand", "hiding", f"{way} and {'open' if 'details' in way else 'back'}", steps=2
        )
        kept, of = kept + found[0], of + found[1]
    return kept, of, ""


def kept_by(driver: Driver, site: Site, renderer: str, app: str, operation: str, *, steps: int = 1) -> Measure:
    """The refs that are the same after an operation of an application, read after each step."""
    driver.open(site.page(f"pair.html?from={source_of(renderer)}"))
    driver.script("new Promise((done) => { (function look() { window.loaded ? done() : setTimeout(look, 20) })() })")
    driver.script(f"begin({renderer!r}, {app!r}, {operation!r})")
    driver.read()
    before = _acted_on(driver.names())
    for _ in range(steps):
        driver.script("step()")
        driver.read()
    return _kept(before, driver.names())


def _acted_on(names: Names) -> Names:
    return {what: ref for what, ref in names.items() if what[0] in ROLES}


def _kept(before: Names, after: Names) -> Measure:
    """Of the elements on both sides, by role, name and which of them, those with the same ref."""
    unique = {what for what in before if (what[0], what[1], 1) not in before and (what[0], what[1], 1) not in after}
    both = [what for what in before if what in unique and what in after]
    return sum(before[what] == after[what] for what in both), len(both), ""


def clickables(driver: Driver, site: Site) -> Measure:
    """The elements that take clicks, but have no role that says so, and can be pressed by a ref that was told."""
    driver.open(site.page("reading/clickables.html"))
    refs = dict.fromkeys(re.findall(r"\be\d+\b", driver.read()))
    site.log.clear()
    for ref in refs:
        driver.act("press", ref)
    not_pressed = [key for key in CLICKABLE if f"press {key}" not in site.log]
    return len(CLICKABLE) - len(not_pressed), len(CLICKABLE), ", ".join(not_pressed)


def changes_told(driver: Driver, site: Site) -> Measure:
    """The kinds of change that are told at all, and those that are not."""
    silent = []
    for kind, change in CHANGES.items():
        driver.open(site.page("reading/states.html"))
        driver.read()
        driver.changes()
        still = driver.changes()
        driver.script(change)
        text = driver.changes()
        if text.startswith("unchanged") or text.splitlines()[0].startswith("# No change") or text == still:
            silent.append(kind)
    return len(CHANGES) - len(silent), len(CHANGES), ", ".join(silent)


SHORT = 600
"""Characters of an answer that does not send the page again."""

FACTS: dict[str, tuple[str, Callable[[str], bool]]] = {
    "the old value": ("rows.rows[3].cells[2].textContent = '99'", lambda text: '"39"' in text and "99" in text),
    "what was removed": ("rows.rows[3].remove()", lambda text: "1021" in text and len(text) < SHORT),
    "that a dialog appeared": ("ask.showModal()", lambda text: "ialog" in text and "Order more?" in text),
    "that only the order changed": (
        "rows.append(rows.rows[0])",
        lambda text: len(text) < SHORT and "1000" in text and "1007" not in text,
    ),
    "what was typed": ("search.value = 'Lamp'", lambda text: "Lamp" in text and len(text) < SHORT),
}
"""What a page does, and how an answer tells it."""


def facts_told(driver: Driver, site: Site) -> Measure:
    """The facts that an answer tells, and those that it does not, or not without the whole page."""
    silent = []
    for fact, (change, told) in FACTS.items():
        driver.open(site.page("reading/modal.html"))
        driver.read()
        driver.changes()
        driver.script(change)
        if not told(driver.changes()):
            silent.append(fact)
    return len(FACTS) - len(silent), len(FACTS), ", ".join(silent)
