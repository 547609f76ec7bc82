"""Groups of options of the commands that read a live window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import click

from uidiff.cli.options import (
    as_value,
    bounds_option,
    budget_option,
    format_option,
    ignore_option,
    names,
    seconds_option,
    timeout_option,
    urls_option,
)

__all__ = ["AnswerOptions", "FilterOptions", "answer_options", "filter_options"]


@attrs.frozen(kw_only=True)
class FilterOptions:
    """Which elements an answer is about; the arguments of ``Session.describe`` and ``Session.observe``."""

    roles: tuple[str, ...]
    scope: str | None
    depth: int | None
    prune: bool


filter_options = as_value(
    "filters",
    FilterOptions,
    click.option(
        "--roles", metavar="NAMES", multiple=True, callback=names, help="Only of these roles: button,link,textbox."
    ),
    click.option("--scope-id", "scope", metavar="REF", help="Only of this element and what is below it: e12, or 12."),
    click.option("--depth", metavar="N", type=click.IntRange(min=1), help="Only the first N levels."),
    click.option("--prune", is_flag=True, help="Leave out wrappers that say nothing."),
)


@attrs.frozen(kw_only=True)
class AnswerOptions:
    """How a command that describes a window reads it, and in which form it answers."""

    format: str
    budget: int | None
    bounds: bool
    urls: bool
    ignore: tuple[str, ...]
    timeout: float
    ttl: float


def answer_options(default_format: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of the commands that describe a window, as ``answer``."""
    return as_value(
        "answer",
        AnswerOptions,
        format_option(default_format),
        budget_option,
        bounds_option,
        urls_option,
        ignore_option,
        timeout_option,
        seconds_option("--ttl", 60.0, "How long what was told is remembered, from command to command."),
    )
