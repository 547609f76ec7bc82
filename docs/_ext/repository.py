"""Pages in docs as a part of the repository: a link that leads out of docs is right on a code host and on the site.

On the site it leads to the page that shows the file, where there is one, and else to a copy of the file. A fence
``{include}`` of a file outside docs brings in its text, its links led right as well.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent

INCLUDE = re.compile(r"^```\{include\} (?P<path>\.\./\S+)\n(?:.*\n)*?```$", re.MULTILINE)
FENCED = re.compile(r"^(```+|~~~+).*\n(?:.*\n)*?\1$|`[^`\n]+`", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)")


def shown_files() -> dict[Path, Path]:
    """The files and folders outside docs that a page shows, with the page."""
    shown = {ROOT / "benchmarks" / "results": DOCS / "benchmarks" / "index.md"}
    for page in sorted(DOCS.rglob("*.md")):
        shown |= {
            Path(os.path.normpath(page.parent / found["path"])): page
            for found in INCLUDE.finditer(page.read_text(encoding="utf-8"))
        }
    return shown | {
        file.parent: page for file, page in shown.items() if file.name == "README.md" and file.parent != ROOT
    }


def led_right(text: str, *, written_in: Path, page: Path, shown: dict[Path, Path]) -> str:
    """The text of a file, for the page that shows it: its links from there."""

    def lead(link: re.Match[str]) -> str:
        target = Path(os.path.normpath(written_in.parent / link[1]))
        target = shown.get(target, target)
        if target.is_dir() and (target / "README.md").exists():
            target /= "README.md"
        return f"]({Path(os.path.relpath(target, page.parent)).as_posix()}{link[2] or ''})"

    parts = []
    at = 0
    for code in FENCED.finditer(text):
        parts += [LINK.sub(lead, text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, LINK.sub(lead, text[at:])])


def read_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Bring in what a page includes, and lead its links right."""
    page = Path(app.env.doc2path(docname))
    shown = shown_files()

    def bring_in(found: re.Match[str]) -> str:
        file = Path(os.path.normpath(page.parent / found["path"]))
        app.env.note_dependency(file)
        return led_right(file.read_text(encoding="utf-8"), written_in=file, page=page, shown=shown)

    parts = []
    at = 0
    for found in INCLUDE.finditer(source[0]):
        own = led_right(source[0][at : found.start()], written_in=page, page=page, shown=shown)
        parts += [own, bring_in(found)]
        at = found.end()
    source[0] = "".join([*parts, led_right(source[0][at:], written_in=page, page=page, shown=shown)])


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen to the pages as they are read."""
    app.connect("source-read", read_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
