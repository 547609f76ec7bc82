"""``ui_diff.check``: a window compared with what was saved beside the test."""

from pathlib import Path

import attrs
import pytest

import uidiff
import uidiff.testing
from tests.pytest_plugin.programs import DIALOG, fixture, mail
from uidiff.pytest_plugin.fixture import without_run_details


def checked(folder: Path, program: object, *, update: bool = False, **options: object) -> list[str]:
    """Check a program, and what was written."""
    ui_diff, written = fixture(folder, update=update)
    ui_diff.check("inbox", "scripted", program, **options)  # type: ignore[arg-type]
    return written


def file_in(folder: Path) -> Path:
    return folder / "__uidiff__" / "test_mail" / "inbox.json"


def test_a_baseline_that_is_missing_fails_with_the_cure_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as caught:
        checked(tmp_path, mail())
    said = "__uidiff__/test_mail/inbox.json is missing: pytest --uidiff-update writes it; read it before you commit it"
    assert str(caught.value) == said
    assert list(tmp_path.iterdir()) == []


def test_what_was_written_passes_in_another_run_of_the_program(tmp_path: Path) -> None:
    assert checked(tmp_path, mail(), update=True) == ["__uidiff__/test_mail/inbox.json"]
    other = mail()
    other.restart()  # another process, other ids
    other.document = "another"
    assert checked(tmp_path, other) == []
    assert len(uidiff.load(file_in(tmp_path))) == 7


def test_what_differs_fails_with_the_change_and_the_cure(tmp_path: Path) -> None:
    checked(tmp_path, mail(), update=True)
    program = mail("Invoice 1", "Invoice 3")
    with pytest.raises(AssertionError) as caught:
        checked(tmp_path, program)
    first, *_, last = str(caught.value).splitlines()
    assert first == '1 unexpected change: 1 listitem removed: "Invoice 2". 1 removed, 6 unchanged.'
    assert last.startswith("(compared with __uidiff__/test_mail/inbox.json; if this is meant: pytest --uidiff-update, ")
    assert checked(tmp_path, program, update=True) == ["__uidiff__/test_mail/inbox.json"]
    assert checked(tmp_path, program) == []


def test_ids_of_another_run_pair_nothing(tmp_path: Path) -> None:
    """In this run the ids of the first one belong to other elements; they are said to be stable in both."""
    checked(tmp_path, mail("Invoice 1", "Invoice 2", "Invoice 3"), update=True)
    shifted = mail("Invoice 0", "Invoice 1", "Invoice 2", "Invoice 3")
    with pytest.raises(AssertionError, match=r'^1 unexpected change: 1 listitem added: "Invoice 0"'):
        checked(tmp_path, shifted)


def test_an_update_leaves_alone_what_does_not_differ(tmp_path: Path) -> None:
    checked(tmp_path, mail(), update=True)
    before = file_in(tmp_path).read_bytes()
    moved = mail()
    moved.find(name="Send").bounds = (5, 5, 5, 5)
    assert checked(tmp_path, moved, update=True) == []
    moved.find(name="Search").value = "tax"
    assert checked(tmp_path, moved, update=True, allowed=[uidiff.events.ValueEntered]) == []
    assert checked(tmp_path, moved, update=True, ignore=["value"]) == []
    assert file_in(tmp_path).read_bytes() == before


def test_a_snapshot_is_checked_as_it_is(tmp_path: Path) -> None:
    snapshot = uidiff.Snapshot.from_dicts({"role": "window", "children": [DIALOG]}, taken_at=1.0, pid=3)
    ui_diff, written = fixture(tmp_path, update=True)
    ui_diff.check("one", snapshot)
    assert written == ["__uidiff__/test_mail/one.json"]
    fixture(tmp_path)[0].check("one", snapshot)


def test_a_window_that_was_not_read_whole_is_neither_compared_nor_saved_unless_that_is_accepted(tmp_path: Path) -> None:
    program = mail()
    for update in (False, True):
        program.cut(program.find(role="list"), times=100)
        with pytest.raises(AssertionError, match=r"inbox\.json: the window was not read whole"):
            checked(tmp_path, program, update=update)
    assert list(tmp_path.iterdir()) == []
    assert checked(tmp_path, program, update=True, partial=True) != []
    assert checked(tmp_path, mail(), partial=True) == []
    with pytest.raises(AssertionError, match="newly read"):
        checked(tmp_path, mail())


@pytest.mark.parametrize("name", ["", "../inbox", "a/b", "a\\b", ".hidden", "Inbox", "in box", "a" * 101, "-x", "x\n"])
def test_a_name_that_leads_elsewhere_or_is_not_the_same_everywhere_is_refused(tmp_path: Path, name: str) -> None:
    ui_diff, _ = fixture(tmp_path, update=True)
    with pytest.raises(ValueError, match=r"no name of a baseline: .*; take small letters"):
        ui_diff.check(name, "scripted", mail())
    with pytest.raises(TypeError, match="a baseline's name is a text, got int"):
        ui_diff.check(3, "scripted", mail())  # type: ignore[arg-type]  # that is the point
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_baseline_is_named_and_is_rewritten_on_demand(tmp_path: Path) -> None:
    checked(tmp_path, mail(), update=True)
    file_in(tmp_path).write_text("{", encoding="utf-8")
    with pytest.raises(uidiff.errors.InvalidSnapshot, match=r"^__uidiff__/test_mail/inbox\.json: "):
        checked(tmp_path, mail())
    assert checked(tmp_path, mail(), update=True) != []
    assert checked(tmp_path, mail()) == []


def test_no_secret_is_saved(tmp_path: Path) -> None:
    program = mail()
    program.find(name="Search").change(value="hunter2", states={"protected": True})
    checked(tmp_path, program, update=True)
    assert "hunter2" not in file_in(tmp_path).read_text(encoding="utf-8")
    program.find(name="Search").value = "another"
    assert checked(tmp_path, program) == []  # that a password was replaced is known within one run only


def test_paths_outside_of_the_root_are_shown_whole(tmp_path: Path) -> None:
    baselines = attrs.evolve(fixture(tmp_path)[0]._baselines, root=tmp_path / "elsewhere")
    assert baselines.shown("inbox") == (tmp_path / "__uidiff__/test_mail/inbox.json").as_posix()


def test_what_lasts_of_a_snapshot_is_all_that_is_reported_but_the_document() -> None:
    snapshot = uidiff.Snapshot.from_dicts(
        {"role": "window", "name": "Mail", "id": "7", "id_stable": True, "automation_id": "main"},
        app="Mail",
        title="Inbox",
        url="https://a.example/inbox?token=1",
        document="3",
        pid=3,
        taken_at=1.0,
    )
    kept = without_run_details(snapshot)
    assert (kept[0].id, kept.pid, kept.document, kept.taken_at) == (None, None, None, None)
    assert not uidiff.diff(snapshot, kept, ignore=("document",))
    assert kept[0].automation_id == "main"
    assert uidiff.loads(uidiff.dumps(kept)) == without_run_details(kept) == kept
