"""A page with steps is recorded in a real Chromium; a run that fails leaves the old recording."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from benchmarks.corpus import score
from benchmarks.corpus.recorder import looking
from benchmarks.corpus.recorder.agreement import agreement_of
from benchmarks.corpus.recorder.playwright_texts import TextRecorder, read_lines, texts
from benchmarks.corpus.recorder.web_apps import record_app, session
from tests.parts import need

PAGE = """<!doctype html><title>Shop</title>
<ul id=list><li>Milk</li></ul>
<button onclick="list.append(Object.assign(document.createElement('li'), {textContent: 'Bread'}))">Add</button>"""
STEPS = """
NEUTRAL = {"Milk": "Tea"}
def record(page, step):
    step("open")
    step("add", lambda: page.get_by_role("button", name="Add").click(), settle_ms=0)
    step("idle", settle_ms=0)
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An application of one page."""
    monkeypatch.setenv("CHROMIUM", need("chromium", "chromium"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "steps.py").write_text(STEPS)
    return folder


def test_an_application_is_recorded_step_by_step(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record_app(source, tmp_path / "web")
    [opened, added, idle] = next(iter(score.recordings([file])))
    assert [n["t"] for n in opened["nodes"] if n["r"] == "StaticText"] == ["Tea", "Add"]
    assert (opened["app"], opened["url"], opened["title"]) == ("shop", "http://localhost/", "Shop")
    truths = [{n["truth"] for n in snapshot["nodes"]} for snapshot in (opened, added, idle)]
    assert truths[0] < truths[1] == truths[2]
    assert looking.score_of(file).endswith("lenient F1 1.00000")
    looking.show(file)
    assert "+ StaticText 'Bread'" in capsys.readouterr().out


def test_a_run_that_fails_leaves_the_old_recording(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "web" / "shop.jsonl.gz"
    file.parent.mkdir()
    file.write_bytes(b"old")
    (source / "steps.py").write_text(STEPS + "    raise RuntimeError('the page has no such button')")
    with pytest.raises(RuntimeError, match="no such button"):
        record_app(source, file.parent)
    assert [f.name for f in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == b"old"


def test_a_server_is_started_and_ended(source: Path, tmp_path: Path) -> None:
    (source / "server.py").write_text(
        "import http.server, sys\n"
        "http.server.ThreadingHTTPServer(\n"
        "    ('localhost', int(sys.argv[1])), http.server.SimpleHTTPRequestHandler\n"
        ").serve_forever()\n"
    )
    assert looking.score_of(record_app(source, tmp_path / "web")).startswith("shop: 2 steps")


def with_texts(
    source: Path, recorded: Path, then: Callable[[TextRecorder], None] = lambda _: None, *, navigates: bool = False
) -> Path:
    """The texts of another run of the script, with a second client that is none, and more steps after it."""
    file = recorded.with_name("shop.pw.jsonl.gz")
    answers = iter([None, *[None if navigates else "- <changed>"] * 9])

    def second() -> Mapping[str, str | None]:
        return {"full": "- all of Milk", "incremental": next(answers)}

    with session(source) as (page, neutral, play), texts(page, file, recorded, second, neutral) as recorder:
        play(recorder.step)
        then(recorder)
    return file


def test_texts_are_written_beside_a_recording_and_their_names_are_its_own(source: Path, tmp_path: Path) -> None:
    recorded = record_app(source, tmp_path / "web")
    before = recorded.read_bytes()
    file = with_texts(source, recorded)
    [opened, added, _] = read_lines(file)
    assert (opened["app"], opened["step"], opened["inc58"], opened["full58"]) == ("shop", 0, None, "- all of Tea")
    assert (added["step"], added["inc58"]) == (1, "- <changed>")
    assert ["Bread" in line["ai"] for line in read_lines(file)] == [False, True, True]
    agreement = agreement_of(recorded, file)  # the marks of the list are names too, and in no text
    assert agreement.startswith("shop: 3 steps, 72.2% of the names, 100.0% of the own ones")
    assert "1 of 1 own ones that came" in agreement
    assert recorded.read_bytes() == before


def test_texts_of_another_session_than_the_recorded_one_are_not_written(source: Path, tmp_path: Path) -> None:
    recorded = record_app(source, tmp_path / "web")
    with pytest.raises(SystemExit, match="step 3, 'again', is another one in the recording"):
        with_texts(source, recorded, lambda recorder: recorder.step("again", settle_ms=0))
    with pytest.raises(SystemExit, match="step 1, 'add': a navigation"):
        with_texts(source, recorded, navigates=True)
    (source / "steps.py").write_text(STEPS.replace('    step("idle", settle_ms=0)\n', ""))
    with pytest.raises(SystemExit, match="2 steps, and 3 in the recording"):
        with_texts(source, recorded)
    assert [file.name for file in recorded.parent.iterdir()] == [recorded.name]
