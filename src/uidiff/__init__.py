"""uidiff: what changed in a user interface.

    before = uidiff.Snapshot.from_dicts(nodes)
    delta = uidiff.diff(before, after)

Names are loaded when they are first used: ``import uidiff`` itself imports nothing but this file.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uidiff._version import __version__ as __version__
    from uidiff.diffing.compare import diff as diff
    from uidiff.diffing.events import BusyEnded as BusyEnded
    from uidiff.diffing.events import BusyStarted as BusyStarted
    from uidiff.diffing.events import ContentLoaded as ContentLoaded
    from uidiff.diffing.events import DialogAppeared as DialogAppeared
    from uidiff.diffing.events import DialogClosed as DialogClosed
    from uidiff.diffing.events import ElementMoved as ElementMoved
    from uidiff.diffing.events import EnabledChanged as EnabledChanged
    from uidiff.diffing.events import ErrorAppeared as ErrorAppeared
    from uidiff.diffing.events import Event as Event
    from uidiff.diffing.events import FocusMoved as FocusMoved
    from uidiff.diffing.events import ItemsAdded as ItemsAdded
    from uidiff.diffing.events import ItemsRemoved as ItemsRemoved
    from uidiff.diffing.events import LayoutShifted as LayoutShifted
    from uidiff.diffing.events import ListReordered as ListReordered
    from uidiff.diffing.events import MenuClosed as MenuClosed
    from uidiff.diffing.events import MenuOpened as MenuOpened
    from uidiff.diffing.events import PageNavigated as PageNavigated
    from uidiff.diffing.events import SelectionChanged as SelectionChanged
    from uidiff.diffing.events import StatusAnnounced as StatusAnnounced
    from uidiff.diffing.events import TitleChanged as TitleChanged
    from uidiff.diffing.events import Toggled as Toggled
    from uidiff.diffing.events import ValueEntered as ValueEntered
    from uidiff.diffing.ignoring import Ignore as Ignore
    from uidiff.diffing.records import Added as Added
    from uidiff.diffing.records import Changed as Changed
    from uidiff.diffing.records import Moved as Moved
    from uidiff.diffing.records import NewlyRead as NewlyRead
    from uidiff.diffing.records import Removed as Removed
    from uidiff.diffing.records import Reordered as Reordered
    from uidiff.diffing.records import Unknown as Unknown
    from uidiff.diffing.refs import Refs as Refs
    from uidiff.diffing.rules import EventRules as EventRules
    from uidiff.diffing.tree_diff import TreeDiff as TreeDiff
    from uidiff.errors import AppGone as AppGone
    from uidiff.errors import BackendError as BackendError
    from uidiff.errors import CorruptSnapshot as CorruptSnapshot
    from uidiff.errors import DeltaMismatch as DeltaMismatch
    from uidiff.errors import InvalidSnapshot as InvalidSnapshot
    from uidiff.errors import LimitExceeded as LimitExceeded
    from uidiff.errors import MissingExtra as MissingExtra
    from uidiff.errors import PermissionNeeded as PermissionNeeded
    from uidiff.errors import PluginError as PluginError
    from uidiff.errors import ReadTimeout as ReadTimeout
    from uidiff.errors import SnapshotExpired as SnapshotExpired
    from uidiff.errors import StaleRef as StaleRef
    from uidiff.errors import StoreConflict as StoreConflict
    from uidiff.errors import StoreError as StoreError
    from uidiff.errors import UIDiffError as UIDiffError
    from uidiff.errors import UnknownName as UnknownName
    from uidiff.errors import WaitTimeout as WaitTimeout
    from uidiff.errors import WindowNotFound as WindowNotFound
    from uidiff.formats.html.report import write_html as write_html
    from uidiff.formats.rendering import render as render
    from uidiff.formats.report import Report as Report
    from uidiff.formats.stream import AddedRecord as AddedRecord
    from uidiff.formats.stream import ChangedRecord as ChangedRecord
    from uidiff.formats.stream import CircumstancesRecord as CircumstancesRecord
    from uidiff.formats.stream import DoneRecord as DoneRecord
    from uidiff.formats.stream import ErrorRecord as ErrorRecord
    from uidiff.formats.stream import MovedRecord as MovedRecord
    from uidiff.formats.stream import NewlyReadRecord as NewlyReadRecord
    from uidiff.formats.stream import RemovedRecord as RemovedRecord
    from uidiff.formats.stream import ReorderedRecord as ReorderedRecord
    from uidiff.formats.stream import SnapshotRecord as SnapshotRecord
    from uidiff.formats.stream import TransientRecord as TransientRecord
    from uidiff.formats.stream import UnknownRecord as UnknownRecord
    from uidiff.importers.registry import import_recording as import_recording
    from uidiff.importers.registry import import_tree as import_tree
    from uidiff.live.async_session import AsyncSession as AsyncSession
    from uidiff.live.file_store import FileStore as FileStore
    from uidiff.live.memory_store import MemoryStore as MemoryStore
    from uidiff.live.moments import Clock as Clock
    from uidiff.live.recorder import AsyncRecorder as AsyncRecorder
    from uidiff.live.recorder import Recorder as Recorder
    from uidiff.live.recorder import record as record
    from uidiff.live.recording import Recorded as Recorded
    from uidiff.live.session import Session as Session
    from uidiff.matching.chain import ChainMatcher as ChainMatcher
    from uidiff.matching.content_hash import ContentHashMatcher as ContentHashMatcher
    from uidiff.matching.ids import IdMatcher as IdMatcher
    from uidiff.matching.matching import Explanation as Explanation
    from uidiff.matching.matching import Matcher as Matcher
    from uidiff.matching.matching import Matching as Matching
    from uidiff.matching.matching import Reason as Reason
    from uidiff.matching.name_role_parent import NameRoleParentMatcher as NameRoleParentMatcher
    from uidiff.matching.strategies import match as match
    from uidiff.matching.structural.matcher import StructuralMatcher as StructuralMatcher
    from uidiff.model.bounds import Bounds as Bounds
    from uidiff.model.circumstances import Circumstances as Circumstances
    from uidiff.model.codec import dumps as dumps
    from uidiff.model.codec import load as load
    from uidiff.model.codec import loads as loads
    from uidiff.model.codec import save as save
    from uidiff.model.columns import Row as Row
    from uidiff.model.element import Element as Element
    from uidiff.model.limits import Limits as Limits
    from uidiff.model.redaction import Redaction as Redaction
    from uidiff.model.snapshot import Snapshot as Snapshot
    from uidiff.model.window import Window as Window
    from uidiff.recordings.reader import Recording as Recording
    from uidiff.recordings.reader import read_recording as read_recording
    from uidiff.recordings.writer import RecordingWriter as RecordingWriter
    from uidiff.recordings.writer import write_recording as write_recording

_HOMES = {
    "Added": "diffing.records",
    "AddedRecord": "formats.stream",
    "AppGone": "errors",
    "AsyncRecorder": "live.recorder",
    "AsyncSession": "live.async_session",
    "BackendError": "errors",
    "Bounds": "model.bounds",
    "BusyEnded": "diffing.events",
    "BusyStarted": "diffing.events",
    "ChainMatcher": "matching.chain",
    "Changed": "diffing.records",
    "ChangedRecord": "formats.stream",
    "Circumstances": "model.circumstances",
    "CircumstancesRecord": "formats.stream",
    "Clock": "live.moments",
    "ContentHashMatcher": "matching.content_hash",
    "ContentLoaded": "diffing.events",
    "CorruptSnapshot": "errors",
    "DeltaMismatch": "errors",
    "DialogAppeared": "diffing.events",
    "DialogClosed": "diffing.events",
    "DoneRecord": "formats.stream",
    "Element": "model.element",
    "ElementMoved": "diffing.events",
    "EnabledChanged": "diffing.events",
    "ErrorAppeared": "diffing.events",
    "ErrorRecord": "formats.stream",
    "Event": "diffing.events",
    "EventRules": "diffing.rules",
    "Explanation": "matching.matching",
    "FileStore": "live.file_store",
    "FocusMoved": "diffing.events",
    "IdMatcher": "matching.ids",
    "Ignore": "diffing.ignoring",
    "InvalidSnapshot": "errors",
    "ItemsAdded": "diffing.events",
    "ItemsRemoved": "diffing.events",
    "LayoutShifted": "diffing.events",
    "LimitExceeded": "errors",
    "Limits": "model.limits",
    "ListReordered": "diffing.events",
    "Matcher": "matching.matching",
    "Matching": "matching.matching",
    "MemoryStore": "live.memory_store",
    "MenuClosed": "diffing.events",
    "MenuOpened": "diffing.events",
    "MissingExtra": "errors",
    "Moved": "diffing.records",
    "MovedRecord": "formats.stream",
    "NameRoleParentMatcher": "matching.name_role_parent",
    "NewlyRead": "diffing.records",
    "NewlyReadRecord": "formats.stream",
    "PageNavigated": "diffing.events",
    "PermissionNeeded": "errors",
    "PluginError": "errors",
    "ReadTimeout": "errors",
    "Reason": "matching.matching",
    "Recorded": "live.recording",
    "Recorder": "live.recorder",
    "Recording": "recordings.reader",
    "RecordingWriter": "recordings.writer",
    "Redaction": "model.redaction",
    "Refs": "diffing.refs",
    "Removed": "diffing.records",
    "RemovedRecord": "formats.stream",
    "Reordered": "diffing.records",
    "ReorderedRecord": "formats.stream",
    "Report": "formats.report",
    "Row": "model.columns",
    "SelectionChanged": "diffing.events",
    "Session": "live.session",
    "Snapshot": "model.snapshot",
    "SnapshotExpired": "errors",
    "SnapshotRecord": "formats.stream",
    "StaleRef": "errors",
    "StatusAnnounced": "diffing.events",
    "StoreConflict": "errors",
    "StoreError": "errors",
    "StructuralMatcher": "matching.structural.matcher",
    "TitleChanged": "diffing.events",
    "Toggled": "diffing.events",
    "TransientRecord": "formats.stream",
    "TreeDiff": "diffing.tree_diff",
    "UIDiffError": "errors",
    "Unknown": "diffing.records",
    "UnknownName": "errors",
    "UnknownRecord": "formats.stream",
    "ValueEntered": "diffing.events",
    "WaitTimeout": "errors",
    "Window": "model.window",
    "WindowNotFound": "errors",
    "__version__": "_version",
    "diff": "diffing.compare",
    "dumps": "model.codec",
    "import_recording": "importers.registry",
    "import_tree": "importers.registry",
    "load": "model.codec",
    "loads": "model.codec",
    "match": "matching.strategies",
    "read_recording": "recordings.reader",
    "record": "live.recorder",
    "render": "formats.rendering",
    "save": "model.codec",
    "write_html": "formats.html.report",
    "write_recording": "recordings.writer",
}
"""Where each public name lives."""

__all__ = list(_HOMES)  # a list of the names above


_TABLES = ("arrow", "spark")
"""Packages for tables. They need extras, and are loaded when they are named."""


def __getattr__(name: str) -> object:
    """Load a public name from its home; it is looked up only once."""
    if name in _TABLES:
        return importlib.import_module(f"uidiff.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'uidiff' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"uidiff.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
