"""One question about a window, by a process that ends then: its baselines are in files."""

from __future__ import annotations

from collections.abc import Collection

from uidiff.cli.place import Place, target_errors
from uidiff.cli.printing import note
from uidiff.formats.choice import FIRST, Mode
from uidiff.formats.report import Report
from uidiff.live.file_store import FileStore
from uidiff.live.session import Session
from uidiff.text import one_line

__all__ = ["ask"]


def ask(
    place: Place,
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

    Where the answer is the whole tree though it was not asked for, the standard error says why.

    Raises: as ``Session`` and ``Session.describe``.
    """
    target = place.target()
    with (
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
    if report.mode == "full" and mode != "full" and (since is not None or report.reason != FIRST):
        note(f"the whole window: {one_line(report.reason)}")
    return report
