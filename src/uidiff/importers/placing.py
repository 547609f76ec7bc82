"""A snapshot of rows, whose errors name the place in the file that they came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from uidiff.errors import InvalidSnapshot
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["snapshot_of_rows"]

_PLACE = re.compile(r"\$\[(\d+)\](?:\.(\w+))?")
_AS_OURS: Mapping[str, str] = MappingProxyType({})


def snapshot_of_rows(
    rows: Sequence[Row],
    circumstances: Circumstances,
    place: Callable[[int], str],
    *,
    limits: Limits,
    redact: RedactOption,
    keys: Mapping[str, str] = _AS_OURS,
) -> Snapshot:
    """The snapshot of these rows; in an error ``place`` of a row stands for it, and its own key for a field."""
    try:
        return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)
    except InvalidSnapshot as error:

        def placed(found: re.Match[str]) -> str:
            field = found[2]
            return place(int(found[1])) + (f".{keys.get(field, field)}" if field else "")

        raise type(error)(error.problem, _PLACE.sub(placed, error.path), error.cure) from None
