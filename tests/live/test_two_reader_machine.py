"""Two sessions on one store, as two processes have them, against a plain oracle that knows who was told of what."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

import uidiff
from tests.live.session_oracle import BASELINES, Told, look
from tests.live.session_programs import (
    FILTERS,
    FORMATS,
    GONE,
    MODES,
    PLACES,
    TTL,
    WINDOWS,
    Programs,
    Reader,
    check_words,
    is_from,
    moment,
    told_by,
)
from tests.live.watching import START
from uidiff.backends.scripted import Node
from uidiff.formats.choice import Mode
from uidiff.live.baselines import FOREIGN, NOT_ASKED, TOO_OLD
from uidiff.live.store import Store

READERS = st.integers(0, 1)


class TwoReaders(Programs):
    """What one of them is told of need not be told to the other; nothing else is left out, and no ref is ambiguous."""

    ttl = TTL

    def make_store(self) -> Store:
        """What a session is opened on; all of them keep the same."""
        return self.store

    def start(self) -> None:
        self.store = uidiff.MemoryStore(ttl=self.ttl, clock=lambda: self.time.passed)
        self.both = [self.open(self.make_store()) for _ in range(2)]
        self.told: dict[str, list[Told]] = {}  # all that was answered, by window
        self.used: dict[str, float] = {}
        self.expired: dict[str, int] = {}  # how much had been told of a window when its time was over
        self.replaced: dict[str, int] = {}  # the same of when a session could not continue from it, and replaced it

    def readers(self) -> Iterator[Reader]:
        yield from self.both

    def forget(self, window: int, nodes: list[Node]) -> None:
        super().forget(window, nodes)
        for told in self.told.get(self.uis[window].key, ()) if self.lasting else ():
            told.unsure.update(nodes)

    def teardown(self) -> None:
        for reader in getattr(self, "both", ()):
            reader.session.close()

    # ------------------------------------------------------------------- rules

    @rule(reader=READERS, window=WINDOWS, mode=MODES, format=FORMATS, filtered=FILTERS)
    def read(self, reader: int, window: int, mode: Mode, format: str, filtered: dict[str, Any]) -> None:
        self.describe(reader, window, mode=mode, format=format, **filtered)

    @rule(reader=READERS, window=WINDOWS, place=PLACES)
    def read_since(self, reader: int, window: int, place: int) -> None:
        told = self.told.get(self.uis[window].key, ())
        tokens = ["9999999999", *(each.token for each in told if each.reader is self.both[reader])]
        self.describe(reader, window, since=tokens[place % len(tokens)])

    @rule(reader=READERS, window=WINDOWS, place=PLACES)
    def read_a_part(self, reader: int, window: int, place: int) -> None:
        self.describe(reader, window, cut=self.node(window, place))

    @rule(reader=READERS, window=WINDOWS)
    def read_in_vain(self, reader: int, window: int) -> None:
        self.uis[window].fail(OSError(5, "x"))
        with pytest.raises(uidiff.errors.BackendError):
            self.both[reader].session.describe(target=self.uis[window])

    @rule(reader=READERS, window=WINDOWS)
    def poll(self, reader: int, window: int) -> None:
        ui = self.uis[window]
        assert self.both[reader].session.settle(0, target=ui, timeout=0)
        self.use(ui.key)
        self.both[reader].looked(ui, look(ui))

    @rule(reader=READERS)
    def close_and_open(self, reader: int) -> None:
        self.both[reader].session.close()
        self.both[reader] = self.open(self.make_store())

    # ------------------------------------------------------------------ oracle

    def describe(
        self,
        number: int,
        window: int,
        *,
        since: str | None = None,
        cut: Node | None = None,
        mode: Mode = "auto",
        format: str = "agent",
        **filtered: Any,  # noqa: ANN401  # as of describe
    ) -> None:
        """An answer, against what it may be."""
        ui, reader = self.uis[window], self.both[number]
        if cut is not None:
            ui.cut(cut, times=9)  # it may be read again, where the other one kept something at the same moment
        report = reader.session.describe(target=ui, since=since, mode=mode, format=format, **filtered)
        ui._cuts.clear()
        key, picture = ui.key, look(ui, cut)
        told = told_by(report, picture, reader)
        told.token, told.question = report.token, repr(filtered)
        check_words(report, mode=mode, format=format, filtered=bool(filtered))
        before = self.told.setdefault(key, [])
        now_expired = self.use(key)
        if report.delta is None:
            self.check_reason(report.reason, key, reader, since, told.question)
        else:
            assert not now_expired
            base = self.base(report.delta, key, reader, since, told.question)
            if key not in reader.last_token:
                reader.adopt(ui, base)
        assert told.ts > reader.last_token.get(key, 0)
        reader.last_token[key] = told.ts
        reader.looked(ui, picture)
        reader.learn(key, told)
        before.append(told)
        if picture.partial:  # the other one goes on from what was read last
            self.both[1 - number].forget_hidden(key, picture)
            for each in before:
                each.doubt_hidden(picture)

    def use(self, key: str) -> bool:
        """The store is asked for a window: whether its time was over just now."""
        expired = self.time.passed - self.used.get(key, self.time.passed) > self.ttl
        if expired:
            self.expired[key] = len(self.told.get(key, ()))
        self.used[key] = self.time.passed
        return expired

    def check_reason(self, reason: str, key: str, reader: Reader, since: str | None, question: str) -> None:
        """There is nothing to compare with, and that is why."""
        before = self.told[key]
        first = self.expired.get(key, 0)
        if reason in (NOT_ASKED, *GONE):
            first = max(first, self.replaced.get(key, 0))
        asked = [told for told in before[first:] if told.question in (question, "{}")]
        if reason == FOREIGN:
            assert before
            assert since is not None or not any(told.reader is reader for told in asked)
            assert any(told.reader is not reader for told in before)
            self.replaced[key] = len(before)
        elif reason == TOO_OLD:
            assert since is not None
        elif reason == NOT_ASKED:
            assert before
            assert not asked
        else:
            assert reason in GONE
            assert not asked

    def base(self, delta: uidiff.TreeDiff, key: str, reader: Reader, since: str | None, question: str) -> Told:
        """What the answer is compared with: told after, or when, this question was answered last, or what it asks from.

        A question that this reader has not asked before is taken for the one without a filter.
        """
        latest = None if since is None else moment(since)
        before = [told for told in self.told[key] if latest is None or told.ts <= latest]
        own = [place for place, told in enumerate(before) if told.reader is reader and not told.picture.partial]
        if since is None:
            own_to = {each: [place for place in own if before[place].question == each] for each in (question, "{}")}
            own = own_to[question] or own_to["{}"]
        elif own and len(self.told[key]) - own[-1] > BASELINES:
            own = []  # no store keeps it
        found = [told for told in before[own[-1] if own else 0 :] if is_from(delta, told)]
        assert found, "nobody was told of what it is compared with since this reader was"
        return found[-1]


class TwoReadersOnDisk(TwoReaders):
    """The same with a store for each of them, in one folder."""

    ttl = 1e6

    def make_store(self) -> Store:
        return uidiff.FileStore(f"{self.folder.name}/store", ttl=self.ttl, clock=lambda: START + self.time.passed)

    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        super().start()

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "folder"):
            self.folder.cleanup()


TestTwoReaders = TwoReaders.TestCase
TestTwoReaders.settings = settings(stateful_step_count=30, max_examples=2 * settings().max_examples)
TestTwoReadersOnDisk = TwoReadersOnDisk.TestCase
TestTwoReadersOnDisk.settings = settings(stateful_step_count=30)
