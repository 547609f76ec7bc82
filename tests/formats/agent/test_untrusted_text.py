"""spec/features#x13, spec/laws#7-a-record-is-a-line, spec/bad-inputs#1 to #20: no text of a UI makes, changes or
forges a line of the ``agent`` text.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.seven import QUOTED, assert_safe
from tests.laws.common import records
from uidiff import Snapshot, diff, render
from uidiff.testing import HOSTILE_TEXTS, hostile_texts, snapshot_pairs

FIELDS = ("name", "value", "description", "url", "automation_id", "native_role")


def with_text(text: str, **more: object) -> Snapshot:
    """A small tree in which every field and circumstance is that text."""
    node = dict.fromkeys(FIELDS, text)
    return Snapshot.from_dicts(
        [
            {"role": "window", **node},
            {"parent": 0, "role": "button", **node, "actions": [text], "states": {"valuetext": text}},
            {"parent": 0, "role": "alert"},
            {"parent": 2, "role": "text", "name": text, **more},
        ],
        title=text,
        app=text,
        window=text,
        url=text,
        document=text,
    )


PLAIN = Snapshot.from_dicts([{"role": "window"}, {"parent": 0, "role": "button", "name": "x"}], title="t", url="u")
TEXTS = [(row, text) for row, texts in HOSTILE_TEXTS.items() for text in texts]


@pytest.mark.parametrize(("row", "text"), TEXTS, ids=[f"{row}-{number}" for number, (row, _) in enumerate(TEXTS)])
@pytest.mark.parametrize("fold", [True, False])
def test_bad_inputs_1_to_21(row: int, text: str, fold: bool) -> None:
    del row
    snapshot = with_text(text)
    for what in (snapshot, diff(PLAIN, snapshot), diff(snapshot, PLAIN), diff(snapshot, with_text(text + "!"))):
        shown = render(what, fold=fold)
        assert_safe(shown)
        assert_safe(render(what, fold=fold, budget=60))


def test_bad_input_10_a_quoted_text_reads_back_exactly() -> None:
    for _, text in TEXTS:
        snapshot = Snapshot.from_dicts([{"role": "window", "name": text}])
        quoted = QUOTED.findall(render(snapshot))
        assert [json.loads(one) for one in quoted] == [snapshot[0].name] * len(quoted)


@given(snapshot_pairs())
def test_law_7_unfolded_every_record_is_a_line(pair: tuple[Snapshot, Snapshot]) -> None:
    delta = diff(*pair)
    shown = render(delta, fold=False)
    assert_safe(shown)
    assert len(shown.split("\n")) == 1 + len(delta.circumstances) + len(records(delta))
    assert len(render(pair[1], fold=False).split("\n")) == 1 + len(pair[1])


LETTERS = "abcdefghij"
HOSTILE_LETTERS = '\n\r\x1b\u2028\u202e\x00"\\\u3164+'
"""Ten letters, and what follows each where a text means harm."""


@settings(max_examples=60)
@given(st.lists(st.text(LETTERS, min_size=1, max_size=12), min_size=6, max_size=6), st.permutations(HOSTILE_LETTERS))
def test_law_7_folded_no_text_changes_the_number_of_lines(texts: list[str], letters: list[str]) -> None:
    """The same tree and the same change with other letters has as many lines, whatever follows the letters."""
    table = str.maketrans({letter: letter + hostile for letter, hostile in zip(LETTERS, letters, strict=True)})

    def lines(made: list[str]) -> list[int]:
        first, second, third, fourth, fifth, sixth = made
        before = Snapshot.from_dicts(
            [
                {"role": "document", "name": first},
                {"parent": 0, "role": "button", "name": second},
                {"parent": 1, "role": "text", "name": third},
                {"parent": 0, "role": "row"},
                {"parent": 3, "role": "cell", "name": fourth},
            ]
        )
        after = Snapshot.from_dicts(
            [
                {"role": "document", "name": first},
                {"parent": 0, "role": "button", "name": fifth},
                {"parent": 0, "role": "row"},
                {"parent": 2, "role": "cell", "name": fourth},
                {"parent": 0, "role": "dialog", "name": sixth},
                {"parent": 4, "role": "text", "name": second},
            ]
        )
        texts = (render(before), render(after), render(diff(before, after, matcher="id")))
        return [text.count("\n") for text in texts]

    assert lines(texts) == lines([text.translate(table) for text in texts])


@given(hostile_texts())
def test_x_13_any_text_in_any_place_is_one_quoted_text(text: str) -> None:
    before, after = with_text("before"), with_text(text)
    for what in (after, diff(before, after), diff(after, before)):
        assert_safe(render(what))
        assert_safe(render(what, summary=False))
        assert_safe(render(what, bounds=True))
