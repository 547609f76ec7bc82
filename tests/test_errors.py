"""Errors: what they are, what they say, and that they come through a pickle as they were."""

import builtins
import copy
import pickle

import pytest

from uidiff import errors
from uidiff.errors import (
    AppGone,
    BackendError,
    CorruptSnapshot,
    DeltaMismatch,
    InvalidSnapshot,
    LimitExceeded,
    MissingExtra,
    PermissionNeeded,
    PluginError,
    ReadTimeout,
    SnapshotExpired,
    StaleRef,
    StoreConflict,
    StoreError,
    UIDiffError,
    UnknownName,
    WaitTimeout,
    WindowNotFound,
)
from uidiff.model.codec import loads
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

EXAMPLES: list[UIDiffError] = [
    UIDiffError("something"),
    InvalidSnapshot("no role", "$[3]", "give one"),
    InvalidSnapshot("no role"),
    LimitExceeded("too many", "$", "read less"),
    DeltaMismatch("another snapshot"),
    UnknownName("matcher", "autp", ["auto", "id"]),
    UnknownName("matcher", 5, []),
    MissingExtra("web", "playwright"),
    PluginError("broken"),
    StaleRef("e12 went at the read before"),
    WaitTimeout("nothing changed"),
    BackendError("busy"),
    WindowNotFound("no window fits"),
    AppGone("it has ended"),
    ReadTimeout("not in time"),
    PermissionNeeded("allow it in the settings"),
    StoreError("the disk is full"),
    SnapshotExpired("too old"),
    CorruptSnapshot("no baseline"),
    StoreConflict("another one came first"),
]


def raised(error: type[UIDiffError], nodes: object, **options: Limits) -> UIDiffError:
    with pytest.raises(error) as caught:
        Snapshot.from_dicts(nodes, **options)  # type: ignore[arg-type]  # wrong on purpose
    return caught.value


# what they are


@pytest.mark.parametrize(
    ("error", "bases"),
    [
        (InvalidSnapshot, {ValueError}),
        (LimitExceeded, {InvalidSnapshot, ValueError}),
        (DeltaMismatch, {ValueError}),
        (UnknownName, {LookupError}),
        (MissingExtra, {ImportError}),
        (PluginError, set()),
        (StaleRef, {LookupError}),
        (WaitTimeout, {TimeoutError, OSError}),
        (BackendError, {RuntimeError}),
        (WindowNotFound, {BackendError, RuntimeError}),
        (AppGone, {BackendError, RuntimeError}),
        (ReadTimeout, {BackendError, RuntimeError, TimeoutError, OSError}),
        (PermissionNeeded, {BackendError, RuntimeError}),
        (StoreError, {OSError}),
        (SnapshotExpired, {StoreError, OSError}),
        (CorruptSnapshot, {StoreError, OSError}),
        (StoreConflict, {StoreError, OSError}),
    ],
)
def test_an_error_is_ours_and_of_the_kind_that_python_has_for_it(error: type, bases: set[type]) -> None:
    own = {base for base in error.__mro__ if base not in {error, object, Exception, BaseException}}
    assert own == {UIDiffError, *bases}


def test_all_errors_have_an_example_here() -> None:
    assert {type(error) for error in EXAMPLES} == {
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, UIDiffError)
    }


def test_no_error_takes_the_name_of_a_built_in_one() -> None:
    assert not set(errors.__all__) & set(dir(builtins))


# what they say


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InvalidSnapshot("no role"), "$: no role"),
        (InvalidSnapshot("no role", "$[3]"), "$[3]: no role"),
        (InvalidSnapshot("no role", "$[3]", "give one"), "$[3]: no role; give one"),
        (LimitExceeded("too many", "$.nodes", "read less"), "$.nodes: too many; read less"),
        (MissingExtra("web", "playwright"), "this needs the package playwright: pip install 'uidiff[web]'"),
        (DeltaMismatch("another snapshot"), "another snapshot"),
    ],
)
def test_a_message_names_the_place_the_problem_and_the_cure(error: UIDiffError, message: str) -> None:
    assert str(error) == message


@pytest.mark.parametrize(
    ("path", "place", "seen"),
    [
        ("$", "$.nodes", "$.nodes"),
        ("$[3].name", "$.nodes", "$.nodes[3].name"),
        ("$.children[0]", "$.nodes", "$.nodes.children[0]"),
        ("$.nodes[3]", "line 7", "line 7: $.nodes[3]"),
        ("$", "line 7", "line 7: $"),
    ],
)
@pytest.mark.parametrize("kind", [InvalidSnapshot, LimitExceeded])
def test_an_error_seen_from_outside_has_a_longer_path(
    kind: type[InvalidSnapshot], path: str, place: str, seen: str
) -> None:
    outer = kind("no role", path, "give one").inside(place)
    assert (type(outer), outer.path, outer.problem, outer.cure) == (kind, seen, "no role", "give one")


# did you mean


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("autp", ["id", "auto"], "auto"),
        ("content_hash", ["auto", "content-hash", "name-role-parent"], "content-hash"),
        ("focussed", ["focused", "focusable"], "focused"),
    ],
)
def test_a_slip_of_the_pen_gets_a_suggestion(name: str, known: list[str], meant: str) -> None:
    message = str(UnknownName("matcher", name, known))
    assert message == f"unknown matcher {name!r}; did you mean {meant!r}? known: {', '.join(sorted(known))}"


@pytest.mark.parametrize("name", ["zzz", "", 5, None])
def test_without_a_name_like_it_only_the_known_ones_are_told(name: object) -> None:
    assert str(UnknownName("matcher", name, ["id", "auto"])) == f"unknown matcher {name!a}; known: auto, id"


def test_nothing_known_is_said() -> None:
    assert str(UnknownName("importer", "x", [])).endswith("known: none")


def test_known_names_come_sorted_and_from_any_iterable() -> None:
    assert UnknownName("matcher", "x", iter({"b": 1, "a": 2})).known == ("a", "b")


@pytest.mark.parametrize("name", ["\x1b[31m\n\u202e", "é", "x" * 1_000_000, "\ud800"])
def test_a_hostile_name_is_repeated_short_and_escaped(name: str) -> None:
    message = str(UnknownName("matcher", name, ["auto"]))
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 150


# pickles


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_comes_through_a_pickle_as_it_was(error: UIDiffError, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(error, protocol))  # noqa: S301  # our own pickle
    assert (type(again), str(again), again.args, vars(again)) == (type(error), str(error), error.args, vars(error))


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_can_be_copied(error: UIDiffError) -> None:
    assert str(copy.copy(error)) == str(error)
    assert str(copy.deepcopy(error)) == str(error)


@pytest.mark.parametrize(
    "error",
    [
        raised(InvalidSnapshot, [{"role": 5}]),
        raised(InvalidSnapshot, [{"role": "a", "x": {1}}]),
        raised(LimitExceeded, [{"role": "a"}] * 3, limits=Limits(max_elements=2)),
    ],
    ids=["a cell", "an unknown key", "a limit"],
)
def test_an_error_as_it_is_raised_comes_through_a_pickle_too(error: UIDiffError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own pickle
    assert (type(again), str(again)) == (type(error), str(error))


# where they come from


def test_a_limit_in_a_file_stays_an_error_of_limits() -> None:
    with pytest.raises(LimitExceeded, match=r"^\$\.nodes: 2 elements, at most 1 are allowed; "):
        loads(
            '{"format":"uidiff/snapshot","version":"1.0","nodes":[{"role":"a"},{"role":"a"}]}',
            limits=Limits(max_elements=1),
        )
