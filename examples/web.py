"""A page in a real browser: what is in it, and what a click changes.

It needs the extra ``web`` and a Chromium: pip install 'uidiff[web]'.
"""

import re
import shutil

from playwright.sync_api import sync_playwright

import uidiff

PAGE = """
<!doctype html>
<title>Basket</title>
<nav><a href="/lamps">Lamps</a> <a href="/chairs">Chairs</a> <a href="/tables">Tables</a> <a href="/help">Help</a></nav>
<h1>Basket</h1>
<p>Two things are in it. They are sent within three days.</p>
<ul><li>Lamp</li><li>Chair</li></ul>
<label for="password">Password</label><input id="password" type="password" value="open sesame">
<button onclick="order()">Order</button>
<script>
  function order() {
    document.querySelector("ul").insertAdjacentHTML("beforeend", "<li>Gift</li>");
    document.body.insertAdjacentHTML("beforeend", "<p role=alert>Thank you</p>");
    event.target.disabled = true;
  }
</script>
"""


def main() -> None:
    """Say what the page shows, press its button by its ref, and say what that changed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 800, "height": 600})
        page.set_content(PAGE)
        with uidiff.Session("web", page) as ui:
            first = ui.describe()
            print(first.text)
            found = re.search(r'button (e\d+) "Order"', first.text)
            if found is not None:
                print()
                print(ui.act("press", found[1]).text)
        browser.close()


if __name__ == "__main__":
    main()
