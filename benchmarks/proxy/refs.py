"""What an agent knows of a page: the elements that it has read, each with the ref to act on it by."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

import attrs

__all__ = ["Known", "Refs"]


@attrs.define
class Known:
    """An element as the reader knows it.

    Attributes:
        role, label: what it is called by; the label is empty if none was printed.
        printed: the ref that it was printed with.
        lines: the line on which it was printed, what stands below it, and the same of each line around it.
        inside: the refs of what is printed around it.
    """

    role: str
    label: str
    printed: str
    lines: list[str]
    inside: frozenset[str]


class Refs(ABC):
    """The elements by their refs, as the texts so far have told them."""

    def __init__(self) -> None:
        self.known: dict[str, Known] = {}

    @abstractmethod
    def read(self, text: str) -> bool:
        """Take in a result; whether the page was in it."""

    def is_named(self, role: str, label: str) -> bool:
        """Whether some element of a role and label is known, wherever it is."""
        return self.find(role, label) is not None

    def find(self, role: str, label: str, near: str = "") -> str | None:
        """The ref of the element of a role and label, or of a label that begins so; of several the closest to a text.

        Closest is on the same line or in the same block of lines, then the next one behind the text.
        """
        named = [(ref, one) for ref, one in self.known.items() if one.role == role and one.label == label]
        named = named or [(ref, one) for ref, one in self.known.items() if one.role == role and _begins(one, label)]
        if near:
            places = [(_distance(one, near), -i, ref) for i, (ref, one) in enumerate(named)]
            return min((place for place in places if place[0] is not None), default=(None,))[-1]
        return named[-1][0] if named else None


def _begins(one: Known, label: str) -> bool:
    return label != "" and one.label.startswith(label)


def _distance(one: Known, near: str) -> tuple[int, int] | None:
    """How many lines around have to be looked at, and how far behind the text the element is there."""
    for distance, text in enumerate(one.lines):
        place = text.find(near)
        if place >= 0:
            found = re.search(rf"(?<!\w){re.escape(one.printed)}(?!\w)", text)
            behind = found.start() - place if found else 0
            return distance, behind if behind >= 0 else len(text) - behind
    return None
