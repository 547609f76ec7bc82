"""A system that fails under the store: at every call, and as real systems do (spec/bad-inputs#58)."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.live.store_contract import assert_equal, fill, history, loaded, names, state
from uidiff.errors import StoreError
from uidiff.live import file_store
from uidiff.live.file_store import FileStore

NAME = "baselines.sqlite3"
GIVEN = history(1, 2)
NEXT = history(3, of=GIVEN)
CODES = {
    sqlite3.SQLITE_FULL: "database or disk is full",
    sqlite3.SQLITE_IOERR: "disk I/O error",
    sqlite3.SQLITE_READONLY: "attempt to write a readonly database",
    sqlite3.SQLITE_CANTOPEN: "unable to open database file",
}


class FailingSystem:
    """Counts the statements and the calls of the system, and fails at the n-th."""

    def __init__(self, fail: Callable[[], BaseException], first: int) -> None:
        self.fail = fail
        self.first = first
        self.calls = 0

    def expect(self) -> None:
        self.calls += 1
        if self.calls == self.first:
            raise self.fail()

    @property
    def has_failed(self) -> bool:
        return self.calls >= self.first

    def connect(self, *args: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401  # as they come
        system = self

        class Connection(sqlite3.Connection):
            def execute(self, *given: Any) -> sqlite3.Cursor:  # noqa: ANN401  # as they come
                system.expect()
                return super().execute(*given)

        self.expect()
        return real_connect(*args, factory=Connection, **options)

    def wrapped(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:  # noqa: ANN401  # as they come
            self.expect()
            return real(*args, **options)

        return call

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(sqlite3, "connect", self.connect)
        for name in ("lstat", "mkdir", "iterdir", "chmod", "unlink"):
            patch.setattr(Path, name, self.wrapped(getattr(Path, name)))
        for name in ("link", "fsync"):
            patch.setattr(os, name, self.wrapped(getattr(os, name)))


real_connect = sqlite3.connect


def database_error(code: int) -> BaseException:
    error = sqlite3.OperationalError(CODES[code])
    error.sqlite_errorcode = code
    return error


def system_error(number: int) -> BaseException:
    return OSError(number, os.strerror(number))


FAILURES: dict[str, Callable[[], BaseException]] = {
    **{message: lambda code=code: database_error(code) for code, message in CODES.items()},  # type: ignore[misc]
    **{errno.errorcode[one]: lambda one=one: system_error(one) for one in (errno.EIO, errno.EMFILE)},  # type: ignore[misc]
}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder in which GIVEN is kept, and its version."""
    store = FileStore(tmp_path_factory.mktemp("template") / "store", ttl=None)
    return store.folder, store.save("a", GIVEN, None)


@pytest.mark.parametrize("fail", FAILURES.values(), ids=list(FAILURES))
@pytest.mark.parametrize("use", ["load", "save", "forget", "first save"])
def test_bad_input_58_a_failure_anywhere_leaves_the_history_before_or_after(
    template: tuple[Path, str], tmp_path: Path, fail: Callable[[], BaseException], use: str
) -> None:
    uses: dict[str, Callable[[FileStore], object]] = {
        "load": lambda store: loaded(store, "a"),
        "save": lambda store: store.save("a", NEXT, template[1]),
        "forget": lambda store: store.forget("a"),
        "first save": lambda store: store.save("b", NEXT, None),
    }
    told: list[tuple[type[StoreError], bool]] = []
    for first in range(1, 200):
        folder = tmp_path / f"store {first}"
        if use != "first save":
            shutil.copytree(template[0], folder)
        store, system, done = FileStore(folder, ttl=None), FailingSystem(fail, first), True
        with pytest.MonkeyPatch.context() as patch:
            system.install(patch)
            try:
                uses[use](store)
            except StoreError as error:
                told.append((type(error), "UIDIFF_STORE" in str(error)))
                done = False
        if not system.has_failed:
            break
        if use == "first save":
            assert len(names(store, "b")) == (3 if done else 0)
        elif use == "forget":
            assert (store.load("a") is None) == done
        else:
            assert_equal(loaded(store, "a"), NEXT if done and use == "save" else GIVEN)
        assert {path.name for path in folder.iterdir()} <= {NAME} if folder.exists() else True
    else:
        pytest.fail("it never came to its end")
    assert len(told) > 3
    assert set(told) == {(StoreError, True)}  # the system has failed, and nothing is damaged


