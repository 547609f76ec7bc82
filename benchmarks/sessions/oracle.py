"""What a session must answer, worked out the plain way from what was read: no store, no times, all is remembered.

Who is who is asked of the same matcher as the session's; what is made of it, baselines and refs, is not.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TypeAlias

import attrs

import uidiff

__all__ = ["RULES", "Oracle"]

RULES = ("wrong baseline", "ref lost", "ref of two elements", "ref twice", "answer to a failed read")
"""What a session may never do."""

NEW = -1

_Said: TypeAlias = tuple[str, str, str, str, int]
"""What an element said when it was seen last: role, name, value, description; and which element its parent is."""


@attrs.frozen
class _Answered:
    """A read that was answered, and which element of the whole recording each of its elements is."""

    snapshot: uidiff.Snapshot
    lives: list[int]


class Oracle:
    """Follows the answers about one window.

    Attributes:
        wrong: how often each rule was broken.
        answers: how many there were.
    """

    def __init__(self) -> None:
        self.wrong: Counter[str] = Counter()
        self.answers = 0
        self._baseline: uidiff.Snapshot | None = None
        self._last: _Answered | None = None
        self._whole: _Answered | None = None  # the last one that was not partial
        self._born = 0
        self._number_of: dict[int, int] = {}  # by life
        self._life_of: dict[int, int] = {}  # by number
        self._seen: dict[int, _Said] = {}  # by life

    def judge(self, read: uidiff.Snapshot, report: uidiff.Report) -> None:
        """Look at the answer to a read."""
        self.answers += 1
        self.wrong["wrong baseline"] += not self._is_right(read, report)
        lives = self._lives(read, report)
        self._note_returns(read, lives, report)
        self._judge_refs(lives, report)
        self._remember(read, lives)
        self._last = _Answered(read, lives)
        if not read.partial:
            self._whole = self._last
        if not read.partial or self._baseline is None:  # what the corpus has is whole: no partial read shows as much
            self._baseline = read

    # ----------------------------------------------------------------- baseline

    def _is_right(self, read: uidiff.Snapshot, report: uidiff.Report) -> bool:
        """Whether it compares the last whole read that was answered with this one."""
        delta = report.delta
        if not _is_of(report.snapshot, read):
            return False
        if delta is None or self._baseline is None:
            return delta is None and self._baseline is None
        return (
            _is_of(delta.before, self._baseline)
            and _is_of(delta.after, read)
            and delta.apply(delta.before) == delta.after
        )

    # --------------------------------------------------------------------- refs

    def _lives(self, read: uidiff.Snapshot, report: uidiff.Report) -> list[int]:
        """Which element each one is: one of the answer before; behind a partial one, one that was not read there.

        Where these two say different things of an element, either is right.
        """
        lives = [NEW] * len(read)
        last, whole = self._last, self._whole
        if last is not None:
            for i, j in uidiff.match(last.snapshot, read).pairs:
                lives[j] = last.lives[i]
        if last is not None and last.snapshot.partial and whole is not None:
            unread = uidiff.diff(whole.snapshot, last.snapshot).unknown if _of_one_document(whole, last, read) else ()
            missed = {whole.lives[record.before.index] for record in unread}
            for i, j in uidiff.match(whole.snapshot, read).pairs:
                life = whole.lives[i]
                if lives[j] == NEW and life in missed:
                    lives[j] = life
                elif self._life_of.get(report.refs.numbers[j]) == life != lives[j]:
                    lives = [NEW if other == life else other for other in lives]
                    lives[j] = life
        born = count(self._born)
        lives = [next(born) if life == NEW else life for life in lives]
        self._born = next(born)
        return lives

    def _note_returns(self, read: uidiff.Snapshot, lives: list[int], report: uidiff.Report) -> None:
        """A new element with the number of one that went is that one, if it says the same below the same parent."""
        alive = set(lives)
        for index, number in enumerate(report.refs.numbers):
            life = self._life_of.get(number)
            is_new = lives[index] not in self._number_of
            if is_new and life is not None and life not in alive and self._seen[life] == _said(read, lives, index):
                lives[index] = life

    def _remember(self, read: uidiff.Snapshot, lives: list[int]) -> None:
        self._seen.update((life, _said(read, lives, index)) for index, life in enumerate(lives))

    def _judge_refs(self, lives: list[int], report: uidiff.Report) -> None:
        """Each that lives has the number that it had, and no number is another one's."""
        for life, number in zip(lives, report.refs.numbers, strict=True):
            self.wrong["ref lost"] += self._number_of.setdefault(life, number) != number
            self.wrong["ref of two elements"] += self._life_of.setdefault(number, life) != life
        self.wrong["ref twice"] += len(set(report.refs.numbers)) != len(lives)


def _of_one_document(whole: _Answered, last: _Answered, read: uidiff.Snapshot) -> bool:
    return whole.snapshot.document == last.snapshot.document == read.document


def _said(read: uidiff.Snapshot, lives: list[int], index: int) -> _Said:
    texts = (column[index] for column in read.folded)
    parent = read.parents[index]
    return (read.columns.role[index], *texts, NEW if parent < 0 else lives[parent])  # type: ignore[return-value]


def _is_of(shown: uidiff.Snapshot, read: uidiff.Snapshot) -> bool:
    """Whether a snapshot is that of a read, to which the session adds only when it was."""
    told = attrs.evolve(shown.circumstances, taken_at=read.taken_at)
    return told == read.circumstances and shown.columns == read.columns
