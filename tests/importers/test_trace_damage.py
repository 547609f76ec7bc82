"""Damaged and hostile traces: an error names the place and the cure, and the rest is read."""

import io
import stat
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.importers.traces import (
    ARIA,
    DONE,
    EVENTS,
    OF_TEST,
    actions,
    edited,
    extra,
    found,
    packed,
    stored,
    texts,
)
from uidiff import Limits, Snapshot
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.playwright_trace import PlaywrightTraceImporter


def only_error(data: bytes, limits: Limits | None = None) -> str:
    (error,) = found(data, limits)
    assert isinstance(error, InvalidSnapshot)
    assert error.cure
    return f"{error.path}: {error.problem}"


@pytest.mark.parametrize("version", [5, 11, 99, True, "9", None, 10**9])
def test_another_version_is_named_with_what_is_read(version: object) -> None:
    shown = f"version {version}" if type(version) is int and version < 10**6 else "an unknown version"
    error = only_error(edited(lambda events: events[0].update(version=version)))
    assert error == f"trace.trace: line 1: $.version: a trace of {shown}; read are 6 to 10"


def test_a_trace_without_trees_says_how_to_record_them() -> None:
    def without(events: list[dict[str, object]]) -> None:
        events[:] = [event for event in events if event["type"] != "aria-snapshot"]

    assert only_error(edited(without)) == "trace.trace: a trace without snapshots"


NO_EVENTS = {
    "no member": ({"a.txt": b"a"}, "$: a zip without a member *.trace"),
    "empty": ({EVENTS: b""}, "trace.trace: a trace without events"),
    "no json": ({EVENTS: b"\xff\xfe"}, "trace.trace: line 1: $: no UTF-8 at byte 0"),
    "another beginning": ({EVENTS: b'{"type":"before"}'}, "trace.trace: line 1: $.type: a trace that does not begin"),
    "a list": ({EVENTS: b"[]"}, "trace.trace: line 1: $: expected an event, got list"),
}


@pytest.mark.parametrize("name", NO_EVENTS)
def test_a_zip_without_events_is_refused(name: str) -> None:
    members, error = NO_EVENTS[name]
    assert only_error(packed(members)).startswith(error)


