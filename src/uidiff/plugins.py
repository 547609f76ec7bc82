"""Named parts that can be added from outside: entry points of installed packages, loaded by name.

Built-in parts are registered by the same ``module:attribute`` texts as entry points, and win over plug-ins of the
same name. A plug-in states the version of the protocol it was written for in ``__api__`` (this one: 1), on the object
itself or on its module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

import attrs

from uidiff.errors import MissingExtra, PluginError, UnknownName

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["API_VERSION", "DISPLAYS", "Registry", "display"]

API_VERSION = 1


@attrs.frozen
class Registry:
    """The parts of one kind: ``kind`` for messages, the entry-point ``group``, and the built-in ones."""

    kind: str
    group: str
    builtins: Mapping[str, str]

    def names(self) -> tuple[str, ...]:
        """Return all names that :meth:`load` takes, sorted: built-ins and installed plug-ins, loaded or not."""
        return tuple(sorted({*self.builtins, *(point.name for point in self._plugins())}))

    def load(self, name: str) -> object:
        """Return the part of that name.

        Raises:
            UnknownName: no part has that name.
            PluginError: the plug-in cannot be imported, is registered twice or is for another protocol.
        """
        if name in self.builtins:
            module, _, attribute = self.builtins[name].partition(":")
            return getattr(import_module(module), attribute)
        points = [point for point in self._plugins() if point.name == name]
        if not points:
            raise UnknownName(self.kind, name, self.names())
        if len(points) > 1:
            places = " and ".join(ascii(point.value) for point in points)
            raise PluginError(f"{self.kind} {name!a} is registered twice, by {places}: uninstall one of the two")
        return self._checked(points[0])

    def make(self, name: str, *methods: str) -> object:
        """Call the part of that name without arguments; return the object, which has one of the methods.

        Raises: as :meth:`load`; MissingExtra where it needs a package that is not installed; PluginError where it
            cannot be called so, or its result lacks the method.
        """
        part = self.load(name)
        try:
            made = part() if callable(part) else None
        except MissingExtra:  # it says what to install
            raise
        except Exception as error:
            problem = f"the {self.kind} {name!a} cannot be made ({type(error).__name__})"
            raise PluginError(f"{problem}: it must be a class that needs no arguments") from error
        if not any(callable(getattr(made, method, None)) for method in methods):
            wanted = f"it must be a class with a method {' or '.join(methods)}"
            raise PluginError(f"the {self.kind} {name!a} makes no {self.kind}: {wanted}")
        return made

    def _plugins(self) -> tuple[EntryPoint, ...]:
        from importlib.metadata import entry_points  # slow to import, and only plug-ins need it

        found = {(point.name, point.value): point for point in entry_points(group=self.group)}
        return tuple(found[key] for key in sorted(found))

    def _checked(self, point: EntryPoint) -> object:
        what = f"the plug-in {point.value!a} for the {self.kind} {point.name!a}"
        try:
            part = point.load()
        except (Exception, SystemExit) as error:
            raise PluginError(f"{what} cannot be loaded ({type(error).__name__}): repair or uninstall it") from error
        module = sys.modules.get(point.module) or import_module(point.module)
        version = getattr(part, "__api__", getattr(module, "__api__", None))
        if version != API_VERSION:
            cure = f"it must say __api__ = {API_VERSION}"
            raise PluginError(f"{what} says __api__ = {version!a}: {cure}")
        return part


DISPLAYS = Registry(
    kind="display",
    group="uidiff.displays",
    builtins={"html": "uidiff.formats.html.fragment:fragment"},
)
"""Functions of a snapshot, a delta or a report that return text for a notebook.

The rooms of the values must not import the formats. So they load a display by name, and its room is imported when a
notebook shows the first value.
"""


def display(value: object, name: str = "html") -> str:
    """Return the value as the display of that name shows it; raises as :meth:`Registry.load`."""
    return cast("Callable[[object], str]", DISPLAYS.load(name))(value)
