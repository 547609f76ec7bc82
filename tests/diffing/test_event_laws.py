"""What holds of the events and the summary of any two trees."""

import json
import re

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.diffing.happening import alone
from tests.laws.common import ALL, ignores, pairs, plain_trees
from uidiff import Circumstances, Element, Matching, Row, Snapshot, TreeDiff, diff
from uidiff.diffing.events import (
    EVENTS,
    BusyEnded,
    BusyStarted,
    DialogAppeared,
    DialogClosed,
    Event,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    MenuClosed,
    MenuOpened,
)
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Removed, Reordered, Unknown
from uidiff.diffing.summary import summarize
from uidiff.events import EventRules
from uidiff.testing import matchings, snapshot_pairs
from uidiff.text import fold, readable

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
PLAIN = re.compile(r'[A-Za-z0-9 .,:=…"-]*')
RANKS = [Added, Removed, Changed, Moved, Reordered]
Pair = tuple[Snapshot, Snapshot]


ROLES = (
    *("menu", "menuitem", "menubar", "dialog", "alert", "alertdialog", "status", "log", "listbox", "option", "window"),
    *("combobox", "textbox", "progressbar", "listitem", "list-marker", "table", "text", "radio", "group"),
)
STATES = (
    *({name: True} for name in ("offscreen", "focused", "selected", "busy", "disabled", "readonly", "editable")),
    *({"expanded": True}, {"checked": "mixed"}, {"invalid": True}, {"live": "polite"}, {"live": "off"}),
    {"haspopup": "menu"},
)


@st.composite
def busy_trees(draw: st.DrawFn) -> Snapshot:
    """Trees of what events are about."""
    rows: list[Row] = []
    drawn = st.tuples(
        st.integers(0, 4),
        st.sampled_from(ROLES),
        st.sampled_from((None, None, "a", "b", "Error", "\u200b")),
        st.sampled_from((None, None, "", "v", "w")),
        st.lists(st.sampled_from(STATES), max_size=3),
        st.booleans(),
    )
    for level, role, name, value, states, unread in draw(st.lists(drawn, max_size=10)):
        depth = min(level, rows[-1].depth + 1) if rows else 0
        held = {key: given for each in states for key, given in each.items()}
        rows.append(Row(depth, role, name, value, states=held, unread=unread and level == 3))
    title, document = draw(st.sampled_from((None, "T"))), draw(st.sampled_from((None, "d", "e")))
    return Snapshot.from_rows(rows, circumstances=Circumstances(title=title, document=document))


busy_pairs = st.one_of(snapshot_pairs(busy_trees()), pairs)


def check_events(delta: TreeDiff) -> None:
    kinds = [EVENTS.index(type(event)) for event in delta.events]
    assert kinds == sorted(kinds)
    lists = (delta.added, delta.removed, delta.changed, delta.moved, delta.reordered)
    places = {id(record): place for place, record in enumerate(record for each in lists for record in each)}
    for event in delta.events:
        own = [places[id(record)] for record in event.records]
        assert own == sorted(set(own))
        assert not isinstance(event.records, list)
        assert not any(isinstance(record, Unknown | NewlyRead) for record in event.records)
        if isinstance(event, ItemsAdded | ItemsRemoved):
            assert event.count == len(event.records) > 0
    assert sum(isinstance(event, FocusMoved) for event in delta.events) <= 1
    if not delta:
        assert delta.events == ()


def check_summary(delta: TreeDiff, limit: int) -> None:
    line = summarize(delta.delta, delta.events, limit=limit)
    assert len(line) <= limit
    assert len(line.splitlines()) == 1
    line.encode()
    assert PLAIN.fullmatch(QUOTED.sub('""', line))
    assert str(delta.unchanged_count) in line
    for quoted in QUOTED.findall(line):
        json.loads(quoted)


@pytest.mark.parametrize("matcher", sorted(ALL))
@given(pair=pairs, ignore=ignores)
def test_events_and_summary_of_any_two_trees(matcher: str, pair: Pair, ignore: list[str]) -> None:
    delta = diff(*pair, matcher=ALL[matcher], ignore=ignore)
    check_events(delta)
    check_summary(delta, 200)


@given(st.data(), busy_pairs, st.integers(60, 300))
def test_events_and_summary_by_any_matching(data: st.DataObject, pair: Pair, limit: int) -> None:
    delta = diff(*pair, matcher=data.draw(matchings(*pair)))
    check_events(delta)
    check_summary(delta, limit)


