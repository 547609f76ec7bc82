"""Small trees that the tests of the report share."""

from typing import Any

import attrs

from uidiff import Snapshot

Node = dict[str, Any]


@attrs.frozen
class Failed:
    """A read that failed."""

    error: str
    taken_at: float | None = None


def window(*children: Node, **circumstances: Any) -> Snapshot:  # noqa: ANN401  # those of from_dicts
    """A window with these elements in it, nested."""
    return Snapshot.from_dicts([{"role": "window", "name": "Mail", "children": list(children)}], **circumstances)


def mail(step: int) -> Snapshot:
    """A program of which a button is pressed, an item comes and goes, and a list is sorted again."""
    items = [{"role": "listitem", "name": f"Invoice {n}", "bounds": [10, 40 + 20 * n, 300, 20]} for n in range(5)]
    if step == 2:
        items.insert(2, {"role": "listitem", "name": "Invoice 1b", "bounds": [10, 80, 300, 20]})
    if step == 3:
        items = [items[4], *items[:4]]
    saved: list[Node] = [{"role": "status", "name": "Saved", "bounds": [10, 300, 80, 20]}] if step == 1 else []
    return window(
        {"role": "list", "name": "Invoices", "children": items, "bounds": [10, 40, 300, 200]},
        {"role": "button", "name": "Save", "states": {"pressed": step == 1}, "bounds": [10, 260, 60, 24]},
        *saved,
        title="Inbox" if step < 3 else "Inbox (sorted)",
        action=["open", "press Save", "new invoice", "sort"][step],
        taken_at=1_700_000_000.0 + 2 * step,
    )


def session() -> list[Snapshot]:
    return [mail(step) for step in range(4)]


def long_list(count: int, *, changed: int) -> Snapshot:
    """A list of ``count`` items, one of which has another value."""
    items = [{"role": "listitem", "name": f"Item {n}", "value": "new" if n == changed else "old"} for n in range(count)]
    return window({"role": "list", "children": items})
