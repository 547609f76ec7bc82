"""A disk that fails: at every call that the store makes of the system, and every one after it (spec/bad-inputs#58)."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Self

import pytest

from tests.live.store_contract import assert_same, fill, numbers, state, told
from uidiff.errors import StoreError
from uidiff.live import private_folder
from uidiff.live.file_store import FileStore
from uidiff.live.store import State
from uidiff.model import files

GIVEN = [state(1), state(2), state(3, baseline=False)]
NEXT = state(4, baseline=False)
TOUCHED = 35

CALLS = [
    *("open", "close", "stat", "fstat", "lstat", "listdir", "mkdir", "chmod", "fchmod", "link", "unlink"),
    *("rename", "rmdir", "fsync", "utime"),
]


class FailingSystem:
    """Counts what the store asks of the system, and fails from the n-th call on, ``times`` times."""

    def __init__(self, error: int, first: int, times: int) -> None:
        self.error = error
        self.failing = range(first, first + times)
        self.calls = 0
        self.failed: list[str] = []

    def expect(self, name: str) -> None:
        self.calls += 1
        if self.calls in self.failing:
            self.failed.append(name)
            raise OSError(self.error, os.strerror(self.error))

    def wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:  # noqa: ANN401  # as they come
            if name == "close":  # even where it fails, it closes
                real(*args, **options)
            self.expect(name)
            return real(*args, **options) if name != "close" else None

        return call

    def open(self, *args: Any, **options: Any) -> "FailingFile":  # noqa: ANN401  # as they come
        return FailingFile(open(*args, **options), self)  # noqa: PTH123

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for name in CALLS:
            real = getattr(os, name)
            call = self.wrapped(name, real)
            for supports in ("supports_dir_fd", "supports_follow_symlinks"):
                if real in getattr(os, supports):
                    patch.setattr(os, supports, {*getattr(os, supports), call})
            patch.setattr(os, name, call)
        for module in (files, private_folder):
            patch.setattr(module, "open", self.open, raising=False)


class FailingFile:
    """A file whose reads and writes are calls of the system too."""

    def __init__(self, file: BinaryIO, system: FailingSystem) -> None:
        self.file = file
        self.system = system

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.file.close()
        if kind is None:
            self.system.expect("close of a file")

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self.system.wrapped(name, getattr(self.file, name))


def left_over(store: FileStore) -> list[str]:
    return sorted(path.name for path in store.folder.iterdir() if path.suffix in {".tmp", ".draft"})


Use = Callable[[FileStore], object]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which GIVEN are kept."""
    store = FileStore(tmp_path_factory.mktemp("template") / "store")
    fill(store, "a", *GIVEN)
    return store.folder


def copied(template: Path, place: Path) -> FileStore:
    return FileStore(shutil.copytree(template, place))


USES: dict[str, Use] = {
    "kept": lambda store: store.kept("a"),
    "load": lambda store: store.load("a", 2),
    "save": lambda store: store.save("a", NEXT, after=3),
    "touch": lambda store: store.touch("a", TOUCHED, after=3),
    "forget": lambda store: store.forget("a", before=3),
}


def run(use: Use, store: FileStore, system: FailingSystem) -> bool:
    """Whether a use of the store succeeded while the system failed. A test fails if its error is another one."""
    with pytest.MonkeyPatch.context() as patch:
        system.install(patch)
        try:
            use(store)
        except StoreError as error:
            found = error
        else:
            return True
    assert type(found) is StoreError
    assert isinstance(found.__cause__, OSError)
    assert found.errno == found.__cause__.errno == system.error
    assert os.strerror(system.error) in str(found)
    assert "UIDIFF_STORE" in str(found)
    return False


def assert_whole(store: FileStore, given: list[State]) -> None:
    """That exactly these states are kept."""
    assert [one.id for one in store.kept("a")] == [one.id for one in given]
    for one, found in zip(given, store.kept("a"), strict=True):
        assert_same(store.load("a", found.seq), one)


def assert_told(store: FileStore, *, done: bool, tried: bool = True) -> None:
    """That the last state was told up to the touch, if that was done; if it was only tried, up to then or as before."""
    before = store.kept("a")[-1].ts
    assert told(store, "a")[-1] in ([TOUCHED] if done else [before, TOUCHED] if tried else [before])


