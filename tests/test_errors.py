"""Errors: what they are, what they say, and that they come through a pickle as they were."""

import builtins
import copy
import pickle

import pytest

from uidiff import errors
from uidiff.errors import InvalidSnapshot, LimitExceeded, MissingExtra, UIDiffError, UnknownName
from uidiff.model.codec import loads
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

KINDS: dict[type[UIDiffError], tuple[set[type], list[tuple[object, ...]]]] = {
    UIDiffError: (set(), [("something",)]),
    InvalidSnapshot: ({ValueError}, [("no role", "$[3]", "give one"), ("no role",)]),
    LimitExceeded: ({InvalidSnapshot, ValueError}, [("too many", "$", "read less")]),
    errors.DeltaMismatch: ({ValueError}, [("another snapshot",)]),
    UnknownName: ({LookupError}, [("matcher", "autp", ["auto", "id"]), ("matcher", 5, [])]),
    MissingExtra: ({ImportError}, [("web", "playwright")]),
    errors.PluginError: (set(), [("broken",)]),
    errors.StaleRef: ({LookupError}, [("e12 went at the read before",)]),
    errors.WaitTimeout: ({TimeoutError, OSError}, [("nothing changed",)]),
    errors.BackendError: ({RuntimeError}, [("busy",)]),
    errors.WindowNotFound: ({errors.BackendError, RuntimeError}, [("no window fits",)]),
    errors.AppGone: ({errors.BackendError, RuntimeError}, [("it has ended",)]),
    errors.ReadTimeout: ({errors.BackendError, RuntimeError, TimeoutError, OSError}, [("not in time",)]),
    errors.PermissionNeeded: ({errors.BackendError, RuntimeError}, [("allow it in the settings",)]),
    errors.NotActionable: ({errors.BackendError, RuntimeError}, [("disabled", "it is disabled", "wait")]),
    errors.StoreError: ({OSError}, [("the disk is full",)]),
    errors.SnapshotExpired: ({errors.StoreError, OSError}, [("too old",)]),
    errors.CorruptSnapshot: ({errors.StoreError, OSError}, [("no baseline",)]),
    errors.StoreConflict: ({errors.StoreError, OSError}, [("another one came first",)]),
}
"""Each class of errors: the bases besides UIDiffError, and the arguments of examples."""

EXAMPLES = [kind(*arguments) for kind, (_, given) in KINDS.items() for arguments in given]


def raised(error: type[UIDiffError], nodes: object, **options: Limits) -> UIDiffError:
    with pytest.raises(error) as caught:
        Snapshot.from_dicts(nodes, **options)  # type: ignore[arg-type]  # wrong on purpose
    return caught.value


# what they are


@pytest.mark.parametrize("error", KINDS)
def test_an_error_is_ours_and_of_the_kind_that_python_has_for_it(error: type[UIDiffError]) -> None:
    own = {base for base in error.__mro__ if base not in {error, object, Exception, BaseException}}
    assert own - {UIDiffError} == KINDS[error][0]
    assert issubclass(error, UIDiffError)


def test_all_errors_have_an_example_here() -> None:
    assert set(KINDS) == {
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
        (errors.DeltaMismatch("another snapshot"), "another snapshot"),
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
    assert str(UnknownName("matcher", name, [])) == f"unknown matcher {name!a}; known: none"


def test_known_names_come_sorted_and_from_any_iterable() -> None:
    assert UnknownName("matcher", "x", iter({"b": 1, "a": 2})).known == ("a", "b")


@pytest.mark.parametrize("name", ["\x1b[31m\n\u202e", "é", "x" * 1_000_000, "\ud800"])
def test_a_hostile_name_is_repeated_short_and_escaped(name: str) -> None:
    message = str(UnknownName("matcher", name, ["auto"]))
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 150


# pickles


AS_RAISED = [
    raised(InvalidSnapshot, [{"role": 5}]),
    raised(InvalidSnapshot, [{"role": "a", "x": {1}}]),
    raised(LimitExceeded, [{"role": "a"}] * 3, limits=Limits(max_elements=2)),
]


@pytest.mark.parametrize("error", [*EXAMPLES, *AS_RAISED], ids=lambda error: type(error).__name__)
def test_an_error_comes_through_a_pickle_and_a_copy_as_it_was(error: UIDiffError) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))  # noqa: S301  # our own pickle
        assert (type(again), str(again), again.args, vars(again)) == (type(error), str(error), error.args, vars(error))
    assert str(copy.copy(error)) == str(copy.deepcopy(error)) == str(error)


# where they come from


def test_a_limit_in_a_file_stays_an_error_of_limits() -> None:
    with pytest.raises(LimitExceeded, match=r"^\$\.nodes: 2 elements, at most 1 are allowed; "):
        loads(
            '{"format":"uidiff/snapshot","version":"1.0","nodes":[{"role":"a"},{"role":"a"}]}',
            limits=Limits(max_elements=1),
        )
