"""A real page, recorded while it is used, and read back."""

import gzip
from pathlib import Path

from playwright.sync_api import Page

from uidiff import Recorder, read_recording, record
from uidiff.recordings.reader import RecordingStep

PAGE = """<title>Shop</title><input type=password aria-label=Code value=zq-77 id=code>
<button onclick="code.type='text'">Show</button><ul id=cart></ul>
<button onclick="cart.append(Object.assign(document.createElement('li'), {textContent: 'Tea'}))">Add</button>"""


def test_a_real_page_is_recorded_and_read_back_and_no_password_is_in_it(tmp_path: Path, page: Page) -> None:
    path = tmp_path / "shop.jsonl.gz"
    with Recorder("web", page, path) as recorder:
        seen = [
            recorder.step("open", lambda: page.set_content(PAGE)),
            recorder.step("add", lambda: page.get_by_role("button", name="Add").click()),
            recorder.step("show", lambda: page.get_by_role("button", name="Show").click()),
        ]

    def go_on(step: RecordingStep) -> None:
        if step.seq == len(seen):
            page.get_by_role("button", name="Add").click()

    done = record("web", page, path, resume=True, max_steps=2, duration=30, on_step=go_on)
    assert (done.steps, done.errors, done.ended) == (2, 0, "max_steps")
    steps = list(read_recording(path))
    assert steps[:3] == seen
    assert [step.action for step in steps] == ["open", "add", "show", None, None]
    assert [len(step.find(role="listitem")) for step in steps] == [0, 1, 1, 1, 2]
    assert "zq" not in gzip.decompress(path.read_bytes()).decode()
