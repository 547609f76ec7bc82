"""The Markdown of @playwright/mcp's tool results: the page, and its snapshot or a link to the file that holds it.

    ### Page
    - Page URL: https://shop.example/
    - Page Title: Shop
    ### Snapshot
    ```yaml
    - button "Pay" [ref=e3]
    ```

As printed by @playwright/mcp 0.0.83 (its ``Response``). The server prints results, messages of dialogs and descriptions
of the page's own tools as they are, so a page can forge sections in them: a result is read only if its sections are
known, in the server's order, once each, and none before the snapshot holds such a text.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria import snapshot_of_aria
from uidiff.importers.aria_lines import tree_start
from uidiff.importers.source import decoded_head, text_of, whole
from uidiff.model.circumstances import Circumstances
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["PlaywrightMcpImporter", "ToolResult", "read_tool_result"]

_ORDER = ("Result", "Ran Playwright code", "Open tabs", "Page", "Snapshot", "Events", "Paused")
"""The sections of a result with a snapshot, in the server's order; ``Page`` and ``Snapshot`` are always there."""

_HEADING = "### "
_URL, _TITLE = "- Page URL: ", "- Page Title: "
_FENCE, _FENCE_END = "```yaml\n", "\n```"
_LINK, _LINK_END = "- [Snapshot](", ")"
_WAITED = "Waited for "
_EVENTS = ("- New console entries: ", "- Downloading file ", "- Downloaded file ")
_CURE = "give the whole result of browser_snapshot"
_IN_A_FILE = 'give the file as a pathlib.Path, with format="aria": the snapshot is in it'
_UPDATE = 'update @playwright/mcp, or give the YAML alone, with format="aria"'
_SURE, _LIKELY = 0.95, 0.6


@attrs.frozen
class ToolResult:
    """The snapshot in a tool result.

    ``start`` and ``end`` are the characters that it takes, with its fence; of a link, those of its line. Of ``text``
    and ``path`` one is None. The tools that the page offers to agents, which the server lists within the fence, are no
    part of the tree: where they stand, the fence is neither. ``line`` is the number of the first line of the tree.
    """

    url: str
    title: str | None
    start: int
    end: int
    line: int
    text: str | None = None
    path: str | None = None


@attrs.frozen
class _Section:
    """A section: its title, its text without the last line break, and where that begins."""

    title: str
    text: str
    start: int
    line: int

    def wrong(self, problem: str, cure: str = _CURE) -> InvalidSnapshot:
        return InvalidSnapshot(problem, f"line {self.line}", cure)


def read_tool_result(text: str) -> ToolResult:
    """Find page and snapshot in the text of a tool result.

    Raises:
        InvalidSnapshot: no result with exactly one snapshot, or one that a page can have forged; the path names the
            line.
    """
    sections = {section.title: section for section in _known_sections(text)}
    if "Snapshot" not in sections or "Page" not in sections:
        raise InvalidSnapshot("no page with a snapshot in the result", "$", _CURE)
    if "Result" in sections and not _only_waited(sections["Result"].text):
        raise sections["Result"].wrong("a result in front of the snapshot, which the page may have written")
    _check_events(sections)
    page = sections["Page"].text.split("\n")
    if not page[0].startswith(_URL):
        raise sections["Page"].wrong("a page without its URL")
    title = page[1].removeprefix(_TITLE) if len(page) > 1 and page[1].startswith(_TITLE) else None
    return _found(sections["Snapshot"], page[0].removeprefix(_URL), title)


def _known_sections(text: str) -> Iterator[_Section]:
    """Yield the sections; InvalidSnapshot for one that is unknown, stands twice or at another place than its own."""
    if not text.startswith(_HEADING):
        raise InvalidSnapshot('no line "### …" at the beginning', "line 1", _CURE)
    place, line, last = 0, 1, -1
    while place < len(text):
        following = text.find("\n" + _HEADING, place)
        end = len(text) if following < 0 else following
        title, _, body = text[place + len(_HEADING) : end].partition("\n")
        section = _Section(title, body, end - len(body), line + 1)
        if title == "Modal state":
            raise section.wrong("a dialog is open, and nothing below it was read", "answer it: browser_handle_dialog")
        if title == "Page state":
            raise section.wrong("a page as @playwright/mcp 0.0.56 printed it", _UPDATE)
        if title not in _ORDER:
            raise section.wrong("a section that is not known beside a snapshot")
        if _ORDER.index(title) <= last:
            raise section.wrong("a section that stands twice, or not at its place")
        last = _ORDER.index(title)
        yield section
        line += text.count("\n", place, end) + 1
        place = end + 1


def _only_waited(result: str) -> bool:
    """Return whether it is the result of browser_wait_for: the one tool that gives a result and a snapshot."""
    return result.startswith(_WAITED) and "\n" not in result


def _check_events(sections: dict[str, _Section]) -> None:
    for title, beginnings in (("Events", _EVENTS), ("Paused", ("- ",))):
        section = sections.get(title)
        if section and not all(line.startswith(beginnings) for line in section.text.split("\n")):
            raise section.wrong("something behind the snapshot that is none of the server's lines")


def _found(section: _Section, url: str, title: str | None) -> ToolResult:
    text, start = section.text.rstrip("\n"), section.start
    end = start + len(text)
    if text.startswith(_LINK) and text.endswith(_LINK_END) and "\n" not in text:
        path = text[len(_LINK) : -len(_LINK_END)]
        return ToolResult(url, title, start, end, section.line, path=path)
    if not (text.startswith(_FENCE) and text.endswith(_FENCE_END) and len(text) >= len(_FENCE + _FENCE_END) - 1):
        raise section.wrong("neither a block of YAML nor a link to a file")
    inner = text[len(_FENCE) : -len(_FENCE_END)]
    tools = tree_start(inner)
    if tools:
        start, end = start + len(_FENCE) + tools, end - len(_FENCE_END)
    line = section.line + 1 + inner.count("\n", 0, tools)
    return ToolResult(url, title, start, end, line, text=inner[tools:])


class PlaywrightMcpImporter:
    """Reads the snapshot in one tool result; the URL and the title of the page are circumstances.

    A link to a file is an error: the file is given as a ``pathlib.Path``, and is a plain aria snapshot.
    """

    def sniff(self, head: bytes) -> float:
        """Return 0.95 for a text of the server's sections with a page in it, 0.6 without one."""
        text = decoded_head(head)
        first = text.partition("\n")[0]
        if first.removeprefix(_HEADING) not in {*_ORDER, "Error", "Modal state", "Page state"} or not first.startswith(
            _HEADING
        ):
            return 0.0
        return _SURE if f"{_HEADING}Page\n{_URL}" in text else _LIKELY

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        found = read_tool_result(text_of(whole(lines, limits)))
        if found.text is None:
            raise InvalidSnapshot("a link to the snapshot, not the snapshot", f"line {found.line}", _IN_A_FILE)
        page = Circumstances(title=found.title, url=found.url)
        yield snapshot_of_aria(found.text, page, first_line=found.line, limits=limits, redact=redact)
