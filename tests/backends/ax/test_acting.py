"""Things that are done with elements of macOS, in words."""

from typing import Any

import pytest

from tests.backends.ax.fake_mac import App, Mac, Thing
from tests.backends.ax.trees import button, reading, window
from tests.backends.subjects import read
from uidiff.backends.ax import AxBackend
from uidiff.backends.ax.actions import word_of
from uidiff.errors import BackendError, StaleRef


def acting(thing: Thing, action: str, value: str | None = None) -> tuple[Mac, list[object]]:
    """Do something with an element: what came of it."""
    mac, backend = reading(App("Mail", window("Inbox", thing)))
    element = read(backend, "Mail")[1]
    try:
        backend.act(element, action, value)
    finally:
        backend.close()
    return mac, thing.done


@pytest.mark.parametrize(
    ("action", "native"),
    [
        ("press", "AXPress"),
        ("show-menu", "AXShowMenu"),
        ("increment", "AXIncrement"),
        ("confirm", "AXConfirm"),
        ("scroll-to-visible", "AXScrollToVisible"),
        ("scroll", "AXScrollToVisible"),
    ],
)
def test_what_an_element_offers_is_done_by_its_word(action: str, native: str) -> None:
    thing = Thing("AXGroup", AXTitle="a group", actions=("AXCancel", native))
    assert acting(thing, action)[1] == [native]
    assert action in {word_of(native), "scroll"}


@pytest.mark.parametrize(
    ("role", "given", "action", "value", "done"),
    [
        ("AXTextField", {"AXValue": "old"}, "type", "new\ntext", ("AXValue", "new\ntext")),
        ("AXTextField", {"AXValue": ""}, "type", "", ("AXValue", "")),
        ("AXSlider", {"AXValue": 0.5}, "type", "0.75", ("AXValue", 0.75)),
        ("AXTextField", {"AXFocused": False}, "focus", None, ("AXFocused", True)),
        ("AXRow", {"AXSelected": False}, "select", None, ("AXSelected", True)),
        ("AXGroup", {"AXExpanded": False}, "expand", None, ("AXExpanded", True)),
        ("AXGroup", {"AXExpanded": True}, "collapse", None, ("AXExpanded", False)),
        ("AXRow", {"AXSubrole": "AXOutlineRow", "AXDisclosing": False}, "expand", None, ("AXDisclosing", True)),
    ],
)
def test_what_can_be_set_is_set(role: str, given: dict[str, Any], action: str, value: str | None, done: object) -> None:
    assert acting(Thing(role, AXTitle="it", **given), action, value)[1] == [done]


def test_an_action_that_it_has_not_is_refused_with_those_that_it_has() -> None:
    thing = button("Save", "AXPress", "AXShowMenu", "Name:Delete everything\nTarget:0x0\nSelector:(null)", "")
    with pytest.raises(BackendError) as caught:
        acting(thing, "no\x1bsuch")
    assert str(caught.value) == (
        "no action 'no\\x1bsuch'; nothing was done: "
        "the element has press, show-menu, collapse, expand, focus, select, type"
    )
    assert thing.done == []


def test_what_cannot_be_set_is_refused_without_saying_what_was_typed() -> None:
    with pytest.raises(BackendError, match=r"the element refuses 'type' \(error -25205\)"):
        acting(button("Save"), "type", "hunter2")
    with pytest.raises(BackendError, match="is a number; nothing was done: type one") as caught:
        acting(Thing("AXSlider", AXValue=1), "type", "hunter2")
    assert "hunter2" not in str(caught.value)
    with pytest.raises(BackendError, match="needs a value"):
        acting(Thing("AXTextField", AXValue=""), "type")


def answering_late(thing: Thing, **then: object) -> Thing:
    """Change a thing when it is pressed, and keep back the answer."""

    def late() -> int:
        vars(thing).update(then)
        return -25204

    thing.on["AXPress"] = late
    return thing


@pytest.mark.parametrize("then", [{}, {"gone": True}])
def test_an_action_that_is_answered_late_or_ends_its_element_is_done(then: dict[str, Any]) -> None:
    thing = answering_late(button("Close", "AXPress"), **then)
    assert acting(thing, "press")[1] == ["AXPress"]


def test_what_an_application_does_not_answer_any_more_may_have_been_done() -> None:
    thing = answering_late(button("Hang", "AXPress"), failure=-25204)
    _, backend = reading(App("Mail", window("Inbox", thing)))
    note = backend.act(read(backend, "Mail")[1], "press")
    assert note is not None
    assert note.startswith("it may have been done, so look before you do it again")
    assert thing.done == ["AXPress"]


def test_an_element_that_goes_before_it_is_done_is_stale() -> None:
    thing = button("Save")
    mac, backend = reading(App("Mail", window("Inbox", thing)))
    element = read(backend, "Mail")[1]
    asked: list[Thing] = []

    def vanish(_: Thing) -> None:
        asked.append(thing)
        thing.gone = len(asked) > 1

    mac.before = vanish
    with pytest.raises(StaleRef, match="read the window again"):
        backend.act(element, "press")
    assert isinstance(backend, AxBackend)
