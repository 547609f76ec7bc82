"""How actions are done with live elements of pages: checked first, so that each cause is told apart."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from uidiff.backends.web.actions import LABEL, not_actionable
from uidiff.backends.web.call_plans import CallPlan, ask, ending, outcomes_of
from uidiff.backends.web.handles import restless, stale
from uidiff.backends.web.live_nodes import LiveNode
from uidiff.errors import NotActionable, StaleRef
from uidiff.text import quote, shorten

__all__ = ["Deed", "perform", "send_key"]

PATIENCE = 0.25
"""Seconds for which an element may be covered or move away from the pointer before that is an error."""

_OFFERS = 5
"""Options that an error names."""


@attrs.define
class Deed:
    """How far an action has come.

    Attributes:
        sent: whether the input was sent: True: it was, None: it may have been, False: nothing was done.
        again: whether an earlier try was refused because what is around the element had changed.
    """

    sent: bool | None = False
    again: bool = False


def perform(live: LiveNode, action: str, value: str | None, still: CallPlan[None], deed: Deed) -> CallPlan[None]:
    """Do an action with a live element.

    Args:
        live: the element.
        action: an action of :data:`ACTIONS`.
        value: what it needs.
        still: makes sure that the element is what the reader was told; StaleRef if not.
        deed: is told when the input is sent.

    Raises:
        NotActionable: the element does not take it now.
        StaleRef: it is gone, or another one now.
    """
    if action == "clear":
        action, value = "type", ""
    if action == "upload":
        yield from _upload(live, (value or "").splitlines(), still, deed)
    elif action in {"check", "uncheck"}:
        said = yield from live.step("is_checked")
        found = yield from _answer(live, said)
        if found["checked"] == (action == "check"):
            yield from still
        else:
            yield from _click(live, "press", still, deed)
    elif action in {"type", "select", "focus", "scroll"}:
        yield from _checked(live, action, value, still, deed)
        yield from _done(live, action, value, deed)
    elif action == "key":
        yield from _checked(live, action, value, still, deed)
        yield from _done(live, "focus", None, deed, guarded=True)
        yield from _press_key(live, value or "", deed)
    elif (yield from live.step("is_option")).get("yes"):
        yield from _checked(live, "select", None, still, deed)
        yield from _done(live, "select", None, deed)
    else:
        yield from _click(live, action, still, deed)


def _answer(live: LiveNode, said: Mapping[str, Any]) -> CallPlan[Mapping[str, Any]]:
    """What a step said; the error that it names."""
    if said.get("stale"):
        raise stale()
    if said.get("moved"):
        raise restless()
    cause = said.get("cause")
    if cause == "covered":
        raise not_actionable(cause, covers=(yield from live.covers()))
    if cause == "no such option":
        offers = said["options"]
        shown = [quote(shorten(label, LABEL)) for label in offers[:_OFFERS]]
        more = [f"{len(offers) - _OFFERS} more"] * (len(offers) > _OFFERS)
        problem = f"no such option: there {'is' if len(offers) == 1 else 'are'} {', '.join([*shown, *more]) or 'none'}"
        raise NotActionable(cause, problem, "select one of these", offers=offers)
    if cause is not None:
        raise not_actionable(cause)
    return said


def _ready(live: LiveNode, action: str, value: str | None, deed: Deed, **more: object) -> CallPlan[Mapping[str, Any]]:
    """Check whether an action can be done: where to point, and what is around the element is kept."""
    said = yield from live.step("ready", action=action, value=value, again=deed.again, **more)
    return (yield from _answer(live, said))


def _checked(
    live: LiveNode, action: str, value: str | None, still: CallPlan[None], deed: Deed, **more: object
) -> CallPlan[None]:
    yield from _ready(live, action, value, deed, **more)
    yield from still


def _done(live: LiveNode, step: str, value: str | None, deed: Deed, **more: object) -> CallPlan[None]:
    """Do a step that checks and acts in one go."""
    deed.sent = None
    said = yield from live.step(step, value=value, **more)
    if said.keys() & {"stale", "moved", "cause"}:
        deed.sent = False
    yield from _answer(live, said)
    deed.sent = True


_WAYS: Mapping[str, Mapping[str, Any]] = {"context-menu": {"button": "right"}, "double-press": {"click_count": 2}}


def _click(live: LiveNode, action: str, still: CallPlan[None], deed: Deed) -> CallPlan[None]:
    """Point at an element and press the mouse button; an input that arrives elsewhere is stopped, and tried again."""
    how = _WAYS.get(action, {})
    until = time.monotonic() + PATIENCE
    verified = False
    while True:
        try:
            found = yield from _ready(live, action, None, deed)
            if not verified:
                yield from still
                verified = True
            left, top = yield from live.offset(found)
            x, y = found["x"] + left, found["y"] + top
            if action == "hover":
                deed.sent = None
                yield from ask(partial(live.page.mouse.move, x, y))
                deed.sent = True
                return
            if (yield from _pressed(live, x, y, how, deed, framed=found["framed"])):
                return
            raise not_actionable("covered", covers=(yield from live.covers()))
        except NotActionable as error:
            if error.cause not in {"covered", "hidden", "offscreen"} or time.monotonic() >= until:
                yield from outcomes_of(live.step("release"))
                raise
            yield from ask(partial(live.page.wait_for_timeout, _PAUSE))
        except StaleRef:
            yield from outcomes_of(live.step("release"))
            raise


_ANSWER = 0.5
"""Seconds to wait for a page to say where an input arrived."""

_PAUSE = 50
"""Milliseconds between two tries."""


def _pressed(live: LiveNode, x: float, y: float, how: Mapping[str, Any], deed: Deed, *, framed: bool) -> CallPlan[bool]:
    """Press and release the mouse button; False if the guard stopped it, or it came down elsewhere.

    All in one call, as a page may render itself again at any time. In a frame in two: what another site's page has in
    front of it is only known by where the press comes down: it is not released there.
    """
    mouse = live.page.mouse
    deed.sent = None
    if framed:
        button = {"button": how.get("button", "left")}
        yield from ask(partial(mouse.move, x, y))
        yield from ask(partial(mouse.down, **button))
        said = yield from outcomes_of(live.step("arrived"))
        if not isinstance(said, Exception) and not (said["arrived"] or said["blocked"]):
            yield from ask(partial(mouse.move, -1, -1))
        yield from ask(partial(mouse.up, **button))
        if how.get("click_count") == _TWICE:
            yield from ask(partial(mouse.down, **how))
            yield from ask(partial(mouse.up, **how))
    else:
        yield from ask(partial(mouse.click, x, y, **how))
        said = yield from outcomes_of(ending(live.step("arrived"), time.monotonic() + _ANSWER))
    if isinstance(said, Exception) or said["arrived"]:  # no answer: the press led away
        deed.sent = True
        return True
    deed.sent = False
    if said["moved"]:
        yield from outcomes_of(live.step("release"))
        raise restless()
    return False


_TWICE = 2


def _press_key(live: LiveNode, key: str, deed: Deed) -> CallPlan[None]:
    """Press a key where the focus is; the guard stops it if that is another element by now."""
    yield from send_key(live.page, key, deed)
    said = yield from outcomes_of(ending(live.step("arrived"), time.monotonic() + _ANSWER))  # it may have led away
    if not isinstance(said, Exception) and not said["arrived"]:
        yield from outcomes_of(live.step("release"))
    if not isinstance(said, Exception) and said["blocked"]:
        deed.sent = False
        raise restless() if said["moved"] else not_actionable("not focusable")
    deed.sent = True


def send_key(page: Any, key: str, deed: Deed) -> CallPlan[None]:  # noqa: ANN401  # Playwright's, sync or async
    """Press a key or a chord where the focus of a page is; NotActionable if Playwright does not know it."""
    deed.sent = None
    pressed = yield from outcomes_of(ask(partial(page.keyboard.press, key)))
    if not isinstance(pressed, Exception):
        return
    if "Unknown key" not in str(pressed):
        raise pressed
    deed.sent = False
    known = '"Enter", "Escape", "Tab", "ArrowDown", "F5", "a", "Control+A" and such'
    raise NotActionable("no such key", "no such key", f"there are {known}") from pressed


def _upload(live: LiveNode, paths: list[str], still: CallPlan[None], deed: Deed) -> CallPlan[None]:
    files = [Path(path) for path in paths if path]
    if not files or not all(file.is_file() for file in files):
        raise NotActionable("no such file", "no file is there by that name", "give the path of a file, one a line")
    yield from _checked(live, "upload", None, still, deed, count=len(files))
    deed.sent = None
    yield from live.choose_files([str(file.absolute()) for file in files])
    deed.sent = True
