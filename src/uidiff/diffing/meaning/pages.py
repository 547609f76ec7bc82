"""The page and its title: PageNavigated, TitleChanged, ContentLoaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from uidiff.diffing.events import ContentLoaded, PageNavigated, TitleChanged
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.records import Changed
from uidiff.model.urls import HIDDEN
from uidiff.text import same_text

__all__ = ["content_loaded", "page_navigated", "title_changed"]

_TITLED = frozenset({"window", "document"})
"""Roles of first roots whose name is the title (Core-AAM and HTML-AAM: the accessible name of the document)."""

_PARTS = r"([^?#]*)(\?[^#]*)?(#.*)?"


def page_navigated(context: DiffContext) -> Iterator[PageNavigated]:
    """Yield at most one PageNavigated: by the documents, else the URLs (HTML standard, "navigation" and "history")."""
    urls = context.delta.circumstances.get("url")
    if not context.new_document and not _is_elsewhere(urls):
        return
    before_url, after_url = context.delta.before.url or "", context.delta.after.url or ""
    yield PageNavigated(
        label=context.delta.after.title or after_url,
        before_url=before_url,
        after_url=after_url,
        soft=not context.new_document,
    )


class _Address(NamedTuple):
    """The parts of a URL as it is shown: of the query only the keys, of the fragment only a route."""

    place: str
    query: str
    fragment: str

    @classmethod
    def of(cls, url: str) -> _Address:
        found = re.fullmatch(_PARTS, url, re.DOTALL)
        return cls(*(part or "" for part in found.groups())) if found else cls(url, "", "")

    @property
    def route(self) -> str:
        """The fragment if it is a route, else ""."""
        return self.fragment if self.fragment.startswith(("#/", "#!/")) else ""

    @property
    def hides_values(self) -> bool:
        """Whether its query, or its route's, has values, and no other part hides something."""
        return HIDDEN in (self.query if not self.fragment else self.query + self.route.partition("?")[2])


def _is_elsewhere(urls: tuple[object, object] | None) -> bool:
    """Return whether two URLs that differ, at least in their digests, are two pages and not two places of one page."""
    before, after = urls or (None, None)
    if not isinstance(before, str) or not isinstance(after, str):
        return False
    old, new = _Address.of(before), _Address.of(after)
    if (old.place, old.query, old.route) != (new.place, new.query, new.route):
        return True
    return old == new and new.fragment == new.route and new.hides_values


def title_changed(context: DiffContext) -> Iterator[TitleChanged]:
    """Yield at most one TitleChanged: by the titles, else by the names of the first roots."""
    titles = context.delta.circumstances.get("title")
    if titles is not None:
        before, after = (title if isinstance(title, str) else "" for title in titles)
        yield TitleChanged(label=after, before=before, records=tuple(_named_like(context, titles)))
        return
    known = context.delta.before.title is not None or context.delta.after.title is not None
    if known or not context.reports("title") or not context.reports("name"):
        return
    if not len(context.delta.before) or not len(context.delta.after) or not _are_one_page(context):
        return
    own = context.changed_record(context.after, 0)
    if context.after.stays(0) and (own is None or "name" not in own.fields):
        return  # it is the same, or ignored
    before, after = context.before.own_name(0), context.after.own_name(0)
    if not same_text(before, after):
        records = context.in_order(
            (context.changed_record(context.after, 0), *(context.unpaired_record(tree, 0) for tree in context.trees))
        )
        yield TitleChanged(label=after, before=before, records=records)


def _named_like(context: DiffContext, titles: tuple[object, object]) -> Iterator[Changed]:
    """Yield the records of the elements whose name is the title."""
    for index, record in context.changed_with("name"):
        if record.fields["name"] == titles and context.after.role(index) in _TITLED:
            yield record


def _are_one_page(context: DiffContext) -> bool:
    """Return whether the first roots are one element, or a document and the one that replaced it."""
    roles = (context.before.role(0), context.after.role(0))
    if not _TITLED.issuperset(roles):
        return False
    if context.after.stays(0):
        return context.after.partners[0] == 0
    return roles == ("document", "document") and not context.before.stays(0)


def content_loaded(context: DiffContext) -> Iterator[ContentLoaded]:
    """Yield at most one ContentLoaded, by ``loaded_count`` and ``loaded_ratio`` (spec/definitions#20-events).

    Elements that were not read or hidden on one of the sides count on neither.
    """
    delta, rules = context.delta, context.rules
    before, after = (len(delta.matching) + len(records) for records in (delta.removed, delta.added))
    jumped = after - before >= rules.loaded_count and after >= rules.loaded_ratio * before
    if jumped and not context.new_document and not context.stands_alone(context.before):
        yield ContentLoaded(label="", before_count=before, after_count=after)
