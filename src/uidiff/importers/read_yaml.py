"""YAML as plain values: only what JSON can express.

PyYAML parses a document into events; values are made of them here. Tags, anchors and aliases are refused, so that
only texts, numbers, lists and objects are built, and nothing can grow (spec/bad-inputs#61). Plain words are read by
the core schema of YAML 1.2: ``no`` and ``1e3`` are not false and not a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from uidiff.errors import InvalidSnapshot, LimitExceeded, MissingExtra

__all__ = ["yaml_values"]

_CURE = "the file is damaged, cut short, or of another kind"
_LIBYAML_NESTING = 1000
"""The deepest nesting that libyaml reads, in PyYAML 6.0.4.

It scans ahead of the events that it gives out, so it may refuse a text before the builder has counted to a lower limit.
"""
_INTEGER = re.compile(r"[-+]?[0-9]{1,400}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]{1,400}|[0-9]{1,400}(?:\.[0-9]{0,400})?)(?:[eE][-+]?[0-9]{1,9})?")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class _NoKey(NamedTuple):
    """Marks that the next scalar of an object is a key."""


_NO_KEY = _NoKey()


def yaml_values(text: str, max_nesting: int) -> Iterator[object]:
    """Yield the values of a YAML text, one for each document.

    Raises:
        MissingExtra: PyYAML is not installed.
        InvalidSnapshot: not YAML, or what JSON cannot express; the path names the line.
        LimitExceeded: nested deeper than ``max_nesting``.
    """
    try:
        import yaml
    except ImportError:
        raise MissingExtra("yaml", "PyYAML") from None
    loader = yaml.SafeLoader
    if max_nesting < _LIBYAML_NESTING:  # libyaml's is the quicker one
        loader = getattr(yaml, "CSafeLoader", loader)
    builder = _Builder(max_nesting)
    try:
        for event in yaml.parse(text, Loader=loader):
            kind = type(event).__name__.removesuffix("Event")
            if kind == "DocumentEnd":
                yield builder.done
            builder.take(kind, event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}" if mark else "$"
        if "nesting depth" in str(getattr(error, "problem", "")):
            raise _too_deep(max_nesting, place) from None
        raise InvalidSnapshot(f"no YAML ({type(error).__name__})", place, _CURE) from None


class _Builder:
    """Makes values of the events of a parser, without recursion."""

    def __init__(self, max_nesting: int) -> None:
        self.max_nesting = max_nesting
        self.open: list[tuple[Any, Any]] = []  # containers, each with the key that waits for its value
        self.done: object = None

    def take(self, kind: str, event: Any) -> None:  # noqa: ANN401  # PyYAML has types only where they are installed
        """Process one event: the beginning or end of a list or object, or a scalar. Others are ignored."""
        line = event.start_mark.line + 1
        if getattr(event, "anchor", None) is not None or (kind in _VALUES and event.tag is not None):
            raise InvalidSnapshot("an anchor, an alias or a tag of YAML", f"line {line}", "write it as plain values")
        if kind == "Scalar":
            key_is_next = bool(self.open) and self.open[-1][1] is _NO_KEY
            self.put(event.value if key_is_next or event.style else _resolved(event.value), line)
        elif kind in {"SequenceStart", "MappingStart"}:
            if len(self.open) >= self.max_nesting:
                raise _too_deep(self.max_nesting, f"line {line}")
            made: Any = [] if kind == "SequenceStart" else {}
            self.put(made, line)
            self.open.append((made, _NO_KEY if kind == "MappingStart" else None))
        elif kind in {"SequenceEnd", "MappingEnd"}:
            self.open.pop()

    def put(self, value: Any, line: int) -> None:  # noqa: ANN401
        """Put a value into the open list, under the open key, as a key, or as the whole value."""
        if not self.open:
            self.done = value
            return
        container, key = self.open[-1]
        if isinstance(container, list):
            container.append(value)
        elif key is not _NO_KEY:
            container[key] = value
            self.open[-1] = (container, _NO_KEY)
        elif type(value) is not str:
            raise InvalidSnapshot("a key that is no text", f"line {line}", "use texts as keys")
        elif value in container:
            problem = f"the key {ascii(value)[:60]} stands twice in one object"
            raise InvalidSnapshot(problem, f"line {line}", "remove one of the two")
        else:
            self.open[-1] = (container, value)


def _too_deep(max_nesting: int, place: str) -> LimitExceeded:
    return LimitExceeded(f"brackets nested more than {max_nesting} deep", place, "pass limits=Limits(max_nesting=…)")


_VALUES = frozenset({"Scalar", "SequenceStart", "MappingStart"})


def _resolved(word: str) -> object:
    """Read a plain scalar by the core schema of YAML 1.2, section 10.3.2, in decimal."""
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(word):
        return int(word)
    return float(word) if _FLOAT.fullmatch(word) else word
