"""``uidiff mcp`` over real programs: a browser with remote debugging, and a desktop program."""

import re
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.backends.web.browsers import remote_browser, site
from tests.desktop.forms import GTK3
from tests.desktop.private import private_desktop
from tests.mcp.talking import LAST_LIMIT, connected, serving, started

COMMAND = [sys.executable, "-m", "uidiff", "mcp"]
SHOP = """<!doctype html><title>Shop</title><h1>Shop</h1>
<label>Search <input id=search></label>
<button onclick="document.querySelector('#basket').showModal()">Basket</button>
<dialog id=basket aria-label="Your basket"><p>It is empty.</p><button>Close</button></dialog>"""
NEWS = """<!doctype html><title>News</title><div id=list></div><script>
const row = name => `<button onclick="document.title = this.textContent">${name}</button>`;
const draw = () => { list.innerHTML = ["Ada", "Ben", "Cleo"].map(row).join("") };
draw();
setInterval(draw, 1000);
</script>"""
HELP = "<!doctype html><title>Help</title><h1>How to pay</h1>"


@contextmanager
def shop() -> Iterator[str]:
    """A browser that shows two pages: its address."""
    with site({"/shop": SHOP, "/help": HELP, "/news": NEWS}) as pages, remote_browser() as address:
        for page in ("help?token=hidden", "news", "shop"):
            request = urllib.request.Request(f"{address}/json/new?{pages.here}/{page}", method="PUT")  # noqa: S310
            urllib.request.urlopen(request, timeout=LAST_LIMIT).close()  # noqa: S310  # the browser's
        yield address


def ref_of(text: str, role: str, name: str) -> str:
    """The ref of an element that a text tells of."""
    found = re.search(f'{role} (e[0-9]+) "{name}"', text)
    assert found is not None, text
    return found[1]


@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_an_agent_reads_and_acts_in_a_browser(transport: str) -> None:
    with shop() as address, started(transport, [*COMMAND, "--cdp", address]) as place:
        async with connected(place) as agent:
            listed = await agent.said("list_windows")
            assert 'title "Shop"' in listed
            assert "/help?token=" in listed
            assert "hidden" not in listed
            page = await agent.said("describe", title="shop")
            search = ref_of(page, "textbox", "Search")
            assert "How to pay" in await agent.said("describe", url="/help")
            typed = await agent.said("act_and_diff", action="type", ref=search, value="tea", settle=0.1)
            assert '="tea"' in typed
            found = await agent.said("find", role="button", name="basket", title="shop")
            opened = await agent.call("act_and_diff", action="press", ref=ref_of(found, "button", "Basket"))
            assert opened.text.startswith('# diff: A dialog appeared: "Your basket". ')
            assert opened.message.count("It is empty.") == 1
            assert (await agent.said("describe", title="shop")).startswith("# No change")
            news = await agent.said("describe", url="/news")
            for name in ("Ben", "Cleo", "Ada"):  # the buttons are others each time
                ref = ref_of(news, "", name)
                assert f'-> "{name}"' in await agent.said("act_and_diff", action="press", ref=ref, settle=0)
            left = await agent.said("act_and_diff", action="key", value="Escape", title="shop")
            assert left.startswith('# diff: A dialog closed: "Your basket". ')
            assert "window there are key, scroll, goto" in await agent.error(
                "act_and_diff", action="hover", title="shop"
            )
            # full or diff, whichever is shorter: that depends on the document ids, which the browser draws at random
            assert 'Navigated to "Help".' in await agent.said("act_and_diff", action="reload", url="/help")
            assert "How to pay" in await agent.said("describe", url="/help", mode="full")


@pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is Linux's")
async def test_an_agent_reads_and_acts_in_a_desktop_program() -> None:
    with private_desktop() as desktop, GTK3.form(desktop, "mcp form") as program:
        command = [*COMMAND, "--app", "mcp form", "--http", "--port", "0"]
        with serving(command, environment=desktop.environment) as (address, _):
            async with connected(address) as agent:
                assert f"pid {program.pid} " in await agent.said("list_windows")
                await agent.said("wait_for", text="Ready", timeout=LAST_LIMIT)
                await agent.said("describe", mode="full")
                save = ref_of(await agent.said("find", role="button", name="save"), "button", "Save")
                assert "Saved" in await agent.said("act_and_diff", action="press", ref=save)
                assert "open sesame" not in await agent.said("find", text="sesame")
