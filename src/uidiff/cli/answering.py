"""One answer of a session whose baselines are in files: each command is a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from uidiff.cli.live_options import AnswerOptions
from uidiff.cli.options import ignored
from uidiff.cli.printing import print_note
from uidiff.cli.window_choice import WindowChoice
from uidiff.formats.choice import FIRST
from uidiff.formats.report import Report
from uidiff.live.file_store import FileStore
from uidiff.live.private_folder import VARIABLE
from uidiff.live.session import Session
from uidiff.text import one_line

__all__ = ["answered"]

_FORGOTTEN = f"the store has failed, and nothing is remembered: set {VARIABLE} to a folder of your own, or make room"


def answered(
    choice: WindowChoice,
    answer: AnswerOptions,
    ask: Callable[[Session], Report],
    *,
    plain: Collection[str] | None = (FIRST,),
) -> Report:
    """The answer of a session that has the baselines that earlier commands kept. Raises as ``ask`` does.

    The standard error says why the answer is the whole tree where that was not asked for, and whether the next command
    will find a baseline.

    Args:
        choice: the window.
        answer: how it is read and told.
        ask: gets the answer from the session.
        plain: the reasons for the whole tree that are not said; None: it was asked for.
    """
    ignore = ignored(answer.ignore, bounds=answer.bounds)
    target, store = choice.target(), FileStore(ttl=answer.ttl)
    with (
        _store_failures() as failures,
        choice.opened() as backend,
        Session(
            backend,
            target,
            store=store,
            timeout=answer.timeout,
            ignore=ignore,
            format=answer.format,
            budget=answer.budget,
            bounds=answer.bounds,
            urls=answer.urls,
        ) as ui,
    ):
        report = ask(ui)
    if failures:
        print_note(_FORGOTTEN)
    elif report.mode == "full" and plain is not None and report.reason not in plain:
        print_note(f"the whole window: {one_line(report.reason)}")
    return report


@contextmanager
def _store_failures() -> Iterator[list[logging.LogRecord]]:
    """The log records of a session, which tell of its store; they are worded for programs that go on."""
    failures: list[logging.LogRecord] = []
    log, handler = logging.getLogger("uidiff.live"), logging.Handler()
    handler.emit = failures.append  # type: ignore[assignment,method-assign]  # it collects
    log.addHandler(handler)
    try:
        yield failures
    finally:
        log.removeHandler(handler)
