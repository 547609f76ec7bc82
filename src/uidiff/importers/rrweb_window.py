"""A window of a recording: what events do to its page and its steps (spec/definitions#31-recorded-steps).

A step (:mod:`uidiff.importers.rrweb_step`) is what a user did, or nothing, and what changed by it. It ends ``quiet`` ms
after its last change, at the latest ``every`` ms after the first; with the next deed; or where another page is loaded,
which is the effect of a deed at most ``patience`` ms before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from uidiff.dom.mutations import apply_input, apply_mutation
from uidiff.dom.nodes import Node
from uidiff.dom.page import MOST_LEVELS, Page
from uidiff.dom.reading import PageReader
from uidiff.errors import InvalidSnapshot
from uidiff.importers.rrweb_deeds import Deed, is_by_user, is_same_document, names_it, verb_of, was_on
from uidiff.importers.rrweb_step import OpenStep, RecordedStep, ShownPage, StepRules
from uidiff.importers.rrweb_words import TargetWords, address_words
from uidiff.model.circumstances import Circumstances
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction

__all__ = ["Window"]

_NEW, _FULL, _CHANGE, _META, _CUSTOM, _PLUGIN = 0, 2, 3, 4, 5, 6
"""rrweb's types of events: DomContentLoaded, FullSnapshot, IncrementalSnapshot, Meta, Custom, Plugin."""

_MUTATION, _MOUSE, _SCROLL, _RESIZE, _INPUT = 0, 2, 3, 4, 5
_SOURCES = frozenset({_MUTATION, _MOUSE, _SCROLL, _RESIZE, _INPUT})
"""rrweb's sources of incremental events that are read."""

_CURE = "record it again: the recording is damaged, or of a version that is not known"
_FULL_CURE = "give the recording from its beginning, or from an event of the type 2 on"
_LATEST = 2**53
_SCROLL_AFTER = 1_000
"""Milliseconds after another deed in which scrolling is its effect."""
_HISTORY = 50
_CLICKS = {2: "click", 3: "right-click", 4: "double-click"}
"""rrweb's MouseInteractions that are deeds."""
_PRESS, _FOCUS, _BLUR, _TOUCH = 1, 5, 6, 7


