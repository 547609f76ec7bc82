"""Events of two trees given as text, for tests."""

import json
from collections.abc import Iterable

import attrs

from tests.outline import outline
from uidiff import Snapshot, TreeDiff, diff
from uidiff.events import Event, EventRules
from uidiff.matching.strategies import MatcherOption

_Pair = tuple[str | None, str | None]


def change(
    before: str,
    after: str,
    *,
    titles: _Pair = (None, None),
    urls: _Pair = (None, None),
    documents: _Pair = (None, None),
    matcher: MatcherOption = "auto",
    ignore: Iterable[str] = (),
    rules: EventRules | None = None,
) -> TreeDiff:
    """The delta of two outlines with these circumstances."""
    one, other = (
        outline(text, title=title, url=url, document=document)
        for text, title, url, document in zip((before, after), titles, urls, documents, strict=True)
    )
    return diff(one, other, matcher=matcher, ignore=ignore, rules=rules)


def alone(events: Iterable[Event], *kinds: type[Event]) -> list[Event]:
    """The events (of some kinds) without their records."""
    return [attrs.evolve(event, records=()) for event in events if not kinds or isinstance(event, kinds)]


def by_name(before: Snapshot, after: Snapshot, **options: object) -> TreeDiff:
    """The delta where equal names are one element: each name stands once, and what has no name has no partner."""
    from uidiff import Matching

    places = {element.name: element.index for element in after if element.name}
    pairs = [(element.index, places[element.name]) for element in before if element.name in places]
    return diff(before, after, matcher=Matching.from_pairs(pairs, before=before, after=after), **options)  # type: ignore[arg-type]  # options of diff


def through_json(delta: TreeDiff) -> TreeDiff:
    """The delta as it is after a file."""
    return TreeDiff.from_dict(json.loads(json.dumps(delta.to_dict())))


def behind(event: Event) -> list[str]:
    """The records of an event: kind, and the index of the element afterwards (before, where it went)."""
    return [
        f"{type(record).__name__.lower()} {(record.after or record.before).index}"  # type: ignore[union-attr]  # one of them
        for record in event.records
    ]
