"""The times of a diff as the formats print them, and the circumstances that a loaded delta has too."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta

from uidiff.model.limits import LARGEST_EXACT

__all__ = ["iso_time", "seconds", "seconds_text"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def seconds(time: float | None) -> float | None:
    """Round Unix seconds to the millisecond (spec/definitions#2-time-and-tokens); a whole number is an ``int``."""
    if time is None:
        return None
    rounded = round(time, 3)
    return int(rounded) if abs(rounded) < LARGEST_EXACT and rounded == int(rounded) else rounded


def seconds_text(time: float) -> str:
    """Return Unix seconds as text: ``1707504000``, or with three decimals if it is no whole number."""
    rounded = round(time, 3)
    if abs(rounded) >= LARGEST_EXACT:
        return json.dumps(rounded)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.3f}"


def iso_time(time: float | None) -> str | None:
    """Return ``2024-01-15T10:30:45Z``, with milliseconds if any; None if unknown or outside the range of dates."""
    if time is None or not math.isfinite(time):
        return None
    try:
        moment = _EPOCH + timedelta(milliseconds=round(time * 1000))
    except OverflowError:
        return None
    precision = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=precision).replace("+00:00", "Z")
