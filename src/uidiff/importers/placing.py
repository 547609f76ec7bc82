"""Build snapshots so that errors name the place in the file, by its own keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

from uidiff.errors import InvalidSnapshot
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["placed_errors", "snapshot_of_rows"]

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
    """Build the snapshot of rows; errors name ``place`` of a row and, by ``keys``, the file's key of a field."""
    with placed_errors(place, keys):
        return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)


@contextmanager
def placed_errors(place: Callable[[int], str], keys: Mapping[str, str]) -> Iterator[None]:
    """Rewrite the path of an InvalidSnapshot: ``$[3].name`` becomes the place of row 3 and the file's key of name."""

    def placed(found: re.Match[str]) -> str:
        field = found[2]
        return place(int(found[1])) + (f".{keys.get(field, field)}" if field else "")

    try:
        yield
    except InvalidSnapshot as error:
        raise type(error)(error.problem, _PLACE.sub(placed, error.path), error.cure) from None
