"""Sessions, stores and scripted programs against a plain oracle, through whatever may happen in any order."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator
from typing import Any

import attrs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

import uidiff
from tests.live.session_oracle import Picture, Shelf, Told, ask_again, look
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
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.errors import StoreError
from uidiff.live.baselines import FOREIGN, NOT_ASKED, TOO_OLD, UNREADABLE
from uidiff.live.store import Store, WindowHistory

CALLS = ("load", "save")


class Faulty:
    """A store whose calls fail while they are told to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.failing: Collection[str] = ()

    def load(self, key: str) -> tuple[WindowHistory, str] | None:
        self._expect("load")
        return self._store.load(key)

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        self._expect("save")
        return self._store.save(key, history, expected_version)

    def forget(self, key: str) -> None:
        self._store.forget(key)

    def close(self) -> None:
        self._store.close()

    def _expect(self, name: str) -> None:
        if name in self.failing:
            raise StoreError("the disk is full")


class OneReader(Programs):
    """One session at a time on one store: what each answer is compared with is known exactly."""

    ttl = TTL

    def make_store(self) -> Store:
        return uidiff.MemoryStore(ttl=self.ttl, clock=lambda: self.time.passed)

    def start(self) -> None:
        self.store = Faulty(self.make_store())
        self.shelves: dict[str, Shelf] = {}
        self.tokens: dict[str, list[str]] = {}
        self.begin_reading()

    def begin_reading(self) -> None:
        self.reader = self.open(self.store)
        self.seen: set[str] = set()  # the windows that it has read
        self.own: dict[str, Shelf] | None = None  # in its own memory, once the store has failed

    def readers(self) -> Iterator[Reader]:
        yield self.reader

    def forget(self, window: int, nodes: list[Node]) -> None:
        super().forget(window, nodes)
        for told in self.shelves.get(self.uis[window].key, Shelf()).told if self.lasting else ():
            told.unsure.update(nodes)

    def teardown(self) -> None:
        if hasattr(self, "reader"):
            self.reader.session.close()

    # ------------------------------------------------------------------- rules

    @rule(window=WINDOWS, mode=MODES, format=FORMATS, filtered=FILTERS)
    def read(self, window: int, mode: str, format: str, filtered: dict[str, Any]) -> None:
        self.describe(window, mode=mode, format=format, **filtered)

    @rule(window=WINDOWS, mode=MODES, place=PLACES)
    def read_below_an_element(self, window: int, mode: str, place: int) -> None:
        self.meet(window)
        numbers = list(self.reader.nodes) or [1]
        self.describe(window, mode=mode, scope=numbers[place % len(numbers)])

    @rule(window=WINDOWS, place=PLACES, whole=st.booleans())
    def read_since(self, window: int, place: int, whole: bool) -> None:
        if self.own is None:
            tokens = ["1", "9999999999", *self.tokens.get(self.uis[window].key, ())[-12:]]
            since = tokens[place % len(tokens)]
            self.describe(window, since=since.split(".")[0] if whole else since)

    @rule(window=WINDOWS, place=PLACES)
    def read_a_part(self, window: int, place: int) -> None:
        self.describe(window, cut=self.node(window, place))

    @rule(window=WINDOWS, trouble=st.sampled_from(["error", "late", "denied", "hangs", "ended"]))
    def read_in_vain(self, window: int, trouble: str) -> None:
        ui = self.uis[window]
        if trouble == "hangs":
            self.reader.backend.late = True
        elif trouble == "ended":
            ui.closed = True
        else:
            errors = {
                "error": OSError(5, "x"),
                "late": uidiff.errors.ReadTimeout("y"),
                "denied": uidiff.errors.PermissionNeeded("z"),
            }
            ui.fail(errors[trouble])
        kinds = {
            "error": uidiff.errors.BackendError,
            "denied": uidiff.errors.PermissionNeeded,
            "ended": uidiff.errors.AppGone,
        }
        with pytest.raises(kinds.get(trouble, uidiff.errors.ReadTimeout)):
            self.reader.session.describe(target=ui)
        ui.closed = False

    @rule(window=WINDOWS, place=PLACES, fresh=st.booleans(), settle=st.sampled_from([None, 0.0, 0.1]))
    def act(self, window: int, place: int, fresh: bool, settle: float | None) -> None:
        ui, before = self.uis[window], None
        self.meet(window)
        node = self.node(window, place)
        known = self.baseline(self.reader.last_window.get(ui, "")) is not None
        if fresh or not known or settle is not None:
            before = look(ui)
            self.polled(ui, before)
        self.ask(
            ui,
            lambda: self.reader.session.act(lambda: node.change(value=None), target=ui, fresh=fresh, settle=settle),
            before=Told(before) if before and (fresh or not (known or self.baseline(ui.key))) else None,
            fresh=fresh,
        )

    @rule(window=WINDOWS)
    def wait_for_a_change(self, window: int) -> None:
        ui = self.uis[window]
        base = self.baseline(ui.key)
        if base is None or base.picture.partial or ui.key not in self.seen:
            return
        if base.picture.shown != look(ui).shown and not self.is_expired(ui.key):
            self.ask(ui, lambda: self.reader.session.wait(target=ui, timeout=0))
        else:
            with pytest.raises(uidiff.errors.WaitTimeout):
                self.reader.session.wait(target=ui, timeout=0)
            self.polled(ui, look(ui))

    @rule(window=WINDOWS, place=PLACES, cut=st.booleans())
    def poll(self, window: int, place: int, cut: bool) -> None:
        self.meet(window)
        ui, node = self.uis[window], self.node(window, place) if cut else None
        if node is not None:
            ui.cut(node)
        assert self.reader.session.settle(0, target=ui, timeout=0)
        self.polled(ui, look(ui, node))

    @rule(window=WINDOWS, place=PLACES)
    def settle(self, window: int, place: int) -> None:
        self.meet(window)
        ui, node = self.uis[window], self.node(window, place)
        self.polled(ui, look(ui))
        self.time.at(self.time.passed + 0.1, lambda: node.change(value=f"value of {node.name}"))
        assert self.reader.session.settle(0.2, target=ui, timeout=2)
        self.polled(ui, look(ui))

    @rule(window=WINDOWS)
    def observe(self, window: int) -> None:
        self.meet(window)
        ui = self.uis[window]
        records = list(self.reader.session.observe(target=ui, interval=0.1, duration=0.2))
        assert [record.type for record in records] == ["snapshot", "done"]
        self.polled(ui, look(ui))

    @rule()
    def close_and_open(self) -> None:
        self.reader.session.close()
        with pytest.raises(uidiff.errors.BackendError, match="closed"):
            self.reader.session.describe(target=self.uis[0])
        self.begin_reading()

    @rule(window=WINDOWS, failing=st.sampled_from([CALLS, ("save",)]))
    def read_while_the_store_fails(self, window: int, failing: Collection[str]) -> None:
        ui = self.uis[window]
        self.store.failing = failing
        self.ask(ui, lambda: self.reader.session.describe(target=ui), failing=failing)
        self.store.failing = ()

    # ------------------------------------------------------------------ oracle

    def describe(self, window: int, *, cut: Node | None = None, since: str | None = None, **asked: Any) -> None:  # noqa: ANN401
        ui = self.uis[window]
        if cut is not None:
            ui.cut(cut)  # for one read: a session that is alone reads once
        describe = lambda: self.reader.session.describe(target=ui, since=since, **asked)  # noqa: E731
        if "scope" in asked:
            self.ask_below(ui, asked["scope"], describe, asked)
        else:
            self.ask(ui, describe, since=since, cut=cut, **asked)

    def ask_below(
        self, ui: ScriptedUI, number: int, describe: Callable[[], uidiff.Report], asked: dict[str, Any]
    ) -> None:
        _, node = self.reader.nodes.get(number, ("", None))
        try:
            report = describe()
        except uidiff.errors.StaleRef:
            assert node not in look(ui).nodes or self.reader.numbers.get((ui.key, node)) != number
            if self.use(ui.key):
                self.reader.lose(ui.key)
            elif ui.key not in self.seen and (newest := self.shelf(ui.key).newest) is not None:
                self.reader.adopt(ui, newest)
            self.reader.last_window[ui] = ui.key
            self.seen.add(ui.key)
            return
        delta = report.delta
        assert any(number in refs.numbers for refs in (report.refs, *(delta.refs if delta else ())))
        self.ask(ui, lambda: report, **asked)

    def shelf(self, key: str) -> Shelf:
        """What there has to be of a window, in the store or in the session's own memory."""
        if self.own is None:
            return self.shelves.setdefault(key, Shelf())
        if key not in self.own:
            self.own[key] = shelf = Shelf()
            if key in self.reader.chains and key in self.shelves:
                own = self.reader.own.get(key, {})
                copies = {told: attrs.evolve(told) for told in self.shelves[key].told}
                shelf.told.extend(copies.values())
                shelf.asked = {each: copies[told] for each, told in self.shelves[key].asked.items()}
                own.update({each: (copies.get(told, told), ts) for each, (told, ts) in own.items()})
        return self.own[key]

    def is_expired(self, key: str) -> bool:
        shelf = self.shelf(key)
        return self.own is None and bool(shelf.told) and self.time.passed - shelf.used > self.ttl

    def use(self, key: str) -> bool:
        """The store is asked for a window: whether its time was over."""
        shelf, expired = self.shelf(key), self.is_expired(key)
        if expired:
            shelf.clear()
        shelf.used = self.time.passed
        return expired

    def baseline(self, key: str) -> Told | None:
        """What an answer without a filter is compared with."""
        return self.reader.last_answer(key, "", self.shelf(key)) if key else None

    def meet(self, window: int) -> None:
        """Only an answer says whether a session that has used numbers before goes on from what an earlier one kept."""
        key = self.uis[window].key
        if self.seen and key not in self.seen and self.shelf(key).newest is not None:
            self.describe(window)

    def polled(self, ui: ScriptedUI, picture: Picture) -> None:
        """A read that nobody was answered with: it changes nothing, but the store is asked."""
        key, reader = ui.key, self.reader
        if self.use(key):
            reader.lose(key)
        elif key not in self.seen and (newest := self.shelf(key).newest) is not None:
            reader.adopt(ui, newest)
        self.seen.add(key)
        reader.looked(ui, picture)

    def ask(
        self,
        ui: ScriptedUI,
        answer: Callable[[], uidiff.Report],
        *,
        since: str | None = None,
        cut: Node | None = None,
        before: Told | None = None,
        fresh: bool = False,
        failing: Collection[str] = (),
        mode: str = "auto",
        format: str = "agent",
        **filtered: object,
    ) -> None:
        """An answer, against what it has to be."""
        key, reader = ui.key, self.reader
        report = answer()
        told = told_by(report, look(ui, cut), reader)
        check_words(report, mode=mode, format=format, filtered=bool(filtered))
        if "load" in failing and self.own is None:
            self.own = {}
        expired = self.use(key)
        shelf = self.shelf(key)
        if not shelf.told:
            reader.own.pop(key, None)
        question = repr(sorted((name, str(value)) for name, value in filtered.items())) if filtered else ""
        own = reader.last_answer(key, question, shelf)
        expected = own if since is None else shelf.up_to(moment(since), reader.own.get(key, {}).values())
        newest = shelf.newest
        if expected is not None and expected.chain is not reader.chains.get(key, newest.chain if newest else None):
            expected = None
        met = key not in reader.chains and newest is not None  # it goes on from what an earlier session kept
        strange = met and bool(self.seen - {key})  # or cannot, as it has used the numbers
        lost = newest is None or (strange and newest.numbers[0] != told.numbers[0])
        if report.delta is None:
            assert (expected is None and before is None) or lost
            if newest is None:
                assert report.reason in (GONE if expired or not failing else {*GONE, UNREADABLE})
            else:
                assert report.reason in (*GONE, FOREIGN, NOT_ASKED if since is None else TOO_OLD)
        else:
            wanted = [each for each in (before, None if fresh else expected) if each is not None]
            assert any(is_from(report.delta, each) for each in wanted)
        if newest is not None and met and not lost:
            reader.adopt(ui, newest)
        if lost:
            reader.own.pop(key, None)
            newest = own = None
        if failing and self.own is None:
            self.own = {}
            newest, own = self.shelf(key).newest, reader.last_answer(key, question, self.shelf(key))
        self.keep(ui, told, report, newest, question=question, own=own)

    def keep(
        self,
        ui: ScriptedUI,
        told: Told,
        report: uidiff.Report,
        newest: Told | None,
        *,
        question: str,
        own: Told | None,
    ) -> None:
        """What the reader knows from now on, and what the next answer is compared with."""
        key, reader, shelf = ui.key, self.reader, self.shelf(ui.key)
        reader.chains[key] = told.chain = object() if newest is None else newest.chain
        assert told.ts > max(shelf.until, reader.last_token.get(key, 0))
        reader.last_token[key] = told.ts
        reader.looked(ui, told.picture)
        reader.learn(key, told)
        for each in shelf.told if told.picture.partial else ():
            each.doubt_hidden(told.picture)
        known = shelf.numbers.get(told.chain, {})
        for number, node in zip(told.numbers, told.picture.nodes, strict=True):
            assert known.get(number, node) is node
        before = reader.own.get(key, {}).get(question) or reader.own.get(key, {}).get("")
        after = shelf.add(told, newest, question, own)
        kept = before if before and after is before[0] and after.until != told.ts else (after, told.ts)
        ask_again(reader.own.setdefault(key, {}), question, kept)
        self.tokens.setdefault(key, []).append(report.token)
        self.seen.add(key)


class OneReaderOnDisk(OneReader):
    """The same with files, which are opened again."""

    ttl = 1e6

    def make_store(self) -> Store:
        self.folder = tempfile.TemporaryDirectory()
        return uidiff.FileStore(f"{self.folder.name}/store", ttl=self.ttl, clock=lambda: START + self.time.passed)

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "folder"):
            self.folder.cleanup()


TestOneReader = OneReader.TestCase
TestOneReader.settings = settings(stateful_step_count=30, max_examples=2 * settings().max_examples)
TestOneReaderOnDisk = OneReaderOnDisk.TestCase
TestOneReaderOnDisk.settings = settings(stateful_step_count=30)
