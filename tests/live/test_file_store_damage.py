"""A database that is damaged, newer or none at all: nothing wrong is read, and what is damaged can be forgotten."""

import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.store_contract import assert_equal, fill, history, loaded, names
from uidiff import Limits
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreError
from uidiff.live.file_store import FileStore
from uidiff.live.state_codec import digest, encode_history
from uidiff.live.store import NewerStore, WindowHistory, hash_of_key

NAME = "baselines.sqlite3"
SIDE = f"{NAME}-journal"
GIVEN = history(1, 2)


def filled(folder: Path) -> FileStore:
    store = FileStore(folder)
    store.save("a", GIVEN, None)
    return store


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return filled(tmp_path / "store")


def run(store: FileStore, sql: str, *given: object) -> None:
    """Change the database behind the back of the store."""
    with closing(sqlite3.connect(store.folder / NAME)) as database, database:
        database.execute(sql, given)


def read_all(store: FileStore) -> WindowHistory | None:
    """All that is kept of the window, each state loaded."""
    found = loaded(store, "a")
    for entry in () if found is None else found.entries:
        entry.state()
    return found


def assert_begins_anew(store: FileStore) -> None:
    """That after forgetting the window it can be kept again."""
    store.forget("a")
    assert store.load("a") is None
    fill(store, "a", 3)
    assert names(store, "a") == ["state 3"]


