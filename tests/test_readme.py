"""The code in README runs, and prints what README says that it prints."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("number", range(len(PYTHON)))
def test_every_python_block_of_the_readme_runs(
    number: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(PYTHON[number], f"README.md, python block {number}", "exec"), {})  # noqa: S102  # it is ours


def test_the_first_block_prints_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PYTHON[0], "README.md", "exec"), {})  # noqa: S102  # it is ours
    shown = re.search(r"^```python\n.*?^```\n\n```\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert shown is not None
    assert capsys.readouterr().out == shown[1]


def test_the_first_screen_has_the_two_commands_and_ten_lines_of_python() -> None:
    screen = README.splitlines()[:32]
    assert any(line.startswith("make demo") for line in screen)
    assert any(line.startswith("make test") for line in screen)
    assert len(PYTHON[0].strip().splitlines()) <= 14
    assert PYTHON[0] in README[: len("\n".join(screen)) + 200]
