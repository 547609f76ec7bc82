"""Browsers that do not speak the DevTools protocol, Firefox and WebKit: Playwright's public aria snapshot instead.

It has frames, boxes and references of elements, which do not outlive a new name. It has no dialogs and tells of no
changes. It prints what is in password fields: those that hold what a password field of the page holds are secret.
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
from uidiff.importers.aria_rows import aria_rows
from uidiff.model.columns import Row
from uidiff.model.limits import Limits

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
"""The values that are to be hidden, of one frame."""

_ROOT = "root"
_ANSWER = 2000.0
"""Milliseconds that Playwright waits for the element of a reference."""


class AriaTab:
    """A page of a browser without the protocol.

    Attributes:
        page: Playwright's Page.
        key: a name that no other page has.
        document: how many documents it has loaded since it was met.
    """

    def __init__(self, page: Any) -> None:  # noqa: ANN401  # Playwright's Page
        self.page = page
        self.key = token_hex(16)
        self.document = 0
        page.on("domcontentloaded", self._loaded)

    def leave(self) -> None:
        """Listen to the page no more."""
        self.page.remove_listener("domcontentloaded", self._loaded)

    def ref(self, id_: str) -> str | None:
        """The reference that is in an id, if it is of this page and its present document."""
        stem = f"{self.key}.{self.document}-"
        return id_.removeprefix(stem) if id_.startswith(stem) else None

    def _loaded(self, _: object = None) -> None:
        self.document += 1


def read_aria_page(tab: AriaTab, *, limits: Limits, deadline: float) -> CallPlan[tuple[str, list[Row]]]:
    """The title of a page, and its rows, below its document."""
    page = tab.page
    title = yield from ask(page.title)
    hidden = yield from ask_all([partial(frame.evaluate, _SECRETS) for frame in page.frames])
    text = yield from ask(partial(_printed, page))
    secret = {_folded(value) for values in hidden if not isinstance(values, Exception) for value in values}
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


def _printed(page: Any) -> Any:  # noqa: ANN401  # a text, to be awaited of an async page
    """The snapshot with references and boxes; older Playwrights print one without."""
    snapshot = getattr(page, "aria_snapshot", None)
    return page.locator("body").aria_snapshot() if snapshot is None else snapshot(mode="ai", boxes=True)


def _hidden(row: Row, secret: Collection[str], stem: str) -> Row:
    id_ = None if row.id is None else f"{stem}{row.id}"
    if not any(text is not None and _folded(text) in secret for text in (row.name, row.value)):
        return row._replace(id=id_)
    return row._replace(id=id_, states={**(row.states or {}), "protected": True}, secret=True)


def _folded(text: str) -> str:
    """A text as Playwright prints it, with single spaces."""
    return " ".join(text.split())


def _below(rows: Sequence[Row]) -> list[list[int]]:
    """The children of each row, by their indices."""
    below: list[list[int]] = [[] for _ in rows]
    branch: list[int] = []
    for index, row in enumerate(rows):
        del branch[row.depth :]
        if branch:
            below[branch[-1]].append(index)
        branch.append(index)
    return below


def aria_element(tab: AriaTab, ref: str) -> CallPlan[Any]:
    """Playwright's ElementHandle behind a reference; StaleRef if it means nothing any more."""
    selector = ":root" if ref == _ROOT else f"aria-ref={ref}"
    (found,) = yield from ask_all([partial(tab.page.locator(selector).element_handle, timeout=_ANSWER)])
    if isinstance(found, Exception):
        if is_playwrights(found):
            raise StaleRef("the element is not in the page any more: read the page anew") from found
        raise found
    return found
