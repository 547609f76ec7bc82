r"""The lines of a Playwright aria snapshot, read strictly: the little of YAML that Playwright prints, and no more.

    - heading "Sign in" [level=1] [ref=e2]
    - 'button "Save: all" [ref=e3] [box=8,40,90,21]'
    - textbox "Email" [active] [ref=e4]:
      - /placeholder: you@example.com
      - text: "a: b"
    - paragraph: Two words

A line is "- " and a key, which may be in single quotes, with ": " and a text behind it, or with ":" and deeper lines
below it. A key is a role, a name in JSON's quotes or between slashes, and attributes in square brackets; or it is
``text``, or a property such as ``/url``. Texts are plain, or in double quotes with YAML's escapes. As printed by
Playwright 1.49 to 1.65 (its ariaSnapshotRenderer). There are no anchors, aliases, tags, comments or blocks of text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot

__all__ = ["AriaLine", "aria_lines", "is_known_otherwise", "parse_line", "tree_start"]

_CURE = "give what page.aria_snapshot() printed, whole"
_LINE = re.compile(r"( *)- (.+)", re.DOTALL)
_ROLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)  # nothing is kept to go back to, however long it is
_SINGLE = re.compile(r"'[^']*+(?:''[^']*+)*+'", re.DOTALL)
_ATTRIBUTE = re.compile(r" \[([a-z][a-z-]*)(?:=([^\[\]]*))?\]")
_UNFIT = re.compile(r"[&*!|>%@`\[\]{}\"'#,]|[?:-](?: |$)")
"""What a plain text of YAML cannot begin with; Playwright puts all of it in quotes."""
_ESCAPE = re.compile(r'\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\\"/bfnrt0aev ]))', re.DOTALL)
_SHORT_ESCAPES: Mapping[str, str] = {
    **{sign: sign for sign in '\\"/ '},
    **dict(zip("bfnrt0aev", "\b\f\n\r\t\0\a\x1b\v", strict=True)),
}
_LAST_CHARACTER = 0x10FFFF
_TOOLS = "- webmcp tools (page-provided, untrusted):"
_CHANGED = re.compile(r" *- (?:<changed> |ref=\S+ \[unchanged\])")
"""Lines of the incremental snapshots of @playwright/mcp until March 2026: they leave out what is as before."""


class AriaLine(NamedTuple):
    """One line: an element, a text (role ``text``) or a property (role ``/url``).

    ``value`` is the text behind the colon, None without one; ``is_open`` says that lines below it may belong to it.
    """

    number: int
    indent: int
    role: str
    name: str | None
    attributes: Mapping[str, str]
    value: str | None
    is_open: bool


def tree_start(text: str) -> int:
    """Return where the tree begins: behind the tools of the page's own, which @playwright/mcp lists above it.

    A page writes their descriptions, which may hold blank lines and lines like those of a tree. A tree has no blank
    line, so the last one of the text divides the two.
    """
    return text.rfind("\n\n") + 2 if text.startswith(_TOOLS + "\n") and "\n\n" in text else 0


def is_known_otherwise(line: str) -> bool:
    """Return whether a line that begins a snapshot is none of its tree, but known: see ``_TOOLS`` and ``_CHANGED``."""
    return line.rstrip("\r") == _TOOLS or _CHANGED.match(line) is not None


def aria_lines(text: str, *, first_line: int = 1) -> Iterator[AriaLine]:
    r"""Yield the lines, split at ``\n`` only, without blank ones; InvalidSnapshot names the line.

    ``first_line`` is the number of the text's first line.
    """
    start = tree_start(text)
    for number, line in enumerate(text[start:].split("\n"), start=first_line + text.count("\n", 0, start)):
        if line.strip(" \t\r"):
            yield parse_line(line, number)


def parse_line(line: str, number: int) -> AriaLine:
    """Parse one line; InvalidSnapshot if it is not a line of a snapshot."""
    if _CHANGED.match(line):
        problem = "a part of a snapshot that leaves out what did not change"
        raise InvalidSnapshot(problem, f"line {number}", "take a whole one: browser_snapshot")
    found = _LINE.fullmatch(line.rstrip(" \t\r"))
    if found is None:
        raise _wrong(number, 'no line that begins with "- "')
    indent, content = len(found[1]), found[2]
    quoted = _quoted_at(content, number)
    if quoted is None:
        key, rest = _split(content, number)
    else:
        key, rest = _unquoted(quoted, number), content[len(quoted) :]
    value = _scalar(rest[2:], number) if rest.startswith(": ") else None
    if value is None and rest not in {"", ":"}:
        raise _wrong(number, "something behind a key that is neither its text nor an attribute")
    role, name, attributes = _key(key, number)
    is_leaf = role == "text" or role.startswith("/")
    if is_leaf and (value is None or name is not None or attributes):
        raise _wrong(number, "a text or a property without its value")
    return AriaLine(number, indent, role, name, attributes, value, is_open=rest == ":")


def _wrong(number: int, problem: str) -> InvalidSnapshot:
    return InvalidSnapshot(problem, f"line {number}", _CURE)


# ------------------------------------------------------------------------- keys


def _split(content: str, number: int) -> tuple[str, str]:
    """Split a key without quotes from what follows it: a colon in a quoted name does not end the key."""
    role = _ROLE.match(content)
    start = role.end() if role else 0
    if role and content.startswith(' "', start):
        name = _STRING.match(content, start + 1)
        if name is None:
            raise _wrong(number, "a name without its end")
        start = name.end()
    colon = content.find(": ", start)
    if colon >= 0:
        return content[:colon], content[colon:]
    return (content[:-1], ":") if content.endswith(":") else (content, "")


def _key(key: str, number: int) -> tuple[str, str | None, dict[str, str]]:
    if key.startswith("/"):
        return key, None, {}
    role = _ROLE.match(key)
    if role is None:
        raise _wrong(number, "a key that begins with no role")
    key, attributes = _without_attributes(key, role.end(), number)
    name = key[role.end() :]
    if not name:
        return role[0], None, attributes
    if name.startswith(" /") and name.endswith("/"):  # a pattern, or a name that looks like one: printed as it is
        return role[0], name[1:], attributes
    if not _STRING.fullmatch(name, 1):
        raise _wrong(number, "no name in quotes behind the role")
    try:
        return role[0], json.loads(name[1:]), attributes
    except json.JSONDecodeError:
        raise _wrong(number, "a name that is not quoted as in JSON") from None


def _without_attributes(key: str, least: int, number: int) -> tuple[str, dict[str, str]]:
    """Take the attributes off the end of a key: a quoted name may look as if it had some."""
    taken: list[tuple[str, str]] = []
    end = len(key)
    while key.endswith("]", least, end):
        start = key.rfind(" [", least, end)
        found = _ATTRIBUTE.fullmatch(key, start, end) if start >= 0 else None
        if found is None:
            raise _wrong(number, "square brackets that hold no attribute")
        taken.append((found[1], "true" if found[2] is None else found[2]))
        end = start
    attributes = dict(reversed(taken))
    if len(attributes) != len(taken):
        raise _wrong(number, "an attribute that stands twice")
    return key[:end], attributes


# ------------------------------------------------------------------------ texts


def _quoted_at(content: str, number: int) -> str | None:
    """Return the quoted text at the beginning of the content, quotes included; None without one."""
    if content[0] not in "\"'":
        return None
    found = (_STRING if content[0] == '"' else _SINGLE).match(content)
    if found is None:
        raise _wrong(number, "a quoted text without its end")
    return found[0]


def _unquoted(quoted: str, number: int) -> str:
    inner = quoted[1:-1]
    if quoted[0] == "'":
        return inner.replace("''", "'")
    if "\\" not in inner:
        return inner
    parts = []
    place = 0
    while (slash := inner.find("\\", place)) >= 0:
        found = _ESCAPE.match(inner, slash)
        if found is None:
            raise _wrong(number, "an escape that YAML does not have")
        parts += [inner[place:slash], _escaped(found, number)]
        place = found.end()
    return "".join([*parts, inner[place:]])


def _escaped(found: re.Match[str], number: int) -> str:
    if found[4]:
        return _SHORT_ESCAPES[found[4]]
    code = int(found[1] or found[2] or found[3], 16)
    if code > _LAST_CHARACTER:
        raise _wrong(number, "an escape of no character")
    return chr(code)


def _scalar(text: str, number: int) -> str:
    """Parse the text behind a colon."""
    quoted = _quoted_at(text, number) if text else None
    if quoted is not None:
        if quoted != text:
            raise _wrong(number, "something behind a quoted text")
        return _unquoted(quoted, number)
    if not text or _UNFIT.match(text) or ": " in text or " #" in text or text.endswith(":"):
        raise _wrong(number, "a text that YAML does not read as it stands, without quotes")
    return text
