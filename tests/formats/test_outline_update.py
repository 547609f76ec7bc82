"""An outline that is made from the one before is the one that would be made anew, to the last field of each item."""

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.trees import rows
from uidiff import Row, Snapshot, diff
from uidiff.formats import outline_update
from uidiff.formats.item import Item
from uidiff.formats.outline import Outline, _whole
from uidiff.formats.outline_update import outlines_of
from uidiff.matching.matching import Matching

ROLES = (
    *("button", "cell", "document", "generic", "heading", "line-break", "link", "list", "listitem", "menu", "option"),
    *("paragraph", "row", "table", "text", "textbox", "treeitem"),
)
TEXTS = st.one_of(st.none(), st.sampled_from(["", "A", "B", "A B", "AB", " B", "\ue001"]))
STATES = st.sampled_from(
    [
        {},
        {"disabled": True},
        {"focused": True},
        {"selected": True},
        {"live": "polite"},
        {"busy": True},
        {"expanded": True},
    ]
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "name": TEXTS,
    "value": TEXTS,
    "description": TEXTS,
    "states": STATES,
    "actions": st.sampled_from([(), ("press",)]),
    "unread": st.booleans(),
}


@st.composite
def trees(draw: st.DrawFn) -> list[Row]:
    made = [Row(0, draw(st.sampled_from(["window", "link", "generic"])), draw(TEXTS))]
    for _ in range(draw(st.integers(0, 30))):
        depth = draw(st.integers(1 if draw(st.integers(0, 9)) else 0, made[-1].depth + 1))
        row = Row(depth, draw(st.sampled_from(ROLES)), draw(TEXTS))
        field = draw(st.sampled_from([None, None, *FIELDS]))
        made.append(row if field is None else row._replace(**{field: draw(FIELDS[field])}))
    return made


def changed(data: st.DataObject, given_rows: list[Row]) -> list[Row]:
    made = list(given_rows)
    for _ in range(data.draw(st.integers(1, 3))):
        index, field = data.draw(st.integers(0, len(made) - 1)), data.draw(st.sampled_from(list(FIELDS)))
        made[index] = made[index]._replace(**{field: data.draw(FIELDS[field])})
    return made


def fields_of(item: Item) -> dict[str, object]:
    found = {field.name: getattr(item, field.name) for field in attrs.fields(Item)}
    return {**found, "kids": [kid.index for kid in item.kids]}


def everything(outline: Outline) -> tuple[object, ...]:
    for item in outline.items.values():
        assert all(outline.items[kid.index] is kid for kid in item.kids)
    assert all(outline.items[top.index] is top for top in outline.tops)
    items = {index: fields_of(item) for index, item in outline.items.items()}
    return items, outline.folders, outline.dropped, [top.index for top in outline.tops], outline.texts


@settings(deadline=None)
@given(st.data(), st.sampled_from([1, 1, 2, 3]))
def test_it_is_the_one_that_is_made_anew(data: st.DataObject, share: int) -> None:
    given_rows = data.draw(trees())
    before = Snapshot.from_rows(given_rows)
    steps = [Snapshot.from_rows(changed(data, given_rows)) for _ in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outline_update, "LEAST_SHARE", share)
        for after in steps:
            known = everything(Outline.of(before))
            pairs = diff(before, after, matcher=Matching.identity(len(before)))
            made = outlines_of(pairs)[1]
            assert everything(made) == everything(_whole(after))
            assert everything(Outline.of(before)) == known  # that one is as it was
            before = after


@pytest.mark.parametrize(
    ("index", "row"),
    [
        (5_000, Row(2, "text", "Item 5000", "typed")),
        (5_000, Row(2, "text", "renamed", "5000")),
        (0, Row(0, "window", "Main *", bounds=(0, 0, 1280, 800))),
        (0, Row(0, "window", "Main", states={"busy": True})),
    ],
)
def test_a_change_of_one_element_makes_few_items_anew(index: int, row: Row) -> None:
    given_rows = rows(10_000)
    before = Snapshot.from_rows(given_rows)
    given_rows[index] = row
    old, new = outlines_of(diff(before, Snapshot.from_rows(given_rows)))
    assert sum(new.items[at] is not item for at, item in old.items.items()) < 10
    assert everything(new) == everything(_whole(new.snapshot))
