"""Trees and deltas as text, for tests: an element a line, a record a line."""

import json
import re
from collections.abc import Sequence
from textwrap import dedent

from uidiff import Element, Snapshot, TreeDiff

_FLAGS = ("id_stable", "secret", "unread")
_LINE = re.compile(r'( *)(\S+)( "(?:[^"\\]|\\.)*")?((?: [a-z_]+)*)( \{.*\})?')


def outline(
    text: str,
    *,
    title: str | None = None,
    url: str | None = None,
    document: str | None = None,
    taken_at: float | None = None,
    platform: str = "aria",
    concealed: Sequence[str] = (),
) -> Snapshot:
    """A snapshot from lines such as ``textbox "Search" focused id_stable {"id": "q", "value": "boots"}``.

    A child stands two spaces further right than its parent. A bare word is a state that is true, or a flag; what
    stands in braces are keys of ``Snapshot.from_dicts``.
    """
    nodes: list[dict[str, object]] = []
    branch: list[int] = []
    for line in dedent(text).strip("\n").splitlines():
        found = _LINE.fullmatch(line)
        assert found is not None, f"no line of an outline: {line}"
        indent, role, name, words, more = found.groups()
        depth = len(indent) // 2
        del branch[depth:]
        node: dict[str, object] = {"role": role, **({"parent": branch[-1]} if depth else {})}
        if name:
            node["name"] = json.loads(name)
        node.update((word, True) for word in words.split() if word in _FLAGS)
        states = {word: True for word in words.split() if word not in _FLAGS}
        given = json.loads(more) if more else {}
        node.update({**given, "states": {**states, **given.get("states", {})}})
        branch.append(len(nodes))
        nodes.append(node)
    return Snapshot.from_dicts(
        nodes,
        title=title,
        url=url,
        document=document,
        taken_at=taken_at,
        platform=platform,
        concealed=concealed,
    )


def said(delta: TreeDiff) -> list[str]:
    """Everything that a delta reports, exactly, a line each; "i:j" are the indices before and after.

    ``- i`` removed, ``+ j`` added (two spaces further right where the parent is in the same list), ``~ i:j`` changed,
    ``> i:j`` moved, with parent and [position], ``= i:j`` reordered, ``? i`` unknown, ``! j`` newly read,
    ``< i`` hidden, ``^ j`` shown.
    """
    lines = [f"{name}: {_change(pair)}" for name, pair in delta.circumstances.items()]
    lines += [f"{'' if gone.root else '  '}- {_element(gone.before)}" for gone in delta.removed]
    lines += [f"{'' if came.root else '  '}+ {_element(came.after)}" for came in delta.added]
    for changed in delta.changed:
        fields = ", ".join(f"{name} {_change(pair)}" for name, pair in changed.fields.items())
        lines.append(f"~ {_both(changed.before, changed.after)}: {fields}")
    for moved in delta.moved:
        places = f"{moved.from_parent}[{moved.from_position}] -> {moved.to_parent}[{moved.to_position}]"
        lines.append(f"> {_both(moved.before, moved.after)}: {places}")
    for reordered in delta.reordered:
        parent = "roots" if reordered.after is None else _both(reordered.before, reordered.after)
        lines.append(f"= {parent}: {' '.join(map(str, reordered.order))}")
    lines += [f"{'' if lost.root else '  '}? {_element(lost.before)}" for lost in delta.unknown]
    lines += [f"{'' if seen.root else '  '}! {_element(seen.after)}" for seen in delta.newly_read]
    lines += [f"{'' if hidden.root else '  '}< {_element(hidden.before)}" for hidden in delta.hidden]
    return lines + [f"{'' if shown.root else '  '}^ {_element(shown.after)}" for shown in delta.shown]


def _element(element: Element) -> str:
    return f"{element.index} {element.role}" + (f" {_json(element.label)}" if element.label else "")


def _both(before: Element | None, after: Element | None) -> str:
    assert before is not None
    assert after is not None
    return f"{before.index}:{_element(after)}"


def _change(pair: tuple[object, object]) -> str:
    return " -> ".join(map(_json, pair))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
