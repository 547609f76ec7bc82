"""What a session knows of secrets: fields that stay hidden, and whose hidden text changed (spec/bad-inputs#45 and
#46).
"""

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff import Snapshot, diff, dumps, match
from uidiff.live import secrets as module
from uidiff.live.secrets import Secrets
from uidiff.model.redaction import REDACTED, Redaction
from uidiff.records import Refs
from uidiff.testing import snapshot_pairs, snapshots

SALTED = Redaction(salt=b"0123456789abcdef")

Node = dict[str, Any]


def of(*nodes: Node) -> Snapshot:
    return Snapshot.from_dicts([{"role": "form"}, *({"parent": 0, **node} for node in nodes)], redact=SALTED)


def password(text: str | None = "hunter2", *, shown: bool = False, **more: object) -> Node:
    """A password field, or the plain text box that it is while the page shows what was typed."""
    return {"role": "textbox", "name": "Password", "value": text, "states": {"protected": not shown}, **more}


def fresh(snapshot: Snapshot, ts: int) -> Sequence[int]:
    """Numbers that no read before had."""
    return range(1_000 * ts, 1_000 * ts + len(snapshot))


class Reads:
    """A session's reads of one window, by the numbers of its elements."""

    def __init__(self) -> None:
        self.secrets = Secrets()
        self.ts = 0
        self.last: Snapshot | None = None

    def read(self, *nodes: Node, whole: bool = True) -> Snapshot:
        """The next read, covered by who is who, and remembered."""
        snapshot = of(*nodes)
        if not whole:
            snapshot = Snapshot.from_dicts(
                [{**node, "unread": True} for node in snapshot.to_dicts()[:1]], redact=SALTED
            )
        self.ts += 1
        named = numbers(snapshot) if self.last is not None or self.ts == 1 else fresh(snapshot, self.ts)
        covered = self.secrets.cover(snapshot, named, redact=SALTED)
        self.secrets.remember(covered, named, self.ts)
        self.last = covered
        return covered

    def forget(self) -> None:
        """The read before is gone."""
        self.last = None

    def changed_since(self, ts: int, before: Sequence[int] = range(100)) -> tuple[int, ...]:
        assert self.last is not None
        return self.secrets.changed_since(ts, before, numbers(self.last))


def numbers(snapshot: Snapshot) -> Sequence[int]:
    """The numbers of trees whose elements keep their places: 100 for the first, then 1, 2, …"""
    return (100, *range(1, len(snapshot)))


# what stays hidden


def test_bad_input_46_a_field_that_shows_its_password_now_stays_hidden() -> None:
    reads = Reads()
    reads.read(password(), {"role": "button", "name": "Show"})
    for _ in range(3):
        shown = reads.read(password(shown=True), {"role": "button", "name": "Hide"})
        assert (shown[1].name, shown[1].value, shown[1].secret) == ("Password", REDACTED, True)
        assert "hunter2" not in dumps(shown)


@pytest.mark.parametrize("more", [{"automation_id": "pw"}, {}, {"name": None, "automation_id": "pw"}])
def test_a_form_made_anew_is_known_by_name_and_id_when_the_read_before_is_gone(more: Node) -> None:
    reads = Reads()
    reads.read(password(**more))
    reads.read({"role": "text", "name": "Welcome"})
    reads.forget()
    assert "hunter2" not in dumps(reads.read({"role": "group"}, password(shown=True, **more)))


def test_of_fields_within_each_other_the_outermost_is_known_again() -> None:
    reads = Reads()
    outer: Node = {"role": "group", "automation_id": "outer", "secret": True}
    inner: Node = {"role": "textbox", "automation_id": "inner", "value": "1", "parent": 1}
    beside: Node = {"role": "textbox", "automation_id": "beside", "value": "2", "secret": True}
    reads.read(outer, inner, beside)
    reads.forget()
    shown = [{**node, "secret": False, "parent": 0} for node in (outer, inner, beside)]
    assert [element.secret for element in reads.read(*shown)] == [False, True, False, True]


