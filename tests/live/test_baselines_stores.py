"""spec/definitions#13-windows, spec/bad-inputs#46, #56 to #60: baselines that are damaged, foreign or newer, and
stores that fail.

The answer comes all the same: it is the whole tree, and says why.
"""

from __future__ import annotations

import errno
import math
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.failing_store import Failing
from tests.live.watching import mail
from tests.live.witness import Witness, changes, opened, told, why
from uidiff import Report
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict, StoreError
from uidiff.formats.choice import FIRST, NOTHING
from uidiff.live.baselines import DAMAGED, EXPIRED, FOREIGN, NEWER, UNREADABLE
from uidiff.live.file_store import FileStore
from uidiff.live.store import MemoryStore


def change(folder: Path, sql: str) -> None:
    """Change the database of a store behind its back."""
    with closing(sqlite3.connect(folder / "baselines.sqlite3")) as database, database:
        database.execute(sql)


HISTORY = "UPDATE windows SET history = substr(history, 2)"
OLDEST = "UPDATE states SET state = substr(state, 2) WHERE rowid = (SELECT min(rowid) FROM states)"
NEWEST = "UPDATE states SET state = substr(state, 2) WHERE rowid = (SELECT max(rowid) FROM states)"
DATABASE = "PRAGMA user_version = 0"


def answered(ui: ScriptedUI, folder: Path, count: int) -> list[str]:
    """The tokens of so many answers of one session, with a change in between; ``s0``, ``s1``, … are values by then."""
    session = opened(ui, store=FileStore(folder, ttl=None))
    tokens = []
    for turn in range(count):
        ui.find(name="Search").value = f"s{turn}"
        tokens.append(session.describe().token)
    return tokens


# ------------------------------------------------------------------- damage


@pytest.mark.parametrize("sql", [HISTORY, NEWEST, DATABASE])
def test_bad_inputs_56_57_a_damaged_baseline_is_said_once_and_removed(tmp_path: Path, sql: str) -> None:
    ui, folder = mail(), tmp_path / "s"
    answered(ui, folder, 2)
    change(folder, sql)
    assert why(opened(ui, store=FileStore(folder, ttl=None)).describe()) == DAMAGED
    assert opened(ui, store=FileStore(folder, ttl=None)).describe().reason == NOTHING


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf{}", bytes(range(256)), "{}".encode("utf-16")])
def test_bad_input_56_a_file_that_is_something_else_is_said_once(tmp_path: Path, content: bytes) -> None:
    ui, folder = mail(), tmp_path / "s"
    answered(ui, folder, 1)
    (folder / "baselines.sqlite3").write_bytes(content)
    assert why(opened(ui, store=FileStore(folder, ttl=None)).describe()) == DAMAGED
    assert opened(ui, store=FileStore(folder, ttl=None)).describe().reason == NOTHING


def test_bad_input_57_an_older_baseline_that_is_damaged_hurts_only_who_asks_for_it(tmp_path: Path) -> None:
    ui, folder = mail(), tmp_path / "s"
    tokens = answered(ui, folder, 3)
    change(folder, OLDEST)
    session = opened(ui, store=FileStore(folder, ttl=None))
    assert session.describe().reason == NOTHING
    assert told(session.describe(since=tokens[1])).changed[0].fields == {"value": ("s1", "s2")}
    assert why(session.describe(since=tokens[0])) == DAMAGED
    assert session.describe().reason == NOTHING


@pytest.mark.parametrize("sql", [HISTORY, NEWEST, DATABASE])
def test_bad_input_56_a_session_that_goes_on_keeps_its_numbers_whatever_is_damaged(tmp_path: Path, sql: str) -> None:
    ui, folder = mail(), tmp_path / "s"
    session, witness = opened(ui, store=FileStore(folder, ttl=None)), Witness(ui)
    first = witness.of(session.describe())
    change(folder, sql)
    ui.add({"role": "status", "name": "new"})
    assert witness.of(session.describe()).items() >= first.items()
    ui.find(name="new").remove()
    report = session.describe()
    assert witness.of(report) == first
    assert changes(report) == {"removed": ["new"]}


def test_a_damaged_baseline_that_a_poll_has_found_is_said_by_the_answer(tmp_path: Path) -> None:
    ui, folder = mail(), tmp_path / "s"
    session = opened(ui, store=FileStore(folder, ttl=None))
    session.describe()
    change(folder, HISTORY)
    session.settle(quiet=0.1)
    assert why(session.describe()) == DAMAGED


def test_after_a_damaged_baseline_numbers_begin_anew_and_none_means_two_elements(tmp_path: Path) -> None:
    ui, folder = mail(), tmp_path / "s"
    answered(ui, folder, 1)
    change(folder, NEWEST)
    session, witness = opened(ui, store=FileStore(folder, ttl=None)), Witness(ui)
    assert sorted(witness.of(session.describe()).values()) == [1, 2, 3, 4, 5, 6, 7]
    ui.find(name="Mails").add({"role": "listitem", "name": "new"}, at=0)
    report = session.describe()
    witness.of(report)
    assert changes(report) == {"added": ["new"]}


