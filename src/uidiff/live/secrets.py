"""Remembers the secrets of a window: which fields stay hidden, and whose hidden text changed.

A field that was secret once stays secret to the end of the session, also when a button makes the page show it as plain
text. It is recognised by its number and by the platform's id, and by its name and the author's id where these fail (the
form was re-created, or the read before is gone). Its texts are kept as salted digests only, in memory, as long as the
field lives.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from operator import attrgetter
from typing import NamedTuple, TypeVar

import attrs

from uidiff.model.columns import Columns
from uidiff.model.redaction import HOLD_VALUES, REDACTED
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.text import fold

__all__ = ["Secrets"]

MOST_FIELDS = 1_000
"""Number of fields that are recognised by their names, those seen last."""

MOST_TEXTS = 10_000
"""Number of fields whose digests are kept while reads are partial; a whole read drops those of removed fields."""

MOST_CHANGES = 16
"""Number of changes of one field that are told apart."""


class _Field(NamedTuple):
    """By what a field is recognised: its name and the author's id, or the id and its role where its name is hidden."""

    name: str | None
    automation_id: str
    role: str


@attrs.frozen
class _Text:
    """A hidden text as it was from one read on.

    Attributes:
        ts: of the read.
        digest: None where nothing was hidden.
        look: how the field was shown. A page that hides a password by dots may report the dots as its text, so digests
            of a field that is shown in two ways are not comparable.
    """

    ts: int
    digest: bytes | None = attrs.field(repr=False)
    look: tuple[object, ...]


_TS = attrgetter("ts")
_K = TypeVar("_K")


