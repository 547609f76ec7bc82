"""Salted digests of what is hidden, and fields that are made secret later (spec/definitions#21-secrets,
spec/bad-inputs#45 and #46).
"""

import copy
import pickle
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.model.codec import dumps, loads
from uidiff.model.limits import Limits
from uidiff.model.redaction import REDACTED, Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.testing import snapshots

SALT = b"0123456789abcdef"
OTHER_SALT = b"fedcba9876543210"
SALTED = Redaction(salt=SALT)
TYPED = "hunter2"

Node = dict[str, Any]


def field(value: str | None = TYPED, **more: object) -> Node:
    return {"role": "textbox", "name": "Password", "value": value, "secret": True, **more}


def of(*nodes: Node, redact: Redaction = SALTED) -> Snapshot:
    return Snapshot.from_dicts(nodes, redact=redact)


def digest_of(*nodes: Node, salt: bytes = SALT) -> bytes | None:
    """The digest of the first element."""
    return of(*nodes, redact=Redaction(salt=salt)).hidden.get(0)


# the salt


@pytest.mark.parametrize("salt", [b"", b"x" * 15, b"x" * 65])
def test_a_salt_of_another_length_is_refused_and_not_repeated(salt: bytes) -> None:
    with pytest.raises(ValueError, match="16 to 64 bytes") as caught:
        Redaction(salt=salt)
    assert "xx" not in str(caught.value)


def test_a_text_is_no_salt() -> None:
    wrong: Any = "0123456789abcdef"
    with pytest.raises(TypeError, match="takes bytes") as caught:
        Redaction(salt=wrong)
    assert wrong not in str(caught.value)


def test_a_salt_is_neither_printed_nor_compared_nor_pickled_nor_copied() -> None:
    rules = Redaction(patterns=(r"\d{16}",), autocomplete=("cc-*",), salt=SALT)
    assert str(SALT)[2:-1] not in repr(rules)
    assert rules == attrs.evolve(rules, salt=OTHER_SALT) == attrs.evolve(rules, salt=None)
    stored = pickle.dumps(rules)
    assert SALT not in stored
    for again in (pickle.loads(stored), copy.copy(rules)):  # noqa: S301  # our own bytes
        assert again.salt is None
        assert again == rules


# what has a digest


def test_without_a_salt_nothing_is_known_of_a_secret() -> None:
    assert of(field(), redact=Redaction()).hidden == {}


def test_each_outermost_field_in_which_something_is_hidden_has_a_digest() -> None:
    snapshot = of(
        field(),
        {"role": "group", "parent": 0},
        {"role": "textbox", "value": "inside", "secret": True, "parent": 1},
        field(None),
        field(""),
        {"role": "textbox", "value": "shown"},
        field(None),
        {"role": "text", "name": TYPED, "parent": 6},
    )
    assert list(snapshot.hidden) == [0, 6]
    assert {len(digest) for digest in snapshot.hidden.values()} == {16}


@pytest.mark.parametrize(
    "more",
    [
        {"value": "hunter3"},
        {"value": TYPED + " "},
        {"name": TYPED},
        {"states": {"valuetext": "hunter2!"}},
        {"remembered": "hunter2"},
    ],
)
def test_another_hidden_text_is_another_digest(more: Node) -> None:
    assert digest_of(field()) != digest_of({**field(), **more})


@pytest.mark.parametrize(
    "more",
    [
        {"name": "PIN"},
        {"description": "At least 8 signs"},
        {"states": {"focused": True, "haspopup": "listbox"}},
        {"bounds": [0, 0, 1, 1]},
        {"id": "7"},
        {"url": "https://example.org/?a=1"},
        {"actions": ["press"]},
    ],
)
def test_what_is_shown_is_not_in_the_digest(more: Node) -> None:
    assert digest_of(field()) == digest_of({**field(), **more})


