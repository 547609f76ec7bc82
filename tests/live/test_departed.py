"""spec/definitions#16-refs: what leaves a window and comes back has its number again, and nothing else has it."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.store_contract import history
from tests.live.witness import number_of, numbers, opened, told
from uidiff import FileStore, Report, Snapshot
from uidiff.backends.scripted import ScriptedUI
from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot
from uidiff.live import departed as module
from uidiff.live.departed import Departed
from uidiff.live.state_codec import decode_history, encode_history


def subject(number: int) -> str:
    """A text that shares no word with another one's."""
    return " ".join(f"{syllable}{number * 7919 % 10_007}" for syllable in ("ka", "mi", "to"))


def row(number: int) -> dict[str, object]:
    buttons = [{"role": "button", "name": f"{verb} {subject(number)}"} for verb in ("Open", "Delete")]
    return {"role": "row", "children": [{"role": "text", "name": subject(number)}, *buttons]}


def listing(*, stable_ids: bool = True, first: int = 0, count: int = 5) -> ScriptedUI:
    rows = [row(number) for number in range(first, first + count)]
    grid = {"role": "grid", "name": "Inbox", "children": rows}
    return ScriptedUI({"role": "window", "name": "Mail", "children": [grid]}, stable_ids=stable_ids)


def show(ui: ScriptedUI, *contents: int) -> None:
    """Write the rows again, as a list that draws what is in view."""
    grid = ui.find(role="grid")
    for child in grid.children:
        child.remove()
    for number in contents:
        grid.add(row(number))


def by_text(report: Report) -> dict[str, list[int]]:
    """For each message the numbers of its row and what is in it."""
    found = {}
    for element in report.snapshot:
        if element.role == "row":
            place = element.index
            found[str(element.children[0].name)] = list(report.refs.numbers[place : place + 4])
    return found


@pytest.mark.parametrize("stable_ids", [True, False])
def test_a_list_that_is_scrolled_there_and_back_has_its_numbers(stable_ids: bool) -> None:
    ui = listing(stable_ids=stable_ids)
    session = opened(ui)
    report = session.describe()
    first = by_text(report)
    for start in (20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 2, 0):
        show(ui, *range(start, start + 5))
        report = session.describe()
    assert by_text(report) == first


def test_a_row_that_shows_another_item_has_no_number_of_what_was_told() -> None:
    ui = listing()
    session = opened(ui)
    before = {number for row in by_text(session.describe()).values() for number in row}
    grid = ui.find(role="grid")
    for number, child in enumerate(grid.children):  # the nodes live on, and show other messages
        child.remove()
        for node, like in zip(child.children, row(number + 100)["children"], strict=True):  # type: ignore[call-overload]
            node.name = like["name"]
        session.describe()
        child.move(grid)
        after = by_text(session.describe())[subject(number + 100)]
        assert before.isdisjoint(after)


def test_of_equal_ones_the_kth_is_the_kth_if_there_are_as_many() -> None:
    stars = [{"role": "button", "name": "Star"} for _ in range(3)]
    ui = ScriptedUI({"role": "window", "children": [{"role": "group", "name": "Rating"}]}, stable_ids=False)
    session = opened(ui)
    session.describe()
    group = ui.find(role="group")
    for star in stars:
        group.add(star)
    assert numbers(session.describe()) == [1, 2, 3, 4, 5]
    for child in group.children:
        child.remove()
    session.describe()
    for star in stars:
        group.add(star)
    assert numbers(session.describe()) == [1, 2, 3, 4, 5]
    for child in group.children:
        child.remove()
    session.describe()
    for star in stars[:2]:
        group.add(star)
    assert numbers(session.describe()) == [1, 2, 6, 7]  # which two of the three they are nothing tells


def test_a_panel_that_comes_back_with_one_other_text_has_the_numbers_of_the_rest() -> None:
    def panel(status: str) -> dict[str, object]:
        fields = [{"role": "textbox", "name": name} for name in ("Street", "Town")]
        inner = {"role": "group", "name": "Address", "children": fields}
        return {"role": "tabpanel", "name": "Details", "children": [inner, {"role": "text", "name": status}]}

    ui = ScriptedUI({"role": "window", "children": [panel("Saved at 10:01")]}, stable_ids=False)
    session = opened(ui)
    session.describe()
    ui.find(role="tabpanel").remove()
    session.describe()
    ui.roots[0].add(panel("Modified"))
    report = session.describe()
    assert numbers(report) == [1, 2, 3, 4, 5, 7]
    assert len(told(report).added) == 5


def test_what_stands_elsewhere_is_another_element() -> None:
    groups = [{"role": "group", "name": name} for name in ("Left", "Right")]
    ui = ScriptedUI({"role": "window", "children": groups}, stable_ids=False)
    left, right = (ui.find(name=name) for name in ("Left", "Right"))
    session = opened(ui)
    save = left.add({"role": "button", "name": "Save"})
    session.describe()
    save.remove()
    session.describe()
    right.add({"role": "button", "name": "Save"})
    assert number_of(session.describe(), "Save") == 5


