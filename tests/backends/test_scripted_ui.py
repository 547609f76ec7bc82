"""The scripted UI: what a script does to it is what a read shows."""

import threading
from collections.abc import Callable

import pytest
from hypothesis import given

from tests.backends.subjects import read
from uidiff import Snapshot, diff
from uidiff.backends.scripted import Node, ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, BackendError, InvalidSnapshot, UnknownName
from uidiff.model.window import Window
from uidiff.testing import HOSTILE_TEXTS, snapshots

TREE = {
    "role": "window",
    "name": "Mail",
    "children": [
        {"role": "button", "name": "Save", "states": {"focused": True}},
        {"role": "list", "children": [{"role": "listitem", "name": "a"}, {"role": "listitem", "name": "b"}]},
    ],
}


def made(**options: object) -> ScriptedUI:
    return ScriptedUI(TREE, **options)  # type: ignore[arg-type]  # options of its own


def seen(ui: ScriptedUI) -> Snapshot:
    return read(ScriptedBackend(ui), ui)


def outline(ui: ScriptedUI) -> list[str]:
    return [f"{'  ' * element.depth}{element.name or element.role}" for element in seen(ui)]


# ----------------------------------------------------------------------- tree


@given(whole=snapshots(unknown_roles=True, partial=True, urls=False))
def test_a_tree_is_taken_as_from_dicts_takes_it(whole: Snapshot) -> None:
    ui = ScriptedUI(whole.to_dicts(), platform=whole.platform)
    given_ids = Snapshot.from_dicts(whole.to_dicts(), platform=whole.platform)
    for field in ("role", "name", "value", "description", "bounds", "states", "actions", "unread", "extra"):
        assert getattr(seen(ui).columns, field) == getattr(given_ids.columns, field)
    assert seen(ui).columns.depth == whole.columns.depth


def test_what_is_no_tree_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$\.children\[0\]\.bounds: "):
        ScriptedUI({"role": "window", "children": [{"role": "button", "bounds": "all"}]})
    with pytest.raises(InvalidSnapshot, match="expected an object, got str"):
        made().add("dialog")
    with pytest.raises(UnknownName, match="unknown platform 'amiga'"):
        made(platform="amiga")


def test_circumstances_are_in_the_snapshot_and_can_be_assigned() -> None:
    ui = made(app="Mail", title="Inbox", url="https://a.example/b", document="1", pid=7, platform="web")
    snapshot = seen(ui)
    assert (snapshot.app, snapshot.title, snapshot.url) == ("Mail", "Inbox", "https://a.example/b")
    assert (snapshot.document, snapshot.pid, snapshot.platform, snapshot.window) == ("1", 7, "web", "7-1")
    assert snapshot.taken_at is None
    ui.title, ui.app, ui.url, ui.document = "Sent", "Post", None, "2"
    assert (ui.title, ui.app, ui.url, ui.document) == ("Sent", "Post", None, "2")
    snapshot = seen(ui)
    assert (snapshot.app, snapshot.title, snapshot.url, snapshot.document) == ("Post", "Sent", None, "2")
    with pytest.raises(InvalidSnapshot, match="title"):
        ui.title = 5  # type: ignore[assignment]
    assert ui.title == "Sent"


def test_navigating_loads_another_document_with_other_elements_or_the_same() -> None:
    ui = made()
    ui.navigate("https://a.example/b", "2")
    assert (ui.url, ui.document, len(ui.roots)) == ("https://a.example/b", "2", 1)
    old = ui.roots[0]
    ui.navigate("https://a.example/c", "3", [{"role": "document"}, {"role": "dialog"}])
    assert outline(ui) == ["document", "dialog"]
    assert old not in ui.roots


# ---------------------------------------------------------------------- nodes


