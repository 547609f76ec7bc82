"""Records an application of the folder web: installs what it needs, builds it, serves it and plays its steps."""

from __future__ import annotations

import functools
import json
import os
import runpy
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeAlias

from playwright.sync_api import Page, sync_playwright

from benchmarks.corpus.recorder.playwright_texts import second_client, texts
from benchmarks.corpus.recorder.record_web import recording

Step: TypeAlias = Callable[..., None]
Play: TypeAlias = Callable[[Step], None]

WEB = Path(__file__).parent / "web"
SECOND_CLIENT = Path(__file__).parent / "playwright58"
TEXTS = "playwright_text"  # the folder beside the recordings
KEPT = ("node_modules", "venv")  # what was installed for an application stays when it is copied again
STARTS_WITHIN = 120  # seconds that a server may take to answer
DATA_URLS = ("woff", "woff2", "ttf", "eot", "svg", "png", "gif", "jpg")
ESBUILD = (
    "--bundle",
    "--outdir=build",
    "--jsx=automatic",
    "--loader:.js=jsx",
    "--loader:.csv=text",
    "--loader:.tsv=text",
    *(f"--loader:.{ending}=dataurl" for ending in DATA_URLS),
    "--define:process.env={}",
    '--define:process.env.NODE_ENV="production"',
    "--log-level=error",
)
CHROMIUM = (
    "--disable-features=BackForwardCache",  # it would bring back an old document, with its old ids, after "back"
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
)


def record_app(source: Path, into: Path) -> Path:
    """Record one application; the recording, which a failed run leaves as it was."""
    file = into / f"{source.name}.jsonl.gz"
    with session(source) as (page, neutral, play), recording(page, file, source.name, neutral) as recorder:
        play(recorder.step)
    return file


def record_texts(source: Path, into: Path) -> Path:
    """Write what Playwright prints in the session of a recording, step by step; the recording is left as it is."""
    recorded = into / f"{source.name}.jsonl.gz"
    file = into / TEXTS / f"{source.name}.pw.jsonl.gz"
    port = free_port()
    with (
        session(source, debugged_at=port) as (page, neutral, play),
        second_client(prepared(SECOND_CLIENT), port) as second,
        texts(page, file, recorded, second, neutral) as recorder,
    ):
        play(recorder.step)
    return file


@contextmanager
def session(source: Path, debugged_at: int | None = None) -> Iterator[tuple[Page, dict[str, str], Play]]:
    """An empty page for an application, what must not be recorded of it, and what plays its script there."""
    script = runpy.run_path(str(source / "steps.py"))
    with served(prepared(source)) as address, browser_page(debugged_at) as page:
        port = address.rpartition(":")[2]
        neutral = {f"localhost:{port}": "localhost", f"127.0.0.1:{port}": "localhost", **script.get("NEUTRAL", {})}

        def play(step: Step) -> None:
            page.goto(address)
            script["record"](page, step)

        yield page, neutral, play


# ---------------------------------------------------------------------------------------------------------------------
# Installing and building
# ---------------------------------------------------------------------------------------------------------------------


def prepared(source: Path) -> Path:
    """A copy of the application in the cache, with its packages installed, and built."""
    folder = cache() / source.name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in KEPT:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", *KEPT))
    if (folder / "package.json").exists():
        install(folder / "package.json", folder / "node_modules", "npm", "install", "--no-audit", "--no-fund")
        build(folder)
    if (folder / "requirements.txt").exists():
        if not (folder / "venv").exists():
            run(folder, sys.executable, "-m", "venv", "venv")
        pip = ("venv/bin/python", "-m", "pip", "install", "--quiet", "--requirement", "requirements.txt")
        install(folder / "requirements.txt", folder / "venv", *pip)
    return folder


def cache() -> Path:
    """Where packages are installed and applications are built."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "uidiff-recorder"


def install(wanted: Path, where: Path, *command: str) -> None:
    """Install packages, unless those wanted are the ones that were installed last."""
    done = where / ".installed"
    if not done.exists() or done.read_text() != wanted.read_text():
        run(wanted.parent, *command)
        done.write_text(wanted.read_text())


def build(folder: Path) -> None:
    """Bundle main.* into the folder build, or have build.mjs do it; index.html and the folder public go along."""
    package = json.loads((folder / "package.json").read_text())
    main = next(iter(sorted(folder.glob("main.*"))), None)
    if (folder / "build.mjs").exists():
        run(folder, "node", "build.mjs")
    elif main is not None:
        run(folder, "node_modules/.bin/esbuild", main.name, *ESBUILD, *package.get("esbuild", []))
    if (folder / "build").exists():
        if (folder / "index.html").exists():
            shutil.copy(folder / "index.html", folder / "build")
        if (folder / "public").exists():
            shutil.copytree(folder / "public", folder / "build", dirs_exist_ok=True)


def run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True)


# ---------------------------------------------------------------------------------------------------------------------
# Serving
# ---------------------------------------------------------------------------------------------------------------------


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the application: of its server.py, or of its files."""
    if (folder / "server.py").exists():
        with running(folder) as address:
            yield address
        return
    files = folder / "build" if (folder / "build").exists() else folder
    handler = functools.partial(Quiet, directory=str(files))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """The address of server.py, which gets a free port as its argument, once it answers."""
    port = free_port()
    python = folder / "venv" / "bin" / "python"
    command = [str(python) if python.exists() else sys.executable, "server.py", str(port)]
    process = subprocess.Popen(command, cwd=folder, start_new_session=True)
    try:
        address = f"http://localhost:{port}"
        until = time.monotonic() + STARTS_WITHIN
        while not answers(address):
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"{folder.name}: server.py does not answer at its port")
            time.sleep(0.1)
        yield address
    finally:
        stop(process)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port: int = free.getsockname()[1]
    return port


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server and all that it started."""
    try:
        os.killpg(process.pid, 15)
        process.wait(10)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        pass
    finally:
        if process.poll() is None:
            os.killpg(process.pid, 9)
            process.wait()


# ---------------------------------------------------------------------------------------------------------------------
# The browser
# ---------------------------------------------------------------------------------------------------------------------


@contextmanager
def browser_page(debugged_at: int | None = None) -> Iterator[Page]:
    """An empty page of a headless Chromium: the one that CHROMIUM names, or is on PATH, or Playwright installed.

    With a port, a second client can connect to the browser there.
    """
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    more = ["--no-sandbox"] * root + ([] if debugged_at is None else [f"--remote-debugging-port={debugged_at}"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*CHROMIUM, *more])
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, locale="en-US", timezone_id="UTC", accept_downloads=False
        )
        context.set_default_timeout(15_000)
        try:
            yield context.new_page()
        finally:
            browser.close()