@pytest.mark.parametrize(
    "more",
    [
        {"name": "hunter3"},
        {"value": TYPED},
        {"description": TYPED},
        {"actions": ["press"]},
        {"url": "https://example.org/"},
    ],
)
def test_all_below_a_field_is_in_its_digest(more: Node) -> None:
    below: Node = {"role": "text", "name": TYPED, "parent": 0}
    assert digest_of(field(), below) != digest_of(field(), {**below, **more})


def test_urls_that_are_shown_alike_have_two_digests() -> None:
    one, other = (digest_of(field(), {"role": "link", "url": f"/a?b={end}", "parent": 0}) for end in "12")
    assert one != other


def test_texts_cannot_be_cut_otherwise_to_the_same_digest() -> None:
    texts = [("ab", "c"), ("a", "bc"), ("abc", None), (None, "abc")]
    made = [digest_of(field(None), *({"role": "text", "name": text, "parent": 0} for text in pair)) for pair in texts]
    assert len({*made}) == 3  # the last two: one text


def test_two_salts_have_two_digests_of_one_secret() -> None:
    assert digest_of(field()) != digest_of(field(), salt=OTHER_SALT)
    assert digest_of(field()) == digest_of(field())


# where digests are not


@given(tree=snapshots(secrets=True, hostile=True, extras=True), text=st.text("abc", min_size=12, max_size=20))
def test_digests_are_in_nothing_that_is_compared_saved_pickled_or_printed(tree: Snapshot, text: str) -> None:
    nodes = [*tree.to_dicts(), {"role": "textbox", "value": text, "secret": True}]
    known, plain = (Snapshot.from_dicts(nodes, redact=Redaction(salt=salt)) for salt in (SALT, None))
    assert known.hidden
    assert not plain.hidden
    assert known == plain
    assert known.digest == plain.digest
    assert (dumps(known), repr(known)) == (dumps(plain), repr(plain))
    stored = pickle.dumps(known)
    for kept in (text.encode(), SALT, *known.hidden.values()):
        assert kept not in stored
    again = pickle.loads(stored)  # noqa: S301  # our own bytes
    assert again == known
    assert copy.deepcopy(known).hidden == again.hidden == {}


def test_digests_stay_with_other_circumstances() -> None:
    snapshot = of(field())
    moved = attrs.evolve(snapshot, circumstances=attrs.evolve(snapshot.circumstances, title="Sign in"))
    assert moved.hidden == snapshot.hidden != {}


def test_digests_cannot_be_written_to() -> None:
    wrong: Any = of(field()).hidden
    with pytest.raises(TypeError):
        wrong[0] = b""


def test_what_was_hidden_before_keeps_its_digest() -> None:
    snapshot = of(field(), {"role": "text", "name": "long" * 40})
    for redact in (SALTED, Redaction(salt=OTHER_SALT), None):
        assert snapshot.finished(limits=Limits(max_text=64), redact=redact).hidden == snapshot.hidden


def test_a_label_that_a_pattern_masked_is_no_repetition_of_a_hidden_value() -> None:
    nodes = [field("other", name="Card 4111111111111111")]
    snapshot = Snapshot.from_dicts(nodes, redact=Redaction(patterns=(r"\d{16}",)))
    assert snapshot[0].name == "Card [redacted]"
    assert loads(dumps(snapshot)) == snapshot


# fields that are made secret later


PLAIN: tuple[Node, ...] = (
    {"role": "form"},
    {"role": "textbox", "name": "Password", "value": TYPED, "parent": 0},
    {"role": "text", "name": TYPED, "parent": 1},
    {"role": "button", "name": "Show", "parent": 0},
)


def test_of_a_field_that_is_shown_now_its_value_and_what_is_below_it_go_and_its_label_stays() -> None:
    snapshot = of(*PLAIN).with_secrets((1,), redact=SALTED)
    assert [element.name for element in snapshot] == [None, "Password", REDACTED, "Show"]
    assert [element.value for element in snapshot] == [None, REDACTED, None, None]
    assert [element.secret for element in snapshot] == [False, True, True, False]
    assert TYPED not in dumps(snapshot)
    assert list(snapshot.hidden) == [1]


