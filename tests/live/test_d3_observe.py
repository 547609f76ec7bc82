"""spec/features#d3: what is observed, line by line."""

import json
from typing import Any

import pytest

from tests.live.watching import START, Polled, Time, kinds, lines, mail, observed
from uidiff import Session
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import BackendError, ReadTimeout, StaleRef, UnknownName
from uidiff.formats.stream import StreamRecord, read_line
from uidiff.model.window import Window
from uidiff.stream import (
    AddedRecord,
    ChangedRecord,
    CircumstancesRecord,
    DoneRecord,
    ErrorRecord,
    MovedRecord,
    RemovedRecord,
    ReorderedRecord,
    SnapshotRecord,
)
from uidiff.testing import HOSTILE_TEXTS
from uidiff.tokens import estimate_tokens

DIALOG = {
    "role": "dialog",
    "name": "Save changes?",
    "states": {"modal": True},
    "children": [
        {"role": "text", "name": "Your changes will be lost."},
        {"role": "button", "name": "Save", "states": {"focused": True}},
        {"role": "button", "name": "Discard"},
        {"role": "button", "name": "Cancel"},
    ],
}


def told(records: list[StreamRecord]) -> list[dict[str, Any]]:
    """The changes, without their times."""
    changes = [record.to_dict() for record in records[1:-1]]
    return [{key: value for key, value in change.items() if key != "ts"} for change in changes]


# ----------------------------------------------------------------- lines (spec/features#d31 the)


def test_a_window_that_was_not_read_whole_says_so_and_then_what_was_read(ui: ScriptedUI) -> None:
    ui.cut(ui.find(name="Mails"), times=1)
    first, *read, _ = (record.to_dict() for record in observed(ui))
    assert (first["count"], first["unread"]) == (4, 1)
    assert [record["type"] for record in read] == ["newly_read"] * 3


def test_d3_1_the_lines_are_those_of_the_document(ui: ScriptedUI, time: Time) -> None:
    ui.find(role="textbox").value = "old"
    time.at(2.5, lambda: ui.find(name="Mails").add({"role": "dialog", "name": "Save?"}))
    time.at(2.6, ui.find(role="button").remove)
    time.at(5.5, lambda: setattr(ui.find(role="textbox"), "value", "new"))
    time.at(6.5, lambda: ui.fail(ReadTimeout("the window did not answer")))
    assert lines(observed(ui, time)) == [
        '{"type":"snapshot","ts":00.001,"count":7}',
        '{"type":"removed","ts":03.001,"id":7,"r":"btn","t":"Loading..."}',
        '{"type":"added","ts":03.001,"el":{"i":8,"r":"dialog","t":"Save?"},"p":"window > list"}',
        '{"type":"changed","ts":06.001,"id":2,"changes":{"v":["old","new"]}}',
        '{"type":"error","ts":07,"error":"the window did not answer"}',
        '{"type":"done","ts":10.001,"elapsed":"10.0s","events":3}',
    ]


def test_d3_1_the_records_are_typed(ui: ScriptedUI, time: Time) -> None:
    time.at(1, lambda: ui.add({"role": "dialog", "name": "Save?"}))
    time.at(2, ui.find(role="button").remove)
    time.at(3, lambda: ui.find(role="textbox").set(focused=True))
    time.at(4, lambda: ui.find(role="textbox").move(ui.find(role="list"), at=1))
    time.at(5, lambda: setattr(ui, "title", "Sent"))
    time.at(6, lambda: ui.fail(BackendError("no")))
    snapshot, added, removed, changed, moved, sent, error, done = observed(ui, time)
    assert snapshot == SnapshotRecord(START + 0.001, 7)
    assert isinstance(added, AddedRecord)
    assert (added.number, added.path) == (8, "")
    assert removed == RemovedRecord(START + 2.001, 7, "btn", "Loading...")
    assert changed == ChangedRecord(START + 3.001, 2, {"f": (False, True)})
    assert moved == MovedRecord(START + 4.001, 2, 1, 0, 3, 1)
    assert sent == CircumstancesRecord(START + 5.001, {"title": ("Inbox", "Sent")})
    assert error == ErrorRecord(START + 6, "no")
    assert done == DoneRecord(START + 10.001, 10.0, 5)


def test_d3_1_a_new_order_is_one_record() -> None:
    ui = ScriptedUI({"role": "list", "children": [{"role": "listitem", "name": f"{n}"} for n in range(10)]})
    time = Time()

    def turn() -> None:
        for node in ui.roots[0].children:
            node.move(ui.roots[0], at=0)

    time.at(1, turn)
    _, reordered, _ = observed(ui, time)
    assert reordered == ReorderedRecord(START + 1.001, 1, tuple(range(11, 1, -1)))


