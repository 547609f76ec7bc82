"""The site is built without a warning and without a network, and every public name and every result has its place."""

import inspect
import os
import re
import subprocess
import sys
import time
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zlib import decompress

import attrs
import pytest

import uidiff
from tests.parts import missing
from uidiff import arrow, testing
from uidiff import spark as uispark
from uidiff.backends import protocol

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

LAST_LIMIT = 1200
"""Seconds that the site may take to be built, on a machine that is busy with other things."""

NO_NETWORK = """
import socket

def refuse(*_):
    raise OSError("the site is built without a network")

socket.socket.connect = socket.socket.connect_ex = refuse
socket.getaddrinfo = refuse
"""
"""What Python runs before anything else when this is a module ``sitecustomize`` on its path."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site, in a folder that all workers of pytest-xdist share: the first one of them builds it."""
    for package in ("sphinx", "myst_parser", "furo"):
        if find_spec(package) is None:
            missing(f"the Python package {package}", f"none: pip install {package.replace('_', '-')}")
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    result = folder / "result"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + LAST_LIMIT
        while not result.exists() and time.monotonic() < until:
            time.sleep(0.1)
    else:
        (folder / "result.new").write_text(_build(folder))
        (folder / "result.new").rename(result)
    assert result.read_text() == "0: "
    return folder / "html"


def _build(folder: Path) -> str:
    """Build the site without a network: the exit code, and what it says to the standard error."""
    (folder / "first").mkdir()
    (folder / "first/sitecustomize.py").write_text(NO_NETWORK)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", str(folder / "trees")]
    done = subprocess.run(
        [*command, str(DOCS), str(folder / "html")],
        env={**os.environ, "PYTHONPATH": str(folder / "first"), "JAVA_HOME": "/nonexistent", "PATH": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
        timeout=LAST_LIMIT,
    )
    return f"{done.returncode}: {done.stderr}"


@attrs.define
class _Page(HTMLParser):
    """What a page names: its anchors, where its links lead, and what a browser loads with it."""

    anchors: set[str] = attrs.field(factory=set)
    links: list[str] = attrs.field(factory=list)
    loaded: list[str] = attrs.field(factory=list)

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    @classmethod
    def read(cls, path: Path) -> "_Page":
        page = cls()
        page.feed(path.read_text(encoding="utf-8"))
        return page

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and not {"prev", "next", "index", "search", "canonical"} & set(given.get("rel", "").split()):
            self.loaded.append(given["href"])
        self.loaded += [given[name] for name in ("src", "srcset", "data", "poster") if name in given and tag != "a"]


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, _Page]:
    return {path: _Page.read(path) for path in sorted(site.rglob("*.html"))}


def test_no_page_loads_anything_from_elsewhere(site: Path, pages: dict[Path, _Page]) -> None:
    loaded = {address for page in pages.values() for address in page.loaded}
    assert [address for address in loaded if urlsplit(address).netloc] == []
    styles = "\n".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^)"']+)""", styles) == []


def test_every_link_within_the_site_leads_to_a_page_and_to_a_place_in_it(site: Path, pages: dict[Path, _Page]) -> None:
    broken = []
    for path, page in pages.items():
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = pages.get(target)
            place = unquote(parts.fragment)
            if not target.is_file() or (there and place and place not in there.anchors):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def documented(site: Path) -> list[str]:
    """The Python names that the site has an entry for; not those that only lead to the entry of another name."""
    inventory = (site / "objects.inv").read_bytes()
    entries = decompress(inventory.split(b"\n", 4)[4]).decode().splitlines()
    return [
        name for name, kind, _, place, *_ in map(str.split, entries) if kind.startswith("py:") and place.endswith("$")
    ]


FACES = (uidiff.errors, uidiff.events, uidiff.matchers, uidiff.records, uidiff.stream)
PUBLIC = [
    f"{module.__name__}.{name}"
    for module in (uidiff, *FACES, arrow, uispark, testing, protocol)
    for name in module.__all__
    if module not in FACES or inspect.isclass(value := getattr(module, name)) or inspect.isfunction(value)
    if name not in {"__version__", *(face.__name__.rpartition(".")[2] for face in FACES)}
]


def test_every_public_name_is_in_the_reference_once(site: Path) -> None:
    names = documented(site)
    assert [name for name in PUBLIC if names.count(name) != 1] == []


def test_no_entry_has_the_name_of_an_inner_module(site: Path) -> None:
    homes = {
        f"{value.__module__}.{name}"
        for face in (uidiff, *FACES)
        for name in face.__all__
        if isinstance(value := getattr(face, name), type)
    }
    assert (homes - set(PUBLIC)) & set(documented(site)) == set()


def test_an_entry_says_what_the_docstring_says(site: Path) -> None:
    page = re.sub(r"<[^>]+>", "", (site / "reference/matching.html").read_text(encoding="utf-8"))
    for value in (uidiff.match, uidiff.Matching, uidiff.matchers.StructuralMatcher):
        doc = value.__doc__ or ""
        assert re.split(r"[.:`]", doc)[0] in page


def test_every_result_of_a_benchmark_has_a_page_with_the_command_that_made_it(site: Path) -> None:
    index = (site / "benchmarks/index.html").read_text(encoding="utf-8")
    for result in sorted((ROOT / "benchmarks/results").glob("*.md")):
        page = re.sub(r"<[^>]+>", "", (site / "benchmarks" / f"{result.stem}.html").read_text(encoding="utf-8"))
        heading = result.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").replace("`", "")
        assert heading in page
        assert re.search(r"python -m benchmarks \w+ writes this page", page), result.stem
        assert f'href="{result.stem}.html"' in index


def test_every_plot_is_on_the_page_of_its_result(pages: dict[Path, _Page], site: Path) -> None:
    for plot in sorted((ROOT / "benchmarks/results").glob("*.svg")):
        assert f"../_images/{plot.name}" in pages[site / "benchmarks" / f"{plot.stem}.html"].loaded
        assert (site / "_images" / plot.name).read_bytes() == plot.read_bytes()


def test_no_result_is_copied_into_the_docs() -> None:
    for page in (DOCS / "benchmarks").glob("*.md"):
        lines = page.read_text(encoding="utf-8").splitlines()
        assert page.name == "index.md" or len(lines) <= 8  # an include, a plot, a command


def test_a_file_of_the_repository_is_shown_or_copied(site: Path, pages: dict[Path, _Page]) -> None:
    links = {link.partition("#")[0] for link in pages[site / "howto/web.html"].links}
    assert "programs.html" in links
    laws = pages[site / "spec/laws.html"].links
    (copy,) = [link for link in laws if link.endswith("/test_law_01.py")]
    assert (site / "spec" / copy).resolve().read_bytes() == (ROOT / "tests/laws/test_law_01.py").read_bytes()
    assert "../project/status.html" in pages[site / "howto/windows.html"].links
