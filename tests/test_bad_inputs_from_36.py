"""Bad inputs from 36 on, through the public face: identity, secrets, plug-ins. What must happen is there."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import uidiff
from uidiff import Snapshot

HIDDEN = "hunter2"
MATCHERS = ["auto", "id", "name-role-parent", "content-hash"]

Node = dict[str, Any]


def of(*nodes: Node, **options: Any) -> Snapshot:  # noqa: ANN401  # passed on
    return Snapshot.from_dicts(nodes, **options)


def rows(*names: str) -> Snapshot:
    """A list with a row of each name."""
    return of({"role": "list"}, *({"role": "listitem", "name": name, "parent": 0} for name in names))


def pairs_of(before: Snapshot, after: Snapshot, matcher: str = "auto") -> tuple[tuple[int, int], ...]:
    return uidiff.match(before, after, matcher=matcher).pairs


def counts(before: Snapshot, after: Snapshot, matcher: str = "auto") -> tuple[int, int, int]:
    """How many elements were added, removed and changed."""
    delta = uidiff.diff(before, after, matcher=matcher)
    assert delta.apply(before) == after
    return len(delta.added), len(delta.removed), len(delta.changed)


# ----------------------------------------------------------------- identity


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_36_10_000_identical_siblings_are_matched_in_order_with_linear_work(matcher: str) -> None:
    def work(count: int) -> int:
        before, after = rows(*["same"] * count), rows(*["same"] * (count + 1))
        matching = uidiff.match(before, after, matcher=matcher)
        assert matching.pairs == tuple((index, index) for index in range(count + 1))
        return matching.work

    assert work(10_000) < 2.2 * work(5_000)


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_37_three_identical_rows_that_become_four_are_one_added(matcher: str) -> None:
    before, after = rows(*["same"] * 3), rows(*["same"] * 4)
    assert counts(before, after, matcher) == (1, 0, 0)
    assert counts(after, before, matcher) == (0, 1, 0)


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_38_ids_that_stand_twice_lose_no_element(matcher: str) -> None:
    before, after = (
        of(*({"role": "row", "name": name, "id": "7", "id_stable": True} for name in names)) for names in ("abc", "acd")
    )
    matching = uidiff.match(before, after, matcher=matcher)
    added, removed, _ = counts(before, after, matcher)
    assert (len(matching) + removed, len(matching) + added) == (3, 3)


def test_bad_input_38_ids_that_stand_equally_often_pair_by_place_under_the_id_matcher_else_not_at_all() -> None:
    twice, thrice = (of(*[{"role": "row", "id": "7"}] * count) for count in (2, 3))
    assert pairs_of(twice, twice, "id") == ((0, 0), (1, 1))
    assert pairs_of(twice, thrice, "id") == ()


def test_bad_input_38_what_a_duplicate_id_leaves_open_is_decided_by_content() -> None:
    before = of(*({"role": "row", "name": name, "id": "7", "id_stable": True} for name in "ab"))
    after = of(*({"role": "row", "name": name, "id": "7", "id_stable": True} for name in "ba"))
    assert pairs_of(before, after) == ((0, 1), (1, 0))


def test_bad_input_39_new_ids_at_each_read_change_nothing() -> None:
    before, after = (
        of(*({"role": "row", "name": name, "id": str(index + first)} for index, name in enumerate("abc")))
        for first in (0, 1)
    )
    assert pairs_of(before, after) == ((0, 0), (1, 1), (2, 2))
    assert not uidiff.diff(before, after)


def test_bad_input_40_a_stable_id_of_another_role_is_another_element() -> None:
    before = of({"role": "list"}, {"role": "button", "name": "Send", "id": "7", "id_stable": True, "parent": 0})
    after = of({"role": "list"}, {"role": "heading", "name": "Today", "id": "7", "id_stable": True, "parent": 0})
    assert pairs_of(before, after) == ((0, 0),)


def test_bad_input_40_under_the_id_matcher_another_role_is_a_change() -> None:
    delta = uidiff.diff(of({"role": "button", "id": "7"}), of({"role": "heading", "id": "7"}), matcher="id")
    assert dict(delta.changed[0].fields) == {"role": ("button", "heading")}


@pytest.mark.parametrize(
    ("matcher", "one", "other"),
    [
        *(
            (matcher, one, other)
            for matcher in ("auto", "content-hash")
            for one, other in (
                ({"name": "a|b"}, {"name": "a", "value": "b|"}),
                ({"name": "a", "value": "b"}, {"name": "ab"}),
                ({"name": "a", "value": "b"}, {"name": "a", "description": "b"}),
                ({"name": "a > b"}, {"name": "a", "value": "> b"}),
                ({"name": "a\x00b"}, {"name": "a", "value": "b"}),
                ({"name": "a\x1fb"}, {"name": "a", "value": "b"}),
                ({"name": "a > b"}, {"name": "b"}),
            )
        ),
        ("name-role-parent", {"name": "x|y"}, {"name": "y", "role": "row-x"}),
        ("name-role-parent", {"name": "x y"}, {"name": "y", "role": "row-x"}),
    ],
)
def test_bad_input_41_signs_between_the_parts_of_a_key_forge_no_other_key(matcher: str, one: Node, other: Node) -> None:
    before = of({"role": "row", **one}, {"role": "row", **other})
    after = of({"role": "row", **other}, {"role": "row", **one})
    assert pairs_of(before, after, matcher) == ((0, 1), (1, 0))


def test_bad_input_41_a_name_that_looks_like_a_path_is_no_path() -> None:
    before = of({"role": "group", "name": "a > b"}, {"role": "row", "parent": 0}, {"role": "group", "name": "a"})
    after = of(
        {"role": "group", "name": "a"}, {"role": "group", "name": "b", "parent": 0}, {"role": "row", "parent": 1}
    )
    assert pairs_of(before, after, "name-role-parent") == ((2, 0),)


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_42_empty_trees_are_compared_like_others(matcher: str) -> None:
    nothing, something = of(), rows("a", "b")
    assert not uidiff.diff(nothing, nothing, matcher=matcher)
    assert counts(nothing, something, matcher) == (3, 0, 0)
    assert counts(something, nothing, matcher) == (0, 3, 0)


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_42_a_change_of_the_root_alone_is_that_alone(matcher: str) -> None:
    nodes: Sequence[Node] = [{"role": "row", "name": name, "parent": 0} for name in "abc"]
    before, after = (of({"role": "window", "name": "Mail", "value": value}, *nodes) for value in ("1", "2"))
    delta = uidiff.diff(before, after, matcher=matcher)
    assert [dict(record.fields) for record in delta.changed] == [{"value": ("1", "2")}]
    assert (delta.added, delta.removed, delta.moved, delta.unchanged_count) == ((), (), (), 3)


def test_bad_input_42_an_application_that_was_started_again_is_the_same() -> None:
    def started(pid: int) -> Snapshot:
        nodes = ({"role": "row", "name": name, "id": f"{pid}-{name}"} for name in "abc")
        return of(*nodes, pid=pid, taken_at=float(pid))

    assert not uidiff.diff(started(7), started(8))


@pytest.mark.parametrize("matcher", MATCHERS)
def test_bad_input_44_huge_values_cost_no_more_work_than_short_ones(matcher: str) -> None:
    def compared(times: int) -> tuple[int, list[str]]:
        before, after = (of({"role": "textbox", "name": "Text", "value": text * times}) for text in ("ab", "ba"))
        delta = uidiff.diff(before, after, matcher=matcher)
        return uidiff.match(before, after, matcher=matcher).work, list(delta.changed[0].fields)

    assert compared(8000) == compared(1)
    assert compared(1)[1] == ["value"]


# ----------------------------------------------------------------- secrets, plug-ins, surroundings


@pytest.mark.parametrize(
    ("platform", "field"),
    [
        ("aria", {"role": "textbox", "states": {"protected": True}}),
        ("aria", {"role": "textbox", "secret": True}),
        ("atspi", {"role": "password text"}),
        ("ax", {"role": "AXTextField/AXSecureTextField"}),
    ],
)
def test_bad_input_45_nothing_of_a_password_and_its_leaves_is_left(platform: str, field: Node) -> None:
    def typed(text: str) -> Snapshot:
        leaf = {"role": "text", "name": text, "parent": 0}
        return of({**field, "name": "Password", "value": text}, leaf, platform=platform)

    snapshot, other = typed(HIDDEN), typed("x" * 30)
    delta = uidiff.diff(of(platform=platform), snapshot)
    said = [uidiff.dumps(snapshot), repr(snapshot), *map(repr, snapshot), json.dumps(delta.to_dict()), repr(delta)]
    assert HIDDEN not in "\n".join(said)
    assert (snapshot, snapshot.digest) == (other, other.digest)
    assert [element.label for element in snapshot] == ["Password", "[redacted]"]


@pytest.mark.parametrize("token", ["one-time-code", "cc-number", "cc-csc", "section-a billing cc-exp"])
def test_bad_input_47_codes_and_card_numbers_are_hidden(token: str) -> None:
    node = {"role": "textbox", "name": "Code", "value": HIDDEN, "states": {"autocomplete": token}}
    assert HIDDEN not in uidiff.dumps(of(node))


@pytest.mark.parametrize(
    "redact",
    [uidiff.Redaction(patterns=("hunter[0-9]",)), lambda fields: fields["name"] == "Note"],
    ids=["pattern", "hook"],
)
def test_bad_input_47_what_the_caller_calls_secret_is_hidden(redact: Any) -> None:  # noqa: ANN401
    assert HIDDEN not in uidiff.dumps(of({"role": "text", "name": "Note", "value": HIDDEN}, redact=redact))


def test_bad_input_48_a_secret_in_a_url_is_not_shown_and_its_change_is_seen() -> None:
    before, after = (
        of({"role": "link", "url": f"/a?token={value}"}, url=f"https://h/?token={value}#access_token={value}")
        for value in (HIDDEN, HIDDEN[::-1])
    )
    delta = uidiff.diff(before, after)
    assert delta.circumstances["url"] == ("https://h/?token=…#…",) * 2
    assert dict(delta.changed[0].fields) == {"url": ("/a?token=…", "/a?token=…")}
    said = uidiff.dumps(before) + uidiff.dumps(after) + json.dumps(delta.to_dict())
    assert HIDDEN not in said
    assert HIDDEN[::-1] not in said


def test_bad_input_67_a_plug_in_that_raises_is_named_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "fake_raising-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fake-raising\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[uidiff.matchers]\nraising = fake_raising:Matcher\n")
    (tmp_path / "fake_raising.py").write_text(f"raise RuntimeError('{HIDDEN}')")
    monkeypatch.syspath_prepend(tmp_path)
    assert uidiff.match(of(), of(), matcher="auto").pairs == ()
    with pytest.raises(uidiff.errors.PluginError, match=r"'fake_raising:Matcher'.* \(RuntimeError\)"):
        uidiff.match(of(), of(), matcher="raising")
    assert uidiff.match(of(), of(), matcher="id").pairs == ()


SCRIPT = """
import json, locale, sys
import uidiff
locale.setlocale(locale.LC_ALL, "")
states = {"busy": True, "checked": "mixed", "level": 2, "x-own": "I\\u0130\\u0131i"}
nodes = [{"role": "WINDOW", "name": "TITLE"}]
nodes += [{"role": "listitem", "name": f"Item {i % 3} \\u00e9", "parent": 0, "states": states, "k": {"z": 1, "a": 2}}
          for i in range(12)]