def test_names_are_compared_folded() -> None:
    reads = Reads()
    reads.read(password(name="Mot  de passe\u0301"))
    reads.forget()
    assert reads.read(password(name=" Mot de pass\u00e9", shown=True))[1].secret


def test_a_field_whose_name_was_hidden_is_known_by_its_id() -> None:
    reads = Reads()
    code: Node = {"role": "text", "name": "17 34", "automation_id": "code"}
    reads.read({**code, "secret": True}, password(name="hunter2", automation_id="pw"))
    reads.forget()
    kept = reads.read({**code, "name": "99 11"}, password(shown=True, automation_id="pw"), {**code, "role": "button"})
    assert [element.secret for element in kept] == [False, True, True, False]


@pytest.mark.parametrize(
    "other",
    [
        {"role": "text", "name": "Password"},
        {"role": "button", "name": "Password", "automation_id": "pw"},
        {"role": "textbox", "name": "Password", "automation_id": "other"},
        {"role": "textbox", "name": "User", "automation_id": "pw"},
        {"role": "textbox"},
    ],
)
def test_what_is_called_otherwise_or_is_a_label_is_not_hidden(other: Node) -> None:
    reads = Reads()
    reads.read(password(automation_id="pw"))
    reads.forget()
    assert not reads.read({"value": "x", **other})[1].secret


def test_a_field_without_name_and_id_is_known_by_who_is_who_alone() -> None:
    reads = Reads()
    nameless = password(name=None)
    first = reads.read(nameless)
    shown = of(password(name=None, shown=True))
    assert reads.secrets.cover(shown, numbers(first), redact=SALTED)[1].secret
    assert reads.secrets.cover(shown, fresh(shown, 9), redact=SALTED) is shown


def test_where_nothing_was_secret_it_is_the_same_snapshot() -> None:
    plain = of({"role": "textbox", "name": "User"})
    assert Secrets().cover(plain, numbers(plain), redact=SALTED) is plain
    reads = Reads()
    hidden = reads.read(password())
    assert reads.secrets.cover(hidden, numbers(hidden), redact=SALTED) is hidden


def test_to_cover_remembers_nothing() -> None:
    secrets = Secrets()
    secrets.cover(of(password()), (1, 2), redact=SALTED)
    shown = of(password(shown=True))
    assert secrets.cover(shown, (1, 2), redact=SALTED) is shown


def test_of_many_fields_those_seen_last_are_known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FIELDS", 2)
    reads = Reads()
    for name in ("one", "two", "one", "three"):
        reads.read(password(name=name))
        reads.forget()
    shown = of(*(password(name=name, shown=True) for name in ("one", "two", "three")))
    covered = reads.secrets.cover(shown, fresh(shown, 9), redact=SALTED)
    assert [element.secret for element in covered] == [False, True, False, True]


