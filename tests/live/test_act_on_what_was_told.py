"""Acting over a backend that does not compare: the session reads first, and acts only on what was told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.live.watching import Polled, Time
from uidiff import Session
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, NotActionable, ReadTimeout, StaleRef


def messages(*names: str) -> list[dict[str, object]]:
    return [
        {"role": "listitem", "name": name, "children": [{"role": "button", "name": "Delete", "actions": ["press"]}]}
        for name in names
    ]


@pytest.fixture
def ui() -> ScriptedUI:
    field = {"role": "textbox", "name": "Search", "value": "old"}
    return ScriptedUI({"role": "window", "children": [field, {"role": "list", "children": messages("Ann", "Bob")}]})


@pytest.fixture
def session(ui: ScriptedUI) -> Session:
    time = Time()
    return Session(Polled(ui, time=time), ui, clock=time.clock())


def pressed(ui: ScriptedUI) -> list[str]:
    """Take note of the items whose button is pressed."""
    found: list[str] = []
    for item in ui.find_all(role="listitem"):
        (button,) = item.children
        ui.on(button, "press", partial(lambda one: found.append(str(one.name)), item))
    return found


def test_a_button_of_a_recycled_row_is_not_pressed(ui: ScriptedUI, session: Session) -> None:
    done = pressed(ui)
    report = session.describe()
    _, delete = report.snapshot.find(role="button", name="Delete")
    ref = report.refs.numbers[delete.index]
    for item, name in zip(ui.find_all(role="listitem"), ("Yan", "Zoe"), strict=True):
        item.name = name  # the same nodes show other messages
    with pytest.raises(StaleRef, match=rf"e{ref} .*nothing was done|e{ref} was gone"):
        session.act("press", ref)
    assert done == []


def test_a_row_that_moved_is_pressed_where_it_is_now(ui: ScriptedUI, session: Session) -> None:
    done = pressed(ui)
    report = session.describe()
    _, delete = report.snapshot.find(role="button", name="Delete")
    ui.find(name="Ann").remove()
    session.act("press", report.refs.numbers[delete.index])
    assert done == ["Bob"]


@pytest.mark.parametrize(
    ("states", "action", "cause"),
    [({"disabled": True}, "type", "disabled"), ({"readonly": True}, "type", "readonly")],
)
def test_what_does_not_take_an_action_says_why(
    ui: ScriptedUI, session: Session, states: dict[str, bool], action: str, cause: str
) -> None:
    session.describe()
    ui.find(name="Search").set(**states)
    with pytest.raises(NotActionable, match=r'e2 textbox "Search": it is .*; nothing was done') as error:
        session.act(action, "e2", "new")
    assert error.value.cause == cause
    assert ui.find(name="Search").value == "old"
    session.act("focus", "e2")
    assert ui.find(name="Search").states["focused"]


@pytest.mark.parametrize("trouble", [ReadTimeout("the program hangs"), AppGone("it was closed")])
def test_where_the_window_cannot_be_read_nothing_was_done(ui: ScriptedUI, session: Session, trouble: Exception) -> None:
    session.describe()
    ui.fail(trouble)
    with pytest.raises(type(trouble), match=f"nothing was done: {trouble}"):
        session.act("type", "e2", "new")
    assert ui.find(name="Search").value == "old"


def test_a_backend_that_compares_is_not_read_before(ui: ScriptedUI) -> None:
    class Comparing(ScriptedBackend):
        compares = True

    with Session(Comparing(ui), ui) as session:
        session.describe()
        before = ui.reads
        session.act("type", "e2", "new", settle=None)
        assert ui.reads == before + 1


def desk() -> tuple[ScriptedUI, Session]:
    children = [{"role": "button", "name": "Save draft"}, {"role": "link", "name": "Help"}]
    ui = ScriptedUI({"role": "window", "children": children})
    time = Time()
    return ui, Session(Polled(ui, time=time), ui, clock=time.clock())


def watch_links(session: Session) -> None:
    for _ in session.observe(roles={"link"}, interval=0.1, duration=0.2):
        pass


@pytest.mark.parametrize("look", [lambda session: session.describe(roles={"link"}), watch_links])
def test_an_answer_with_a_filter_tells_nothing_of_what_it_leaves_out(look: Callable[[Session], object]) -> None:
    ui, session = desk()
    session.describe()
    ui.find(name="Save draft").name = "Delete account"
    ui.roots[0].add({"role": "button", "name": "Wipe"})
    look(session)
    with pytest.raises(StaleRef, match='it was button "Save draft", and is button "Delete account" now'):
        session.act("focus", "e2")
    with pytest.raises(StaleRef, match="no element has had in this session"):
        session.act("focus", "e4")
    session.act("focus", "e3")
    session.describe()
    for ref in ("e2", "e4"):
        session.act("focus", ref)


def test_what_an_answer_with_a_filter_tells_may_be_acted_on() -> None:
    ui, session = desk()
    session.describe(roles={"link"})
    with pytest.raises(StaleRef):
        session.act("focus", "e2")
    session.act("focus", "e3")
    assert ui.find(name="Help").states["focused"]
