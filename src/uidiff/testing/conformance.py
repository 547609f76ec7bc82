"""The rules for backends, as tests: subclass :class:`BackendConformance` and give what to read.

    class TestMyBackend(uidiff.testing.BackendConformance):
        @contextmanager
        def subject(self):
            with open_a_small_window() as window:
                yield uidiff.testing.Subject(MyBackend(), window, change=window.rename_the_button)

Some rules need a part that not every backend or test has. A class names the parts that its subjects lack:
``class TestMyBackend(BackendConformance, lacks=("restart", "acting"))`` leaves out the rules that need them.
"""

# ruff: noqa: D102  # the name of a test says what it shows

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import attrs

from uidiff.backends.protocol import Availability
from uidiff.diffing.tree_diff import diff
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef, WindowNotFound
from uidiff.model.codec import dumps
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.roles import vocabulary
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window
from uidiff.testing.subject import ENOUGH, Subject
from uidiff.text import SHORTEST_CLIP

__all__ = ["BackendConformance"]

_T = TypeVar("_T")
_R = TypeVar("_R", bound=Callable[..., None])

_NEEDED = ("name", "available", "windows", "read", "handle", "close")

MOST_HANDLES = 50
"""The number of elements whose live objects are tested."""

MOST_WAKES = 100
"""The number of wakes without a pause after which a window is not still."""

STILL = 0.2
"""Seconds without a wake after which a window is still."""


def _needs(part: str) -> Callable[[_R], _R]:
    """Mark a rule as one that needs a part."""

    def mark(rule: _R) -> _R:
        rule.needs = part  # type: ignore[attr-defined]  # read by __init_subclass__
        return rule

    return mark


