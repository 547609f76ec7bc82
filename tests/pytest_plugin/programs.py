"""A small program to test, and pytest in a process of its own with the plug-in and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

from uidiff.backends.scripted import ScriptedUI
from uidiff.pytest_plugin import BUDGET, UIDiff
from uidiff.pytest_plugin.change import ReadOptions
from uidiff.pytest_plugin.fixture import BaselineFiles

ROOT = Path(__file__).parents[2]
QUICK = {"settle": 0.05}


def mail(*invoices: str) -> ScriptedUI:
    """A list of invoices, a field and a button."""
    items = [{"role": "listitem", "name": name} for name in invoices or ("Invoice 1", "Invoice 2", "Invoice 3")]
    parts = [{"role": "textbox", "name": "Search"}, {"role": "list", "children": items}]
    window = {"role": "window", "name": "Mail", "children": [*parts, {"role": "button", "name": "Send"}]}
    return ScriptedUI(window, app="Mail", title="Inbox")


DIALOG = {"role": "dialog", "name": "Save?", "children": [{"role": "button", "name": "Yes"}]}


def fixture(folder: Path, *, update: bool = False, **options: object) -> tuple[UIDiff, list[str]]:
    """What the fixture gives in a test in a folder, and the baselines that it writes."""
    written: list[str] = []
    baselines = BaselineFiles(
        folder=folder / "__uidiff__" / "test_mail", root=folder, update=update, wrote=written.append
    )
    return UIDiff(ReadOptions.of({**QUICK, **options}), baselines, budget=BUDGET), written


def pytest_in(
    folder: Path, tests: str, *arguments: str, plugin: bool = True, installed: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run tests; each may use what this module and pytest have.

    ``installed``: as if the plug-in were there by its entry point, beside all others that are installed.
    """
    head = (
        "import pytest, uidiff\n"
        "from tests.pytest_plugin.programs import DIALOG, mail\n"
        "from uidiff.pytest_plugin import assert_no_unexpected_change\n"
        "@pytest.fixture\n"
        "def ui_diff_options():\n"
        "    return {'settle': 0.05}\n"
    )
    (folder / "test_inner.py").write_text(head + tests, encoding="utf-8")
    (folder / "pytest.ini").write_text(
        "[pytest]\naddopts = --strict-markers --strict-config\nfilterwarnings = error\n", encoding="utf-8"
    )
    loaded = ("-p", "uidiff.pytest_plugin") if plugin else ()
    path = [str(ROOT), str(ROOT / "src")]
    if installed:
        described = folder / "installed" / "of_this_test-1.dist-info"
        described.mkdir(parents=True, exist_ok=True)
        (described / "METADATA").write_text("Metadata-Version: 2.1\nName: of-this-test\nVersion: 1\n")
        (described / "entry_points.txt").write_text("[pytest11]\nuidiff = uidiff.pytest_plugin\n")
        path.append(str(described.parent))
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *loaded, *arguments],
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if name not in {"CI", "PYTEST_ADDOPTS"}},
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "" if installed else "1",
            "PYTHONPATH": os.pathsep.join(path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "120",
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
