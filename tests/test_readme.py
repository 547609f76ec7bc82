"""The code in README and in docs runs, and prints what stands below it; and no link leads nowhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
BLOCKS = [
    pytest.param(*block.groups(), id=f"{page.relative_to(ROOT).as_posix()}-{number}")
    for page in PAGES
    for number, block in enumerate(BLOCK.finditer(page.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize(("code", "shown"), BLOCKS)
def test_every_python_block_runs_and_prints_what_stands_below_it(
    code: str,
    shown: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "a page's python block", "exec"), {})  # noqa: S102  # it is ours
    assert shown is None or capsys.readouterr().out == shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_first_block_shows_what_it_prints() -> None:
    assert BLOCKS[0].values[1]


def test_the_first_screen_has_the_two_commands_and_ten_lines_of_python() -> None:
    screen = README.splitlines()[:32]
    assert any(line.startswith("make demo") for line in screen)
    assert any(line.startswith("make test") for line in screen)
    assert len(PYTHON[0].strip().splitlines()) <= 14
    assert PYTHON[0] in README[: len("\n".join(screen)) + 200]
