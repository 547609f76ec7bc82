"""Sessions that have answered once, for the tests of the mistakes that only they can make."""

from typing import Any

import pytest

from tests.formats.seven import SEVEN
from tests.live.watching import Time
from uidiff import (
    Report,
    Session,
    TreeDiff,
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
