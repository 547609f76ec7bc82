"""``uidiff diff BEFORE AFTER``, ``uidiff replay RECORDING`` and ``uidiff record BACKEND TARGET FILE``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from uidiff._version import __version__
from uidiff.cli.recording import add_record_arguments
from uidiff.diffing.compare import diff
from uidiff.diffing.ignoring import checked_ignore
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import InvalidSnapshot, UIDiffError
from uidiff.formats.options import LEAST_BUDGET
from uidiff.formats.rendering import FORMATS, load_format, render
from uidiff.importers.registry import import_recording
from uidiff.matching.strategies import MATCHERS, resolve_matcher
from uidiff.model.codec import load
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.demo import demo_path
from uidiff.recordings.reader import read_recording
from uidiff.text import quote, shorten

__all__ = ["main"]

SAME, DIFFERENT, TROUBLE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: as diff's, and as a shell's after Ctrl-C."""

_HEAD = 200  # bytes in which a file of ours says what it is
LABEL = 60
"""Characters of an action in the line of its step."""

HEADED = frozenset({"agent", "compact", "read-agent"})
"""Formats for reading: there each step has a line of its own. The others are for programs, which know no such line."""

_EXAMPLES = """examples:
  uidiff replay --demo                     a recording of a real to-do list, step by step
  uidiff replay session.jsonl.gz --bounds  with every change of place on the screen
  uidiff replay --demo --format jsonl      a JSON object for each change
  uidiff record atspi mousepad a.jsonl.gz  write a window to a recording, until Ctrl-C
  uidiff diff before.json after.json       exit code 0: the same, 1: different, 2: trouble
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 if ``diff`` found a difference, 2 on trouble, 130 on Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a narrow encoding loses nothing
    options = _parser().parse_args(arguments)
    if sys.stdout is None:  # closed by the shell
        print("uidiff: there is no standard output to write to", file=sys.stderr)
        return TROUBLE
    try:
        options.check(options)
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SAME
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UIDiffError, OSError) as error:
        print(f"uidiff: {_message(error)}", file=sys.stderr)
        return TROUBLE
    return code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with an argument, the argument escaped."""

    def error(self, message: str) -> NoReturn:
        super().error(quote(message)[1:-1].replace('\\"', '"'))


