"""The importers by name, and the functions that run one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Protocol, cast

from uidiff.errors import InvalidSnapshot, PluginError
from uidiff.model.files import Line, read_lines
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.plugins import Registry

__all__ = ["IMPORTERS", "Importer", "import_recording"]

IMPORTERS = Registry(
    kind="importer",
    group="uidiff.importers",
    builtins={"corpus": "uidiff.importers.corpus:CorpusImporter"},
)
"""Importers by name: each is a class, or another callable without arguments, that makes one."""


class Importer(Protocol):
    """What reads one foreign format."""

    def sniff(self, head: bytes) -> float:
        """How sure it is that a file with this first line is of its format: 0 not at all, 1 entirely."""
        ...

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """The snapshots in the lines of a file; InvalidSnapshot names the line and the place in it."""
        ...


def import_recording(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    limits: Limits | None = None,
    redact: RedactOption = None,
) -> Iterator[Snapshot]:
    """The snapshots in a foreign file of many, plain or gzip.

    Args:
        path: the file.
        format: the importer's name ("corpus", or a plug-in's); None asks all of them which is sure of it.
        limits: how large a snapshot and a line may be.
        redact: what is secret besides what the trees mark.

    Raises:
        UnknownName: no importer has that name.
        InvalidSnapshot: at once, if no importer, or more than one, is sure of the file; while iterating, at a line that
            does not fit.
    """
    limits = limits or Limits()
    importer = cast("Importer", IMPORTERS.make(format, "snapshots")) if format is not None else _sniffed(path, limits)
    return importer.snapshots(read_lines(path, limits.max_file), limits=limits, redact=redact)


_SURE = 0.5


def _sniffed(path: str | os.PathLike[str], limits: Limits) -> Importer:
    head = b"".join(line.data for line in islice(read_lines(path, limits.max_file, growing=True), 1))
    sure: dict[str, Importer] = {}
    best = _SURE
    for name in IMPORTERS.names():
        with suppress(PluginError):  # a broken one is named when it is asked for; it must not harm the others
            importer = cast("Importer", IMPORTERS.make(name, "snapshots"))
            score = _score(name, importer, head)
            sure = {**(sure if score == best else {}), name: importer} if score >= best else sure
            best = max(best, score)
    if len(sure) != 1:
        problem = f"it may be of {' or '.join(sure)}" if sure else "no importer knows this file"
        raise InvalidSnapshot(problem, "$", f"say which: format= one of {', '.join(IMPORTERS.names())}")
    return next(iter(sure.values()))


def _score(name: str, importer: Importer, head: bytes) -> float:
    try:
        score: object = importer.sniff(head)
    except Exception as error:
        raise PluginError(f"the importer {name!a} cannot tell its files ({type(error).__name__})") from error
    if isinstance(score, int | float) and 0 <= score <= 1:
        return score
    raise PluginError(f"the importer {name!a} answers {type(score).__name__}: sniff must answer from 0 to 1")