def test_nodes_are_found_by_role_and_name_in_document_order() -> None:
    ui = made()
    assert [node.name for node in ui.find_all(role="listitem")] == ["a", "b"]
    assert ui.find(role="listitem").name == "a"
    assert ui.find(name="b").role == "listitem"
    assert len(ui.find_all()) == 5
    assert ui.find() is ui.roots[0]
    assert ui.find(role="listitem", name="b").parent is ui.find(role="list")
    assert ui.roots[0].parent is None
    ui.add({"role": "listitem", "name": "0"}, at=0)
    assert [node.name for node in ui.find_all(role="listitem")] == ["0", "a", "b"]


@pytest.mark.parametrize("name", HOSTILE_TEXTS[4])
def test_what_is_not_found_is_said_with_its_text_escaped(name: str) -> None:
    with pytest.raises(LookupError, match=r'^no node has the role "button" and the name "') as caught:
        made().find(role="button", name=name)
    assert str(caught.value).isascii()
    with pytest.raises(LookupError, match=r"^the UI has no nodes$"):
        ScriptedUI([]).find()


FIELDS: list[tuple[str, object]] = [
    ("role", "link"),
    ("name", "Send"),
    ("value", "5"),
    ("description", "sends it"),
    ("bounds", (1, 2, 3, 4)),
    ("actions", ("press",)),
    ("automation_id", "send"),
    ("native_role", "AXLink"),
    ("secret", True),
    ("unread", True),
    ("extra", {"zoom": 2}),
    ("url", "https://a.example/b"),
    ("states", {"checked": "mixed"}),
]


@pytest.mark.parametrize(("field", "value"), FIELDS)
def test_a_field_that_is_assigned_is_seen(field: str, value: object) -> None:
    ui = made()
    setattr(ui.find(role="button"), field, value)
    assert getattr(ui.find_all()[1], field) == value
    assert getattr(seen(ui)[1], field) == value


@pytest.mark.parametrize(
    ("field", "value"), [("role", 1), ("name", 5), ("bounds", (1, 2)), ("secret", "yes"), ("states", {"?": True})]
)
def test_a_field_that_cannot_be_is_refused_where_it_is_assigned_and_nothing_changes(field: str, value: object) -> None:
    ui = made()
    before = seen(ui)
    with pytest.raises(InvalidSnapshot, match=rf"^node\.{field}: "):
        setattr(ui.find(role="button"), field, value)
    assert seen(ui) == before


def test_states_are_set_by_name_and_taken_away_with_none() -> None:
    ui = made()
    button = ui.find(role="button")
    button.set(focused=None, checked=False, level=2)
    assert dict(button.states) == {"checked": False, "level": 2}
    assert dict(seen(ui)[1].states) == {"checked": False, "level": 2}
    with pytest.raises(InvalidSnapshot, match="states"):
        button.set(focussed=True)


def test_nodes_are_added_last_or_at_a_place() -> None:
    ui = made()
    rows = ui.find(role="list")
    added = rows.add({"role": "listitem", "name": "c", "children": [{"role": "button", "name": "in c"}]})
    rows.add({"role": "listitem", "name": "0"}, at=0)
    ui.add({"role": "dialog", "name": "Sure?"})
    ui.add({"role": "menu", "name": "Edit"}, at=0)
    assert added.parent is rows
    assert outline(ui) == [
        "Edit",
        "Mail",
        "  Save",
        "  list",
        "    0",
        "    a",
        "    b",
        "    c",
        "      in c",
        "Sure?",
    ]


def test_a_node_that_was_removed_is_not_seen_and_can_come_back() -> None:
    ui = made()
    rows, button = ui.find(role="list"), ui.find(role="button")
    rows.remove()
    assert outline(ui) == ["Mail", "  Save"]
    assert rows.parent is None
    with pytest.raises(ValueError, match="it was removed before"):
        rows.remove()
    with pytest.raises(ValueError, match="it was removed before"):
        rows.replace({"role": "table"})
    rows.move(button)
    assert outline(ui) == ["Mail", "  Save", "    list", "      a", "      b"]


