"""The page around the steps: one file that loads nothing; its policy allows only its own script and style sheet."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources

from uidiff._version import __version__
from uidiff.formats.html.encoding import CARRIED, embedded, shown
from uidiff.formats.html.page_steps import PageStep
from uidiff.model.states import BOOLEAN_STATES

__all__ = ["Page"]

_SCRIPTS = ("data.js", "compare.js", "dom.js", "lists.js", "wireframe.js", "details.js", "trees.js", "page.js")
"""The parts of the script in order: later ones use earlier ones."""

_POLICY = "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'"
"""Allows one style sheet and one script, each by its hash; nothing may be loaded or sent."""


class Page:
    """Writes a page piece by piece; written steps are not kept.

    Args:
        write: takes the next piece.
        title: of the page, unquoted.
    """

    def __init__(self, write: Callable[[str], object], title: str) -> None:
        self._write = write
        name = escape(shown(title) or "")
        write(_start().replace("{title}", name))
        self._block("config", {"columns": CARRIED, "booleans": sorted(BOOLEAN_STATES)})

    def add(self, step: PageStep) -> None:
        """Write a step."""
        self._block("head", step.head)
        if step.body is not None:
            self._block("body", step.body, step.head["n"])

    def end(self) -> None:
        """Write the end of the page: the script, which reads the steps above it."""
        self._write(f"<script>{_script()}</script>\n</body>\n</html>\n")

    def _block(self, kind: str, value: object, number: int | None = None) -> None:
        own = "" if number is None else f' id="body-{number}"'
        self._write(f'<script type="application/json" class="{kind}"{own}>{embedded(value)}</script>\n')


@cache
def _script() -> str:
    parts = "\n".join(map(_asset, _SCRIPTS))
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


@cache
def _start() -> str:
    """Return everything before the steps; ``{title}`` is to be replaced by the title, twice."""
    style = f"\n{_asset('report.css')}"
    policy = _POLICY.format(_hash(style), _hash(_script()))
    head = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="uidiff {__version__}">
<title>{{title}}</title>
<style>{style}</style>
</head>
"""
    return head + _asset("body.html")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return (resources.files("uidiff.formats.html") / "assets" / name).read_text(encoding="utf-8")
