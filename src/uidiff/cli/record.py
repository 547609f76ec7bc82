"""``uidiff record BACKEND TARGET FILE``: a window in a file, whenever it differs."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from uidiff.backends.registry import BACKENDS
from uidiff.diffing.ignoring import checked_ignore
from uidiff.errors import UIDiffError
from uidiff.live.following import INTERVAL
from uidiff.live.recorder import Recorder
from uidiff.live.recording import MAX_BYTES, Recorded, Why
from uidiff.live.settings import TIMEOUT
from uidiff.model.window import Window
from uidiff.recordings.reader import Step
from uidiff.text import counted, quote, shorten

__all__ = ["add_record_arguments"]

_LABEL = 60
"""Characters of an action, or of what was wrong with a read, in the line of its step."""

_MEGABYTE = 1 << 20
_MILLISECONDS = 1000

_ENDED: dict[Why | None, str] = {
    "duration": "the time is over",
    "gone": "the program has gone",
    "max_steps": "as many steps as wanted",
    "max_bytes": "the file is as large as it may be",
    "interrupted": "interrupted",
    None: "broken off",
}

_EXAMPLES = """examples:
  uidiff record atspi mousepad notes.jsonl.gz             until Ctrl-C, or until the program has gone
  uidiff record web http://127.0.0.1:9222 shop.jsonl.gz   a browser with an open debugging port
  uidiff record atspi mousepad notes.jsonl.gz --resume    go on in the same file
  uidiff replay notes.jsonl.gz                            what changed, step by step
"""


def add_record_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    known = ", ".join(BACKENDS.names())
    parser.epilog = _EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = (
        "Read a window again and again, and write it whenever it differs. The file can be read meanwhile."
    )
    parser.add_argument("backend", metavar="BACKEND", help=f"what reads: {known}")
    parser.add_argument("target", metavar="TARGET", help="what to read: an application's name, an address, a path")
    parser.add_argument("file", metavar="FILE", type=Path, help="the recording; compressed if its name ends in .gz")
    window = parser.add_argument_group("which window of the application TARGET, which may be '' then")
    window.add_argument("--pid", type=int, help="its process id")
    window.add_argument("--title", help="a part of its title")
    window.add_argument("--window", metavar="ID", help="the platform's own id of it")
    existing = parser.add_mutually_exclusive_group()
    existing.add_argument("--resume", action="store_true", help="go on in FILE if it is there")
    existing.add_argument("--overwrite", action="store_true", help="begin FILE anew, with the first step")
    usual = INTERVAL * _MILLISECONDS
    parser.add_argument(
        "--interval", type=_number, default=usual, metavar="MS", help=f"from read to read (default: {usual:g})"
    )
    parser.add_argument("--duration", type=_number, metavar="S", help="how long (default: until something ends it)")
    usual = MAX_BYTES // _MEGABYTE
    parser.add_argument(
        "--max-size", type=_above_0, default=usual, metavar="MB", help=f"how large FILE may become (default: {usual})"
    )
    parser.add_argument("--max-steps", type=_above_0, metavar="N", help="how many steps at the most")
    parser.add_argument(
        "--timeout", type=_number, default=TIMEOUT, metavar="S", help=f"that one read may take (default: {TIMEOUT:g})"
    )
    parser.add_argument("--reconnect", action="store_true", help="wait for a program that has gone, and go on with it")
    parser.add_argument("--ignore", action="append", default=[], metavar="NAME", help="what alone is worth no step")
    parser.add_argument("--full", action="store_true", help="write whole snapshots only")
    parser.add_argument("--quiet", action="store_true", help="say nothing of each step")
    parser.set_defaults(run=_record, check=_check)


def _number(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number


def _above_0(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


_number.__name__, _above_0.__name__ = "number", "whole number"  # as argparse calls them


def _check(options: argparse.Namespace) -> None:
    """What can be told before anything is read."""
    checked_ignore(options.ignore)
    if not (options.target or options.pid is not None or options.window):
        raise UIDiffError("which application? TARGET, --pid or --window says it; a title alone may be anyone's")
    if options.timeout == 0:
        raise UIDiffError("--timeout takes seconds above 0")
    if options.pid is not None and options.pid < 0:
        raise UIDiffError("--pid takes a process id, a whole number")
    if "\0" in str(options.file):
        raise UIDiffError(f"{quote(str(options.file))}: a file name has no NUL in it; give the name of a file")


def _record(options: argparse.Namespace) -> int:
    """Record; the exit code is 0 however it ended, if only something could be recorded."""
    try:
        with Recorder(
            options.backend,
            _target(options),
            options.file,
            resume=options.resume,
            overwrite=options.overwrite,
            full=options.full,
            max_bytes=options.max_size * _MEGABYTE,
            max_steps=options.max_steps,
            ignore=options.ignore,
            timeout=options.timeout,
        ) as recorder:
            try:
                recorder.run(
                    interval=options.interval / _MILLISECONDS,
                    duration=options.duration,
                    reconnect=options.reconnect,
                    on_step=None if options.quiet else _say,
                )
            except KeyboardInterrupt:  # how one ends it
                pass
            finally:
                _sum_up(recorder.recorded)
    except FileExistsError:
        problem = "there is such a file: give --resume to go on in it, or --overwrite"
        raise UIDiffError(f"{quote(str(options.file))}: {problem}") from None
    except TypeError as error:  # a target that the backend does not know
        raise UIDiffError(f"{quote(options.backend)}: {quote(str(error))[1:-1]}") from error
    return 0


def _target(options: argparse.Namespace) -> str | Window:
    if (options.pid, options.title, options.window) == (None, None, None):
        return str(options.target)
    return Window(
        app=options.target or None,
        pid=options.pid,
        title=options.title or None,
        id=options.window or None,
    )


def _say(step: Step) -> None:
    """A line for each step, where whoever records may look on."""
    if step.snapshot is None:
        said = quote(shorten(step.error.error, _LABEL)) if step.error is not None else ""
        line = f"read {step.seq} failed: {said}"
    else:
        action = step.snapshot.action
        partial = ", partial" if step.snapshot.partial else ""
        line = f"step {step.seq}: {counted(len(step.snapshot), 'element')}{partial}"
        line += f" {quote(shorten(action, _LABEL))}" if action else ""
    print(line, file=sys.stderr, flush=True)


def _sum_up(recorded: Recorded) -> None:
    if not (recorded.steps or recorded.errors):
        if recorded.ended is not None:
            print(f"uidiff: nothing was recorded: {_ENDED[recorded.ended]}", file=sys.stderr)
        return
    failed = f" and {counted(recorded.errors, 'failed read')}" if recorded.errors else ""
    said = f"{counted(recorded.steps, 'step')}{failed} in {quote(str(recorded.path))}, {recorded.size} bytes"
    print(f"uidiff: {said}: {_ENDED[recorded.ended]}", file=sys.stderr)
