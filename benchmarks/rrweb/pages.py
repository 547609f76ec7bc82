"""The pages that are recorded: demonstrations that packages of npm have in them, served from ``node_modules``.

``npm ci`` installs them at the first run, beside this file, where git ignores them.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["HELD_OUT", "SEEN", "recorder", "served"]

_HERE = Path(__file__).parent
_PACKAGES = _HERE / "node_modules"

SEEN = (
    "cypress-example-kitchensink/app/commands/actions.html",
    "cypress-example-kitchensink/app/commands/querying.html",
    "cypress-example-kitchensink/app/todo.html",
    "jquery-ui-dist/index.html",
    "reveal.js/demo.html",
    "startbootstrap-sb-admin-2/index.html",
    "startbootstrap-sb-admin-2/register.html",
    "startbootstrap-sb-admin-2/tables.html",
    "uikit/tests/form.html",
    "uikit/tests/modal.html",
)
"""The pages by whose differences the roles and names were mended."""

HELD_OUT = (
    "dragula/index.html",
    "gentelella/dist/production/form.html",
    "gentelella/dist/production/inbox.html",
    "gentelella/dist/production/tables.html",
    "spectre.css/docs/components/accordions.html",
    "spectre.css/docs/elements/forms.html",
    "spectre.css/docs/elements/tables.html",
    "startbootstrap-resume/dist/index.html",
    "uikit/tests/accordion.html",
    "uikit/tests/table.html",
)
"""The pages of which nothing but their figures was looked at."""


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _installed() -> Path:
    """Return the folder of the packages, after they were installed."""
    if not _PACKAGES.is_dir():
        program = shutil.which("npm")
        if program is None:
            raise SystemExit("this benchmark takes rrweb and pages from npm: install Node.js 18 or later with npm")
        command = [program, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        done = subprocess.run(command, cwd=_HERE, check=False, capture_output=True, text=True)  # noqa: S603
        if done.returncode:
            raise SystemExit(f"npm ci failed:\n{done.stderr}")
    return _PACKAGES


def recorder() -> str:
    """Return the script of rrweb."""
    return Path(_installed(), "rrweb", "dist", "rrweb.umd.min.cjs").read_text(encoding="utf-8")


@contextmanager
def served() -> Iterator[str]:
    """Serve the packages at a free port of this machine; yield the address."""
    handler = partial(_Handler, directory=str(_installed()))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.05))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