def test_d3_1_nothing_is_said_in_a_thousand_polls_of_a_still_ui(ui: ScriptedUI) -> None:
    records = observed(ui, interval=1, duration=1000)
    assert ui.reads == 1001
    assert records == [SnapshotRecord(START + 0.001, 7), DoneRecord(START + 1000.001, 1000.0, 0)]


def test_d3_1_the_first_read_failing_is_an_error_that_ends_it(ui: ScriptedUI) -> None:
    ui.deny()
    with Session(Polled(ui), ui) as session:
        observation = session.observe()
        with pytest.raises(BackendError, match="not permitted"):
            next(observation)
        assert list(observation) == []
        assert observation.done is None


def test_d3_1_what_changed_while_reads_failed_is_told_at_the_next_good_one(ui: ScriptedUI, time: Time) -> None:
    time.at(0.5, lambda: ui.fail(RuntimeError("no \x1b[31m way"), times=3))
    time.at(1.5, lambda: ui.find(role="textbox").set(focused=True))
    time.at(2.5, lambda: setattr(ui.find(role="textbox"), "value", "x"))
    records = observed(ui, time, duration=5)
    said = "the backend 'scripted' failed: RuntimeError \"no \\u001b[31m way\""
    assert [record for record in records if isinstance(record, ErrorRecord)] == [
        ErrorRecord(START + second, said) for second in (1, 2, 3)
    ]
    assert records[4:] == [
        ChangedRecord(START + 4.001, 2, {"v": (None, "x"), "f": (False, True)}),
        DoneRecord(START + 5.001, 5.0, 1),
    ]


def test_d3_1_a_backend_that_stumbles_over_a_type_has_failed_to_read(ui: ScriptedUI, time: Time) -> None:
    time.at(0.5, lambda: ui.fail(TypeError("int is not callable")))
    assert kinds(observed(ui, time, duration=3)) == ["snapshot", "error", "done"]


# ------------------------------------------------------------ asked (spec/features#d32 what can be)


@pytest.mark.parametrize("target", [None, Window(title="Inbox")])
def test_d3_2_a_scope_is_required_and_a_title_is_none(target: object) -> None:
    with (
        Session(Polled(), target) as session,
        pytest.raises(ValueError, match="which application: give its app, pid or window id; a title alone"),
    ):
        session.observe()


@pytest.mark.parametrize(
    "target", [Window(app="mail"), Window(pid=1000), Window(id="1000-1"), Window(app="Mail", title="nbo")]
)
def test_d3_2_app_pid_and_window_id_are_scopes_and_a_title_may_be_added(target: Window) -> None:
    assert kinds(observed(mail(), target=target, duration=0)) == ["snapshot", "done"]


@pytest.mark.parametrize("name", ["interval", "duration", "transient"])
@pytest.mark.parametrize("seconds", [-1, -0.001, float("nan"), float("-inf")])
def test_bad_input_65_times_below_zero_and_nan_are_refused_at_once(ui: ScriptedUI, name: str, seconds: float) -> None:
    with Session(Polled(ui), ui) as session, pytest.raises(ValueError, match=f"{name} is a number of seconds from 0"):
        session.observe(**{name: seconds})  # type: ignore[arg-type]  # one of them
    assert ui.reads == 0


@pytest.mark.parametrize("seconds", ["1", True])
def test_bad_input_65_times_are_numbers(seconds: object) -> None:
    with Session(Polled(), mail()) as session, pytest.raises(TypeError, match="interval is a number of seconds"):
        session.observe(interval=seconds)  # type: ignore[arg-type]  # that is it


def test_bad_input_65_between_two_reads_are_at_least_50_ms(ui: ScriptedUI) -> None:
    observed(ui, interval=0, duration=1)
    assert ui.reads == 21


def test_bad_input_65_no_duration_is_one_read(ui: ScriptedUI) -> None:
    assert kinds(observed(ui, duration=0)) == ["snapshot", "done"]
    assert ui.reads == 1


@pytest.mark.parametrize("interval", [1e9, 1e300, float("inf")])
def test_bad_input_65_a_very_long_interval_ends_with_the_duration(ui: ScriptedUI, time: Time, interval: float) -> None:
    time.at(9_000, lambda: setattr(ui.find(role="textbox"), "value", "x"))
    assert kinds(observed(ui, time, interval=interval, duration=10_000)) == ["snapshot", "changed", "done"]
    assert ui.reads == 2


