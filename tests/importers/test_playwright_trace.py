"""Traces of Playwright: what was done is what is read, of what Playwright wrote itself (``make_trace_samples``)."""

import json
from pathlib import Path

import pytest

from tests.importers.traces import ARIA, DONE, OF_TEST, TRACES, WITH_DOM, actions, edited, extra, found, packed, texts
from uidiff import (
    Redaction,
    Snapshot,
    diff,
    dumps,
    import_recording,
    import_tree,
    read_recording,
    write_recording,
)
from uidiff.errors import InvalidSnapshot
from uidiff.importers.playwright_trace import PlaywrightTraceImporter
from uidiff.importers.playwright_trace_words import action_words

RECORDED = sorted([*TRACES.glob("*_aria.zip"), WITH_DOM])
TIMEOUT = {"kind": "action", "text": "TimeoutError: Timeout 300ms exceeded."}


@pytest.mark.parametrize("trace", RECORDED, ids=lambda path: path.name)
def test_each_call_is_a_snapshot_in_order_of_time(trace: Path) -> None:
    snapshots = list(import_recording(trace))
    assert [snapshot.action for snapshot in snapshots] == DONE
    times = [snapshot.taken_at for snapshot in snapshots]
    assert times == sorted(times, key=lambda time: time or 0)
    first, last = snapshots[1], snapshots[-1]
    assert 1.79e9 < (first.taken_at or 0) < 1.81e9
    assert (last.taken_at or 0) - (first.taken_at or 0) < 60


@pytest.mark.parametrize("trace", RECORDED, ids=lambda path: path.name)
def test_the_trees_show_what_the_calls_did(trace: Path) -> None:
    snapshots = list(import_recording(trace))
    email = snapshots[2].find(name="Email", role="textbox")
    assert [element.value for element in email] == ["ada@example.org"]
    assert "Saved" not in {element.name for element in snapshots[3]}
    assert "Saved" in {element.name for element in snapshots[4]}
    assert {element.name for element in snapshots[5]} & {"Ada", "Delete Ada"} == set()
    assert "Second page" in {element.name for element in snapshots[7]}
    assert 'removed: "Ada"' in diff(snapshots[4], snapshots[5]).summary


@pytest.mark.parametrize("trace", RECORDED, ids=lambda path: path.name)
def test_what_went_wrong_stands_with_the_call(trace: Path) -> None:
    snapshots = list(import_recording(trace))
    said = {snapshot.action: dict(snapshot.extra) for snapshot in snapshots if snapshot.action}
    assert said['click button "Save"'] == {
        "errors": [{"kind": "console", "text": "no answer from the server"}],
        "console": [{"kind": "log", "text": "saving"}],
    }
    assert said['click button "Delete Ada"'] == {"dialogs": [{"kind": "confirm", "text": "Delete Ada?"}]}
    assert said["evaluateExpression"] == {"errors": [{"kind": "page", "text": "Error: late"}]}
    assert said['click "ul > li.gone"'] == {"errors": [TIMEOUT]}
    assert said['fill label "Email"'] == {}


@pytest.mark.parametrize("trace", RECORDED, ids=lambda path: path.name)
def test_a_page_is_a_window(trace: Path) -> None:
    windows = [snapshot.window for snapshot in import_recording(trace)]
    shop, help_ = windows[0], windows[7]
    assert shop != help_
    assert windows == [*[shop] * 7, help_, help_, shop, shop, shop]


def test_the_address_is_known_where_the_dom_was_recorded_too() -> None:
    assert {snapshot.url for snapshot in import_recording(ARIA)} == {None}
    urls = [snapshot.url for snapshot in import_recording(WITH_DOM)]
    assert urls[:2] == ["about:blank", "http://127.0.0.1:8722/trace.html?token=…"]
    assert urls[7] == "http://127.0.0.1:8722/two.html"


def test_a_frame_is_unread() -> None:
    snapshots = list(import_recording(ARIA))
    assert [element.role for element in snapshots[1] if element.unread] == ["iframe"]


@pytest.mark.parametrize("trace", RECORDED, ids=lambda path: path.name)
def test_bad_input_45_a_password_that_a_call_typed_is_nowhere(trace: Path) -> None:
    snapshots = list(import_recording(trace))
    assert snapshots[3].find(name="Password", role="textbox")[0].value == "[redacted]"
    assert not any("hunter22" in dumps(snapshot) for snapshot in snapshots)
    assert diff(snapshots[2], snapshots[3]).summary.startswith('"Password" changed (hidden).')
    assert snapshots[3].find(name="Email", role="textbox")[0].value == "ada@example.org"


def test_bad_input_45_a_password_is_hidden_in_messages_too() -> None:
    def tell(events: list[dict[str, object]]) -> None:
        for event in events:
            if event["type"] == "console":
                event["text"] = "sent hunter22 as it is"

    said = [extra(snapshot) for snapshot in found(edited(tell))]
    assert {"kind": "console", "text": "sent [redacted] as it is"} in said[4]["errors"]
    assert "hunter22" not in str(said)


def test_a_pattern_hides_what_messages_say() -> None:
    snapshots = list(import_recording(ARIA, redact=Redaction(patterns=("ada@[a-z.]+", "no answer"))))
    assert snapshots[2].find(name="Email", role="textbox")[0].value == "[redacted]"
    assert extra(snapshots[4])["errors"][0]["text"] == "[redacted] from the server"


