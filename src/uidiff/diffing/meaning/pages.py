"""The page and its title: PageNavigated, TitleChanged, ContentLoaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from uidiff.diffing.events import ContentLoaded, PageNavigated, TitleChanged
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.records import Changed
from uidiff.model.urls import HIDDEN
from uidiff.text import same_text

__all__ = ["content_loaded", "page_navigated", "title_changed"]

_TITLED = frozenset({"window", "document"})
"""Roles of first roots whose name is the title (Core-AAM and HTML-AAM: the accessible name of the document)."""

_PARTS = r"([^?#]*)(\?[^#]*)?(#.*)?"


def page_navigated(scene: Scene) -> Iterator[PageNavigated]:
    """At most one PageNavigated: by the documents, else by the URLs (HTML standard, "navigation" and "history")."""
    urls = scene.delta.circumstances.get("url")
    if not scene.new_document and not _is_elsewhere(urls):
        return
    before_url, after_url = scene.delta.before.url or "", scene.delta.after.url or ""
    yield PageNavigated(
        label=scene.delta.after.title or after_url,
        before_url=before_url,
        after_url=after_url,
        soft=not scene.new_document,
    )


class _Address(NamedTuple):
    """The parts of a URL as it is shown: only the keys of its query and, of its fragment, only a route."""

    place: str
    query: str
    fragment: str

    @classmethod
    def of(cls, url: str) -> _Address:
        found = re.fullmatch(_PARTS, url, re.DOTALL)
        return cls(*(part or "" for part in found.groups())) if found else cls(url, "", "")

    @property
    def route(self) -> str:
        """The fragment where it is a route, else ""."""
        return self.fragment if self.fragment.startswith(("#/", "#!/")) else ""

    @property
    def hides_values(self) -> bool:
        """Whether it has values in its query, or in that of its route, and no other place for what is not shown."""
        return HIDDEN in (self.query if not self.fragment else self.query + self.route.partition("?")[2])


def _is_elsewhere(urls: tuple[object, object] | None) -> bool:
    """Whether two URLs that differ, in their digests at least, are two places and not two spots of one page."""
    before, after = urls or (None, None)
    if not isinstance(before, str) or not isinstance(after, str):
        return False
    old, new = _Address.of(before), _Address.of(after)
    if (old.place, old.query, old.route) != (new.place, new.query, new.route):
        return True
    return old == new and new.fragment == new.route and new.hides_values


def title_changed(scene: Scene) -> Iterator[TitleChanged]:
    """At most one TitleChanged: by the titles, else by the names of the first roots."""
    titles = scene.delta.circumstances.get("title")
    if titles is not None:
        before, after = (title if isinstance(title, str) else "" for title in titles)
        yield TitleChanged(label=after, before=before, records=tuple(_named_like(scene, titles)))
        return
    known = scene.delta.before.title is not None or scene.delta.after.title is not None
    if known or not scene.reports("title") or not scene.reports("name"):
        return
    if not len(scene.delta.before) or not len(scene.delta.after) or not _are_one_page(scene):
        return
    own = scene.changed_at(scene.after, 0)
    if scene.after.stays(0) and (own is None or "name" not in own.fields):
        return  # the same, or a rule says that it is not to be reported
    before, after = scene.before.own_name(0), scene.after.own_name(0)
    if not same_text(before, after):
        sides = (scene.before, scene.after)
        records = scene.in_order((scene.changed_at(scene.after, 0), *(scene.alone_at(side, 0) for side in sides)))
        yield TitleChanged(label=after, before=before, records=records)


def _named_like(scene: Scene, titles: tuple[object, object]) -> Iterator[Changed]:
    """The records of the elements that bear the title as their name."""
    for index, record in scene.changed_in("name"):
        if record.fields["name"] == titles and scene.after.role(index) in _TITLED:
            yield record


def _are_one_page(scene: Scene) -> bool:
    """Whether the first roots bear titles of one thing: they are one element, or the one document and the next."""
    roles = (scene.before.role(0), scene.after.role(0))
    if not _TITLED.issuperset(roles):
        return False
    if scene.after.stays(0):
        return scene.after.partners[0] == 0
    return roles == ("document", "document") and not scene.before.stays(0)


def content_loaded(scene: Scene) -> Iterator[ContentLoaded]:
    """At most one ContentLoaded, by ``loaded_count`` and ``loaded_ratio`` (spec/definitions#20-events).

    What was not read on one of the sides counts on neither.
    """
    delta, rules = scene.delta, scene.rules
    before, after = len(delta.before) - len(delta.unknown), len(delta.after) - len(delta.newly_read)
    jumped = after - before >= rules.loaded_count and after >= rules.loaded_ratio * before
    if jumped and not scene.new_document:
        yield ContentLoaded(label="", before_count=before, after_count=after)