def test_in_another_document_nothing_comes_back() -> None:
    ui = listing()
    ui.navigate("https://example.org/a", "a")
    session = opened(ui)
    session.describe()
    show(ui)
    session.describe()
    ui.navigate("https://example.org/b", "b")
    session.describe()
    show(ui, 0)
    assert numbers(session.describe()) == [1, 2, 23, 24, 25, 26]


def test_what_left_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_DEPARTED", 40)
    ui = listing()
    session = opened(ui)
    first = by_text(session.describe())
    show(ui, *range(20, 25))
    second = by_text(session.describe())
    show(ui, *range(40, 45))
    session.describe()
    show(ui, *range(60, 65))
    session.describe()
    show(ui, *range(20, 25))
    assert by_text(session.describe()) == second
    show(ui, *range(5))
    assert not {one for row in first.values() for one in row} & {
        one for row in by_text(session.describe()).values() for one in row
    }


def test_the_file_store_keeps_what_has_left_from_one_command_to_the_next(tmp_path: Path) -> None:
    ui = listing()

    def command() -> Report:
        with opened(ui, store=FileStore(tmp_path / "s", ttl=None)) as session:
            return session.describe()

    first = by_text(command())
    for start in range(20, 220, 20):  # more answers than baselines are kept
        show(ui, *range(start, start + 5))
        command()
    show(ui, *range(5))
    assert by_text(command()) == first


edits = st.lists(st.tuples(st.sampled_from(["add", "remove", "rename", "move"]), st.integers(0, 99)), max_size=12)


@given(stories=st.lists(edits, max_size=8), stable_ids=st.booleans())
def test_a_number_that_comes_back_is_that_of_the_same_content_below_the_same_parent(
    stories: list[list[tuple[str, int]]], stable_ids: bool
) -> None:
    ui = listing(stable_ids=stable_ids, count=2)
    with opened(ui) as session:
        said: dict[int, tuple[object, ...]] = {}
        here: set[int] = set()
        for story in stories:
            for what, place in story:
                edit(ui, what, place)
            report = session.describe()
            for number, element in zip(report.refs.numbers, report.snapshot, strict=True):
                parent = 0 if element.parent is None else report.refs.numbers[element.parent.index]
                content = element.role, element.name, parent
                if number in said and number not in here:
                    assert said[number] == content
                said[number] = content
            here = set(report.refs.numbers)
            assert len(here) == len(report.snapshot)


def edit(ui: ScriptedUI, what: str, place: int) -> None:
    """One edit of few different contents, so that equal ones come and go."""
    nodes = list(ui.top.descendants)
    node = nodes[place % len(nodes)]
    if what == "add" and len(nodes) < 40:
        node.add(row(place % 3))
    elif what == "rename":
        node.name = subject(place % 3)
    elif what == "remove" and node is not ui.roots[0]:
        node.remove()
    elif what == "move" and node is not ui.roots[0]:
        node.move(ui.roots[0])


# --------------------------------------------------------------------- as bytes


def left_of(ui: ScriptedUI) -> Departed:
    snapshot = opened(ui).describe().snapshot
    return Departed().with_left(snapshot, Refs.first(len(snapshot)), range(2, len(snapshot)), None)


def test_what_has_left_comes_back_from_bytes() -> None:
    departed = left_of(listing(count=3))
    assert [tree.parent for tree in departed.trees] == [2, 2, 2]
    made = attrs.evolve(history(1, 2), departed=departed)
    found = decode_history(encode_history(made), lambda *_: history(1).entries[0].state())
    assert found.departed == departed
    assert found.departed.trees[0].subtrees == departed.trees[0].subtrees


@pytest.mark.parametrize(
    "damage",
    [
        b'"departed":3',
        b'"departed":{"trees":[]}',
        b'"departed":{"document":null,"trees":[[0,[[5,2]],[0],"01"]]}',
        b'"departed":{"document":null,"trees":[[0,[[5,1]],[1],"000102030405060708"]]}',
        b'"departed":{"document":null,"trees":[[0,[[5,20000]],[0],"000102030405060708"]]}',
        b'"departed":{"document":null,"trees":[[0,[[5,1]],[0],"zz"]]}',
        b'"departed":{"document":null,"trees":[[0,[],[],""]]}',
    ],
)
def test_departed_trees_that_are_none_are_damage(damage: bytes) -> None:
    data = encode_history(history(1)).rstrip()[:-1] + b"," + damage + b"}\n"
    with pytest.raises(CorruptSnapshot):
        decode_history(data, lambda *_: history(1).entries[0].state())


def test_where_nothing_has_left_nothing_comes_back() -> None:
    assert Departed().recall(Snapshot.from_dicts([{"role": "row"}]), [0], ()) == {}
    assert Departed().without([1]).trees == ()
