"""The scripted UI over time: steps before reads, listeners, actions, changes from other threads."""

import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.backends.subjects import read
from uidiff import Snapshot
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, BackendError

TREE = {
    "role": "window",
    "name": "Mail",
    "children": [
        {"role": "button", "name": "Save", "states": {"focused": True}},
        {"role": "list", "children": [{"role": "listitem", "name": "a"}, {"role": "listitem", "name": "b"}]},
    ],
}


def made() -> ScriptedUI:
    return ScriptedUI(TREE)


def seen(ui: ScriptedUI) -> Snapshot:
    return read(ScriptedBackend(ui), ui)


def test_one_step_of_a_script_is_done_before_each_read() -> None:
    ui = made()
    for name in "xyz":
        ui.then(lambda name=name: setattr(ui.roots[0], "name", name))  # type: ignore[misc]
    assert [seen(ui)[0].name for _ in range(4)] == ["x", "y", "z", "z"]
    assert ui.reads == 4


def test_a_step_may_end_the_program_and_the_next_start_it_anew() -> None:
    ui = made()
    ui.then(ui.close)
    ui.then(ui.restart)
    with pytest.raises(AppGone):
        seen(ui)
    assert seen(ui).window == "11000-2"


def test_a_step_that_fails_fails_the_read_and_later_changes_are_announced_again() -> None:
    ui = made()
    heard: list[str] = []
    ui.listen(lambda: heard.append("change"))
    ui.then(ui.find(name="a").remove)
    ui.then(ui.find(name="a").remove)
    seen(ui)
    with pytest.raises(ValueError, match="it was removed before"):
        seen(ui)
    assert not heard
    ui.find(name="b").remove()
    assert heard == ["change"]


def test_whoever_listens_hears_each_change_until_it_stops() -> None:
    ui = made()
    heard: list[str] = []
    stop = ui.listen(lambda: heard.append("change"))
    button = ui.find(role="button")
    changes: list[Callable[[], object]] = [
        lambda: setattr(button, "name", "x"),
        lambda: button.set(focused=None),
        lambda: setattr(ui, "title", "x"),
        lambda: button.add({"role": "img"}),
        button.recreate,
        ui.close,
        ui.restart,
    ]
    for number, change in enumerate(changes, 1):
        change()
        assert len(heard) == number
    stop()
    stop()
    heard.clear()
    button.name = "y"
    assert not heard


# --------------------------------------------------------------------- actions


def test_focus_moves_the_state_and_type_sets_the_value() -> None:
    ui = made()
    button, row = ui.find(role="button"), ui.find(name="a")
    ui.act(row, "focus")
    assert (button.states.get("focused"), row.states.get("focused")) == (None, True)
    ui.act(row, "type", "hello")
    assert row.value == "hello"
    ui.act(row, "type")
    assert row.value is None


def test_what_is_programmed_for_an_action_is_done_after_it_and_the_node_offers_it() -> None:
    ui = made()
    button, row = ui.find(role="button"), ui.find(name="a")
    done: list[str | None] = []
    ui.on(button, "press", lambda: done.append("first"))
    ui.on(button, "press", lambda: done.append("second"))
    ui.on(row, "press", lambda: done.append("other"))
    ui.on(button, "type", lambda: done.append(button.value))
    assert button.actions == ("press",)
    ui.act(button, "press")
    ui.act(button, "type", "x")
    assert done == ["first", "second", "x"]


def test_an_action_that_a_node_has_not_is_refused_and_said_escaped() -> None:
    ui = made()
    button = ui.find(role="button")
    button.actions = ("show\x1bmenu",)
    with pytest.raises(BackendError) as caught:
        ui.act(button, "press\x1b")
    assert str(caught.value) == r"no action 'press\x1b': it has " + r'"show\u001bmenu", "focus", "type"'
    ui.act(button, "show\x1bmenu")


# --------------------------------------------------------------------- threads


@pytest.mark.parametrize("count", [4])
def test_a_read_sees_the_ui_between_two_changes(count: int) -> None:
    ui = ScriptedUI({"role": "list", "children": [{"role": "listitem"} for _ in range(20)]})
    stop = threading.Event()

    def work(own: ScriptedUI) -> None:
        while not stop.is_set():
            with own.changing():
                rows = own.roots[0].children
                for row in rows:
                    row.name = str(int(row.name or "0") + 1)

    threads = [threading.Thread(target=work, args=(ui,)) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(30):
            assert len({element.name for element in seen(ui)[0].children}) == 1
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@given(names=st.lists(st.sampled_from("abc"), max_size=6))
def test_every_state_of_a_script_is_one_snapshot_of_it(names: list[str]) -> None:
    ui = made()
    row = ui.find(name="a")
    for name in names:
        ui.then(lambda name=name: setattr(row, "name", name))  # type: ignore[misc]
    assert [seen(ui)[3].name for _ in names] == names
