"""Checks the replies of programs, which may hold anything, and extracts values of the expected types."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, NamedTuple

from uidiff.backends.atspi.bus import Fault, Reply
from uidiff.backends.atspi.constants import NULL_PATH
from uidiff.errors import ReadTimeout

__all__ = [
    "Extents",
    "ObjectKey",
    "as_key",
    "as_states",
    "box_in",
    "children_in",
    "expect_answer",
    "list_in",
    "number_in",
    "objects_in",
    "text_in",
    "value_in",
]

_FARTHEST = 1 << 20
"""Pixels; coordinates beyond are nonsense, such as -2^31, which GTK 3 gives for hidden elements."""

_BUS = re.compile(r":[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+")
_PATH = re.compile(r"/|(?:/[A-Za-z0-9_]+)+")
"""Unique bus names and object paths (D-Bus specification). A bus disconnects a caller of an invalid one."""

_WORDS = 2  # a set of states has two words of 32 bits
_WORD = 1 << 32


class ObjectKey(NamedTuple):
    """The key of an object: its program's bus name and its path, which only together are unique."""

    bus: str
    path: str

    @property
    def id(self) -> str:
        """Both as one text, unambiguous as only the path has a "/"."""
        return f"{self.bus}{self.path}"


class Extents(NamedTuple):
    """A rectangle in pixels: x, y, width, height."""

    x: int
    y: int
    width: int
    height: int


def as_key(value: object) -> ObjectKey | None:
    """The key in a D-Bus object reference; None if it is invalid or the null reference."""
    if not (isinstance(value, tuple | list) and len(value) == len(ObjectKey._fields)):
        return None
    bus, path = value
    if not (type(bus) is str and type(path) is str and _BUS.fullmatch(bus) and _PATH.fullmatch(path)):
        return None
    return None if path == NULL_PATH else ObjectKey(bus, path)


def as_states(value: object) -> int:
    """A set of states as one number, a bit for each; 0 if the value is invalid."""
    if not (isinstance(value, tuple | list) and all(type(word) is int and 0 <= word < _WORD for word in value)):
        return 0
    return sum(word << (32 * place) for place, word in enumerate(value[:_WORDS]))


def value_in(reply: Reply) -> Any:  # noqa: ANN401  # a value of any type
    """The first value of a reply, taken out of its variant; None if there is none."""
    if isinstance(reply, Fault) or not reply:
        return None
    value = reply[0]
    if isinstance(value, tuple) and len(value) == _VARIANT and isinstance(value[0], str):
        return value[1]
    return value


_VARIANT = 2  # jeepney gives the signature and the value


def expect_answer(reply: Reply) -> Reply:
    """Return a reply, or raise ReadTimeout if the program did not answer in time."""
    if reply is Fault.SLOW:
        raise ReadTimeout("the program does not answer: wait until it is less busy, or end it")
    return reply


def text_in(reply: Reply) -> str:
    """The text of a reply; "" if there is none."""
    value = value_in(reply)
    return value if type(value) is str else ""


def number_in(reply: Reply) -> int | float | None:
    """The number of a reply; None if there is no finite one."""
    value = value_in(reply)
    if type(value) is int:
        return value
    return value if type(value) is float and isfinite(value) else None


def list_in(reply: Reply) -> list[Any]:
    """The list of a reply; empty if there is none."""
    value = reply[0] if isinstance(reply, tuple) and reply else None
    return value if isinstance(value, list) else []


def objects_in(reply: Reply) -> list[ObjectKey]:
    """The objects that a reply lists."""
    return [key for value in list_in(reply) if (key := as_key(value)) is not None]


def children_in(reply: Reply) -> list[ObjectKey] | None:
    """The objects that a reply lists; None if it is no list."""
    return objects_in(reply) if isinstance(reply, tuple) and reply and isinstance(reply[0], list) else None


def box_in(reply: Reply) -> Extents | None:
    """The rectangle of a reply; None if there is none, or a nonsensical one."""
    value = reply[0] if isinstance(reply, tuple) and reply else None
    if not (
        isinstance(value, tuple) and len(value) == len(Extents._fields) and all(type(part) is int for part in value)
    ):
        return None
    box = Extents(*value)
    fits = box.width >= 0 and box.height >= 0 and all(abs(part) < _FARTHEST for part in box)
    return box if fits else None
