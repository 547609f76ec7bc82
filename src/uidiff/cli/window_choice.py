"""The options that select a window and the backend that reads it, and how often it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import click

from uidiff.backends.protocol import Backend
from uidiff.backends.registry import load_backend, native_backend
from uidiff.cli.options import as_value
from uidiff.errors import UIDiffError
from uidiff.live.following import INTERVAL
from uidiff.model.window import Window
from uidiff.text import one_line

__all__ = ["WindowChoice", "interval_option", "window_options"]

_HOST_AND_PORT = re.compile(r"[A-Za-z0-9.-]+:\d+")
_BROWSER = "which browser? start it with --remote-debugging-port=9222, and give --cdp http://127.0.0.1:9222"
_WHICH = "which window? give --app, --pid, --window-id or --window; uidiff windows lists what is open"


@attrs.frozen(kw_only=True)
class WindowChoice:
    """The window and the backend that the options select.

    Attributes:
        backend: the backend's name; None: that of this system, or ``web`` where a browser is named.
        app: the application's name.
        window: a part of the window's title.
        window_id: the platform's own id of the window.
        pid: the process id.
        cdp: the address of a browser with an open debugging port.
        url: a part of a page's address.
    """

    backend: str | None = None
    app: str | None = None
    window: str | None = None
    window_id: str | None = None
    pid: int | None = None
    cdp: str | None = None
    url: str | None = None

    @property
    def backend_name(self) -> str:
        """The backend's name, by default that of this system.

        Raises:
            UIDiffError: this system has no backend of its own.
        """
        if self.backend is not None:
            return self.backend
        if self.cdp is not None or self.url is not None:
            return "web"
        native = native_backend()
        if native is None:
            raise UIDiffError("this system has no backend of its own: give --backend, or --cdp for a browser")
        return native

    def expect_reachable(self) -> None:
        """UIDiffError if the options of the backend exclude each other, or one is missing."""
        if self.backend_name != "web":
            if self.cdp is not None:
                raise UIDiffError("--cdp is for a browser: leave --backend out, or say --backend web")
        elif self.cdp is None and self.app is None:
            raise UIDiffError(_BROWSER)

    @contextmanager
    def opened(self) -> Iterator[Backend]:
        """The backend, closed in the end; a TypeError about the target becomes a UIDiffError.

        Raises: as ``load_backend`` and :meth:`expect_reachable`.
        """
        self.expect_reachable()
        if self.backend_name == "web":
            from uidiff.backends.web import WebBackend

            backend: Any = WebBackend(*filter(None, [self.cdp]))
        else:
            backend = load_backend(self.backend_name)
        try:
            yield backend
        except TypeError as error:
            problem = f"takes no such target: {one_line(str(error))}"
            raise UIDiffError(f"the backend {self.backend_name!a} {problem}") from error
        finally:
            backend.close()

    @property
    def known(self) -> Window | None:
        """The window as far as the options name it; None where they do not."""
        known = (self.app, self.pid, self.window, self.url, self.window_id)
        if known == (None,) * len(known):
            return None
        return Window(app=self.app, pid=self.pid, title=self.window, url=self.url, id=self.window_id)

    def target(self) -> str | Window:
        """What the backend is to read.

        Raises:
            UIDiffError: the options name no window.
        """
        known = self.known
        if known is not None:
            alone = self.app is not None and self.cdp is None and known == Window(app=self.app)
            return self.app if self.app is not None and alone else known  # a name alone may be a path
        if self.cdp is None:
            raise UIDiffError(_BROWSER if self.backend_name == "web" else _WHICH)
        return self.cdp  # the page in front

    def scoped_target(self) -> str | Window:
        """The target of a command that follows a window.

        Raises:
            UIDiffError: the options name no window, or only a title, which other windows may get (spec/features#d32).
        """
        target = self.target()
        if isinstance(target, Window) and not target.scoped:
            raise UIDiffError("which application? give --app, --pid, --window-id or --url: a title may be anyone's")
        return target


def _not_empty(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value == "":
        raise click.BadParameter("it is empty", param=parameter)
    return value


def _address(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The address of a browser, of which the port or host and port are enough."""
    if value is not None and value.isdecimal():
        value = f"127.0.0.1:{value}"
    return f"http://{value}" if value and _HOST_AND_PORT.fullmatch(value) else _not_empty(context, parameter, value)


def _text_option(name: str, metavar: str, about: str) -> Callable[..., Any]:
    return click.option(name, metavar=metavar, callback=_address if name == "--cdp" else _not_empty, help=about)


window_options = as_value(
    "choice",
    WindowChoice,
    _text_option("--backend", "NAME", "What reads: web, atspi, uia, ax, or a plug-in. Default: this system's."),
    _text_option("--app", "NAME", "The application's name."),
    _text_option("--window", "TITLE", "A part of the window's title."),
    _text_option("--window-id", "ID", "The platform's own id of the window, as windows lists it."),
    click.option("--pid", metavar="PID", type=click.IntRange(min=0), help="The process id."),
    _text_option("--cdp", "ENDPOINT", "A browser with an open debugging port: http://127.0.0.1:9222, or 9222."),
    _text_option("--url", "SUBSTRING", "A part of the page's address."),
)
"""The options that select a window, as ``choice``."""

_MILLISECONDS = 1000
"""In a second: the command line counts intervals in milliseconds (spec/features#d32), a session in seconds."""

interval_option = click.option(
    "--interval",
    metavar="MS",
    type=click.FloatRange(min=0),
    default=INTERVAL * _MILLISECONDS,
    show_default=True,
    callback=lambda _, __, value: value / _MILLISECONDS,
    help="From read to read, at least 50.",
)
"""The option of the commands that read a window again and again, as ``interval`` in seconds."""
