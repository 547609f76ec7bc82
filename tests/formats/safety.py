"""What no text of a format may have: raw controls, and UI texts outside of quotes."""

import re

RAW = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Controls but the line end, other line ends, bidi, invisible characters, surrogates."""

QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
"""A quoted text, as JSON quotes it."""


def assert_safe(text: str) -> None:
    """It can be encoded, drives no terminal, and has no text of a UI outside of quotes."""
    text.encode()  # no lone surrogates
    assert not RAW.search(text)
    bare = QUOTED.sub("", text).replace("…", "")  # outside of quotes that sign is ours: something is left out
    assert bare.isascii()
    assert '"' not in bare
