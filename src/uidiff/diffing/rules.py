"""Finding events: what a tree diff means, by rules that the caller may adjust."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from uidiff.diffing.meaning.error_words import ERROR_WORDS
from uidiff.diffing.meaning.fields import (
    busy_ended,
    busy_started,
    enabled_changed,
    layout_shifted,
    selection_changed,
    toggled,
    values_entered,
)
from uidiff.diffing.meaning.focus import focus_moved
from uidiff.diffing.meaning.items import elements_moved, items_added, items_removed, lists_reordered
from uidiff.diffing.meaning.messages import errors_appeared, statuses_announced
from uidiff.diffing.meaning.pages import content_loaded, page_navigated, title_changed
from uidiff.diffing.meaning.popups import dialogs_appeared, dialogs_closed, menus_closed, menus_opened
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.talk import alerts_talk
from uidiff.text import fold, words

if TYPE_CHECKING:
    from uidiff.diffing.events import Event
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["EventRules", "find_events"]

_WITHOUT_SPACES = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3040", "\u30ff"),  # kana
    ("\u3400", "\u4dbf"),  # Han, extension A
    ("\u4e00", "\u9fff"),  # Han
    ("\uac00", "\ud7af"),  # Hangul
    ("\uf900", "\ufaff"),  # Han, compatibility
)
"""What is written without spaces, and Hangul, whose particles hang on the word: first and last characters."""


def _folded_words(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        raise TypeError(f"error_words takes a collection of words: write error_words=({given!a},)")
    found = list(given)
    if any(not isinstance(word, str) for word in found):
        raise TypeError("error_words takes texts, one for each word")
    return tuple(dict.fromkeys(filter(None, (fold(word.casefold()) for word in found))))


def _counted(words: tuple[str, ...]) -> str:
    return f"<{len(words)} words>"


def _whole_number(_: object, attribute: attrs.Attribute[int], value: object) -> None:
    if type(value) is not int or value < 1:
        raise ValueError(f"{attribute.name} must be a whole number from 1 on")


def _ratio(_: object, attribute: attrs.Attribute[float], value: object) -> None:
    if type(value) not in {int, float} or not value >= 1:  # type: ignore[operator]  # a number by then; NaN is none
        raise ValueError(f"{attribute.name} must be a number from 1 on")


@attrs.frozen(kw_only=True)
class EventRules:
    """The thresholds and word lists by which events are found; every other rule follows from WAI-ARIA's roles.

    Attributes:
        error_words: a new message with one of them is an error (spec/features#d15): as a whole word, whatever its
        case; in
            scripts without spaces, and if it is of several words, anywhere. By default those of some thirty languages.
        message_length: characters of such a message at the most; what is longer is content. 200: three sentences.
        loaded_count, loaded_ratio: content was loaded where there are at least so many more elements, and at least so
            many times as many. 20 and 1.5 (spec/definitions#20-events).
        reordered_from: from so many elements of one role that changed places on, their list was re-ordered. 3: two that
            swapped places are one move.
    """

    error_words: tuple[str, ...] = attrs.field(default=ERROR_WORDS, converter=_folded_words, repr=_counted)
    message_length: int = attrs.field(default=200, validator=_whole_number)
    loaded_count: int = attrs.field(default=20, validator=_whole_number)
    loaded_ratio: float = attrs.field(default=1.5, validator=_ratio)
    reordered_from: int = attrs.field(default=3, validator=_whole_number)

    def tells_of_an_error(self, text: str) -> bool:
        """Whether a text has one of the error words."""
        if not self._whole_words.isdisjoint(words(text)):
            return True
        folded = fold(text.casefold())
        return any(word in folded for word in self._anywhere)

    @cached_property
    def _whole_words(self) -> frozenset[str]:
        return frozenset(self.error_words).difference(self._anywhere)

    @cached_property
    def _anywhere(self) -> tuple[str, ...]:
        return tuple(word for word in self.error_words if words(word) != (word,) or _is_without_spaces(word))


def _is_without_spaces(word: str) -> bool:
    return not word.isascii() and any(
        first <= character <= last for character in word for first, last in _WITHOUT_SPACES
    )


def find_events(delta: TreeDiff, rules: EventRules) -> tuple[Event, ...]:
    """The events of a bound delta: in the order of ``EVENTS``, each kind in document order."""
    return tuple(chain.from_iterable(_by_kind(delta, rules))) if delta else ()


def _by_kind(delta: TreeDiff, rules: EventRules) -> Iterator[Iterable[Event]]:
    scene = Scene(delta, rules)
    navigated, loaded = tuple(page_navigated(scene)), tuple(content_loaded(scene))
    alerts = alerts_talk(scene)
    yield navigated
    yield dialogs_appeared(scene)
    yield errors_appeared(scene, alerts, in_place=not navigated and not loaded)
    yield dialogs_closed(scene)
    yield menus_opened(scene)
    yield menus_closed(scene)
    yield focus_moved(scene)
    yield statuses_announced(scene, alerts)
    yield busy_started(scene)
    yield busy_ended(scene)
    yield loaded
    yield title_changed(scene)
    yield values_entered(scene)
    yield selection_changed(scene)
    yield toggled(scene)
    yield enabled_changed(scene)
    yield items_added(scene)
    yield items_removed(scene)
    yield lists_reordered(scene)
    yield elements_moved(scene)
    yield layout_shifted(scene)
