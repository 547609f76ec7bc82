"""The code in README and in docs runs, and prints what stands below it; and no link leads nowhere.

A block that imports uidiff stands alone; any other goes on from the one above it. Those that need Spark or a browser
run in a process of their own: ``getOrCreate`` would take over the session of other tests, and Playwright allows one
synchronous session in a thread.
"""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

import uidiff
from tests.console_blocks import patiently, was_too_busy
from tests.own_spark import spark_environment
from tests.parts import need, need_java
from uidiff.formats import choice
from uidiff.formats.stream import StreamRecord, read_line
from uidiff.live import baselines, core
from uidiff.recordings.demo import demo_path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


Blocks = list[tuple[str, str | None]]
"""Blocks that go on from one another, each with what stands below it."""


def plays(page: Path) -> list[Blocks]:
    """The blocks of a page, those that go on from one another together."""
    found: list[Blocks] = []
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if re.search(r"^import uidiff", block[1], re.MULTILINE) or not found:
            found.append([])
        found[-1].append((block[1], block[2]))
    return found


def needs(package: str, blocks: Blocks) -> bool:
    return any(re.search(rf"\b{package}\b", code) for code, _ in blocks)


def needs_spark(blocks: Blocks) -> bool:
    return needs("pyspark", blocks)


def needs_browser(blocks: Blocks) -> bool:
    return needs("playwright", blocks)


PLAYS = [
    pytest.param(blocks, id=f"{page.relative_to(ROOT).as_posix()}-{number}")
    for page in PAGES
    for number, blocks in enumerate(plays(page))
    if not needs_spark(blocks) and not needs_browser(blocks)
]


@pytest.mark.parametrize("blocks", PLAYS)
def test_every_python_block_runs_and_prints_what_stands_below_it(
    blocks: Blocks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if needs("duckdb", blocks):
        pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UIDIFF_STORE", str(tmp_path / "store"))
    names: dict[str, object] = {"__name__": "a page"}
    for code, shown in blocks:
        exec(compile(code, "a page's python block", "exec"), names)  # noqa: S102  # it is ours
        printed = capsys.readouterr().out
        assert shown is None or printed == shown


def test_every_block_with_spark_runs_and_prints_what_stands_below_it(tmp_path: Path) -> None:
    need_java()
    (tmp_path / "recordings").mkdir()
    shutil.copy(demo_path(), tmp_path / "recordings")  # which the pages speak of
    run_apart({page: list(filter(needs_spark, plays(page))) for page in PAGES}, tmp_path, spark_environment(tmp_path))


def test_every_block_with_a_browser_runs_and_prints_what_stands_below_it(tmp_path: Path) -> None:
    need("chromium", "chromium")
    run_apart({page: list(filter(needs_browser, plays(page))) for page in PAGES}, tmp_path, dict(os.environ))


def run_apart(pages: dict[Path, list[Blocks]], folder: Path, environment: dict[str, str]) -> None:
    """Run blocks in a process of their own, and compare what each prints with what stands below it.

    A machine may be too busy to read a whole page in the usual time, and the answer says so: the blocks run again then.
    """
    shown = [shown for found in pages.values() for blocks in found for _, shown in blocks]
    printed = patiently(
        lambda: printed_apart(pages, folder, environment),
        lambda printed: any(
            expected is not None and was_too_busy(said, expected) for said, expected in zip(printed, shown, strict=True)
        ),
    )
    places = [(page, code) for page, found in pages.items() for blocks in found for code, _ in blocks]
    for (page, code), said, expected in zip(places, printed, shown, strict=True):
        assert expected is None or said == expected, f"{page.name}:\n{code}"


def printed_apart(pages: dict[Path, list[Blocks]], folder: Path, environment: dict[str, str]) -> list[str]:
    """What each block prints."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests/run_blocks.py")],
        input=json.dumps([[code for code, _ in blocks] for found in pages.values() for blocks in found]),
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    printed: list[str] = json.loads(done.stdout)
    return printed


def test_the_pages_show_spark() -> None:
    assert [page.name for page in PAGES if any(map(needs_spark, plays(page)))] == ["spark.md", "tables.md"]


def test_the_readme_is_short_and_shows_a_real_page_first() -> None:
    assert len(README.encode()) <= 10_000
    assert needs_browser(plays(ROOT / "README.md")[0])


def names_of(blocks: Blocks) -> dict[str, Any]:
    """What the blocks define; those that print something are left out."""
    names: dict[str, Any] = {"__name__": "a page"}
    for code, shown in blocks:
        if shown is None:
            exec(compile(code, "a page's python block", "exec"), names)  # noqa: S102  # it is ours
    return names


TestFolderBackend = names_of(plays(ROOT / "docs/howto/backends.md")[0])["TestFolderBackend"]
"""The backend of the howto keeps the rules of all backends: what its own block says, run here."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_heading_leads_to_one(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if link[1] not in anchors(page.parent / link[0] if link[0] else page)] == []


def test_the_first_block_shows_what_it_prints() -> None:
    ((_, shown),) = plays(ROOT / "README.md")[0]
    assert shown


def test_the_first_screen_has_the_two_commands_and_ten_lines_of_python() -> None:
    screen = README.splitlines()[:43]
    assert any(line.startswith("make demo") for line in screen)
    assert any(line.startswith("make test") for line in screen)
    assert any("uidiff proxy -- npx @playwright/mcp" in line for line in screen)
    assert len([line for line in PYTHON[0].partition("\n\nwith ")[2].splitlines() if line]) <= 10
    assert PYTHON[0] in README[: len("\n".join(screen)) + 200]


def test_the_first_screen_shows_describe_and_what_it_answers() -> None:
    screen = "\n".join(README.splitlines()[:54])
    assert "ui.describe()" in screen
    assert "# diff: " in screen


PROSE = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("name", [name for name in uidiff.__all__ if name != "__version__"])
def test_every_public_name_is_told_of(name: str) -> None:
    assert re.search(rf"\b{name}\b", PROSE)


def test_every_method_and_option_of_a_session_is_told_of() -> None:
    session = uidiff.Session
    pages = "\n".join(
        page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *(ROOT / "docs/howto").glob("*.md"))
    )
    methods = [name for name in vars(session) if not name.startswith("_")]
    options = {
        option
        for method in (session, *(getattr(session, name) for name in methods))
        for option in inspect.signature(method).parameters
        if option != "self"
    }
    silent = [name for name in (*methods, *sorted(options)) if not re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", pages)]
    assert silent == []


def test_the_howto_has_every_reason_that_a_report_gives() -> None:
    page = (ROOT / "docs/howto/sessions.md").read_text(encoding="utf-8")
    reasons = {
        value
        for module in (choice, core, baselines)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }
    assert sorted(reason for reason in reasons if f"`{reason}`" not in page) == []
    assert len(re.findall(r"^\| `[a-z']+ [a-z ']+` \|", page, re.MULTILINE)) == len(reasons) + 1


def test_the_howto_shows_a_line_of_every_stream_record() -> None:
    page = (ROOT / "docs/howto/streams.md").read_text(encoding="utf-8")
    lines = re.findall(r'\{"type":.*?\}(?=`|$)', page, re.MULTILINE)
    assert {type(read_line(line)) for line in lines} == set(get_args(StreamRecord))
    for line in lines:
        assert json.loads(read_line(line).line()) == json.loads(line)


def test_the_page_of_streams_shows_what_the_example_prints() -> None:
    shown = (ROOT / "docs/howto/streams.md").read_text(encoding="utf-8")
    assert (ROOT / "examples/observe.txt").read_text(encoding="utf-8") in shown
