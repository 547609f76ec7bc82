"""Files of the store that are damaged, or no files at all: each is said and removed, and the others stay."""

import errno
import os
import socket
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.store_contract import assert_same, fill, numbers, state
from uidiff import Limits
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreError
from uidiff.live.file_store import FileStore
from uidiff.live.state_codec import decode_header, decode_state, encode_state
from uidiff.live.store import State

FIRST, SECOND = state(1), state(2)


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    made = FileStore(tmp_path / "store")
    fill(made, "a", FIRST, SECOND)
    return made


def file_of(store: FileStore, seq: int) -> Path:
    (found,) = [path for path in store.folder.iterdir() if path.name.endswith(f"-{seq:012}.json")]
    return found


def use_all(store: FileStore) -> list[int]:
    """Load everything that is kept, as a session would that wants it all; the numbers of what was damaged."""
    damaged = []
    try:
        found = store.kept("a")
    except CorruptSnapshot:
        found = store.kept("a")  # said once
        damaged.append(0)
    for one in found:
        try:
            store.load("a", one.seq)
        except CorruptSnapshot:
            damaged.append(one.seq)
    return damaged


# --------------------------------------------------------------------- damaged bytes

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "zero bytes": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 8,
    "zeros": lambda data: bytes(len(data)),
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "other encoding": lambda data: data.decode().encode("utf-16"),
    "line ends of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "trailing line end": lambda data: data + b"\n",
    "trailing garbage": lambda data: data + b"{}\n",
    "trailing zero": lambda data: data + b"\0",
    "first line only": lambda data: data.split(b"\n")[0] + b"\n",
    "second line only": lambda data: data.split(b"\n")[1] + b"\n",
    "half": lambda data: data[: len(data) // 2],
    "last byte": lambda data: data[:-1],
    "twice": lambda data: data * 2,
    "no line end in the first megabyte": lambda data: b" " * 2**20 + data,
    "JSON of something else": lambda _: b"[]\n[]\n",
    "a snapshot": lambda _: b'{"format":"uidiff/snapshot","version":"1.0","nodes":[]}\n',
    "pickle": lambda _: b"cos\nsystem\n(S'false'\ntR.",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_bad_inputs_56_61_a_damaged_file_is_said_and_removed_and_the_other_stays(
    store: FileStore,
    damage: Callable[[bytes], bytes],
) -> None:
    path = file_of(store, 2)
    path.write_bytes(damage(path.read_bytes()))
    assert len(use_all(store)) == 1
    assert not path.exists()
    assert numbers(store, "a") == [1]
    assert_same(store.load("a", 1), FIRST)
    assert store.save("a", SECOND, after=1) == 2
    assert_same(store.load("a", 2), SECOND)


def test_where_every_file_is_damaged_it_is_said_once_and_the_window_begins_anew(store: FileStore) -> None:
    for path in store.folder.iterdir():
        path.write_bytes(b"")
    with pytest.raises(CorruptSnapshot, match=r"damaged.*; it is removed, read the window anew"):
        store.kept("a")
    assert numbers(store, "a") == []
    assert fill(store, "a", FIRST) == [1]


def test_what_is_damaged_is_no_baseline_to_be_pushed_out(store: FileStore) -> None:
    file_of(store, 1).write_bytes(b"")
    fill_behind = [store.save("a", state(number), after=number - 1) for number in range(3, 11)]
    assert fill_behind == list(range(3, 11))
    with pytest.raises(CorruptSnapshot):
        store.kept("a")
    assert numbers(store, "a") == list(range(3, 11))


WHOLE = encode_state(SECOND, key="0" * 32, seq=2)


def decoded(data: bytes) -> State:
    return decode_state(data, key="0" * 32, seq=2, limits=Limits())


@given(st.integers(0, len(WHOLE) * 8 - 1))
def test_bad_input_57_a_bit_flipped_anywhere_is_seen(bit: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(CorruptSnapshot):
        decoded(bytes(damaged))


def test_bad_input_57_every_byte_of_the_first_line_is_checked_without_reading_on() -> None:
    line = WHOLE[: WHOLE.index(b"\n") + 1]
    assert decode_header(line, key="0" * 32, seq=2).id == SECOND.id
    for place in range(len(line)):
        damaged = bytearray(line)
        damaged[place] ^= 1
        with pytest.raises(CorruptSnapshot):
            decode_header(bytes(damaged), key="0" * 32, seq=2)


@given(st.integers(0, len(WHOLE) - 1))
def test_bad_input_56_a_file_cut_anywhere_is_seen(size: int) -> None:
    with pytest.raises(CorruptSnapshot):
        decoded(WHOLE[:size])


def test_a_file_under_the_name_of_another_is_damaged(store: FileStore) -> None:
    fill(store, "b", state(3))
    (other,) = [path for path in store.folder.iterdir() if path.name[:32] != file_of(store, 2).name[:32]]
    other.replace(file_of(store, 2))
    assert use_all(store) == [0]
    file_of(store, 1).rename(str(file_of(store, 1)).replace("-000000000001", "-000000000007"))
    assert use_all(store) == [0]
    assert numbers(store, "a") == []


# ------------------------------------------------------------------- newer versions


def of_version(version: str, store: FileStore, seq: int) -> bytes:
    """The file as another version would have written it, with what nobody knows today."""
    line, payload = file_of(store, seq).read_bytes().split(b"\n", 1)
    head = line[: line.index(b',"check"')].replace(b'"1.0"', f'"{version}"'.encode()) + b',"new":[1]'
    return head + b',"check":"' + blake2b(head, digest_size=8).hexdigest().encode() + b'"}\n' + payload


def test_bad_input_28_a_file_of_a_newer_uidiff_is_told_and_left_alone_and_saving_goes_on(store: FileStore) -> None:
    path = file_of(store, 2)
    newer = of_version("2.0", store, 2)
    path.write_bytes(newer)
    assert numbers(store, "a") == [1, 2]
    for _ in range(2):
        with pytest.raises(SnapshotExpired, match="version 2, which a newer uidiff wrote; upgrade uidiff"):
            store.load("a", 2)
    assert path.read_bytes() == newer
    assert store.save("a", state(3), after=2) == 3
    assert_same(store.load("a", 1), FIRST)


def test_bad_input_28_a_newer_minor_version_is_read(store: FileStore) -> None:
    file_of(store, 2).write_bytes(of_version("1.9", store, 2))
    assert numbers(store, "a") == [1, 2]
    assert_same(store.load("a", 2), SECOND)


@pytest.mark.parametrize("version", ["0.9", "", "x", "-1.0", "\u0662.0", "1" * 30])
def test_what_is_no_version_is_damage(store: FileStore, version: str) -> None:
    file_of(store, 2).write_bytes(of_version(version, store, 2))
    with pytest.raises(CorruptSnapshot):
        store.kept("a")
    assert numbers(store, "a") == [1]


# ------------------------------------------------------------- what cannot be removed


@pytest.fixture
def _read_only(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.folder.exists()  # it is filled before

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    for name in ("unlink", "rmdir", "rename", "utime"):
        monkeypatch.setattr(os, name, refuse)


@pytest.mark.usefixtures("_read_only")
def test_what_is_damaged_and_cannot_be_removed_is_trouble_with_the_disk(store: FileStore) -> None:
    file_of(store, 2).write_bytes(b"")
    for read in (lambda: store.kept("a"), lambda: store.load("a", 2)):
        with pytest.raises(StoreError, match=os.strerror(errno.EROFS)) as caught:  # else it would be said for ever
            read()
        assert type(caught.value) is StoreError
    assert_same(store.load("a", 1), FIRST)


@pytest.mark.usefixtures("_read_only")
def test_what_has_expired_and_cannot_be_removed_is_trouble_with_the_disk(store: FileStore) -> None:
    later = FileStore(store.folder, clock=lambda: time.time() + 1000)
    for read in (lambda: later.kept("a"), lambda: later.load("a", 2)):
        with pytest.raises(StoreError, match=os.strerror(errno.EROFS)) as caught:
            read()
        assert type(caught.value) is StoreError
    assert later.kept("b") == ()


@pytest.mark.usefixtures("_read_only")
def test_what_cannot_be_noted_as_used_is_read_all_the_same(store: FileStore) -> None:
    assert numbers(store, "a") == [1, 2]
    assert_same(store.load("a", 2), SECOND)
    with pytest.raises(StoreError, match=os.strerror(errno.EROFS)):
        store.touch("a", 30, after=2)


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
@pytest.mark.parametrize("seq", [1, 2])
def test_bad_inputs_53_54_what_is_no_file_is_neither_followed_nor_waited_for(
    store: FileStore,
    make: Callable[[Path], None],
    seq: int,
) -> None:
    victim = store.folder.parent / "victim"
    victim.write_bytes(WHOLE)
    before = victim.stat()
    path = file_of(store, seq)
    path.unlink()
    make(path)
    assert use_all(store) == [0]
    assert not os.path.lexists(path)
    assert numbers(store, "a") == [3 - seq]
    assert fill(store, "a", state(3)) == [4 - seq]
    assert victim.read_bytes() == WHOLE
    assert victim.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("make", [fifo, full_folder, link])
def test_bad_inputs_53_54_loading_what_is_no_file_says_so(store: FileStore, make: Callable[[Path], None]) -> None:
    path = file_of(store, 2)
    path.unlink()
    make(path)
    with pytest.raises(CorruptSnapshot, match="no file of yours"):
        store.load("a", 2)
    assert numbers(store, "a") == [1]


def test_a_file_that_becomes_a_link_while_it_is_opened_is_not_followed(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = file_of(store, 2)
    victim = store.folder.parent / "victim"
    victim.write_bytes(path.read_bytes())
    opened = os.open

    def late(name: str, *args: int, **options: int) -> int:
        if str(name).endswith("2.json"):
            path.unlink()
            path.symlink_to(victim)
        return opened(name, *args, **options)

    monkeypatch.setattr(os, "open", late)
    with pytest.raises(StoreError, match="symbolic links"):
        store.load("a", 2)


def test_bad_input_54_a_file_that_is_too_large_is_not_read(store: FileStore) -> None:
    path = file_of(store, 2)
    with path.open("ab") as file:
        file.truncate(5 * 2**30)  # with nothing in it, it takes no room
    with pytest.raises(CorruptSnapshot, match="more than 1073741824 bytes"):
        store.load("a", 2)
    assert numbers(store, "a") == [1]


def test_a_file_of_another_user_is_not_read(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    inode = file_of(store, 2).stat().st_ino
    real = os.fstat

    def others(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        return os.stat_result([*found[:4], os.getuid() + 1, *found[5:]]) if found.st_ino == inode else found

    monkeypatch.setattr(os, "fstat", others)
    with pytest.raises(CorruptSnapshot, match="no file of yours"):
        store.load("a", 2)


def test_what_another_process_removes_while_we_look_is_gone_and_no_error(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = file_of(store, 1)
    opened = os.open

    def late(name: str, *args: int, **options: int) -> int:
        if str(name).endswith("1.json"):
            path.unlink(missing_ok=True)
        return opened(name, *args, **options)

    monkeypatch.setattr(os, "open", late)
    assert numbers(store, "a") == [2]
    fill(store, "b", state(1))
    path = next(found for found in store.folder.iterdir() if found.name.endswith("1.json"))
    with pytest.raises(SnapshotExpired):
        store.load("b", 1)


def test_what_was_put_in_the_place_of_a_damaged_file_is_not_removed_with_it(
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = file_of(store, 2)
    whole = path.read_bytes()
    path.write_bytes(b"damaged")
    opened = os.open

    def late(name: str, *args: int, **options: int) -> int:
        descriptor = opened(name, *args, **options)
        if str(name).endswith("2.json"):
            path.unlink()
            path.write_bytes(whole)
        return descriptor

    monkeypatch.setattr(os, "open", late)
    with pytest.raises(CorruptSnapshot):
        store.kept("a")
    monkeypatch.undo()
    assert_same(store.load("a", 2), SECOND)
