"""The store in files: the contract of all stores, what is on the disk, and for how long."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.live.store_contract import (
    HOSTILE_KEYS,
    Clock,
    MakeStore,
    StoreContract,
    assert_equal,
    fill,
    history,
    loaded,
    names,
    state,
)
from uidiff import Limits, Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import SnapshotExpired, StoreConflict, StoreError
from uidiff.live.file_store import FileStore
from uidiff.live.store import State, WindowHistory

NAME = "baselines.sqlite3"


class TestFileStore(StoreContract):
    @pytest.fixture
    def make(self, tmp_path: Path) -> MakeStore:
        return lambda ttl, clock: FileStore(tmp_path / "store", ttl=ttl, clock=clock)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> FileStore:
    return FileStore(tmp_path / "store", clock=clock)


def files(store: FileStore) -> list[str]:
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
    fill(store, "a", 1, 2)
    assert [mode(tmp_path / "above"), mode(store.folder)] == [0o700, 0o700]
    assert {path.name: mode(path) for path in store.folder.iterdir()} == {NAME: 0o600}
    with closing(sqlite3.connect(store.folder / NAME, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("DELETE FROM windows")
        assert {path.name: mode(path) for path in store.folder.iterdir()} == {NAME: 0o600, f"{NAME}-journal": 0o600}
        database.execute("ROLLBACK")
    assert len(names(store, "a")) == 2


def test_bad_input_55_a_database_that_was_opened_to_others_is_closed_to_them(store: FileStore) -> None:
    fill(store, "a", 1)
    (store.folder / NAME).chmod(0o644)
    assert names(store, "a") == ["state 1"]
    assert mode(store.folder / NAME) == 0o600


def test_bad_inputs_49_50_51_no_key_is_written_anywhere(store: FileStore) -> None:
    for key in (*HOSTILE_KEYS, "a very secret key"):
        fill(store, key, 1)
    assert files(store) == [NAME]
    assert b"secret" not in (store.folder / NAME).read_bytes()
    assert [path.name for path in store.folder.parent.iterdir()] == ["store"]


def test_another_process_with_the_same_folder_goes_on_with_it(store: FileStore, clock: Clock) -> None:
    given = history(1)
    version = store.save("a", given, None)
    other = FileStore(store.folder, clock=clock)
    assert_equal(loaded(other, "a"), given)
    other.save("a", history(2, of=given), version)
    with pytest.raises(StoreConflict):
        store.save("a", history(3), version)


def test_the_folder_is_where_it_was_when_the_store_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = FileStore("store?mode=memory#%20")
    monkeypatch.chdir("/")
    fill(store, "a", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["store?mode=memory#%20"]
    assert names(store, "a") == ["state 1"]


def test_the_variable_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UIDIFF_STORE", str(tmp_path / "named"))
    fill(FileStore(), "a", 1)
    assert len(list((tmp_path / "named").iterdir())) == 1


def test_a_folder_that_is_removed_is_made_anew(store: FileStore) -> None:
    fill(store, "a", 1)
    (store.folder / NAME).unlink()
    store.folder.rmdir()
    assert store.load("a") is None
    fill(store, "a", 2)
    assert names(store, "a") == ["state 2"]


def test_a_state_larger_than_is_read_again_is_not_kept(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store", limits=Limits(max_file=2000))
    version = fill(store, "a", 1)
    large = history(1).with_state(state(2, elements=300), baseline=True)
    with pytest.raises(StoreError, match=r"takes \d+ bytes.*Limits\(max_file=…\)"):
        store.save("a", large, version)
    assert names(store, "a") == ["state 1"]


def test_a_snapshot_nested_as_deep_as_may_be_is_loaded_again(store: FileStore) -> None:
    deep: object = 1
    for _ in range(Limits().max_nesting - 4):
        deep = [deep]
    deepest = State(ts=1, snapshot=Snapshot.from_dicts([{"role": "row", "x": deep}]), refs=Refs.first(1))
    given = WindowHistory().with_state(deepest, baseline=True)
    store.save("a", given, None)
    assert_equal(loaded(store, "a"), given)


def test_a_state_that_another_session_has_removed_meanwhile_has_expired(store: FileStore) -> None:
    version = fill(store, "a", 1)
    found = store.load("a")
    assert found is not None
    store.save("a", history(2), version)
    with pytest.raises(SnapshotExpired):
        found[0].entries[0].state()


def test_the_disk_is_waited_for_where_states_are_saved_not_where_only_the_time_moves(
    store: FileStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, statements = sqlite3.connect, list[str]()

    def traced(*args: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401  # as they come
        database = connect(*args, **options)
        database.set_trace_callback(statements.append)
        return database

    monkeypatch.setattr(sqlite3, "connect", traced)
    given = history(1)
    version = store.save("a", given, None)
    assert "PRAGMA synchronous = OFF" not in statements
    for use in (lambda: store.save("a", given.reported(99), version), lambda: store.load("a")):
        clock.now += 30
        statements.clear()
        use()
        assert "PRAGMA synchronous = OFF" in statements
    statements.clear()
    clock.now += 61
    with pytest.raises(SnapshotExpired):
        store.load("a")
    assert "PRAGMA synchronous = OFF" not in statements


def test_where_there_are_no_hard_links_the_database_is_renamed(
    store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(1, "no links")

    monkeypatch.setattr(os, "link", refuse)
    fill(store, "a", 1)
    assert files(store) == [NAME]
    assert names(store, "a") == ["state 1"]


def test_a_database_that_another_process_makes_at_the_same_time_is_taken(
    store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = os.link

    def late(source: str, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        fill(store, "b", 1)
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    fill(store, "a", 2)
    assert files(store) == [NAME]
    assert [names(store, key) for key in "ab"] == [["state 2"], ["state 1"]]


# ----------------------------------------------------------------------- how long


def test_bad_input_60_a_clock_that_was_set_back_by_more_than_the_time_to_live_makes_it_expire(
    store: FileStore, clock: Clock
) -> None:
    fill(store, "a", 1)
    clock.now -= 59
    assert names(store, "a") == ["state 1"]
    clock.now -= 61
    with pytest.raises(SnapshotExpired):
        store.load("a")
    assert store.load("a") is None


def test_nothing_of_an_expired_window_stays_on_the_disk_after_any_read(store: FileStore, clock: Clock) -> None:
    fill(store, "a", 1)
    size = (store.folder / NAME).stat().st_size
    large = history(2).with_state(state(333, elements=2000), baseline=True)
    store.save("b", large, None)
    clock.now += 50
    assert store.load("a") is not None
    clock.now += 50
    assert store.load("c") is None
    assert b"state 333" not in (store.folder / NAME).read_bytes()
    assert (store.folder / NAME).stat().st_size == size
    assert store.load("b") is None
    assert names(store, "a") == ["state 1"]


TEMPORARY = ".uidiff-0123456789abcdef.tmp"


@pytest.mark.parametrize(("age", "left"), [(3500, True), (3700, False), (-3500, True), (-3700, False)])
def test_bad_input_58_own_temporary_files_are_swept_when_they_are_an_hour_old(
    store: FileStore, clock: Clock, age: int, left: bool
) -> None:
    fill(store, "a", 1)
    temporary = store.folder / TEMPORARY
    temporary.write_bytes(b"half")
    os.utime(temporary, (clock.now - age, clock.now - age))
    assert names(store, "a") == ["state 1"]
    assert temporary.exists() == left


KEY = "0123456789abcdef0123456789abcdef"
FOREIGN = [
    *("notes.txt", "tmp", ".uidiff-0123456789abcdeF.tmp", ".uidiff-0123.tmp", "x.uidiff-0123456789abcdef.tmp"),
    *(f"{KEY}.json", f"{KEY}-1.json", "a-000000000001.json", f"{KEY.upper()}-000000000001.json"),
    *(f"{KEY}-000000000001.json~", f"{KEY}-0123456789abcdeg.draft", f"{KEY}-1.told"),
]
OLD = [f"{KEY}-000000000001.json", f"{KEY}-0123456789abcdef.draft", f"{KEY}-001700000000123.told"]


def test_files_of_the_old_store_are_swept_and_those_of_others_are_never_touched(store: FileStore, clock: Clock) -> None:
    fill(store, "a", 1)
    for name in (*FOREIGN, *OLD):
        (store.folder / name).write_text("precious")
        os.utime(store.folder / name, (1, 1))
    clock.now += 10**6
    with pytest.raises(SnapshotExpired):
        store.load("a")
    fill(store, "a", 2)
    store.forget("a")
    assert files(store) == sorted([*FOREIGN, NAME])
    kept = [store.folder / name for name in FOREIGN]
    assert {(path.read_text(), path.stat().st_mtime) for path in kept} == {("precious", 1.0)}


def test_a_folder_with_the_name_of_an_old_file_stays(store: FileStore) -> None:
    fill(store, "a", 1)
    (store.folder / OLD[0] / "inside").mkdir(parents=True)
    assert names(store, "a") == ["state 1"]
    assert (store.folder / OLD[0]).exists()