def test_it_is_hidden_as_if_it_had_said_so_itself() -> None:
    marked = [{**node, "secret": number == 1} for number, node in enumerate(PLAIN)]
    later, at_once = of(*PLAIN).with_secrets((1,), redact=SALTED), of(*marked)
    assert later == at_once
    assert later.hidden == at_once.hidden


def test_a_label_that_repeats_the_value_goes() -> None:
    nodes = [{"role": "textbox", "name": TYPED, "value": TYPED, "description": f"it is {TYPED}"}]
    assert TYPED not in dumps(of(*nodes).with_secrets([0]))


@pytest.mark.parametrize("indices", [(), (1,), (1, 2), {2}])
def test_where_all_are_secret_it_is_the_same_snapshot(indices: tuple[int, ...]) -> None:
    snapshot = of(*PLAIN).with_secrets((1,), redact=SALTED)
    assert snapshot.with_secrets(indices, redact=SALTED) is snapshot


def test_other_fields_keep_their_digests_and_those_within_are_part_of_the_new_one() -> None:
    within = {"role": "group"}, {**field(), "parent": 0}, {"role": "text", "name": "x", "parent": 0}
    first, second = (of(field(), *_below(1, within, value)) for value in ("a", "b"))
    covered = [snapshot.with_secrets([1], redact=SALTED) for snapshot in (first, second)]
    assert [list(snapshot.hidden) for snapshot in covered] == [[0, 1]] * 2
    assert covered[0].hidden[0] == covered[1].hidden[0] == first.hidden[0]
    assert covered[0].hidden[1] != covered[1].hidden[1]


def _below(start: int, nodes: tuple[Node, ...], value: str) -> list[Node]:
    group, secret, text = nodes
    return [group, {**secret, "value": value, "parent": start}, {**text, "parent": start}]


def test_patterns_and_rules_are_not_asked_again_of_what_they_hid() -> None:
    seen: list[object] = []

    def is_secret(fields: Mapping[str, object]) -> bool:
        seen.append(fields["name"])
        return False

    redact = Redaction(patterns=(r"^.",), rule=is_secret, salt=SALT)
    snapshot = Snapshot.from_dicts(PLAIN, redact=redact)
    asked = len(seen)
    covered = snapshot.with_secrets([1], redact=redact)
    assert len(seen) == asked
    assert covered[3].name == snapshot[3].name == f"{REDACTED}how"


def test_unknown_keys_that_grow_beyond_the_limit_when_they_are_hidden_are_dropped() -> None:
    nodes = [{"role": "text", **{f"key{number}": 1 for number in range(6)}}]
    snapshot = Snapshot.from_dicts(nodes, limits=Limits(max_text=100))
    assert snapshot[0].extra
    assert not snapshot.with_secrets([0], limits=Limits(max_text=100))[0].extra


@pytest.mark.parametrize(("indices", "named"), [((4,), 4), ((1, -1), -1)])
def test_no_element_of_that_index_is_an_error(indices: tuple[int, ...], named: int) -> None:
    with pytest.raises(IndexError, match=f"element {named} of a snapshot of 4"):
        of(*PLAIN).with_secrets(indices)


@given(tree=snapshots(min_size=1, secrets=True, hostile=True), chosen=st.sets(st.integers(0, 30)), salted=st.booleans())
def test_nothing_comes_back_and_nothing_secret_is_left(tree: Snapshot, chosen: set[int], salted: bool) -> None:
    redact = SALTED if salted else None
    before = Snapshot.from_dicts(tree.to_dicts(), redact=redact)
    indices = {index % len(before) for index in chosen}
    after = before.with_secrets(indices, redact=redact)
    for index, element in enumerate(after):
        above = element.parent
        assert element.secret is (before[index].secret or index in indices or (above is not None and above.secret))
        if element.secret:
            assert element.value in {None, "", REDACTED}
            assert not element.actions or above is None or not above.secret
        else:
            assert element.same_fields(before[index])
    assert set(after.hidden) <= {index for index, element in enumerate(after) if element.secret}
    assert after.with_secrets(indices, redact=redact) is after
    assert loads(dumps(after)) == after
