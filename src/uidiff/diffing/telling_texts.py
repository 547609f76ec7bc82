"""Which of its texts tells an item from its siblings (spec/definitions#17-label)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

__all__ = ["LABEL", "PARTS", "telling_texts"]

LABEL = 40
"""Characters of a label that is made of several texts, and of a name that is preferred to the texts in an element."""

PARTS = 12
"""The most texts of an item that are looked at to tell it from its siblings."""

NEARLY_ALL = 0.8
"""The share of items that have a text of their own in the place of their key."""

CODE = 5
"""The longest code without digits, such as that of an airport, in letters."""


def telling_texts(items: Sequence[Sequence[str]]) -> list[str]:
    """Return for each of several items the text that tells it from the others, given their texts in order.

    That is their key (:func:`_key`). An item whose key is another's too is called by more of its texts.
    """
    key = _key(items)
    ordered = [
        [*(texts[k] for k in key if k < len(texts)), *(text for k, text in enumerate(texts) if k not in key)]
        for texts in items
    ]
    length = max(len(key), 1)
    labels = [tuple(texts[:length]) for texts in ordered]
    often = Counter(labels)
    while length < PARTS and any(often[label] > 1 for label in labels):
        length += 1
        labels = [
            tuple(texts[:length]) if often[label] > 1 and len(" ".join(texts[:length])) <= LABEL else label
            for texts, label in zip(ordered, labels, strict=True)
        ]
        often = Counter(labels)
    return [" ".join(label) for label in labels]


def _key(items: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the places of the texts by which items are told apart.

    The first place in which nearly all have words of their own, with the number or code before it if that is one's own
    too; else the first in which nearly all have words, such as the names of processes, with the first in which nearly
    all have a text of their own, such as their numbers.
    """
    places = range(max(map(len, items), default=0))
    texts = [[own[place] for own in items if len(own) > place] for place in places]
    often = list(map(Counter, texts))
    least = NEARLY_ALL * len(items)
    alone = [[text for text in own if counts[text] == 1] for own, counts in zip(texts, often, strict=True)]
    own = [place for place in places if len(alone[place]) >= least]
    told = [place for place in own if sum(map(_is_wordy, alone[place])) >= least]
    worded = [place for place in places if sum(map(_is_wordy, texts[place])) >= least]
    named = [place for place in told if not _is_code(texts[place])]
    return tuple(sorted({*(own[:1] if own[:1] == [0] or not named else ()), *(named or told or worded)[:1]}))


def _is_code(texts: Sequence[str]) -> bool:
    """Whether most texts are codes such as "o20" and "VN-001": words with digits and without spaces."""
    codes = sum(
        " " not in text and (any(map(str.isdigit, text)) or (text.isupper() and len(text) <= CODE)) for text in texts
    )
    return 2 * codes > len(texts)


def _is_wordy(text: str) -> bool:
    """Whether a text begins with a letter, signs aside: no amount, no date, no number."""
    return next((character.isalpha() for character in text if character.isalnum()), False)
