"""The importers by name, and the functions that run one.

Most formats are lines of text (:class:`Importer`). One that is a file of files, such as a zip, is read by a
:class:`FileImporter`, which gets the open file instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeAlias, cast

from uidiff.errors import InvalidSnapshot, MissingExtra, PluginError
from uidiff.importers.source import Source, TreeData, source_of
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.plugins import Registry

__all__ = ["IMPORTERS", "FileImporter", "Importer", "builtin_scores", "import_recording", "import_tree"]

IMPORTERS = Registry(
    kind="importer",
    group="uidiff.importers",
    builtins={
        "agent-browser": "uidiff.importers.agent_browser:AgentBrowserImporter",
        "android": "uidiff.importers.android:AndroidImporter",
        "androidworld": "uidiff.importers.androidworld:AndroidWorldImporter",
        "aria": "uidiff.importers.aria:AriaImporter",
        "aria-json": "uidiff.importers.aria_json:AriaJsonImporter",
        "browsergym": "uidiff.importers.browsergym:BrowserGymImporter",
        "chrome": "uidiff.importers.chrome:ChromeImporter",
        "chrome-devtools": "uidiff.importers.chrome_devtools:ChromeDevToolsImporter",
        "corpus": "uidiff.importers.corpus:CorpusImporter",
        "playwright-mcp": "uidiff.importers.playwright_mcp:PlaywrightMcpImporter",
        "playwright-trace": "uidiff.importers.playwright_trace:PlaywrightTraceImporter",
        "read": "uidiff.importers.read:ReadImporter",
        "rrweb": "uidiff.importers.rrweb:RrwebImporter",
        "xcuitest": "uidiff.importers.xcuitest:XCUITestImporter",
    },
)
"""Importers by name: each is a class, or another callable without arguments, that makes one."""


class Importer(Protocol):
    """Reads one foreign format.

    ``sniff`` gets the first 8 KiB of a file, decompressed, or less. It judges its own format only: an erroneous file,
    such as a page source that is cut short, is of its format too.
    """

    def sniff(self, head: bytes) -> float:
        """Return how sure it is that such a file is of its format: 0 not at all, 1 entirely, 0.5 just enough."""
        ...

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots in the lines of a file; InvalidSnapshot names the line and the place in it."""
        ...


