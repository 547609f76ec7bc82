"""Change a page as rrweb's incremental events say: mutations, inputs and the focus.

Source: rrweb's types 2.2.2 (``mutationCallbackParam``, ``inputData``) and how its replayer applies them: removes first,
then adds, each when its parent and its next sibling are there, then texts and attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from uidiff.dom.nodes import CURE, ELEMENT, STYLES, Node, declared, is_kept, node_id
from uidiff.dom.page import Page
from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = ["apply_input", "apply_mutation"]


def apply_mutation(page: Page, data: Mapping[str, Any]) -> InvalidSnapshot | None:
    """Apply a mutation event, and return the first thing that did not fit: the others are applied all the same."""
    wrong: list[InvalidSnapshot] = []
    for kind, change in (("removes", _remove), ("texts", _set_text), ("attributes", _set_attributes)):
        if kind == "texts":
            _add_all(page, data, wrong)
        for place, given in _listed(data, kind, wrong):
            _try(lambda given=given, change=change: change(page, given), place, wrong)  # type: ignore[misc]  # at once
    if not wrong:
        return None
    more = f", and {len(wrong) - 1} others that do not fit" if len(wrong) > 1 else ""
    return type(wrong[0])(wrong[0].problem + more, wrong[0].path, wrong[0].cure)


def apply_input(page: Page, data: Mapping[str, Any]) -> Node:
    """Set what a field holds now, and return the field."""
    node = _known(page, data, "id")
    text, checked = data.get("text"), data.get("isChecked")
    if node.kind != ELEMENT or type(text) is not str:
        raise InvalidSnapshot("no text, or no field that takes it", "$", CURE)
    if node.tag == "input" and node.word("type") in {"checkbox", "radio"}:
        page.set_attribute(node, "checked", True if checked is True else None)
    else:
        page.set_attribute(node, "value", text)
    return node


def _listed(
    data: Mapping[str, Any], kind: str, wrong: list[InvalidSnapshot]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    found = data.get(kind)
    if found is not None and not isinstance(found, list):
        wrong.append(InvalidSnapshot(f"expected a list, got {type(found).__name__}", f"$.{kind}", CURE))
        return
    for at, given in enumerate(found or ()):
        if isinstance(given, dict):
            yield f"$.{kind}[{at}]", given
        else:
            wrong.append(InvalidSnapshot(f"expected an object, got {type(given).__name__}", f"$.{kind}[{at}]", CURE))


def _try(change: Callable[[], object], place: str, wrong: list[InvalidSnapshot]) -> None:
    try:
        change()
    except LimitExceeded:
        raise
    except InvalidSnapshot as error:
        wrong.append(error.inside(place))


def _known(page: Page, given: Mapping[str, Any], key: str) -> Node:
    found = page.nodes.get(number) if type(number := given.get(key)) is int else None
    if found is None:
        raise InvalidSnapshot("a node that is not known", f"$.{key}", CURE)
    return found


def _remove(page: Page, given: Mapping[str, Any]) -> None:
    page.remove(_known(page, given, "id"))


def _set_text(page: Page, given: Mapping[str, Any]) -> None:
    node, value = _known(page, given, "id"), given.get("value")
    page.set_text(node, value if type(value) is str else "")


def _set_attributes(page: Page, given: Mapping[str, Any]) -> None:
    node, attributes = _known(page, given, "id"), given.get("attributes")
    if node.kind != ELEMENT or not isinstance(attributes, dict):
        raise InvalidSnapshot("no attributes of an element", "$.attributes", CURE)
    for name, value in attributes.items():
        if name == "style":
            _set_style(page, node, value)
        elif is_kept(name) and node.attributes.get(name) != value:
            page.set_attribute(node, name, None if value is False else value)


def _set_style(page: Page, node: Node, value: object) -> None:
    """Set the own style of an element: a text is a whole one, an object has the properties that changed."""
    known = node.attributes.get("style") or {}
    if isinstance(value, dict):
        change = {name: _property(value[name]) for name in value if name in STYLES}
        made = {name: word for name, word in {**known, **change}.items() if word}
    else:
        made = declared(value) if type(value) is str else {}
    if made != known:
        page.set_attribute(node, "style", made)


def _property(value: object) -> str:
    """Return the value of a property: a text, one with its priority, or false for a property that is removed."""
    if isinstance(value, list) and value:
        value = value[0]
    return value.strip().lower() if type(value) is str else ""


def _add_all(page: Page, data: Mapping[str, Any], wrong: list[InvalidSnapshot]) -> None:
    """Add nodes, in any order: each waits for its parent and its next sibling."""
    waiting: dict[int, list[tuple[str, Mapping[str, Any]]]] = {}
    ready = [*_listed(data, "adds", wrong)]
    ready.reverse()
    while ready or waiting:
        if not ready:  # a sibling never came: without it, at the end of the parent
            ready = _without_siblings(page, waiting)
            if not ready:
                break
        place, given = ready.pop()
        missing = _missing(page, given)
        if missing is not None:
            waiting.setdefault(missing, []).append((place, given))
            continue
        _try(lambda given=given: _add(page, given), place, wrong)  # type: ignore[misc]  # at once
        node = given.get("node")
        id_ = node.get("id") if isinstance(node, dict) else None
        if type(id_) is int and id_ in page.nodes:
            ready += reversed(waiting.pop(id_, ()))
    for place, _ in (each for group in waiting.values() for each in group):
        wrong.append(InvalidSnapshot("a node that is not known", f"{place}.parentId", CURE))


def _missing(page: Page, given: Mapping[str, Any]) -> int | None:
    """Return the node that an added one has to wait for; ids that are none are refused later."""
    parent, after = given.get("parentId"), given.get("nextId")
    if type(parent) is int and parent not in page.nodes:
        return parent
    return after if type(after) is int and after >= 0 and after not in page.nodes else None


def _without_siblings(
    page: Page, waiting: dict[int, list[tuple[str, Mapping[str, Any]]]]
) -> list[tuple[str, Mapping[str, Any]]]:
    """Take out those that wait for a sibling only, without it."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    for id_ in list(waiting):
        those = [(place, given) for place, given in waiting[id_] if given.get("parentId") in page.nodes]
        if those:
            found += [(place, {**given, "nextId": None}) for place, given in those]
            waiting[id_] = [each for each in waiting[id_] if each[1].get("parentId") not in page.nodes]
    for id_ in [id_ for id_, those in waiting.items() if not those]:
        del waiting[id_]
    found.reverse()
    return found


def _add(page: Page, given: Mapping[str, Any]) -> None:
    parent, node = _known(page, given, "parentId"), given.get("node")
    if not isinstance(node, dict):
        raise InvalidSnapshot(f"expected a node, got {type(node).__name__}", "$.node", CURE)
    node_id(node)
    after, before = given.get("nextId"), given.get("previousId")
    following = page.nodes.get(after) if type(after) is int else None
    if following is None and type(before) is int and before in page.nodes:  # recordings until 2019
        following = page.nodes[before].after
    page.add(node, parent, following)
