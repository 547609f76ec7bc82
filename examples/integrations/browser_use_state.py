"""What changed in the DOM state of browser-use, by its own indices: a page of our own, without a model."""

import asyncio
import shutil
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from browser_use import BrowserProfile, BrowserSession
from browser_use.browser.events import ClickElementEvent, NavigateToUrlEvent

import uidiff
from uidiff.integrations.browser_use import import_state

PAGE = b"""<title>Shop</title><h1>Lamps</h1>
<ul><li>Desk lamp <button>Buy</button><li>Floor lamp <button onclick="this.parentNode.remove()">Sell</button></ul>"""


class Shop(BaseHTTPRequestHandler):
    """Serves the page: browser-use opens no files."""

    def do_GET(self) -> None:
        """Answer with the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


async def main(address: str, folder: str) -> None:
    """Open the page, press a button, and print what that changed."""
    profile = BrowserProfile(
        headless=True,
        executable_path=shutil.which("chromium"),
        user_data_dir=folder,
        chromium_sandbox=False,
        enable_default_extensions=False,
    )
    session, watcher = BrowserSession(browser_profile=profile), uidiff.Watcher()
    await session.start()
    await session.event_bus.dispatch(NavigateToUrlEvent(url=address))
    state = await session.get_browser_state_summary()
    snapshot = import_state(state)
    watcher.watch(snapshot)
    index = int(snapshot.find(role="button", name="Sell")[0].native_ref or "")
    await session.event_bus.dispatch(ClickElementEvent(node=state.dom_state.selector_map[index]))
    said = watcher.watch(import_state(await session.get_browser_state_summary()))
    print(said.split("\n", 1)[1])
    await session.kill()


with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server, tempfile.TemporaryDirectory() as folder:
    Thread(target=server.serve_forever, daemon=True).start()
    asyncio.run(main(f"http://127.0.0.1:{server.server_port}/", folder))
    server.shutdown()
