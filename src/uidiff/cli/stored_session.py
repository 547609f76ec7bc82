"""One question about a window, by a process that ends then: its baselines are in files."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from uidiff.cli.printing import print_note
from uidiff.cli.window_choice import WindowChoice, target_errors
from uidiff.formats.choice import FIRST, Mode
from uidiff.formats.report import Report
from uidiff.live.default_folder import VARIABLE
from uidiff.live.file_store import FileStore
from uidiff.live.session import Session
from uidiff.text import one_line

__all__ = ["describe_with_store"]

_FORGOTTEN = f"the store has failed, and nothing is remembered: set {VARIABLE} to a folder of your own, or make room"


def describe_with_store(
    place: WindowChoice,
    *,
    ttl: float,
    timeout: float,
    ignore: Collection[str],
    mode: Mode,
    since: str | None = None,
    roles: Collection[str] = (),
    scope: str | None = None,
    depth: int | None = None,
    prune: bool = False,
    format: str,  # the word of the public face
    budget: int | None,
    bounds: bool,
) -> Report:
    """What a session answers that goes on from what earlier commands were told.

    Where the answer is the whole tree though it was not asked for, the standard error says why, and where the next
    command cannot go on from this one.

    Raises: as ``Session`` and ``Session.describe``.
    """
    target = place.target()
    with (
        _store_failures() as failures,
        place.opened() as backend,
        Session(backend, target, store=FileStore(ttl=ttl), timeout=timeout, ignore=ignore, format=format) as ui,
        target_errors(place.backend_name),
    ):
        report = ui.describe(
            mode=mode,
            since=since,
            roles=roles,
            scope=scope,
            depth=depth,
            prune=prune,
            budget=budget,
            bounds=bounds,
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
    """What a session logs: that its store has failed. It would stand there in words of a program that goes on."""
    log, heard = logging.getLogger("uidiff.live"), _LogRecords()
    log.addHandler(heard)
    try:
        yield heard.records
    finally:
        log.removeHandler(heard)