class BackendConformance:
    """The rules for a :class:`Backend`, as tests. A subclass gives what to read, in :meth:`subject`.

    Args:
        lacks: the parts that no subject of the class has: "secret", "change", "remove", "restart", "end", "acting", and
            "changes" for a backend without change sources. The rules that need them are left out.
    """

    def __init_subclass__(cls, *, lacks: Collection[str] = ()) -> None:
        super().__init_subclass__()
        rules = {name: part for name in dir(cls) if (part := getattr(getattr(cls, name), "needs", None))}
        wrong = [part for part in lacks if part not in rules.values()]
        if wrong:
            raise ValueError(f"no rule needs {wrong}: lacks takes {sorted(set(rules.values()))}")
        for name, part in rules.items():
            if part in lacks:
                setattr(cls, name, None)

    def subject(self) -> Any:  # noqa: ANN401  # a context manager; that of AsyncBackendConformance is async
        """Make a backend and a window for it; the context manager ends the program at its exit."""
        raise AssertionError("give a method subject: see uidiff.testing.Subject")

    def opened(self) -> AbstractContextManager[Subject]:
        """Make the subject, with a backend whose calls block."""
        subject: AbstractContextManager[Subject] = self.subject()
        return subject

    # --------------------------------------------------------------- presence

    def test_it_is_a_backend_and_says_whether_it_can_work_here(self) -> None:
        with self.opened() as subject:
            backend = subject.backend
            missing = [name for name in _NEEDED if not hasattr(backend, name)]
            _expect(not missing, f"it has no {missing}")
            _expect(isinstance(backend.name, str) and backend.name != "", "name is a text")
            said = backend.available()
            _expect(isinstance(said, Availability), "available answers with an Availability")
            _expect(bool(said), f"it can work here: {said.reason}; {said.cure}")

    def test_each_window_that_it_lists_is_a_target(self) -> None:
        with self.opened() as subject:
            key = subject.read().window
            windows = subject.backend.windows()
            _expect(all(isinstance(window, Window) for window in windows), "windows gives Windows")
            _expect(all(window.id is not None for window in windows), "each window that is open has its id")
            keys = []
            for window in windows:
                with suppress(BackendError):  # another program may be hung, or gone in the meantime
                    keys.append(subject.read(window).window)
            _expect(key in keys, "one of the windows that it lists is the target")

    def test_a_window_that_is_not_there_is_not_found(self) -> None:
        with self.opened() as subject:
            subject.read()
            nowhere = Window(app="no application has this name", id="no window has this id")
            _expect_error(WindowNotFound, lambda: subject.read(nowhere))

    def test_a_target_of_a_wrong_kind_is_a_type_error(self) -> None:
        with self.opened() as subject:
            _expect_error(TypeError, lambda: subject.read(object()))

    # ---------------------------------------------------------------- reading

    def test_a_snapshot_says_its_window_and_has_elements_of_known_roles(self) -> None:
        with self.opened() as subject:
            snapshot = subject.read()
            _expect(bool(snapshot.window), "a snapshot has the key of its window")
            _expect(len(snapshot) > 1 and max(snapshot.columns.depth) > 0, "the subject has two levels at least")
            strange = sorted({*snapshot.columns.role} - vocabulary())
            _expect(not strange, f"roles are ARIA's: not {strange!a}; say platform=, or translate them")
            numbers = [number for box in snapshot.columns.bounds for number in box or ()]
            _expect(all(type(number) is int for number in numbers), "bounds are whole numbers")

    def test_two_reads_of_a_still_window_differ_in_nothing(self) -> None:
        with self.opened() as subject:
            before, after = subject.read(), subject.read()
            _expect(before.window == after.window, "the key of a window stays")
            delta = diff(before, after, matcher="structural")
            _expect(not delta, f"nothing changed, but it says {delta.summary}")

    @_needs("change")
    def test_a_change_is_seen(self) -> None:
        with self.opened() as subject:
            before = subject.read()
            _given(subject.change, "change")()
            _expect(bool(diff(before, subject.read(), matcher="structural")), "a read shows what is, not what was")

    def test_stable_ids_are_unique_and_stay_with_their_elements(self) -> None:
        with self.opened() as subject:
            before = _stable(subject.read())
            again = _stable(subject.read())
            _expect([*before] == [*again], "an id that is called stable stays as long as its element")
            _given(subject.remove, "remove")()
            after = _stable(subject.read())
            _expect(len(after) < len(before) or not before, "remove takes an element away")
            stayed = [(before[id_], element) for id_, element in after.items() if id_ in before]
            same = all((was.role, was.name) == (now.role, now.name) for was, now in stayed)
            _expect(same, "an id that is called stable is not given to another element")

    @_needs("restart")
    def test_a_restarted_program_has_another_window(self) -> None:
        with self.opened() as subject:
            before = subject.read()
            _given(subject.restart, "restart")()
            _expect(before.window != subject.read().window, "the key of a window says which process it was")

    @_needs("end")
    def test_a_program_that_has_ended_is_gone(self) -> None:
        with self.opened() as subject:
            subject.read()
            _given(subject.end, "end")()
            _expect_error(AppGone, subject.read)

    # ----------------------------------------------------------------- limits

    def test_what_is_beyond_max_elements_is_left_unread(self) -> None:
        with self.opened() as subject:
            whole = subject.read()
            most = max(len(whole.roots), len(whole) // 2)
            read = subject.read(limits=attrs.evolve(Limits.live(), max_elements=most))
            _expect(len(read) <= most, "max_elements holds")
            _expect_cut(whole, read)

    def test_what_is_beyond_max_depth_is_left_unread(self) -> None:
        with self.opened() as subject:
            whole = subject.read()
            deepest = max(whole.columns.depth)
            read = subject.read(limits=attrs.evolve(Limits.live(), max_depth=deepest))
            _expect(max(read.columns.depth) < deepest, "max_depth holds")
            _expect_cut(whole, read)

    def test_texts_are_clipped(self) -> None:
        with self.opened() as subject:
            read = subject.read(limits=attrs.evolve(Limits.live(), max_text=SHORTEST_CLIP))
            columns = read.columns
            texts = [text for column in (columns.name, columns.value, columns.description) for text in column if text]
            _expect(all(len(text) <= SHORTEST_CLIP for text in texts), "max_text holds")

    def test_past_the_deadline_a_read_ends(self) -> None:
        with self.opened() as subject:
            try:
                read = subject.read(seconds=-1)
            except ReadTimeout:
                return
            _expect(read.partial, "past the deadline a read gives what it has, and says what is unread")

    # ---------------------------------------------------------------- secrets

    @_needs("secret")
    def test_a_secret_is_nowhere_in_a_snapshot(self) -> None:
        with self.opened() as subject:
            secret = _given(subject.secret, "secret")
            _expect(secret not in dumps(subject.read()), "the element that holds a secret says so")

    def test_the_rules_of_the_caller_hide_more(self) -> None:
        with self.opened() as subject:
            read = subject.read(redact=Redaction(rule=lambda _: True))
            _expect(all(read.columns.secret), "redact goes to the builder")

    # ---------------------------------------------------------- live objects

    def test_an_element_has_one_live_object_as_long_as_it_lives(self) -> None:
        with self.opened() as subject:
            before, after = subject.read(), subject.read()
            copied = Snapshot(after.columns, attrs.evolve(after.circumstances, taken_at=1.0))
            handle = subject.backend.handle
            if not subject.live:
                _expect_error(BackendError, lambda: handle(before[0]))
                return
            for was, now in islice(zip(before, copied, strict=True), MOST_HANDLES):
                _expect(handle(was) == handle(now), "the same element has the same live object")

    @_needs("remove")
    def test_an_element_that_went_has_no_live_object(self) -> None:
        with self.opened() as subject:
            before = subject.read()
            _given(subject.remove, "remove")()
            gone = diff(before, subject.read()).removed
            _expect(bool(gone), "a read does not show what went")
            for record in gone:
                _expect_error(
                    StaleRef if subject.live else BackendError, partial(subject.backend.handle, record.before)
                )

    @_needs("acting")
    def test_an_action_changes_something(self) -> None:
        with self.opened() as subject:
            acting = _given(subject.acting, "acting")
            before = subject.read()
            (element,) = before.find(role=acting.role, name=acting.name)
            _expect(acting.action in element.actions, "an element names its actions")
            _expect_error(BackendError, lambda: subject.backend.act(element, "no action has this name"))
            subject.backend.act(element, acting.action, acting.value)
            _expect(bool(diff(before, subject.read())), "an action changes something")

    # ---------------------------------------------------------------- changes

    @_needs("changes")
    def test_a_change_ends_a_wait_and_a_still_window_does_not(self) -> None:
        with self.opened() as subject:
            change = _given(subject.change, "change")
            source = _given(_source(subject), "changes")
            _expect(_is_still(source), "a still window sends no signal")
            change()
            _expect(source.wait(ENOUGH), "a change wakes, even if it came before the call")
            _expect(_is_still(source), "a change wakes once")
            source.close()
            source.close()
            _expect(not source.wait(0), "a source that is closed says no more")

    # ------------------------------------------------------------------ ending

    def test_closed_it_may_be_closed_again_and_does_nothing_else(self) -> None:
        with self.opened() as subject:
            element, backend = subject.read()[0], subject.backend
            source = _source(subject)
            backend.close()
            backend.close()
            _expect(isinstance(backend.available(), Availability), "available never raises")
            for call in (subject.read, backend.windows, lambda: backend.handle(element)):
                _expect_error(BackendError, call)
            if source is not None:
                _expect(not source.wait(0), "the sources of a backend that is closed say no more")
                _expect_error(BackendError, lambda: backend.changes(subject.target))
            if hasattr(backend, "act"):
                _expect_error(BackendError, lambda: backend.act(element, "focus"))

    def test_no_thread_of_its_own_outlives_it(self) -> None:
        earlier = threading.enumerate()
        with self.opened() as subject:
            subject.read()
            source = _source(subject)
            if source is not None:
                source.wait(0)
            subject.backend.close()
        for thread in threading.enumerate():
            if thread not in earlier:
                thread.join(ENOUGH)
                _expect(not thread.is_alive(), f"the thread {thread.name!a} ends with the backend")


# ----------------------------------------------------------------------- parts


def _expect(holds: bool, rule: str) -> None:  # noqa: FBT001  # like assert
    if not holds:
        raise AssertionError(rule)


def _expect_error(kind: type[Exception], call: Callable[[], object]) -> None:
    try:
        call()
    except kind:
        return
    except Exception as error:
        raise AssertionError(f"{kind.__name__} is expected, not {type(error).__name__}: {error!a}") from error
    raise AssertionError(f"{kind.__name__} is expected")


def _expect_cut(whole: Snapshot, read: Snapshot) -> None:
    _expect(read.partial, "the elements below which something was left out are unread")
    _expect(len(read.roots) == len(whole.roots), "all roots are read")
    delta = diff(whole, read)
    _expect(not (delta.removed or delta.added), f"what was left out is unknown, not gone: {delta.summary}")


def _given(part: _T | None, what: str) -> _T:
    if part is None:
        raise AssertionError(f"the subject has no {what}: give it, or say lacks=({what!r},)")
    return part


def _source(subject: Subject) -> Any:  # noqa: ANN401  # a ChangeSource, or None
    changes = getattr(subject.backend, "changes", None)
    return None if changes is None else changes(subject.target)


def _is_still(source: Any) -> bool:  # noqa: ANN401  # a ChangeSource
    return any(not source.wait(STILL) for _ in range(MOST_WAKES))


def _stable(snapshot: Snapshot) -> dict[str, Element]:
    stable = [element for element in snapshot if element.id_stable and element.id is not None]
    found = {element.id: element for element in stable if element.id is not None}
    _expect(len(found) == len(stable), "an id that is called stable is that of one element")
    return found
