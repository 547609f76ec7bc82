"""A command in this process, and files to call it with."""

from pathlib import Path

import pytest

from tests.cli.calls import Ended, Run, page
from uidiff import save
from uidiff.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def ended(*arguments: object) -> Ended:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = int(str(end.code))
        return Ended(code, *capsys.readouterr())

    return ended


@pytest.fixture
def pair(run: Run, tmp_path: Path) -> tuple[str, str]:
    """Two files of snapshots: b is renamed, c is new, and stands between."""
    del run  # it changes into the folder
    save(page("a", "b"), tmp_path / "before.json")
    save(page("a", "c", "b!"), tmp_path / "after.json")
    return "before.json", "after.json"
