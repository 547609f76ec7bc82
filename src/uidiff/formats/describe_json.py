"""The format ``describe-json`` (spec/features#d13): the answer of ``describe`` as one JSON object.

    {"command":"describe","mode":"diff","since":"2024-01-15T10:30:45Z",
     "added":[{"name":"Save Changes?","role":"dialog","ref":"e148","path":"window"}],
     "removed":[{"name":"Loading...","role":"button","ref":"e15","path":"window"}],
     "changed":[{"name":"Search","role":"textbox","ref":"e5","path":"window","changes":{"focused":[false,true]}}],
     "unchanged_count":147,"summary":"…"}

``since`` is null if it is not known. A changed element has ``hidden``, a list of names, if changed parts are not shown.
After the summary follow, if not empty: ``moved`` (with from_parent, from_position, to_parent and to_position),
``reordered`` (parent, order), ``unknown`` (as removed), ``newly_read`` (as added), ``hidden`` (as removed) and
``shown`` (as added), both with the number of elements ``inside`` that have no object, ``circumstances`` (changes,
hidden), ``events`` and ``filtered``. Parents and orders are refs; the parent of a root is null.

The elements of a whole tree are a flat list in document order; each has its ``parent``, except the roots. For a
selection, ``filtered`` has the number of ``elements`` of the whole window and, with a diff, the number of
``changes_outside``; so has a whole tree in place of a diff, if there are any.
"""

from __future__ import annotations

from typing import ClassVar

from uidiff.diffing.records import Changed
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.elements import (
    CIRCUMSTANCES,
    LONG,
    Changes,
    Keys,
    changes_value,
    circumstances_value,
    element_value,
    events_value,
    hidden_fields,
    move_value,
    order_value,
    ref_of,
)
from uidiff.formats.hidden_roots import hidden_rows, shown_rows
from uidiff.formats.json_text import refuse_budget, write_json
from uidiff.formats.options import RenderOptions
from uidiff.formats.ref_words import RefWords, told_refs, words_of
from uidiff.formats.values import iso_time
from uidiff.model.element import Element
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["DescribeJsonFormat"]


class DescribeJsonFormat:
    """The answer of ``describe`` in JSON, on one line. Takes no budget."""

    __api__: ClassVar[int] = 1
    native_refs: ClassVar[bool] = True

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return what changed since the description before."""
        refuse_budget("describe-json", options)
        return write_json(_of_diff(delta, options))

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the whole tree."""
        refuse_budget("describe-json", options)
        return write_json(_of_tree(snapshot, refs, options))


def _of_diff(delta: TreeDiff, options: RenderOptions) -> dict[str, object]:
    bounds = options.bounds
    before, after = words_of(delta, native=options.native_refs)
    more: dict[str, object] = {
        "moved": [
            {**_identity(record.after, after), **move_value(record, before, after, ref_of)} for record in delta.moved
        ],
        "reordered": [order_value(record, before, after, ref_of) for record in delta.reordered],
        "unknown": [_identity(record.before, before) for record in delta.unknown],
        "newly_read": [_added(record.after, after, bounds=bounds) for record in delta.newly_read],
        "hidden": hidden_rows(delta, lambda element: _identity(element, before)),
        "shown": shown_rows(delta, lambda element: _added(element, after, bounds=bounds)),
        "renewed": {was: now for _, was, now in told_refs(delta) if was != now} if options.native_refs else {},
        "circumstances": _changes(delta.circumstances, CIRCUMSTANCES) if delta.circumstances else {},
        "events": events_value(delta),
    }
    return {
        "command": "describe",
        "mode": "diff",
        "since": iso_time(delta.before.taken_at),
        "added": [_added(record.after, after, bounds=bounds) for record in delta.added],
        "removed": [_identity(record.before, before) for record in delta.removed],
        "changed": [_changed(record, after) for record in delta.changed],
        "unchanged_count": delta.unchanged_count,
        "summary": delta.summary,
        **{name: value for name, value in more.items() if value},
        **options.filtered(diff=True),
    }


def _of_tree(snapshot: Snapshot, refs: Refs, options: RenderOptions) -> dict[str, object]:
    words, elements = RefWords.of(snapshot, refs, native=options.native_refs), []
    for element, parent in zip(snapshot, snapshot.parents, strict=True):
        above = {} if parent == NO_PARENT else {"parent": ref_of(words, parent)}
        elements.append({**_element(element, words, bounds=options.bounds), **above})
    return {
        "command": "describe",
        "mode": "full",
        "taken_at": iso_time(snapshot.taken_at),
        **circumstances_value(snapshot),
        "count": len(snapshot),
        **options.filtered(diff=False),
        "elements": elements,
    }


def _element(element: Element, refs: RefWords, *, bounds: bool) -> dict[str, object]:
    """Return the name first, null if absent, then the role, the ref and the other fields."""
    identity = {"name": element.name, "role": element.role, "ref": ref_of(refs, element.index)}
    return {**identity, **element_value(element, LONG, bounds=bounds)}


def _added(element: Element, refs: RefWords, *, bounds: bool) -> dict[str, object]:
    return {**_element(element, refs, bounds=bounds), "path": element.path}


def _identity(element: Element, refs: RefWords) -> dict[str, object]:
    """Return what identifies an element; the value and the description only if it has no name."""
    said = {"name": element.name, "role": element.role, "ref": ref_of(refs, element.index), "path": element.path}
    texts = {} if element.name else {"value": element.value, "description": element.description}
    return {**said, **{name: text for name, text in texts.items() if text}}


def _changed(record: Changed, refs: RefWords) -> dict[str, object]:
    return {**_identity(record.after, refs), **_changes(record.fields, LONG)}


def _changes(changes: Changes, keys: Keys) -> dict[str, object]:
    hidden = [keys.key(name) for name in hidden_fields(changes)]
    return {"changes": changes_value(changes, keys), **({"hidden": hidden} if hidden else {})}
