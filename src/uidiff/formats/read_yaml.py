"""The format ``read-yaml`` (spec/features#d22): the value of ``read-json`` as YAML, a line for each record or element.

    ok: true
    action: "read"
    ts: 1707504003
    diff:
      added:
        - {i: 201, ref: "e201", r: "row", t: "New email from Alice", p: "window > web > list"}
      removed:
        - {i: 95}
      changed:
        - {i: 12, field: "v", from: "Inbox (23288)", to: "Inbox (23289)"}
      unchanged_count: 148

It is written by hand because YAML 1.1 reads ``no`` as false and ``1e3`` as a text: every string is quoted by
``uidiff.text.quote``, every number has a form that is a number to all readers, and a key is bare only if every reader
takes it for a text. Any YAML reader gives back the value of ``read-json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.json_text import refuse_budget
from uidiff.formats.options import RenderOptions
from uidiff.formats.read_json import read_value_of_diff, read_value_of_tree
from uidiff.model.snapshot import Snapshot
from uidiff.text import quote

__all__ = ["ReadYamlFormat"]

_BARE = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]*")
"""Keys that are texts to every reader; YAML 1.1 reads the excluded words as booleans (yaml.org/type/bool)."""

_PAIR = re.compile(r"\\(?:u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|.)")
"""An escape of JSON; the first kind is a character above U+FFFF as a pair, for which YAML has one escape."""

_NO_CHARACTERS = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""Characters that YAML does not allow unescaped (YAML 1.2, production 1), but JSON does."""


class ReadYamlFormat:
    """The answer of ``read`` in YAML. Takes no budget."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return what changed since the read before."""
        refuse_budget("read-yaml", options)
        return "\n".join(_lines(read_value_of_diff(delta, options)))

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the whole tree, an element on each line."""
        refuse_budget("read-yaml", options)
        return "\n".join(_lines(read_value_of_tree(snapshot, refs, options)))


def _lines(answer: Mapping[str, object]) -> Iterator[str]:
    """Yield a line for each value, those of the diff indented, and a line for each object in a list."""
    for key, value in answer.items():
        if isinstance(value, Mapping):
            yield f"{_key(key)}:"
            for inner_key, inner in value.items():
                yield from _entry("  ", inner_key, inner)
        else:
            yield from _entry("", key, value)


def _entry(margin: str, key: str, value: object) -> Iterator[str]:
    if not isinstance(value, list) or not value:
        yield f"{margin}{_key(key)}: {_value(value)}"
        return
    yield f"{margin}{_key(key)}:"
    for row in value:
        cells = ", ".join(f"{_key(name)}: {_value(cell)}" for name, cell in row.items())
        yield f"{margin}  - {{{cells}}}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _scalar(key)


def _value(value: object) -> str:
    """Return a scalar, or a list of scalars."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_scalar, value))}]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _PAIR.sub(_in_one, quote(value)).translate(_NO_CHARACTERS)
    text = json.dumps(value, allow_nan=False)
    if isinstance(value, float) and "." not in text:
        text = text.replace("e", ".0e")  # 1e-07 is a text to YAML 1.1
    return text


def _in_one(found: re.Match[str]) -> str:
    """Return the single escape of a character above U+FFFF; any other escape unchanged."""
    if found[1] is None:
        return found[0]
    pair = bytes.fromhex(found[1] + found[2])
    return f"\\U{ord(pair.decode('utf-16-be')):08x}"
