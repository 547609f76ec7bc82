"""Names in signatures and docstrings lead to where the name is documented: its public home, not the file it is in."""

from __future__ import annotations

import importlib
import re
from functools import cache
from typing import TYPE_CHECKING

from sphinx.util import inspect

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx import addnodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FACES = (
    "uidiff",
    "uidiff.errors",
    "uidiff.events",
    "uidiff.matchers",
    "uidiff.records",
    "uidiff.stream",
    "uidiff.arrow",
    "uidiff.spark",
    "uidiff.testing",
    "uidiff.backends.protocol",
    "uidiff.backends.scripted",
)


@cache
def public_homes() -> dict[str, str]:
    """The public name of what is defined elsewhere: ``{"uidiff.live.session.Session": "uidiff.Session"}``."""
    homes = {}
    for face in FACES:
        module = importlib.import_module(face)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                homes.setdefault(f"{value.__module__}.{value.__qualname__}", f"{face}.{name}")
    return homes


def resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.reference | None:
    """The reference to a name that is not documented where it is said to be."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"].removeprefix("~")
    public = public_homes().get(target) or public_homes().get(f"{node.get('py:module')}.{target}")
    by_name = [home for home in public_homes().values() if home.rpartition(".")[2] == target]
    for candidate in filter(None, [public, f"uidiff.{target}", *by_name]):
        found = env.domains.python_domain.resolve_any_xref(env, node["refdoc"], app.builder, candidate, node, contnode)
        if found:
            return found[0][1]
    return None


SECTION = re.compile(r"[A-Z]\w+:")
COLON = "\ue000"
"""Stands for a colon where napoleon would take the words before it for a type."""


def read_docstring(_app: Sphinx, what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    """As it is written: a sentence may have a colon, and what stands indented below a paragraph is code."""
    section = ""
    for at, line in enumerate(lines):
        section = line if SECTION.fullmatch(line) else section if line.strip() else ""
        if what in ("attribute", "data", "property") or section == "Returns:":
            lines[at] = line.replace(": ", f"{COLON} ")
    for at in range(len(lines) - 1, 1, -1):
        above = next((line for line in reversed(lines[: at - 1]) if line), "")
        if lines[at].startswith("    ") and not lines[at - 1] and above[:1] not in ("", " "):
            lines[at:at] = [".. code-block:: python", ""]


def show_colons(_app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    """Undo it."""
    lines[:] = [line.replace(COLON, ":") for line in lines]


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen to the names that lead nowhere, and to docstrings before and after napoleon (500)."""
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-docstring", read_docstring, priority=400)
    app.connect("autodoc-process-docstring", show_colons, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