def _check(options: argparse.Namespace) -> None:
    """What can be told before anything is read: names and file names."""
    resolve_matcher(options.matcher)
    load_format(options.format)
    if options.budget is not None and options.budget < LEAST_BUDGET:
        raise UIDiffError(f"--budget takes {LEAST_BUDGET} tokens or more")
    try:
        render(Snapshot.from_dicts([]), options.format, budget=options.budget)
    except ValueError as error:  # a format that takes none
        raise UIDiffError(str(error)) from error
    checked_ignore(options.ignore)
    for path in filter(None, (getattr(options, name, None) for name in ("before", "after", "recording"))):
        if "\0" in str(path):
            raise UIDiffError(f"{quote(str(path))}: a file name has no NUL in it; give the name of a file")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="uidiff",
        description="What changed in a user interface.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"uidiff {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    two = commands.add_parser("diff", help="what changed from one snapshot to another", parents=[_common()])
    two.add_argument("before", type=Path, help="a snapshot in JSON, as uidiff.save writes it")
    two.add_argument("after", type=Path, help="another one")
    two.set_defaults(run=_diff, check=_check)

    many = commands.add_parser("replay", help="what changed at each step of a recording", parents=[_common()])
    source = many.add_mutually_exclusive_group(required=True)
    source.add_argument("recording", type=Path, nargs="?", help="a recording, uidiff's own or of a known format")
    source.add_argument("--demo", action="store_true", help="the recording that ships with uidiff")
    many.add_argument("--skip-damaged", action="store_true", help="leave out damaged lines and say how many")
    many.set_defaults(run=_replay, check=_check)

    add_record_arguments(commands.add_parser("record", help="write a window to a recording, whenever it differs"))
    return parser


def _common() -> _Parser:
    common = _Parser(add_help=False)
    known = ", ".join(MATCHERS.names())
    common.add_argument("--matcher", default="auto", help=f"who is who: {known} (default: auto)")
    common.add_argument("--ignore", action="append", default=[], metavar="NAME", help="a field or state not to report")
    common.add_argument("--bounds", action="store_true", help="report also where elements stand on the screen")
    known = ", ".join(FORMATS.names())
    common.add_argument("--format", default="agent", help=f"how it is said: {known} (default: agent)")
    common.add_argument("--budget", type=int, metavar="TOKENS", help="the most tokens that one text may have")
    common.add_argument("--all", action="store_true", help="fold nothing: a line for each record")
    return common


def _diff(options: argparse.Namespace) -> int:
    before, after = (_loaded(path) for path in (options.before, options.after))
    delta = diff(before, after, matcher=options.matcher, ignore=_ignored(options))
    _print(delta, options)
    return DIFFERENT if delta else SAME


def _replay(options: argparse.Namespace) -> int:
    path = demo_path() if options.demo else options.recording
    notes: list[str] = []
    number = 0
    refs = None
    for number, (before, after) in enumerate(pairwise(_snapshots(path, options, notes)), start=1):
        delta = diff(before, after, matcher=options.matcher, ignore=_ignored(options), refs=refs)
        refs = delta.refs[1]
        if options.format in HEADED:
            action = f" {quote(shorten(after.action, LABEL))}" if after.action else ""
            print(f"step {number}{action}")
        elif options.format == "read-yaml":
            print("---")  # each is a document of the stream
        _print(delta, options)
    if number == 0:
        notes.append("uidiff: fewer than two snapshots: no step to compare")
    for line in notes:
        print(line, file=sys.stderr)
    return SAME


def _snapshots(path: Path, options: argparse.Namespace, notes: list[str]) -> Iterator[Snapshot]:
    """The snapshots of a recording: uidiff's own, else of whatever format is recognised."""
    try:
        recording = read_recording(path, on_error="skip" if options.skip_damaged else "raise")
    except InvalidSnapshot as own:
        try:
            foreign = import_recording(path)
        except InvalidSnapshot:
            raise _no_recording(path, own) from None
        if options.skip_damaged:
            raise UIDiffError("--skip-damaged is for uidiff's own recordings; leave it out") from None
        yield from foreign
        return
    yield from recording
    notes.extend(f"uidiff: the read {failed.seq} had failed: {quote(failed.error)}" for failed in recording.errors)
    if recording.skipped:
        notes.append(f"uidiff: {recording.skipped} damaged lines left out")
    if recording.unfinished:
        notes.append("uidiff: the recording ends in the middle of a line")


def _no_recording(path: Path, own: InvalidSnapshot) -> InvalidSnapshot:
    """What to say of a file that is no recording of any format."""
    if path.is_file():  # a pipe would be waited for
        with path.open("rb") as file:
            if b'"format":"uidiff/snapshot"' in file.read(_HEAD):
                own = InvalidSnapshot("a snapshot, no recording", "$", "compare two of them with uidiff diff")
    return own.inside(quote(path.name))


def _loaded(path: Path) -> Snapshot:
    try:
        return load(path)
    except InvalidSnapshot as error:
        raise error.inside(quote(path.name)) from None


def _ignored(options: argparse.Namespace) -> tuple[str, ...]:
    return (*options.ignore, *(() if options.bounds else ("bounds",)))


def _print(delta: TreeDiff, options: argparse.Namespace) -> None:
    """The text of a diff; a stream of records is empty where nothing changed."""
    text = render(delta, options.format, budget=options.budget, fold=not options.all, bounds=options.bounds)
    if text:
        print(text)


def _message(error: Exception) -> str:
    """One line: what a file is called is quoted, as is everything that was not written here."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{quote(str(error.filename))}: {error.strerror}"
    return str(error)
