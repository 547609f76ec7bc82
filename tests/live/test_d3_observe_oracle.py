"""spec/features#d31, #x7, issue 5: every change is seen. What a reader keeps of the records is what was on the
screen.
"""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

import attrs
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.live.watching import Polled, Time
from uidiff import Session, Snapshot
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import BackendError
from uidiff.formats.elements import SHORT, element_value
from uidiff.formats.stream import (
    AddedRecord,
    ChangedRecord,
    DoneRecord,
    ErrorRecord,
    NewlyReadRecord,
    RemovedRecord,
    SnapshotRecord,
    StreamRecord,
    TransientRecord,
    UnknownRecord,
)
from uidiff.live.store import State
from uidiff.testing import apply_edits, edits, rows_of, snapshots

Fields = dict[str, object]

NOT_COMPARED = ("i", "sr", "secret", "unread")
FALSE_IS_ABSENT = ("f", "s", "required", "readonly", "modal", "busy", "offscreen", "focusable", "protected", "editable")

TREES = snapshots(min_size=1, circumstances=False, extras=False)
SCRIPTS = edits(kinds={"rename", "value", "toggle", "insert", "remove", "move", "wrap", "unwrap", "reorder", "shift"})


def normal(fields: Fields) -> Fields:
    """Without what is absent, or not compared."""
    said = {key: value for key, value in fields.items() if value not in (None, [], ()) and key not in NOT_COMPARED}
    said = {key: value for key, value in said.items() if not (value is False and key in FALSE_IS_ABSENT)}
    if said.get("e") is True:
        del said["e"]
    return {key: _same(value) for key, value in said.items()}


def _same(value: object) -> object:
    """Other spellings of one text are no change (spec/definitions#3-what-is-compared)."""
    return normalize("NFC", value) if isinstance(value, str) else list(value) if isinstance(value, tuple) else value


@attrs.frozen
class Step:
    """What a poll meets: the window, all of it or a part, or a failure."""

    snapshot: Snapshot
    fails: bool = False


def cut(snapshot: Snapshot, place: int) -> Snapshot:
    """The same, not read below one element."""
    index = place % len(snapshot)
    rows = rows_of(snapshot)
    rows[index] = rows[index]._replace(unread=True)
    return Snapshot.from_rows([*rows[: index + 1], *rows[snapshot.ends[index] :]])


@st.composite
def stories(draw: DrawFn, *, whole: bool = False) -> list[Step]:
    """A window at successive polls."""
    snapshot = draw(TREES)
    steps = [Step(snapshot)]
    for script in draw(st.lists(SCRIPTS, min_size=1, max_size=6)):
        snapshot = apply_edits(snapshot, script).after
        how = "whole" if whole or not len(snapshot) else draw(st.sampled_from(("whole", "whole", "part", "fails")))
        seen = cut(snapshot, draw(st.integers(0, 20))) if how == "part" else snapshot
        steps.append(Step(seen, fails=how == "fails"))
    return [*steps, Step(snapshot)]


class Told(Polled):
    """Plays the steps, one each second."""

    def __init__(self, steps: list[Step]) -> None:
        super().__init__()
        self.steps = steps

    @property
    def step(self) -> Step:
        return self.steps[min(int(self.time.passed), len(self.steps) - 1)]

    def read(self, target: Any, **_: Any) -> Snapshot:  # noqa: ANN401, ARG002  # as of a backend
        if self.step.fails:
            raise BackendError("no answer")
        return self.step.snapshot


class Reader:
    """Keeps what the records say."""

    def __init__(self) -> None:
        self.known: dict[int, Fields] = {}
        self.unknown: dict[int, Fields] = {}

    def begin(self, state: State) -> None:
        self.known = fields_of(state)

    def take(self, record: StreamRecord) -> None:
        match record:
            case AddedRecord():
                assert record.number not in self.known | self.unknown
                self.known[record.number] = normal(dict(record.element))
            case NewlyReadRecord():
                self.unknown.pop(record.number, None)
                self.known[record.number] = normal(dict(record.element))
            case RemovedRecord():
                self.known.pop(record.id, None) or self.unknown.pop(record.id)
            case UnknownRecord():
                self.unknown[record.id] = self.known.pop(record.id)
            case ChangedRecord():
                fields = self.known[record.id]
                for key, (_, after) in record.changes.items():
                    fields[key] = after
                self.known[record.id] = normal(fields)


def fields_of(state: State) -> dict[int, Fields]:
    values = (element_value(element, SHORT, bounds=True) for element in state.snapshot)
    return {number: normal(value) for number, value in zip(state.refs.numbers, values, strict=True)}


