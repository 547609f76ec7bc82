"""A loop of one's own over a page of Playwright: its own refs, in any browser."""

import shutil

from playwright.sync_api import sync_playwright

from uidiff.integrations.playwright import WatchedPage

HTML = """<title>Shop</title><h1>Lamps</h1><label>Search <input></label>
<ul><li>Desk lamp <button>Buy</button><li>Floor lamp <button onclick="this.parentNode.remove()">Buy</button></ul>"""

with sync_playwright() as playwright:
    page = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]).new_page()
    page.set_content(HTML)
    watched = WatchedPage(page)
    print(watched.watch())
    page.get_by_label("Search").fill("floor")
    print(watched.watch())
    watched.locator("e9").click()
    print(watched.watch())