def test_nodes_move_below_others_and_within_their_parent() -> None:
    ui = made()
    a, b = ui.find_all(role="listitem")
    b.move(a.parent, at=0)
    assert [node.name for node in ui.find(role="list").children] == ["b", "a"]
    a.move(ui.find(role="button"))
    b.move()
    assert outline(ui) == ["Mail", "  Save", "    a", "  list", "b"]


def test_a_node_moves_neither_into_itself_nor_into_another_ui() -> None:
    ui = made()
    window, rows = ui.roots[0], ui.find(role="list")
    for node, place in ((window, rows), (rows, rows), (rows, made().roots[0])):
        with pytest.raises(ValueError, match="a node moves only within its UI"):
            node.move(place)
    assert outline(ui) == outline(made())


def test_a_node_is_replaced_by_another_one_at_its_place() -> None:
    ui = made()
    old = ui.find(role="button")
    new = old.replace({"role": "link", "name": "Save as"})
    assert outline(ui) == ["Mail", "  Save as", "  list", "    a", "    b"]
    assert new.id != old.id
    assert new.parent is ui.roots[0]


def test_a_node_says_what_it_is_without_its_texts() -> None:
    ui = ScriptedUI({"role": "x\x1b", "name": "hush", "id": "\x1b"})
    assert repr(ui.roots[0]) == r"<Node '\x1b' 'x\x1b'>"


def test_the_fields_of_a_class_of_nodes_are_described_by_themselves() -> None:
    assert Node.name is Node.__dict__["name"]


# ------------------------------------------------------------------------ ids


def test_ids_are_stable_those_given_and_those_made() -> None:
    ui = ScriptedUI([{"role": "window", "id": "w", "children": [{"role": "button"}, {"role": "button"}]}], pid=7)
    before, after = seen(ui), seen(ui)
    assert before.columns.id == after.columns.id == ("w", "7.1", "7.2")
    assert all(before.columns.id_stable)
    ui.find(role="button").remove()
    ui.roots[0].add({"role": "button"})
    assert seen(ui).columns.id == ("w", "7.2", "7.3")


def test_without_stable_ids_each_read_has_others_and_nothing_seems_to_change() -> None:
    ui = made(stable_ids=False)
    before, after = seen(ui), seen(ui)
    assert not set(before.columns.id) & set(after.columns.id)
    assert not any(after.columns.id_stable)
    assert not diff(before, after)


def test_recreated_nodes_have_other_ids_with_all_that_is_below_them() -> None:
    ui = made()
    before = seen(ui)
    ui.find(role="list").recreate()
    after = seen(ui)
    assert [old == new for old, new in zip(before.columns.id, after.columns.id, strict=True)] == [True] * 2 + [
        False
    ] * 3
    assert not diff(before, after)


# --------------------------------------------------------------------- windows


def test_a_window_says_what_is_known_of_it() -> None:
    assert made(app="Mail", title="Inbox", pid=7).window == Window(app="Mail", title="Inbox", pid=7, id="7-1")
    assert made(app="", title="", pid=7).window == Window(pid=7, id="7-1")


# ------------------------------------------------------------------- programs


def test_one_step_of_a_script_is_done_before_each_read() -> None:
    ui = made()
    for name in "xyz":
        ui.then(lambda name=name: setattr(ui.roots[0], "name", name))  # type: ignore[misc]
    assert [seen(ui)[0].name for _ in range(4)] == ["x", "y", "z", "z"]
    assert ui.reads == 4


def test_a_step_may_end_the_program_and_the_next_restart_it() -> None:
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


def test_a_listener_hears_each_change_until_it_stops() -> None:
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
    said = r'"show\u001bmenu", "focus", "type"'
    assert str(caught.value) == rf"no action 'press\x1b'; nothing was done: it has {said}"
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
