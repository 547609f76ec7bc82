"""The command line ``uidiff``. It needs the extra ``cli``; without it one line says what to install."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Sequence

from uidiff.errors import MissingExtra

__all__ = ["main"]

_OBJECTS = 100_000
"""New objects before the garbage collector runs, in the process of a command: its start makes many that stay."""

_INTERRUPTED = 130
"""The exit code after Ctrl-C, as a shell's."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: those of the command; None: this process's.

    Returns:
        0; of ``diff`` 1 if there is a difference; 2 on trouble; 130 on Ctrl-C.
    """
    if arguments is None:
        gc.set_threshold(_OBJECTS)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # of supervisors: the same end as Ctrl-C
    try:
        try:
            import click  # noqa: F401  # whether it is installed
        except ImportError:
            print(f"uidiff: {MissingExtra('cli', 'click')}", file=sys.stderr)
            return 2
        from uidiff.cli.app import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # while modules are loaded
        return _INTERRUPTED
    finally:
        if arguments is None:
            gc.freeze()  # else Python searches all objects for garbage once more as it ends: a tenth of the time
