"""The text of a tree is the same whether lines are taken over from the text before it or not."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.test_outline_update import changed, trees
from uidiff import Row, Snapshot, diff
from uidiff.diffing.refs import Refs
from uidiff.formats.agent.tree_text import TreeWriter
from uidiff.formats.item import Item
from uidiff.formats.options import RenderOptions
from uidiff.formats.outline import Outline
from uidiff.formats.rendering import load_format
from uidiff.formats.written import WrittenLines

AGENT = load_format("agent")


def moved(data: st.DataObject, rows: list[Row]) -> list[Row]:
    """Take one of the elements out, or put a list item in."""
    if len(rows) > 1 and data.draw(st.booleans()):
        at = data.draw(st.integers(1, len(rows) - 1))
        rest = [row._replace(depth=min(row.depth, 1)) for row in rows[at + 1 :]]
        return [*rows[:at], *rest]
    return [rows[0], Row(1, "listitem", "new"), *rows[1:]]


@given(data=st.data(), with_diff=st.booleans(), fold=st.booleans(), bounds=st.booleans())
def test_lines_that_are_taken_over_are_those_that_would_be_written(
    data: st.DataObject, with_diff: bool, fold: bool, bounds: bool
) -> None:
    rows = data.draw(trees())
    before = Snapshot.from_rows(rows)
    refs = Refs.first(len(before))
    plain = RenderOptions(fold=fold, bounds=bounds)
    reusing = attrs.evolve(plain, written=WrittenLines())
    assert AGENT.tree(before, refs, reusing) == AGENT.tree(before, refs, plain)
    for _ in range(3):
        rows = data.draw(st.sampled_from([changed, moved]))(data, rows)
        after = Snapshot.from_rows(rows)
        delta = diff(before, after, refs=refs)
        if with_diff:  # then the outline is made from the one before
            AGENT.diff(delta, plain)
        before, refs = after, delta.refs[1]
        assert AGENT.tree(after, refs, reusing) == AGENT.tree(after, refs, plain)


def test_a_line_is_written_again_for_another_number_or_another_level_of_a_heading() -> None:
    options = RenderOptions(written=WrittenLines())
    tree = Snapshot.from_rows(
        [Row(0, "window", "W"), Row(1, "button", "A"), Row(1, "heading", "B", states={"level": 1})]
    )
    assert 'button e2 "A"' in AGENT.tree(tree, Refs.first(3), options)
    assert 'button e3 "A"' in AGENT.tree(tree, Refs((1, 3, 2), 4), options)
    other = Snapshot.from_rows(
        [Row(0, "window", "W"), Row(1, "button", "A"), Row(1, "heading", "B", states={"level": 2})]
    )
    assert AGENT.tree(other, Refs((1, 3, 2), 4), options) == AGENT.tree(other, Refs((1, 3, 2), 4), RenderOptions())


def test_a_line_that_is_the_same_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    head = TreeWriter.head

    def noted(self: TreeWriter, item: Item, **more: str) -> str:
        written.append(item.name)
        return head(self, item, **more)

    monkeypatch.setattr(TreeWriter, "head", noted)
    options = RenderOptions(written=WrittenLines())
    rows = [Row(0, "window", "W")]
    for name in "ABC":
        rows += [Row(1, "list", name), Row(2, "button", f"{name}1"), Row(2, "link", f"{name}2")]
    AGENT.tree(Snapshot.from_rows(rows), Refs.first(10), options)
    assert {"A1", "B2", "C1"} <= {*written}
    written.clear()
    del rows[5]  # all behind it have other indices, but their numbers
    AGENT.tree(Snapshot.from_rows(rows), Refs((*range(1, 6), *range(7, 11)), 11), options)
    assert not {"A1", "A2", "C1", "C2"} & {*written}


def test_an_equal_tree_takes_over_the_outline_once_no_change_was_written() -> None:
    rows = [Row(0, "window", "W"), Row(1, "button", "A", "1")]
    first, equal, other = (Snapshot.from_rows(each) for each in (rows, rows, [rows[0], Row(1, "button", "A", "2")]))
    outline = Outline.of(first)
    assert AGENT.diff(diff(first, equal), RenderOptions()) == "# No change."
    assert Outline.of(equal) is outline
    assert AGENT.diff(diff(equal, other, ignore=("value",)), RenderOptions()) == "# No change."
    assert Outline.of(other) is not outline
    assert '"A"="2"' in AGENT.tree(other, Refs.first(2), RenderOptions())
