"""Which folders a store is kept in, and which are refused: spec/bad-inputs#52."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.live.store_contract import fill, numbers, state, told
from uidiff.errors import StoreError
from uidiff.live.default_folder import default_folder
from uidiff.live.file_store import FileStore

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


@pytest.fixture(params=["by descriptor", "by name"])
def _ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by name":
        monkeypatch.setattr(os, "supports_dir_fd", set())


USES: dict[str, Callable[[FileStore], object]] = {
    "kept": lambda store: store.kept("a"),
    "load": lambda store: store.load("a", 1),
    "save": lambda store: store.save("a", state(1), after=0),
    "touch": lambda store: store.touch("a", 20, after=1),
    "forget": lambda store: store.forget("a", before=1),
}


def everything_in(folder: Path) -> list[tuple[str, int]]:
    return sorted((str(path), path.lstat().st_mode) for path in folder.rglob("*"))


@posix
@pytest.mark.usefixtures("_ways")
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
        store.kept("a")


@posix
def test_bad_input_52_below_a_folder_of_everybody_nothing_is_made(tmp_path: Path) -> None:
    shared = private(tmp_path / "shared")
    shared.chmod(0o777)
    with pytest.raises(StoreError, match="everybody may change"):
        FileStore(shared / "mine" / "store").kept("a")
    assert list(shared.iterdir()) == []


@posix
def test_below_a_folder_of_the_shared_temp_folder_it_may_be(tmp_path: Path) -> None:
    shared = private(tmp_path / "shared")
    shared.chmod(0o1777)
    store = FileStore(private(shared / "mine") / "store")
    fill(store, "a", state(1))
    assert numbers(store, "a") == [1]


@posix
def test_a_link_above_may_lead_to_a_private_folder_but_not_to_everybodys(tmp_path: Path) -> None:
    (tmp_path / "good").symlink_to(private(tmp_path / "mine"))
    fill(FileStore(tmp_path / "good" / "store"), "a", state(1))
    private(tmp_path / "shared").chmod(0o1777)
    (tmp_path / "bad").symlink_to(tmp_path / "shared")
    with pytest.raises(StoreError, match="everybody may change"):
        FileStore(tmp_path / "bad" / "store").kept("a")


@posix
def test_a_folder_is_checked_at_each_use(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store")
    fill(store, "a", state(1))
    store.folder.chmod(0o750)
    with pytest.raises(StoreError, match="chmod 700"):
        store.kept("a")
    store.folder.chmod(0o700)
    assert numbers(store, "a") == [1]
    store.folder.rename(tmp_path / "elsewhere")
    store.folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match="is a link"):
        store.kept("a")


@posix
def test_a_folder_that_is_swapped_while_it_is_used_is_not_written_to(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = FileStore(tmp_path / "store")
    other = private(tmp_path / "other")
    listdir = os.listdir

    def late(place: int) -> list[str]:
        if store.folder.exists() and not store.folder.is_symlink():
            store.folder.rename(tmp_path / "moved")
            store.folder.symlink_to(other)
        return listdir(place)

    fill(store, "a", state(1))
    monkeypatch.setattr(os, "listdir", late)
    assert store.save("a", state(2), after=1) == 2
    monkeypatch.undo()
    assert list(other.iterdir()) == []
    assert len(list((tmp_path / "moved").iterdir())) == 2


def test_where_there_are_no_owners_what_can_be_checked_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getuid", raising=False)
    monkeypatch.delattr(os, "fchmod", raising=False)
    monkeypatch.setattr(os, "supports_dir_fd", set())
    store = FileStore(tmp_path / "store")
    fill(store, "a", state(1))
    store.touch("a", 20, after=1)
    assert (numbers(store, "a"), told(store, "a")) == ([1], [20])
    (tmp_path / "link").symlink_to(tmp_path / "store")
    with pytest.raises(StoreError, match="is a link"):
        FileStore(tmp_path / "link").kept("a")


def test_a_name_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be a folder"):
        FileStore(f"{tmp_path}/a\0b").kept("a")


def test_a_folder_whose_name_drives_a_terminal_is_told_escaped(tmp_path: Path) -> None:
    (tmp_path / "\x1b[2J\n").write_text("a file")
    with pytest.raises(StoreError) as caught:
        FileStore(tmp_path / "\x1b[2J\n").kept("a")
    assert str(caught.value).isprintable()


# ------------------------------------------------------------------ the default


def test_the_default_is_the_users_own_folder_as_is_the_custom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    runtime = str(private(tmp_path / "run"))
    linux = {
        "/home/me/.cache/uidiff": {},
        "/named": {"UIDIFF_STORE": "/named", "XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": "/cache"},
        f"{runtime}/uidiff": {"UIDIFF_STORE": "", "XDG_RUNTIME_DIR": runtime, "XDG_CACHE_HOME": "/cache"},
        "/cache/uidiff": {"XDG_CACHE_HOME": "/cache"},
    }
    for folder, environment in linux.items():
        assert default_folder(environment=environment, platform="linux") == Path(folder)
    assert default_folder(environment={"XDG_CACHE_HOME": "cache"}, platform="linux") == Path("/home/me/.cache/uidiff")
    assert default_folder(environment={"UIDIFF_STORE": "here"}, platform="linux") == Path("here")
    assert default_folder(environment={}, platform="darwin") == Path("/home/me/Library/Caches/uidiff")
    assert default_folder(environment={}, platform="win32") == Path("/home/me/AppData/Local/uidiff/Cache")
    local = {"LOCALAPPDATA": "/local"}
    assert default_folder(environment=local, platform="win32") == Path("/local/uidiff/Cache")


@posix
@pytest.mark.parametrize("runtime", ["run", "/nowhere at all", "/a\0b", "{}/open", "{}/link", "{}/file"])
def test_a_runtime_folder_that_is_not_private_is_passed_over(tmp_path: Path, runtime: str) -> None:
    private(tmp_path / "open").chmod(0o755)
    (tmp_path / "link").symlink_to(private(tmp_path / "private"))
    (tmp_path / "file").touch(0o600)
    environment = {"XDG_RUNTIME_DIR": runtime.format(tmp_path), "XDG_CACHE_HOME": "/cache"}
    assert default_folder(environment=environment, platform="linux") == Path("/cache/uidiff")


@posix
def test_a_runtime_folder_of_another_user_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"XDG_RUNTIME_DIR": str(private(tmp_path / "run")), "XDG_CACHE_HOME": "/cache"}
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert default_folder(environment=environment, platform="linux") == Path("/cache/uidiff")


def test_without_a_home_the_variable_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.setenv("UIDIFF_STORE", "")
    for name in ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(StoreError, match="set UIDIFF_STORE to a folder of your own"):
        FileStore()


def test_folders_above_are_made_for_the_owner_alone(tmp_path: Path) -> None:
    fill(FileStore(tmp_path / "a" / "b" / "c"), "a", state(1))
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
    assert fill(store, "a", state(1)) == [1]
