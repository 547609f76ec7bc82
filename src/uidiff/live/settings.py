"""The settings of a session, and one question to it."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Collection
from functools import cached_property
from typing import cast

import attrs

from uidiff.diffing.ignoring import Ignore, IgnoreOption, checked_ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.rules import EventRules
from uidiff.formats.choice import FullWhen, Mode, OnTitleChange, check_words
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.live.filters import Filter
from uidiff.live.moments import Since, latest_moment
from uidiff.matching.matching import Matcher
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import EMPTY
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["TIMEOUT", "Question", "Settings"]

TIMEOUT = 5.0
"""Seconds that a live read may take (spec/definitions#23-limits): half of what an action waits, as one may fail."""

_SALT = 16
_NOTHING = ("auto", None, (), None, None, False, None, None, None, None, None)
"""The arguments of a question that are all defaults."""


@attrs.frozen(kw_only=True)
class Settings:
    """What holds for every read of a session; the arguments of ``Session`` describe each."""

    matcher: Matcher
    ignore: tuple[str | Ignore, ...]
    rules: EventRules
    format: str
    options: RenderOptions
    full_when: FullWhen
    on_title_change: OnTitleChange
    limits: Limits
    redact: Redaction
    timeout: float

    @cached_property
    def usual(self) -> Question:
        """The question without arguments."""
        return Question(format=self.format, options=self.options)

    @classmethod
    def checked(
        cls,
        *,
        matcher: MatcherOption,
        ignore: IgnoreOption,
        rules: EventRules | None,
        format: str,  # the word of the public face
        options: RenderOptions,
        full_when: FullWhen,
        on_title_change: OnTitleChange,
        limits: Limits | None,
        redact: RedactOption,
        timeout: float,
    ) -> Settings:
        """Check settings before anything is read. Raises as ``Session`` says."""
        _check_format(format, options)
        check_words(full_when=full_when, on_title_change=on_title_change)
        for name, given, kind in (("rules", rules, EventRules), ("limits", limits, Limits)):
            if not isinstance(given, kind | None):
                raise TypeError(f"{name} takes a uidiff.{kind.__name__}, got {type(given).__name__}")
        if isinstance(timeout, bool) or not isinstance(timeout, int | float):
            raise TypeError(f"timeout is a number of seconds above 0, got {type(timeout).__name__}")
        if not 0 < timeout < math.inf:
            raise ValueError("timeout is a number of seconds above 0")
        return cls(
            matcher=resolve_matcher(matcher),
            ignore=checked_ignore(ignore),
            rules=rules or EventRules(),
            format=format,
            options=options,
            full_when=full_when,
            on_title_change=on_title_change,
            limits=limits or Limits.live(),
            redact=_salted(redact),
            timeout=timeout,
        )


@attrs.frozen(kw_only=True)
class Question:
    """What is asked of one answer.

    Attributes:
        mode: "auto", "diff" or "full".
        latest: the latest moment that ``since`` may mean, in Unix milliseconds; None for the last baseline.
        filter: which elements it is about.
        format, options: how it is rendered.
    """

    mode: Mode = "auto"
    latest: int | None = None
    filter: Filter = attrs.field(factory=Filter)
    format: str
    options: RenderOptions

    @classmethod
    def checked(
        cls,
        settings: Settings,
        *,
        mode: Mode = "auto",
        since: Since | None = None,
        roles: Collection[str] = (),
        scope: str | int | None = None,
        depth: int | None = None,
        prune: bool = False,
        format: str | None = None,  # the word of the public face
        budget: int | None = None,
        fold: bool | None = None,
        bounds: bool | None = None,
        urls: bool | None = None,
    ) -> Question:
        """Check a question before anything is read. Raises as ``Session.describe`` says."""
        if (mode, since, roles, scope, depth, prune, format, budget, fold, bounds, urls) == _NOTHING:
            return settings.usual
        check_words(mode=mode)
        options = settings.options
        if (budget, fold, bounds, urls) != (None, None, None, None):
            options = attrs.evolve(
                options,
                budget=options.budget if budget is None else budget,
                fold=options.fold if fold is None else fold,
                bounds=options.bounds if bounds is None else bounds,
                urls=options.urls if urls is None else urls,
            )
        if format is not None or budget is not None:
            _check_format(settings.format if format is None else format, options)
        return cls(
            mode=mode,
            latest=None if since is None else latest_moment(since),
            filter=Filter(roles=roles, scope=scope, depth=depth, prune=prune),
            format=settings.format if format is None else format,
            options=options,
        )


def _check_format(name: str, options: RenderOptions) -> None:
    """Raise if there is no such format, or it takes no budget."""
    load_format(name).tree(Snapshot(EMPTY, Circumstances()), Refs.first(0), options)


def _salted(redact: RedactOption) -> Redaction:
    """The redaction with a salt of this session, by which only the session can tell that a secret has changed."""
    if not (redact is None or callable(redact) or isinstance(redact, Redaction)):
        raise TypeError(f"redact takes a function of an element or a uidiff.Redaction, got {type(redact).__name__}")
    given = redact if isinstance(redact, Redaction) else Redaction(rule=cast("Callable[..., bool] | None", redact))
    return attrs.evolve(given, salt=secrets.token_bytes(_SALT))
