"""The commands by name, each loaded when it is called, and their exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from uidiff._version import __version__
from uidiff.cli.printing import print_error, print_note, stop_writing
from uidiff.errors import UIDiffError, UnknownName
from uidiff.text import one_line, quote

__all__ = ["DIFFERENT", "SAME", "TROUBLE", "run"]

SAME, DIFFERENT, TROUBLE = 0, 1, 2
"""Exit codes, as diff's."""

_COMMANDS = {
    "windows": "uidiff.cli.windows:windows",
    "describe": "uidiff.cli.describe:describe",
    "read": "uidiff.cli.describe:read",
    "act": "uidiff.cli.act:act",
    "observe": "uidiff.cli.observe:observe",
    "record": "uidiff.cli.record:record",
    "replay": "uidiff.cli.replay:replay",
    "diff": "uidiff.cli.diff:diff",
    "compare": "uidiff.cli.compare:compare",
    "report": "uidiff.cli.report:report",
    "stats": "uidiff.cli.stats:stats",
    "import": "uidiff.cli.importing:import_",
    "mcp": "uidiff.cli.mcp:mcp",
    "proxy": "uidiff.cli.proxy:proxy",
}
"""In the order of the help: live windows, then files, then servers."""

_COMPLETION = "_UIDIFF_COMPLETE"
"""The variable with which a shell asks click for completions."""


class _LazyGroup(click.Group):
    """A group that loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in _COMMANDS:
            raise UnknownName("command", args[0], _COMMANDS)
        return super().resolve_command(ctx, args)


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="uidiff %(version)s")
def uidiff() -> None:
    """What changed in a user interface.

    \b
    examples:
      uidiff replay --demo                       a recording of a real to-do list, step by step
      uidiff windows                             what is open
      uidiff describe --app mousepad             the window; called again, what changed in it
      uidiff describe --cdp http://127.0.0.1:9222 --url shop
      uidiff act e12 press --app mousepad        act on an element; what that changed
      uidiff observe --app mousepad --duration 10 | jq -c .
      uidiff diff before.json after.json         exit code 0: the same, 1: different, 2: trouble
    """  # noqa: D301  # \b is click's mark of a paragraph that is not to be wrapped


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. KeyboardInterrupt on Ctrl-C where that is not the usual end."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a narrow encoding loses nothing
    if sys.stderr is None:  # closed by the shell
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  # as long as the process
    if sys.stdout is None:
        return _trouble("there is no standard output to write to")
    if _COMPLETION in os.environ:
        uidiff.main(prog_name="uidiff")
    try:
        code = _run(list(arguments))
    except BrokenPipeError:  # the reader of the pipe has left
        code = SAME
    except click.Abort:
        raise KeyboardInterrupt from None
    try:
        sys.stdout.flush()
    except OSError:  # reported already, or the reader has left
        stop_writing(sys.stdout)
    return code


def _run(arguments: list[str]) -> int:
    code: object = SAME
    try:
        try:
            with uidiff.make_context("uidiff", arguments) as context:
                code = uidiff.invoke(context)
        except click.exceptions.Exit as end:  # of --help and --version
            code = end.exit_code
        sys.stdout.flush()  # an output that cannot be written is trouble
    except click.exceptions.NoArgsIsHelpError as error:
        print_error(error.format_message())
        return TROUBLE
    except click.UsageError as error:
        path = "uidiff" if error.ctx is None else error.ctx.command_path
        return _trouble(f"{error.format_message().rstrip('.')}; see {path} --help")
    except click.ClickException as error:
        return _trouble(error.format_message())
    except BrokenPipeError:
        raise
    except (UIDiffError, ValueError) as error:  # a ValueError has the words for a wrong option
        return _trouble(str(error))
    except OSError as error:
        return _trouble(str(error) if error.filename is None else f"{quote(str(error.filename))}: {error.strerror}")
    return code if isinstance(code, int) else SAME


def _trouble(message: str) -> int:
    """Print a message as one line, also where it quotes texts of a program."""
    print_note(one_line(message))
    return TROUBLE
