"""Makes the samples of Playwright and of MCP servers for browsers, by running them on the pages in ``sample_pages``.

    mkdir tools; cd tools; npm install @playwright/mcp chrome-devtools-mcp agent-browser; cd ..
    python -m tests.importers.make_samples tools/node_modules

A second folder, with @playwright/mcp 0.0.56, makes the samples of what it printed before.
It needs the packages ``playwright`` and ``mcp``, node and Chromium, and is run by hand. The folder of a sample is the
name of its importer; its name begins with the tool and its version. What a tool writes instead of a whole tree goes to
``refused``. Nothing in a sample is edited. ``make_gym_samples`` makes those of BrowserGym and AndroidWorld.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGES = HERE / "sample_pages"
SAMPLES = HERE / "fixtures" / "samples"
REFUSED = HERE / "fixtures" / "refused"

PORT = 8722
"""The address of the pages is in the samples: the same port makes the same samples."""

SITE = f"http://127.0.0.1:{PORT}"
CHROMIUM = "chromium"

JSON = """
const { chromium } = require("playwright-core");
(async () => {
  const browser = await chromium.launch({ executablePath: process.argv[1], args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(process.argv[2]);
  const snapshots = {};
  snapshots["ai.json"] = await page.ariaSnapshotJSON({ mode: "ai", boxes: true });
  snapshots["default.json"] = await page.ariaSnapshotJSON();
  console.log(JSON.stringify(snapshots));
  await browser.close();
})();
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: what is served is no news."""


@contextmanager
def served(folder: Path, port: int) -> Iterator[None]:
    """Serve the files of a folder on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def version_of(package: Path) -> str:
    """The version of an installed npm package."""
    found: str = json.loads((package / "package.json").read_text())["version"]
    return found


def write(folder: Path, name: str, text: str) -> None:
    """Write a sample as the tool gave it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8", newline="")
    print(f"{folder.name}/{name}: {len(text)} characters")  # noqa: T201


def aria(chromium: str) -> None:
    """Samples of ``page.aria_snapshot()`` of Playwright for Python."""
    import playwright
    from playwright.sync_api import sync_playwright

    version = version_of(Path(playwright.__file__).parent / "driver" / "package")
    options: Mapping[str, dict[str, Any]] = {
        "ai": {"mode": "ai"},
        "boxes": {"mode": "ai", "boxes": True},
        "default": {"mode": "default"},
        "depth": {"mode": "ai", "depth": 3},
    }
    with sync_playwright() as api:
        browser = api.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{SITE}/shop.html")
        for what, given in options.items():
            write(SAMPLES / "aria", f"playwright-{version}_{what}.yml", page.aria_snapshot(**given))
        browser.close()


def aria_json(modules: Path, chromium: str) -> None:
    """Samples of ``page.ariaSnapshotJSON()``, which Playwright for Python does not have."""
    version = version_of(modules / "playwright-core")
    command = ["node", "-e", JSON, chromium, f"{SITE}/shop.html"]
    done = subprocess.run(
        command, env={"NODE_PATH": str(modules), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True
    )
    for what, nodes in json.loads(done.stdout).items():
        write(SAMPLES / "aria-json", f"playwright-core-{version}_{what}", json.dumps(nodes, ensure_ascii=False))


Call = tuple[str, dict[str, Any]]


async def results(script: Path, options: list[str], folder: Path, calls: list[Call]) -> list[str]:
    """The texts of tool results of an MCP server, one a call."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command="node", args=[str(script), "--headless", "--isolated", *options], cwd=folder)
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        answers = [await session.call_tool(name, arguments) for name, arguments in calls]
        return ["".join(getattr(part, "text", "") for part in answer.content) for answer in answers]


def playwright_mcp(modules: Path, chromium: str) -> None:
    """Samples of tool results, and of a file that one of them links."""
    tool = f"playwright-mcp-{version_of(modules / '@playwright' / 'mcp')}"
    shop, tools, forging, two = (f"{SITE}/{page}.html" for page in ("shop", "tools", "forging", "two"))
    wanted: list[tuple[str, Call]] = [
        ("refused link.md", ("browser_navigate", {"url": shop})),
        ("samples snapshot.md", ("browser_snapshot", {})),
        ("refused clicked.md", ("browser_click", {"target": "#pay"})),
        ("samples boxes.md", ("browser_snapshot", {"boxes": True, "depth": 4})),
        ("samples part.md", ("browser_snapshot", {"target": "form"})),
        ("refused console.md", ("browser_console_messages", {"level": "error"})),
        ("refused wrong.md", ("browser_click", {"target": "e999"})),
        ("refused waited.md", ("browser_wait_for", {"text": "Paid"})),
        ("", ("browser_navigate", {"url": tools})),
        ("samples tools.md", ("browser_snapshot", {})),
        ("", ("browser_navigate", {"url": forging})),
        ("refused forged.md", ("browser_snapshot", {})),
        ("", ("browser_snapshot", {"filename": "forged.yml"})),
        ("", ("browser_tabs", {"action": "new"})),
        ("", ("browser_navigate", {"url": two})),
        ("samples tabs.md", ("browser_snapshot", {})),
        ("refused dialog.md", ("browser_click", {"target": "button"})),
    ]
    with tempfile.TemporaryDirectory() as folder:
        _write_results(tool, wanted, *_playwright_server(modules, chromium), Path(folder))
        write(SAMPLES / "aria", f"{tool}_forged.yml", Path(folder, "forged.yml").read_text(encoding="utf-8"))


def older_playwright_mcp(modules: Path, chromium: str) -> None:
    """Samples of the server of January 2026, which answered with what changed."""
    tool = f"playwright-mcp-{version_of(modules / '@playwright' / 'mcp')}"
    wanted: list[tuple[str, Call]] = [
        ("refused whole.md", ("browser_navigate", {"url": f"{SITE}/shop.html"})),
        ("refused changed.md", ("browser_click", {"element": "Pay", "ref": "e14"})),
    ]
    with tempfile.TemporaryDirectory() as folder:
        _write_results(tool, wanted, *_playwright_server(modules, chromium), Path(folder))


def _playwright_server(modules: Path, chromium: str) -> tuple[Path, list[str]]:
    return modules / "@playwright" / "mcp" / "cli.js", ["--no-sandbox", "--executable-path", chromium]


def chrome_devtools(modules: Path, chromium: str) -> None:
    """Samples of tool results of chrome-devtools-mcp, and of a file that one of them links."""
    package = modules / "chrome-devtools-mcp"
    tool = f"chrome-devtools-mcp-{version_of(package)}"
    options = ["--executablePath", chromium, "--chromeArg=--no-sandbox", "--no-usage-statistics"]
    page = {"pageId": 1}
    wanted: list[tuple[str, Call]] = [
        ("", ("navigate_page", {**page, "url": f"{SITE}/shop.html"})),
        ("samples snapshot.md", ("take_snapshot", page)),
        ("samples verbose.md", ("take_snapshot", {**page, "verbose": True})),
        ("", ("take_snapshot", {**page, "filePath": "shop.txt"})),
        ("refused console.md", ("list_console_messages", page)),
        ("refused message.md", ("get_console_message", {**page, "msgid": 1})),
        ("refused wrong.md", ("click", {**page, "uid": "9_9", "includeSnapshot": True})),
        ("samples clicked.md", ("click", {**page, "uid": "1_15", "includeSnapshot": True})),
    ]
    with tempfile.TemporaryDirectory() as folder:
        script = package / "build" / "src" / "bin" / "chrome-devtools-mcp.js"
        _write_results(tool, wanted, script, options, Path(folder), importer="chrome-devtools")
        write(SAMPLES / "chrome-devtools", f"{tool}_file.txt", Path(folder, "shop.txt").read_text(encoding="utf-8"))


def agent_browser(modules: Path, chromium: str) -> None:
    """Samples of the answers of ``agent-browser snapshot``, in each of its forms."""
    tool = f"agent-browser-{version_of(modules / 'agent-browser')}"
    wanted: list[tuple[str, list[str]]] = [
        ("", ["open", f"{SITE}/shop.html"]),
        ("samples full.txt", ["snapshot"]),
        ("samples interactive.txt", ["snapshot", "-i"]),
        ("samples compact.txt", ["snapshot", "-c"]),
        ("samples urls.txt", ["snapshot", "-i", "-c", "-u"]),
        ("samples depth.txt", ["snapshot", "-d", "2"]),
        ("samples part.txt", ["snapshot", "-s", "form"]),
        ("samples boundaries.txt", ["snapshot", "--content-boundaries"]),
        ("samples full.json", ["snapshot", "--json"]),
        ("samples interactive.json", ["snapshot", "-i", "--json", "--content-boundaries"]),
        ("samples delta.json", ["snapshot", "--delta", "--json"]),
        ("", ["eval", "document.querySelector('#pay').click()"]),
        ("refused delta.json", ["snapshot", "--delta", "--json"]),
        ("refused truncated.txt", ["snapshot", "--max-output", "500"]),
        ("refused failed.json", ["snapshot", "-s", "#nothing", "--json"]),
        ("", ["open", f"{SITE}/values.html"]),
        ("samples values.json", ["snapshot", "-i", "--json"]),
        ("samples values-full.json", ["snapshot", "--json"]),
        ("", ["close"]),
    ]
    with tempfile.TemporaryDirectory() as home:
        env = {
            "HOME": home,
            "PATH": os.environ["PATH"],
            "AGENT_BROWSER_EXECUTABLE_PATH": chromium,
            "AGENT_BROWSER_SESSION": "samples",
        }
        for place, words in wanted:
            program = modules / ".bin" / "agent-browser"
            text = subprocess.run([program, *words], env=env, capture_output=True, text=True, check=False).stdout
            if place:
                kind, name = place.split()
                write((SAMPLES if kind == "samples" else REFUSED) / "agent-browser", f"{tool}_{name}", text)


def _write_results(
    tool: str,
    wanted: list[tuple[str, Call]],
    script: Path,
    options: list[str],
    folder: Path,
    *,
    importer: str = "playwright-mcp",
) -> None:
    """Make the calls, and write the results that have a place."""
    texts = asyncio.run(results(script, options, folder, [call for _, call in wanted]))
    for (place, _), text in zip(wanted, texts, strict=True):
        if place:
            kind, name = place.split()
            write((SAMPLES if kind == "samples" else REFUSED) / importer, f"{tool}_{name}", text)


def main(modules: Path, older: Path | None = None) -> None:
    """Make all samples anew, with the packages in a folder ``node_modules``."""
    chromium = shutil.which(CHROMIUM)
    if chromium is None:
        raise SystemExit(f"no program {CHROMIUM} on the path")
    with served(PAGES, PORT):
        aria(chromium)
        aria_json(modules, chromium)
        playwright_mcp(modules, chromium)
        chrome_devtools(modules, chromium)
        agent_browser(modules, chromium)
        if older is not None:
            older_playwright_mcp(older, chromium)


if __name__ == "__main__":
    main(*(Path(folder).resolve() for folder in sys.argv[1:]))