ERRORS = [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EMFILE]
errors = pytest.mark.parametrize("error", ERRORS, ids=[errno.errorcode[error] for error in ERRORS])
one_error = pytest.mark.parametrize("error", [errno.EIO], ids=["EIO"])


@errors
@pytest.mark.parametrize("name", ["kept", "load", "touch", "save"])
def test_a_call_that_fails_anywhere_leaves_the_state_before_or_after(
    template: Path,
    tmp_path: Path,
    error: int,
    name: str,
) -> None:
    refused = 0
    for first in range(1, 1000):
        store = copied(template, tmp_path / f"store {first}")
        system = FailingSystem(error, first, times=1)
        done = run(USES[name], store, system)
        if not system.failed:
            break
        refused += not done
        assert_whole(store, [*GIVEN, NEXT] if done and name == "save" else GIVEN)
        assert_told(store, done=done and name == "touch", tried=name == "touch")
        if system.failed != ["unlink"]:
            assert left_over(store) == []
        if name == "save" and not done:
            assert store.save("a", NEXT, after=3) == 4
        if name == "touch" and not done:
            store.touch("a", TOUCHED + 1, after=3)
            assert told(store, "a")[-1] == TOUCHED + 1
    else:
        pytest.fail("it never came to its end")
    assert refused > 3
    assert done


@one_error
@pytest.mark.parametrize("name", list(USES))
def test_a_disk_that_fails_for_good_at_any_call_leaves_whole_files_only(
    template: Path,
    tmp_path: Path,
    error: int,
    name: str,
) -> None:
    for first in range(1, 1000):
        store = copied(template, tmp_path / f"store {first}")
        system = FailingSystem(error, first, times=10**6)
        done = run(USES[name], store, system)
        if not system.failed:
            break
        found = [one.id for one in store.kept("a")]  # all of them can be read
        every = [one.id for one in (*GIVEN, NEXT)]
        if name == "forget":
            assert found == every[3 - len(found) : 3]
        elif name == "save":  # what was told to be kept is; what was not may be, if it could not be taken back
            assert found in ([every] if done else [every, every[:3]])
        else:
            assert found == every[:3]
        if name == "touch":
            assert_told(store, done=done)
        for one in store.kept("a"):
            store.load("a", one.seq)
    else:
        pytest.fail("it never came to its end")


@one_error
@pytest.mark.parametrize("name", ["kept", "save"])
def test_the_first_use_may_fail_at_any_call(tmp_path: Path, error: int, name: str) -> None:
    uses: dict[str, Use] = {"kept": lambda store: store.kept("a"), "save": lambda store: fill(store, "a", NEXT)}
    for first in range(1, 1000):
        store = FileStore(tmp_path / f"above {first}" / "store")
        system = FailingSystem(error, first, times=1)
        done = run(uses[name], store, system)
        if not system.failed:
            break
        assert numbers(store, "a") == ([1] if done and name == "save" else [])
        assert os.stat(store.folder).st_mode & 0o777 == 0o700  # noqa: PTH116
    else:
        pytest.fail("it never came to its end")


def test_a_file_that_cannot_grow_is_not_kept(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="a limit of the size of files needs POSIX")
    store = FileStore(tmp_path / "store")
    fill(store, "a", *GIVEN)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limit[1]))
    try:
        with pytest.raises(StoreError, match=os.strerror(errno.EFBIG)):
            store.save("a", state(4, elements=2000), after=3)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert_whole(store, GIVEN)
    assert left_over(store) == []


def test_a_system_without_a_free_descriptor_is_told(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="a limit of open files needs POSIX")
    store = FileStore(tmp_path / "store")
    fill(store, "a", *GIVEN)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, limit[1]))
    try:
        with pytest.raises(StoreError, match=os.strerror(errno.EMFILE)):
            store.kept("a")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)
    assert_whole(store, GIVEN)


@pytest.mark.parametrize("error", [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS])
def test_a_folder_that_cannot_be_synchronised_is_no_trouble(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: int,
) -> None:
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if os.path.isdir(descriptor):  # noqa: PTH112  # a descriptor
            raise OSError(error, os.strerror(error))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    store = FileStore(tmp_path / "store")
    fill(store, "a", *GIVEN)
    assert_whole(store, GIVEN)
