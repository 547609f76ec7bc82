"""What a client asks, checked before anything is read: of what is asked here, nothing can be wrong any more."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from uidiff.cli.event_names import event_name
from uidiff.diffing.events import EVENTS, Event
from uidiff.diffing.ignoring import checked_ignore
from uidiff.diffing.refs import number_of_ref
from uidiff.errors import UIDiffError, UnknownName
from uidiff.live.moments import latest_moment
from uidiff.mcp.tools import Tool
from uidiff.model.window import Window

__all__ = ["Arguments", "WrongArgument", "checked_arguments", "event_kind", "named_window"]

Arguments: TypeAlias = Mapping[str, Any]
"""The arguments of a call by name; None for what is not said."""

_T = TypeVar("_T")

_KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list of texts",
}


class WrongArgument(UIDiffError, ValueError):
    """An argument of a tool that cannot be."""


def checked_arguments(tool: Tool, given: Mapping[str, Any]) -> Arguments:
    """The arguments of a call.

    Raises:
        UnknownName: the tool has no argument of that name; no such field to ignore.
        WrongArgument: one is missing, or cannot be.
    """
    for name in given:
        if name not in tool.takes:
            raise UnknownName("argument", name, tool.takes)
    arguments = {name: _fitting(name, schema, given.get(name)) for name, schema in tool.takes.items()}
    missing = [name for name in tool.needs if arguments[name] is None]
    if missing:
        raise WrongArgument(f"{tool.name} needs {' and '.join(missing)}")
    for name, check in _CHECKS.items():
        if arguments.get(name) is not None:
            _meant(name, check, arguments[name])
    return arguments


def named_window(arguments: Arguments) -> Window | None:
    """The window that a call names; None if it names none."""
    given = {name: arguments.get(argument) for name, argument in _WINDOW.items()}
    if all(value is None for value in given.values()):
        return None
    return _meant("the window", lambda known: Window(**known), given)


def event_kind(name: str) -> type[Event]:
    """The kind of events of that name: ``dialog-appeared``, or as the class is called.

    Raises:
        UnknownName: no event has that name.
    """
    wanted = re.sub(r"[^a-z]", "", name.lower())
    for kind in EVENTS:
        if kind.__name__.lower() == wanted:
            return kind
    raise UnknownName("event", name, map(event_name, EVENTS))


_WINDOW = {"app": "app", "pid": "pid", "title": "title", "url": "url", "id": "window_id"}
"""What a window is known by, and the argument that says it."""

_NUMBERS_TOO = frozenset({"ref", "scope", "since"})
"""Texts that are as clear as numbers: 12 is e12."""

_CHECKS: Mapping[str, Callable[[Any], object]] = {
    "scope": number_of_ref,
    "ref": number_of_ref,
    "since": latest_moment,
    "event": event_kind,
    "ignore": lambda names: checked_ignore(tuple(names)),
}


def _meant(name: str, make: Callable[[Any], _T], value: object) -> _T:
    """What is made of an argument. WrongArgument where that is not possible."""
    try:
        return make(value)
    except UIDiffError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise WrongArgument(f"{name}: {error}") from error


def _fitting(name: str, schema: Mapping[str, Any], value: object) -> object:
    """An argument of the type that it must have."""
    if value is None:
        return None
    kind = schema["type"]
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)  # of the many ways to write a number in JSON
    if not (_is(kind, value) or (name in _NUMBERS_TOO and _is("number", value))):
        raise WrongArgument(f"{name} is {_KINDS[kind]}, got {_kind_of(value)}")
    if "enum" in schema and value not in schema["enum"]:
        raise UnknownName(name, value, schema["enum"])
    if "minimum" in schema:
        least, most = schema["minimum"], schema.get("maximum", math.inf)
        if not least <= value <= most:
            until = f"to {most:g}" if most < math.inf else "on"
            raise WrongArgument(f"{name} is {_KINDS[kind]} from {least:g} {until}")
    return value


def _is(kind: str, value: object) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list) and all(isinstance(part, str) for part in value)
        case "number" if isinstance(value, float):
            return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _kind_of(value: object) -> str:
    kinds = (("string", str), ("boolean", bool), ("number", int | float), ("array", list))
    return next((_KINDS[kind] for kind, type_ in kinds if isinstance(value, type_)), "an object")
