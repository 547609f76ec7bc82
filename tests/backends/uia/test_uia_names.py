"""Each name that we use of the package and of UI Automation is there: in the package's source, in the type library.

Other versions of the package are tried where the folder ``wheels`` of the virtual environment, or the one that
UIDIFF_WHEELS names, has their wheels: ``pip download --no-deps --dest FOLDER uiautomation==2.0.20 comtypes``.
"""

import ast
import re
import zipfile
from contextlib import AbstractContextManager, closing
from importlib.util import find_spec
from pathlib import Path

import pytest

import uidiff.backends.uia
from tests.backends.uia.fake_numbers import CONTROL_TYPES, MEMBERS, PATTERNS, PROPERTIES, WINDOWS_10
from tests.backends.uia.fake_windows import INSTALLED, WHEELS, on_windows, versions
from tests.backends.uia.programs import Mail, mail_subject, read
from tests.parts import missing
from uidiff.backends.uia import UiaBackend, actions, client
from uidiff.testing import BackendConformance, Subject

OURS = sorted(Path(next(iter(uidiff.backends.uia.__path__))).glob("*.py"))
VERSIONS = [pytest.param(version, id=Path(version).name) for version in versions()]

OF_THE_PACKAGE = {"Control", "ControlTypeNames", "PatternId", "PropertyId", "_AutomationClient", "uiautomation"}
"""What is used of the module; and of what is in it:"""
OF_ITS_CLASSES = {
    "_AutomationClient": {"instance", "IUIAutomation"},
    "Control": {"CreateControlFromElement", "Element", "GetParentControl", "GetPattern", "NativeWindowHandle"},
}
OF_COMTYPES = {"COMError", "COINIT_MULTITHREADED", "CoInitializeEx", "CoUninitialize", "GetModule"}
BY_NAME = {method for ways in actions._WAYS.values() for _, method in ways}
"""Members that no attribute in the source names: the table of actions does."""


def source_of(version: str) -> ast.Module:
    """The package's module, as it is written."""
    if version != INSTALLED:
        with zipfile.ZipFile(version) as wheel:
            return ast.parse(wheel.read("uiautomation/uiautomation.py"))
    found = find_spec("uiautomation")
    if found is None or found.origin is None:
        missing("the package uiautomation", "none: pip install --no-deps uiautomation")
        raise AssertionError("missing does not return")
    return ast.parse(Path(found.origin).with_name("uiautomation.py").read_text(encoding="utf-8"))


def classes_of(module: ast.Module) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}


def constants(of: ast.ClassDef) -> dict[str, int]:
    return {
        node.targets[0].id: node.value.value
        for node in of.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, int)
    }


def attributes_used() -> set[str]:
    """Every attribute that our source names, ``x.this``; without the module that asks the system itself."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in OURS if path.name != "desktop.py"]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return BY_NAME | {
        node.attr for node in nodes if not (isinstance(node.value, ast.Name) and node.value.id == "attrs")
    }


def of_the_package() -> set[str]:
    return {*OF_THE_PACKAGE, *OF_COMTYPES, *(member for members in OF_ITS_CLASSES.values() for member in members)}


def members_of_com() -> set[str]:
    return {member for members in MEMBERS.values() for member in members}


@pytest.mark.parametrize("version", VERSIONS)
def test_what_we_use_of_the_package_is_in_its_source(version: str) -> None:
    module = source_of(version)
    classes = classes_of(module)
    assigned = {name.id for name in ast.walk(module) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
    assert {*classes, *assigned, "uiautomation"} >= OF_THE_PACKAGE
    for name, members in OF_ITS_CLASSES.items():
        known = {node.name for node in ast.walk(classes[name]) if isinstance(node, ast.FunctionDef)}
        known |= {node.attr for node in ast.walk(classes[name]) if isinstance(node, ast.Attribute)}
        assert known >= members
    imported = [alias.name for node in ast.walk(module) if isinstance(node, ast.Import) for alias in node.names]
    assert "comtypes" in imported


def test_what_we_use_of_comtypes_is_in_its_source() -> None:
    wheels = sorted(WHEELS.glob("comtypes-*.whl"))
    if not wheels:
        missing("a wheel of comtypes", f"none: pip download --no-deps --dest {WHEELS} comtypes")
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            texts = [wheel.read(name).decode() for name in ("comtypes/__init__.py", "comtypes/client/__init__.py")]
        words = {word for text in texts for word in re.findall(r"\w+", text)}
        assert words >= OF_COMTYPES


@pytest.mark.parametrize("version", VERSIONS)
def test_the_numbers_of_the_package_are_those_of_microsoft(version: str) -> None:
    classes = classes_of(source_of(version))
    properties, patterns = constants(classes["PropertyId"]), constants(classes["PatternId"])
    types = constants(classes["ControlType"])
    wanted = (*client.PROPERTIES, *client.NEWER)
    assert {name: properties[f"{name}Property"] for name in wanted} == {name: PROPERTIES[name] for name in wanted}
    assert {name: patterns[f"{name}Pattern"] for name in client.PATTERNS} == PATTERNS
    assert {name: types[f"{name}Control"] for name in CONTROL_TYPES} == CONTROL_TYPES


def test_all_that_is_asked_for_is_known_to_the_machine_without_windows() -> None:
    assert {*client.PROPERTIES, *client.NEWER} == set(PROPERTIES)
    assert {PROPERTIES[name] for name in client.NEWER} == WINDOWS_10


def test_names_of_others_are_those_of_the_package_or_of_the_type_library() -> None:
    capital = {name for name in attributes_used() if re.match(r"_?[A-Z]", name)}
    assert capital <= of_the_package() | members_of_com()
    assert members_of_com() <= capital


def test_nothing_of_the_package_is_imported_before_it_is_used() -> None:
    for path in OURS:
        body = ast.parse(path.read_text(encoding="utf-8")).body
        names = {alias.name for node in body if isinstance(node, ast.Import) for alias in node.names}
        names |= {str(node.module) for node in body if isinstance(node, ast.ImportFrom)}
        assert names.isdisjoint({"uiautomation", "comtypes", "comtypes.client"})


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_of_the_package_reads_and_acts(version: str) -> None:
    with on_windows(version) as machine, closing(UiaBackend()) as backend:
        mail = Mail(machine)
        pressed = []
        mail.find("Save").does["Invoke"] = lambda: pressed.append(version)
        (save,) = read(backend).find(name="Save")
        backend.act(save, "press")
        assert pressed == [version]
        assert backend.handle(save).control.Name == "Save"


class TestInstalled(BackendConformance, lacks=("changes",)):
    """The rules, over the real package on a machine without Windows."""

    def subject(self) -> AbstractContextManager[Subject]:
        return mail_subject()


class TestOldestWheel(BackendConformance, lacks=("changes",)):
    """The rules, over the oldest version that there is a wheel of; over the installed one where there is none."""

    def subject(self) -> AbstractContextManager[Subject]:
        return mail_subject(min(versions()[1:], default=INSTALLED))
