"""Serves the page of a task: one of benchmarks/living, or an application of benchmarks/corpus/recorder."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from benchmarks.corpus.recorder.web_apps import WEB, answers, free_port, prepared, served, stop
from benchmarks.living.site import built, site

__all__ = ["BUILT", "opened"]

APP, BUILT = "app:", "/built/"
STARTS_WITHIN = 60
"""Seconds."""


@contextmanager
def opened(page: str) -> Iterator[str]:
    """The address of a page, on a server of its own, so that nothing is left of an earlier task.

    Args:
        page: as of ``Task.page``. Applications are installed from npm and PyPI, and bundled, at their first use.
    """
    if page.startswith(APP):
        folder = _ready(page.removeprefix(APP))
        with _running(folder) if (folder / "server.py").exists() else served(folder) as address:
            yield address
    else:
        if BUILT in page:
            built()
        with site() as where:
            yield where.page(page)


@cache
def _ready(name: str) -> Path:
    return prepared(WEB / name)


@contextmanager
def _running(folder: Path) -> Iterator[str]:
    """The address of the application's own server, which writes nothing between our tables."""
    python, port = folder / "venv" / "bin" / "python", free_port()
    command = [str(python) if python.exists() else sys.executable, "server.py", str(port)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, start_new_session=True, stdout=quiet, stderr=quiet)  # noqa: S603
    try:
        address, until = f"http://localhost:{port}", time.monotonic() + STARTS_WITHIN
        while not answers(address):
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"{folder.name}: server.py does not answer")
            time.sleep(0.05)
        yield address
    finally:
        stop(process)
