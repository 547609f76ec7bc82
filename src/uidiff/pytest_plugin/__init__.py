"""The pytest plug-in: what an action changed in a user interface, and whether anything else changed.

    def test_delete(page, ui_diff):
        with ui_diff("web", page) as change:
            page.get_by_role("button", name="Delete").click()
        assert_no_unexpected_change(change, expected=[uidiff.events.ItemsRemoved])

pytest loads this module in every project that has uidiff installed: it imports nothing of uidiff until a test asks.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff
    from uidiff.formats.report import Report
    from uidiff.pytest_plugin.change import Change as Change
    from uidiff.pytest_plugin.change_filter import ChangeItem
    from uidiff.pytest_plugin.expecting import ExpectedChange as ExpectedChange
    from uidiff.pytest_plugin.fixture import ExpectChange as ExpectChange
    from uidiff.pytest_plugin.fixture import UIDiff as UIDiff

__all__ = [
    "BUDGET",
    "Change",
    "ExpectChange",
    "ExpectedChange",
    "UIDiff",
    "assert_no_unexpected_change",
    "expect_change",
    "ui_diff",
    "ui_diff_options",
]

BUDGET = 800
"""Tokens of the changes in a failure; a last line says how many more there are."""

_UPDATE = "--uidiff-update"
_WRITTEN = "uidiff_baseline"
"""The property of a test that names a baseline that it wrote: reports carry it from the workers of pytest-xdist."""

_HOMES = {"Change": "change", "ExpectChange": "fixture", "ExpectedChange": "expecting", "UIDiff": "fixture"}
"""The modules of the types for annotations; they are loaded when a test names them."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


# ------------------------------------------------------------------ for tests


def assert_no_unexpected_change(
    change: Change | TreeDiff | Report,
    *,
    expected: Iterable[ChangeItem] = (),
    allowed: Iterable[ChangeItem] = (),
    partial: bool = False,
    budget: int | None = BUDGET,
) -> None:
    """Fail if anything changed that is neither expected nor allowed, or if something expected did not.

    Both take names of fields, states and circumstances (``"focused"``, ``"title"``; ``"value"`` with the texts in the
    field that it is the value of, and the option that it is); values of ``uidiff.Ignore``; classes of events, which
    stand for what such an event tells (``events.DialogAppeared``: the dialog and all in it, and the focus that went
    there; ``uidiff.events.FocusMoved``: where the focus is, and nothing else of these elements); events as values, with
    the label and whatever else is not left at its default (``DialogAppeared("Save?")``); classes of records
    (``uidiff.records.Added``); and functions that are given a record and say whether it is meant.

    Args:
        change: what ``with ui_diff(…) as change`` gave; or a delta of ``uidiff.diff``; or a report of a session.
        expected: what has to change, each of them.
        allowed: what may change besides.
        partial: True: accept that the window was not read whole, and what is not known to have come or gone by that.
            By default that fails: nothing is said about what was not read.
        budget: tokens that the failure says about the changes; None: all of them.

    Raises:
        AssertionError: with the changes that were unexpected, as an agent reads them.
        TypeError: something that is no change; no collection of such items.
        UnknownName: no field or state has such a name.
        DeltaMismatch: a delta that was read from a file: bind it first.
    """
    __tracebackhide__ = True
    from uidiff.pytest_plugin.assertions import check_given

    result = check_given(change, expected=expected, allowed=allowed, partial=partial)
    if not result.passed:
        raise AssertionError(result.message(budget))


@pytest.fixture
def ui_diff_options() -> Mapping[str, object]:
    """How ``ui_diff`` reads and compares: a fixture to override, in a ``conftest.py``, a module or a class.

    A dict with any of these, as ``uidiff.Session`` takes them: ``ignore`` (by default ``("bounds",)``), ``matcher``,
    ``rules``, ``limits``, ``redact``, ``timeout``; ``settle``: seconds for which nothing may change before the UI is
    read, by default 0.3, None: read at once; ``patience``: seconds after which it is read all the same, by default 10.
    """
    return {}


@pytest.fixture
def ui_diff(request: pytest.FixtureRequest, ui_diff_options: Mapping[str, object]) -> Iterator[UIDiff]:
    """What an action changes, and whether a window is as it was saved.

    After ``with ui_diff("web", page) as change: …`` there are ``change.delta``, ``change.text`` and ``change.report``.
    ``ui_diff.check("checkout", "web", page)`` compares with the baseline that is saved beside the test, which
    ``pytest --uidiff-update`` writes. ``ui_diff(before, after)`` compares two snapshots. What it has opened is closed
    at the end of the test.
    """
    from uidiff.pytest_plugin.change import ReadOptions
    from uidiff.pytest_plugin.fixture import BaselineFiles, UIDiff

    baselines = BaselineFiles(
        folder=request.path.parent / "__uidiff__" / request.path.stem,
        root=request.config.rootpath,
        update=bool(request.config.getoption(_UPDATE)),
        wrote=lambda shown: request.node.user_properties.append((_WRITTEN, shown)),
    )
    made = UIDiff(ReadOptions.of(ui_diff_options), baselines, budget=BUDGET)
    yield made
    made.close()


@pytest.fixture
def expect_change(ui_diff_options: Mapping[str, object]) -> Iterator[ExpectChange]:
    """What an action has to change: waits until it has, and fails with what changed instead or besides.

        with expect_change(page, DialogAppeared("Log in")):
            page.get_by_role("button", name="Log in").click()

    What is not expected may not change, the focus aside. With nothing expected something has to change, and questions
    are asked below the block: ``with expect_change(page) as change: …``, then ``change.to_show(DialogAppeared, "Log
    in")``, ``change.not_to_show(ErrorAppeared)`` and ``change.to_show_nothing_else()``.
    """
    from uidiff.pytest_plugin.change import ReadOptions
    from uidiff.pytest_plugin.fixture import ExpectChange

    made = ExpectChange(ReadOptions.of(ui_diff_options), budget=BUDGET)
    yield made
    made.close()


# ----------------------------------------------------------------- for pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes baselines."""
    group = parser.getgroup("uidiff", "uidiff: what changed in a user interface")
    group.addoption(
        _UPDATE,
        action="store_true",
        help="write the baselines of ui_diff.check that are missing or differ; read them before you commit them",
    )


def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> list[str] | None:
    """Explain a failed ``==`` of two snapshots or two deltas."""
    if op != "==" or not all(type(side).__module__.startswith("uidiff.") for side in (left, right)):
        return None
    from uidiff.pytest_plugin.assertions import explain_inequality

    is_asked_for_all = config.get_verbosity(pytest.Config.VERBOSITY_ASSERTIONS) > 1
    return explain_inequality(left, right, budget=None if is_asked_for_all else BUDGET)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the baselines that were written."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    written = {
        shown
        for report in reports
        if isinstance(report, pytest.TestReport)
        for name, shown in report.user_properties
        if name == _WRITTEN
    }
    if written:
        terminalreporter.section("uidiff: baselines written; read them before you commit them")
        for shown in sorted(map(str, written)):
            terminalreporter.line(shown)