@given(pair=snapshot_pairs(snapshots(secrets=True, hostile=True)))
def test_what_was_secret_stays_so_by_any_matching(pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    shown = Snapshot(after.columns._replace(secret=(False,) * len(after)), after.circumstances)
    matching = match(before, after)
    first = Refs.first(len(before))
    named = first.carried(matching).numbers
    secrets = Secrets()
    secrets.learn(before, first.numbers)
    covered = secrets.cover(shown, named, redact=SALTED)
    assert all(covered.columns.secret[j] for i, j in matching.pairs if before.columns.secret[i])
    secrets.remember(covered, named, 1)
    assert secrets.cover(covered, named, redact=SALTED) == covered


# whose text changed


def test_typing_changing_and_emptying_are_each_said_once() -> None:
    texts = (None, "", "a", "b", "", "c", "c")
    shown = (None, "", REDACTED, REDACTED, "", REDACTED, REDACTED)
    reads = Reads()
    states = []
    for now, text in enumerate(texts):
        states.append(reads.read(password(text)))
        for then in range(now):
            delta = diff(states[then], states[now], hidden=reads.changed_since(then + 1))
            said = [(record.after.index, record.fields) for record in delta.changed]
            assert said == ([(1, {"value": (shown[then], shown[now])})] if texts[then] != text else [])


def test_a_field_that_another_read_did_not_show_is_not_told() -> None:
    reads = Reads()
    reads.read(password("a"))
    reads.read(password("b"))
    assert reads.changed_since(1, before=(100,)) == ()
    assert reads.changed_since(0) == ()


def test_texts_below_a_field_count() -> None:
    reads = Reads()
    for text in ("a", "b"):
        reads.read(password(None), {"role": "text", "name": text, "parent": 1})
    assert reads.changed_since(1) == (1,)


def test_to_show_the_password_is_no_change_of_it_but_what_is_typed_then_is() -> None:
    reads = Reads()
    reads.read(password("•••••••"))
    for text in ("hunter2", "hunter3"):
        reads.read(password(text, shown=True))
    reads.read(password("••••••••"))
    assert [reads.changed_since(ts) for ts in (1, 2, 3)] == [(1,), (), ()]


def test_what_is_covered_is_compared_too() -> None:
    reads = Reads()
    reads.read(password())
    reads.read(password("hunter2", shown=True))
    reads.read(password("hunter3", shown=True))
    assert reads.changed_since(2) == (1,)


def test_a_field_read_in_part_has_not_changed() -> None:
    reads = Reads()
    below: Node = {"role": "text", "name": "a", "parent": 1}
    reads.read(password(None), below)
    reads.read(password(None, unread=True), {**below, "name": "b"})
    assert reads.changed_since(1) == ()
    reads.read(password(None), {**below, "name": "b"})
    assert reads.changed_since(1) == (1,)


def test_a_read_of_a_part_forgets_nothing_and_a_whole_one_what_is_gone() -> None:
    reads = Reads()
    reads.read(password("a"))
    reads.read(whole=False)
    reads.read(password("b"))
    assert reads.changed_since(1) == (1,)
    reads.read()
    reads.read(password("c"))
    assert reads.changed_since(1) == ()


def test_no_more_fields_are_known_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TEXTS", 1)
    reads = Reads()
    for text in ("a", "b"):
        reads.read(password(text), password(text, name="Again"))
    assert reads.changed_since(1) == (2,)


def test_after_very_many_changes_it_is_still_told() -> None:
    reads = Reads()
    for number in range(module.MOST_CHANGES + 4):
        reads.read(password(str(number)))
    assert reads.changed_since(1) == reads.changed_since(module.MOST_CHANGES) == (1,)
    reads.read(password(""))
    assert reads.changed_since(1) == ()  # that is shown


def test_without_a_salt_nothing_is_known_and_nothing_told() -> None:
    secrets = Secrets()
    for ts, text in enumerate("ab"):
        secrets.remember(Snapshot.from_dicts([password(text)]), (1,), ts)
    assert secrets.changed_since(0, (1,), (1,)) == ()


@given(texts=st.lists(st.sampled_from(("", "a", "b", "c")), min_size=1, max_size=12), data=st.data())
def test_what_is_said_is_what_differs(texts: list[str], data: st.DataObject) -> None:
    reads = Reads()
    states = [reads.read(password(text)) for text in texts]
    start = data.draw(st.integers(1, len(texts)))
    hidden = reads.changed_since(start)
    then, now = texts[start - 1], texts[-1]
    assert hidden == ((1,) if then and now and then != now else ())
    delta = diff(states[start - 1], states[-1], hidden=hidden)
    assert bool(delta) is (then != now)
    assert delta.apply(states[start - 1]) == states[-1]


# what is kept


def test_nothing_that_it_keeps_can_be_read_in_it() -> None:
    reads = Reads()
    hidden = reads.read(password())
    (digest,) = hidden.hidden.values()
    kept = repr(vars(reads.secrets))
    assert "hunter2" not in kept
    assert repr(digest) not in kept


def test_two_sessions_have_two_digests_of_one_secret() -> None:
    one, other = (
        Snapshot.from_dicts([password()], redact=attrs.evolve(SALTED, salt=salt * 16)) for salt in (b"1", b"2")
    )
    assert one == other
    assert one.hidden[0] != other.hidden[0]
