"""Touches and saves of several processes that meet at any moment, and touches on disks that fail."""

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.live.marker_files import GIVEN, NO_FILES, assert_untouched, link, make_victim, marker, markers
from tests.live.store_contract import Clock, assert_same, fill, numbers, state, told
from tests.live.test_file_store_faults import FailingSystem, errors, run
from uidiff.errors import StoreConflict
from uidiff.live.file_store import FileStore
from uidiff.live.store import State

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


# ------------------------------------------------------------------ several at once


class Meanwhile(FailingSystem):
    """Does something at the n-th call that the store makes of the system."""

    def __init__(self, first: int, do: Callable[[], object]) -> None:
        super().__init__(0, first, times=1)
        self.do = do

    def expect(self, name: str) -> None:
        self.calls += 1
        if self.calls in self.failing:
            self.failed.append(name)
            self.do()


def acknowledged(do: Callable[[], object]) -> bool:
    """Whether the store has said that it is done. A test fails if it says anything but that it is a conflict."""
    try:
        do()
    except StoreConflict:
        return False
    return True


def each_moment_of(
    template: FileStore, place: Path, use: Callable[[FileStore], object], meanwhile: Callable[[FileStore], object]
) -> list[tuple[FileStore, bool, bool]]:
    """What came of a use and of another one in its midst, at each of its calls of the system."""
    found: list[tuple[FileStore, bool, bool]] = []
    for first in range(1, 1000):
        store = FileStore(shutil.copytree(template.folder, place / str(first)), ttl=None)
        other = FileStore(store.folder, ttl=None)
        said: list[bool] = []
        with pytest.MonkeyPatch.context() as patch:
            system = Meanwhile(first, lambda: said.append(acknowledged(lambda: meanwhile(other))))  # noqa: B023
            system.install(patch)
            done = acknowledged(lambda: use(store))  # noqa: B023
        if not said:
            return found
        found.append((store, done, said[0]))
    return pytest.fail("it never came to its end")


LATE, EARLY = attrs.evolve(state(3), ts=50), attrs.evolve(state(3), ts=30)


@pytest.mark.parametrize("given", [EARLY, LATE])
@pytest.mark.parametrize("save_first", [True, False])
def test_no_state_is_kept_behind_a_touch_that_is_as_late_whenever_they_meet(
    store: FileStore, tmp_path: Path, save_first: bool, given: State
) -> None:
    def save(other: FileStore) -> object:
        return other.save("a", given, after=2)

    def touch(other: FileStore) -> None:
        other.touch("a", 40, after=2)

    uses = (save, touch) if save_first else (touch, save)
    ends = set()
    for after, *said in each_moment_of(store, tmp_path, *uses):
        saved, touched = said if save_first else reversed(said)
        ends.add((saved, touched))
        assert (numbers(after, "a") == [1, 2, 3]) == saved
        if touched:
            assert told(after, "a")[-1] >= 40
            assert not saved or given.ts > 40
        assert after.kept("a")[-1].told >= after.kept("a")[-1].ts
        last = after.kept("a")[-1]
        again = attrs.evolve(state(9), ts=last.told + 1)
        assert after.save("a", again, after=last.seq) == last.seq + 1  # it goes on, whatever it was
    assert (True, False) in ends
    assert (False, True) in ends or given is LATE


def test_of_two_touches_the_later_one_holds_whenever_they_meet(store: FileStore, tmp_path: Path) -> None:
    for one, two in ((40, 50), (50, 40), (40, 40)):
        place = tmp_path / f"{one} {two}"
        ends = each_moment_of(
            store,
            place,
            lambda other: other.touch("a", one, after=2),  # noqa: B023
            lambda other: other.touch("a", two, after=2),  # noqa: B023
        )
        for after, *said in ends:
            assert all(said)
            assert told(after, "a") == [10, max(one, two)]
            assert_same(after.load("a", 2), GIVEN[1])


def test_a_read_is_told_of_a_touch_while_another_one_takes_its_place(store: FileStore, tmp_path: Path) -> None:
    store.touch("a", 40, after=2)
    seen: list[int] = []
    ends = each_moment_of(
        store,
        tmp_path,
        lambda other: seen.append(other.kept("a")[-1].told),
        lambda other: other.touch("a", 50, after=2),
    )
    assert len(ends) == len(seen) - 1
    assert set(seen) == {40, 50}


