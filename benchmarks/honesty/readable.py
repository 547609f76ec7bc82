"""Whether a whole text says all that is in a tree, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.honesty.reader import Node, Reader, Violation, seen, squashed
from benchmarks.honesty.roles import ACTED_ON, NAMED_FROM_CONTENT, NEWS, STRUCTURE
from benchmarks.honesty.states import is_state
from benchmarks.honesty.syntax import Item, Text

__all__ = ["is_repeated", "item_faults", "tree_faults"]


def tree_faults(reader: Reader, text: Text, of: int | None = None, outside: int = 0) -> Iterator[Violation]:
    """What is wrong with the whole text of a tree, or of a selection of so many elements, so many changes left out."""
    if text.outside != outside:
        yield Violation("full: head", f"{text.outside} changes outside are said, there are {outside}")
    if text.of != of:
        yield Violation("full: head", f"{text.count} of {text.of} elements are said, there are {of} in all")
    if text.count != reader.count:
        yield Violation("full: head", f"{text.count} elements are said, {reader.count} are there")
    yield from _circumstance_faults(reader, text)
    for item in reader.lost:
        yield Violation("full: invented", f"no such element: {_said(item)}")
    for index, item in reader.found.items():
        for fault in item_faults(reader, index, item):
            yield Violation(f"full: {fault.kind}", fault.message)
    yield from _hidden(reader)


def _circumstance_faults(reader: Reader, text: Text) -> Iterator[Violation]:
    """The head has the title, unless a root is called so, and the address, unless that is one like ``about:blank``."""
    title, url = reader.snapshot.title, reader.snapshot.url
    of_root = title in {root.name for root in reader.snapshot.roots}
    if text.title != (title or None) and not (text.title is None and of_root):
        yield Violation("full: head", f"the title {text.title!r} is said, it is {title!r}")
    if text.url != (url if url and "://" in url else None):
        yield Violation("full: head", f"the address {text.url!r} is said, it is {url!r}")


def _said(item: Item) -> str:
    return f"{item.role or 'text'} {item.name!r}" + (f" e{item.ref}" if item.ref is not None else "")


def item_faults(reader: Reader, index: int, item: Item) -> Iterator[Violation]:
    """What an item leaves out or says wrongly about the element that it is."""
    element = reader.snapshot[index]
    what = f"e{reader.numbers[index]} {element.role} {element.name!r}"
    name, value = reader.names[index], element.value or ""
    description = element.description or ""
    if item.name is None and seen(name) and not is_repeated(reader, index):
        yield Violation("name hidden", f"{what}: neither printed nor repeated below")
    if item.value is None and seen(value) and value != name:
        yield Violation("value hidden", f"{what}: value {value!r}")
    if item.description is None and seen(description) and description not in {name, value}:
        yield Violation("description hidden", f"{what}: description {description!r}")
    yield from _state_faults(reader, index, item, what)
    is_selected = element.states.get("focusable") is True or "selected" in reader.expected_words(index)
    actable = element.role in ACTED_ON or element.actions or is_selected or index == reader.focus
    if actable and item.ref is None and not _in_combobox(reader, index):
        yield Violation("ref hidden", f"{what} can be acted on, has the focus or is selected, and has no ref")


def _in_combobox(reader: Reader, index: int) -> bool:
    return reader.columns.role[index] == "option" and any(
        above.role == "combobox" for above in reader.snapshot[index].ancestors
    )


# ----------------------------------------------------------------------- states


def _state_faults(reader: Reader, index: int, item: Item, what: str) -> Iterator[Violation]:
    element = reader.snapshot[index]
    said = {word.name: word.value for word in item.words}
    for word in reader.expected_words(index):
        if word not in said:
            yield Violation("state hidden", f"{what}: {word} is not said, but {sorted(said)}")
    for name, value in said.items():
        if not is_state(element, name, value) or (name == "focused" and index != reader.focus):
            yield Violation("state invented", f"{what}: {name}={value!r}, but its states are {dict(element.states)}")


# ----------------------------------------------------------------------- hidden


def _hidden(reader: Reader) -> Iterator[Violation]:
    """Elements that are not printed and say something that nothing says for them."""
    by_holder: dict[int, list[int]] = {}
    for index in range(len(reader.snapshot)):
        if index in reader.found or reader.is_dropped(index):
            continue
        element = reader.snapshot[index]
        yield from _says_more(reader, index)
        if not seen(reader.names[index]) or is_repeated(reader, index):
            continue
        holder = reader.nearest(index)
        if holder is not None and element.role == "text":
            by_holder.setdefault(holder.index, []).append(index)
        elif holder is None or squashed(reader.names[index]) not in _printed(holder):
            yield Violation("full: name hidden", f"{_not_printed(reader, index)}")
    for holder_index, texts in by_holder.items():
        yield from _not_in_the_name(reader, reader.nodes[holder_index], texts)


def _not_printed(reader: Reader, index: int) -> str:
    element = reader.snapshot[index]
    return f"e{reader.numbers[index]} {element.role} {element.name!r} (not printed)"


def _says_more(reader: Reader, index: int) -> Iterator[Violation]:
    """What an element that is not printed says besides its name."""
    element = reader.snapshot[index]
    what = _not_printed(reader, index)
    if seen(element.value) and element.value != element.name:
        yield Violation("full: value hidden", f"{what}: value {element.value!r}")
    if seen(element.description) and element.description != element.name:
        yield Violation("full: description hidden", f"{what}: description {element.description!r}")
    is_missed = element.role in NEWS or (element.role in STRUCTURE and bool(reader.topmost(index)))
    if element.actions or (is_missed and index not in reader.nodes):
        yield Violation("full: role hidden", what)
    expected = list(reader.expected_words(index))
    if expected:
        yield Violation("full: state hidden", f"{what}: {expected}")


def _printed(holder: Node) -> str:
    """The name and the value of a printed element, as they are printed."""
    return f"{squashed(holder.item.name)} {squashed(holder.item.value)}" if holder.item else ""


def is_repeated(reader: Reader, index: int) -> bool:
    """Whether what is printed in an element repeats its name: in one piece, or from left to right with more between."""
    end = reader.ends[index]
    below = [reader.found[at] for at in range(index + 1, end) if at in reader.found]
    name = squashed(reader.names[index])
    names = "".join(squashed(one.name) for one in below)
    texts = [text for one in below for text in (squashed(one.name), squashed(one.value))]
    if name in names or name in "".join(texts):
        return True
    for text in texts:
        name = name.removeprefix(text)
    return not name


def _not_in_the_name(reader: Reader, holder: Node, texts: list[int]) -> Iterator[Violation]:
    """Texts that cannot all be read, left to right, in the printed name or value of the element that they are in."""
    item = holder.item
    assert item is not None
    for said in (item.name, item.value):
        name = squashed(said)
        left = []
        start = 0
        for index in texts:
            text = squashed(reader.names[index])
            exact = said is item.name and holder.role not in NAMED_FROM_CONTENT
            at = name.find(text, start) if not exact or text == name else -1
            if at < 0:
                left.append(index)
            else:
                start = at + len(text)
        texts = left
    for index in texts:
        what = f"e{reader.numbers[index]} text {reader.columns.name[index]!r}"
        yield Violation(
            "full: name hidden",
            f"{what} is not printed, and not in {holder.role} e{reader.numbers[holder.index]} {item.name!r}",
        )
