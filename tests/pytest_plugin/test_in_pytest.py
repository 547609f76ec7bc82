"""The plug-in in pytest: its cost, its output, and that other projects run as before. Real runs, each a process."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.pytest_plugin.programs import pytest_in

ROOT = Path(__file__).parents[2]

FAILING = """
def test_clicks(ui_diff):
    program = mail()
    with ui_diff("scripted", program) as change:
        program.find(name="Invoice 2").remove()
        program.add(DIALOG)
    assert_no_unexpected_change(change, allowed=[uidiff.events.DialogAppeared])

def test_false(ui_diff):
    program = mail()
    with ui_diff("scripted", program) as change:
        program.find(name="Invoice 2").remove()
    assert not change

def test_equal(ui_diff):
    program = mail()
    before = ui_diff.read("scripted", program)
    program.find(name="Invoice 2").remove()
    assert before == ui_diff.read("scripted", program)

def test_saved(ui_diff):
    ui_diff.check("inbox", "scripted", mail())

def test_texts():
    assert "a" == "b"
    assert 1 != 1
"""


CURE = "pytest --uidiff-update writes it; read it before you commit it"


def errors(printed: str) -> list[str]:
    """The lines of the failures."""
    return [line.removeprefix("E").strip() for line in printed.splitlines() if line.startswith("E ")]


def test_pyproject_names_the_plug_in() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"uidiff": "uidiff.pytest_plugin"}


def test_loading_it_imports_nothing_but_itself() -> None:
    code = (
        "import pytest, sys, json; known = set(sys.modules); import uidiff.pytest_plugin\n"
        "print(json.dumps(sorted(set(sys.modules) - known)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=600)
    assert json.loads(done.stdout) == ["lazy_loader", "uidiff", "uidiff.pytest_plugin"]


def test_a_project_that_does_not_use_it_runs_as_before_and_loads_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(
        "import sys\n"
        "def test_nothing_is_loaded():\n"
        "    assert sorted(name for name in sys.modules if name.startswith('uidiff')) == "
        "['uidiff', 'uidiff.pytest_plugin']\n"
        "def test_fails():\n"
        "    assert {'a': 1} == {'a': 2}\n"
    )
    done = pytest_in(tmp_path, "", "test_other.py")
    assert "1 failed, 1 passed" in done.stdout
    assert "uidiff" not in re.sub(r"^.*test_nothing_is_loaded.*$", "", done.stdout)
    assert done.stderr == ""


def test_failures_read_well_and_show_no_frame_of_ours(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, FAILING)
    assert done.returncode == 1, done.stdout
    assert errors(done.stdout) == [
        'AssertionError: 1 unexpected change: 1 listitem removed: "Invoice 2". 1 removed, 6 unchanged.',
        '- item "Invoice 2"',
        "(1 other change expected or allowed)",
        'assert not <Change: 1 listitem removed: "Invoice 2". 6 elements unchanged.>',
        "assert <Snapshot of 7 elements> == <Snapshot of 6 elements>",
        '# diff: 1 listitem removed: "Invoice 2". 1 removed, 6 unchanged.',
        '- item "Invoice 2"',
        f"AssertionError: __uidiff__/test_inner/inbox.json is missing: {CURE}",
        "AssertionError: assert 'a' == 'b'",
        "",
        "- b",
        "+ a",
    ]
    assert set(re.findall(r"^(\S+\.py):\d+:", done.stdout, re.MULTILINE)) == {"test_inner.py"}


def test_an_update_writes_says_what_and_the_next_run_passes(tmp_path: Path) -> None:
    tests = """
def test_inbox(ui_diff):
    ui_diff.check("inbox", "scripted", mail())

@pytest.mark.parametrize("number", [1, 2])
def test_each(ui_diff, number):
    ui_diff.check(f"inbox-{number}", "scripted", mail(f"Invoice {number}"))
