"""Check the arguments of a call before a window is read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from uidiff.diffing.events import event_kind
from uidiff.diffing.ignoring import checked_ignore
from uidiff.diffing.refs import number_of_ref
from uidiff.errors import UIDiffError, UnknownName
from uidiff.live.moments import latest_moment
from uidiff.mcp.tools import Tool
from uidiff.model.window import Window

__all__ = ["Arguments", "WrongArgument", "answer_number", "checked_arguments", "named_window"]

Arguments: TypeAlias = Mapping[str, Any]
"""The arguments of a call by name, with their defaults; None where there is none."""

_T = TypeVar("_T")

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list of texts",
}

_NOTHING = {"boolean": False, "array": ()}
"""What is meant where neither the call nor the schema says anything; else None."""

_WINDOW = {"app": "app", "pid": "pid", "title": "title", "url": "url", "id": "window_id"}
"""The attributes of a window, and the arguments that give them."""

_NUMBERS_TOO = frozenset({"ref", "scope", "since"})
"""Texts that may be given as numbers: 12 is e12."""

_ANSWER = re.compile(r"#([0-9]{1,9})|([0-9]{1,7})")
"""The number of an answer. Without the sign it has at most 7 digits: a time in this century has 10."""

_CHECKS: Mapping[str, Callable[[Any], object]] = {
    "scope": number_of_ref,
    "ref": number_of_ref,
    "since": lambda given: answer_number(given) or latest_moment(given),
    "event": event_kind,
    "ignore": lambda names: checked_ignore(tuple(names)),
}


class WrongArgument(UIDiffError, ValueError):
    """An argument of a tool that cannot be."""


def checked_arguments(tool: Tool, given: Mapping[str, Any]) -> Arguments:
    """The arguments of a call, checked.

    Raises:
        UnknownName: the tool has no argument of that name; no such field to ignore.
        WrongArgument: one is missing, or cannot be.
    """
    for name in given:
        if name not in tool.takes:
            raise UnknownName("argument", name, tool.takes)
    values = {name: _checked(name, schema, given.get(name)) for name, schema in tool.takes.items()}
    missing = [name for name in tool.needs if values[name] is None]
    if missing:
        raise WrongArgument(f"{tool.name} needs {' and '.join(missing)}")
    for name, check in _CHECKS.items():
        if values.get(name) is not None:
            _made(name, check, values[name])
    return values


def answer_number(since: object) -> int | None:
    """The number of the answer that ``since`` names, "#7" or 7; None for a time."""
    found = _ANSWER.fullmatch(str(since).removesuffix(".0"))
    return None if found is None else int(found[1] or found[2])


def named_window(arguments: Arguments) -> Window | None:
    """The window that a call names; None if it names none."""
    given = {name: arguments.get(argument) for name, argument in _WINDOW.items()}
    if all(value is None for value in given.values()):
        return None
    return _made("the window", lambda known: Window(**known), given)


def _made(name: str, make: Callable[[Any], _T], value: object) -> _T:
    """What ``make`` makes of an argument; WrongArgument where it raises."""
    try:
        return make(value)
    except UIDiffError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise WrongArgument(f"{name}: {error}") from error


def _checked(name: str, schema: Mapping[str, Any], value: object) -> object:
    """An argument of the type and within the bounds of its schema; the default if none is given."""
    if value is None:
        return schema.get("default", _NOTHING.get(schema["type"]))
    type_ = schema["type"]
    if type_ == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON has one type of numbers
    if not (_is(type_, value) or (name in _NUMBERS_TOO and _is("number", value))):
        raise WrongArgument(f"{name} is {_TYPES[type_]}, got {_type_of(value)}")
    if "enum" in schema and value not in schema["enum"]:
        raise UnknownName(name, value, schema["enum"])
    if "minimum" in schema:
        least, most = schema["minimum"], schema.get("maximum", math.inf)
        if not least <= value <= most:
            until = f"to {most:g}" if most < math.inf else "on"
            raise WrongArgument(f"{name} is {_TYPES[type_]} from {least:g} {until}")
    return value


def _is(type_: str, value: object) -> bool:
    match type_:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list) and all(isinstance(part, str) for part in value)
        case "number" if isinstance(value, float):
            return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _type_of(value: object) -> str:
    types = (("string", str), ("boolean", bool), ("number", int | float), ("array", list))
    return next((_TYPES[name] for name, type_ in types if isinstance(value, type_)), "an object")
