"""A real page in Chromium, recorded before and after a change that broke its accessibility."""

from pathlib import Path

import pytest

from tests.backends.web.browsers import browser
from uidiff import Recorder
from uidiff.compare import compare_runs, open_run

GOOD = """<!doctype html><title>Shop</title>
<header><nav aria-label="Main"><a href="#a">Home</a> <a href="#b">Basket</a></nav></header>
<main><h1>Shop</h1><h2>Lamps</h2>
<ul aria-label="Lamps">
  <li>Desk lamp <button aria-label="Remove desk lamp">x</button>
  <li>Floor lamp <button aria-label="Remove floor lamp">x</button>
</ul>
<form aria-label="Order">
  <label for=e>Email</label><input id=e placeholder="you@example.com" aria-describedby=h><p id=h>We write once.</p>
  <button aria-label="Close" type=button><svg width=10 height=10></svg></button>
  <button type=button id=details>Details</button>
  <button type=button aria-expanded=false>More</button>
  <div role=button tabindex=0 aria-label="Zoom">+</div>
  <button type=button>Pay</button>
</form>
<div id=out></div></main>
<script>details.onclick = () => out.insertAdjacentHTML("beforeend", "<p>All details</p>")</script>"""

BROKEN = [
    ('<nav aria-label="Main">', "<div>"),
    ("</nav>", "</div>"),
    ("<h2>Lamps</h2>", "<div>Lamps</div>"),
    ("Remove desk lamp", "Remove"),
    ("Remove floor lamp", "Remove"),
    ("<label for=e>Email</label>", "<span>Email</span>"),
    (" aria-describedby=h", ""),
    (' aria-label="Close"', ""),
    ("<button type=button id=details>Details</button>", "<div id=details>Details</div>"),
    (" aria-expanded=false", ""),
    (" tabindex=0", ""),
    ("  <button type=button>Pay</button>\n", ""),
    ("<p>All details</p>", "<p>All details</p><p role=alert>Error: cannot load</p>"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two recordings of the page, and Playwright's aria snapshots of both."""
    made = tmp_path_factory.mktemp("runs")
    bad = GOOD
    for good, broken in BROKEN:
        assert good in bad
        bad = bad.replace(good, broken)
    more = GOOD.replace("<ul aria-label", "<p>Sale!</p><ul aria-label").replace("Desk lamp", "Wall lamp", 1)
    with browser() as chromium:
        for name, html in (("good", GOOD), ("bad", bad), ("other", more)):
            page = chromium.new_page()
            page.set_content(html)
            with Recorder("web", page, made / f"{name}.jsonl.gz") as recorder:
                recorder.step("open")
                recorder.step("press Details", page.get_by_text("Details", exact=True).click)
            (made / f"{name}.aria.yml").write_text(page.locator("body").aria_snapshot())
            page.close()
    return made


def test_each_broken_thing_is_found_once_and_nothing_else(folder: Path) -> None:
    result = compare_runs(open_run(folder / "good.jsonl.gz"), open_run(folder / "bad.jsonl.gz"))
    assert [str(finding) for finding in result.findings] == [
        'new-error: alert "Error: cannot load"',
        'lost-element: button "Pay" in form "Order"',
        'lost-role: button "Details" in form "Order": button -> generic',
        'lost-name: textbox "Email" in form "Order": "Email" -> "you@example.com"',
        'lost-name: button "Close" in form "Order": "Close" -> none',
        'not-focusable: button "Details" in form "Order"',
        'not-focusable: button "Zoom" in form "Order"',
        'lost-landmark: navigation "Main" in banner: navigation -> generic',
        'lost-heading: heading "Lamps" in main: heading -> generic',
        'duplicate-name: button "Remove desk lamp" in listitem "Desk lamp": "Remove desk lamp" -> "Remove"',
        'duplicate-name: button "Remove floor lamp" in listitem "Floor lamp": "Remove floor lamp" -> "Remove"',
        'lost-description: textbox "Email" in form "Order": "We write once." -> none',
        'lost-state: button "More" in form "Order": expanded -> none',
        'other-focus: button "Details" in form "Order": "button Details" -> "document Shop"',
    ]
    assert [len(finding.steps) for finding in result.findings] == [1, *[2] * 12, 1]


def test_other_content_and_the_way_back_lose_nothing(folder: Path) -> None:
    good = open_run(folder / "good.jsonl.gz")
    assert compare_runs(good, open_run(folder / "other.jsonl.gz")).findings == ()
    kinds = {finding.kind for finding in compare_runs(open_run(folder / "bad.jsonl.gz"), good).findings}
    assert kinds <= {"other-focus"}


def test_playwrights_snapshots_show_what_they_hold(folder: Path) -> None:
    result = compare_runs(open_run(folder / "good.aria.yml"), open_run(folder / "bad.aria.yml"))
    assert {finding.kind for finding in result.findings} == {
        *("new-error", "lost-element", "lost-role", "lost-name", "lost-landmark", "lost-heading", "duplicate-name"),
    }
    assert compare_runs(open_run(folder / "good.aria.yml"), open_run(folder / "other.aria.yml")).findings == ()
