"""What the words of an action say: what was done, and to which element."""

from __future__ import annotations

import re

__all__ = ["kind_of", "masked", "target_of"]

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TARGET = re.compile(rf"(?<=\s)[A-Za-z][A-Za-z-]* {_QUOTED}")
_BESIDE = re.compile(rf"{_QUOTED}|\be[0-9]+\b")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def target_of(action: str | None) -> str | None:
    """Return the role and the quoted name in the words of an action; None if they name no element so.

    >>> target_of('click button "Save"')
    'button "Save"'
    """
    found = _TARGET.search(action or "")
    return found[0] if found else None


def kind_of(action: str | None) -> str | None:
    """Return the words of an action without its target, quoted texts, refs and numbers; None if there is no action.

    >>> kind_of('click button "Save"'), kind_of("press e12")
    ('click', 'press')
    """
    if not action:
        return None
    words = _BESIDE.sub(" ", _TARGET.sub(" ", action, count=1))
    return " ".join(masked(words).split()) or None


def masked(text: str) -> str:
    """Return a text with 0 in the place of each number: "9:41" and "10:05" are alike, "3 of 12" and "4 of 12" too."""
    return _NUMBER.sub("0", text)
