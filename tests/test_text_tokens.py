"""The estimate of tokens, against true counts of o200k_base: ``python -m benchmarks.tokens.examples`` wrote them."""

import json
import string
import sys
from pathlib import Path
from statistics import median

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from uidiff.tokens import LineTokens, estimate_tokens, token_pieces

COUNTED = json.loads((Path(__file__).parents[1] / "benchmarks" / "tokens" / "counted.json").read_text(encoding="utf-8"))

LETTERS = string.ascii_letters + "éüßÀЖя"
texts = st.text(st.characters() | st.sampled_from([*string.printable, *LETTERS, "…", "中", "🎉", "\u200b"]))
lines = st.text(st.sampled_from([*string.printable.replace("\n", "").replace("\r", ""), *LETTERS, "…", "中"]))


@pytest.mark.parametrize(("text", "count"), COUNTED, ids=lambda value: ascii(value)[:30])
def test_the_estimate_is_not_below_the_count(text: str, count: int) -> None:
    assert estimate_tokens(text) >= count


def test_the_estimate_is_near_for_texts_of_interfaces() -> None:
    """Ordinary texts in English: those of the corpus as they stand in an agent's text or in Playwright's."""
    ordinary = [(text, count) for text, count in COUNTED if text.startswith(("  button e", "- generic")) and count > 9]
    shares = sorted(estimate_tokens(text) / count for text, count in ordinary)
    assert len(ordinary) > 60
    assert median(shares) <= 1.15
    assert shares[len(shares) * 9 // 10] <= 1.35


def test_the_estimate_is_not_absurd_for_other_languages() -> None:
    for text, count in COUNTED[:15]:
        assert estimate_tokens(text) <= 2.2 * count, ascii(text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("button", 1),
        (' button e12 "Save changes"', 7),
        ("123", 1),
        ("1234567", 3),
        ("\n    ", 1 + 1),
        ('","', 1),
        ("-" * 257, 257),
        ("é", 1),
        ("…", 1),
        ("中", 1),
        ("\ud800", 3),
        ("\U0010ffff", 4),
    ],
)
def test_the_estimate_is_known(text: str, tokens: int) -> None:
    """The same on each Python: it asks no Unicode tables."""
    assert estimate_tokens(text) == tokens


@given(texts)
def test_every_text_is_cut_into_pieces_that_make_it_up(text: str) -> None:
    assert "".join(token_pieces(text)) == text


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ('button e12 "Save all"\n  row', ["button", " e", "12", ' "', "Save", " all", '"\n', " ", " row"]),
        ("it's IT'S XMLHttpRequest", ["it's", " IT'S", " XMLHttp", "Request"]),
        ("12345,67 ½²", ["123", "45", ",", "67", " ", "½²"]),
        ("naïve ÉTÉ…—x", ["naïve", " ÉTÉ", "…—", "x"]),
        ("ДаНет ΑΒγ", ["Да", "Нет", " ΑΒγ"]),
        ("保存、する A中b", ["保存", "、する", " A中b"]),
        ("e\u0301 !\u0301a\u0301B", ["e\u0301", " !\u0301", "a\u0301", "B"]),
        ("a\u00a0\u00a0b \r\n /\n/", ["a", "\u00a0", "\u00a0b", " \r\n", " /\n/"]),
    ],
)
def test_a_text_is_cut_as_the_encoding_cuts_it(text: str, pieces: list[str]) -> None:
    assert token_pieces(text) == pieces


@given(texts)
def test_the_estimate_lies_between_the_pieces_and_the_bytes(text: str) -> None:
    assert len(token_pieces(text)) <= estimate_tokens(text) <= len(text.encode("utf-8", "surrogatepass"))


@given(texts)
def test_the_estimate_does_not_depend_on_what_was_asked_before(text: str) -> None:
    first = estimate_tokens(text)
    estimate_tokens(text[::-1] + text)
    assert estimate_tokens(text) == first


@given(st.lists(lines, max_size=6))
def test_the_estimate_of_lines_is_the_sum_of_their_estimates(given_lines: list[str]) -> None:
    """For lines that are not blank and do not begin with a slash."""
    assume(all(line.strip(string.whitespace) and not line.startswith("/") for line in given_lines))
    ended = [f"{line}\n" for line in given_lines]
    assert estimate_tokens("".join(ended)) == sum(map(estimate_tokens, ended))


def test_the_estimate_remembers_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only short pieces, and a limited number: a hostile text cannot fill the memory."""
    remembered, kinds = sys.modules["uidiff.tokens"]._token_tables()
    monkeypatch.setattr("uidiff.tokens._KEPT_PIECES", 10)
    monkeypatch.setattr("uidiff.tokens._KEPT_CHARACTERS", len(kinds) + 3)
    text = " ".join(f"q{letter}z" for letter in string.ascii_letters)
    before = estimate_tokens(text)
    assert len(remembered) <= 10
    assert estimate_tokens(text) == before
    estimate_tokens("w" * 1000 + " " + "中" * 1000)
    assert max(map(len, remembered)) <= 32
    before = len(kinds)
    assert estimate_tokens("".join(map(chr, range(0x12000, 0x12100)))) > 256
    assert len(kinds) == before + 3


PARTS = st.sampled_from(
    [
        *' aB1."/é中…\t\r\n',
        "\n\n",
        "\n  ",
        "\n/",
        '"\n',
        "'s",
        "\u2003",
        "\u2028",
        "\x85",
        "\x0c",
        "\u0301",
        "button e1",
    ]
)


@given(st.lists(st.lists(PARTS, max_size=20).map("".join), max_size=4))
def test_counting_line_by_line_is_counting_the_whole(given_texts: list[str]) -> None:
    count = LineTokens()
    for text in given_texts:
        assert count(text) == estimate_tokens(text), ascii(text)