def test_d3_2_what_is_ignored_is_not_told(ui: ScriptedUI, time: Time) -> None:
    time.at(1, lambda: ui.find(role="textbox").set(focused=True))
    time.at(2, lambda: setattr(ui.find(role="textbox"), "bounds", [0, 0, 9, 9]))
    time.at(3, lambda: ui.find(role="textbox").set(focused=None, checked=True))
    assert told(observed(ui, time, ignore=("bounds", "focused"))) == [
        {"type": "changed", "id": 2, "changes": {"checked": [None, True]}}
    ]


def test_d3_2_roles_scope_and_depth_select_what_is_told() -> None:
    def script(ui: ScriptedUI) -> Time:
        time = Time()
        time.at(1, lambda: setattr(ui.find(role="textbox"), "value", "x"))
        time.at(2, lambda: ui.find(role="list").add({"role": "listitem", "name": "new"}))
        time.at(3, lambda: ui.find(name="Mail 0").set(selected=True))
        time.at(4, lambda: ui.find(role="list").set(busy=True))
        return time

    def ids(**asked: Any) -> list[int]:  # noqa: ANN401  # options of observe
        ui = mail()
        return [change.get("id") or change["el"]["i"] for change in told(observed(ui, script(ui), **asked))]

    assert ids() == [2, 8, 4, 3]
    assert ids(roles={"listitem"}) == [8, 4]
    assert ids(roles=["Edit", "item"]) == [2, 8, 4]
    assert ids(scope="e3") == [8, 4, 3]
    assert ids(scope=3, depth=1) == [3]
    assert ids(depth=2) == [2, 3]
    assert ids(roles={"textbox"}, scope="e3") == []


def test_d3_2_the_snapshot_line_counts_what_is_observed() -> None:
    assert observed(mail(), roles={"listitem"})[0] == SnapshotRecord(START + 0.001, 3)


def test_bad_input_66_a_role_that_is_none_ends_it_at_the_first_read() -> None:
    with Session(Polled(), mail()) as session, pytest.raises(UnknownName, match="did you mean"):
        next(session.observe(roles={"buton"}))


def test_a_scope_that_is_not_there_ends_it_at_the_first_read() -> None:
    with Session(Polled(), mail()) as session, pytest.raises(StaleRef, match="e99 is not in this window"):
        next(session.observe(scope="e99"))


def test_a_role_of_the_platforms_own_is_known_even_when_the_last_of_them_has_gone() -> None:
    ui = ScriptedUI([{"role": "window", "children": [{"role": "fancy-dial"}]}], app="Dial")
    time = Time()
    time.at(1, ui.find(role="fancy-dial").remove)
    time.at(5, lambda: ui.roots[0].add({"role": "fancy-dial", "name": "new"}))
    assert kinds(observed(ui, time, roles={"fancy-dial"})) == ["snapshot", "removed", "added", "done"]


def test_bounds_are_told_if_asked_for(ui: ScriptedUI, time: Time) -> None:
    time.at(1, lambda: ui.add({"role": "dialog", "bounds": [1, 2, 3, 4]}))
    assert told(observed(ui, time, bounds=True))[0]["el"]["b"] == [1, 2, 3, 4]


# -------------------------------------------------------------- matcher (spec/features#d33 the)


@pytest.mark.parametrize("matcher", ["auto", "id", "name-role-parent", "content-hash", "structural"])
def test_d3_3_any_matcher_can_be_chosen(ui: ScriptedUI, time: Time, matcher: str) -> None:
    time.at(1, lambda: ui.find(role="textbox").set(focused=True))
    time.at(2, lambda: ui.add({"role": "dialog", "name": "Save?"}))
    with Session(Polled(ui), ui, matcher=matcher, clock=time.clock()) as session:
        records = list(session.observe(duration=4))
    assert kinds(records) == ["snapshot", "changed", "added", "done"]


def test_d3_3_by_id_an_element_is_what_has_its_id(ui: ScriptedUI, time: Time) -> None:
    first, second, _ = ui.find(role="list").children
    time.at(1, lambda: second.move(ui.find(role="list"), at=0))
    time.at(2, first.recreate)
    with Session(Polled(ui), ui, matcher="id", clock=time.clock()) as session:
        records = list(session.observe(duration=2))
    assert kinds(records) == ["snapshot", "moved", "removed", "added", "done"]


# --------------------------------------------------------------- fields (spec/features#d34 the)

