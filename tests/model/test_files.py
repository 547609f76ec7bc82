"""Files written whole or not at all: under a name of their own first, then published."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from uidiff.model.files import is_left_over, left_over_name, replacing, written_beside


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o377], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def rename_to(target: Path) -> Callable[[str], None]:
    def publish(beside: str) -> None:
        Path(beside).rename(target)

    return publish


def test_a_file_is_published_when_it_is_whole_and_closed(tmp_path: Path) -> None:
    seen = []

    def publish(beside: str) -> None:
        seen.append((names(tmp_path) == [Path(beside).name], Path(beside).read_bytes()))
        os.link(beside, tmp_path / "a")

    with written_beside(tmp_path / "a", publish) as file:
        file.write(b"whole")
        assert [is_left_over(name) for name in names(tmp_path)] == [True]
    assert seen == [(True, b"whole")]
    assert file.closed
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize("error", [OSError("disk"), ValueError("no"), KeyboardInterrupt()], ids=repr)
def test_nothing_is_left_of_a_file_that_was_not_written_or_not_published(tmp_path: Path, error: BaseException) -> None:
    def refuse(_: str) -> None:
        raise error

    with pytest.raises(type(error)), written_beside(tmp_path / "a", refuse) as file:
        file.write(b"whole")
    with pytest.raises(type(error)), written_beside(tmp_path / "a", rename_to(tmp_path / "a")) as file:
        raise error
    assert file.closed
    assert names(tmp_path) == []


def test_a_private_file_is_its_owners_alone_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    for private in (True, False):
        with written_beside(tmp_path / "a", rename_to(tmp_path / "a"), private=private) as file:
            file.write(b"whole")
        mode = stat.S_IMODE((tmp_path / "a").stat().st_mode)
        assert mode == (0o600 if private else 0o666 & ~umask)


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere/a'$"), replacing(tmp_path / "nowhere" / "a"):
        pass


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(mode)
    with replacing(tmp_path / "a") as file:
        file.write(b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == mode
    assert names(tmp_path) == ["a"]


def test_names_of_files_not_published_are_known_and_never_the_same() -> None:
    found = [left_over_name() for _ in range(100)]
    assert all(map(is_left_over, found))
    assert len(set(found)) == 100


@pytest.mark.parametrize(
    "name", ["", "a", ".uidiff-.tmp", ".uidiff-0123456789abcdef.tmp\n", ".uidiff-0123456789ABCDEF.tmp"]
)
def test_other_names_are_not_taken_for_ours(name: str) -> None:
    assert not is_left_over(name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files there")
def test_bad_input_54_what_is_no_plain_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        before = (tmp_path / name).lstat()
        with pytest.raises(OSError, match="no plain file, name another one"), replacing(tmp_path / name):
            pass
        assert (tmp_path / name).lstat() == before
    assert names(tmp_path) == ["folder", "pipe"]