# ------------------------------------------------------- newer, and others'


def test_a_newer_uidiffs_baseline_is_the_whole_tree_and_left_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ui, folder = mail(), tmp_path / "s"
    answered(ui, folder, 1)
    change(folder, "PRAGMA user_version = 3")
    newer = (folder / "baselines.sqlite3").read_bytes()
    session = opened(ui, store=FileStore(folder, ttl=None))
    assert why(session.describe()) == NEWER
    ui.find(name="Mail 1").remove()
    assert changes(session.describe()) == {"removed": ["Mail 1"]}
    assert (folder / "baselines.sqlite3").read_bytes() == newer
    assert len(warnings(caplog)) == 1


def test_a_session_goes_on_from_its_own_answer_where_another_has_begun_anew() -> None:
    ui, store = mail(), MemoryStore()
    mine, witness = opened(ui, store=store), Witness(ui)
    witness.of(mine.describe())
    store.close()  # everything is forgotten
    ui.find(name="Mail 0").remove()
    theirs = opened(ui, store=store).describe()
    assert why(theirs) == FIRST
    report = mine.describe()
    witness.of(report)
    assert changes(report) == {"removed": ["Mail 0"]}
    assert changes(mine.describe(since=theirs.token)) == {"removed": ["Mail 0"]}  # since its own answer before that
    assert changes(mine.describe()) == {}


def test_numbers_that_mean_other_elements_here_are_foreign() -> None:
    first, second = mail(pid=1), mail(pid=2)
    store = MemoryStore()
    opened(second, store=store).describe()  # numbers from 1 on
    session = opened(first, second, store=store)
    for ui in (first, second):
        ui.roots[0].recreate()
    witness = Witness(first, second)
    witness.of(session.describe())
    report = session.describe(target=second)
    assert why(report) == FOREIGN
    witness.of(report)
    assert changes(session.describe(target=second)) == {}


# ------------------------------------------------------------ stores that fail


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("uidiff")]


METHODS = ["load", "save"]
"""What every session calls in its second answer."""


@pytest.mark.parametrize("times", [1, math.inf])
@pytest.mark.parametrize("method", METHODS)
def test_bad_input_58_a_store_that_fails_is_left_for_memory_with_one_warning(
    method: str, times: float, caplog: pytest.LogCaptureFixture
) -> None:
    ui, store = mail(), Failing()
    session, witness = opened(ui, store=store), Witness(ui)
    first = session.describe()
    witness.of(first)
    store.times[method] = times
    second = session.describe()
    assert told(second).before.columns == first.snapshot.columns
    before = store.calls.total()
    for turn in range(3):
        ui.find(name="Mails").add({"role": "listitem", "name": f"new {turn}"}, at=0)
        report = session.describe()
        witness.of(report)
        assert changes(report) == {"added": [f"new {turn}"]}
        assert told(session.describe(since=second.token)).added[-1].after.name == "new 0"
    assert store.calls.total() == before
    assert warnings(caplog) == [
        "the store of baselines has failed (StoreError): they are kept in memory from now on",
    ]


@pytest.mark.parametrize("times", [1, math.inf])
@pytest.mark.parametrize("method", ["load", "save"])
def test_bad_input_58_a_store_that_fails_at_the_first_answer_is_left_too(
    ui: ScriptedUI, method: str, times: float, caplog: pytest.LogCaptureFixture
) -> None:
    session = opened(ui, store=Failing(**{method: times}))
    assert why(session.describe()) == (UNREADABLE if method == "load" else FIRST)
    ui.find(name="Mail 1").remove()
    assert changes(session.describe()) == {"removed": ["Mail 1"]}
    assert len(warnings(caplog)) == 1


@pytest.mark.parametrize("times", [1, math.inf])
def test_bad_input_58_a_store_that_fails_to_load_is_the_whole_tree_and_says_why(
    times: float, caplog: pytest.LogCaptureFixture
) -> None:
    ui, store = mail(), Failing()
    opened(ui, store=store).describe()
    session = opened(ui, store=store)
    store.times["state"] = times
    assert why(session.describe()) == UNREADABLE
    ui.find(name="Mail 1").remove()
    assert changes(session.describe()) == {"removed": ["Mail 1"]}
    assert len(warnings(caplog)) == 1


def test_a_store_that_fails_to_load_an_older_baseline_leaves_the_newest(caplog: pytest.LogCaptureFixture) -> None:
    ui, store = mail(), Failing()
    first = opened(ui, store=store)
    token = first.describe().token
    ui.find(name="Mail 1").remove()
    first.describe()
    session = opened(ui, store=store)
    session.describe()
    store.times["state"] = 1
    assert why(session.describe(since=token)) == UNREADABLE
    ui.find(name="Mail 0").remove()
    assert changes(session.describe()) == {"removed": ["Mail 0"]}
    assert len(warnings(caplog)) == 1


