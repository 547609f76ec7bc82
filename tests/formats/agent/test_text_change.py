"""What took the place of what: long equal parts are left out between words, and the rest is exact."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from uidiff.formats.agent.text_change import format_change

PAIR = re.compile(r'("(?:[^"\\]|\\.)*") -> ("(?:[^"\\]|\\.)*")')


def test_clipped_texts_say_so() -> None:
    assert format_change("a" * 30, "b" * 30, 10) == '"aaaaaaaaa…" -> "bbbbbbbbb…"'


def test_bad_input_44_huge_texts_take_linear_time() -> None:
    assert "->" in format_change("ab" * 8_000, "ba" * 8_000)
    assert "->" in format_change("a b " * 8_000, "b a " * 8_000)


words = st.lists(st.sampled_from(["alpha", "beta", "-3", "1,204", "x", "…", "gamma delta epsilon"]), max_size=30)


@given(words, words)
def test_the_differing_parts_make_the_new_text_of_the_old_one(old: list[str], new: list[str]) -> None:
    before, after = " ".join(old), " ".join(new)
    if before == after or "…" in before + after:
        return
    made = before
    for was, now in PAIR.findall(format_change(before, after)):
        shown, put = json.loads(was), json.loads(now)
        core, instead = shown.removeprefix("…").removesuffix("…"), put.removeprefix("…").removesuffix("…")
        assert core in made
        assert instead in after
    pairs = PAIR.findall(format_change(before, after))
    if len(pairs) == 1 and "…" not in "".join(pairs[0]):
        assert (json.loads(pairs[0][0]), json.loads(pairs[0][1])) == (before, after)
