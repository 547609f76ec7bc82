"""The history of a frame in a trace: what refers to what, what does not fit, and what is kept."""

import io
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.importers.dom_traces import click, element, inner, lines, names, page, shot, trace
from tests.importers.traces import EVENTS, TRACES, actions, found, packed, texts
from uidiff import Limits, Snapshot, dumps
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.playwright_dom import Frame
from uidiff.importers.playwright_dom_trees import DomTrees
from uidiff.importers.playwright_trace import read_trace

LIST = page(element("ul", element("li", "One"), element("li", "Two")))
ONE, TWO, BOTH = 1, 3, 4
"""The numbers of the items and the list in it: children come first."""


def ref(ago: object, number: object) -> object:
    return [[ago, number]]


def errors(read: list[Snapshot | InvalidSnapshot]) -> list[str]:
    assert all(each.cure for each in read if isinstance(each, InvalidSnapshot))
    return [f"{each.path}: {each.problem}" for each in read if isinstance(each, InvalidSnapshot)]


def test_a_reference_is_a_node_of_an_earlier_snapshot_of_its_frame() -> None:
    events = [
        shot(LIST),
        shot(page(ref(1, TWO), "and", ref(1, ONE)), 2),
        shot(page(ref(2, BOTH), ref(1, 0)), 3),
    ]
    read = found(trace(*events))
    assert [names(each) for each in read] == [["One", "Two"], ["Two", "and", "One"], ["One", "Two", "and"]]
    one = [each.find(role="listitem", name=None)[0].id for each in read if isinstance(each, Snapshot)]
    assert one[0] == one[2]


def test_a_reference_counts_the_snapshots_of_its_own_frame() -> None:
    with_frame = page(element("iframe", src="/snapshot/frame@2", title="Ad"), element("p", "Text"))
    events = [
        shot(with_frame),
        inner(page(element("b", "Buy"))),
        shot(page(ref(1, 0), element("p", "More")), 2),
        inner(ref(1, 3), 2),
    ]
    read = found(trace(*events))
    assert [names(each) for each in read] == [["Buy", "Text"], ["Buy", "More"]]


def test_a_frame_is_that_of_the_same_moment_or_the_last_one_before() -> None:
    here = page(element("iframe", src="/snapshot/frame@2"))
    events = [shot(here), inner(page("first")), shot(ref(1, 2), 2), shot(ref(2, 2), 3), inner(page("third"), 3)]
    assert [names(each) for each in found(trace(*events))] == [["first"], ["first"], ["third"]]


def test_a_frame_that_was_not_recorded_is_unread() -> None:
    (read,) = found(trace(shot(page(element("iframe", "No frames here", src="/snapshot/frame@9", title="Ad")))))
    assert isinstance(read, Snapshot)
    assert [(each.role, each.name, each.url) for each in read if each.unread] == [("iframe", "Ad", None)]
    assert names(read) == []


def test_bad_input_96_a_frame_in_itself_is_an_error() -> None:
    (error,) = errors(found(trace(shot(page(element("iframe", src="/snapshot/frame@1"))))))
    assert error == "trace.trace: line 2: $.snapshot.html: a node that stands twice in one snapshot"


