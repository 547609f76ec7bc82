"""A real Chromium, its pages, and a small web site in two hosts."""

import functools
import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.parts import need
from uidiff import Session, Snapshot

ARGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--site-per-process",  # frames of another host are drawn by another process
)


def chromium() -> str:
    """The path of the browser."""
    return need("chromium", "chromium")


@contextmanager
def browser(*more: str) -> Iterator[Browser]:
    """A browser of its own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=[*ARGS, *more])
        try:
            yield launched
        finally:
            launched.close()


@contextmanager
def remote_browser() -> Iterator[str]:
    """A browser that somebody else started with remote debugging: its address."""
    with TemporaryDirectory(prefix="uidiff-browser-") as profile:
        more = ("--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}", "--no-sandbox", "about:blank")
        process = subprocess.Popen(
            [chromium(), *ARGS, *more], stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            assert process.stderr is not None
            said = next(found for line in process.stderr if (found := re.search(r"ws://(\S+?)/devtools", line)))
            yield f"http://{said[1]}"
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


HANG = """url => { setTimeout(() => {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  try { request.send() } catch {}
}) }"""
"""Has a page hang until the site answers a request that the script waits for."""


class Site:
    """Pages by their paths, served at two hosts, which are two sites."""

    def __init__(self, port: int, pages: dict[str, str]) -> None:
        self.here = f"http://127.0.0.1:{port}"
        self.there = f"http://localhost:{port}"
        self.pages = pages
        self.asked, self.answer = threading.Event(), threading.Event()

    @contextmanager
    def hanging(self, frame: Any) -> Iterator[None]:  # noqa: ANN401  # a sync Page or Frame
        """A page, or what draws a frame, hangs in here."""
        frame.evaluate(HANG, f"{self.here}/hang")
        assert self.asked.wait(60)
        try:
            yield
        finally:
            self.answer.set()


@contextmanager
def site(pages: Mapping[str, str]) -> Iterator[Site]:
    """A web site; ``HERE`` and ``THERE`` in a page are its two hosts."""
    served = dict(pages)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/hang":
                where.asked.set()
                where.answer.wait()
            found = served.get(self.path.partition("?")[0])
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            text = (found or "").replace("THERE", where.there).replace("HERE", where.here)
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("", 0), Handler)
    where = Site(server.server_port, served)
    thread = threading.Thread(target=functools.partial(server.serve_forever, poll_interval=0.05))
    thread.start()
    try:
        yield where
    finally:
        where.answer.set()
        server.shutdown()
        thread.join()
        server.server_close()


def until(page: Page, holds: Callable[[], object], seconds: float = 60) -> None:
    """Let the events of a sync page come until something holds."""
    for _ in range(int(seconds / 0.02)):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it never held")


def outline(snapshot: Snapshot) -> list[str]:
    """The roles and names, indented."""
    return [f"{'  ' * element.depth}{element.role} {element.name or ''}".rstrip() for element in snapshot]


def ref_of(ui: Session, role: str, name: str | None = None) -> str:
    """The ref of the first element of that role and name, as the whole tree says it."""
    asked = f'{role} (e[0-9]+) "{re.escape(name)}"' if name else f"{role} (e[0-9]+)"
    found = re.search(asked, ui.describe(mode="full", fold=False).text)
    assert found is not None
    return found[1]
