"""Names whose author means harm stay names: no dialog, no script, no request, no element, no character that acts.

The page of every test says what happened in it that must not (see ``quiet``); violations of its policy are among that.
"""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.formats.html.conftest import Open, Shown
from tests.formats.html.trees import Failed, mail, window
from uidiff import Snapshot, diff, render
from uidiff.formats.html.page import write_html
from uidiff.testing import HOSTILE_ROLES, HOSTILE_TEXTS
from uidiff.text import quote, replace_surrogates

TEXTS = [text for row, texts in HOSTILE_TEXTS.items() if row != 13 for text in texts]
RAW = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)
BREAK_OUTS = ("</script><script>window.ran = 1</script>", "<!--<script>", "]]>", "<svg onload=alert(1)>", "{title}")


KNOWN = """
html head meta title style body noscript header h1 nav button output div input kbd main section span p aside i details
summary pre dialog h2 h3 table tbody tr th td ul li b form script canvas
"""
"""The elements that a page is made of."""


def hostile(step: int) -> Snapshot:
    """Every text in every place, other ones at each step."""
    texts = [*TEXTS, *BREAK_OUTS]
    texts = texts[step:] + texts[:step]
    nodes: list[dict[str, Any]] = [
        {
            "role": HOSTILE_ROLES[number % len(HOSTILE_ROLES)],
            "name": text,
            "value": texts[number - 1],
            "description": text,
            "automation_id": text,
            "url": text,
            "actions": [text],
            "native_role": None,
            "states": {"placeholder": text},
            "bounds": [0, 20 * number, 200, 20],
        }
        for number, text in enumerate(texts)
    ]
    known = texts[-1]
    return window(*nodes, app=known, window=known, title=known, url=known, document=known, action=known)


def elements(page: Shown) -> dict[str, int]:
    """How many elements of each kind the page has."""
    return page.page.evaluate(
        """() => {
            const counts = {};
            for (const { localName: name } of document.querySelectorAll("*")) counts[name] = (counts[name] ?? 0) + 1;
            return counts;
        }"""
    )


def test_bad_inputs_1_to_21_hostile_texts_are_shown_and_nothing_else(opened: Open) -> None:
    steps = [hostile(0), Failed("<img src=x onerror=alert(1)>\x1b[31m"), hostile(1), hostile(2)]
    page = opened(steps, at=2, title="</title><script>alert(1)</script>")
    page.press("w", "s", "n", "u")
    for key in "jkjn":
        page.press(key)
    page.page.locator("#story button.event:enabled").first.click()
    page.page.fill("#filter", "<script>")
    page.page.wait_for_timeout(300)
    found = elements(page)
    assert set(found) <= set(KNOWN.split())
    assert found["script"] == 4 + 3 + 2  # heads, bodies (a read that failed has none), the settings, the one that runs
    assert page.page.evaluate("window.ran") is None
    shown = page.page.evaluate("document.body.innerText")
    assert "<script>" in shown
    assert not RAW.search(shown.replace("\t", " "))  # cells of tables


@pytest.mark.parametrize("text", [text for text in TEXTS if text.strip()])
def test_bad_inputs_1_to_21_each_text_stands_in_its_row_as_it_is_quoted(text: str) -> None:
    quoted = quote(replace_surrogates(text)[0])[1:-1]
    value = embedded_values(render(window({"role": "button", "name": text}), "html"))
    assert quoted in value[-1]["put"]["name"][0]


def embedded_values(page: str) -> list[Any]:
    """The data blocks of a page, as a browser finds them: up to the first end tag."""
    blocks = re.findall(r'<script type="application/json"[^>]*>(.*?)</script', page, re.DOTALL)
    return [json.loads(block) for block in blocks]


def files(tmp_path: Path) -> Iterator[str]:
    write_html(tmp_path / "a.html", [hostile(0), hostile(1)], title="\u202egpj\x1b")
    yield (tmp_path / "a.html").read_text(encoding="utf-8")
    yield render(hostile(0), "html")
    yield render(diff(hostile(0), hostile(1)), "html")


def test_bad_input_4_no_byte_of_the_file_drives_a_terminal_or_hides_a_text(tmp_path: Path) -> None:
    for text in files(tmp_path):
        assert not RAW.search(text)


def test_bad_input_17_the_policy_allows_one_script_one_style_sheet_and_nothing_from_elsewhere(tmp_path: Path) -> None:
    for text in files(tmp_path):
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        script = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
        style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        assert policy is not None
        assert len(script) == len(style) == 1
        digests = [b64encode(hashlib.sha256(part[0].encode()).digest()).decode() for part in (style, script)]
        assert policy[1] == (
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
        ).format(*digests)
        own = re.sub(r'<script type="application/json".*', "", text)
        assert not re.search(r"<a\b|\bhref=|\bsrc=|@import|url\(", own)
        assert "innerHTML" not in script[0]
        assert "eval(" not in script[0]


def test_a_script_or_a_style_that_is_put_into_the_file_does_nothing(quiet: Page, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    write_html(file, [mail(0)])
    text = file.read_text(encoding="utf-8")
    put = (
        "<script>window.ran = 1</script><style>body { color: rgb(1, 2, 3) }</style><b style='color: red' onclick='x()'>"
    )
    file.write_text(text.replace("<noscript>", f"{put}</b><noscript>"), encoding="utf-8")
    told: list[str] = []
    other = quiet.context.new_page()
    other.on("console", lambda message: told.append(message.text))
    other.goto(file.as_uri())
    assert other.evaluate("window.ran") is None
    colors = other.evaluate("['body', 'body > b'].map((one) => getComputedStyle(document.querySelector(one)).color)")
    assert colors[0] == colors[1] == "rgb(27, 35, 48)"  # that of the page
    assert sum("Content Security Policy" in line for line in told) >= 3
    other.close()


def test_a_page_that_is_given_as_a_text_is_the_same_kind(rendered: Callable[..., Shown]) -> None:
    page = rendered(render(diff(hostile(0), hostile(1)), "html"), at=1)
    assert page.text("#place") == "Step 1 of 1"
    assert page.rows()
