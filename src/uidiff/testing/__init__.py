"""Hypothesis strategies for UI trees, for tests of matchers, backends and formats.

    @given(uidiff.testing.snapshot_pairs())
    def test_my_matcher(pair):
        before, after = pair
        assert uidiff.diff(before, after, matcher=MyMatcher()).apply(before) == after

:class:`BackendConformance` has the rules for backends, as tests to be subclassed.

Importing this raises :class:`uidiff.errors.MissingExtra` without the extra ``testing``.
"""

from __future__ import annotations

from uidiff.errors import MissingExtra

try:
    import hypothesis as _hypothesis
except ImportError as error:
    raise MissingExtra("testing", "hypothesis") from error

from uidiff.testing.async_conformance import AsyncBackendConformance
from uidiff.testing.conformance import BackendConformance
from uidiff.testing.edits import KINDS, Edit, Edited, apply_edits, rows_of
from uidiff.testing.strategies import (
    HOSTILE_ROLES,
    HOSTILE_TEXTS,
    edited,
    edits,
    hostile_texts,
    matchings,
    snapshot_pairs,
    snapshots,
)
from uidiff.testing.subject import Acting, Subject

__all__ = [
    "HOSTILE_ROLES",
    "HOSTILE_TEXTS",
    "KINDS",
    "Acting",
    "AsyncBackendConformance",
    "BackendConformance",
    "Edit",
    "Edited",
    "Subject",
    "apply_edits",
    "edited",
    "edits",
    "hostile_texts",
    "matchings",
    "rows_of",
    "snapshot_pairs",
    "snapshots",
]

del _hypothesis
