"""Secrets: which fields are secret, what is hidden of them, and that nothing is left of it
(spec/definitions#21-secrets).
"""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from uidiff.errors import InvalidSnapshot
from uidiff.model.codec import dumps, loads
from uidiff.model.limits import Limits
from uidiff.model.redaction import REDACTED, Redaction
from uidiff.model.snapshot import RedactOption, Snapshot

HIDDEN = "hunter2"
CARD = "4111111111111111"
CARDS = Redaction(patterns=(r"\d{16}",))

Node = dict[str, Any]


def field(**more: object) -> Node:
    """A text field that holds the secret."""
    return {"role": "textbox", "name": "Password", "value": HIDDEN, **more}


def of(*nodes: Node, redact: RedactOption = None, **circumstances: Any) -> Snapshot:  # noqa: ANN401  # passed on
    return Snapshot.from_dicts(nodes, redact=redact, **circumstances)


def everything_said(snapshot: Snapshot) -> str:
    """All ways in which a snapshot speaks."""
    return "\n".join([dumps(snapshot), repr(snapshot), *map(repr, snapshot), repr(snapshot.circumstances)])


def secrets_of(snapshot: Snapshot) -> list[bool]:
    return [element.secret for element in snapshot]


# which elements are secret


@pytest.mark.parametrize(
    "marks",
    [
        {"secret": True},
        {"states": {"protected": True}},
        {"states": {"inputtype": "password"}},
        {"states": {"autocomplete": "one-time-code"}},
        {"states": {"autocomplete": "current-password"}},
        {"states": {"autocomplete": "new-password"}},
        {"states": {"autocomplete": "cc-number"}},
        {"states": {"autocomplete": "cc-csc"}},
        {"states": {"autocomplete": "section-blue billing CC-Number"}},
        {"states": {"autocomplete": " \t\ncc-exp\n"}},
        {"states": {"autocomplete": "one-time-code webauthn"}},
    ],
)
def test_a_field_that_is_marked_so_is_secret(marks: Mapping[str, object]) -> None:
    snapshot = of(field(**marks))
    assert (snapshot[0].secret, snapshot[0].value) == (True, REDACTED)
    assert HIDDEN not in everything_said(snapshot)


@pytest.mark.parametrize(
    ("platform", "role"),
    [
        ("atspi", "password text"),
        ("ax", "AXTextField/AXSecureTextField"),
        ("xcuitest", "XCUIElementTypeSecureTextField"),
    ],
)
def test_a_password_field_by_the_platforms_own_role_is_secret(platform: str, role: str) -> None:
    snapshot = of(field(role=role), {"role": "button", "name": "Sign in"}, platform=platform)
    assert HIDDEN not in everything_said(snapshot)
    assert secrets_of(snapshot) == [True, False]


@pytest.mark.parametrize(
    "marks",
    [
        {},
        {"states": {"protected": False}},
        {"states": {"autocomplete": "email"}},
        {"states": {"autocomplete": "password"}},
        {"states": {"autocomplete": "acc-number"}},
        {"states": {"valuetext": "cc-number"}},
    ],
)
def test_any_other_field_is_not_secret(marks: Mapping[str, object]) -> None:
    assert (of(field(**marks))[0].secret, of(field(**marks))[0].value) == (False, HIDDEN)


def test_other_tokens_of_autocomplete_may_be_chosen() -> None:
    redaction = Redaction(autocomplete=("tel-*", "bday"))
    nodes = [field(states={"autocomplete": token}) for token in ("tel-national", "bday", "cc-number")]
    assert secrets_of(of(*nodes, redact=redaction)) == [True, True, False]


@pytest.mark.parametrize("options", [{"autocomplete": "cc-*"}, {"patterns": r"\d"}, {"patterns": re.compile(r"\d")}])
def test_a_text_is_no_collection_of_tokens_or_patterns(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"write \((token|pattern),\)"):
        Redaction(**options)


def test_a_pattern_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(re.error):
        Redaction(patterns=("(",))


# what is hidden of them


def test_the_name_of_a_field_is_its_label_and_stays() -> None:
    element = of(field(secret=True, description="At least 8 signs"))[0]
    assert (element.name, element.value, element.description) == ("Password", REDACTED, "At least 8 signs")