# --------------------------------------------------------------------- damaged bytes

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "zero bytes": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 8,
    "zeros": lambda data: bytes(len(data)),
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "half": lambda data: data[: len(data) // 2],
    "first page only": lambda data: data[:4096],
    "part of the first page": lambda data: data[:1000],
    "no schema": lambda data: data[:100] + bytes(len(data) - 100),
    "a schema that is no text": lambda data: data.replace(b"TABLE windows", b"TABLE \xf7indows"),
    "JSON of something else": lambda _: b"[]\n[]\n",
    "pickle": lambda _: b"cos\nsystem\n(S'false'\ntR.",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_bad_inputs_56_61_a_damaged_database_is_said_and_forgotten(
    store: FileStore, damage: Callable[[bytes], bytes]
) -> None:
    path = store.folder / NAME
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(CorruptSnapshot, match=r"damaged: .*; it is removed, read the window again"):
        read_all(store)
    assert_begins_anew(store)


@pytest.mark.parametrize("damage", ["zero bytes", "binary"])
def test_nothing_is_saved_over_damage_that_was_not_told(store: FileStore, damage: str) -> None:
    (store.folder / NAME).write_bytes(DAMAGE[damage](b""))
    with pytest.raises(CorruptSnapshot):
        store.save("a", GIVEN, None)


@given(st.data())
def test_bad_input_57_a_bit_flipped_anywhere_gives_what_was_kept_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    store = filled(tmp_path_factory.mktemp("bit") / "store")
    content = bytearray((store.folder / NAME).read_bytes())
    bit = data.draw(st.integers(0, len(content) * 8 - 1))
    content[bit // 8] ^= 1 << bit % 8
    (store.folder / NAME).write_bytes(content)
    try:
        found = read_all(store)
    except StoreError:
        return
    if found is not None:  # None: the row of the window is not found any more
        assert_equal(found, GIVEN)


@given(st.data())
def test_bad_input_56_a_database_cut_anywhere_gives_what_was_kept_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    store = filled(tmp_path_factory.mktemp("cut") / "store")
    path = store.folder / NAME
    os.truncate(path, data.draw(st.integers(0, path.stat().st_size - 1)))
    with pytest.raises(CorruptSnapshot):
        read_all(store)


ROWS = {
    "the history": "UPDATE windows SET history = substr(history, 2)",
    "its digest": "UPDATE windows SET digest = NULL",
    "its version": "UPDATE windows SET version = 'x'",
    "a version of another kind": "UPDATE windows SET version = 7",
    "a history of another kind": "UPDATE windows SET history = 'x'",
    "a state": "UPDATE states SET state = substr(state, 2)",
    "a state of another kind": "UPDATE states SET state = 5",
    "the digest of a state": "UPDATE states SET digest = x'00'",
    "states that were exchanged": "UPDATE states SET id = id || 'x'; ",
    "a table": "DROP TABLE states",
    "a text that is none": "UPDATE windows SET version = CAST(x'ff' AS TEXT)",
}


@pytest.mark.parametrize("what", list(ROWS))
def test_bad_input_57_rows_that_are_not_what_was_written_are_damage(store: FileStore, what: str) -> None:
    run(store, ROWS[what])
    with pytest.raises(CorruptSnapshot):
        read_all(store)
    if what != "a table":
        assert_begins_anew(store)


def test_a_state_in_the_place_of_another_is_damage(store: FileStore) -> None:
    first, second = (entry.id for entry in GIVEN.entries)
    for id_, other in ((first, "x"), (second, first), ("x", second)):
        run(store, "UPDATE states SET id = ? WHERE id = ?", other, id_)
    with pytest.raises(CorruptSnapshot):
        read_all(store)


def test_bad_input_54_a_state_that_is_too_large_is_not_read(store: FileStore) -> None:
    small = FileStore(store.folder, limits=Limits(max_file=10))
    with pytest.raises(CorruptSnapshot, match=r"more than 10 bytes \(pass limits=Limits\(max_file=…\)\)"):
        read_all(small)
    assert_equal(loaded(store, "a"), GIVEN)


@pytest.mark.parametrize("used", [None, "x", b"x", 1e300])
def test_a_window_whose_last_use_makes_no_sense_has_expired(store: FileStore, used: object) -> None:
    run(store, "UPDATE windows SET used = ?", used)
    with pytest.raises(SnapshotExpired):
        store.load("a")
    assert store.load("a") is None


# ------------------------------------------------------------------- newer versions


def test_bad_input_28_a_database_of_a_newer_uidiff_is_left_as_it_is(store: FileStore) -> None:
    run(store, "PRAGMA user_version = 3")
    newer = (store.folder / NAME).read_bytes()
    for use in (lambda: store.load("a"), lambda: store.save("a", GIVEN, None), lambda: store.forget("a")):
        with pytest.raises(NewerStore, match="version 3, which a newer uidiff wrote; upgrade uidiff"):
            use()
    assert (store.folder / NAME).read_bytes() == newer


def test_a_store_of_version_1_is_read_and_written_anew(store: FileStore) -> None:
    old = encode_history(GIVEN).replace(b',"questions":[]', b"")
    assert b"questions" not in old
    window, version = hash_of_key("a"), "0" * 16
    with closing(sqlite3.connect(store.folder / NAME)) as database, database:
        row = (version, old, digest(old, window, version))
        database.execute("UPDATE windows SET version = ?, history = ?, digest = ?", row)
        database.execute("PRAGMA user_version = 1")
    found = store.load("a")
    assert found is not None
    newest = max(entry.ts for entry in GIVEN.entries if entry.baseline)
    assert [found[0].answer_to(question) for question in ("a" * 32, "")] == [
        None,
        next(entry for entry in found[0].entries if entry.ts == newest),
    ]
    store.save("a", found[0], version)
    with closing(sqlite3.connect(store.folder / NAME)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)


@pytest.mark.parametrize("version", [0, -1, 1000, 2**31 - 1])
def test_what_is_no_version_is_damage(store: FileStore, version: int) -> None:
    run(store, f"PRAGMA user_version = {version}")
    with pytest.raises(CorruptSnapshot):
        store.load("a")
    assert_begins_anew(store)


# ----------------------------------------------------------------------- no files


def fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


def folder(path: Path) -> None:
    path.mkdir()


def full_folder(path: Path) -> None:
    (path / "inside").mkdir(parents=True)


def unix_socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # such names are short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(before)


def link(path: Path) -> None:
    path.symlink_to(path.parent.parent / "victim")


def link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def link_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize("make", [fifo, folder, full_folder, unix_socket, link, link_to_device, link_nowhere])
@pytest.mark.parametrize("name", [NAME, SIDE, f"{NAME}-wal", f"{NAME}-shm"])
def test_bad_inputs_53_54_what_is_no_file_is_neither_followed_nor_waited_for(
    store: FileStore, make: Callable[[Path], None], name: str
) -> None:
    victim = filled(store.folder.parent / "other").folder / NAME
    victim = victim.rename(store.folder.parent / "victim")
    before, content = victim.stat(), victim.read_bytes()
    path = store.folder / name
    path.unlink(missing_ok=True)
    make(path)
    if name == NAME:
        with pytest.raises(CorruptSnapshot, match="no file of yours"):
            store.load("a")
    else:
        assert_equal(read_all(store), GIVEN)
    assert_begins_anew(store)
    assert path.is_file() == (name == NAME)
    assert victim.read_bytes() == content
    assert victim.stat().st_mtime_ns == before.st_mtime_ns


def test_a_file_of_another_user_is_not_opened(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    inode, real = (store.folder / NAME).stat().st_ino, Path.lstat

    def others(path: Path) -> os.stat_result:
        found = real(path)
        return os.stat_result([*found[:4], os.getuid() + 1, *found[5:]]) if found.st_ino == inode else found

    monkeypatch.setattr(Path, "lstat", others)
    with pytest.raises(CorruptSnapshot, match="no file of yours"):
        store.load("a")
    store.forget("a")
    assert store.load("a") is None


def test_bad_input_54_a_file_of_5_gigabytes_is_no_database_and_not_waited_for(store: FileStore) -> None:
    os.truncate(store.folder / NAME, 0)
    os.truncate(store.folder / NAME, 5 * 2**30)  # with nothing in it, it takes no room
    with pytest.raises(CorruptSnapshot):
        store.load("a")
    assert_begins_anew(store)
