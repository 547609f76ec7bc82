"""Each name that we and the fake use of macOS is in PyObjC's own tables, from the oldest version to the newest.

The wheels are for macOS and are read, not installed: ``pip download --no-deps --platform macosx_11_0_universal2
--python-version 3.11 --only-binary=:all: --dest FOLDER pyobjc-framework-ApplicationServices==13.0``, and the same for
-Cocoa and -Quartz. FOLDER is ``pyobjc`` in the virtual environment, or what UIDIFF_PYOBJC_WHEELS names.
"""

import ast
import os
import re
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

import uidiff.backends.ax
from tests.backends.ax.fake_mac import Mac
from tests.backends.ax.fake_modules import ERRORS, KINDS, OPTIONS, fake_system, installed
from tests.parts import missing
from uidiff.backends.ax import actions, desktop, facts, targets

VERSIONS = ("10.3", "11.1", "13.0")
PACKAGES = ("applicationservices", "cocoa", "quartz")
OURS = sorted(Path(next(iter(uidiff.backends.ax.__path__))).glob("*.py"))
OF_WEBKIT = {"AXRequired"}
"""Attributes that no header of HIServices has."""


@cache
def tables(version: str) -> str:
    """What PyObjC knows of the frameworks, as text: its metadata, and the names that its own C code defines."""
    folder = Path(os.environ.get("UIDIFF_PYOBJC_WHEELS") or Path(sys.prefix, "pyobjc"))
    wheels = [path for path in sorted(folder.glob("*.whl")) if path.name.split("-")[1] == version]
    found = [path for path in wheels if path.name.lower().split("-")[0].rpartition("_")[2] in PACKAGES]
    if len(found) != len(PACKAGES):
        missing(f"PyObjC {version}", f"none: make test downloads its wheels to {folder.name}")
    text = ""
    for path in found:
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                if name.endswith("_metadata.py"):
                    text += wheel.read(name).decode()
                elif "_HIServices" in name:
                    text += " ".join(map(bytes.decode, re.findall(rb"(?<![A-Za-z_])AXValue\w+", wheel.read(name))))
    return text


def used() -> set[str]:
    """The names that our source takes from the module: ``system.NAME``, whatever object keeps it."""
    found = set()
    for path in OURS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                holder = node.value
                name = holder.id if isinstance(holder, ast.Name) else getattr(holder, "attr", "")
                if name in {"system", "_system"}:
                    found.add(node.attr)
    return found


def unknown(names: set[str], version: str) -> list[str]:
    known = set(re.findall(r"\w+", tables(version)))
    return sorted(names - known)


def test_what_we_use_is_found_in_our_source() -> None:
    assert used() >= {"AXUIElementCopyMultipleAttributeValues", "CFEqual", "AXValueRef", "CGWindowListCopyWindowInfo"}
    assert len(used()) > 30


@pytest.mark.parametrize("version", VERSIONS)
def test_each_name_that_we_use_is_one_of_pyobjc(version: str) -> None:
    assert unknown(used(), version) == []
    assert unknown({"AXUIElementCopyNoSuchThing"}, version) == ["AXUIElementCopyNoSuchThing"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_fake_has_no_name_that_pyobjc_has_not_and_all_that_we_use(version: str) -> None:
    faked = {name for name in vars(fake_system(Mac())) if not name.startswith("__")}
    assert unknown(faked, version) == []
    assert used() - faked == set()
    with installed(Mac()):
        for module in ("ApplicationServices", "AppKit", "CoreFoundation"):
            assert unknown({name for name in vars(sys.modules[module]) if not name.startswith("__")}, version) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_the_numbers_of_the_fake_are_those_of_the_headers(version: str) -> None:
    for name, number in {**ERRORS, **KINDS, **OPTIONS}.items():
        assert re.findall(rf"\${name}@(-?\d+)\b", tables(version)) == [str(number)], name


@pytest.mark.parametrize("version", VERSIONS)
def test_results_come_as_the_fake_gives_them(version: str) -> None:
    """An argument with the modifier "o" is given as None, and comes back beside the result."""
    for name, place in {
        "AXUIElementCopyMultipleAttributeValues": 3,
        "AXUIElementCopyActionNames": 1,
        "AXUIElementGetPid": 1,
    }.items():
        entry = re.search(rf'"{name}": \((.*?)\n    \)', tables(version), re.DOTALL)
        assert entry is not None
        out = re.search(rf"{place}: {{(.*?)}}", entry[1], re.DOTALL)
        assert out is not None
        assert '"type_modifier": "o"' in " ".join(out[1].split())


def test_the_attributes_that_we_ask_for_are_in_the_headers() -> None:
    known = set(re.findall(r'"kAX\w+": "(AX\w+)"', tables(VERSIONS[-1])))
    asked = {*facts.ATTRIBUTES, *desktop._APPLICATION, *targets._OF_WINDOW, *actions._ASKED}
    asked |= {name for name, _ in actions._SETTING.values()} | {*actions._OF_OUTLINES.values()}
    assert asked - known == OF_WEBKIT


def test_the_fake_is_taken_away_again() -> None:
    before = {name: sys.modules.get(name) for name in ("AppKit", "ApplicationServices", "objc", "atomacos")}
    with installed(Mac()):
        assert sys.modules["ApplicationServices"] is not before["ApplicationServices"]
    assert {name: sys.modules.get(name) for name in before} == before
