"""Recordings as a backend: each read is the next step."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.backends.subjects import read
from uidiff import (
    Limits,
    MemoryStore,
    RecordingWriter,
    Redaction,
    Session,
    Snapshot,
    read_recording,
    write_recording,
)
from uidiff.backends.recorded import RecordedBackend
from uidiff.errors import AppGone, BackendError, ReadTimeout, WindowNotFound
from uidiff.model.window import Window
from uidiff.recordings.demo import demo_path
from uidiff.testing import snapshots

STEPS = [
    Snapshot.from_dicts(
        [{"role": "window", "children": [{"role": "button", "name": f"Save {number}"}]}],
        app="Mail",
        title=f"Inbox ({number})",
        pid=7,
        taken_at=float(number),
    )
    for number in range(3)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A recording of STEPS."""
    path = tmp_path / "mail.jsonl"
    write_recording(path, STEPS)
    return path


TARGETS: list[Callable[[Path], object]] = [
    lambda path: path,
    str,
    os.path.relpath,
    read_recording,
    lambda _: STEPS,
    lambda _: tuple(STEPS),
]


@pytest.mark.parametrize("target", TARGETS)
def test_each_read_is_the_next_step_as_it_was_recorded_until_the_end(
    path: Path, target: Callable[[Path], object]
) -> None:
    backend = RecordedBackend()
    opened = target(path)
    played = [read(backend, opened) for _ in STEPS]
    assert [snapshot.columns for snapshot in played] == [snapshot.columns for snapshot in STEPS]
    assert [(snapshot.title, snapshot.taken_at) for snapshot in played] == [
        ("Inbox (0)", 0.0),
        ("Inbox (1)", 1.0),
        ("Inbox (2)", 2.0),
    ]
    assert len({snapshot.window for snapshot in played}) == 1
    for _ in range(2):
        with pytest.raises(AppGone, match=r"^the recording has ended"):
            read(backend, opened)


def test_a_path_is_one_target_however_it_is_written(path: Path) -> None:
    backend = RecordedBackend()
    played = [read(backend, target) for target in (path, str(path), os.path.relpath(path))]
    assert [snapshot.taken_at for snapshot in played] == [0.0, 1.0, 2.0]


def test_each_target_and_each_backend_has_a_place_of_its_own(path: Path) -> None:
    backend = RecordedBackend()
    again = list(STEPS)
    times = [read(backend, target).taken_at for target in (STEPS, path, again, STEPS, path)]
    assert times == [0.0, 0.0, 0.0, 1.0, 1.0]
    assert read(RecordedBackend(), path).taken_at == 0.0


@pytest.mark.parametrize("target", TARGETS[:4])
def test_a_file_is_one_window_however_it_is_named(path: Path, target: Callable[[Path], object]) -> None:
    key = read(RecordedBackend(), path).window or ""
    assert re.fullmatch("mail [0-9a-f]{16}", key)
    assert read(RecordedBackend(), target(path)).window == key


def test_two_files_of_one_name_are_two_windows(tmp_path: Path) -> None:
    keys = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        write_recording(tmp_path / folder / "mail.jsonl", STEPS)
        keys.append(read(RecordedBackend(), tmp_path / folder / "mail.jsonl").window)
    assert keys[0] != keys[1]


def test_a_list_of_snapshots_has_no_key_that_another_list_could_have() -> None:
    assert read(RecordedBackend(), STEPS).window is None


def test_two_sessions_on_one_store_do_not_compare_one_list_of_snapshots_with_another() -> None:
    store = MemoryStore()
    for app in ("Mail", "Bank"):
        shown = [Snapshot.from_dicts([{"role": "window", "name": app}], app=app)]
        with Session("recorded", shown, store=store) as session:
            report = session.describe()
            assert (report.mode, report.delta) == ("full", None)


def test_two_sessions_on_one_store_go_on_with_one_file(path: Path) -> None:
    store, reasons = MemoryStore(), []
    for _ in range(2):
        with Session("recorded", path, store=store) as session:
            reasons.append(session.describe(mode="diff").mode)
    assert reasons == ["full", "diff"]


def test_a_window_that_was_recorded_stays_what_it_was() -> None:
    recorded = Snapshot.from_dicts([{"role": "window"}], window="main")
    assert read(RecordedBackend(), [recorded]) == recorded


def test_the_demo_plays_to_its_end() -> None:
    backend = RecordedBackend()
    whole = list(read_recording(demo_path()))
    played = [read(backend, demo_path()) for _ in whole]
    assert [snapshot.columns for snapshot in played] == [snapshot.columns for snapshot in whole]
    with pytest.raises(AppGone):
        read(backend, demo_path())


# -------------------------------------------------------------------- windows


def test_windows_are_the_recordings_that_were_opened_each_a_target(path: Path) -> None:
    backend = RecordedBackend()
    assert backend.windows() == ()
    read(backend, path)
    read(backend, STEPS)
    read(backend, list(STEPS))
    assert backend.windows() == (
        Window(app="Mail", pid=7, title="Inbox (0)", id="mail"),
        Window(app="Mail", pid=7, title="Inbox (0)", id="snapshots"),
        Window(app="Mail", pid=7, title="Inbox (0)", id="snapshots (2)"),
    )
    assert [read(backend, window).title for window in backend.windows()] == ["Inbox (1)"] * 3
    assert backend.windows()[0].title == "Inbox (1)"


