"""Text of a user interface, made safe to print, to store and to compare: quoted, clipped, folded.

A program's author may try to forge our output by text (spec/bad-inputs#1 to #23). So text goes into a line only
through :func:`quote`, into a snapshot only through :func:`replace_surrogates` and :func:`clip`, and becomes a key of
a matcher only through :func:`fold`.

What decides about output is a literal table in this file, independent of the Unicode tables
of the running Python, its locale and its hash seed. Only :func:`fold`, :func:`same_text` and :func:`words` use
Python's tables, for normalisation, white space and letters; for assigned characters, Unicode keeps the first of these
stable (UAX 15).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

__all__ = [
    "SHORTEST_CLIP",
    "clip",
    "counted",
    "fold",
    "fold_column",
    "one_line",
    "plural",
    "quote",
    "readable",
    "remove_glyphs",
    "replace_surrogates",
    "same_text",
    "same_texts",
    "shorten",
    "single_spaced",
    "squashed",
    "without_glyphs",
    "words",
]

SHORTEST_CLIP = 64
"""The smallest limit of :func:`clip`: room for its mark and for enough text to identify it."""

_INVISIBLE = (
    (0x0000, 0x001F),  # C0 controls: line ends, ESC, BEL
    (0x007F, 0x009F),  # DEL and the C1 controls: NEL, the 8-bit CSI
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark (bidi)
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian variation selectors and vowel separator
    (0x200B, 0x200B),  # zero width space
    (0x200E, 0x200F),  # left-to-right and right-to-left mark
    (0x2028, 0x202E),  # line and paragraph separator, bidi embeddings and overrides
    (0x2060, 0x206F),  # word joiner, invisible operators, bidi isolates, deprecated format characters
    (0x2800, 0x2800),  # braille blank
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0D),  # variation selectors, but for the two of emoji
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFA0, 0xFFA0),  # half-width Hangul filler
    (0xFFF0, 0xFFFB),  # reserved for format characters, interlinear annotation
    (0x13430, 0x1343F),  # Egyptian hieroglyph format controls
    (0x1BCA0, 0x1BCA3),  # shorthand format controls
    (0x1D173, 0x1D17A),  # musical format controls
    (0xE0000, 0xE0FFF),  # tags, variation selector supplement, and what is reserved beside them
)
"""Characters that show nothing, or act on their surroundings: the general categories Cc, Cf, Zl and Zp of Unicode 15.1
(but for those below), what has Default_Ignorable_Code_Point (UAX 44), and the braille blank."""

_FORMAT_SIGNS = (
    (0x0600, 0x0605),  # Arabic number signs
    (0x06DD, 0x06DD),  # Arabic end of ayah
    (0x070F, 0x070F),  # Syriac abbreviation mark
    (0x0890, 0x0891),  # Arabic pound and piastre mark above
    (0x08E2, 0x08E2),  # Arabic disputed end of ayah
    (0x110BD, 0x110BD),  # Kaithi number sign
    (0x110CD, 0x110CD),  # Kaithi number sign above
)
"""Format characters (Cf) that are drawn, around the characters that follow: escaped, yet not invisible."""

_PRIVATE_USE = ((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))
"""The private use areas (Unicode, general category Co)."""

_SURROGATES = ((0xD800, 0xDFFF),)
_QUOTE_AND_BACKSLASH = ((0x22, 0x22), (0x5C, 0x5C))

_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_SELECTOR = "\ufe0f"
_KEPT = "\u200c\u200d\ufe0e\ufe0f"
"""Invisible, yet kept by :func:`quote`: the two joiners that Persian and emoji need, and the two selectors that choose
between the text form and the emoji form of a character."""


def _character_class(*tables: tuple[tuple[int, int], ...]) -> str:
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for table in tables for first, last in table)


@cache  # compiled when a text is not plain, as are those below
def _special_run() -> re.Pattern[str]:
    special = _character_class(_INVISIBLE, _FORMAT_SIGNS, _SURROGATES, _QUOTE_AND_BACKSLASH)
    return re.compile(f"[{special}{_KEPT}]+")


@cache
def _seen() -> re.Pattern[str]:
    return re.compile(f"[^ {_character_class(_INVISIBLE)}{_KEPT}]")


_SURROGATE = "[\ud800-\udfff]"
_WORD = re.compile(r"[^\W_]+")


def quote(text: str) -> str:
    r"""Return one line in double quotes with JSON's escapes: ``json.loads(quote(text)) == text``.

    Escaped are characters that end a line, drive a terminal, turn the direction of reading or are invisible
    (spec/bad-inputs#1 to #7, 9, 10, 12 and 20), and lone surrogates, so that the result can be encoded in UTF-8. Kept
    are ZWJ and ZWNJ and the emoji selectors (row 8), but only the first of several in a row, or a message could be
    spelled in them; ZWJ after the emoji selector stays too, as in a family of emoji.

    A high and a low surrogate side by side read back as the character that they stand for, as in all JSON;
    :func:`replace_surrogates` joins them, and no snapshot holds any.

    >>> print(quote('Lamp\n+ [Button] "Pay"'))
    "Lamp\n+ [Button] \"Pay\""
    """
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + _special_run().sub(_escaped_run, text) + '"'


def one_line(text: str) -> str:
    r"""Return a message as one line: escape what :func:`quote` escapes, but not quotes and backslashes.

    For error messages, whose own quotes are quotes already, and which may repeat what a program said (row 63).
    """
    return _unseen_run().sub(_escaped_run, text)


@cache  # compiled when a message is shown
def _unseen_run() -> re.Pattern[str]:
    return re.compile(f"[{_character_class(_INVISIBLE, _FORMAT_SIGNS, _SURROGATES)}{_KEPT}]+")


def _escaped_run(found: re.Match[str]) -> str:
    """Escape a run of special characters, but for a kept one that follows no other kept one."""
    run = found[0]
    shown = []
    for previous, character in zip(" " + run, run, strict=False):
        alone = previous not in _KEPT or (previous == _EMOJI_SELECTOR and character == _ZERO_WIDTH_JOINER)
        shown.append(character if character in _KEPT and alone else json.dumps(character)[1:-1])
    return "".join(shown)


def clip(text: str, limit: int) -> str:
    """Cut a longer text to exactly ``limit`` code points, the mark ``…(+N D)`` at its end included.

    N is the number of code points that were cut, D the blake2b-64 of the whole text in UTF-8: a change behind the cut
    still shows (spec/bad-inputs#22 and #23). A clipped text is not clipped again at the same limit.

    Raises:
        ValueError: ``limit`` is below 64.
    """
    if limit < SHORTEST_CLIP:
        raise ValueError(f"a text cannot be clipped to {limit} characters: the least is {SHORTEST_CLIP}")
    if len(text) <= limit:
        return text
    from hashlib import blake2b  # slow to import, and few texts are that long

    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    cut = len(text)
    while True:  # the more digits the number has, the less room is left for text: settled after a round or two
        mark = f"…(+{cut} {digest})"
        kept = limit - len(mark)
        if len(text) - kept == cut:
            return text[:kept] + mark
        cut = len(text) - kept


def shorten(text: str, limit: int) -> str:
    """Cut a label to at most ``limit`` code points, the last of them "…" if it was cut; before it is quoted.

    Raises:
        ValueError: ``limit`` is below 1.
    """
    if limit < 1:
        raise ValueError(f"a label cannot be shortened to {limit} characters: the least is 1")
    return text if len(text) <= limit else text[: limit - 1] + "…"


def fold(text: str | None) -> str:
    """Return a text as matchers compare it: NFC, each run of white space one space, none at the ends.

    A text of invisible characters only, and None, fold to "" (spec/bad-inputs#7, #9 and #21). Case counts.
    """
    if not text:
        return ""
    if text.isascii() and text.isprintable() and "  " not in text and text[0] != " " != text[-1]:
        return text
    folded = " ".join(_nfc(text).split())
    return folded if _seen().search(folded) else ""


def readable(text: str | None) -> str:
    """Return a text as a person reads it: folded, without the glyphs of icon fonts; "" if nothing is left."""
    return fold(without_glyphs(text))


def without_glyphs(text: str | None) -> str:
    """Return a text without the glyphs of icon fonts and the spaces around them; "" if nothing is left to be seen.

    A text without any is returned as it is.
    """
    if not text or text.isascii():
        return text if text and fold(text) else ""
    left = remove_glyphs(text)
    return (text if left == text else left.strip()) if fold(left) else ""


def remove_glyphs(text: str) -> str:
    """Return a text without the characters of Unicode's private use areas, with which icon fonts draw."""
    return _glyph().sub("", text)


@cache
def _glyph() -> re.Pattern[str]:
    return re.compile(f"[{_character_class(_PRIVATE_USE)}]+")


def _nfc(text: str) -> str:
    from unicodedata import normalize  # its tables are a library of their own, of no use where all is ASCII

    return normalize("NFC", text)


def fold_column(column: Sequence[str | None]) -> Sequence[str | None]:
    """Fold each text, None where nothing is left; return the column itself if nothing changes."""
    joined = "|".join(filter(None, column))
    if not joined and "" not in column:
        return column
    plain = joined.isascii() and joined.isprintable() and joined[:1] != " " != joined[-1:] and "" not in column
    if plain and not any(map(joined.__contains__, ("  ", " |", "| "))):
        return column  # the usual case, seen for all texts at once: no two spaces, and none at their ends
    known = {text: fold(text) or None for text in set(column)}
    return tuple(map(known.__getitem__, column))


def same_text(before: str | None, after: str | None) -> bool:
    """Return whether two texts are equal, or differ only in Unicode normalisation (NFC; spec/bad-inputs#21).

    White space counts. None and "" differ (spec/bad-inputs#27).
    """
    if before == after:
        return True
    if before is None or after is None or (before.isascii() and after.isascii()):
        return False
    return _nfc(before) == _nfc(after)


def same_texts(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether two lists have equal texts, up to Unicode normalisation."""
    return len(before) == len(after) and all(map(same_text, before, after))


def replace_surrogates(text: str) -> tuple[str, int]:
    """Replace each lone surrogate by U+FFFD; return the text and their number (spec/bad-inputs#19).

    A high and a low surrogate side by side are not lone: they become the character that they stand for.
    """
    if text.isascii() or not re.search(_SURROGATE, text):
        return text, 0
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return re.subn(_SURROGATE, "\ufffd", joined)


def squashed(text: str | None) -> str:
    """Return a text without its white space."""
    return "".join(text.split()) if text else ""


def single_spaced(text: str) -> str:
    """Return a text with single spaces, and none at its ends."""
    return " ".join(text.split())


def plural(noun: str) -> str:
    """Return the plural of a role, or another English noun: "rows", "checkboxes"."""
    return f"{noun}{'es' if noun.endswith(('s', 'x', 'ch', 'sh')) else 's'}"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: "1 row", "3 rows"."""
    return f"{count} {noun if count == 1 else plural(noun)}"


def words(text: str) -> tuple[str, ...]:
    """Return the distinct words of a folded text, casefolded, in order: the longest runs of letters and digits.

    Letters and digits are those of ``str.isalnum``; a run of Chinese without spaces is one word. Casefolding is
    Unicode's, independent of the locale (spec/bad-inputs#70).
    """
    return tuple(dict.fromkeys(word.casefold() for word in _WORD.findall(fold(text))))