@pytest.mark.parametrize("text", ["name", "description"])
def test_a_text_that_repeats_the_value_is_hidden(text: str) -> None:
    assert getattr(of(field(secret=True, **{text: HIDDEN}))[0], text) == REDACTED


def test_of_what_is_no_field_every_text_is_hidden() -> None:
    element = of({"role": "text", "name": HIDDEN, "value": HIDDEN, "description": HIDDEN, "secret": True})[0]
    assert (element.name, element.value, element.description) == (REDACTED,) * 3


def test_below_a_secret_element_every_text_is_hidden_at_any_depth() -> None:
    nodes: list[Node] = [
        field(secret=True),
        {"role": "group", "parent": 0},
        {"role": "text", "name": HIDDEN, "parent": 1},
        {"role": "textbox", "name": HIDDEN, "description": HIDDEN, "parent": 0},
        {"role": "text", "name": "after"},
    ]
    snapshot = of(*nodes)
    assert secrets_of(snapshot) == [True, True, True, True, False]
    assert [element.name for element in snapshot] == ["Password", None, REDACTED, REDACTED, "after"]
    assert HIDDEN not in everything_said(snapshot)


def test_a_secret_element_hides_nothing_above_and_beside_it() -> None:
    nodes = [{"role": "form", "name": "Sign in"}, field(secret=True, parent=0), field(parent=0, value="alice")]
    snapshot = of(*nodes)
    assert (snapshot[0].name, snapshot[2].value) == ("Sign in", "alice")
    assert secrets_of(snapshot) == [False, True, False]


@pytest.mark.parametrize("secret", [HIDDEN, "x", "x" * 70_000, "\ud800", REDACTED])
def test_the_constant_tells_nothing_of_the_text_not_even_its_length(secret: str) -> None:
    assert of(field(value=secret, secret=True)) == of(field(value=HIDDEN, secret=True))


@pytest.mark.parametrize("text", [None, ""])
def test_absent_and_empty_texts_stay_what_they_are(text: str | None) -> None:
    element = of({"role": "text", "name": text, "value": text, "description": text, "secret": True})[0]
    assert (element.name, element.value, element.description) == (text,) * 3


def test_texts_of_states_are_hidden_and_words_of_fixed_lists_stay() -> None:
    states = {
        "protected": True,
        "checked": "mixed",
        "level": 2,
        "autocomplete": "off",
        "valuetext": HIDDEN,
        "placeholder": "yours",
    }
    assert of(field(states=states))[0].states == {**states, "valuetext": REDACTED, "placeholder": REDACTED}


@pytest.mark.parametrize("token", ["spelling", "grammar", "too-short"])
def test_a_secret_field_that_is_invalid_can_be_saved_and_loaded(token: str) -> None:
    snapshot = of(field(states={"protected": True, "invalid": token}))
    assert loads(dumps(snapshot)) == snapshot


def test_the_values_of_unknown_keys_are_hidden() -> None:
    extra = {"raw": HIDDEN, "deep": {"a": [HIDDEN]}, "number": 5}
    assert of(field(secret=True, **extra))[0].extra == dict.fromkeys(extra, REDACTED)


def test_a_secret_has_no_part_in_the_digest() -> None:
    nodes = [field(secret=True, value=value, raw=value, states={"valuetext": value}) for value in (HIDDEN, "other")]
    assert of(nodes[0]).digest == of(nodes[1]).digest


def test_hiding_what_is_hidden_changes_nothing() -> None:
    snapshot = of(field(secret=True, raw=HIDDEN), {"role": "text", "name": HIDDEN, "parent": 0})
    assert loads(dumps(snapshot)) == snapshot
    assert Snapshot.from_dicts(snapshot.to_dicts()) == snapshot


# errors


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": 7777777},
        {"value": [HIDDEN]},
        {"states": {"focused": HIDDEN}},
        {"states": {"level": HIDDEN}},
        {"states": {"checked": HIDDEN}},
        {"states": {"valuetext": 7777777}},
        {"bounds": HIDDEN},
        {"bounds": [1, 2, 3, 7777777777]},
        {"actions": HIDDEN},
        {"actions": [7777777]},
        {"id_stable": HIDDEN},
        {"url_digest": HIDDEN},
        {"url": "/a", "url_digest": HIDDEN},
        {"parent": HIDDEN},
        {"raw": {HIDDEN, "x"}},
        {"raw": [HIDDEN, math.nan]},
        {"children": HIDDEN},
    ],
)
def test_an_error_about_a_secret_field_does_not_repeat_it(wrong: Mapping[str, object]) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        of(field(secret=True, **wrong))
    said = f"{caught.value}{caught.value!r}{caught.value.__cause__!r}"
    assert HIDDEN not in said
    assert "7777777" not in said


