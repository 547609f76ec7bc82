"""The text of chrome-devtools-mcp's ``take_snapshot``, alone or in the result of a tool.

    uid=1_0 RootWebArea "Shop" url="https://shop.example/"
      uid=1_1 heading "Lamps" level="1"
      uid=1_2 textbox "Search" focusable focused value="desk"
      uid=1_3 "12 lamps"

As printed by chrome-devtools-mcp 1.11.0 (its ``McpResponse``). It prints messages of the page's own in some results, so
a page can forge a heading there: a tree is found only where all in front of it is the server's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.importers.chrome_devtools_text import TEXT_START, read_elements
from uidiff.importers.chrome_reader import AX_FIELDS, AxReader, circumstances_of
from uidiff.importers.source import decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["ChromeDevToolsImporter", "Found", "find_snapshot", "is_of_server"]

_SNAPSHOT = "## Latest page snapshot\n"
_MESSAGE = "ID: "
"""How the answer of get_console_message begins, which holds the message as it is."""

_HARMLESS = ("## Pages", "## Opened pages", "## Extension Pages", "## Extension Service Workers")
"""The headings in front of a snapshot below which each line is the server's; titles of pages are without breaks."""

_SURE, _LIKELY = 1.0, 0.9


class Found(NamedTuple):
    """The characters that a tree takes in a text."""

    start: int
    end: int


def find_snapshot(text: str) -> Found | None:
    """Find the tree below its heading; None if there is none, or if a page may have forged the heading."""
    heading = 0 if text.startswith(_SNAPSHOT) else text.find("\n" + _SNAPSHOT) + 1
    start = heading + len(_SNAPSHOT)
    if not text.startswith(_SNAPSHOT, heading) or TEXT_START.match(text) or not is_of_server(text[:heading]):
        return None
    return Found(start, _end(text, start)) if TEXT_START.match(text, start) else None


def is_of_server(before: str) -> bool:
    """Return whether the lines in front of a snapshot, or of the link to one, are the server's, and none the page's."""
    headings = (line for line in before.split("\n") if line.startswith("#"))
    return not before.startswith(_MESSAGE) and all(line in _HARMLESS for line in headings)


def _end(text: str, start: int) -> int:
    """Return where the tree ends: mostly with the text.

    The server ends the tree with a line break, and joins what follows by another: only a text without a line break at
    its end has more behind the tree. Names hold line breaks as they are, and so the last heading behind a blank line is
    taken: what stands between is of the tree, or the tree cannot be read.
    """
    if text.endswith("\n"):
        return len(text)
    following = text.rfind("\n\n## ", start)
    return len(text) if following < 0 else following + 1


class ChromeDevToolsImporter:
    """Reads one tree: the text of a snapshot, or a tool's result that has it.

    The ids are the uids. Texts that only repeat the name of the element around them are not printed by the tool.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for a text that begins with a uid, 0.9 for one with a snapshot below its heading."""
        text = decoded_head(head)
        if TEXT_START.match(text):
            return _SURE
        return _LIKELY if find_snapshot(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        text = text_of(whole(lines, limits)).replace("\r\n", "\n")
        found = Found(0, len(text)) if TEXT_START.match(text) else find_snapshot(text)
        if found is None:
            cure = "give the text of take_snapshot, or update uidiff if the tool is newer"
            raise InvalidSnapshot("no snapshot of chrome-devtools-mcp", "$", cure)
        elements = read_elements(text, found.start, found.end, limits)
        reader = AxReader(elements.nodes, elements.place, elements.row)
        yield snapshot_of_rows(
            reader.rows(),
            circumstances_of(elements.nodes),
            reader.row_place,
            limits=limits,
            redact=redact,
            keys=AX_FIELDS,
        )
