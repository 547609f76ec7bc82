"""Which window: what a caller knows of it, and what a backend says of those that are open."""

from __future__ import annotations

import attrs

__all__ = ["Window"]

_CURE = "write Window(app=…), Window(pid=…), Window(title=…), Window(url=…) or Window(id=…)"


def _text(_: object, attribute: attrs.Attribute[str | None], value: object) -> None:
    if value is not None and (type(value) is not str or not value):
        raise ValueError(f"Window.{attribute.name} is a text that is not empty; {_CURE}")


def _process(_: object, attribute: attrs.Attribute[int | None], value: object) -> None:
    if value is not None and (type(value) is not int or value < 0):
        raise ValueError(f"Window.{attribute.name} is a process id, a whole number; {_CURE}")


@attrs.frozen(kw_only=True)
class Window:
    """A window by what is known of it: what is given has to fit, all of it. At least one thing must be given.

    As a target it says which window to read; ``Backend.windows()`` gives those that are open, with all that is known of
    them, and each of these is a target as well.

    Attributes:
        app: the application's name, whole, upper or lower case.
        pid: its process id.
        title: a part of the window's title, upper or lower case.
        url: a part of the address of a web page, as it is shown: without the values of its query
        (spec/definitions#21-secrets).
        id: the platform's own id of the window, as ``Backend.windows()`` gives it.

    Raises:
        ValueError: nothing is given, or something that cannot be.
    """

    app: str | None = attrs.field(default=None, validator=_text)
    pid: int | None = attrs.field(default=None, validator=_process)
    title: str | None = attrs.field(default=None, validator=_text)
    url: str | None = attrs.field(default=None, validator=_text)
    id: str | None = attrs.field(default=None, validator=_text)

    def __attrs_post_init__(self) -> None:
        if self.title is None and not self.scoped:
            raise ValueError(f"Window needs to know something of the window; {_CURE}")

    @property
    def scoped(self) -> bool:
        """Whether it says which application, or page: a title alone may be any window's, sooner or later."""
        return any(known is not None for known in (self.app, self.pid, self.url, self.id))

    def fits(self, other: Window) -> bool:
        """Whether a window that is open, ``other``, has all that is known of this one."""
        title = other.title or ""
        return (
            (self.app is None or (other.app or "").casefold() == self.app.casefold())
            and (self.pid is None or other.pid == self.pid)
            and (self.title is None or self.title.casefold() in title.casefold())
            and (self.url is None or self.url in (other.url or ""))
            and (self.id is None or other.id == self.id)
        )