def test_a_trace_is_kept_as_a_recording(tmp_path: Path) -> None:
    snapshots = list(import_recording(ARIA))
    write_recording(tmp_path / "a.jsonl.gz", snapshots)
    assert list(read_recording(tmp_path / "a.jsonl.gz")) == snapshots


@pytest.mark.parametrize("trace", sorted(TRACES.glob("playwright-test-1.6*")), ids=lambda path: path.name)
def test_a_test_that_failed_has_its_title_and_what_it_expected(trace: Path) -> None:
    snapshots = list(import_recording(trace))
    assert [snapshot.action for snapshot in snapshots[2:]] == ['click button "Save"', "expect status to have text"]
    assert {snapshot.extra["test"] for snapshot in snapshots} == {"saves.spec.js:3 › saves"}
    (error,) = extra(snapshots[-1])["errors"]
    assert error["text"].startswith("Error: expect(locator).toHaveText(expected) failed")
    assert 'Expected: "Done"' in error["text"]
    assert "\x1b" not in error["text"]


def test_an_assertion_without_a_page_is_the_last_tree_again() -> None:
    members = texts(OF_TEST)
    steps: list[dict[str, object]] = [
        {"type": "before", "callId": "x@1", "startTime": 9e9, "class": "Test", "method": "expect", "title": "Expect"},
        {"type": "after", "callId": "x@1", "endTime": 9e9, "error": {"name": "Error", "message": "1 is not 2"}},
    ]
    members["test.trace"] += b"".join(b"\n" + json.dumps(step).encode() for step in steps)
    *_, before, last = found(packed(members))
    assert isinstance(before, Snapshot)
    assert isinstance(last, Snapshot)
    assert (last.action, last.extra["errors"]) == ("expect", [{"kind": "action", "text": "Error: 1 is not 2"}])
    assert last.columns == before.columns


def test_a_failed_call_without_a_snapshot_is_the_last_tree_again() -> None:
    def cut(events: list[dict[str, object]]) -> None:
        last = events[-1]["callId"]
        events[:] = [event for event in events if event["type"] != "aria-snapshot" or event["callId"] != last]

    whole, read = list(import_recording(ARIA)), found(edited(cut))
    assert actions(read) == DONE
    assert isinstance(read[-1], Snapshot)
    assert read[-1].columns == whole[-2].columns
    assert read[-1].extra["errors"] == [TIMEOUT]


def test_a_call_that_never_ended_has_the_tree_that_it_began_with() -> None:
    def cut(events: list[dict[str, object]]) -> None:
        last = events[-1]["callId"]
        del events[-1]
        events[:] = [event for event in events if event["type"] != "after" or event["callId"] != last]

    *_, last = found(edited(cut))
    assert isinstance(last, Snapshot)
    assert last.action == DONE[-1]
    assert "errors" not in last.extra


def test_a_trace_is_known_by_its_first_bytes_and_runs_of_it_are_compared() -> None:
    for trace in TRACES.glob("*.zip"):
        assert PlaywrightTraceImporter().sniff(trace.read_bytes()[:8192]) == 0.95
    assert PlaywrightTraceImporter().sniff(packed({"a.txt": b""})) == 0.5
    with pytest.raises(InvalidSnapshot, match=r"use uidiff\.import_recording"):
        import_tree(ARIA)


WORDS = [
    ("click", {"selector": 'internal:role=button[name="Save"i]'}, 'click button "Save"'),
    ("click", {"selector": 'internal:role=button[name="Say \\"hi\\""s]'}, r'click button "Say \"hi\""'),
    ("click", {"selector": "internal:role=button"}, "click button"),
    ("fill", {"selector": 'internal:label="Email"i', "value": "secret"}, 'fill label "Email"'),
    ("click", {"selector": 'internal:text="Ada"s'}, 'click text "Ada"'),
    ("fill", {"selector": 'internal:attr=[placeholder="Search"i]'}, 'fill placeholder "Search"'),
    ("click", {"selector": 'internal:testid=[data-testid="pay"s]'}, 'click test id "pay"'),
    (
        "click",
        {"selector": 'li >> internal:label="x"i'},
        r'click "li >> internal:label=\"x\"i"',
    ),
    ("click", {"selector": "a\n+ [forged]"}, r'click "a\n+ [forged]"'),
    ("press", {"selector": "#a", "key": "Control+a"}, 'press Control+a "#a"'),
    ("press", {"selector": "#a", "key": "s"}, 'press "#a"'),
    ("goto", {"url": "https://shop.example/?token=s3cret"}, 'goto "https://shop.example/?token=…"'),
    ("expect", {"selector": "#a", "expression": "to.be.visible", "isNot": True}, 'expect "#a" not to be visible'),
    ("evaluateExpression", {"expression": "localStorage.key"}, "evaluateExpression"),
    ("click", {"selector": 5, "key": None}, "click"),
    ("a b\x1b", {}, r'"a b\u001b"'),
    ("click", {"selector": r'internal:label="5 \20 km"i'}, r'click label "5 \\20 km"'),
]


@pytest.mark.parametrize(("method", "params", "words"), WORDS)
def test_a_call_in_words_has_roles_and_names_and_nothing_that_was_typed(
    method: str, params: dict[str, object], words: str
) -> None:
    assert action_words(method, params) == words