def test_bad_input_56_a_trace_that_is_cut_short_or_damaged_is_an_error() -> None:
    data = ARIA.read_bytes()
    assert "no zip, or one that is cut short" in only_error(data[:-100])
    assert "no zip, or one that is cut short" in only_error(data[: len(data) // 2])
    place = data.index(b"trace.trace") + 40
    assert only_error(data[:place] + b"\0" * 40 + data[place + 40 :]).startswith("trace.trace: a damaged zip")


def test_a_damaged_tree_is_an_error_in_its_place_and_the_others_are_read() -> None:
    members = texts()
    name = next(name for name in members if name.endswith("-after.json") and b"Saved" in members[name])
    for damage, problem in ((b"[", "no JSON"), (b"{}", "expected a list of nodes"), (b'[{"role":5}]', "expected text")):
        read = found(packed({**members, name: damage}))
        (error,) = [each for each in read if isinstance(each, InvalidSnapshot)]
        assert error.path.startswith(f"{name}: $")
        assert problem in error.problem
        assert len(actions(read)) == len(DONE) - 1
        assert read.index(error) == DONE.index('click button "Save"')
    del members[name]
    missing = next(each for each in found(packed(members)) if isinstance(each, InvalidSnapshot))
    assert (missing.path, missing.problem) == (name, "a member that is named, and missing")
    with pytest.raises(InvalidSnapshot, match="a member that is named, and missing"):
        list(import_recording_of(packed(members)))


def import_recording_of(data: bytes) -> list[Snapshot]:
    return list(PlaywrightTraceImporter().snapshots_in(io.BytesIO(data), limits=Limits(), redact=None))


def test_a_member_that_cannot_be_read_is_an_error_and_the_others_are_read() -> None:
    members = texts(OF_TEST)
    error, *read = found(packed({**members, "test.trace": b"[]"}))
    assert isinstance(error, InvalidSnapshot)
    assert error.path == "test.trace: line 1: $"
    assert actions(read)[-1] == "expect status to have text"


def test_calls_that_began_before_the_trace_are_trees_without_an_action() -> None:
    def without(events: list[dict[str, object]]) -> None:
        events[:] = [event for event in events if event["type"] != "before"]

    read = found(edited(without))
    assert len(read) == len(DONE)
    assert set(actions(read)) == {None}


def test_lines_without_an_event_and_dom_snapshots_of_any_depth_are_no_errors() -> None:
    members = texts()
    deep = b'{"type":"frame-snapshot","snapshot":{"html":' + b"[" * 900 + b"]" * 900 + b"}}"
    odd = [b"", b"  ", deep, b'{"type":["log"]}', b'{"type":"event","method":"dialog","params":[]}', b'{"type":"new"}']
    first, rest = members[EVENTS].split(b"\n", 1)
    assert actions(found(packed({**members, EVENTS: b"\n".join([first, *odd, rest])}))) == DONE
    without = packed({EVENTS: b"\n".join([first, deep])})
    assert only_error(without) == "trace.trace: line 2: $: brackets nested more than 400 deep"


LINES = {
    "no event": (b"[]", "expected an event, got list"),
    "no phase": (b'{"type":"aria-snapshot","file":"aria/a.json","phase":"x"}', "expected one of before, action, after"),
    "no json": (b'{"type":"before",', "no JSON: "),
    "a key twice": (b'{"type":"log","type":"log"}', "the key 'type' stands twice"),
    "deep": (b'{"type":"log","a":' + b"[" * 5000 + b"]" * 5000 + b"}", "brackets nested more than 400 deep"),
    "no call": (b'{"type":"before","method":"click"}', "expected a text, got NoneType"),
    "no time": (b'{"type":"before","method":"click","callId":"a","startTime":NaN}', "expected a time in milliseconds"),
    "climbs out": (
        b'{"type":"aria-snapshot","file":"aria/../../etc/passwd.json","phase":"after"}',
        'expected the name of a member, such as "aria/call@8-after.json"',
    ),
    "an address": (
        b'{"type":"aria-snapshot","file":"https://evil.example/a.json","phase":"after"}',
        'expected the name of a member, such as "aria/call@8-after.json"',
    ),
    "40 MB": (b'{"type":"log","message":"' + b"x" * 40_000_000 + b'"}', "a line of more than 16777216 bytes"),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_that_cannot_be_read_is_an_error_and_the_rest_goes_on(name: str) -> None:
    line, problem = LINES[name]
    members = texts()
    first, rest = members[EVENTS].split(b"\n", 1)
    error, *read = found(stored({**members, EVENTS: b"\n".join([first, line, rest])}))
    assert isinstance(error, InvalidSnapshot)
    assert error.path.startswith("trace.trace: line 2")
    assert error.problem.startswith(problem)
    assert actions(read) == DONE


NAMES = {
    "/etc/passwd": "the name of a member is an absolute path",
    "\\\\share\\a": "the name of a member is an absolute path",
    "C:/a": "the name of a member is an absolute path",
    "../../a": "the name of a member climbs out of the archive",
    "aria/../../a": "the name of a member climbs out of the archive",
    EVENTS: "two members with one name",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_bad_input_49_a_name_that_is_a_path_is_refused(name: str) -> None:
    file = io.BytesIO(ARIA.read_bytes())
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(name, "x")
    assert only_error(file.getvalue()).endswith(NAMES[name])


def test_bad_input_04_a_name_that_drives_a_terminal_is_quoted() -> None:
    file = io.BytesIO(ARIA.read_bytes())
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("../\x1b[2J\n", "x")
    assert only_error(file.getvalue()).isprintable()


def test_bad_input_90_links_and_encrypted_members_are_refused() -> None:
    link = zipfile.ZipInfo("aria/link.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    file = io.BytesIO(ARIA.read_bytes())
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert only_error(file.getvalue()) == "aria/link.json: a member that is a link"
    data = bytearray(ARIA.read_bytes())
    data[data.rindex(b"PK\x01\x02") + 8] |= 1  # the flag of the last member in the list
    assert only_error(bytes(data)).endswith("a member that is encrypted")


def test_bad_input_90_a_bomb_is_refused_before_it_is_unpacked() -> None:
    members = texts()
    assert only_error(packed({**members, EVENTS: members[EVENTS] + b"\n" * 20_000_000})) == (
        "trace.trace: packed to less than 1/500 of its size, as a bomb is"
    )
    bomb = packed({**members, "aria/x.json": b"[" * 20_000_000})
    assert only_error(bomb).startswith("aria/x.json: packed to less than")


def test_limits_are_for_each_member_and_for_all() -> None:
    data, members = ARIA.read_bytes(), texts()
    size, total = len(members[EVENTS]), sum(map(len, members.values()))
    assert len(found(data, Limits(max_file=total))) == len(DONE)
    for most, what in ((size - 1, "a member of more than"), (total - 1, "members of more than")):
        (error,) = found(data, Limits(max_file=most))
        assert isinstance(error, LimitExceeded)
        assert error.problem == f"{what} {most} bytes"
    few = found(data, Limits(max_elements=15))
    assert [isinstance(each, LimitExceeded) for each in few[:3]] == [False, True, True]
    assert any(isinstance(each, Snapshot) for each in few[3:])


def test_what_is_said_is_bounded() -> None:
    def say(events: list[dict[str, object]]) -> None:
        at = next(place for place, event in enumerate(events) if event["type"] == "console")
        line = {**events[at], "text": "x" * 10_000, "messageType": "error"}
        events[at:at] = [line] * 1000

    (loud,) = [said for said in map(extra, found(edited(say))) if "errors_left_out" in said]
    assert len(loud["errors"]) == 20
    assert loud["errors_left_out"] >= 980
    assert {len(error["text"]) for error in loud["errors"]} == {500}


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_trace_gives_snapshots_or_errors_of_uidiff(data: st.DataObject) -> None:
    trace = bytearray(data.draw(st.sampled_from([ARIA, OF_TEST])).read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(trace) - 1), min_size=1, max_size=8)):
        trace[place] = data.draw(st.integers(0, 255))
    read = found(bytes(trace))
    assert read
    assert all(str(each).isprintable() for each in read if isinstance(each, InvalidSnapshot))
