"""Describe a window in a process that ends then: the baselines are in files."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from uidiff.cli.options import AnswerOptions, FilterOptions, ignored
from uidiff.cli.printing import print_note
from uidiff.cli.window_choice import WindowChoice
from uidiff.formats.choice import FIRST, Mode
from uidiff.formats.report import Report
from uidiff.live.default_folder import VARIABLE
from uidiff.live.file_store import FileStore
from uidiff.live.session import Session
from uidiff.text import one_line

__all__ = ["describe_with_store"]

_FORGOTTEN = f"the store has failed, and nothing is remembered: set {VARIABLE} to a folder of your own, or make room"


def describe_with_store(
    choice: WindowChoice,
    answer: AnswerOptions,
    *,
    mode: Mode,
    since: str | None = None,
    filters: FilterOptions | None = None,
) -> Report:
    """Describe a window with the baselines that earlier commands kept.

    The standard error says why the answer is the whole tree where that was not asked for, and whether the next command
    will find a baseline.

    Raises: as ``Session`` and ``Session.describe``.
    """
    ignore = ignored(answer.ignore, bounds=answer.bounds)
    target, store = choice.target(), FileStore(ttl=answer.ttl)
    with (
        _store_failures() as failures,
        choice.opened() as backend,
        Session(backend, target, store=store, timeout=answer.timeout, ignore=ignore, format=answer.format) as ui,
    ):
        report = ui.describe(
            mode=mode,
            since=since,
            budget=answer.budget,
            bounds=answer.bounds,
            **({} if filters is None else attrs.asdict(filters)),
        )
    if failures:
        print_note(_FORGOTTEN)
    elif report.mode == "full" and mode != "full" and (since is not None or report.reason != FIRST):
        print_note(f"the whole window: {one_line(report.reason)}")
    return report


class _LogRecords(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def _store_failures() -> Iterator[list[logging.LogRecord]]:
    """The log records of a session, which tell of its store; they are worded for programs that go on."""
    log, handler = logging.getLogger("uidiff.live"), _LogRecords()
    log.addHandler(handler)
    try:
        yield handler.records
    finally:
        log.removeHandler(handler)
