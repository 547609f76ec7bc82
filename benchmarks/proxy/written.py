"""What a reader of the servers' own trees knows: Playwright's YAML and the ``uid=`` text of chrome-devtools-mcp."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.proxy.refs import Known, Refs

__all__ = ["WrittenRefs", "with_linked_file"]

_YAML = re.compile(
    r"""\s*- '?(?P<role>[\w-]+)(?: (?P<name>"(?:[^"\\]|\\.)*"))?[^"]*?\[ref=(?P<ref>\w+)\][^:]*(?:: (?P<text>.*))?"""
)
_UID = re.compile(r'\s*uid=(?P<ref>\w+) (?P<role>\w+)(?: "(?P<name>.*?)"(?= [a-z]+\b|$))?')
_LINK = re.compile(r"^- \[Snapshot\]\((.+)\)$", re.MULTILINE)


class WrittenRefs(Refs):
    """The elements by their refs, as the last tree has them."""

    def read(self, text: str) -> bool:
        """Take in a result; whether a tree was in it."""
        lines = text.split("\n")
        if not any("[ref=" in line or line.lstrip().startswith("uid=") for line in lines):
            return False
        self.known = dict(_known(lines))
        return True


def with_linked_file(text: str, folder: Path) -> str:
    """The result with the linked snapshot in place of the link, as an agent reads both."""
    found = _LINK.search(text)
    if found is None:
        return text
    tree = (folder / found[1]).read_text(encoding="utf-8")
    return f"{text[: found.start()]}```yaml\n{tree}\n```{text[found.end() :]}"


def _known(lines: list[str]) -> Iterator[tuple[str, Known]]:
    depths = [len(line) - len(line.lstrip(" ")) for line in lines]
    around: list[tuple[int, str]] = []  # the depth of each line around, and what is in it
    for place, line in enumerate(lines):
        found = _YAML.match(line) or _UID.match(line)
        below = next((i for i in range(place + 1, len(lines)) if depths[i] <= depths[place]), len(lines))
        around = [one for one in around if one[0] < depths[place]]
        around.append((depths[place], "\n".join(lines[place:below])))
        if found is not None:
            name = found["name"] or ""
            label = json.loads(name) if name.startswith('"') else name or found.groupdict().get("text") or ""
            label, texts = label or _text_in(lines[place + 1 : below]), [text for _, text in reversed(around)]
            yield found["ref"], Known(found["role"], label, found["ref"], texts, frozenset())


def _text_in(lines: list[str]) -> str:
    """The first text below an element without a name, which a reader calls it by."""
    texts = (line.strip().removeprefix("- text: ") for line in lines if line.strip().startswith("- text: "))
    return next(texts, "")