def latest(session: Session) -> State:
    """What the session read last, by its numbers."""
    (window,) = session._core._windows.values()
    assert window.tracker.latest is not None
    return window.tracker.latest


def followed(steps: list[Step], *, describing: bool = False, **options: Any) -> list[StreamRecord]:  # noqa: ANN401
    """All records; after every poll the reader knows what was on the screen."""
    backend, reader, records = Told(steps), Reader(), list[StreamRecord]()
    time: Time = backend.time
    with Session(backend, ScriptedUI([]), clock=time.clock()) as session:

        def check() -> None:
            state = latest(session)
            if not backend.step.fails:
                assert state.snapshot.columns == backend.step.snapshot.columns
            assert reader.known == fields_of(state)
            if not state.snapshot.partial:
                assert reader.unknown == {}
            if describing and not backend.step.fails:
                assert session.describe(mode="full").refs.numbers == state.refs.numbers

        for second in range(len(steps)):
            time.at(second + 0.5, check)
        for record in session.observe(bounds=True, duration=len(steps) - 0.25, **options):
            if isinstance(record, SnapshotRecord):
                reader.begin(latest(session))
            reader.take(record)
            records.append(record)
        check()
    done = records[-1]
    assert isinstance(done, DoneRecord)
    assert done.events == sum(not isinstance(one, SnapshotRecord | ErrorRecord | DoneRecord) for one in records)
    return records


@given(steps=stories(whole=True))
def test_d3_1_every_change_is_seen(steps: list[Step]) -> None:
    followed(steps)


@given(steps=stories())
def test_x_7_every_change_is_seen_through_failed_and_partial_reads(steps: list[Step]) -> None:
    records = followed(steps)
    assert sum(isinstance(record, ErrorRecord) for record in records) == sum(step.fails for step in steps)


@given(steps=stories())
def test_every_change_is_seen_when_others_describe_in_between(steps: list[Step]) -> None:
    followed(steps, describing=True)


ROLES = ("listitem", "button", "textbox")


def who(record: StreamRecord) -> tuple[str, int] | None:
    """Which element is told of, and how; None for places, which are others among the kept ones."""
    if isinstance(record, AddedRecord | NewlyReadRecord):  # whether it was told of before is the reader's to know
        return "came", record.number
    if isinstance(record, RemovedRecord | UnknownRecord | ChangedRecord):
        return record.type, record.id
    return None


def heard(steps: list[Step], **options: Any) -> list[tuple[float | None, tuple[str, int], bool]]:  # noqa: ANN401
    """What is told of elements, and whether they have one of the roles, before or after, as the record knows them.

    Sorted: what went stands behind what stayed, which is another thing among the kept ones.
    """
    backend, before, told = Told(steps), dict[int, str](), []
    with Session(backend, ScriptedUI([]), clock=backend.time.clock()) as session:

        def roles() -> dict[int, str]:
            state = latest(session)
            return dict(zip(state.refs.numbers, state.snapshot.columns.role, strict=True))

        for second in range(len(steps)):
            backend.time.at(second + 0.5, lambda: before.update(roles()))
        for record in session.observe(bounds=True, duration=len(steps) - 0.25, **options):
            if (one := who(record)) is not None:
                was = before.get(one[1]) in ROLES and not isinstance(record, AddedRecord | NewlyReadRecord)
                told.append((record.ts, one, was or roles().get(one[1]) in ROLES))
    return sorted(told)


@given(steps=stories())
def test_d2_6_with_a_filter_exactly_the_changes_of_kept_elements_are_told(steps: list[Step]) -> None:
    every, kept = heard(steps), heard(steps, roles=ROLES)
    assert [(ts, one) for ts, one, _ in kept] == [(ts, one) for ts, one, has_role in every if has_role]


@given(steps=stories(), transient=st.sampled_from((0, 0.5, 1, 2, 3, 100)))
def test_x_8_what_is_held_back_is_told_once_and_what_stays_is_told_as_it_is(
    steps: list[Step], transient: float
) -> None:
    reader, gone = Reader(), set[int]()
    backend = Told(steps)
    with Session(backend, ScriptedUI([]), clock=backend.time.clock()) as session:
        for record in session.observe(bounds=True, duration=len(steps) - 0.25, transient=transient):
            if isinstance(record, SnapshotRecord):
                reader.begin(latest(session))
            if isinstance(record, TransientRecord):
                assert record.number not in reader.known | reader.unknown
                gone.add(record.number)
            reader.take(record)
        assert reader.known == fields_of(latest(session))
        assert reader.unknown == {}
        assert gone.isdisjoint(reader.known)
