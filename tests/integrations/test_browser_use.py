"""browser-use's DOM state of a real page in a real Chromium."""

# ruff: noqa: ANN401  # objects of other packages

import asyncio
import gc
import shutil
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from browser_use import BrowserProfile, BrowserSession
from browser_use.browser.events import ClickElementEvent, NavigateToUrlEvent, TypeTextEvent

import uidiff
from uidiff.errors import InvalidSnapshot
from uidiff.integrations.browser_use import import_state

PAGE = """<!doctype html><title>Shop</title><h1>Lamps</h1><label>Search <input id="search"></label>
<select aria-label="Size"><option>S<option selected>M</select>
<input type="password" aria-label="Secret" value="hunter22">
<ul><li>Desk lamp <button onclick="this.parentNode.remove()">Buy</button></ul>
<iframe srcdoc="<button>Inside</button>"></iframe>
"""


def index_of(state: Any, snapshot: uidiff.Snapshot, role: str, name: str) -> Any:
    """browser-use's node of an element that the snapshot gave a ref."""
    ref = snapshot.find(role=role, name=name)[0].native_ref
    assert ref is not None
    return state.dom_state.selector_map[int(ref)]


class Shop(BaseHTTPRequestHandler):
    """Answers with the page: browser-use opens no files."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


async def states(address: str, folder: Path) -> tuple[list[uidiff.Snapshot], list[str]]:
    profile = BrowserProfile(
        headless=True,
        executable_path=shutil.which("chromium"),
        user_data_dir=str(folder / "profile"),
        chromium_sandbox=False,
        enable_default_extensions=False,
    )
    session = BrowserSession(browser_profile=profile)
    watcher, snapshots, said = uidiff.Watcher(), [], []

    async def look() -> Any:
        state = await session.get_browser_state_summary()
        snapshots.append(import_state(state))
        said.append(watcher.watch(snapshots[-1]))
        return state

    await session.start()
    try:
        await session.event_bus.dispatch(NavigateToUrlEvent(url=address))
        state = await look()
        node = index_of(state, snapshots[-1], "textbox", "Search")
        await session.event_bus.dispatch(TypeTextEvent(node=node, text="lamp"))
        state = await look()
        await session.event_bus.dispatch(ClickElementEvent(node=index_of(state, snapshots[-1], "button", "Buy")))
        await look()
    finally:
        await session.kill()
    return snapshots, said


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of pipes that browser-use leaves open
def test_the_state_of_a_page_is_read_and_its_changes_are_told_by_the_indices(address: str, tmp_path: Path) -> None:
    snapshots, said = asyncio.run(asyncio.wait_for(states(address, tmp_path), 300))
    gc.collect()  # those pipes, here and in no other test
    assert said[0].startswith("# full: ")
    assert '"Lamps"' in said[0]
    field = snapshots[0].find(role="textbox", name="Search")[0]
    assert f'textbox {field.native_ref} "Search"="lamp"' in said[1]
    assert "Desk lamp" in said[2].split("\n", 1)[1]
    assert "hunter22" not in "".join(said)
    assert snapshots[0].find(role="combobox", name="Size")[0].value == "M"


def test_an_empty_state_is_an_error() -> None:
    class Empty:
        _root = None

    with pytest.raises(InvalidSnapshot, match="wait until the page is there"):
        import_state(Empty())


@pytest.mark.parametrize("state", [None, "[12]<button>", {}])
def test_what_is_no_state_is_an_error_that_says_what_is_wanted(state: object) -> None:
    with pytest.raises(InvalidSnapshot, match="get_browser_state_summary"):
        import_state(state)
