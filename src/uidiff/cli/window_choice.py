"""Which window a command is about, and what reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import attrs
import click

from uidiff.backends.protocol import Backend
from uidiff.backends.registry import load_backend, native_backend
from uidiff.cli.options import as_options
from uidiff.errors import UIDiffError
from uidiff.model.window import Window
from uidiff.text import one_line

__all__ = ["WindowChoice", "target_errors", "window_choice", "window_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_KEY = "uidiff.place"
_BROWSER = "which browser? start it with --remote-debugging-port=9222, and give --cdp http://127.0.0.1:9222"
_NOBODY = "which window? give --app, --pid, --window-id or --window; uidiff windows lists what is open"


@attrs.frozen(kw_only=True)
class WindowChoice:
    """What the options say of a window.

    Attributes:
        backend: what reads it; None: that of this system, or ``web`` where a browser is named.
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
        """The backend that is meant.

        Raises:
            UIDiffError: this system has none of its own.
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
        """UIDiffError where the backend cannot be reached by what is said."""
        if self.backend_name != "web":
            if self.cdp is not None:
                raise UIDiffError("--cdp is for a browser: leave --backend out, or say --backend web")
        elif self.cdp is None and self.app is None:
            raise UIDiffError(_BROWSER)

    @contextmanager
    def opened(self) -> Iterator[Backend]:
        """The backend, closed in the end. Raises: as ``load_backend`` and :meth:`expect_reachable`."""
        self.expect_reachable()
        if self.backend_name == "web":
            from uidiff.backends.web import WebBackend

            backend: Any = WebBackend(*filter(None, [self.cdp]))
        else:
            backend = load_backend(self.backend_name)
        try:
            yield backend
        finally:
            backend.close()

    @property
    def known(self) -> Window | None:
        """What is said of the window; None where nothing is."""
        known = (self.app, self.pid, self.window, self.url, self.window_id)
        if known == (None,) * len(known):
            return None
        return Window(app=self.app, pid=self.pid, title=self.window, url=self.url, id=self.window_id)

    def target(self) -> str | Window:
        """What is to be read.

        Raises:
            UIDiffError: nothing is said of it.
        """
        known = self.known
        if known is not None:
            alone = self.app is not None and self.cdp is None and known == Window(app=self.app)
            return self.app if self.app is not None and alone else known  # whatever a backend takes by name: a path
        if self.cdp is None:
            raise UIDiffError(_BROWSER if self.backend_name == "web" else _NOBODY)
        return self.cdp  # the page in front

    def scoped_target(self) -> str | Window:
        """The same, of what is followed.

        Raises:
            UIDiffError: nothing but a title is said, which may be any window's, sooner or later (spec/features#d32).
        """
        target = self.target()
        if isinstance(target, Window) and not target.scoped:
            raise UIDiffError("which application? give --app, --pid, --window-id or --url: a title may be anyone's")
        return target


def _noted(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value == "":
        raise click.BadParameter("it is empty", param=parameter)
    context.meta.setdefault(_KEY, {})[parameter.name] = value


def _address(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """The address of a browser; its port will do, or host and port."""
    if value is not None and value.isdecimal():
        value = f"127.0.0.1:{value}"
    _noted(context, parameter, f"http://{value}" if value and _HOST_AND_PORT.fullmatch(value) else value)


_HOST_AND_PORT = re.compile(r"[A-Za-z0-9.-]+:\d+")


def _option(*names: str, **described: Any) -> Callable[[_Command], _Command]:  # noqa: ANN401  # as click.option
    return click.option(*names, expose_value=False, **{"callback": _noted, **described})


window_options = as_options(
    _option("--backend", metavar="NAME", help="What reads: web, atspi, uia, ax, or a plug-in. Default: this system's."),
    _option("--app", metavar="NAME", help="The application's name."),
    _option("--window", metavar="TITLE", help="A part of the window's title."),
    _option("--window-id", metavar="ID", help="The platform's own id of the window, as windows lists it."),
    _option("--pid", metavar="PID", type=click.IntRange(min=0), help="The process id."),
    _option(
        "--cdp",
        metavar="ENDPOINT",
        callback=_address,
        help="A browser with an open debugging port: http://127.0.0.1:9222, or 9222.",
    ),
    _option("--url", metavar="SUBSTRING", help="A part of the page's address."),
)
"""The options that say which window; :func:`place_of` has their values."""


def window_choice(context: click.Context) -> WindowChoice:
    """What they said."""
    return WindowChoice(**context.meta[_KEY])


@contextmanager
def target_errors(backend: str) -> Iterator[None]:
    """A TypeError of a backend, to which the target means nothing, as trouble of the caller's."""
    try:
        yield
    except TypeError as error:
        raise UIDiffError(f"the backend {backend!a} takes no such target: {one_line(str(error))}") from error