"""
    done = pytest_in(tmp_path, tests, "--uidiff-update", "-p", "xdist.plugin", "-n", "2")
    assert "3 passed" in done.stdout
    names = [f"__uidiff__/test_inner/{name}.json" for name in ("inbox-1", "inbox-2", "inbox")]
    lines = done.stdout.splitlines()
    (at,) = (number for number, line in enumerate(lines) if "uidiff: baselines written" in line)
    assert lines[at + 1 : at + 4] == names
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.json")) == names
    done = pytest_in(tmp_path, tests)
    assert (done.returncode, "uidiff" in done.stdout) == (0, False)


def test_the_tests_of_the_howto_run_and_say_what_it_shows(tmp_path: Path) -> None:
    page = (ROOT / "docs/howto/testing.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    tests = "".join(block for block in blocks if "\ndef " in block or block.startswith(("def ", "@pytest")))
    shown = re.findall(r"^```\n(E .*?)^```$", page, re.DOTALL | re.MULTILINE)
    done = pytest_in(tmp_path, tests, "--uidiff-update")
    assert "2 failed, 6 passed" in done.stdout
    assert [line for block in shown for line in block.splitlines()] == re.findall(r"^E .*$", done.stdout, re.MULTILINE)
    assert len(shown) == 2
    failing = re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE)
    deselected = [argument for test in failing for argument in ("--deselect", test)]
    assert "6 passed" in pytest_in(tmp_path, tests, *deselected).stdout


def test_without_the_plug_in_its_fixtures_are_not_there_and_the_assertion_is(tmp_path: Path) -> None:
    tests = """
def test_inbox(ui_diff):
    pass

def test_snapshots():
    before = uidiff.Snapshot.from_dicts({"role": "window"})
    assert_no_unexpected_change(uidiff.diff(before, before))
"""
    done = pytest_in(tmp_path, tests, plugin=False)
    assert "1 passed, 1 error" in done.stdout
    assert "fixture 'ui_diff' not found" in done.stdout


def test_installed_it_is_loaded_by_its_entry_point_and_can_be_left_out_by_its_name(tmp_path: Path) -> None:
    tests = "def test_it(ui_diff): assert not ui_diff(*[uidiff.Snapshot.from_dicts({'role': 'window'})] * 2)"
    assert "1 passed" in pytest_in(tmp_path, tests, plugin=False, installed=True).stdout
    left_out = pytest_in(tmp_path, tests, "-p", "no:uidiff", plugin=False, installed=True)
    assert "fixture 'ui_diff' not found" in left_out.stdout


def test_nothing_has_to_be_set_up(tmp_path: Path) -> None:
    (tmp_path / "test_alone.py").write_text(
        "from tests.pytest_plugin.programs import mail\n"
        "def test_it(ui_diff):\n"
        "    program = mail()\n"
        "    with ui_diff('scripted', program) as change:\n"
        "        program.find(name='Send').change(bounds=(1, 2, 3, 4))\n"
        "    assert not change\n"
    )
    assert "1 passed" in pytest_in(tmp_path, "", "test_alone.py").stdout


def test_its_fixtures_are_listed_with_what_they_are_for(tmp_path: Path) -> None:
    done = pytest_in(tmp_path, "", "--fixtures", "--help")
    assert "--uidiff-update" in done.stdout
    done = pytest_in(tmp_path, "", "--fixtures")
    assert re.search(r"^ui_diff -- .*\n +What an action changes, and whether a window", done.stdout, re.MULTILINE)
    assert "ui_diff_options" in done.stdout


def test_types_for_annotations_are_loaded_when_they_are_named() -> None:
    import uidiff.pytest_plugin as plugin

    assert plugin.UIDiff.__module__ == "uidiff.pytest_plugin.fixture"
    assert plugin.Change.__module__ == "uidiff.pytest_plugin.change"
    with pytest.raises(AttributeError, match="has no attribute 'Chnage'"):
        plugin.Chnage  # noqa: B018  # type: ignore[attr-defined]  # asking is enough