@given(st.data(), busy_pairs)
def test_what_appeared_goes_again_where_before_and_after_are_swapped(data: st.DataObject, pair: Pair) -> None:
    before, after = pair
    matching = data.draw(matchings(before, after))
    back = Matching.from_pairs(((j, i) for i, j in matching.pairs), before=after, after=before)
    there, again = diff(before, after, matcher=matching), diff(after, before, matcher=back)
    check_events(again)
    for kind, reverse in ((DialogAppeared, DialogClosed), (BusyStarted, BusyEnded), (ItemsAdded, ItemsRemoved)):
        assert said(there, kind) == said(again, reverse)
        assert said(again, kind) == said(there, reverse)
    for one, other in ((there, again), (again, there)):
        assert len(said(one, MenuOpened)) == len(said(other, MenuClosed))


def said(delta: TreeDiff, kind: type[Event]) -> list[tuple[object, ...]]:
    """What the events of a kind say, but for ``modal``, which a closed dialog does not have."""
    names = [field.name for field in attrs.fields(kind) if field.name not in {"modal", "records"}]
    return [tuple(getattr(event, name) for name in names) for event in delta.events if isinstance(event, kind)]


@given(plain_trees)
def test_of_equal_trees_nothing_is_said(tree: Snapshot) -> None:
    delta = diff(tree, tree)
    assert delta.events == ()
    assert delta.summary.startswith("No change in")


@given(busy_pairs, ignores)
def test_events_are_the_same_each_time(pair: Pair, ignore: list[str]) -> None:
    assert diff(*pair, ignore=ignore).events == diff(*pair, ignore=ignore).events


@given(st.data(), busy_pairs, ignores)
def test_events_and_summary_come_back_from_a_file(data: st.DataObject, pair: Pair, ignore: list[str]) -> None:
    delta = diff(*pair, matcher=data.draw(matchings(*pair)), ignore=ignore)
    loaded = TreeDiff.from_dict(json.loads(json.dumps(delta.to_dict())))
    assert list(loaded.events) == alone(delta.events)
    assert loaded.bind(pair[0]).events == delta.events
    assert loaded.summary == delta.summary
    assert loaded == delta


@given(pairs, st.sampled_from(["focused", "value", "selected", "busy", "disabled", "bounds", "title"]))
@example((Snapshot.from_dicts([]), Snapshot.from_dicts([])), "focused")
def test_what_is_not_reported_makes_no_event(pair: Pair, name: str) -> None:
    kinds = {type(event).__name__ for event in diff(*pair, ignore=(name,)).events}
    kind = {
        "focused": "FocusMoved",
        "value": "ValueEntered",
        "selected": "SelectionChanged",
        "disabled": "EnabledChanged",
        "bounds": "LayoutShifted",
        "title": "TitleChanged",
    }.get(name)
    assert kind not in kinds


def seen(snapshot: Snapshot) -> set[int]:
    """The visible elements, as the definition has it."""
    return {
        element.index
        for element in snapshot
        if not any(each.states.get("offscreen") for each in (element, *element.ancestors))
    }


@given(st.data(), busy_pairs)
def test_what_came_into_sight_is_what_is_visible_now_and_was_not(data: st.DataObject, pair: Pair) -> None:
    delta = diff(*pair, matcher=data.draw(matchings(*pair)))
    context = DiffContext(delta.delta, EventRules())
    visible, visible_before = seen(delta.after), seen(delta.before)
    came = {record.after.index for record in delta.added}
    turned = {j for i, j in delta.matching.pairs if j in visible and i not in visible_before}
    assert context.after.appeared == sorted((came & visible) | turned)
    went = {record.before.index for record in delta.removed}
    hidden = {i for i, j in delta.matching.pairs if j not in visible and i in visible_before}
    assert context.before.appeared == sorted((went & visible_before) | hidden)
    for side in (context.before, context.after):
        for element in side.snapshot:
            assert side.parent(element.index) == (-1 if element.parent is None else element.parent.index)
            assert side.end(element.index) == side.snapshot.ends[element.index]
            label = side.label(element.index)
            everywhere = [
                text for each in side.snapshot for text in (*texts(each), *map(str, each.states.values())) if fold(text)
            ]
            assert all(any(part in fold(text) for text in everywhere) for part in label.split())
            if element.name and readable(element.name) and not side.is_item(element.index):
                assert label == readable(element.name)


def texts(element: Element) -> list[str]:
    return [text or "" for text in (element.name, element.value, element.description)]