def test_a_window_that_fits_no_recording_or_two_is_not_found(path: Path) -> None:
    backend = RecordedBackend()
    with pytest.raises(WindowNotFound, match=r"^0 of 0 recordings .*: open a recording by its path first"):
        read(backend, Window(app="Mail"))
    read(backend, path)
    read(backend, STEPS)
    with pytest.raises(WindowNotFound, match=r"^2 of 2 recordings that were opened fit the window: "):
        read(backend, Window(app="Mail"))


def test_a_session_without_a_name_has_one_as_a_window(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", STEPS, session="")
    assert read(RecordedBackend(), tmp_path / "a.jsonl").window.startswith("recording ")  # type: ignore[union-attr]  # it has one


# ------------------------------------------------------------------- failures


def test_a_file_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(WindowNotFound, match=r"^there is no recording at .*no-such-file"):
        read(RecordedBackend(), tmp_path / "no-such-file\x1b")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", r"line 1: the file is empty"),
        (b"{\x1b", r"line 1: "),
        (b'{"format": "uidiff/recording", "version": "9.0", "session": "a"}\n', r"line 1: "),
    ],
)
def test_a_file_that_is_no_recording_is_said_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(BackendError, match=f"^the recording cannot be read: {said}") as caught:
        read(RecordedBackend(), path)
    assert "\x1b" not in str(caught.value)


def test_a_folder_is_no_recording_and_of_what_the_system_says_only_the_kind_is_repeated(tmp_path: Path) -> None:
    for path in (tmp_path, "a\0b"):
        with pytest.raises(BackendError, match=r"^the recording cannot be read: [A-Za-z]+Error$"):
            read(RecordedBackend(), path)


def test_a_damaged_line_is_named_and_ends_the_recording(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    backend = RecordedBackend()
    read(backend, path)
    with pytest.raises(BackendError, match=r"^the recording cannot be read: line 3: \$\.kind: "):
        read(backend, path)
    with pytest.raises(AppGone):
        read(backend, path)


def test_damaged_lines_are_skipped_where_the_recording_was_opened_so(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    recording = read_recording(path, on_error="skip")
    backend = RecordedBackend()
    assert [read(backend, recording).taken_at for _ in STEPS] == [0.0, 1.0, 2.0]
    assert recording.skipped == 1


def test_a_recorded_error_is_raised_in_one_line_that_is_short_and_the_recording_goes_on(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.jsonl") as writer:
        writer.write(STEPS[0])
        writer.write_error("\x1b[31m no answer\n" + "x" * 10_000)
        writer.write(STEPS[1])
    backend = RecordedBackend()
    read(backend, tmp_path / "a.jsonl")
    with pytest.raises(BackendError, match=r'^step 1 of the recording is a read that failed: "\\u001b') as caught:
        read(backend, tmp_path / "a.jsonl")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300
    assert type(caught.value) is BackendError
    assert read(backend, tmp_path / "a.jsonl").taken_at == 1.0


def test_what_the_caller_calls_secret_is_hidden_in_a_recorded_error_too(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.jsonl") as writer:
        writer.write_error("no answer of card 4111")
    with pytest.raises(BackendError, match=r'"no answer of card \[redacted\]"$'):
        read(RecordedBackend(), tmp_path / "a.jsonl", redact=Redaction(patterns=(r"\d+",)))


def test_past_the_deadline_nothing_is_played() -> None:
    backend = RecordedBackend()
    with pytest.raises(ReadTimeout):
        read(backend, STEPS, seconds=-1)
    assert read(backend, STEPS).taken_at == 0.0


@pytest.mark.parametrize("target", [None, 5, b"mail.jsonl", {"role": "window"}, STEPS[0], [STEPS[0].to_dicts()], ["a"]])
def test_a_target_of_another_kind_is_refused_by_its_kind(target: object) -> None:
    with pytest.raises(TypeError, match=r"give the path of a recording, a uidiff\.Recording, a list of snapshots or"):
        read(RecordedBackend(), target)


# ---------------------------------------------------------- limits and secrets


@given(
    whole=snapshots(partial=True, deep=True, wide=True, max_size=20), most=st.integers(1, 20), deepest=st.integers(1, 5)
)
def test_a_recorded_snapshot_is_cut_to_the_limits_as_a_live_one(whole: Snapshot, most: int, deepest: int) -> None:
    limits = Limits(max_elements=max(most, len(whole.roots), 1), max_depth=deepest)
    cut = read(RecordedBackend(), [whole], limits=limits)
    assert len(cut) <= limits.max_elements
    assert max(cut.columns.depth, default=0) < deepest
    assert cut.partial or cut.columns == whole.columns
    if len(whole) <= limits.max_elements and max(whole.columns.depth, default=0) < deepest:
        assert cut.columns == whole.columns
    assert cut.circumstances.title == whole.circumstances.title


def test_what_the_caller_calls_secret_is_hidden_and_long_texts_are_clipped() -> None:
    long = Snapshot.from_dicts([{"role": "window", "name": "x" * 100, "value": "hush"}], title="hush")
    for limits in (Limits(max_text=64), Limits(max_text=64, max_elements=1)):
        (element,) = read(RecordedBackend(), [long], limits=limits, redact=Redaction(patterns=("hush",)))
        assert len(element.name or "") == 64
        assert element.value == "[redacted]"
