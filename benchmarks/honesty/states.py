"""Which states the page of the grammar promises to say of an element, and what the words mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uidiff import Element

__all__ = ["OF_A_ROW", "PROMISED", "ROW_PARTS", "STILL", "expected_words", "is_state"]

_PLAIN = ("focused", "selected", "required", "modal", "busy")
_THREE: Mapping[str, Mapping[object, str]] = {
    "checked": {True: "checked", "mixed": "mixed"},
    "pressed": {True: "pressed", "mixed": "mixed"},
    "expanded": {True: "expanded", False: "collapsed"},
}
_LISTED: Mapping[str, tuple[str, frozenset[object]]] = {
    "popup": ("haspopup", frozenset({None, "false", False})),
    "live": ("live", frozenset({None, "off", False})),
}
"""Words for a state with one of several values: the state, and the values for which it is not said."""

_FROM_ABOVE = ("disabled", "offscreen")

OF_A_ROW = ("selected", "expanded")
"""States that a row and its cells have together."""

ROW_PARTS = frozenset({"cell", "gridcell", "row", "rowheader"})

STILL: Mapping[str, tuple[str, bool]] = {
    "still disabled": ("disabled", True),
    "still enabled": ("disabled", False),
    "still offscreen": ("offscreen", True),
    "still selected": ("selected", True),
    "still expanded": ("expanded", True),
    "still collapsed": ("expanded", False),
}
"""What is said of elements that stayed so: the state, and which it is."""

PROMISED = frozenset(
    {*_PLAIN, *(word for known in _THREE.values() for word in known.values()), "invalid", *_FROM_ABOVE},
)
"""The words that must stand where they are true."""


def expected_words(element: Element) -> Iterator[str]:
    """The words that the page promises."""
    states = dict(element.states)
    if element.parent is not None and {element.role, element.parent.role} <= ROW_PARTS:
        states = {k: v for k, v in states.items() if k not in OF_A_ROW or element.parent.states.get(k) != v}
    yield from (name for name in _PLAIN if states.get(name) is True)
    yield from (_THREE[name][states[name]] for name in _THREE if name in states and states[name] in _THREE[name])
    if states.get("invalid"):
        yield "invalid"
    above: Mapping[str, object] = {} if element.parent is None else element.parent.states
    yield from (name for name in _FROM_ABOVE if states.get(name) is True and not above.get(name))


def is_state(element: Element, name: str, value: object) -> bool:
    """Whether a word, with the value that is said, is so."""
    states = element.states
    if any(state in states and known.get(states[state]) == name for state, known in _THREE.items()):
        return True
    if name in _LISTED:
        state, silent = _LISTED[name]
        return states.get(state) not in silent
    if name == "range":
        return value == f"{states.get('valuemin', 0)}..{states.get('valuemax')}"
    if name == "unread":
        return element.unread
    if name == "enabled":
        return not states.get("disabled") and element.parent is not None
    return states.get(name) is True if value is None else str(states.get(name)) == value
