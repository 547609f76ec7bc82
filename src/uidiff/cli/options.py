"""Options that several commands share, alone and in groups that a command gets as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

import click

from uidiff.formats.options import LEAST_BUDGET

__all__ = [
    "as_value",
    "bounds_option",
    "budget_option",
    "format_option",
    "ignore_option",
    "ignored",
    "matcher_option",
    "names",
    "seconds_option",
    "timeout_option",
    "urls_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])

MATCHERS = "auto, structural, content-hash, name-role-parent, id"
FORMATS = "agent, compact, describe-json, read-agent, read-json, read-yaml, jsonl, json, html"
"""The built-in ones, for help; plug-ins add others, and a wrong name gets a suggestion."""


def as_value(argument: str, kind: Callable[..., Any], *options: Callable[..., Any]) -> Callable[[Command], Command]:
    """Options as one decorator; the command gets their values as one value.

    Args:
        argument: the name of the command's argument.
        kind: makes the value; its arguments have the names of the options.
        options: the options, in the order in which help lists them.
    """
    fields = tuple(signature(kind).parameters)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_value(**values: Any) -> object:  # noqa: ANN401  # of the options
            given = {name: values.pop(name) for name in fields}
            return command(**values, **{argument: kind(**given)})

        decorated: Any = with_value
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]  # it takes the arguments of the command

    return decorate


def names(_: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """The names of an option that is given several times, or with commas between names."""
    names = tuple(name.strip() for given in value for name in given.split(","))
    if not all(names):
        raise click.BadParameter("a name is empty: write names with commas between them", param=parameter)
    return names


def format_option(default: str) -> Callable[[Command], Command]:
    """The format of an answer."""
    return click.option(
        "--format", "format", metavar="NAME", default=default, show_default=True, help=f"How it is said: {FORMATS}."
    )


def seconds_option(name: str, default: float, about: str) -> Callable[[Command], Command]:
    """A number of seconds above 0."""
    seconds = click.FloatRange(min=0, min_open=True)
    return click.option(name, metavar="S", type=seconds, default=default, show_default=True, help=about)


matcher_option = click.option(
    "--matcher", metavar="NAME", default="auto", show_default=True, help=f"Who is who: {MATCHERS}."
)
ignore_option = click.option(
    "--ignore", metavar="NAMES", multiple=True, callback=names, help="Fields or states whose changes are not told."
)
bounds_option = click.option("--bounds", is_flag=True, help="Tell also where elements stand on the screen.")
urls_option = click.option("--urls", is_flag=True, help="Tell also where links lead.")
budget_option = click.option(
    "--budget", metavar="TOKENS", type=click.IntRange(min=LEAST_BUDGET), help="The most tokens that one text may have."
)
timeout_option = seconds_option("--timeout", 5.0, "How long one read may take.")


def ignored(names: tuple[str, ...], *, bounds: bool) -> tuple[str, ...]:
    """The fields that are not reported: those of ``--ignore``, and bounds without ``--bounds``."""
    return names if bounds else (*names, "bounds")
