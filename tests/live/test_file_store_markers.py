"""The markers of the store in files, which say up to when readers were told that nothing had changed."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from tests.live.marker_files import GIVEN, NO_FILES, assert_untouched, make_victim, marker, markers
from tests.live.store_contract import Clock, fill, numbers, state, told
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict
from uidiff.live.file_store import FileStore

no_files = pytest.mark.parametrize("make", NO_FILES)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> FileStore:
    """A store that keeps GIVEN of the window "a"."""
    made = FileStore(tmp_path / "store", clock=clock)
    fill(made, "a", *GIVEN)
    return made


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    return make_victim(tmp_path)


# --------------------------------------------------------------------- on the disk


@pytest.mark.parametrize("umask", [0o000, 0o077, 0o777], ids=oct)
def test_a_touch_is_an_empty_private_file_named_by_its_moment(store: FileStore, clock: Clock, umask: int) -> None:
    before = os.umask(umask)
    try:
        store.touch("a", 1_700_000_000_123, after=2)
    finally:
        os.umask(before)
    (path,) = store.folder.glob("*.told")
    assert path == marker(store, 1_700_000_000_123)
    found = path.stat()
    assert (stat.S_IMODE(found.st_mode), found.st_size, found.st_mtime) == (0o600, 0, clock.now)


def test_a_later_touch_takes_the_place_of_an_earlier_one_and_a_state_that_of_all(store: FileStore) -> None:
    for ts in (30, 31, 35, 33):
        store.touch("a", ts, after=2)
        assert len(markers(store)) <= 2
    store.touch("a", 36, after=2)
    assert markers(store) == [36]
    store.save("a", state(4), after=2)
    assert markers(store) == []


def test_another_process_with_the_same_folder_knows_of_it(store: FileStore, clock: Clock) -> None:
    store.touch("a", 30, after=2)
    other = FileStore(store.folder, clock=clock)
    assert told(other, "a") == [10, 30]
    with pytest.raises(StoreConflict):
        other.save("a", attrs.evolve(state(3), ts=30), after=2)


def test_of_what_killed_processes_have_left_the_latest_counts_and_the_next_touch_removes_it(store: FileStore) -> None:
    for ts in (21, 40, 30):
        marker(store, ts).touch()
    assert told(store, "a") == [10, 40]
    store.touch("a", 41, after=2)
    assert markers(store) == [41]
    marker(store, 25).touch()
    store.save("a", state(5), after=2)
    assert markers(store) == []


# ----------------------------------------------------------------------- how long


@pytest.mark.parametrize("read", [lambda store: store.kept("b"), lambda store: store.load("b", 1)])
def test_markers_are_swept_with_their_expired_windows(
    store: FileStore, clock: Clock, read: Callable[[FileStore], object]
) -> None:
    store.touch("a", 30, after=2)
    clock.now += 50
    fill(store, "b", state(1))
    store.touch("b", 40, after=1)
    clock.now += 50
    assert markers(store) == [30, 40]
    read(store)
    assert markers(store) == [40]
    assert told(store, "b") == [40]
    clock.now += 61
    with pytest.raises(SnapshotExpired):
        store.kept("b")
    assert list(store.folder.iterdir()) == []


def test_a_touch_keeps_its_window_from_expiring_and_an_old_marker_does_not_make_it(
    store: FileStore, clock: Clock
) -> None:
    store.touch("a", 30, after=2)
    for _ in range(100):
        clock.now += 50
        assert told(store, "a") == [10, 30]
    clock.now += 50
    store.touch("a", 29, after=2)
    clock.now += 50
    assert told(store, "a") == [10, 30]


@pytest.mark.parametrize(("age", "left"), [(3500, True), (3700, False), (-3500, True), (-3700, False)])
@pytest.mark.parametrize("key", ["a", "b"])
def test_markers_without_any_state_are_swept_when_they_are_an_hour_old(
    store: FileStore, clock: Clock, age: int, left: bool, key: str
) -> None:
    store.touch("a", 30, after=2)
    for path in store.folder.glob("*.json"):
        path.unlink()
    os.utime(marker(store, 30), (clock.now - age, clock.now - age))
    assert numbers(store, key) == []
    assert markers(store) == ([30] if left else [])


def test_a_marker_without_any_state_is_no_obstacle_to_begin_anew(store: FileStore) -> None:
    store.touch("a", 30, after=2)
    for path in store.folder.glob("*.json"):
        path.unlink()
    with pytest.raises(StoreConflict):
        store.touch("a", 31, after=2)
    store.touch("a", 31, after=0)
    assert fill(store, "a", state(1)) == [1]
    assert told(store, "a") == [30]  # who was told so far is told what comes
    assert fill(store, "a", state(4)) == [2]
    assert markers(store) == []


def test_what_is_forgotten_takes_its_markers_along_when_nothing_is_left(store: FileStore) -> None:
    fill(store, "b", state(1))
    store.touch("b", 50, after=1)
    store.touch("a", 30, after=2)
    store.forget("a", before=2)
    assert markers(store) == [30, 50]
    store.forget("a", before=3)
    assert markers(store) == [50]


# --------------------------------------------------------------------- what is none


def foreign(window: str) -> list[str]:
    """Names like those of markers that are none."""
    return [
        *(f"{window}-00000000000099.told", f"{window}-0000000000000099.told", f"{window}-100000000000000.told"),
        *(f"{window}-999999999999999.told", f"{window}-00000000000009x.told", f"{window}-000000000000099.told~"),
        *(f"{window}-000000000000099.TOLD", f"{window}-000000000000099.json.told", f"{window}-.told", f"{window}.told"),
        *(f"{window.upper()}-000000000000099.told", f"{window[1:]}-000000000000099.told"),
        f"{window}-" + "\u0660" * 13 + "\u0669\u0669.told",
    ]


def test_files_of_like_names_are_ignored_and_left_alone(store: FileStore, clock: Clock) -> None:
    window = marker(store, 1).name[:32]
    names = foreign(window if window != window.upper() else "a" * 32)
    for name in names:
        (store.folder / name).write_text("precious")
        os.utime(store.folder / name, (1, 1))
    assert told(store, "a") == [10, 20]
    store.touch("a", 30, after=2)
    assert told(store, "a") == [10, 30]
    fill(store, "a", state(4))
    clock.now += 10**6
    with pytest.raises(SnapshotExpired):
        store.kept("a")
    assert sorted(path.name for path in store.folder.iterdir()) == sorted(names)
    assert {(path.read_text(), path.stat().st_mtime) for path in store.folder.iterdir()} == {("precious", 1.0)}


@no_files
def test_bad_inputs_53_54_what_is_no_file_is_no_marker_and_is_removed(
    store: FileStore, victim: Path, make: Callable[[Path], None]
) -> None:
    store.touch("a", 30, after=2)
    make(marker(store, 40))
    assert told(store, "a") == [10, 30]
    assert markers(store) == [30]
    assert_untouched(victim)


@no_files
def test_bad_inputs_53_54_a_touch_takes_its_name_back_from_what_is_no_file(
    store: FileStore, victim: Path, make: Callable[[Path], None]
) -> None:
    make(marker(store, 40))
    make(marker(store, 50))
    store.touch("a", 40, after=2)
    assert marker(store, 40).lstat().st_size == 0
    assert stat.S_ISREG(marker(store, 40).lstat().st_mode)
    assert told(store, "a") == [10, 40]
    assert_untouched(victim)


def test_a_marker_with_something_in_it_is_one_by_its_name(store: FileStore) -> None:
    marker(store, 30).write_bytes(b"\0" * 100)
    assert told(store, "a") == [10, 30]


def test_where_the_last_state_is_damaged_the_one_before_it_was_told_as_late(store: FileStore, clock: Clock) -> None:
    store.touch("a", 30, after=2)
    damaged = next(store.folder.glob("*2.json"))
    damaged.write_bytes(b"")
    os.utime(damaged, (clock.now, clock.now))
    with pytest.raises(CorruptSnapshot):
        store.kept("a")
    assert told(store, "a") == [30]
    with pytest.raises(StoreConflict):
        store.save("a", attrs.evolve(state(3), ts=30), after=1)
    assert store.save("a", state(4), after=1) == 2
