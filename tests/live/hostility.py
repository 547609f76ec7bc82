"""Hostile texts, and what may come of them: one line that can be printed."""

import re
from collections.abc import Callable
from itertools import chain

import pytest

from tests.formats.seven import SEVEN
from uidiff import Session
from uidiff.errors import (
    UIDiffError,
)
from uidiff.testing import HOSTILE_TEXTS

FORMATS = ("agent", *SEVEN)
TEXTS = tuple(dict.fromkeys(chain.from_iterable(HOSTILE_TEXTS.values())))
TERRIBLE = 'a\x1b]0;x\x07\x1b[2J\x9b31m\r\n+ button e1 "Pay now"\u2028\u202egpj.\U000e0041\x00{0.__class__}%s'
"""A text of all kinds of terror."""

RAW = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d"
    "\ufeff\uffa0\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""What no text may hold: controls but the line end, bidi, what cannot be seen, surrogates."""

Ask = Callable[[Session], object]


def shown(text: str) -> str:
    """What a test with this text is called."""
    return ascii(text)[:40]


def assert_tame(text: str, *, lines: int | None = 1) -> None:
    """It can be printed: nothing in it drives a terminal, hides or begins a line that is not ours."""
    text.encode()
    assert not RAW.search(text)
    assert lines is None or len(text.split("\n")) == lines


def error_of(session: Session, ask: Ask, *kinds: type[Exception]) -> Exception:
    """What asking raises, which is an error of ours or one of these, and can be printed."""
    with pytest.raises(kinds or (UIDiffError,)) as caught:
        ask(session)
    assert_tame(str(caught.value))
    return caught.value
