"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from uidiff.formats.options import LEAST_BUDGET

__all__ = [
    "as_options",
    "bounds_option",
    "budget_option",
    "depth_option",
    "format_option",
    "ignore_option",
    "ignored",
    "matcher_option",
    "names",
    "prune_option",
    "roles_option",
    "scope_option",
    "timeout_option",
    "ttl_option",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

MATCHERS = "auto, structural, content-hash, name-role-parent, id"
FORMATS = "agent, compact, describe-json, read-agent, read-json, read-yaml, jsonl, json, html"
"""What is built in; a plug-in's name will do as well, and a typo is told with what was meant."""


def as_options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Several options as one decorator, in the order in which help lists them."""

    def decorate(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def names(_: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Names that are given one by one, or several with commas between them."""
    names = tuple(name.strip() for given in value for name in given.split(","))
    if not all(names):
        raise click.BadParameter("a name is empty: write names with commas between them", param=parameter)
    return names


def format_option(default: str) -> Callable[[_Command], _Command]:
    """How it is said."""
    return click.option(
        "--format", "format_", metavar="NAME", default=default, show_default=True, help=f"How it is said: {FORMATS}."
    )


matcher_option = click.option(
    "--matcher", metavar="NAME", default="auto", show_default=True, help=f"Who is who: {MATCHERS}."
)
ignore_option = click.option(
    "--ignore", metavar="NAMES", multiple=True, callback=names, help="Fields or states whose changes are not told."
)
bounds_option = click.option("--bounds", is_flag=True, help="Tell also where elements stand on the screen.")
budget_option = click.option(
    "--budget", metavar="TOKENS", type=click.IntRange(min=LEAST_BUDGET), help="The most tokens that one text may have."
)
roles_option = click.option(
    "--roles", metavar="NAMES", multiple=True, callback=names, help="Only of these roles: button,link,textbox."
)
scope_option = click.option("--scope-id", metavar="REF", help="Only of this element and what is below it: e12, or 12.")
depth_option = click.option("--depth", metavar="N", type=click.IntRange(min=1), help="Only of so many levels.")
prune_option = click.option("--prune", is_flag=True, help="Leave out wrappers that say nothing.")
ttl_option = click.option(
    "--ttl",
    metavar="S",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="How long what was told is remembered, from command to command.",
)
timeout_option = click.option(
    "--timeout",
    metavar="S",
    type=click.FloatRange(min=0, min_open=True),
    default=3.0,
    show_default=True,
    help="How long one read may take.",
)


def ignored(names: tuple[str, ...], *, bounds: bool) -> tuple[str, ...]:
    """What is not to be reported: the names that were given, and bounds if they were not asked for."""
    return names if bounds else (*names, "bounds")
