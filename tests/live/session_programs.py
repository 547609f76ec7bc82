"""Two scripted programs to which anything may happen, for state machines that read them by sessions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import uidiff
from tests.laws.common import SameRoleMatcher
from tests.live.session_oracle import Memory, Picture, Told
from tests.live.watching import START, Time, Woken
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.live.baselines import EXPIRED
from uidiff.live.core import ELSEWHERE, RESTARTED
from uidiff.live.store import Store

TTL = 60.0
NEW = {"the first read", RESTARTED, ELSEWHERE}
"""Why there is no baseline where there was none yet."""

GONE = {*NEW, EXPIRED}

FORMATS = st.sampled_from(["agent", "agent", "compact", "describe-json", "read-agent", "read-json", "jsonl", "json"])
MODES = st.sampled_from(["auto", "auto", "diff", "full"])
FILTERS = st.sampled_from(
    [{}, {}, {"roles": {"window"}}, {"roles": {"button"}}, {"depth": 1}, {"depth": 2, "prune": True}, {"prune": True}]
)
PLACES = st.integers(0, 1_000)
WINDOWS = st.integers(0, 1)


class Hanging(Woken):
    """A backend whose next read can be made to hang until its deadline, which is over at once."""

    late = False

    def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a scripted one
        if self.late:
            self.late = False
            target.hang()
            given["deadline"] = 0.0
        return super().read(target, **given)


class Reader(Memory):
    """A session, and what whoever reads its answers knows."""

    def __init__(self, store: Store, *, clock: uidiff.Clock, time: Time, matcher: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.backend = Hanging(time=time)
        self.session = uidiff.Session(self.backend, store=store, clock=clock, matcher=matcher)


class Programs(RuleBasedStateMachine):
    """Edits, restarts, and clocks. Each element has a role of its own: so no matcher takes it for another one.

    With ids that last the usual matcher is certain who is who; without them a matcher goes by the roles.
    """

    @initialize(lasting=st.booleans())
    def begin(self, lasting: bool) -> None:
        self.lasting = lasting
        self.time = Time()
        self.shift = 0.0
        self.count = 0
        self.clock = uidiff.Clock(
            now=lambda: START + self.time.passed + self.shift,
            monotonic=lambda: self.time.passed,
            sleep=self.time.sleep,
        )
        self.uis = [
            ScriptedUI(
                {"role": "window", "name": f"Window {pid}", "children": [self.new(), self.new()]},
                app="Mail",
                title="Zero",
                pid=pid,
                stable_ids=lasting,
            )
            for pid in (1, 2)
        ]
        self.start()

    def start(self) -> None:
        """Open what reads them."""

    def readers(self) -> Iterator[Reader]:
        """All that read them."""
        yield from ()

    def open(self, store: Store) -> Reader:
        matcher = "auto" if self.lasting else SameRoleMatcher()
        return Reader(store, clock=self.clock, time=self.time, matcher=matcher)

    def new(self) -> dict[str, object]:
        """An element that is not like any other, and by its description the same whatever its name becomes."""
        self.count += 1
        return {
            "role": f"r{self.count}",
            "name": f"{self.count * 7919 % 10_007}",
            "description": f"{self.count * 104_729 % 1_000_003}",
        }

    def node(self, window: int, place: int) -> Node:
        """Any node but the first root."""
        ui = self.uis[window]
        _, *nodes = ui.top.descendants
        return nodes[place % len(nodes)] if nodes else ui.roots[0].add(self.new())

    def forget(self, window: int, nodes: list[Node]) -> None:
        """With the usual matcher nobody is certain of these any more."""
        if self.lasting:
            for reader in self.readers():
                reader.forget(self.uis[window].key, nodes)

    # ------------------------------------------------------------------- edits

    @rule(window=WINDOWS, place=PLACES, at=st.sampled_from([None, 0]))
    def add(self, window: int, place: int, at: int | None) -> None:
        self.node(window, place).add(self.new(), at=at)

    @rule(window=WINDOWS)
    def open_a_dialog(self, window: int) -> None:
        self.uis[window].add({**self.new(), "children": [self.new()]})

    @rule(window=WINDOWS, place=PLACES)
    def remove(self, window: int, place: int) -> None:
        self.node(window, place).remove()

    @rule(window=WINDOWS, place=PLACES)
    def rename(self, window: int, place: int) -> None:
        self.node(window, place).name = str(self.new()["name"])

    @rule(window=WINDOWS, place=PLACES, value=st.sampled_from(["a", "b"]))
    def type(self, window: int, place: int, value: str) -> None:
        self.node(window, place).value = value

    @rule(window=WINDOWS, place=PLACES, to=PLACES)
    def move(self, window: int, place: int, to: int) -> None:
        node, parent = self.node(window, place), self.node(window, to)
        if parent is not node and parent not in node.descendants:
            node.move(parent, at=0)

    @rule(window=WINDOWS, place=PLACES)
    def make_anew(self, window: int, place: int) -> None:
        node = self.node(window, place)
        node.recreate()
        self.forget(window, [node, *node.descendants])

    @rule(window=WINDOWS, title=st.sampled_from(["One", "Two"]))
    def retitle(self, window: int, title: str) -> None:
        self.uis[window].title = title

    @rule(window=WINDOWS, document=st.sampled_from(["a", "b"]))
    def navigate(self, window: int, document: str) -> None:
        self.uis[window].navigate(f"https://example.org/{document}", document)
        self.forget(window, list(self.uis[window].top.descendants))

    @rule(window=WINDOWS)
    def restart(self, window: int) -> None:
        self.uis[window].restart()

    # -------------------------------------------------------------------- time

    @rule(seconds=st.sampled_from([1.013, 25.0307, 61.5, 61.5]))
    def wait(self, seconds: float) -> None:
        self.time.sleep(seconds)

    @rule(seconds=st.sampled_from([-5000.0, -1.0, 0.0004, 1.0, 5000.0]))
    def set_the_clock(self, seconds: float) -> None:
        self.shift += seconds


def moment(since: str) -> int:
    """The latest moment that it means, in milliseconds: a token, or a whole second."""
    return int(since.replace(".", "")) if "." in since else int(since) * 1000 + 999


def told_by(report: uidiff.Report, picture: Picture, reader: object) -> Told:
    """What a report tells, which is the window as it is."""
    ids = [row.native_id for row in picture.rows]
    assert shown(report.snapshot) == picture.shown
    assert [element.id for element in report.snapshot] == ids
    ts = moment(report.token)
    return Told(picture, tuple(report.refs.numbers), ts, ts, reader=reader)


def shown(snapshot: uidiff.Snapshot) -> tuple[object, ...]:
    """A snapshot as a picture shows it."""
    rows = tuple((one.role, one.depth, one.name, one.value, one.unread) for one in snapshot)
    return snapshot.title, snapshot.document, rows


def is_from(delta: uidiff.TreeDiff, base: Told) -> bool:
    """Whether a delta starts from what was told then."""
    same = shown(delta.before) == base.picture.shown
    return same and (not base.numbers or tuple(delta.refs[0].numbers) == base.numbers)


def check_words(report: uidiff.Report, *, mode: str, format: str, filtered: bool) -> None:
    """The report is what was asked for, and says of nothing that it did not change which did."""
    delta = report.delta
    if delta is None:
        assert report.mode == "full"
        return
    assert delta.after == report.snapshot
    assert delta.refs[1] == report.refs
    assert delta.apply(delta.before) == delta.after
    assert mode in ("auto", report.mode)
    part = delta.before.partial or delta.after.partial
    assert part or bool(delta) == (shown(delta.before) != shown(delta.after))
    assert part or report.reason != "nothing changed" or not delta
    if format == "agent" and report.mode == "diff" and "No change" in report.text:
        assert part or not delta or (filtered and "outside the filter" in report.text)