def test_what_takes_the_name_of_a_touch_in_between_and_is_no_marker_is_a_conflict(
    store: FileStore, monkeypatch: pytest.MonkeyPatch, victim: Path
) -> None:
    real = os.open

    def late(name: Any, *args: Any, **options: Any) -> int:  # noqa: ANN401  # as they come
        if str(name).endswith(".told"):
            monkeypatch.setattr(os, "open", real)
            link(marker(store, 40))
        return real(name, *args, **options)

    monkeypatch.setattr(os, "open", late)
    with pytest.raises(StoreConflict):
        store.touch("a", 40, after=2)
    assert_untouched(victim)
    store.touch("a", 40, after=2)
    assert told(store, "a") == [10, 40]


# ------------------------------------------------------------------------- drafts


def draft(store: FileStore) -> Path:
    return store.folder / f"{marker(store, 0).name[:32]}-0123456789abcdef.draft"


def test_a_touch_prevents_a_save_that_is_about_to_end(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.link

    def late(*args: Any, **options: Any) -> None:  # noqa: ANN401  # as they come
        monkeypatch.setattr(os, "link", real)
        (path,) = store.folder.glob("*.draft")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        store.touch("a", 40, after=2)
        real(*args, **options)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(StoreConflict):
        store.save("a", EARLY, after=2)
    assert told(store, "a") == [10, 40]
    assert {path.suffix for path in store.folder.iterdir()} == {".json", ".told"}


@pytest.mark.parametrize(("age", "left"), [(3500, True), (3700, False), (-3500, True), (-3700, False)])
def test_drafts_of_processes_that_were_killed_are_swept_when_they_are_an_hour_old(
    store: FileStore, clock: Clock, age: int, left: bool
) -> None:
    draft(store).write_bytes(b"{}")
    os.utime(draft(store), (clock.now - age, clock.now - age))
    assert store.save("a", state(3), after=2) == 3
    assert numbers(store, "a") == [1, 2, 3]
    assert draft(store).exists() == left


def test_drafts_go_with_their_expired_window(store: FileStore, clock: Clock) -> None:
    draft(store).write_bytes(b"{}")
    os.utime(draft(store), (clock.now, clock.now))
    clock.now += 61
    assert numbers(store, "b") == []
    assert list(store.folder.iterdir()) == []


@no_files
def test_bad_inputs_53_54_what_is_no_file_is_no_draft_and_is_removed(
    store: FileStore, victim: Path, make: Callable[[Path], None]
) -> None:
    make(draft(store))
    store.touch("a", 40, after=2)
    assert told(store, "a") == [10, 40]
    assert not os.path.lexists(draft(store))
    assert_untouched(victim)


# ---------------------------------------------------------------------- disks that fail


@errors
@pytest.mark.parametrize("times", [1, 10**6])
def test_a_touch_that_fails_anywhere_leaves_the_moment_before_or_after(
    store: FileStore, tmp_path: Path, error: int, times: int
) -> None:
    store.touch("a", 30, after=2)
    refused = 0
    for first in range(1, 1000):
        copy = FileStore(shutil.copytree(store.folder, tmp_path / str(first)), ttl=None)
        system = FailingSystem(error, first, times=times)
        done = run(lambda other: other.touch("a", 40, after=2), copy, system)
        if not system.failed:
            break
        refused += not done
        assert told(copy, "a")[-1] in ([40] if done else [30, 40])
        assert_same(copy.load("a", 2), GIVEN[1])
        assert {path.suffix for path in copy.folder.iterdir()} == {".json", ".told"}
        copy.touch("a", 40, after=2)
        assert told(copy, "a") == [10, 40]
    else:
        pytest.fail("it never came to its end")
    assert refused > 5
    assert markers(copy) == [40]


def test_a_mark_that_cannot_be_removed_harms_nothing(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.touch("a", 30, after=2)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "unlink", refuse)
    store.touch("a", 40, after=2)
    assert told(store, "a") == [10, 40]
    monkeypatch.undo()
    store.touch("a", 50, after=2)
    assert markers(store) == [50]