FIELDS: list[tuple[str, dict[str, Any], dict[str, Any], tuple[object, object]]] = [
    ("r", {"role": "button"}, {"role": "link"}, ("btn", "lnk")),
    ("t", {"name": "a"}, {"name": "b"}, ("a", "b")),
    ("v", {"value": "a"}, {"value": None}, ("a", None)),
    ("d", {"description": None}, {"description": "b"}, (None, "b")),
    ("b", {"bounds": [0, 0, 1, 1]}, {"bounds": [0, 0, 2, 1]}, ([0, 0, 1, 1], [0, 0, 2, 1])),
    ("u", {"url": "/a"}, {"url": "/b"}, ("/a", "/b")),
    ("a", {"actions": ["press"]}, {"actions": ["press", "menu"]}, (["press"], ["press", "menu"])),
    *(
        (key, {"states": {}}, {"states": {state: True}}, (False, True))
        for key, state in [
            ("f", "focused"),
            ("s", "selected"),
            ("required", "required"),
            ("readonly", "readonly"),
            ("modal", "modal"),
            ("busy", "busy"),
            ("offscreen", "offscreen"),
            ("multiselectable", "multiselectable"),
            ("focusable", "focusable"),
            ("editable", "editable"),
        ]
    ),
    ("e", {"states": {}}, {"states": {"disabled": True}}, (True, False)),
    ("checked", {"states": {"checked": False}}, {"states": {"checked": "mixed"}}, (False, "mixed")),
    ("pressed", {"states": {}}, {"states": {"pressed": False}}, (None, False)),
    ("expanded", {"states": {"expanded": False}}, {"states": {"expanded": True}}, (False, True)),
    ("invalid", {"states": {}}, {"states": {"invalid": "spelling"}}, (None, "spelling")),
    ("level", {"states": {"level": 1}}, {"states": {"level": 2}}, (1, 2)),
    ("valuemin", {"states": {}}, {"states": {"valuemin": 0}}, (None, 0)),
    ("valuemax", {"states": {"valuemax": 1}}, {"states": {"valuemax": 1.5}}, (1, 1.5)),
    ("posinset", {"states": {"posinset": 1}}, {"states": {"posinset": 2}}, (1, 2)),
    ("setsize", {"states": {"setsize": 1}}, {"states": {"setsize": 2}}, (1, 2)),
    ("haspopup", {"states": {}}, {"states": {"haspopup": "menu"}}, (None, "menu")),
]


@pytest.mark.parametrize(("key", "before", "after", "change"), FIELDS, ids=[field[0] for field in FIELDS])
def test_d3_4_every_field_and_state_is_compared(
    key: str, before: dict[str, Any], after: dict[str, Any], change: tuple[object, object]
) -> None:
    ui = ScriptedUI([{"role": "window", "children": [{"role": "button", "name": "it", **before}]}], app="one")
    node, time = ui.roots[0].children[0], Time()
    time.at(1, lambda: node.change(**after))
    assert told(observed(ui, time, bounds=True)) == [{"type": "changed", "id": 2, "changes": {key: list(change)}}]


def test_d3_4_a_secret_that_changes_is_told_without_its_text() -> None:
    ui = ScriptedUI([{"role": "textbox", "value": "hunter2", "states": {"protected": True}}], app="one")
    time = Time()
    time.at(1, lambda: setattr(ui.roots[0], "value", "hunter3"))
    records = observed(ui, time)
    assert told(records)[0]["hidden"] == ["v"]
    assert "hunter" not in "".join(lines(records))


# --------------------------------------------------------- valid (spec/features#d35, #d36 short and)


def test_d3_5_ten_seconds_with_a_dialog_of_five_elements_take_about_250_tokens(ui: ScriptedUI, time: Time) -> None:
    time.at(3.2, lambda: ui.add(DIALOG))
    records = observed(ui, time, interval=0.5, duration=10)
    assert kinds(records) == ["snapshot", *["added"] * 5, "done"]
    assert estimate_tokens("\n".join(record.line() for record in records)) <= 270
    assert ui.reads == 21


def hostile(text: str) -> list[StreamRecord]:
    """The records of a UI that says it wherever it can."""
    ui, time = mail(), Time()
    time.at(1, lambda: ui.add({"role": "dialog", "name": text, "description": text}))
    time.at(2, lambda: setattr(ui.find(role="textbox"), "value", text))
    time.at(3, lambda: ui.fail(RuntimeError(text)))
    time.at(4, lambda: ui.find(role="dialog").remove())
    return observed(ui, time)


@pytest.mark.parametrize("row", sorted(HOSTILE_TEXTS))
def test_d3_6_every_line_is_one_line_of_json(row: int) -> None:
    for text in HOSTILE_TEXTS[row]:
        records = hostile(text)
        assert "error" in kinds(records)
        for record in records:
            line = record.line()
            assert len(line.splitlines()) == 1
            assert json.loads(line)["type"] == record.type
            assert read_line(line) == record