class Secrets:
    """The secrets of one window, as the module describes them."""

    def __init__(self) -> None:
        self._fields: OrderedDict[_Field, None] = OrderedDict()  # the one seen last is the last
        self._numbers: OrderedDict[int, None] = OrderedDict()
        self._ids: OrderedDict[str, None] = OrderedDict()  # of the platform, that live as long as their elements
        self._texts: OrderedDict[int, list[_Text]] = OrderedDict()  # by number

    @property
    def nothing_known(self) -> bool:
        """Whether no secret field has been seen that could be recognised."""
        return not (self._fields or self._texts or self._numbers or self._ids)

    def cover(self, snapshot: Snapshot, numbers: Sequence[int], *, redact: RedactOption) -> Snapshot:
        """Hide what was secret before; the snapshot itself if there is nothing to hide. Nothing is remembered.

        Args:
            snapshot: what was read now.
            numbers: of its elements.
            redact: the redaction that the snapshot was built with.
        """
        found: set[int] = set()
        if self._numbers:
            found.update(index for index, number in enumerate(numbers) if number in self._numbers)
        if self._ids:
            ids = zip(snapshot.columns.id, snapshot.columns.id_stable, strict=True)
            found.update(index for index, (id_, stable) in enumerate(ids) if stable and id_ in self._ids)
        if self._fields:
            found.update(self._known(snapshot))
        return snapshot.with_secrets(found, redact=redact) if found else snapshot

    def remember(self, snapshot: Snapshot, numbers: Sequence[int], ts: int) -> None:
        """Continue from this read.

        Args:
            snapshot: what was read, covered.
            numbers: of its elements.
            ts: of the read, Unix milliseconds, later than all before.
        """
        if self._texts or snapshot.hidden:
            self._remember_texts(snapshot, numbers, ts)
        self.learn(snapshot, numbers)

    def learn(self, snapshot: Snapshot, numbers: Sequence[int] = ()) -> None:
        """Remember which fields of a read are secret. Its texts are not remembered: another session has another salt.

        Args:
            snapshot: what was read.
            numbers: of its elements; none where they are of another lineage.
        """
        columns = snapshot.columns
        if not any(columns.secret):
            return
        _keep(self._numbers, compress(numbers, columns.secret), MOST_TEXTS)
        ids = zip(columns.id, columns.id_stable, columns.secret, strict=True)
        _keep(self._ids, (id_ for id_, stable, secret in ids if secret and stable and id_), MOST_TEXTS)
        fields = (_field(columns, index) for index in _outermost(columns))
        _keep(self._fields, (field for field in fields if field is not None), MOST_FIELDS)

    def changed_since(self, ts: int, before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
        """The after-indices of the elements whose hidden text has changed, for ``diff(…, hidden=…)``.

        Where nothing was hidden on one side, the change is shown, and the element is not among them.

        Args:
            ts: of the read that is compared with.
            before: the numbers of its elements.
            after: the numbers of the elements of the last read.
        """
        changed = {number for number, texts in self._texts.items() if _differs(texts, ts)}
        if not changed:
            return ()
        changed.intersection_update(before)
        return tuple(index for index, number in enumerate(after) if number in changed)

    def _known(self, snapshot: Snapshot) -> Iterator[int]:
        """The elements that have the name or id of a secret field, and are not only a label of it."""
        roles = {*HOLD_VALUES, *(field.role for field in self._fields)}
        ids = {field.automation_id for field in self._fields}
        columns = snapshot.columns
        for index in [index for index, role in enumerate(columns.role) if role in roles]:
            automation_id = fold(columns.automation_id[index])
            if columns.secret[index] or automation_id not in ids:
                continue
            role = columns.role[index]
            by_name = role in HOLD_VALUES and (fold(columns.name[index]), automation_id, "") in self._fields
            if by_name or (None, automation_id, role) in self._fields:
                yield index

    def _remember_texts(self, snapshot: Snapshot, numbers: Sequence[int], ts: int) -> None:
        here = {numbers[index]: index for index in snapshot.hidden}
        if self._texts.keys() - here.keys():
            empty = self._texts.keys() - here.keys()
            here.update((number, index) for index, number in enumerate(numbers) if number in empty)
        partial = snapshot.partial
        for number, index in here.items():
            if partial and any(
                snapshot.columns.unread[index : snapshot.ends[index]]
            ):  # of a part: the text is not known
                continue
            texts = self._texts.setdefault(number, [])
            text = _Text(ts, snapshot.hidden.get(index), _look(snapshot, index))
            if not texts or (texts[-1].digest, texts[-1].look) != (text.digest, text.look):
                texts.append(text)
                del texts[:-MOST_CHANGES]
            self._texts.move_to_end(number)
        if not partial:
            for number in [number for number in self._texts if number not in here]:
                del self._texts[number]
        while len(self._texts) > MOST_TEXTS:
            self._texts.popitem(last=False)


def _keep(known: OrderedDict[_K, None], found: Iterable[_K], most: int) -> None:
    """Add what was found as seen last; beyond ``most`` remove what was seen longest ago."""
    for one in found:
        known[one] = None
        known.move_to_end(one)
    while len(known) > most:
        known.popitem(last=False)


def _outermost(columns: Columns) -> Iterator[int]:
    """The secret elements that are below no other one. All below them are secret, and follow them in pre-order."""
    last, depth = -1, 0
    for index in compress(range(len(columns.secret)), columns.secret):
        if index - 1 != last or columns.depth[index] <= depth:
            depth = columns.depth[index]
            yield index
        last = index


def _field(columns: Columns, index: int) -> _Field | None:
    """By what a secret field is recognised; None if it has neither a name nor an id."""
    role, name, automation_id = columns.role[index], fold(columns.name[index]), fold(columns.automation_id[index])
    if name != REDACTED and role in HOLD_VALUES:
        return _Field(name, automation_id, "") if name or automation_id else None
    return _Field(None, automation_id, role) if automation_id else None


def _look(snapshot: Snapshot, index: int) -> tuple[object, ...]:
    columns = snapshot.columns
    states = dict(columns.states[index])
    return columns.role[index], columns.native_role[index], states.get("protected"), states.get("inputtype")


def _differs(texts: Sequence[_Text], ts: int) -> bool:
    """Whether the last text is known to differ from that of the moment ``ts``."""
    now = texts[-1]
    place = bisect_right(texts, ts, key=_TS) - 1
    if place < 0:  # it was not there yet, or has changed more often since than is kept
        return len(texts) == MOST_CHANGES and now.digest is not None
    then = texts[place]
    return None not in (then.digest, now.digest) and then.look == now.look and then.digest != now.digest
