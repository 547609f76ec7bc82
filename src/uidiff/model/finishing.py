"""Apply the policy to checked columns: hide secrets, then clip long texts.

In this order, as a secret that is cut in the middle matches no pattern.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import attrs

from uidiff.model.builder import Checked
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Columns
from uidiff.model.limits import Limits
from uidiff.model.redaction import NO_DIGESTS, Redaction, distinct_states, redacted
from uidiff.model.states import States
from uidiff.model.urls import fitted_url
from uidiff.text import clip

__all__ = ["Finished", "finish"]

_TEXTS = ("name", "value", "description", "id", "automation_id", "native_role")


class Finished(NamedTuple):
    """The parts of a snapshot."""

    columns: Columns
    circumstances: Circumstances
    notes: Mapping[str, int]
    hidden: Mapping[int, bytes] = NO_DIGESTS


def finish(
    checked: Checked,
    *,
    limits: Limits,
    redaction: Redaction,
    hidden: Mapping[int, bytes] = NO_DIGESTS,
) -> Finished:
    """Hide and clip; where nothing changes, return the same columns and circumstances.

    ``hidden`` are the digests of what was hidden before.
    """
    clipper = _Clipper(limits.max_text, Counter(checked.notes))
    columns, digests = redacted(checked.columns, redaction, checked.states, hidden)
    if columns is not checked.columns or checked.longest > limits.max_text:
        columns = clipper.columns(columns, distinct_states(columns))
    circumstances = redaction.of_circumstances(checked.circumstances).with_texts(clipper.text, clipper.url)
    extra = clipper.unknown_keys(circumstances.extra)
    if extra != circumstances.extra:
        circumstances = attrs.evolve(circumstances, extra=extra)
    return Finished(columns, circumstances, clipper.notes, digests)


class _Clipper:
    """Clips texts, and counts them."""

    def __init__(self, limit: int, notes: Counter[str]) -> None:
        self.limit = limit
        self.notes = notes

    def text(self, text: str) -> str:
        if len(text) <= self.limit:
            return text
        self.notes["clipped texts"] += 1
        return clip(text, self.limit)

    def url(self, url: str) -> str:
        if len(url) <= self.limit:
            return url
        self.notes["clipped texts"] += 1
        return fitted_url(url, self.limit, clip)

    def unknown_keys(self, extra: str | None) -> str | None:
        """Drop unknown keys that grew beyond the limit when they were hidden."""
        if extra is None or len(extra) <= self.limit:
            return extra
        self.notes["dropped unknown keys"] += 1
        return None

    def columns(self, columns: Columns, distinct: Collection[States]) -> Columns:
        changed: dict[str, Any] = {}
        for name in _TEXTS:
            column = getattr(columns, name)
            if self._has_long(column):
                changed[name] = (text and self.text(text) for text in column)
        if self._has_long(columns.url):
            changed["url"] = (url and self.url(url) for url in columns.url)
        if any(self._has_long([str(value) for _, value in states]) for states in distinct):
            changed["states"] = (
                tuple((name, self.text(value) if isinstance(value, str) else value) for name, value in states)
                for states in columns.states
            )
        if self._has_long(columns.extra):
            changed["extra"] = map(self.unknown_keys, columns.extra)
        if any(columns.actions) and any(map(self._has_long, set(columns.actions))):
            changed["actions"] = (tuple(map(self.text, actions)) for actions in columns.actions)
        return Columns.of({**columns._asdict(), **changed}.values()) if changed else columns

    def _has_long(self, column: Any) -> bool:  # noqa: ANN401  # texts and Nones
        return any(column) and max(map(len, filter(None, column))) > self.limit