def test_a_store_that_fails_to_forget_what_is_damaged_is_left(caplog: pytest.LogCaptureFixture) -> None:
    ui, store = mail(), Failing()
    opened(ui, store=store).describe()
    session = opened(ui, store=store)
    store.error = CorruptSnapshot("broken")
    store.times.update(state=1, forget=1)
    assert why(session.describe()) == DAMAGED
    ui.find(name="Mail 0").remove()
    assert changes(session.describe()) == {"removed": ["Mail 0"]}
    assert len(warnings(caplog)) == 1


def test_bad_input_58_several_windows_are_carried_into_memory_with_one_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    uis = [mail(pid=pid) for pid in (1, 2, 3)]
    store = Failing()
    session = opened(*uis, store=store)
    for ui in uis:
        session.describe(target=ui)
        ui.find(name="Mail 1").remove()
    store.times["load"] = math.inf
    for ui in uis:
        assert changes(session.describe(target=ui)) == {"removed": ["Mail 1"]}
    assert len(warnings(caplog)) == 1


def test_the_warning_names_the_kind_of_the_error_and_nothing_of_the_window(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ui = mail()
    store = Failing(save=1)
    store.error = StoreError(errno.EIO, "Mail 1 of Inbox at some/path")
    opened(ui, store=store).describe()
    assert warnings(caplog) == ["the store of baselines has failed (StoreError): they are kept in memory from now on"]


@pytest.mark.parametrize("method", ["load", "state"])
@pytest.mark.parametrize("error", [SnapshotExpired("over"), CorruptSnapshot("broken")])
def test_what_is_gone_for_once_is_no_failure_of_the_store(
    method: str, error: StoreError, caplog: pytest.LogCaptureFixture
) -> None:
    ui, store = mail(), Failing()
    opened(ui, store=store).describe()
    session = opened(ui, store=store)
    store.error, store.times[method] = error, 1
    assert why(session.describe()) == (EXPIRED if isinstance(error, SnapshotExpired) else DAMAGED)
    assert warnings(caplog) == []
    assert session.describe().reason == NOTHING


@pytest.mark.parametrize("changed", [True, False])
def test_a_conflict_is_no_failure_of_the_store(changed: bool, caplog: pytest.LogCaptureFixture) -> None:
    ui, store = mail(), Failing()
    opened(ui, store=store).describe()
    session = opened(ui, store=store)
    store.error, store.times["save"] = StoreConflict("somebody else"), 1
    if changed:
        ui.find(name="Mail 1").remove()
    assert changes(session.describe()) == ({"removed": ["Mail 1"]} if changed else {})
    assert warnings(caplog) == []
    assert session.describe().reason == NOTHING


steps = st.lists(
    st.tuples(st.booleans(), st.sampled_from(["", "load", "save", "state"]), st.booleans()),
    max_size=8,
)


@given(steps)
def test_bad_input_58_whenever_and_wherever_a_store_fails_every_answer_is_right(
    given_steps: Sequence[tuple[bool, str, bool]],
) -> None:
    ui, store = mail(), Failing()
    session, witness = opened(ui, store=store), Witness(ui)
    base: Report = session.describe()
    numbers = witness.of(base)
    for turn, (changed, method, since) in enumerate(given_steps):
        if changed:
            ui.find(name="Mails").add({"role": "listitem", "name": f"new {turn}"}, at=0)
        store.times = {method: 1}
        report = session.describe(since=base.token if since else None)
        if report.delta is None:
            assert report.reason == UNREADABLE
        else:
            assert report.delta.before.columns == base.snapshot.columns
            assert bool(report.delta) is changed
        seen = witness.of(report)
        assert seen.items() >= numbers.items()
        base, numbers = report, seen


def test_a_file_store_whose_folder_is_refused_is_left(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "s").mkdir(mode=0o777)
    (tmp_path / "s").chmod(0o777)  # that others may write there is what is refused
    ui = mail()
    session = opened(ui, store=FileStore(tmp_path / "s"))
    assert why(session.describe()) == UNREADABLE
    assert changes(session.describe()) == {}
    assert len(warnings(caplog)) == 1


# -------------------------------------------------------------------- secrets


def test_bad_input_46_a_field_stays_hidden_when_its_baseline_has_expired_or_was_damaged(tmp_path: Path) -> None:
    field = {"role": "textbox", "name": "Password", "value": "hunter2", "states": {"protected": True}}
    ui = ScriptedUI([{"role": "form", "children": [field]}])
    folder = tmp_path / "s"
    session = opened(ui, store=FileStore(folder, ttl=None))
    session.describe()
    ui.find(name="Password").states = {}
    spoils: list[Callable[[], None]] = [lambda: change(folder, NEWEST), lambda: change(folder, "DELETE FROM windows")]
    for spoil in spoils:
        spoil()
        report = session.describe(mode="full", format="json")
        assert "hunter2" not in report.text
        assert report.snapshot[1].secret
    assert all(b"hunter2" not in path.read_bytes() for path in folder.iterdir())
