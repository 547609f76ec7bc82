"""``uidiff record FILE``: write a window to a recording whenever it differs."""

from __future__ import annotations

import click

from uidiff.cli.files import FILE
from uidiff.cli.options import ignore_option, timeout_option
from uidiff.cli.printing import print_error, print_note
from uidiff.cli.window_choice import WindowChoice, interval_option, window_options
from uidiff.diffing.ignoring import checked_ignore
from uidiff.errors import UIDiffError
from uidiff.live.recorder import Recorder
from uidiff.live.recording import MAX_BYTES, Recorded, Why
from uidiff.recordings.reader import RecordingStep
from uidiff.text import counted, quote, shorten

__all__ = ["record"]

_LABEL = 60
"""Characters of an action, or of the error of a read, in the line of its step."""

_MEGABYTE = 1 << 20

_ENDED: dict[Why | None, str] = {
    "duration": "the time is over",
    "gone": "the program has gone",
    "max_steps": "as many steps as wanted",
    "max_bytes": "the file is as large as it may be",
    "interrupted": "interrupted",
    None: "broken off",
}


@click.command(short_help="Write a window to a recording.")
@click.argument("file", type=FILE)
@window_options
@click.option("--resume", is_flag=True, help="Go on in FILE if it is there.")
@click.option("--overwrite", is_flag=True, help="Replace FILE, from the first step on.")
@interval_option
@click.option("--duration", metavar="S", type=click.FloatRange(min=0), help="How long. Default: to the end.")
@click.option(
    "--max-size",
    metavar="MB",
    type=click.IntRange(min=1),
    default=MAX_BYTES // _MEGABYTE,
    show_default=True,
    help="How large FILE may become.",
)
@click.option("--max-steps", metavar="N", type=click.IntRange(min=1), help="How many steps at the most.")
@click.option("--reconnect", is_flag=True, help="Wait for a program that has gone, and go on with it.")
@click.option("--full", is_flag=True, help="Write whole snapshots only.")
@click.option("--quiet", is_flag=True, help="Say nothing of each step.")
@ignore_option
@timeout_option
def record(
    *,
    file: str,
    choice: WindowChoice,
    resume: bool,
    overwrite: bool,
    interval: float,
    duration: float | None,
    max_size: int,
    max_steps: int | None,
    reconnect: bool,
    full: bool,
    quiet: bool,
    ignore: tuple[str, ...],
    timeout: float,
) -> None:
    """Read a window again and again, and write it to FILE whenever it differs. FILE can be read meanwhile.

    It is compressed if its name ends in .gz. What --ignore names is alone worth no step.

    \b
    examples:
      uidiff record notes.jsonl.gz --app mousepad                    until Ctrl-C, or until the program has gone
      uidiff record shop.jsonl.gz --cdp http://127.0.0.1:9222 --url shop
      uidiff record notes.jsonl.gz --app mousepad --resume           go on in the same file
      uidiff replay notes.jsonl.gz                                   what changed, step by step
    """  # noqa: D301
    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite exclude each other: leave one out")
    checked_ignore(ignore)
    target = choice.scoped_target()
    try:
        with (
            choice.opened() as backend,
            Recorder(
                backend,
                target,
                file,
                resume=resume,
                overwrite=overwrite,
                full=full,
                max_bytes=max_size * _MEGABYTE,
                max_steps=max_steps,
                ignore=ignore,
                timeout=timeout,
            ) as recorder,
        ):
            try:
                recorder.run(
                    interval=interval, duration=duration, reconnect=reconnect, on_step=None if quiet else _print_step
                )
            except KeyboardInterrupt:  # the usual end
                pass
            finally:
                _sum_up(recorder.recorded)
    except FileExistsError:
        problem = "there is such a file: give --resume to go on in it, or --overwrite"
        raise UIDiffError(f"{quote(file)}: {problem}") from None


def _print_step(step: RecordingStep) -> None:
    """Print a line for a step to the standard error."""
    if step.snapshot is None:
        error = quote(shorten(step.error.error, _LABEL)) if step.error is not None else ""
        line = f"read {step.seq} failed: {error}"
    else:
        action = step.snapshot.action
        partial = ", partial" if step.snapshot.partial else ""
        line = f"step {step.seq}: {counted(len(step.snapshot), 'element')}{partial}"
        line += f" {quote(shorten(action, _LABEL))}" if action else ""
    print_error(line)


def _sum_up(recorded: Recorded) -> None:
    """Print how much was recorded, and why the recording ended."""
    if not (recorded.steps or recorded.errors):
        if recorded.ended is not None:
            print_note(f"nothing was recorded: {_ENDED[recorded.ended]}")
        return
    failed = f" and {counted(recorded.errors, 'failed read')}" if recorded.errors else ""
    total = f"{counted(recorded.steps, 'step')}{failed} in {quote(str(recorded.path))}, {recorded.size} bytes"
    print_note(f"{total}: {_ENDED[recorded.ended]}")