# the caller's own rule


def test_a_rule_makes_elements_secret_and_all_below_them() -> None:
    nodes: list[Node] = [
        {"role": "region", "name": "Wallet"},
        {"role": "text", "name": HIDDEN, "parent": 0},
        {"role": "text"},
    ]
    snapshot = of(*nodes, redact=lambda fields: fields["name"] == "Wallet")
    assert secrets_of(snapshot) == [True, True, False]
    assert HIDDEN not in everything_said(snapshot)


def test_a_rule_alone_and_a_rule_of_a_redaction_are_the_same() -> None:
    def rule(fields: Mapping[str, object]) -> bool:
        return fields["role"] == "textbox"

    assert of(field(), redact=rule) == of(field(), redact=Redaction(rule=rule))


def test_a_rule_sees_every_field_by_its_name() -> None:
    seen: list[Mapping[str, object]] = []

    def rule(fields: Mapping[str, object]) -> bool:
        seen.append(fields)
        return False

    node = field(states={"focused": True}, automation_id="pw", raw={"a": 1})
    assert not of(node, redact=rule)[0].secret
    assert len(seen) == 1
    assert (seen[0]["automation_id"], seen[0]["states"], seen[0]["extra"]) == (
        "pw",
        {"focused": True},
        {"raw": {"a": 1}},
    )


def test_a_rule_hides_besides_what_is_marked_and_never_less() -> None:
    assert secrets_of(of(field(secret=True), field(), redact=lambda _: False)) == [True, False]


def test_a_rule_works_when_a_file_is_read() -> None:
    snapshot = loads(dumps(of(field())), redact=lambda fields: fields["name"] == "Password")
    assert HIDDEN not in everything_said(snapshot)


# patterns


def test_what_a_pattern_matches_is_replaced_in_texts_and_states() -> None:
    node = {"role": "text", "name": f"Card {CARD}!", "value": CARD, "description": f"{CARD}, {CARD}"}
    element = of({**node, "states": {"valuetext": f"a{CARD}", "level": 2}}, redact=CARDS)[0]
    assert (element.name, element.value, element.description) == (
        f"Card {REDACTED}!",
        REDACTED,
        f"{REDACTED}, {REDACTED}",
    )
    assert element.states == {"valuetext": f"a{REDACTED}", "level": 2}
    assert not element.secret


@pytest.mark.parametrize("name", ["app", "title", "document", "action"])
def test_what_a_pattern_matches_is_replaced_in_circumstances(name: str) -> None:
    assert getattr(of(redact=CARDS, **{name: f"Card {CARD}"}), name) == f"Card {REDACTED}"


def test_the_window_stays_as_it_is_so_that_two_are_never_one() -> None:
    assert of(redact=CARDS, window=f"{CARD}", title=CARD).window == CARD


def test_two_windows_of_long_names_stay_two_when_they_are_clipped() -> None:
    limits, same = Limits(max_text=64), "same" * 30
    keys = {of(redact=CARDS, limits=limits, window=f"{same}{CARD}{end}").window for end in "ab"}
    assert [len(key or "") for key in keys] == [64, 64]


@pytest.mark.parametrize(
    "extra", [CARD, [CARD], {"a": {"b": f"x{CARD}"}}, {CARD: 1}, [f"é{CARD}"], {CARD: 1, "5" * 16: 2}]
)
def test_what_a_pattern_matches_is_gone_from_unknown_keys(extra: object) -> None:
    assert CARD not in everything_said(of({"role": "text", "raw": extra}, redact=CARDS))


def test_unknown_keys_in_which_no_pattern_matches_are_kept() -> None:
    node = {"role": "text", "raw": f"x{CARD}", "number": 5, "deep": ["é"]}
    assert of(node, redact=CARDS)[0].extra == {"raw": f"x{REDACTED}", "number": 5, "deep": ["é"]}


@pytest.mark.parametrize("extra", ["Zürich", ["Zürich"], {"a": {"b": "in Zürich"}}, ['"Zürich"']])
def test_a_pattern_of_other_letters_than_ascii_matches_in_unknown_keys(extra: object) -> None:
    assert "Zürich" not in everything_said(of({"role": "text", "raw": extra}, redact=Redaction(patterns=("Zürich",))))