class FileImporter(Protocol):
    """Reads one foreign format that is not lines: a zip with files in it, or another binary file.

    It has ``snapshots_in`` in place of ``snapshots``; what has both is read by ``snapshots_in``.
    """

    def sniff(self, head: bytes) -> float:
        """Judge the first 8 KiB, as :meth:`Importer.sniff`."""
        ...

    def snapshots_in(self, file: BufferedReader, *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots in a file, which can be sought and is closed behind the last one.

        The file is as it is, compressed or not, and of any size: reading no more than ``limits`` allow is up to the
        importer, and so is writing nothing. InvalidSnapshot names the member and the place in it.
        """
        ...


AnyImporter: TypeAlias = "Importer | FileImporter"


def import_tree(
    data: TreeData,
    *,
    format: str | None = None,
    limits: Limits | None = None,
    redact: RedactOption = None,
) -> Snapshot:
    """Read the one tree in the output of another tool.

    Args:
        data: the text itself as ``str``, its bytes, plain or gzip, the ``pathlib.Path`` of a file, or parsed JSON
            values, such as the result of ``cdp.send("Accessibility.getFullAXTree")``; messages of protobuf and
            dataclasses stand for their fields.
        format: the importer's name ("android", "aria", "chrome", …, or a plug-in's: an unknown one is answered by all
            names); None lets all importers judge it.
        limits: how large the tree and the file may be.
        redact: what is secret besides what the tree marks.

    Raises:
        UnknownName: no importer has that name.
        InvalidSnapshot: no importer, or more than one, is sure of it; a value that does not fit; no tree, or several,
            which :func:`import_recording` yields.
        MissingExtra: the format needs a package that is not installed.
    """
    source = source_of(data)
    limits = limits or Limits()
    found = _snapshots(_importer(source, format), source, limits=limits, redact=redact)
    first = next(found, None)
    if first is None:
        raise InvalidSnapshot("no tree, expected exactly one", "$", "it is empty: read it again")
    more = sum(1 for _ in islice(found, _MANY))
    if more:
        count = f"more than {_MANY}" if more == _MANY else str(1 + more)
        raise InvalidSnapshot(f"{count} trees, expected exactly one", "$", "use uidiff.import_recording on the file")
    return first


def import_recording(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    limits: Limits | None = None,
    redact: RedactOption = None,
) -> Iterator[Snapshot]:
    """Yield the snapshots in a foreign file of many: plain, gzip, or a zip of a known format.

    Args:
        path: the file.
        format: the importer's name ("corpus", "read", …, or a plug-in's); None lets all importers judge it.
        limits: how large a snapshot and a line may be.
        redact: what is secret besides what the trees mark.

    Raises:
        UnknownName: no importer has that name.
        InvalidSnapshot: at once, if no importer, or more than one, is sure of the file; while iterating, at a line
            that does not fit.
        MissingExtra: the format needs a package that is not installed.
    """
    source = source_of(Path(path))
    limits = limits or Limits()
    return _snapshots(_importer(source, format), source, limits=limits, redact=redact)


def builtin_scores(head: bytes, names: Iterable[str]) -> dict[str, float]:
    """How sure each of some built-in importers is of a file with that beginning, of at most ``HEAD`` bytes."""
    known = [name for name in names if name in IMPORTERS.builtins]
    return {name: _score(name, _made(name), head) for name in known}


_MANY = 100
"""Trees that are counted at most where one is wanted."""

_SURE = 0.5
_LONGEST_NAME = 200


_OF_LINES, _OF_A_FILE = "snapshots", "snapshots_in"


def _snapshots(importer: AnyImporter, source: Source, *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
    if callable(getattr(importer, _OF_A_FILE, None)):
        return _of_file(cast("FileImporter", importer), source, limits=limits, redact=redact)
    return iter(cast("Importer", importer).snapshots(source.lines(limits), limits=limits, redact=redact))


def _of_file(importer: FileImporter, source: Source, *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
    with source.opened() as file:
        yield from importer.snapshots_in(file, limits=limits, redact=redact)


def _importer(source: Source, format: str | None) -> AnyImporter:
    return _sniffed(source) if format is None else _made(format)


def _made(name: str) -> AnyImporter:
    return cast("AnyImporter", IMPORTERS.make(name, _OF_LINES, _OF_A_FILE))


def _sniffed(source: Source) -> AnyImporter:
    head = source.head()
    sure: dict[str, AnyImporter] = {}
    best = _SURE
    for name in IMPORTERS.names():
        with suppress(PluginError, MissingExtra):  # said when it is asked for by name; it must not harm the others
            importer = _made(name)
            score = _score(name, importer, head)
            sure = {**(sure if score == best else {}), name: importer} if score >= best else sure
            best = max(best, score)
    if len(sure) != 1:
        problem = f"it may be of {' or '.join(sure)}" if sure else f"no importer knows this {source.kind}"
        a_name = source.kind == "text" and len(head) <= _LONGEST_NAME and b"\n" not in head
        hint = "; a file is given as a pathlib.Path" if a_name and not sure else ""
        raise InvalidSnapshot(problem, "$", f"say which: format= one of {', '.join(IMPORTERS.names())}{hint}")
    return next(iter(sure.values()))


def _score(name: str, importer: AnyImporter, head: bytes) -> float:
    try:
        score: object = importer.sniff(head)
    except Exception as error:
        raise PluginError(f"the importer {name!a} cannot tell its files ({type(error).__name__})") from error
    if isinstance(score, int | float) and 0 <= score <= 1:
        return score
    raise PluginError(f"the importer {name!a} answers {type(score).__name__}: sniff must answer from 0 to 1")
