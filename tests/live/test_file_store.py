"""The store in files: the contract of all stores, what is on the disk, and for how long."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.live.store_contract import HOSTILE_KEYS, Clock, MakeStore, StoreContract, assert_same, fill, numbers, state
from uidiff import Limits, Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import SnapshotExpired, StoreConflict, StoreError
from uidiff.live.file_store import FileStore
from uidiff.live.store import State


class TestFileStore(StoreContract):
    @pytest.fixture
    def make(self, tmp_path: Path) -> MakeStore:
        return lambda ttl, clock: FileStore(tmp_path / "store", ttl=ttl, clock=clock)


class TestFileStoreByName(TestFileStore):
    """Where the system knows no work relative to an open folder, as Windows does not."""

    @pytest.fixture(autouse=True)
    def _no_descriptors(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "supports_dir_fd", set())
        monkeypatch.setattr(os, "supports_follow_symlinks", os.supports_follow_symlinks - {os.utime})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> FileStore:
    return FileStore(tmp_path / "store", clock=clock)


def names(store: FileStore) -> list[str]:
    return sorted(path.name for path in store.folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --------------------------------------------------------------------- on the disk


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277, 0o777], ids=oct)
def _umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    assert tmp_path.exists()  # it is not made under the umask
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_umask")
def test_bad_input_55_nobody_else_can_look_into_it_whatever_the_umask(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "above" / "store")
    fill(store, "a", state(1), state(2))
    assert [mode(tmp_path / "above"), mode(store.folder)] == [0o700, 0o700]
    assert [mode(path) for path in store.folder.iterdir()] == [0o600, 0o600]
    assert numbers(store, "a") == [1, 2]


def test_bad_inputs_49_50_51_a_file_is_named_by_the_hash_of_the_key_in_the_folder(store: FileStore) -> None:
    for key in HOSTILE_KEYS:
        fill(store, key, state(1))
    found = names(store)
    assert len(found) == len(HOSTILE_KEYS)
    assert len({name.casefold() for name in found}) == len(HOSTILE_KEYS)
    for name in found:
        assert len(name) == len("-.json") + 32 + 12
        assert set(name) <= set("0123456789abcdef-.json")
    assert [path.name for path in store.folder.parent.iterdir()] == ["store"]


def test_no_key_is_written_anywhere(store: FileStore) -> None:
    fill(store, "a very secret key", state(1))
    (file,) = store.folder.iterdir()
    assert b"secret key" not in file.read_bytes()
    assert "secret" not in file.name


def test_another_process_with_the_same_folder_goes_on_with_it(store: FileStore, clock: Clock) -> None:
    given = state(1)
    fill(store, "a", given)
    other = FileStore(store.folder, clock=clock)
    assert_same(other.load("a", 1), given)
    assert other.save("a", state(2), after=1) == 2
    with pytest.raises(StoreConflict):
        store.save("a", state(3), after=1)


def test_the_folder_is_where_it_was_when_the_store_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = FileStore("store")
    monkeypatch.chdir("/")
    fill(store, "a", state(1))
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def test_the_variable_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UIDIFF_STORE", str(tmp_path / "named"))
    fill(FileStore(), "a", state(1))
    assert len(list((tmp_path / "named").iterdir())) == 1


def test_a_folder_that_is_removed_is_made_anew(store: FileStore) -> None:
    fill(store, "a", state(1))
    for path in store.folder.iterdir():
        path.unlink()
    store.folder.rmdir()
    assert numbers(store, "a") == []
    assert fill(store, "a", state(2)) == [1]


def test_a_state_larger_than_is_read_again_is_not_kept(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store", limits=Limits(max_file=2000))
    fill(store, "a", state(1))
    with pytest.raises(StoreError, match=r"takes \d+ bytes.*Limits\(max_file=…\)"):
        store.save("a", state(2, elements=300), after=1)
    assert numbers(store, "a") == [1]


def test_a_snapshot_nested_as_deep_as_may_be_is_loaded_again(store: FileStore) -> None:
    deep: object = 1
    for _ in range(Limits().max_nesting - 4):
        deep = [deep]
    given = State(ts=1, snapshot=Snapshot.from_dicts([{"role": "row", "x": deep}]), refs=Refs.first(1))
    fill(store, "a", given)
    assert_same(store.load("a", 1), given)


# ----------------------------------------------------------------------- how long


def test_bad_input_60_a_clock_that_was_set_back_by_more_than_the_time_to_live_makes_it_expire(
    store: FileStore,
    clock: Clock,
) -> None:
    fill(store, "a", state(1))
    clock.now -= 59
    assert numbers(store, "a") == [1]
    clock.now -= 61
    with pytest.raises(SnapshotExpired):
        store.kept("a")
    assert numbers(store, "a") == []


def test_the_newest_use_of_any_of_its_files_counts_for_the_window(store: FileStore, clock: Clock) -> None:
    fill(store, "a", state(1), state(2))
    older = store.folder / names(store)[0]
    os.utime(older, (clock.now - 500, clock.now - 500))
    assert numbers(store, "a") == [1, 2]
    assert older.stat().st_mtime == pytest.approx(clock.now)


@pytest.mark.parametrize("read", ["kept", "load"])
def test_expired_files_of_all_windows_are_swept_at_each_read(store: FileStore, clock: Clock, read: str) -> None:
    fill(store, "a", state(1), state(2))
    fill(store, "b", state(1))
    clock.now += 50
    fill(store, "c", state(1))
    clock.now += 50
    assert len(names(store)) == 4
    if read == "kept":
        store.kept("c")
    else:
        store.load("c", 1)
    assert len(names(store)) == 1
    assert numbers(store, "a") == []


TEMPORARY = ".uidiff-0123456789abcdef.tmp"


@pytest.mark.parametrize(("age", "left"), [(3500, True), (3700, False), (-3500, True), (-3700, False)])
def test_bad_input_58_own_temporary_files_are_swept_when_they_are_an_hour_old(
    store: FileStore,
    clock: Clock,
    age: int,
    left: bool,
) -> None:
    fill(store, "a", state(1))
    temporary = store.folder / TEMPORARY
    temporary.write_bytes(b"half")
    os.utime(temporary, (clock.now - age, clock.now - age))
    assert numbers(store, "a") == [1]
    assert temporary.exists() == left


FOREIGN = [
    *("notes.txt", "tmp", ".uidiff-0123456789abcdeF.tmp", ".uidiff-0123.tmp", "x.uidiff-0123456789abcdef.tmp"),
    *("0123456789abcdef0123456789abcdef.json", "0123456789abcdef0123456789abcdef-1.json", "a-000000000001.json"),
    *("0123456789ABCDEF0123456789ABCDEF-000000000001.json", "0123456789abcdef0123456789abcdef-000000000000.json"),
    *("0123456789abcdef0123456789abcdef-000000000001.json~", "0123456789abcdef0123456789abcdef-0000000000001.json"),
    "0123456789abcdef0123456789abcdef-\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661.json",
]


def test_files_of_others_in_the_folder_are_never_touched(store: FileStore, clock: Clock) -> None:
    fill(store, "a", state(1))
    for name in FOREIGN:
        (store.folder / name).write_text("precious")
        os.utime(store.folder / name, (1, 1))
    clock.now += 10**6
    with pytest.raises(SnapshotExpired):
        store.kept("a")
    fill(store, "a", state(2))
    store.forget("a", before=5)
    assert names(store) == sorted(FOREIGN)
    assert {(path.read_text(), path.stat().st_mtime) for path in store.folder.iterdir()} == {("precious", 1.0)}


def test_a_sweep_that_fails_in_part_harms_nothing(store: FileStore, clock: Clock) -> None:
    fill(store, "a", state(1))
    fill(store, "b", state(1))
    clock.now += 61
    for name in names(store):
        (store.folder / name).unlink()
        (store.folder / name / "inside").mkdir(parents=True)  # nothing that an unlink takes away
        os.utime(store.folder / name, (1, 1))
    temporary = store.folder / TEMPORARY
    (temporary / "inside").mkdir(parents=True)
    os.utime(temporary, (1, 1))
    assert numbers(store, "c") == []
    assert fill(store, "a", state(2)) == [1]
    assert fill(store, "b", state(2)) == [1]
    assert temporary.exists()


def test_a_number_above_all_that_fit_in_twelve_digits_is_one_like_others(store: FileStore) -> None:
    fill(store, "a", state(1))
    (only,) = names(store)
    high = 10**12 - 1
    (store.folder / only).rename(store.folder / only.replace("000000000001", str(high)))
    given = state(2)
    assert store.save("a", given, after=high) == high + 1
    assert_same(store.load("a", high + 1), given)


# ------------------------------------------------------------------ several at once


def save_late(store: FileStore, monkeypatch: pytest.MonkeyPatch, after: int, meanwhile: Callable[[], object]) -> None:
    """Save a state, while something happens between the look at what is there and the link to its name."""
    link = os.link

    def late(*args: Any, **options: Any) -> None:  # noqa: ANN401  # as they come
        monkeypatch.setattr(os, "link", link)
        meanwhile()
        link(*args, **options)

    monkeypatch.setattr(os, "link", late)
    store.save("a", state(99), after=after)


def test_bad_input_59_of_two_who_save_at_once_the_second_is_told(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(store, "a", state(1))
    given = state(2)
    with pytest.raises(StoreConflict):
        save_late(store, monkeypatch, 1, lambda: store.save("a", given, after=1))
    assert_same(store.load("a", 2), given)
    assert [name[-6:] for name in names(store)] == ["1.json", "2.json"]


def test_who_is_so_late_that_the_number_is_free_again_is_told(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(store, "a", state(1))
    with pytest.raises(StoreConflict):
        save_late(store, monkeypatch, 1, lambda: fill(store, "a", *map(state, range(2, 14))))
    assert numbers(store, "a") == list(range(6, 14))


def test_who_is_so_late_that_others_have_begun_anew_is_told(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, "a", state(1), state(2))
    fresh = state(5)

    def begin_anew() -> None:
        store.forget("a", before=3)
        fill(store, "a", fresh)

    with pytest.raises(StoreConflict):
        save_late(store, monkeypatch, 2, begin_anew)
    assert numbers(store, "a") == [1]
    assert_same(store.load("a", 1), fresh)


def test_who_is_so_late_that_others_have_gone_on_and_forgotten_is_told(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(store, "a", state(1))

    def go_on() -> None:
        fill(store, "a", *map(state, range(2, 6)))
        store.forget("a", before=5)

    with pytest.raises(StoreConflict):
        save_late(store, monkeypatch, 1, go_on)
    assert numbers(store, "a") == [5]


def test_others_who_go_on_from_a_state_before_its_writer_has_looked_again_are_no_conflict(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(store, "a", state(1))
    given, behind = state(2), state(3)
    link = os.link

    def quick(*args: Any, **options: Any) -> None:  # noqa: ANN401  # as they come
        monkeypatch.setattr(os, "link", link)
        link(*args, **options)
        store.save("a", behind, after=2)

    monkeypatch.setattr(os, "link", quick)
    assert store.save("a", given, after=1) == 2
    for seq, one in ((2, given), (3, behind)):
        assert_same(store.load("a", seq), one)


def no_links(monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "link", refuse)


@pytest.mark.parametrize("error", [errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK])
def test_where_there_are_no_hard_links_a_file_is_renamed(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
    error: int,
) -> None:
    no_links(monkeypatch, error)
    given = [state(1), state(2)]
    assert fill(store, "a", *given) == [1, 2]
    for seq, one in enumerate(given, start=1):
        assert_same(store.load("a", seq), one)
    with pytest.raises(StoreConflict):
        store.save("a", state(3), after=1)
    assert [name[-6:] for name in names(store)] == ["1.json", "2.json"]


def test_where_there_are_no_hard_links_what_is_there_is_not_renamed_over(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(store, "a", state(1))
    given = state(2)
    link = os.link

    def late(*_: object, **__: object) -> None:
        monkeypatch.setattr(os, "link", link)
        store.save("a", given, after=1)
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(StoreConflict):
        store.save("a", state(3), after=1)
    assert_same(store.load("a", 2), given)
