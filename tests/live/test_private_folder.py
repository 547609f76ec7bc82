"""Which folders a store is kept in, and which are refused: spec/bad-inputs#52."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from tests.live.store_contract import fill, history, names
from uidiff.errors import StoreError
from uidiff.live.file_store import FileStore
from uidiff.live.private_folder import default_folder

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and permissions are of POSIX")


def private(path: Path) -> Path:
    path.mkdir(mode=0o700)
    return path


def link(path: Path) -> None:
    path.symlink_to(private(path.parent / "elsewhere"))


def link_nowhere(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def file(path: Path) -> None:
    path.write_text("precious")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def open_for(bits: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        private(path).chmod(0o700 | bits)

    return make


def in_shared(mode: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        private(path)
        path.parent.chmod(mode)

    return make


REFUSED = {
    "link": (link, "is a link"),
    "link nowhere": (link_nowhere, "is a link"),
    "link to itself": (link_to_itself, "(is a link|cannot be a folder)"),
    "file": (file, "is no folder"),
    "pipe": (fifo, "is no folder"),
    "readable by the group": (open_for(0o040), "is open to others; run chmod 700"),
    "writable by the group": (open_for(0o020), "is open to others; run chmod 700"),
    "to be entered by others": (open_for(0o001), "is open to others; run chmod 700"),
    "like the shared temp folder": (open_for(0o1077), "is open to others; run chmod 700"),
    "in the shared temp folder": (in_shared(0o1777), "is in a folder that everybody may change"),
    "in a folder of everybody": (in_shared(0o777), "is in a folder that everybody may change"),
    "in a folder that everybody may write to": (in_shared(0o702), "is in a folder that everybody may change"),
}


USES: dict[str, Callable[[FileStore], object]] = {
    "load": lambda store: store.load("a"),
    "save": lambda store: store.save("a", history(1), None),
    "forget": lambda store: store.forget("a"),
}


def everything_in(folder: Path) -> list[tuple[str, int]]:
    return sorted((str(path), path.lstat().st_mode) for path in folder.rglob("*"))


@posix
@pytest.mark.parametrize("use", USES.values(), ids=list(USES))
@pytest.mark.parametrize(("make", "problem"), REFUSED.values(), ids=list(REFUSED))
def test_bad_input_52_a_folder_that_is_not_private_is_refused_and_left_as_it_is(
    tmp_path: Path,
    make: Callable[[Path], None],
    problem: str,
    use: Callable[[FileStore], object],
) -> None:
    above = private(tmp_path / "above")
    make(above / "store")
    before = everything_in(tmp_path)
    with pytest.raises(StoreError, match=problem) as caught:
        use(FileStore(above / "store"))
    assert "UIDIFF_STORE" in str(caught.value)
    assert ascii(str(above / "store")) in str(caught.value)
    assert everything_in(tmp_path) == before


@posix
def test_bad_input_52_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileStore(private(tmp_path / "store"))
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    with pytest.raises(StoreError, match="belongs to another user"):
        store.load("a")


@posix
def test_bad_input_52_below_a_folder_of_everybody_nothing_is_made(tmp_path: Path) -> None:
    shared = private(tmp_path / "shared")
    shared.chmod(0o777)
    with pytest.raises(StoreError, match="everybody may change"):
        FileStore(shared / "mine" / "store").load("a")
    assert list(shared.iterdir()) == []


@posix
def test_below_a_folder_of_the_shared_temp_folder_it_may_be(tmp_path: Path) -> None:
    shared = private(tmp_path / "shared")
    shared.chmod(0o1777)
    store = FileStore(private(shared / "mine") / "store")
    fill(store, "a", 1)
    assert names(store, "a") == ["state 1"]


@posix
def test_a_link_above_may_lead_to_a_private_folder_but_not_to_everybodys(tmp_path: Path) -> None:
    (tmp_path / "good").symlink_to(private(tmp_path / "mine"))
    fill(FileStore(tmp_path / "good" / "store"), "a", 1)
    private(tmp_path / "shared").chmod(0o1777)
    (tmp_path / "bad").symlink_to(tmp_path / "shared")
    with pytest.raises(StoreError, match="everybody may change"):
        FileStore(tmp_path / "bad" / "store").load("a")


@posix
def test_a_folder_is_checked_at_each_use(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store")
    fill(store, "a", 1)
    store.folder.chmod(0o750)
    with pytest.raises(StoreError, match="chmod 700"):
        store.load("a")
    store.folder.chmod(0o700)
    assert names(store, "a") == ["state 1"]
    store.folder.rename(tmp_path / "elsewhere")
    store.folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="is a link"):
        store.load("a")


def test_where_there_are_no_owners_what_can_be_checked_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getuid", raising=False)
    monkeypatch.delattr(os, "fchmod", raising=False)
    store = FileStore(tmp_path / "store")
    fill(store, "a", 1)
    assert names(store, "a") == ["state 1"]
    (tmp_path / "link").symlink_to(tmp_path / "store")
    with pytest.raises(StoreError, match="is a link"):
        FileStore(tmp_path / "link").load("a")


def test_a_name_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be a folder"):
        FileStore(f"{tmp_path}/a\0b").load("a")


def test_a_folder_whose_name_drives_a_terminal_is_told_escaped(tmp_path: Path) -> None:
    (tmp_path / "\x1b[2J\n").write_text("a file")
    with pytest.raises(StoreError) as caught:
        FileStore(tmp_path / "\x1b[2J\n").load("a")
    assert str(caught.value).isprintable()


# ------------------------------------------------------------------ the default


def environment(monkeypatch: pytest.MonkeyPatch, platform: str = "linux", **given: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("UIDIFF_STORE", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, given.get(name, ""))
    monkeypatch.setenv("HOME", "/home/me")


def test_the_default_is_the_users_own_folder_as_is_the_custom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = str(private(tmp_path / "run"))
    linux: dict[str, dict[str, str]] = {
        "/home/me/.cache/uidiff": {},
        "/named": {"UIDIFF_STORE": "/named", "XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": "/cache"},
        f"{runtime}/uidiff": {"UIDIFF_STORE": "", "XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": "/cache"},
        "/cache/uidiff": {"XDG_CACHE_HOME": "/cache"},
        "here": {"UIDIFF_STORE": "here"},
    }
    for folder, given in linux.items():
        environment(monkeypatch, **given)
        assert default_folder() == Path(folder)


@posix
@pytest.mark.parametrize("runtime", ["run", "/nowhere at all", "{}/open", "{}/link", "{}/file", "{}/others"])
def test_a_runtime_folder_that_is_not_private_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runtime: str
) -> None:
    private(tmp_path / "open").chmod(0o755)
    (tmp_path / "link").symlink_to(private(tmp_path / "private"))
    (tmp_path / "file").touch(0o600)
    private(tmp_path / "others")
    if runtime.endswith("others"):
        other = os.getuid() + 1
        monkeypatch.setattr(os, "getuid", lambda: other)
    environment(monkeypatch, XDG_RUNTIME_DIR=runtime.format(tmp_path), XDG_CACHE_HOME="/cache")
    assert default_folder() == Path("/cache/uidiff")


def test_on_a_mac_a_runtime_folder_is_no_custom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment(monkeypatch, "darwin", XDG_RUNTIME_DIR=str(private(tmp_path / "run")), XDG_CACHE_HOME="/cache")
    assert default_folder() == platformdirs.user_cache_path("uidiff", appauthor=False)


def test_without_a_home_the_variable_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    environment(monkeypatch)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: Path("~/.cache/uidiff"))
    with pytest.raises(StoreError, match="set UIDIFF_STORE to a folder of your own"):
        FileStore()


def test_folders_above_are_made_for_the_owner_alone(tmp_path: Path) -> None:
    fill(FileStore(tmp_path / "a" / "b" / "c"), "a", 1)
    made = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"]
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in made] == [0o700] * 3


def test_a_folder_that_another_process_makes_at_the_same_time_is_taken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = FileStore(tmp_path / "store")
    mkdir = os.mkdir

    def late(path: str, mode: int) -> None:
        mkdir(path, mode)
        mkdir(path, mode)

    monkeypatch.setattr(os, "mkdir", late)
    fill(store, "a", 1)
    assert names(store, "a") == ["state 1"]
