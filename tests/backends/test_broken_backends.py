"""Each rule for backends is one that a backend can break: a table of broken ones, each of which has to be found out."""

# ruff: noqa: ANN401  # what is broken takes whatever it is given

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from typing import Any

import attrs
import pytest

from tests.backends.subjects import TREE, scripted
from uidiff import Element, Limits, Redaction, Row, Snapshot
from uidiff.backends.protocol import Availability
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.backends.scripted.events import ScriptedChanges
from uidiff.errors import BackendError, LimitExceeded, UIDiffError
from uidiff.model.window import Window
from uidiff.testing import AsyncBackendConformance, BackendConformance, Subject, conformance, rows_of

Read = Callable[..., Snapshot]
whole = ScriptedBackend.read
numbers = count()


def rows_changed(change: Callable[[list[Row]], list[Row]]) -> Read:
    """A read that does something to the rows of the right one."""

    def broken(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
        right = whole(self, target, **asked)
        return Snapshot.from_rows(change(rows_of(right)), circumstances=right.circumstances)

    return broken


def new_ids(rows: list[Row]) -> list[Row]:
    return [row._replace(id=f"{next(numbers)}") for row in rows]


def places_as_ids(rows: list[Row]) -> list[Row]:
    return [row._replace(id=str(number)) for number, row in enumerate(rows)]


def each_row(**cells: object) -> Read:
    return rows_changed(lambda rows: [row._replace(**cells) for row in rows])  # type: ignore[arg-type]


def asked_otherwise(**others: object) -> Read:
    """A read that does not do as it is asked to."""
    return lambda self, target, **asked: whole(self, target, **{**asked, **others})


def saying(change: Callable[[ScriptedUI], dict[str, Any]]) -> Read:
    def broken(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
        right = whole(self, target, **asked)
        ui = self._ui(target)
        return Snapshot(right.columns, attrs.evolve(right.circumstances, **change(ui)))

    return broken


def first_read_for_ever(self: ScriptedBackend, target: Any, **asked: Any) -> Any:
    kept = vars(self)
    if "first" not in kept:
        kept["first"] = whole(self, target, **asked)
    return kept["first"]


def what_was_last_read(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    """Of a program that has ended too."""
    ui = self._ui(target)
    was_closed, ui.closed = ui.closed, False
    try:
        return whole(self, target, **asked)
    finally:
        ui.closed = was_closed


def the_first_window(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    return whole(self, self._uis[0] if isinstance(target, Window) else target, **asked)


def any_error(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    try:
        return whole(self, target, **asked)
    except Exception as error:
        raise BackendError(str(error)) from error


def no_snapshot(self: ScriptedBackend, target: Any, **asked: Any) -> Any:
    return whole(self, target, **asked).to_dicts()


def too_much_is_an_error(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    right = whole(self, target, **asked)
    if right.partial:
        raise LimitExceeded("too much")
    return right


def without_the_dialog(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    """Where limits are reached, the last root is forgotten."""
    right = whole(self, target, **asked)
    last = right.roots[-1].index if right.partial else len(right)
    return Snapshot.from_rows(rows_of(right)[:last], circumstances=right.circumstances)


def secret_not_marked(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    self._ui(target).find(name="Password").set(protected=None)
    return whole(self, target, **asked)


def closing_twice(self: ScriptedBackend) -> None:
    if self._closed:
        raise RuntimeError
    ScriptedBackend.close(self)


def handle_by_snapshot(self: ScriptedBackend, element: Element) -> object:
    if element._tree.circumstances.taken_at is not None:  # type: ignore[attr-defined]  # a copy
        raise BackendError("no snapshot of mine")
    return ScriptedBackend.handle(self, element)


class Forgetful(ScriptedChanges):
    """Hears only what happens while somebody waits."""

    def wait(self, timeout: float) -> bool:
        while not self._changes.empty():
            self._changes.get()
        return super().wait(min(timeout, 0.01))


class Nervous(ScriptedChanges):
    def wait(self, timeout: float) -> bool:
        return super().wait(timeout) or not self.closed


class Talkative(ScriptedChanges):
    """Says after its end what it heard before."""

    def close(self) -> None:
        self._changes.put(None)

    def wait(self, timeout: float) -> bool:
        return not self._changes.empty() if timeout == 0 else super().wait(timeout)


def changes(kind: type[ScriptedChanges]) -> Callable[..., object]:
    return lambda self, target: kind(self._ui(target))


ended = threading.Event()


def starts_a_thread(self: ScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    threading.Thread(target=ended.wait, daemon=True).start()
    return whole(self, target, **asked)


BROKEN: list[tuple[str, str, object]] = [
    ("it_is_a_backend_and_says_whether_it_can_work_here", "available", lambda _: True),
    ("it_is_a_backend_and_says_whether_it_can_work_here", "available", lambda _: Availability(ok=False)),
    ("it_is_a_backend_and_says_whether_it_can_work_here", "name", ""),
    ("each_window_that_it_lists_is_a_target", "windows", lambda _: ()),
    ("each_window_that_it_lists_is_a_target", "windows", lambda _: ("Mail",)),
    ("each_window_that_it_lists_is_a_target", "windows", lambda _: (Window(app="Mail"),)),
    ("each_window_that_it_lists_is_a_target", "windows", lambda _: (Window(id="unheard of"),)),
    ("a_window_that_is_not_there_is_not_found", "read", the_first_window),
    ("a_window_that_is_not_there_is_not_found", "read", any_error),
    ("a_target_of_a_wrong_kind_is_a_type_error", "read", any_error),
    ("a_snapshot_says_its_window_and_has_elements_of_known_roles", "read", no_snapshot),
    ("a_snapshot_says_its_window_and_has_elements_of_known_roles", "read", each_row(role="AXThing")),
    ("a_snapshot_says_its_window_and_has_elements_of_known_roles", "read", rows_changed(lambda rows: rows[:1])),
    ("a_snapshot_says_its_window_and_has_elements_of_known_roles", "read", saying(lambda _: {"window": None})),
    ("two_reads_of_a_still_window_differ_in_nothing", "read", saying(lambda ui: {"title": f"{ui.reads}"})),
    ("two_reads_of_a_still_window_differ_in_nothing", "read", saying(lambda ui: {"window": f"{ui.reads}"})),
    ("a_change_is_seen", "read", first_read_for_ever),
    ("stable_ids_are_unique_and_stay_with_their_elements", "read", each_row(id="1", id_stable=True)),
    ("stable_ids_are_unique_and_stay_with_their_elements", "read", rows_changed(new_ids)),
    ("stable_ids_are_unique_and_stay_with_their_elements", "read", rows_changed(places_as_ids)),
    ("stable_ids_are_unique_and_stay_with_their_elements", "read", first_read_for_ever),
    ("a_restarted_program_has_another_window", "read", saying(lambda _: {"window": "main"})),
    ("a_program_that_has_ended_is_gone", "read", what_was_last_read),
    ("a_program_that_has_ended_is_gone", "read", any_error),
    ("what_is_beyond_max_elements_is_left_unread", "read", asked_otherwise(limits=Limits.live())),
    ("what_is_beyond_max_elements_is_left_unread", "read", each_row(unread=False)),
    ("what_is_beyond_max_elements_is_left_unread", "read", too_much_is_an_error),
    ("what_is_beyond_max_elements_is_left_unread", "read", without_the_dialog),
    ("what_is_beyond_max_depth_is_left_unread", "read", asked_otherwise(limits=Limits.live())),
    ("what_is_beyond_max_depth_is_left_unread", "read", each_row(unread=False)),
    ("what_is_beyond_max_depth_is_left_unread", "read", too_much_is_an_error),
    ("texts_are_clipped", "read", asked_otherwise(limits=Limits.live())),
    ("past_the_deadline_a_read_ends", "read", asked_otherwise(deadline=threading.TIMEOUT_MAX)),
    ("a_secret_is_nowhere_in_a_snapshot", "read", secret_not_marked),
    ("the_rules_of_the_caller_hide_more", "read", asked_otherwise(redact=Redaction())),
    ("an_element_has_one_live_object_as_long_as_it_lives", "handle", lambda *_: object()),
    ("an_element_has_one_live_object_as_long_as_it_lives", "handle", handle_by_snapshot),
    ("an_element_that_went_has_no_live_object", "handle", lambda *_: None),
    ("an_element_that_went_has_no_live_object", "read", first_read_for_ever),
    ("an_action_changes_something", "act", lambda *_: None),
    ("a_change_ends_a_wait_and_a_still_window_does_not", "changes", changes(Forgetful)),
    ("a_change_ends_a_wait_and_a_still_window_does_not", "changes", changes(Nervous)),
    ("a_change_ends_a_wait_and_a_still_window_does_not", "changes", changes(Talkative)),
    ("closed_it_may_be_closed_again_and_does_nothing_else", "close", lambda _: None),
    ("closed_it_may_be_closed_again_and_does_nothing_else", "close", closing_twice),
    ("closed_it_may_be_closed_again_and_does_nothing_else", "changes", changes(Nervous)),
    ("closed_it_may_be_closed_again_and_does_nothing_else", "windows", lambda _: ()),
    ("closed_it_may_be_closed_again_and_does_nothing_else", "handle", lambda *_: None),
    ("closed_it_may_be_closed_again_and_does_nothing_else", "act", lambda *_: None),
    ("no_thread_of_its_own_outlives_it", "read", starts_a_thread),
]
"""The rule, the method that is broken, and what it is instead."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The rules wait only shortly for what will never come, and the threads that were left behind end."""
    monkeypatch.setattr(conformance, "ENOUGH", 0.1)
    monkeypatch.setattr(conformance, "STILL", 0.01)
    ended.clear()
    yield
    ended.set()


def test_each_rule_has_a_backend_that_breaks_it() -> None:
    rules = {name for name in dir(BackendConformance) if name.startswith("test_")}
    assert {f"test_{rule}" for rule, _, _ in BROKEN} == rules


def keep(rule: str, backend: type[ScriptedBackend]) -> None:
    """Test whether a backend keeps a rule."""

    class Conformance(BackendConformance):
        @contextmanager
        def subject(self) -> Iterator[Subject]:
            yield scripted(backend(), ScriptedUI(TREE, app="Mail"))

    getattr(Conformance(), f"test_{rule}")()


@pytest.mark.parametrize(("rule", "method", "instead"), BROKEN)
def test_a_backend_that_breaks_a_rule_is_found_out(rule: str, method: str, instead: object) -> None:
    with pytest.raises((AssertionError, UIDiffError, RuntimeError)):
        keep(rule, type("Broken", (ScriptedBackend,), {method: instead}))


@pytest.mark.parametrize("harmless", [each_row(), asked_otherwise(), saying(lambda _: {})])
@pytest.mark.parametrize("rule", list(dict.fromkeys(rule for rule, _, _ in BROKEN)))
def test_what_the_broken_ones_are_made_with_breaks_nothing_by_itself(rule: str, harmless: Read) -> None:
    keep(rule, type("Harmless", (ScriptedBackend,), {"read": harmless}))


async def keeps_a_lock(self: AsyncScriptedBackend, target: Any, **asked: Any) -> Snapshot:
    if vars(self).setdefault("locked", False):
        raise BackendError("another read is not done yet")
    vars(self)["locked"] = True
    await asyncio.sleep(0)
    vars(self)["locked"] = False
    return await AsyncScriptedBackend.read(self, target, **asked)


BROKEN_ASYNC: list[tuple[str, str, object]] = [
    ("what_takes_time_is_awaited", "windows", lambda _: ()),
    ("after_a_read_that_was_cancelled_another_one_works", "read", keeps_a_lock),
    ("each_window_that_it_lists_is_a_target", "windows", lambda _: ()),
    ("a_change_ends_a_wait_and_a_still_window_does_not", "changes", lambda *_: Deaf()),
]


class Deaf:
    async def wait(self, timeout: float) -> bool:  # noqa: ASYNC109  # as the protocol has it
        return bool(timeout < 0)

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(("rule", "method", "instead"), BROKEN_ASYNC)
def test_an_async_backend_that_breaks_a_rule_is_found_out(rule: str, method: str, instead: object) -> None:
    broken = type("Broken", (AsyncScriptedBackend,), {method: instead})

    class Conformance(AsyncBackendConformance):
        @asynccontextmanager
        async def subject(self) -> AsyncIterator[Subject]:
            yield scripted(broken(), ScriptedUI(TREE, app="Mail"))

    with pytest.raises((AssertionError, UIDiffError)):
        getattr(Conformance(), f"test_{rule}")()


@pytest.mark.parametrize("rules", [BackendConformance, AsyncBackendConformance])
def test_without_a_subject_the_rules_say_what_is_missing(rules: type[BackendConformance]) -> None:
    with pytest.raises(AssertionError, match="give a method subject"), rules().opened():
        pass


def test_a_rule_that_needs_what_a_subject_does_not_give_fails_unless_its_class_says_so() -> None:
    class Silent(BackendConformance):
        @contextmanager
        def subject(self) -> Iterator[Subject]:
            yield Subject(ScriptedBackend(), ScriptedUI(TREE))

    class Outspoken(Silent, lacks=("secret", "restart")):
        pass

    with pytest.raises(AssertionError, match="the subject has no secret: give it, or say lacks="):
        Silent().test_a_secret_is_nowhere_in_a_snapshot()
    assert Outspoken.test_a_secret_is_nowhere_in_a_snapshot is None  # so pytest finds no such test
    assert Outspoken.test_a_program_that_has_ended_is_gone is not None


def test_what_no_rule_needs_cannot_be_lacking() -> None:
    with pytest.raises(ValueError, match=r"no rule needs .*secrets.*: lacks takes .*'acting'"):
        type("Wrong", (BackendConformance,), {}, lacks=("secrets",))
