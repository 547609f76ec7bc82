"""Reads browsers without the DevTools protocol (Firefox, WebKit) by Playwright's public aria snapshot.

The snapshot has frames, boxes and element references, which end when an element gets another name. It has no dialogs
and no change events. It prints the values of password fields: elements that show such a value are marked as secret.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from secrets import token_hex
from typing import Any

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.web.call_plans import CallPlan, ask, ask_all
from uidiff.backends.web.failures import is_playwrights
from uidiff.errors import StaleRef
from uidiff.importers.aria import aria_rows
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.text import single_spaced

__all__ = ["AriaTab", "aria_element", "read_aria_page"]

_SECRETS = """() => {
  const words = /(^|\\s)(one-time-code|cc-\\S*|(new|current)-password)(\\s|$)/;
  const shown = field => ["none", "", undefined].includes(getComputedStyle(field).webkitTextSecurity);
  const secret = field => ["input", "textarea"].includes(field.localName)
    && (field.type === "password" || words.test(field.getAttribute("autocomplete") || "") || !shown(field));
  const held = root => [...root.querySelectorAll("*")].flatMap(element =>
    [...(element.shadowRoot ? held(element.shadowRoot) : []), ...(secret(element) ? [element.value] : [])]);
  return held(document).filter(value => value);
}"""
"""Gives the values of the secret fields of a frame."""

_ROOT = "root"
_ANSWER = 2000.0
"""Milliseconds that Playwright waits for the element of a reference."""


class AriaTab:
    """A page of a browser without the DevTools protocol.

    Attributes:
        page: Playwright's Page.
        key: a random name, ``window`` of its snapshots.
        document: the number of documents loaded since the page was first read.
        loading: whether the last of them is still loading parts.
    """

    def __init__(self, page: Any) -> None:  # noqa: ANN401  # Playwright's Page
        self.page = page
        self.key = token_hex(16)
        self.document = 0
        self.loading = False
        self._heard = {"domcontentloaded": self._came, "load": self._loaded}
        for event, handler in self._heard.items():
            page.on(event, handler)

    def leave(self) -> None:
        """Stop listening to the page."""
        for event, handler in self._heard.items():
            self.page.remove_listener(event, handler)

    def ref(self, id_: str) -> str | None:
        """Playwright's reference in an element id; None if the id is of another page or document."""
        stem = f"{self.key}.{self.document}-"
        return id_.removeprefix(stem) if id_.startswith(stem) else None

    def _came(self, _: object = None) -> None:
        self.document += 1
        self.loading = True

    def _loaded(self, _: object = None) -> None:
        self.loading = False


def read_aria_page(tab: AriaTab, *, limits: Limits, deadline: float) -> CallPlan[tuple[str, list[Row]]]:
    """Read the title and the rows of a page."""
    page = tab.page
    title = yield from ask(page.title)
    hidden = yield from ask_all([partial(frame.evaluate, _SECRETS) for frame in page.frames])
    text = yield from ask(partial(_printed, page))
    secret = {single_spaced(value) for values in hidden if not isinstance(values, Exception) for value in values}
    stem = f"{tab.key}.{tab.document}-"
    root = Row(0, "document", title or None, id=f"{stem}{_ROOT}", id_stable=True)
    rows = [root, *(_hidden(row, secret, stem) for row in aria_rows(text, depth=1))]
    below = _below(rows)
    return title, read_tree(
        [0],
        row=lambda index, depth: rows[index]._replace(depth=depth),
        children=below.__getitem__,
        limits=limits,
        deadline=deadline,
    )


def _printed(page: Any) -> Any:  # noqa: ANN401  # a text, or an awaitable of it
    """The text of the aria snapshot, with references and boxes where this Playwright has them."""
    snapshot = getattr(page, "aria_snapshot", None)
    return page.locator("body").aria_snapshot() if snapshot is None else snapshot(mode="ai", boxes=True)


def _hidden(row: Row, secret: Collection[str], stem: str) -> Row:
    id_ = None if row.id is None else f"{stem}{row.id}"
    if not any(text is not None and single_spaced(text) in secret for text in (row.name, row.value)):
        return row._replace(id=id_)
    return row._replace(id=id_, states={**(row.states or {}), "protected": True}, secret=True)


def _below(rows: Sequence[Row]) -> list[list[int]]:
    """The indices of the children of each row."""
    below: list[list[int]] = [[] for _ in rows]
    branch: list[int] = []
    for index, row in enumerate(rows):
        del branch[row.depth :]
        if branch:
            below[branch[-1]].append(index)
        branch.append(index)
    return below


def aria_element(tab: AriaTab, ref: str) -> CallPlan[Any]:
    """Playwright's ElementHandle of a reference; StaleRef if the element is gone."""
    selector = ":root" if ref == _ROOT else f"aria-ref={ref}"
    (found,) = yield from ask_all([partial(tab.page.locator(selector).element_handle, timeout=_ANSWER)])
    if isinstance(found, Exception):
        if is_playwrights(found):
            raise StaleRef("the element is not in the page any more: read the page again") from found
        raise found
    return found
