"""The step of a recording that is open: what it has, when it ends, and what is said about it
(spec/definitions#31-recorded-steps).
"""

from __future__ import annotations

import json

import attrs

from uidiff.dom.nodes import Node
from uidiff.dom.page import Page
from uidiff.dom.reading import PageReader
from uidiff.errors import InvalidSnapshot
from uidiff.importers.rrweb_deeds import Deed
from uidiff.model.circumstances import Circumstances
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.text import clip, replace_surrogates

__all__ = ["OpenStep", "RecordedStep", "ShownPage", "StepRules"]

_ERRORS = 10
_ERROR_LENGTH = 200


@attrs.frozen(kw_only=True)
class StepRules:
    """Where steps end, in milliseconds of the recording's clock.

    Attributes:
        quiet: without changes, after which a step ends.
        every: from its first change on, after which a step ends although changes go on.
        patience: in which changes, or another page, are the effect of a deed.
    """

    quiet: float = attrs.field(default=100.0, validator=attrs.validators.ge(0))
    every: float = attrs.field(default=1_000.0, validator=attrs.validators.ge(0))
    patience: float = attrs.field(default=5_000.0, validator=attrs.validators.ge(0))


@attrs.frozen
class RecordedStep:
    """A step of a recording.

    Attributes:
        result: the window afterwards; an error for what does not fit the recording, with its place and the cure.
        window: which window or tab, if the recording says that.
        taken_at: Unix seconds; None if the event that is an error does not say it.
        action: what was done, in words; None if nothing was.
    """

    result: Snapshot | InvalidSnapshot
    window: str | None
    taken_at: float | None
    action: str | None


@attrs.frozen
class ShownPage:
    """The page of a window.

    Attributes:
        page: its DOM.
        reader: of it.
        url: its address, as it was recorded.
        document: which one it is, of those that the window has shown.
    """

    page: Page
    reader: PageReader
    url: str | None
    document: str | None


class OpenStep:
    """The step of a window that is open, if one is: what was done, and when something changed.

    Attributes:
        deed: what was done; None if nothing was.
    """

    def __init__(self, window: str | None, rules: StepRules, redaction: Redaction) -> None:
        self._window, self._rules, self._redaction = window, rules, redaction
        self.deed: Deed | None = None
        self._told: object = None  # the columns that were told last, and where
        self._first: float | None = None  # change of the step
        self._last = 0.0
        self._errors: list[str] = []

    def note(self, at: float) -> None:
        """Note that something changed."""
        self._first = at if self._first is None else self._first
        self._last = at

    def note_error(self, payload: object, at: float) -> None:
        """Note an error of the console: it belongs to the step that is open, or begins one."""
        if not isinstance(payload, dict) or payload.get("level") not in {"assert", "error"}:
            return
        said = payload.get("payload")
        parts = [part for part in said if type(part) is str] if isinstance(said, list) else []
        if len(self._errors) < _ERRORS:
            text = " ".join(part[: 2 * _ERROR_LENGTH] for part in parts[:_ERRORS])
            self._errors.append(clip(replace_surrogates(self._redaction.mask(text))[0], _ERROR_LENGTH))
        self.note(at)

    def goes_on(self, kind: str, node: Node | None, at: float, words: str | None = None) -> bool:
        """Return whether the deed goes on: it was of that kind, and with that element."""
        deed = self.deed
        if deed is None or deed.kind != kind or deed.node != (None if node is None else node.id):
            return False
        deed.last, deed.words = at, words or deed.words
        return True

    def lead_to(self, deed: Deed) -> None:
        """Begin with another page, which is the effect of a deed: what changed before it is no part of the step."""
        self.deed, self._first = deed, None

    def is_over(self, at: float, *, changes: bool) -> bool:
        """Return whether its time is over before an event."""
        deed, rules = self.deed, self._rules
        waited = 0.0 if deed is None else at - deed.last
        if deed is not None and deed.kind == "type":
            return changes and waited > rules.patience
        if self._first is not None:
            return at - self._last >= rules.quiet or at - self._first >= rules.every
        return waited > rules.patience

    def is_told_without_changes(self) -> bool:
        """Return whether it has waited long enough for the effect of its deed, once it is over."""
        return self._first is None or (self.deed is not None and self.deed.kind == "type")

    def ended(self, shown: ShownPage, now: float, *, force: bool) -> RecordedStep | None:
        """End it. Changes that no row shows are no step; a deed waits for others, unless it is made to end.

        Raises:
            InvalidSnapshot: the page cannot be read.
        """
        deed = self.deed
        if deed is None and self._first is None:
            return None
        shown.reader.changed()
        told = (shown.reader.columns, shown.url, shown.document)
        if told == self._told and not self._errors:
            waits = deed is not None and now - deed.last <= self._rules.patience
            if deed is None or (waits and not force):
                self._first = None
                return None
        at = deed.last if self._first is None and deed is not None else self._last
        snapshot = self._snapshot(shown, None if deed is None else deed.words, at)
        self._told = told
        self.forget()
        return RecordedStep(snapshot, self._window, at / 1_000, snapshot.action)

    def forget(self) -> None:
        """Forget what it has."""
        self.deed, self._first, self._errors = None, None, []

    def _snapshot(self, shown: ShownPage, action: str | None, at: float) -> Snapshot:
        extra: dict[str, object] = {"partial": "styles"} if shown.page.styled else {}
        if self._errors:
            extra["errors"] = self._errors
        circumstances = Circumstances(
            window=self._window,
            title=shown.reader.title,
            url=shown.url,
            document=shown.document,
            action=action,
            taken_at=at / 1_000,
            platform="web",
            extra=json.dumps(extra) if extra else None,
        )
        return shown.reader.snapshot(circumstances)