@pytest.mark.parametrize("extra", ["a\nb", ["a\nb"], {"k": {"l": 'say "a\nb"'}}])
def test_a_pattern_with_a_line_break_matches_in_unknown_keys(extra: object) -> None:
    said = of({"role": "text", "raw": extra}, redact=Redaction(patterns=(r"a\nb",)))[0].extra
    assert REDACTED in str(said)


@pytest.mark.parametrize("name", ["url", "actions"])
def test_what_a_pattern_matches_is_replaced_wherever_text_is_shown(name: str) -> None:
    node = {"role": "link", "url": f"/cards/{CARD}", "actions": [f"pay {CARD}"]}
    assert CARD not in str(getattr(of(node, redact=CARDS)[0], name))


def test_what_a_pattern_matches_is_gone_from_unknown_keys_of_a_file() -> None:
    text = dumps(of()).replace('"nodes"', f'"note":"{CARD}","nodes"')
    assert CARD not in everything_said(loads(text, redact=CARDS))


def test_what_a_pattern_matches_is_gone_though_it_is_clipped_in_the_middle() -> None:
    # what is left of it would be no match any more, and the mark has a digest of the text
    node = {"role": "text", "name": "x" * 30 + CARD + "y" * 100}
    limits = Limits(max_text=64)
    other = {"role": "text", "name": "x" * 30 + CARD[::-1] + "y" * 100}
    snapshot = of(node, redact=CARDS, limits=limits)
    assert "411" not in everything_said(snapshot)
    assert snapshot == of(other, redact=CARDS, limits=limits)


@pytest.mark.parametrize("pattern", ["//[^/]+", "https", r"\?.*", "example.org"])
def test_a_url_in_which_a_pattern_matches_is_loaded_as_it_was(pattern: str) -> None:
    url = "https://example.org/a?b=c"
    snapshot = of({"role": "link", "url": url}, redact=Redaction(patterns=(pattern,)), url=url)
    assert loads(dumps(snapshot)) == snapshot


@pytest.mark.parametrize(
    ("node", "pattern"),
    [({"role": "text", "raw": "1" * 30_000}, r"\d"), (field(secret=True, **{f"k{i}": 0 for i in range(4000)}), "x")],
    ids=["pattern", "secret"],
)
def test_unknown_keys_that_grow_when_they_are_hidden_can_be_loaded(node: Node, pattern: str) -> None:
    snapshot = of(node, redact=Redaction(patterns=(pattern,)))
    assert loads(dumps(snapshot)) == snapshot


def test_patterns_do_not_uncover_what_is_marked() -> None:
    node = field(value="123456", states={"autocomplete": "one-time-code"})
    assert of(node, redact=Redaction(patterns=("code",)))[0].value == REDACTED


def test_patterns_leave_states_in_words_of_fixed_lists_alone() -> None:
    node = {"role": "checkbox", "states": {"checked": "mixed", "invalid": "spelling"}}
    snapshot = of(node, redact=Redaction(patterns=("mixed|spelling",)))
    assert loads(dumps(snapshot)) == snapshot


@pytest.mark.parametrize("pattern", [".*", "x*"])
def test_patterns_leave_empty_texts_empty(pattern: str) -> None:
    element = of({"role": "text", "name": ""}, redact=Redaction(patterns=(pattern,)), title="")[0]
    assert (element.name, element.value) == ("", None)


def test_patterns_are_applied_one_after_another() -> None:
    masked = Redaction(patterns=(r"\d{4}", re.compile("PIN", re.IGNORECASE))).mask("pin 1234, Pin 99")
    assert masked == f"{REDACTED} {REDACTED}, {REDACTED} 99"


# nothing of it is left


@pytest.mark.parametrize("limits", [None, Limits(max_text=64)])
def test_long_secrets_leave_no_digest_behind(limits: Limits | None) -> None:
    def built(values: Iterable[str]) -> list[Snapshot]:
        nodes = [field(value=value, secret=True, raw="r") for value in values]
        return [Snapshot.from_dicts([node], limits=limits) for node in nodes]

    one, other = built(["a" * 70_000, "b" * 70_000])
    assert (one, one.digest) == (other, other.digest)
    assert REDACTED in everything_said(one)