WRONG = {
    "none before": (ref(2, 0), "a reference to a snapshot that there is not"),
    "itself": (ref(0, 0), "a reference to a snapshot that there is not"),
    "later": (ref(-1, 0), "a reference to a snapshot that there is not"),
    "no such node": (ref(1, 99), "a reference to a node that there is not, or in a snapshot that cannot be read"),
    "a negative node": (ref(1, -1), "a reference to a node that there is not, or in a snapshot that cannot be read"),
    "half": ([[1]], "a reference to a snapshot that there is not"),
    "texts": (ref("1", "0"), "a reference to a snapshot that there is not"),
    "flags": ([[True, False]], "a reference to a snapshot that there is not"),
    "null": (None, "neither a node nor a reference"),
    "a number": (5, "neither a node nor a reference"),
    "nothing": ([], "neither a node nor a reference"),
    "an object": ({"tag": "p"}, "neither a node nor a reference"),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input_96_what_does_not_fit_is_an_error_in_its_place_and_the_rest_goes_on(name: str) -> None:
    wrong, problem = WRONG[name]
    read = found(trace(shot(LIST), shot(page(wrong, element("p", "Right")), 2), shot(page(ref(1, 1), ref(2, ONE)), 3)))
    assert errors(read) == [f"trace.trace: line 3: $.snapshot.html: {problem}"]
    assert [names(each) for each in (read[0], read[2])] == [["One", "Two"], ["Right", "One"]]


@pytest.mark.parametrize("html", [None, 5, "text", [], {}, ref(1, 0)])
def test_a_snapshot_without_an_element_has_its_place_in_the_history(html: object) -> None:
    first, error, last = found(trace(shot(LIST), shot(html, 2), shot(page(ref(2, BOTH)), 3)))
    assert errors([error])[0].startswith("trace.trace: line 3: $.snapshot.html: ")
    assert [names(first), names(last)] == [["One", "Two"], ["One", "Two"]]


def test_bad_input_97_a_snapshot_that_is_nested_too_deep_has_its_place_in_the_history() -> None:
    deep = lines(shot("HTML", 2))[0].replace(b'"HTML"', b'["B",{},' * 500 + b'"x"' + b"]" * 500)
    error, first, last = found(trace(shot(LIST), deep, shot(page(ref(2, BOTH)), 3)))
    assert errors([error]) == ["trace.trace: line 3: $: brackets nested more than 400 deep"]
    assert [names(first), names(last)] == [["One", "Two"], ["One", "Two"]]
    read = found(trace(shot(LIST), deep, shot(page(ref(1, 0)), 3)))
    assert "or in a snapshot that cannot be read" in errors(read)[1]


def test_bad_input_97_behind_a_line_that_may_be_a_snapshot_of_any_frame_references_across_it_are_errors() -> None:
    long = b'{"type":"frame-snapshot","snapshot":{"html":"' + b"x" * 17_000_000 + b'"}}'
    after = [shot(page(ref(1, BOTH)), 3), shot(LIST, 4), shot(page(ref(1, TWO)), 5)]
    read = found(trace(shot(LIST), long, *after))
    assert errors(read) == [
        "trace.trace: line 3: a line of more than 16777216 bytes",
        "trace.trace: line 4: $.snapshot.html: a reference to a snapshot before a line that cannot be read",
    ]
    assert [names(each) for each in read if isinstance(each, Snapshot)] == [["One", "Two"], ["One", "Two"], ["Two"]]


def test_a_snapshot_of_no_frame_is_an_error() -> None:
    read = found(trace(shot(LIST), shot(LIST, 2, frameId=None), shot(LIST, 3)))
    assert errors(read) == ["trace.trace: line 3: $.snapshot.frameId: expected a text, got NoneType"]
    assert len(read) == 3
    read = found(trace(shot(LIST), {"type": "frame-snapshot", "snapshot": []}, shot(page(ref(1, TWO)), 3)))
    assert errors(read)[0] == "trace.trace: line 3: $.snapshot: expected a snapshot, got list"
    assert "before a line that cannot be read" in errors(read)[1]


def test_bad_input_98_a_bomb_of_references_is_refused_where_a_node_comes_twice() -> None:
    events = [shot(page(element("p", "x")))]
    events += [shot(element("html", *[ref(1, 2 if call == 2 else 0)] * 2), call) for call in range(2, 60)]
    read = found(trace(*events))
    assert isinstance(read[0], Snapshot)
    assert set(errors(read[1:])) == {
        f"trace.trace: line {line}: $.snapshot.html: a node that stands twice in one snapshot" for line in range(3, 61)
    }


def test_bad_input_98_a_tower_of_references_is_refused_at_the_level_that_a_page_may_have() -> None:
    def storeys(ground: object) -> object:
        for _ in range(100):
            ground = element("b", ground)
        return ground

    events = [shot(storeys("x"))]  # the last of 100 elements and a text
    events += [shot(storeys(ref(1, 100 if call == 2 else 99)), call) for call in range(2, 14)]
    read = found(trace(*events))
    assert [isinstance(each, Snapshot) for each in read] == [True] * 9 + [False] * 4
    assert {each.problem for each in read if isinstance(each, LimitExceeded)} == {"more than 1000 levels"}


def test_limits_are_for_each_page() -> None:
    read = found(trace(shot(page("a")), shot(page(*"abcdefghij"), 2), shot(page("b"), 3)), Limits(max_elements=6))
    assert [isinstance(each, LimitExceeded) for each in read] == [False, True, False]
    grown = [shot(page(*"ab")), *(shot(element("html", ref(1, 2), *"cd"), call) for call in range(2, 6))]
    many = found(trace(*grown), Limits(max_elements=8))
    assert isinstance(many[0], Snapshot)
    assert isinstance(many[-1], InvalidSnapshot)


def test_a_snapshot_of_which_no_page_can_be_made_is_forgotten_too(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[int] = []
    drop = DomTrees.drop

    def noted(self: DomTrees, member: str, number: int) -> None:
        dropped.append(number)
        drop(self, member, number)

    monkeypatch.setattr(DomTrees, "drop", noted)
    before, after = click(3)
    failed = {**after, "error": {"name": "Error", "message": "gone"}}
    events = [shot(page("a")), *click(2), shot(page(*"abcdefghij"), 2), before, failed, *click(4), shot(page("b"), 4)]
    read = found(trace(*events), Limits(max_elements=6))
    assert [isinstance(each, LimitExceeded) for each in read] == [False, True, True, False]
    assert {*dropped} == {number for number, event in enumerate(events, start=2) if "snapshot" in event}


def test_only_what_is_referred_to_later_is_kept() -> None:
    frame = Frame({0: {ONE: 2}}, count(1), 8, 100)
    frame.decoded(LIST, 0, since=0)
    kept = frame.node(0, ONE)
    assert kept is not None
    assert (kept.tag, frame.node(0, TWO)) == ("li", None)
    frame.decoded(page("x"), 1, since=0)
    assert frame.node(0, ONE) is kept
    frame.decoded(page(ref(2, ONE)), 2, since=0)
    assert frame.node(0, ONE) is None


def test_two_pages_are_two_windows_whatever_the_order_of_their_lines() -> None:
    other = {"pageId": "page@2", "frameId": "frame@7"}
    events = [
        shot(page("a"), timestamp=3000),
        shot(page("b"), 2, timestamp=1000, **other),
        shot(page("c"), 3, timestamp=2000, **other),
    ]
    read = found(trace(*events))
    assert [(names(each), each.window) for each in read if isinstance(each, Snapshot)] == [
        (["b"], "page@2"),
        (["c"], "page@2"),
        (["a"], "page@1"),
    ]


def test_a_call_that_failed_without_a_snapshot_is_the_last_tree_again() -> None:
    before, after = click(2)
    failed = {**after, "error": {"name": "Error", "message": "gone"}}
    read = found(trace(*click(1), shot(page("a")), before, failed, *click(3), shot(page("b"), 3)))
    assert [names(each) for each in read] == [["a"], ["a"], ["b"]]
    assert actions(read) == ['click "#a"'] * 3


@pytest.mark.parametrize(("version", "mark"), [(6, "call@1"), (8, "call@1"), (10, "")])
def test_the_element_that_a_call_acted_on_is_named(version: int, mark: str) -> None:
    save = element("button", "Save", __playwright_target__=mark)
    stale = element("button", "Other", __playwright_target__="call@0")
    acted, after = shot(page(stale, save), 1, "input"), shot(page("Saved"))
    if version == 10:
        acted = shot(page(stale, save), 1, "input", snapshotName=None, phase="action")
        after = shot(page("Saved"), snapshotName=None, phase="after")
    events = [*click(1), acted, after]
    if version == 6:
        events = [{**event, "wallTime": 1.8e12 + 995} if event["type"] == "before" else event for event in events]
    (read,) = found(trace(*events, version=version))
    assert isinstance(read, Snapshot)
    assert read.action == 'click button "Save"'
    assert read.taken_at == pytest.approx(1.8e9 + 1.001)


def test_a_name_that_is_a_secret_is_not_said_of_a_target() -> None:
    log = {
        "type": "log",
        "callId": "call@1",
        "time": 1,
        "message": '  locator resolved to <input type="password"/>',
    }
    before, after = click(1)
    fill = {**before, "method": "fill", "params": {"selector": "#a", "value": "hunter22"}}
    target = element("button", "hunter22", __playwright_target__="call@1")
    (read,) = found(trace(fill, log, shot(page(target), 1, "input"), after, shot(page(element("p", "hunter22")))))
    assert isinstance(read, Snapshot)
    assert "hunter22" not in dumps(read)
    assert read.action == "fill button"
    assert [each.name for each in read if each.role == "text"] == ["[redacted]"]


def test_version_6_needs_a_call_to_know_the_time_of_day() -> None:
    first = {"version": 6, "type": "context-options", "wallTime": 1.8e12}
    read = found(packed({EVENTS: b"\n".join(lines(first, shot(LIST)))}))
    assert errors(read)[0] == "trace.trace: line 2: $.timestamp: an event before the first one with a time of day"


SAMPLES = sorted(TRACES.glob("*_dom.zip")) + sorted(TRACES.glob("*_parts.zip"))


@settings(max_examples=30)
@given(data=st.data())
def test_damaged_snapshots_give_snapshots_or_errors_of_uidiff(data: st.DataObject) -> None:
    members = texts(data.draw(st.sampled_from(SAMPLES)))
    events = members[EVENTS].split(b"\n")
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(1, len(events) - 1))
        change = data.draw(st.sampled_from(["cut", "gone", "twice", "number", "byte"]))
        line = bytearray(events[at])
        place = data.draw(st.integers(0, max(0, len(line) - 1)))
        if change == "cut":
            events[at] = bytes(line[:place])
        elif change == "gone":
            events[at] = b""
        elif change == "twice":
            events.insert(at, events[data.draw(st.integers(1, len(events) - 1))])
        elif change == "number":
            events[at] = bytes(line).replace(b"[[1,", b"[[%d," % data.draw(st.integers(-2, 9)), 3)
        elif line:
            line[place] = data.draw(st.sampled_from(b'[]{}",0129x'))
            events[at] = bytes(line)
    read = list(read_trace(io.BytesIO(packed({**members, EVENTS: b"\n".join(events)}))))
    assert read
    assert all(str(each).isprintable() for each in read if isinstance(each, InvalidSnapshot))
