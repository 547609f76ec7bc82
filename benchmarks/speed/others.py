"""General differs of Python on the same trees as nested dicts, each where its package is installed.

None of them answers in elements: lists are compared by place, so that one element inserted changes all behind it, and
a document is edited by operations. What is compared is the time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

__all__ = ["PACKAGES", "installed"]

Run: TypeAlias = Callable[[], object]
Trees: TypeAlias = list[dict[str, Any]]


def _dictdiffer(module: ModuleType, before: Trees, after: Trees) -> Run:
    return lambda: list(module.diff(before, after))


def _deepdiff(module: ModuleType, before: Trees, after: Trees) -> Run:
    return lambda: module.DeepDiff(before, after)


def _jsonpatch(module: ModuleType, before: Trees, after: Trees) -> Run:
    return lambda: module.make_patch(before, after)


def _xmldiff(_: ModuleType, before: Trees, after: Trees) -> Run:
    main, etree = importlib.import_module("xmldiff.main"), importlib.import_module("lxml.etree")

    sides = []
    for side in (before, after):
        root = etree.Element("window")
        waiting = [(root, node) for node in side]
        for above, node in waiting:  # grows while it is walked
            texts = {key: str(node[key]) for key in ("role", "name", "value", "bounds", "states")}
            made = etree.SubElement(above, "element", texts)
            waiting += ((made, child) for child in node["children"])
        sides.append(root)
    return lambda: main.diff_trees(*sides, diff_options={"fast_match": True})


PACKAGES: Mapping[str, Callable[[ModuleType, Trees, Trees], Run]] = {
    "dictdiffer": _dictdiffer,
    "jsonpatch": _jsonpatch,
    "xmldiff": _xmldiff,
    "deepdiff": _deepdiff,
}
"""By package what compares two lists of nested elements."""


def installed() -> dict[str, ModuleType]:
    """The packages that can be imported."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = importlib.import_module(name)
        except ImportError:
            continue
    return found
