"""Which window: a caller's target, and an open window as a backend lists it."""

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
    """A window by its known properties: all that are given must fit. At least one must be given.

    As a target it says which window to read; ``Backend.windows()`` returns the open ones, each of which is a target
    as well.

    Attributes:
        app: the application's name, whole, case ignored.
        pid: its process id.
        title: a part of the window's title, case ignored.
        url: a part of the address of a web page, as it is shown: without the values of its query
            (spec/definitions#21-secrets).
        id: the platform's own id of the window, as ``Backend.windows()`` gives it.

    Raises:
        ValueError: nothing is given, or a value that does not fit.
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
        """Whether it names an application, page or id: a title alone may be any window's."""
        return any(known is not None for known in (self.app, self.pid, self.url, self.id))

    def fits(self, other: Window) -> bool:
        """Return whether ``other``, an open window, has all known properties of this one."""
        title = other.title or ""
        return (
            (self.app is None or (other.app or "").casefold() == self.app.casefold())
            and (self.pid is None or other.pid == self.pid)
            and (self.title is None or self.title.casefold() in title.casefold())
            and (self.url is None or self.url in (other.url or ""))
            and (self.id is None or other.id == self.id)
        )
