"""What programs answer, taken for what it should be, or for nothing: any program may answer anything."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, NamedTuple

from uidiff.backends.atspi.bus import Fault, Reply
from uidiff.backends.atspi.names import NOBODY

__all__ = [
    "Extents",
    "ObjectKey",
    "as_key",
    "as_states",
    "box_in",
    "children_in",
    "list_in",
    "number_in",
    "objects_in",
    "text_in",
    "value_in",
]

_FARTHEST = 1 << 20
"""Pixels from the window's top left at which nothing is: GTK 3 says -2^31 of what it does not show, and worse."""

_BUS = re.compile(r":[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+")
_PATH = re.compile(r"/|(?:/[A-Za-z0-9_]+)+")
"""Names of programs and paths of objects (D-Bus specification). A bus hangs up on who calls something that is none."""

_WORDS = 2  # a set of states has two words of 32 bits
_WORD = 1 << 32


class ObjectKey(NamedTuple):
    """An object: the program on the bus, and the path in it. GTK 3 and Qt use the same paths in all programs."""

    bus: str
    path: str

    @property
    def id(self) -> str:
        """Both in one text; a path begins with "/", and no bus name has one."""
        return f"{self.bus}{self.path}"


class Extents(NamedTuple):
    """A rectangle: x, y, width, height."""

    x: int
    y: int
    width: int
    height: int


def as_key(value: object) -> ObjectKey | None:
    """A reference to an object; None for the one to nobody."""
    if not (isinstance(value, tuple | list) and len(value) == len(ObjectKey._fields)):
        return None
    bus, path = value
    if not (type(bus) is str and type(path) is str and _BUS.fullmatch(bus) and _PATH.fullmatch(path)):
        return None
    return None if path == NOBODY else ObjectKey(bus, path)


def as_states(value: object) -> int:
    """A set of states, as one number."""
    if not (isinstance(value, tuple | list) and all(type(word) is int and 0 <= word < _WORD for word in value)):
        return 0
    return sum(word << (32 * place) for place, word in enumerate(value[:_WORDS]))


def value_in(reply: Reply) -> Any:  # noqa: ANN401  # whatever it is
    """The one value of an answer, out of its variant if it is in one; None if there is none."""
    if isinstance(reply, Fault) or not reply:
        return None
    value = reply[0]
    if isinstance(value, tuple) and len(value) == _VARIANT and isinstance(value[0], str):
        return value[1]
    return value


_VARIANT = 2  # jeepney gives the signature and the value


def text_in(reply: Reply) -> str:
    """The text of an answer; "" if there is none."""
    value = value_in(reply)
    return value if type(value) is str else ""


def number_in(reply: Reply) -> int | float | None:
    """The number of an answer; None if there is none, or one that is not finite."""
    value = value_in(reply)
    if type(value) is int:
        return value
    return value if type(value) is float and isfinite(value) else None


def list_in(reply: Reply) -> list[Any]:
    """The list of an answer; an empty one if there is none."""
    value = reply[0] if isinstance(reply, tuple) and reply else None
    return value if isinstance(value, list) else []


def objects_in(reply: Reply) -> list[ObjectKey]:
    """The objects that an answer names."""
    return [key for value in list_in(reply) if (key := as_key(value)) is not None]


def children_in(reply: Reply) -> list[ObjectKey] | None:
    """The objects that an answer names; None if it is no list of any, so that nobody knows which there are."""
    return objects_in(reply) if isinstance(reply, tuple) and reply and isinstance(reply[0], list) else None


def box_in(reply: Reply) -> Extents | None:
    """The rectangle of an answer; None if it is nowhere, or has a size that nothing has."""
    value = reply[0] if isinstance(reply, tuple) and reply else None
    if not (
        isinstance(value, tuple) and len(value) == len(Extents._fields) and all(type(part) is int for part in value)
    ):
        return None
    box = Extents(*value)
    fits = box.width >= 0 and box.height >= 0 and all(abs(part) < _FARTHEST for part in box)
    return box if fits else None
