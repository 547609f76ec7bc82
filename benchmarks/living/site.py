"""The pages of this benchmark on a local server, and the Chromium that shows them.

Pages that need packages from npm are installed by ``npm ci`` into ``node_modules`` and bundled into ``build``, both
beside this file and ignored by git, at the first run. Everything else works without npm and without a network.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

__all__ = ["BUILD", "HERE", "PACKAGES", "Site", "built", "site"]

HERE = Path(__file__).parent
PAGES = HERE / "pages"
BUILD = HERE / "build"
PACKAGES = HERE / "node_modules"

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}


class Site:
    """The address of the server, and what was left with it.

    Attributes:
        kept: texts by their paths, as pages put them.
        log: what pages said that they received, in order.
        release: what ends requests that hang.
    """

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.kept: dict[str, bytes] = {}
        self.log: list[str] = []
        self.release = threading.Event()

    def page(self, name: str) -> str:
        return f"{self.address}/{name}"


class _Handler(BaseHTTPRequestHandler):
    """Serves the pages; ``/kept/…`` what a page put there; takes ``/log``; ``/hang`` answers never, ``/slow`` late."""

    def __init__(self, where: Site, *given: Any) -> None:  # noqa: ANN401  # as the server hands it over
        self._where = where
        super().__init__(*given)

    def do_PUT(self) -> None:
        self._where.kept[self.path] = self._content()
        self._send(b"", ".html")

    def do_POST(self) -> None:
        self._where.log.append(self._content().decode())
        self._send(b"", ".html")

    def _content(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if path == "/hang":
            self._where.release.wait()
        elif path == "/slow":
            self._where.release.wait(SLOW)
            path = "/acting/arrived.html"
        if path in self._where.kept:
            self._send(self._where.kept[path], ".html")
            return
        folder = BUILD if path.startswith("/built/") else PAGES
        file = (folder / path.removeprefix("/built/").removeprefix("/")).resolve()
        if file.is_file() and file.is_relative_to(folder.resolve()):
            self._send(file.read_bytes(), file.suffix)
        else:
            self._send(b"no such page", ".html", HTTPStatus.NOT_FOUND)

    def _send(self, content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", KINDS.get(kind, "application/octet-stream"))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the page has gone

    def log_message(self, *_: object) -> None:
        """Say nothing."""


SLOW = 4.0
"""Seconds until the slow page answers."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


@contextmanager
def site() -> Iterator[Site]:
    """Serve the pages at a free port of this machine."""
    where: list[Site] = []
    server = _Server(("", 0), lambda *given: _Handler(where[0], *given))
    where.append(Site(server.server_port))
    thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.05))
    thread.start()
    try:
        yield where[0]
    finally:
        where[0].release.set()
        server.shutdown()
        thread.join()
        server.server_close()


def built() -> Path:
    """The folder with the bundled renderers; they are installed and bundled if anything of theirs is newer."""
    sources = [
        HERE / "build.mjs",
        HERE / "package-lock.json",
        *PAGES.glob("*.mjs"),
        *PAGES.glob("*.svelte"),
        *(PAGES / "renderers").iterdir(),
    ]
    stamp = BUILD / "built"
    if not PACKAGES.is_dir():
        _run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"])
    if not stamp.exists() or stamp.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        _run(["node", str(HERE / "build.mjs"), str(BUILD / "renderers")])
        stamp.touch()
    return BUILD


def _run(command: Sequence[str]) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise SystemExit(
            f"this benchmark takes frameworks from npm, and there is no {command[0]!r} here: install Node.js 18 or"
            " later with npm (Debian, Ubuntu: the packages nodejs and npm), or run the parts without it"
        )
    done = subprocess.run([program, *command[1:]], cwd=HERE, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:2])} failed:\n{done.stderr}")
