"""A page with steps is recorded in a real Chromium; a run that fails leaves the old recording."""

from pathlib import Path

import pytest

from benchmarks.corpus import score
from benchmarks.corpus.recorder import looking
from benchmarks.corpus.recorder.web_apps import record_app
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
