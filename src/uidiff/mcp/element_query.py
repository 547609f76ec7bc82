"""Queries for elements, of ``find`` and ``wait_for``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress

import attrs

from uidiff.diffing.refs import Refs
from uidiff.formats.budget import TextBlock, within_budget
from uidiff.formats.options import RenderOptions
from uidiff.formats.values import format_value, state_words
from uidiff.live.filters import role_filter
from uidiff.mcp.arguments import Arguments
from uidiff.model.element import Element
from uidiff.model.roles import role_word
from uidiff.model.snapshot import Snapshot
from uidiff.text import counted

__all__ = ["ElementQuery", "matches_text"]


@attrs.frozen(kw_only=True)
class ElementQuery:
    """Elements with a role and parts of texts, case-insensitive; all that are given must fit. False if none is given.

    Attributes:
        role: any word for a role that a filter takes.
        name: a part of the name.
        text: a part of the name, the value or the description.
    """

    role: str | None
    name: str | None
    text: str | None

    @classmethod
    def of(cls, arguments: Arguments) -> ElementQuery:
        """The query of a call; an empty text counts as none."""
        return cls(role=arguments["role"] or None, name=arguments["name"] or None, text=arguments["text"] or None)

    def __bool__(self) -> bool:
        return any(given is not None for given in (self.role, self.name, self.text))

    def marks(self, snapshot: Snapshot) -> Sequence[bool]:
        """For each element, in pre-order, whether it matches.

        Raises:
            UnknownName: a role that neither a vocabulary nor the tree has.
        """
        columns = snapshot.columns
        tests: list[Iterable[bool]] = [[True] * len(snapshot)]
        if self.role is not None:
            tests.append(role_filter((self.role,), (snapshot,)).marks(snapshot))
        if self.name is not None:
            tests.append(_having(self.name, columns.name))
        if self.text is not None:
            texts = (columns.name, columns.value, columns.description)
            tests.append(map(any, zip(*(_having(self.text, column) for column in texts), strict=True)))
        return list(map(all, zip(*tests, strict=True)))


def _having(part: str, column: Sequence[str | None]) -> Iterator[bool]:
    wanted = part.casefold()
    return (text is not None and wanted in text.casefold() for text in column)


def matches_text(snapshot: Snapshot, refs: Refs, query: ElementQuery, *, budget: int | None) -> str:
    """A line for each element that matches, below a line for its nearest ancestor with a name.

    At most ``budget`` tokens; the last line then says how many more elements there are.
    """
    found = list(compress(snapshot, query.marks(snapshot)))
    if query.role is None:
        named = {element.index for element in found}
        found = [element for element in found if not _is_label(element, named)]
    head = f"# {len(found)} of {counted(len(snapshot), 'element')}"

    def blocks(clip: int | None) -> list[TextBlock]:
        return list(_blocks(found, refs.numbers, clip))

    return within_budget(lambda _: head, blocks, RenderOptions(budget=budget))


def _is_label(element: Element, found: Collection[int]) -> bool:
    """Whether an element is a plain text in the name of its ancestor, which was found too."""
    above = _named_above(element)
    if element.role != "text" or above is None or above.index not in found:
        return False
    return (element.name or "") in (above.name or "")


def _blocks(found: Sequence[Element], numbers: Sequence[int], clip: int | None) -> Iterator[TextBlock]:
    shown: set[int] = set()  # the indices of elements whose texts a line has already
    before: int | None = None
    for element in found:
        above = _named_above(element)
        lines = []
        if above is not None and above.index != before:
            again = above.index in shown
            name = "" if again else f" {format_value(above.name, clip)}"
            lines.append((f"in {_role(above)} e{numbers[above.index]}{name}:", 0))
            shown.add(above.index)
        before = None if above is None else above.index
        lines.append((f"{'' if above is None else ' '}{_line(element, numbers, clip)}", 1))
        shown.add(element.index)
        yield TextBlock("elements", lines, (element.index,), (element.index,))


def _named_above(element: Element) -> Element | None:
    above = element.parent
    while above is not None and not above.name:
        above = above.parent
    return above


def _role(element: Element) -> str:
    """The word for its role, as in trees."""
    level = element.states.get("level") if element.role == "heading" else None
    return role_word(element.role, "agent", level)


def _line(element: Element, numbers: Sequence[int], clip: int | None) -> str:
    line = f"{_role(element)} e{numbers[element.index]}"
    if element.name:
        line += f" {format_value(element.name, clip)}"
    if element.value:
        line += f"={format_value(element.value, clip)}"
    if element.description:
        line += f" ({format_value(element.description, clip)})"
    words = [*state_words(element.role, tuple(element.states.items()), element.value)]
    words += [word for word in ("disabled", "offscreen") if element.states.get(word)]
    return " ".join([line, *words])
