"""Find the events of a delta: all rules, in the order of ``EVENTS``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from uidiff.diffing.delta import Delta
from uidiff.diffing.events import Event
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.field_events import (
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
from uidiff.diffing.meaning.live_regions import alert_changes
from uidiff.diffing.meaning.messages import errors_appeared, statuses_announced
from uidiff.diffing.meaning.pages import content_loaded, page_navigated, title_changed
from uidiff.diffing.meaning.popups import dialogs_appeared, dialogs_closed, menus_closed, menus_opened
from uidiff.diffing.rules import EventRules

__all__ = ["find_events"]


def find_events(delta: Delta, rules: EventRules) -> tuple[Event, ...]:
    """Return the events of a delta: in the order of ``EVENTS``, those of one kind in document order."""
    return tuple(chain.from_iterable(_by_kind(delta, rules))) if delta else ()


def _by_kind(delta: Delta, rules: EventRules) -> Iterator[Iterable[Event]]:
    context = DiffContext(delta, rules)
    navigated, loaded = tuple(page_navigated(context)), tuple(content_loaded(context))
    alerts = alert_changes(context)
    yield navigated
    yield dialogs_appeared(context)
    yield errors_appeared(context, alerts, in_place=not navigated and not loaded)
    yield dialogs_closed(context)
    yield menus_opened(context)
    yield menus_closed(context)
    yield focus_moved(context)
    yield statuses_announced(context, alerts)
    yield busy_started(context)
    yield busy_ended(context)
    yield loaded
    yield title_changed(context)
    yield values_entered(context)
    yield selection_changed(context)
    yield toggled(context)
    yield enabled_changed(context)
    yield items_added(context)
    yield items_removed(context)
    yield lists_reordered(context)
    yield elements_moved(context)
    yield layout_shifted(context)