# ------------------------------------------------------------------ real systems


@contextmanager
def limited(name: str, most: int) -> Iterator[None]:
    """A limit of the system, where there are such."""
    resource = pytest.importorskip("resource", reason="limits of a process are of POSIX")
    kind = getattr(resource, name)
    limit = resource.getrlimit(kind)
    resource.setrlimit(kind, (most, limit[1]))
    try:
        yield
    finally:
        resource.setrlimit(kind, limit)


def test_bad_input_58_a_file_that_cannot_grow_keeps_what_was_there(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store", ttl=None)
    version = store.save("a", GIVEN, None)
    large = GIVEN.with_state(state(4, elements=20_000), baseline=True)
    with limited("RLIMIT_FSIZE", 60_000), pytest.raises(StoreError, match=r"(disk I/O error|full|large).*make room"):
        store.save("a", large, version)
    assert_equal(loaded(store, "a"), GIVEN)
    store.save("a", large, version)


def test_bad_input_58_a_full_database_keeps_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileStore(tmp_path / "store", ttl=None)
    version = store.save("a", GIVEN, None)
    monkeypatch.setattr(file_store, "_SETTINGS", f"{file_store._SETTINGS}PRAGMA max_page_count = 8;")
    with pytest.raises(StoreError, match=r"database or disk is full.*make room"):
        store.save("a", GIVEN.with_state(state(4, elements=20_000), baseline=True), version)
    assert_equal(loaded(store, "a"), GIVEN)


def test_bad_input_58_without_a_free_descriptor_nothing_is_lost(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store", ttl=None)
    store.save("a", GIVEN, None)
    with limited("RLIMIT_NOFILE", 3), pytest.raises(StoreError, match=r"(unable to open|Too many open files)"):
        store.load("a")
    assert_equal(loaded(store, "a"), GIVEN)


@pytest.fixture
def read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileStore:
    """A store on a disk that can only be read: root ignores modes, so the database is opened for reading."""
    store = FileStore(tmp_path / "store", ttl=60)
    store.save("a", GIVEN, None)

    def connect(place: str, **options: Any) -> sqlite3.Connection:  # noqa: ANN401  # as they come
        return real_connect(place.replace("mode=rw", "mode=ro"), **options)

    monkeypatch.setattr(sqlite3, "connect", connect)
    return store


def test_bad_input_58_a_read_only_disk_is_read_and_refuses_the_rest(read_only: FileStore) -> None:
    later = FileStore(read_only.folder, ttl=60, clock=lambda: time.time() + 30)
    found = later.load("a")  # that it was used cannot be noted
    assert found is not None
    assert_equal(found[0], GIVEN)
    for use in (lambda: later.save("a", NEXT, found[1]), lambda: later.forget("a")):
        with pytest.raises(StoreError, match="readonly"):
            use()


def test_what_has_expired_and_cannot_be_removed_is_trouble_with_the_disk(read_only: FileStore) -> None:
    later = FileStore(read_only.folder, ttl=1e-9)
    for _ in range(2):
        with pytest.raises(StoreError, match="readonly") as caught:  # else it would have expired for ever
            later.load("a")
        assert type(caught.value) is StoreError
    assert later.load("b") is None


def test_a_process_that_writes_for_too_long_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_store, "_PATIENCE", 0.01)
    store = FileStore(tmp_path / "store", ttl=None)
    version = store.save("a", GIVEN, None)
    with closing(real_connect(store.folder / NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked"):
            store.save("a", NEXT, version)
        assert_equal(loaded(store, "a"), GIVEN)
    store.save("a", NEXT, version)


HALF_WRITTEN = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.executescript("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE;")
database.execute("UPDATE windows SET version = 'torn', history = zeroblob(300000)")
database.execute("UPDATE states SET state = zeroblob(300000)")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL is of POSIX")
def test_bad_input_58_what_a_killed_process_wrote_by_half_is_taken_back(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store", ttl=None)
    fill(store, "a", 1)
    before = (store.folder / NAME).read_bytes()
    subprocess.run([sys.executable, "-c", HALF_WRITTEN, str(store.folder / NAME)], check=False)
    assert (store.folder / NAME).read_bytes() != before
    assert (store.folder / f"{NAME}-journal").stat().st_mode & 0o777 == 0o600
    assert names(store, "a") == ["state 1"]
    assert [path.name for path in store.folder.iterdir()] == [NAME]
