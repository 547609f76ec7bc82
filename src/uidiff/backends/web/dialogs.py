"""JavaScript dialogs. An open dialog blocks all calls to its page; the dialog itself is known from its event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uidiff.backends.web.call_plans import CallPlan, ask, outcomes_of
from uidiff.backends.web.events import WORLD
from uidiff.backends.web.tabs import JsDialog, Tab
from uidiff.errors import BackendError
from uidiff.importers.chrome_rows import DOCUMENT_ROLE
from uidiff.model.columns import Row
from uidiff.text import quote, shorten

__all__ = ["answer", "dialog_rows", "part_of_id", "unread_root"]

ACCEPT, DISMISS, TEXT = "accept", "dismiss", "text"
"""The parts of a dialog: its two buttons, and the text box of a prompt."""

_BUTTONS: Mapping[str, Mapping[str, str]] = {
    "alert": {ACCEPT: "OK"},
    "confirm": {ACCEPT: "OK", DISMISS: "Cancel"},
    "prompt": {ACCEPT: "OK", DISMISS: "Cancel"},
    "beforeunload": {ACCEPT: "Leave", DISMISS: "Stay"},
}
"""The English buttons of browsers, by the kind of the dialog (``Page.DialogType``)."""

_LEAVING = "Leave the page? Changes may not be saved."
"""The message of ``beforeunload``: browsers do not show the one of the page."""

DIALOG_ACTIONS: Mapping[str, tuple[str, ...]] = {ACCEPT: ("press",), DISMISS: ("press",), TEXT: ("type",)}
"""The actions of each part."""


def dialog_rows(tab: Tab, dialog: JsDialog) -> list[Row]:
    """The rows of a dialog as a further root: its message, the text box of a prompt, its buttons."""
    stem = f"{tab.key}.{dialog.number}-"
    role = "alertdialog" if dialog.kind in {"alert", "beforeunload"} else "dialog"
    message = dialog.message or (_LEAVING if dialog.kind == "beforeunload" else None)
    rows = [Row(0, role, message, states={"modal": True}, id=f"{stem}dialog", id_stable=True)]
    if dialog.kind == "prompt":
        states = {"editable": True, "focusable": True, "focused": True}
        id_ = f"{stem}{TEXT}"
        value, actions = dialog.text or None, DIALOG_ACTIONS[TEXT]
        rows.append(Row(1, "textbox", None, value, states=states, id=id_, id_stable=True, actions=actions))
    for part, name in _BUTTONS.get(dialog.kind, _BUTTONS["confirm"]).items():
        rows.append(Row(1, "button", name, id=f"{stem}{part}", id_stable=True, actions=DIALOG_ACTIONS[part]))
    return rows


def unread_root(tab: Tab) -> Row:
    """The row of a page that cannot be read now: its document as it was last read, unread."""
    known = tab.root or Row(0, DOCUMENT_ROLE)
    return known._replace(depth=0, unread=True)


def part_of_id(tab: Tab, id_: str) -> str | None:
    """The part of a tab's open dialog that an id means ("dialog": the whole); None if it means no part."""
    if tab.dialog is None:
        return None
    stem = f"{tab.key}.{tab.dialog.number}-"
    part = id_.removeprefix(stem)
    return part if id_.startswith(stem) else None


def answer(tab: Tab, part: str, action: str, value: str | None) -> CallPlan[None]:
    """Do an action with a part of the open dialog; BackendError if the part has no such action."""
    dialog = tab.dialog
    known = DIALOG_ACTIONS.get(part, ())
    if dialog is None or action not in known:
        said = ", ".join(known) or "none"
        raise BackendError(f"no action {quote(shorten(action, 40))}: this part of a dialog has {said}")
    if action == "type":
        dialog.text = value or ""
        return
    given: dict[str, Any] = {"accept": part == ACCEPT}
    if dialog.kind == "prompt" and part == ACCEPT:
        given["promptText"] = dialog.text
    yield from ask(lambda: tab.session.send("Page.handleJavaScriptDialog", given))
    tab.dialog = None
    if dialog.kind == "beforeunload" and part == DISMISS:
        yield from outcomes_of(_stay(tab))


def _stay(tab: Tab) -> CallPlan[None]:
    """Tell Playwright that the page stays; otherwise it waits for the navigation before each further action.

    Playwright learns that only from an answer by its own ``Dialog``. A navigation within the document, here to the
    present address, also ends its wait.
    """
    send, world = tab.session.send, {"frameId": tab.main.top, "worldName": WORLD}
    made = yield from ask(lambda: send("Page.createIsolatedWorld", world))
    script = {"expression": "history.replaceState(history.state, '')", "contextId": made["executionContextId"]}
    yield from ask(lambda: send("Runtime.evaluate", script))