class Window:
    """A window, while its events are read."""

    def __init__(self, name: str | None, rules: StepRules, limits: Limits, redaction: Redaction) -> None:
        self._name, self._rules, self._limits, self._redaction = name, rules, limits, redaction
        self._page: Page | None = None
        self._reader: PageReader | None = None
        self._step = OpenStep(name, rules, redaction)
        self._url: str | None = None
        self._next_url: str | None = None  # of the full snapshot that comes
        self._addresses: list[str | None] = []
        self._document: str | None = None
        self._is_new = False  # an event said that another document is loaded
        self._is_missing = False  # it was said that there is no full snapshot
        self._now = self._behind = 0.0
        self._is_pressed = False  # and what takes the focus by that belongs to the click that comes
        self._focus: int | None = None
        self._did: float | None = None  # when the last deed but scrolling was

    # ------------------------------------------------------------------ events

    def steps(self, event: Mapping[str, Any], place: str) -> Iterator[RecordedStep]:
        """Take an event; yield the steps that end before it, and an error if it does not fit."""
        try:
            at = self._time(event.get("timestamp"))
            kind, data = _parts(event)
            if self._step.is_over(at, changes=kind == _CHANGE and data.get("source") == _MUTATION):
                yield from self._ended(force=self._step.is_told_without_changes())
            yield from self._taken(kind, data, at)
        except InvalidSnapshot as error:
            yield from self.end()
            yield self._failed(error, place)

    def end(self) -> Iterator[RecordedStep]:
        """Yield the step that is open, if one is."""
        yield from self._ended(force=True)

    def _taken(self, kind: int, data: Mapping[str, Any], at: float) -> Iterator[RecordedStep]:
        if kind == _NEW:
            self._is_new = True
        elif kind == _META:
            self._next_url = _text(data, "href")
        elif kind == _FULL:
            yield from self._loaded(data, at)
        elif kind == _CHANGE:
            yield from self._changed(data, at)
        elif kind == _CUSTOM and data.get("tag") in {"$pageview", "$url_changed"} and self._page is not None:
            payload = data.get("payload")  # PostHog's
            self._moved(_text(payload, "href") if isinstance(payload, dict) else None, at)
        elif kind == _PLUGIN and str(data.get("plugin", "")).startswith("rrweb/console") and self._page is not None:
            self._step.note_error(data.get("payload"), at)

    def _time(self, given: object) -> float:
        """Return the time of an event in ms: it stands still where the clock goes back, and goes on if it was set."""
        if not isinstance(given, int | float) or isinstance(given, bool) or not 0 <= given < _LATEST:
            raise InvalidSnapshot(f"expected milliseconds, got {type(given).__name__}", "$.timestamp", _CURE)
        if self._now - (given + self._behind) > self._rules.patience:
            self._behind = self._now - given
        self._now = max(self._now, given + self._behind)
        return self._now

    def _changed(self, data: Mapping[str, Any], at: float) -> Iterator[RecordedStep]:
        """Take an incremental event; those without a meaning here, such as moves of the mouse, are skipped."""
        source = data.get("source")
        if source not in _SOURCES:
            return
        page = self._page
        if page is None:
            if self._is_missing:
                return
            self._is_missing = True
            raise InvalidSnapshot("changes before a full snapshot: they are skipped", "$", _FULL_CURE)
        self._moved(self._next_url, at)
        if source == _MUTATION:
            wrong = apply_mutation(page, data)
            self._step.note(at)
            if wrong is not None:
                raise wrong.inside("$.data")
        elif source == _INPUT:
            yield from self._put_in(page, data, at)
        elif source == _MOUSE:
            yield from self._clicked(page, data, at)
        elif source == _SCROLL:
            yield from self._scrolled(page, data, at)
        else:
            size = f"resize {_whole(data, 'width')}x{_whole(data, 'height')}"
            if not self._step.goes_on("resize", None, at, size):
                yield from self._begun("resize", None, at, size)

    def _loaded(self, data: Mapping[str, Any], at: float) -> Iterator[RecordedStep]:
        """Take a full snapshot: of another document, or of the same one again."""
        before, old = self._page, self._document
        try:
            page = Page(data.get("node"), max_nodes=self._limits.max_elements, max_depth=MOST_LEVELS)
        except InvalidSnapshot as error:
            yield from self.end()
            self._forget()
            raise error.inside("$.data.node") from None
        url = self._url if self._next_url is None else self._next_url
        if before is not None and not self._is_new and is_same_document(before, page, self._url, url):
            page.focus, page.focus_known = before.focus, before.focus_known
        else:
            yield from self._left(url, at)
            self._document = f"{at:.0f}" if f"{at:.0f}" != old else f"{old}+"
            self._did, self._focus, self._is_pressed = at, None, False
        self._page, self._url, self._next_url = page, url, None
        self._is_new = self._is_missing = False
        self._reader = PageReader(page, limits=self._limits, redaction=self._redaction)
        self._step.note(at)

    def _left(self, url: str | None, at: float) -> Iterator[RecordedStep]:
        """End the document that was there: another one is the effect of the deed before it, or a deed itself."""
        deed, did = self._step.deed, self._did
        if deed is not None and at - deed.last <= self._rules.patience:
            self._step.lead_to(Deed(deed.words, at, "load", None, at))
        else:
            yield from self._ended(force=True)
            if self._document is not None and (did is None or at - did > self._rules.patience):
                back = len(self._addresses) > 1 and self._addresses[-2] == url
                words = "reload" if url == self._url else "back" if back else f"goto {address_words(url)}"
                self._step.deed = Deed(words, at, "load", None, at)
        if self._addresses[-2:-1] == [url]:
            self._addresses.pop()
        elif self._addresses[-1:] != [url]:
            self._addresses = [*self._addresses[-_HISTORY:], url]

    def _moved(self, url: str | None, at: float) -> None:
        """Note another address of the same document."""
        self._next_url = None
        if url is not None and url != self._url:
            self._url = url
            self._addresses = [*self._addresses[-_HISTORY:], url]
            self._step.note(at)

    # ------------------------------------------------------------------- deeds

    def _clicked(self, page: Page, data: Mapping[str, Any], at: float) -> Iterator[RecordedStep]:
        kind, id_ = data.get("type"), data.get("id")
        node = page.nodes.get(id_) if type(id_) is int else None
        if kind in {_PRESS, _TOUCH}:
            self._is_pressed = True
        elif kind in {_FOCUS, _BLUR} and node is not None:
            self._focus = node.id if kind == _FOCUS else None if page.focus == node.id else page.focus
            if not self._is_pressed:
                page.set_focus(self._focus)
        elif kind in _CLICKS:
            verb, deed = _CLICKS[kind], self._step.deed
            is_again = deed is not None and deed.kind == "click" and names_it(page, deed, node, verb, at)
            if deed is None or not is_again:
                yield from self._begun(verb, node, at)
            else:
                deed.words, deed.node = f"{verb}{self._target(node)}", _number(node)

    def _put_in(self, page: Page, data: Mapping[str, Any], at: float) -> Iterator[RecordedStep]:
        id_ = data.get("id")
        node = page.nodes.get(id_) if type(id_) is int else None
        if node is not None and is_by_user(page, node, data, self._step.deed):
            verb = verb_of(node, checked=data.get("isChecked") is True)
            deed = self._step.deed
            if deed is not None and verb != "type" and deed.kind == "click" and was_on(page, deed, node):
                deed.words, deed.kind, deed.node, deed.last = f"{verb}{self._target(node)}", verb, node.id, at
            elif not self._step.goes_on(verb, node, at):
                yield from self._begun(verb, node, at)
        apply_input(page, data)
        self._step.note(at)

    def _scrolled(self, page: Page, data: Mapping[str, Any], at: float) -> Iterator[RecordedStep]:
        id_ = data.get("id")
        node = page.nodes.get(id_) if type(id_) is int and id_ != page.root.id else None
        if self._step.goes_on("scroll", node, at) or (self._did is not None and at - self._did <= _SCROLL_AFTER):
            return
        did = self._did
        yield from self._begun("scroll", node, at)
        self._did = did

    def _begun(self, kind: str, node: Node | None, at: float, words: str | None = None) -> Iterator[RecordedStep]:
        """End the step before, and begin another one with a deed."""
        yield from self._ended(force=True)
        if self._is_pressed and self._page is not None:
            self._page.set_focus(self._focus)
        self._is_pressed = False
        words = words or f"{kind}{self._target(node)}"
        self._step.deed = Deed(words, at, kind, _number(node), at)
        self._did = at

    def _target(self, node: Node | None) -> str:
        if node is None or self._reader is None:
            return ""
        return TargetWords(self._reader.snapshot(Circumstances(platform="web"))).words(node)

    # ------------------------------------------------------------------- steps

    def _ended(self, *, force: bool) -> Iterator[RecordedStep]:
        """End the step that is open."""
        page, reader = self._page, self._reader
        if page is None or reader is None:
            return
        try:
            step = self._step.ended(ShownPage(page, reader, self._url, self._document), self._now, force=force)
        except InvalidSnapshot as error:
            self._forget()
            yield self._failed(error, "the page")
            return
        if step is not None:
            yield step

    def _failed(self, error: InvalidSnapshot, place: str) -> RecordedStep:
        return RecordedStep(error.inside(place), self._name, self._now / 1_000 or None, None)

    def _forget(self) -> None:
        """Forget the page: changes of it are skipped until the next full snapshot."""
        self._page = self._reader = None
        self._step.forget()


def _parts(event: Mapping[str, Any]) -> tuple[int, Mapping[str, Any]]:
    """Return the type and the data of an event."""
    kind, data = event.get("type"), event.get("data")
    if type(kind) is not int:
        raise InvalidSnapshot(f"expected a number, got {type(kind).__name__}", "$.type", _CURE)
    if not isinstance(data, dict) and kind in {_FULL, _CHANGE, _META}:
        raise InvalidSnapshot(f"expected an object, got {type(data).__name__}", "$.data", _CURE)
    return kind, data if isinstance(data, dict) else {}


def _number(node: Node | None) -> int | None:
    return None if node is None else node.id


def _text(data: Mapping[str, Any], key: str) -> str | None:
    return found if type(found := data.get(key)) is str else None


def _whole(data: Mapping[str, Any], key: str) -> int:
    found = data.get(key)
    return round(found) if isinstance(found, int | float) and abs(found) < _LATEST else 0
