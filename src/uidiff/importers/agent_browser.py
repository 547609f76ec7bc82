r"""The answers of ``agent-browser snapshot``: as text, with boundaries or without, and as JSON.

    - main
      - button "Pay" [ref=e5]

    {"success": true, "data": {"origin": "https://shop.example/", "refs": {…}, "snapshot": "- main\n…"}, "error": null}

As of agent-browser 0.41.2. Where nothing is to be printed, the text says so: ``(empty page)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.importers.agent_browser_lines import Refs, parse_line, read_elements
from uidiff.importers.aria_lines import parse_line as parse_aria_line
from uidiff.importers.chrome_reader import AX_FIELDS, AxReader, circumstances_of
from uidiff.importers.source import HEAD, decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AgentBrowserImporter", "find_tree"]

_NOTHING = ("(empty page)", "(no interactive elements)")
_BOUNDARIES = re.compile(
    r"--- AGENT_BROWSER_PAGE_CONTENT nonce=([0-9a-f]+) origin=([^\n]*) ---\n"
    r"(.*)\n--- END_AGENT_BROWSER_PAGE_CONTENT nonce=\1 ---\n?",
    re.DOTALL,
)
_BOUNDARY = "--- AGENT_BROWSER_PAGE_CONTENT nonce="
_TRUNCATED = re.compile(r"\n\[truncated: showing [0-9]+ of [0-9]+ chars\. Use --max-output to adjust\]\n?\Z")
_JSON_START = re.compile(r'\s*\{\s*"(?:success|data|error|_boundary|lifecycle|origin|refs|snapshot)"\s*:')
_JSON_SIGN = re.compile(
    r'"effectiveLaunch"\s*:|"refs"\s*:\s*\{\s*"e[0-9]+"\s*:\s*\{|"snapshot"\s*:\s*"(?:- [A-Za-z]|\((?:empty|no inter))'
)
_FAILURE = '{"success":false,"data":null,"error":'
_UNKNOWN_ORIGIN = "unknown"
_TEXT = "StaticText"
_SURE, _LIKELY = 1.0, 0.6
_CURE = "give the output of agent-browser snapshot --json, whole"


class _Tree(NamedTuple):
    """The text of a tree: where it is, its first line, the address of its page and its refs, where they are said."""

    text: str
    path: str = ""
    first_line: int = 1
    url: str | None = None
    refs: Refs | None = None

    def place(self, number: int) -> str:
        line = f"line {number}"
        return f"{self.path}, {line}" if self.path else line


def find_tree(text: str) -> tuple[int, int, str | None] | None:
    """Return where the lines of the tree are in an answer as text, and the address; None in JSON, or if it was cut."""
    try:
        tree = None if text.lstrip().startswith("{") else _of_text(text)
    except InvalidSnapshot:
        return None
    if tree is None:
        return None
    start = text.index("\n") + 1 if tree.first_line > 1 else 0
    return start, start + len(tree.text), tree.url


class AgentBrowserImporter:
    """Reads one answer, in the full, the interactive or the compact form; the refs are the ids.

    In the interactive form, elements without a ref are left out: compare only answers of one form.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for lines that an aria snapshot has not, 0.6 for a failure in JSON, 0 for what may be either."""
        text = decoded_head(head)
        if _JSON_START.match(text):
            return _SURE if _JSON_SIGN.search(text) else _LIKELY if text.startswith(_FAILURE) else 0.0
        if text.startswith(_BOUNDARY) or text.strip() in _NOTHING:
            return _SURE
        return _SURE if _is_told_from_aria(text, is_cut=len(head) >= HEAD) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        text = text_of(whole(lines, limits))
        tree = _of_json(text) if text.lstrip().startswith("{") else _of_text(text.replace("\r\n", "\n"))
        elements = read_elements(
            None if tree.text in _NOTHING else tree.text,
            url=tree.url,
            refs=tree.refs,
            first_line=tree.first_line,
            place=tree.place,
            limits=limits,
        )
        reader = AxReader(elements.nodes, elements.place, elements.row)
        rows = reader.rows()
        circumstances = circumstances_of(elements.nodes)
        yield snapshot_of_rows(rows, circumstances, reader.row_place, limits=limits, redact=redact, keys=AX_FIELDS)


def _is_told_from_aria(text: str, *, is_cut: bool) -> bool:
    """Return whether the first line that only one of both tools prints is agent-browser's.

    A flat list of elements with their refs may be of either, and is read as the same: it is left to the other. Without
    a ref or a text in quotes, it may be a list in Markdown.
    """
    lines = [] if text.startswith(" ") else text.split("\n")
    above = 0
    is_element = is_ours = in_value = False
    for line in lines[:-1] if is_cut else lines:
        found = parse_line(line.rstrip("\r"))
        if found is None:
            if in_value or (is_ours and not line.strip()):
                continue
            break
        if found.role == "text":
            break
        is_element = is_element or "ref" in found.attributes or (found.role == _TEXT and found.name is not None)
        is_ours = is_ours or _is_ours_alone(line) or len(found.attributes) > 1 or found.indent > above
        if is_ours and is_element:
            return True
        above, in_value = found.indent, found.value is not None
    return False


def _is_ours_alone(line: str) -> bool:
    """Return whether a line of an element is none of an aria snapshot."""
    try:
        return not parse_aria_line(line, 1).role.islower()
    except InvalidSnapshot:
        return True


def _of_text(text: str) -> _Tree:
    url, first = None, 1
    found = _BOUNDARIES.fullmatch(text)
    if found:
        text, first = found[3], 2
        url = None if found[2] == _UNKNOWN_ORIGIN else found[2]
    elif text.startswith(_BOUNDARY):
        raise InvalidSnapshot("a boundary without its end", "line 1", "give what agent-browser printed, whole")
    truncated = _TRUNCATED.search(text)
    if truncated:
        line = first + text.count("\n", 0, truncated.start()) + 1
        raise InvalidSnapshot("a tree that was cut to a length", f"line {line}", "take it with a larger --max-output")
    return _Tree(text.removesuffix("\n"), first_line=first, url=url)


def _of_json(text: str) -> _Tree:
    try:
        answer: object = json.loads(text)
    except RecursionError:
        raise InvalidSnapshot("values nested too deep", "$", _CURE) from None
    except ValueError:
        raise InvalidSnapshot("no JSON", "$", _CURE) from None
    if not isinstance(answer, dict):
        raise InvalidSnapshot("no object", "$", _CURE)
    if answer.get("success") is False:
        raise InvalidSnapshot("a command that failed", "$.success", "its error says why; take the snapshot again")
    path = "$.data" if "data" in answer else "$"
    data: object = answer.get("data", answer)
    if not isinstance(data, dict) or "snapshot" not in data:
        raise InvalidSnapshot("no snapshot", path, _CURE)
    tree, refs = data["snapshot"], data.get("refs")
    path = f"{path}.snapshot"
    if isinstance(tree, dict):  # of --delta
        if tree.get("kind") != "full":
            raise InvalidSnapshot("what changed, and no whole tree", f"{path}.kind", "take it without --delta")
        refs, path = tree.get("refs"), f"{path}.tree"
        tree = tree.get("tree")
    if not isinstance(tree, str):
        raise InvalidSnapshot(f"expected text, got {type(tree).__name__}", path, _CURE)
    origin = data.get("origin")
    return _Tree(tree, path, url=origin if isinstance(origin, str) and origin else None, refs=_refs(refs))


def _refs(given: object) -> Refs | None:
    if given is None:
        return None
    refs: dict[str, tuple[str, str]] = {}
    for ref, said in given.items() if isinstance(given, dict) else [("", None)]:
        role, name = (said.get("role"), said.get("name")) if isinstance(said, dict) else (None, None)
        if not isinstance(role, str):
            raise InvalidSnapshot("refs without a role each", "$.data.refs", _CURE)
        refs[ref] = role, name if isinstance(name, str) else ""
    return refs
