"""What a session knows of the secrets of a window: which fields stay hidden, and whose hidden text changed.

A field that was secret once is so to the end of the session, also when a button makes the page show it as plain text.
It is known again by its number and by the platform's id, and by its name and the author's id where these fail (the
form was made anew, or the read before is gone). Of the texts there are only salted digests, in memory, as long as the
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
"""So many fields are known again by their names, those seen last."""

MOST_TEXTS = 10_000
"""Of so many fields the digests are kept while reads are partial; a whole read drops those of all that is gone."""

MOST_CHANGES = 16
"""So many changes of one field are told apart."""


class _Field(NamedTuple):
    """How a field is known again: by its name and the author's id; by the id and its role where its name is hidden."""

    name: str | None
    automation_id: str
    role: str


@attrs.frozen
class _Text:
    """What is known of a hidden text from a read on.

    Attributes:
        ts: of the read.
        digest: None where nothing was hidden.
        look: how the field was shown. A page that hides a password by dots may give these for its text, so digests of
            a field that is shown in two ways say nothing of each other.
    """

    ts: int
    digest: bytes | None = attrs.field(repr=False)
    look: tuple[object, ...]


_TS = attrgetter("ts")
_K = TypeVar("_K")


class Secrets:
    """The secrets of one window; see the module."""

    def __init__(self) -> None:
        self._fields: OrderedDict[_Field, None] = OrderedDict()  # the one seen last is the last
        self._numbers: OrderedDict[int, None] = OrderedDict()
        self._ids: OrderedDict[str, None] = OrderedDict()  # of the platform, that live as long as their elements
        self._texts: OrderedDict[int, list[_Text]] = OrderedDict()  # by number

    @property
    def nothing_known(self) -> bool:
        """Whether no secret field has been seen that could be known again."""
        return not (self._fields or self._texts or self._numbers or self._ids)

    def cover(self, snapshot: Snapshot, numbers: Sequence[int], *, redact: RedactOption) -> Snapshot:
        """The snapshot with all hidden that was secret before; itself if there is nothing to hide. Remembers nothing.

        Args:
            snapshot: what was read now.
            numbers: of its elements.
            redact: by which the snapshot was built.
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
        """Go on from this read.

        Args:
            snapshot: what was read, covered.
            numbers: of its elements.
            ts: of the read, Unix milliseconds, later than all before.
        """
        if self._texts or snapshot.hidden:
            self._remember_texts(snapshot, numbers, ts)
        self.learn(snapshot, numbers)

    def learn(self, snapshot: Snapshot, numbers: Sequence[int] = ()) -> None:
        """What is secret in a read, perhaps of another session's: of its texts nothing, as its salt is not ours.

        Args:
            snapshot: what was read.
            numbers: of its elements; none where they are of another chain of refs.
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
        """The after-indices of the elements whose hidden text is another one than it was, for ``diff(…, hidden=…)``.

        Where nothing was hidden on one side, the change is shown, and not among them.

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
        """The elements that are called as a secret field was, and are no mere label of it."""
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
            if partial and any(snapshot.columns.unread[index : snapshot.ends[index]]):  # of a part: who knows
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
    """Add what was found as what was seen last; what was seen longest ago goes."""
    for one in found:
        known[one] = None
        known.move_to_end(one)
    while len(known) > most:
        known.popitem(last=False)


def _outermost(columns: Columns) -> Iterator[int]:
    """The secret elements that are in no other one: all below them are secret and follow each."""
    last, depth = -1, 0
    for index in compress(range(len(columns.secret)), columns.secret):
        if index - 1 != last or columns.depth[index] <= depth:
            depth = columns.depth[index]
            yield index
        last = index


def _field(columns: Columns, index: int) -> _Field | None:
    """How a secret field is known again; None if it has nothing to know it by."""
    role, name, automation_id = columns.role[index], fold(columns.name[index]), fold(columns.automation_id[index])
    if name != REDACTED and role in HOLD_VALUES:
        return _Field(name, automation_id, "") if name or automation_id else None
    return _Field(None, automation_id, role) if automation_id else None


def _look(snapshot: Snapshot, index: int) -> tuple[object, ...]:
    columns = snapshot.columns
    states = dict(columns.states[index])
    return columns.role[index], columns.native_role[index], states.get("protected"), states.get("inputtype")


def _differs(texts: Sequence[_Text], ts: int) -> bool:
    """Whether the last text is known to be another one than that of the time ``ts``."""
    now = texts[-1]
    place = bisect_right(texts, ts, key=_TS) - 1
    if place < 0:  # it was not there yet; or it changed so often since that nobody knows what it was
        return len(texts) == MOST_CHANGES and now.digest is not None
    then = texts[place]
    return None not in (then.digest, now.digest) and then.look == now.look and then.digest != now.digest
