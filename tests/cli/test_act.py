"""``uidiff act``: each command is a process of its own, and acts on what an earlier one was told."""

import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from tests.backends.web.browsers import Site, remote_browser, site
from tests.cli.calls import COMMAND
from tests.cli.shown import Shown
from tests.console_blocks import TOO_BUSY
from uidiff.text import one_line

SHOP = """<!doctype html><title>Shop</title>
<input aria-label=Search onkeydown="if (event.key == 'Enter') found.textContent = 'Lamps'"><p id=found>Nothing</p>
<button onclick="this.textContent = 'Paid'">Pay</button>
<button disabled>Order</button>
<input type=file multiple aria-label=Pictures>
<ul id=list></ul>
<script>
  const render = () => { list.innerHTML = ['Lamp', 'Chair', 'Desk'].map(name =>
    `<li>${name} <button onclick="found.textContent = 'Took ${name}'">Take ${name}</button></li>`).join('') };
  render();
</script>"""
HELP = "<!doctype html><title>Help</title><h1>How to pay</h1>"


@attrs.frozen
class Shop:
    """A browser with a page, and commands that act on it."""

    address: str
    served: Site
    folder: Path

    def run(self, *arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        """A command; again where the machine was too busy for it."""
        environment = {**os.environ, "UIDIFF_STORE": str(self.folder / "store")}
        while True:
            done = subprocess.run(
                [*COMMAND, *arguments, "--cdp", self.address, "--ttl", "600", "--timeout", "60"],
                capture_output=True,
                env=environment,
                encoding="utf-8",
                timeout=600,
                check=False,
                input=given,
            )
            if not (done.returncode and any(words in done.stderr for words in TOO_BUSY)):
                return done

    def said(self, *arguments: str, given: str | None = None) -> str:
        done = self.run(*arguments, given=given)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def error(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{one_line(done.stderr.removesuffix(chr(10)))}\n"
        return done.stderr

    def refs(self) -> dict[str, str]:
        """The refs of a description, by names."""
        told = self.said("describe", "--force")
        return {name: ref for ref, name in re.findall(r'(e[0-9]+) "([^"]+)"', told)}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    """A shop in a browser of its own."""
    with site({"/shop": SHOP, "/help": HELP}) as served, remote_browser() as address:
        asked = urllib.request.Request(f"{address}/json/new?{served.here}/shop", method="PUT")  # noqa: S310
        urllib.request.urlopen(asked, timeout=600).close()  # noqa: S310  # the browser's
        (tmp_path / "pages").mkdir()
        yield Shop(address, served, tmp_path)


def test_a_command_acts_on_what_an_earlier_one_was_told_and_says_what_that_changed(shop: Shop, tmp_path: Path) -> None:
    refs = shop.refs()
    typed = shop.said("act", refs["Search"], "type", "lamp -x")
    assert f'~ textbox {refs["Search"]} "Search"="lamp -x" focused' in typed
    assert '"Nothing" -> "Lamps"' in shop.said("act", refs["Search"], "key", "Enter")
    assert '"Pay" -> "Paid"' in shop.said("act", refs["Pay"], "press", "--settle", "1")
    assert "No change" in shop.said("describe")  # an act is an answer
    assert '"lamp -x" -> "typed"' in shop.said("act", refs["Search"], "type", "--stdin", given="typed\n")
    for name in ("one.png", "two.png"):
        (tmp_path / name).write_bytes(b"x")
    pictures = refs["Pictures"]
    done = shop.said("act", pictures, "upload", str(tmp_path / "one.png"), str(tmp_path / "two.png"))
    assert "2 files" in done
    answer = json.loads(shop.said("act", refs["Pay"], "focus", "--format", "read-json"))
    assert answer["effect"]["kind"] == "changed"
    noted = shop.run("act", refs["Pay"], "focus", "--format", "jsonl")
    assert noted.stderr.startswith("uidiff: Nothing seen: ")


def test_a_row_that_was_rendered_anew_is_found_and_what_cannot_be_done_is_one_line(shop: Shop) -> None:
    refs = shop.refs()
    shop.said("act", refs["Search"], "focus")
    for script in ("render()", "render()"):
        shop.said("act", "goto", f"{shop.served.here}/shop#{script}")
    assert '"Took Chair"' in shop.said("act", refs["Take Chair"], "press")
    assert re.match(
        rf'uidiff: {refs["Order"]} button "Order": it is disabled; nothing was done: ',
        shop.error("act", refs["Order"], "press"),
    )
    assert 'no action "fly"; nothing was done: there are press, ' in shop.error("act", refs["Pay"], "fly")
    assert "e999 is a ref that no element has had" in shop.error("act", "e999", "press")
    assert "no file is there by that name" in shop.error("act", refs["Pictures"], "upload", "/no/such")


def test_a_page_is_steered(shop: Shop) -> None:
    assert '"Nothing"' in shop.said("describe")
    assert '"How to pay"' in shop.said("act", "goto", f"{shop.served.here}/help")
    assert '"Nothing"' in shop.said("act", "back")
    shop.said("act", shop.refs()["Search"], "focus")
    assert '="a"' in shop.said("act", "key", "a", "--fresh")
    assert "goto, back" in shop.error("act", "forwards")
    hanging = shop.said("act", "goto", f"{shop.served.here}/hang", "--settle", "0")
    assert "Still loading." in hanging
    shop.served.answer.set()  # no command connects to a browser while a page is on its way elsewhere
    assert "Still loading." not in shop.said("act", "stop")


def test_wrong_words_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    shown = Shown(tmp_path)
    for words, said in (
        (("press", "e12"), "the ref comes first: uidiff act e12 press"),
        (("e12",), "what is to be done with e12? uidiff act e12 press"),
        (("e12", "type", "blue", "lamp"), "more than one value: put a text with blanks into quotes"),
        (("e12", "type", "x", "--stdin"), "--stdin and a value exclude each other: leave one out"),
    ):
        done = shown.run("act", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"uidiff: {said}; see uidiff act --help\n"


def test_a_backend_that_cannot_act_says_so(tmp_path: Path) -> None:
    shown = Shown(tmp_path)
    shown.show({"role": "window", "name": "Mail"}, {"role": "button", "name": "New", "parent": 0})
    shown.said("describe", "--app", "mail")
    done = shown.run("act", "e2", "press", "--app", "mail")
    assert (done.returncode, done.stderr) == (
        2,
        "uidiff: the backend 'shown' cannot act: act by ui.handle(ref) yourself\n",
    )
    done = shown.run("act", "back", "--app", "mail")
    assert done.stderr.startswith("uidiff: 'back' needs the ref of an element; nothing was done: give one")
