"""browser-use: the DOM state that its agents read, as a tree whose changes a watcher tells.

    watcher = uidiff.Watcher()
    state = await browser_session.get_browser_state_summary()
    print(watcher.watch(import_state(state)))

The refs are browser-use's indices: ``[12]<button>`` is ``button 12``, and its actions take 12. browser-use's own agent
reads the whole state at each step and keeps none: give it the changes beside the state, or write a loop of your own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from uidiff.errors import InvalidSnapshot
from uidiff.importers.chrome_rows import AxStates, ax_row
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["import_state"]

_READ = "0.11 to 0.13"

_NO_ROLES = frozenset({"none", "generic", "LabelText", "InlineTextBox"})
"""Roles of Chromium that say nothing: such an element is left out unless it can be acted on."""

_VALUED = frozenset({"textbox", "searchbox", "spinbutton", "slider", "Date", "DateTime", "InputTime", "ColorWell"})
"""Roles of Chromium whose attribute ``value`` is what the user entered; browser-use keeps it up to date."""


def import_state(state: Any, *, limits: Limits | None = None, redact: RedactOption = None) -> Snapshot:  # noqa: ANN401
    """Return the snapshot of a ``BrowserStateSummary``, or of its ``dom_state`` alone.

    It has what browser-use's own text has: what is visible and near the viewport, frames and shadow trees included.

    Args:
        state: as browser-use has it since 0.11; read from 0.13 in our tests.
        limits, redact: as of ``uidiff.import_tree``.

    Raises:
        InvalidSnapshot: the state is empty: the page is not there yet; or it is no such state.
    """
    try:
        root = getattr(state, "dom_state", state)._root  # noqa: SLF001  # its public text has neither roles nor names
        rows = [] if root is None else list(_rows(root))
    except AttributeError as error:
        problem = f"no DOM state of browser-use {_READ} ({type(state).__name__})"
        raise InvalidSnapshot(problem, "$", "give what get_browser_state_summary() returned") from error
    if not rows:
        raise InvalidSnapshot("an empty DOM state", "$", "wait until the page is there, and read it again")
    known = Circumstances(title=getattr(state, "title", None), url=getattr(state, "url", None), platform="web")
    return Snapshot.from_rows(rows, circumstances=known, limits=limits or Limits(), redact=redact)


def _rows(root: Any) -> Iterator[Row]:  # noqa: ANN401
    """Yield the rows in pre-order; what is below an element that is left out hangs under the one above it."""
    states = AxStates(strict=False)
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        row = _row(node, depth, states)
        if row is not None:
            yield row
        below = depth if row is None else depth + 1
        waiting += [(child, below) for child in reversed(node.children)]


def _row(node: Any, depth: int, states: AxStates) -> Row | None:  # noqa: ANN401
    dom, ax = node.original_node, node.original_node.ax_node
    tag, attributes, role = dom.node_name.lower(), dom.attributes or {}, (ax and ax.role) or "none"
    if not node.should_display or node.excluded_by_parent or (role in _NO_ROLES and not node.is_interactive):
        return None
    if tag == "#text":
        return Row(depth, role, dom.node_value.strip()) if dom.node_value.strip() else None
    given = {
        "role": {"value": "generic" if role == "none" else role},
        "name": {"value": (ax and ax.name) or attributes.get("aria-label")},
        "description": {"value": ax and ax.description},
        "value": {"value": attributes.get("value") if role in _VALUED else _chosen(dom) if tag == "select" else None},
        "properties": [{"name": each.name, "value": {"value": each.value}} for each in (ax and ax.properties) or ()],
    }
    index = str(getattr(node, "selector_index", None) or dom.backend_node_id) if node.is_interactive else None
    secret = attributes.get("type") == "password"
    return ax_row(given, depth, states=states.of(given), id=index, automation_id=attributes.get("id"), secret=secret)


def _chosen(select: Any) -> str | None:  # noqa: ANN401
    """Return the label of the option that is chosen."""
    options = list(select.children_nodes or ())
    for option in options:
        options += option.children_nodes or ()  # those of a group: read behind the others
        ax = option.ax_node
        if ax and any(each.name == "selected" and each.value in (True, "true") for each in ax.properties or ()):
            return str(ax.name or "")
    return None