other = [nodes[0], *reversed(nodes[1:7]), {"role": "dialog", "name": "I\\u0130\\u0131i?", "url": "/a?b=c"}]
before = uidiff.Snapshot.from_dicts(nodes, title="I", taken_at=1.5, redact=lambda fields: fields["name"] == "Item 2")
after = uidiff.Snapshot.from_dicts(other, title="\\u0131")
delta = uidiff.diff(before, after, ignore={"bounds", "value", "focused"})
said = [uidiff.dumps(before), before.digest, uidiff.dumps(after), json.dumps(delta.to_dict(), ensure_ascii=False)]
sys.stdout.buffer.write("\\n".join(said).encode())
"""


def said_under(**variables: str) -> bytes:
    """What a fresh Python says under these variables."""
    return subprocess.run(
        [sys.executable, "-c", SCRIPT], env={**os.environ, **variables}, capture_output=True, check=True, timeout=600
    ).stdout


@pytest.fixture(scope="session")
def turkish(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in Turkish, where "I" in lower case is no "i": the locale is made for the test."""
    folder = tmp_path_factory.mktemp("locale")
    command = ["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / "tr_TR.UTF-8")]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        missing = "no Turkish locale can be made: install localedef and its sources (Debian: the package locales)"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    environment = {"LOCPATH": str(folder), "LC_ALL": "tr_TR.UTF-8"}
    code = "import locale; print(locale.setlocale(locale.LC_ALL, ''))"
    named = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, check=True
    )
    assert named.stdout.strip() == b"tr_TR.UTF-8"
    return environment


def test_bad_input_70_hash_seed_and_locale_change_no_byte(turkish: dict[str, str]) -> None:
    languages = ({"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, turkish)
    said = {said_under(PYTHONHASHSEED=seed, **known) for seed in ("0", "1", "random") for known in languages}
    assert [text.count(b"uidiff/") for text in said] == [3]
