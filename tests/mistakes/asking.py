"""What the tests of the mistakes share: exact deltas, and sessions that have answered once."""

from typing import Any

import pytest

from tests.formats.seven import SEVEN
from tests.live.watching import Time
from tests.outline import said
from uidiff import (
    Report,
    Session,
    Snapshot,
    TreeDiff,
    diff,
    match,
)
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI

FORMATS = ("agent", *SEVEN)

Node = dict[str, Any]

every_format = pytest.mark.parametrize("format", FORMATS)
ids_that_last_or_not = pytest.mark.parametrize("stable_ids", [True, False])


def window(*children: Node, **options: Any) -> ScriptedUI:  # noqa: ANN401  # those of a ScriptedUI
    return ScriptedUI([{"role": "window", "children": list(children)}], **options)


def opened(ui: ScriptedUI, **options: Any) -> Session:  # noqa: ANN401  # those of a Session
    """A session that has answered once."""
    session = Session(ScriptedBackend(ui), ui, **{"clock": Time().clock(), **options})
    session.describe()
    return session


def told(report: Report) -> TreeDiff:
    assert report.delta is not None, report.reason
    return report.delta


def changes(report: Report) -> list[str]:
    """The lines of an answer to an agent below its head."""
    assert report.mode == "diff", report.reason
    return report.text.split("\n")[1:]


def exactly(before: Snapshot, after: Snapshot, matcher: str = "auto", *, ignore: tuple[str, ...] = ()) -> list[str]:
    """What is said; and the delta is exact there and back, swapping the sides swaps what came and what went, and each
    side is empty against itself, the matcher being asked.
    """
    delta, back = (diff(*sides, matcher=matcher, ignore=ignore) for sides in ((before, after), (after, before)))
    assert delta.apply(before) == after
    assert back.apply(after) == before
    assert [came.after.index for came in delta.added] == [went.before.index for went in back.removed]
    assert [went.before.index for went in delta.removed] == [came.after.index for came in back.added]
    assert said(diff(before, before, matcher=match(before, before, matcher=matcher), ignore=ignore)) == []
    return said(delta)
