"""Writing recordings: live, so that each line can be read at once; or whole, or not at all."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.recordings.common import TWENTY, endings, things
from uidiff import Matching, RecordingWriter, Snapshot, read_recording, write_recording
from uidiff.errors import UnknownName

STEPS = [things(*TWENTY, f"last {number}") for number in range(3)]

# readable while it is written


@endings
def test_what_is_written_can_be_read_at_once(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    with RecordingWriter(path) as recording:
        read = read_recording(path)
        assert list(read) == []
        for number, snapshot in enumerate(STEPS, start=1):
            recording.write(snapshot)
            assert list(read) == STEPS[:number]  # reading again sees what came later
            assert not read.unfinished
        recording.write_error("gone")
        assert list(read) == STEPS
        assert [failed.error for failed in read.errors] == ["gone"]


@endings
def test_a_recorder_that_fails_leaves_what_it_wrote(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    recording = RecordingWriter(path)
    with pytest.raises(RuntimeError, match="the recorder fails"), recording:  # noqa: PT012  # as a recorder does it
        recording.write(STEPS[0])
        raise RuntimeError("the recorder fails")
    assert list(read_recording(path)) == STEPS[:1]
    with pytest.raises(ValueError, match="closed"):
        recording.write(STEPS[1])


@endings
def test_closing_twice_is_closing_once(tmp_path: Path, ending: str) -> None:
    recording = RecordingWriter(tmp_path / f"a.{ending}")
    recording.close()
    once = (tmp_path / f"a.{ending}").read_bytes()
    recording.close()
    assert (tmp_path / f"a.{ending}").read_bytes() == once


class Stubborn:
    """Fails when it is asked for the second time."""

    def __init__(self) -> None:
        self.asked = 0

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        self.asked += 1
        if self.asked == 2:
            raise RuntimeError("no idea")
        del given
        return Matching.identity(min(len(before), len(after)))


def test_a_matcher_that_fails_at_a_step_costs_that_step_only(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.jsonl", matcher=Stubborn()) as recording:
        recording.write(STEPS[0])
        recording.write(STEPS[1])
        with pytest.raises(RuntimeError, match="no idea"):
            recording.write(STEPS[2])
        recording.write(STEPS[0])
    assert list(read_recording(tmp_path / "a.jsonl")) == [STEPS[0], STEPS[1], STEPS[0]]


@endings
def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        RecordingWriter(path)
    assert path.read_text() == "precious"


# whole or not at all


def failing(error: BaseException) -> Iterator[Snapshot]:
    """Two snapshots, and then trouble."""
    yield STEPS[0]
    yield STEPS[1]
    raise error


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@endings
@pytest.mark.parametrize("error", [RuntimeError("no window"), KeyboardInterrupt()], ids=lambda e: type(e).__name__)
def test_bad_input_58_an_iterable_that_fails_leaves_the_old_file_or_none(
    tmp_path: Path, ending: str, error: BaseException
) -> None:
    (tmp_path / f"a.{ending}").write_text("precious")
    for name in ("a", "b"):
        with pytest.raises(type(error)):
            write_recording(tmp_path / f"{name}.{ending}", failing(error))
    assert files(tmp_path) == {f"a.{ending}": b"precious"}


def test_the_old_file_is_there_until_the_last_snapshot_is_written(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", STEPS[:1])

    def looking() -> Iterator[Snapshot]:
        yield STEPS[1]
        assert list(read_recording(tmp_path / "a.jsonl")) == STEPS[:1]
        yield STEPS[2]

    write_recording(tmp_path / "a.jsonl", looking())
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS[1:]
    assert list(files(tmp_path)) == ["a.jsonl"]


def test_a_recording_can_be_written_over_itself(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", STEPS)
    write_recording(tmp_path / "a.jsonl", read_recording(tmp_path / "a.jsonl"), full=True)
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS


def test_bad_input_53_a_link_is_replaced_and_its_target_left_alone(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "victim")
    write_recording(tmp_path / "a.jsonl", STEPS)
    assert (tmp_path / "victim").read_text() == "precious"
    assert not (tmp_path / "a.jsonl").is_symlink()
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS


def test_bad_input_53_a_live_writer_does_not_write_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "victim")
    with pytest.raises(FileExistsError):
        RecordingWriter(tmp_path / "a.jsonl")
    assert not (tmp_path / "victim").exists()


def test_bad_input_50_a_name_as_long_as_the_system_takes_is_taken(tmp_path: Path) -> None:
    path = tmp_path / ("\u65e5" * 80 + ".jsonl")
    path.write_text("the system takes it")
    write_recording(path, STEPS)
    assert list(read_recording(path)) == STEPS


# mistakes

Write = Callable[..., object]


def write_whole(path: Path, **options: object) -> None:
    write_recording(path, STEPS, **options)  # type: ignore[arg-type]  # mistakes on purpose


WRITERS = [pytest.param(write_whole, id="whole"), pytest.param(RecordingWriter, id="live")]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    ("matcher", "kind", "said"),
    [
        ("autoo", UnknownName, r"^unknown matcher 'autoo'; did you mean 'auto'\?"),
        (5, TypeError, "matcher must be a name or an object with a method match, got int"),
    ],
)
def test_bad_input_66_what_is_no_matcher_is_said_before_there_is_a_file(
    tmp_path: Path, write: Write, matcher: object, kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind, match=said):
        write(tmp_path / "a.jsonl", matcher=matcher)
    assert files(tmp_path) == {}


def write_live(path: Path, **options: object) -> None:
    RecordingWriter(path, **options).close()  # type: ignore[arg-type]  # mistakes on purpose


@pytest.mark.parametrize("write", [write_whole, write_live])
@pytest.mark.parametrize("session", [5, object(), "\ud800"], ids=["number", "object", "surrogate"])
def test_no_session_leaves_a_file_that_cannot_be_read(tmp_path: Path, write: Write, session: object) -> None:
    try:
        write(tmp_path / "a.jsonl", session=session)
    except TypeError:
        assert files(tmp_path) == {}
    else:
        list(read_recording(tmp_path / "a.jsonl"))


@pytest.mark.parametrize("error", [5, None, b"gone"], ids=ascii)
def test_an_error_that_is_no_text_and_what_is_no_snapshot_are_refused(tmp_path: Path, error: object) -> None:
    with RecordingWriter(tmp_path / "a.jsonl") as recording:
        recording.write(STEPS[0])
        with pytest.raises(TypeError):
            recording.write_error(error)  # type: ignore[arg-type]  # on purpose
        with pytest.raises(TypeError, match="a recording takes snapshots, got "):
            recording.write(error)  # type: ignore[arg-type]  # on purpose
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS[:1]


@pytest.mark.parametrize("seconds", [float("nan"), float("inf")], ids=ascii)
def test_bad_input_24_an_error_at_no_time_is_refused(tmp_path: Path, seconds: float) -> None:
    with RecordingWriter(tmp_path / "a.jsonl") as recording:
        with pytest.raises(ValueError, match="not JSON compliant"):
            recording.write_error("gone", taken_at=seconds)
        recording.write(STEPS[0])
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS[:1]


@pytest.mark.parametrize("write", WRITERS)
def test_a_folder_that_is_not_there_is_the_systems_error(tmp_path: Path, write: Write) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "a.jsonl")


@pytest.mark.skipif(os.name == "nt", reason="no modes there")
def test_a_recording_has_the_mode_that_the_umask_gives_and_a_live_one_is_its_owners(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_recording(tmp_path / "a.jsonl", STEPS)
        with RecordingWriter(tmp_path / "b.jsonl"):
            pass
    finally:
        os.umask(old)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("a.jsonl", "b.jsonl")] == [0o640, 0o600]


def test_a_matcher_of_ones_own_makes_the_deltas(tmp_path: Path) -> None:
    class PairsNothing:
        def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
            del before, after
            return given

    write_recording(tmp_path / "a.jsonl", STEPS[:2], matcher=PairsNothing())
    assert (
        '"kind":"delta"' not in (tmp_path / "a.jsonl").read_text()
    )  # inserting all elements is longer than the whole snapshot
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS[:2]
