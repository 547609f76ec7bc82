"""Keeps the accessibility tree of a document from read to read, and tells which of its nodes to ask for again.

What a node says depends on its DOM node, what is in that, what is around it, and what refers to it. A captured snapshot
has all of the DOM that counts, so the nodes that changed since the last read are known; of the tree, those that may say
something else are asked for, and the others are kept. Where a change may reach further, the whole tree is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, count

import attrs

from uidiff.backends.web.dom_nodes import DomNodes, with_above
from uidiff.backends.web.facts import FRAMES, pairs
from uidiff.backends.web.rows import MadeRows
from uidiff.importers.chrome_nodes import AxNode, ignored_for
from uidiff.importers.chrome_rows import DOCUMENT_ROLE, backend_id, native_role

__all__ = ["KeptTree", "Questions"]

_ASKING = frozenset(
    {
        *("aria-labelledby", "aria-describedby", "aria-errormessage", "aria-details", "aria-owns"),
        *("aria-activedescendant", "popovertarget", "commandfor"),
    }
)
"""Attributes with the ids of nodes that the node itself depends on."""

_TELLING = frozenset({"for", "aria-activedescendant"})
"""Attributes with the ids of nodes that depend on the node."""

_WHOLE = frozenset(
    {
        *("TITLE", "DIALOG", "HTML", "BODY", "HEAD", "STYLE", "LINK", "MAP", "AREA", "BASE"),
        *("aria-owns", "aria-modal"),
    }
)
"""Names of elements and attributes whose change may show anywhere."""

_BLOCKED = frozenset({"activeModalDialog", "activeAriaModalDialog", "inertSubtree", "inertElement"})
"""Reasons to ignore a node with all in it, of which other nodes are left when it is asked for alone."""

_TABLE = frozenset({"TABLE", "TR", "TD", "TH", "THEAD", "TBODY", "TFOOT", "CAPTION", "COLGROUP", "COL"})
_OF_PARENT = frozenset({"CAPTION", "LEGEND", "FIGCAPTION", "SUMMARY", "LABEL", "OPTION", "OPTGROUP"})
"""Elements whose text names what they are in."""

_OF_SCRIPT = "-"
"""Is in the names of elements that scripts define (HTML standard, valid custom element name), and in few others."""

_PLAIN = frozenset({"none", "generic"})

_BY_AUTHOR = frozenset(
    {
        *("RootWebArea", "generic", "none", "main", "navigation", "banner", "contentinfo", "complementary", "region"),
        *("form", "search", "list", "table", "LayoutTable", "rowgroup", "article", "Section", "toolbar", "tablist"),
        *("menubar", "dialog", "alertdialog", "group", "DescriptionList", "tabpanel", "feed", "log", "status", "alert"),
    }
)
"""Roles of which no text below makes the name."""

_SHARE = 0.25
"""The share of the nodes of a document that may have changed; more are read as fast with the whole tree."""

_MOST = 40
"""Nodes that are asked for one by one."""

_ROOM = 48
"""DOM nodes that are asked for together with a changed one in them: what is on a line with it may be drawn again, and
shown otherwise.
"""

_KIND = ("ignored", "ignoredReasons", "role", "name", "parentId")
_NO_ROLE = {"role": {"type": "role", "value": "none"}, "chromeRole": {"type": "internalRole", "value": 0}}
_UNTIED = "-"
"""Begins the ids of nodes without a DOM node, which are others in each answer."""


class _FarReaching(Exception):  # not a failure: the whole tree is read
    """A change may reach further than what can be asked for."""


@attrs.frozen
class Questions:
    """What to ask for again.

    Attributes:
        deep: DOM nodes, with all that is below them.
        own: DOM nodes alone.
        changed: the DOM nodes that are others than at the last read.
    """

    deep: tuple[int, ...]
    own: tuple[int, ...]
    changed: frozenset[int]


class KeptTree:
    """The accessibility tree of a document as it was read.

    Args:
        nodes: as the engine says them.
        dom: the nodes of the document.

    Attributes:
        rows: that were made of its nodes.
    """

    _readings = count()

    def __init__(self, nodes: Sequence[AxNode], dom: DomNodes) -> None:
        self._nodes = {node["nodeId"]: node for node in nodes}
        self._dom = dom
        self.rows: MadeRows = {}
        self._by_dom: dict[int, AxNode] = {}
        for node in nodes:
            if (found := node.get("backendDOMNodeId")) is not None:
                self._by_dom.setdefault(found, node)

    @cached_property
    def _missing(self) -> set[str]:
        """The nodes that are children and not there."""
        return {child for node in self._nodes.values() for child in node.get("childIds", ())} - self._nodes.keys()

    def questions(self, now: DomNodes, strings: Collection[str], touched: Iterable[int]) -> Questions | None:
        """What to ask for again; None: the whole tree.

        Args:
            now: the nodes of the document as they are.
            strings: all that the captured snapshot says.
            touched: nodes of the document that may be others whatever it says of them.
        """
        before = self._dom
        changed = [node for node, known in now.items() if before.get(node) != known]
        changed += [*(before.keys() - now.keys()), *(node for node in touched if node in now)]
        if len(changed) > max(_MOST, _SHARE * len(now)):
            return None
        try:
            references = _References((now, before)) if not (_ASKING | _TELLING).isdisjoint(strings) else None
            return _Reach(before, now, self._by_dom, references).questions(changed)
        except _FarReaching:
            return None

    def changed(self, asked: Questions, answers: Sequence[Sequence[AxNode]], now: DomNodes) -> list[AxNode] | None:
        """The nodes of the tree as it is; None if the answers show that more has changed.

        Args:
            asked: the questions.
            answers: the nodes of each, those of ``deep`` first.
            now: the nodes of the document as they are.
        """
        reading = next(self._readings)
        given = [[_renamed(node, f"/{reading}.{at}") for node in nodes] for at, nodes in enumerate(answers)]
        found = dict(self._nodes)
        for root, nodes in zip(asked.deep, given, strict=False):
            for id_ in self._below(root):
                found.pop(id_, None)
            found.update((node["nodeId"], node) for node in nodes)
        for nodes in given[len(asked.deep) :]:
            node = self._like_before(nodes[0]) if nodes else None
            if node is None:
                return None
            found[node["nodeId"]] = node
        reached = self._reached(found)
        gone = self._dom.keys() - now.keys()
        return None if reached is None or any(backend_id(node) in gone for node in reached) else reached

    def _below(self, root: int) -> Iterator[str]:
        """Yield the ids of the tree's node for a DOM node, and of all below it."""
        waiting = [self._by_dom[root]["nodeId"]] if root in self._by_dom else []
        for id_ in waiting:  # the list grows
            yield id_
            waiting += self._nodes.get(id_, {}).get("childIds", ())

    def _like_before(self, node: AxNode) -> AxNode | None:
        """A node that was asked for alone; None if it is of another kind now, or what has no DOM node below it."""
        before = self._nodes.get(node["nodeId"])
        if before is None or any(before.get(key) != node.get(key) for key in _KIND):
            return None
        untied = [id_ for id_ in before.get("childIds", ()) if id_.startswith(_UNTIED)]
        if len(untied) != sum(id_.startswith(_UNTIED) for id_ in node["childIds"]):
            return None
        known = iter(untied)
        return {**node, "childIds": [next(known) if id_.startswith(_UNTIED) else id_ for id_ in node["childIds"]]}

    def _reached(self, found: dict[str, AxNode]) -> list[AxNode] | None:
        """The nodes of the tree in document order; None if one is missing that was not before."""
        waiting, reached = [next(iter(self._nodes))], {}
        while waiting:
            id_ = waiting.pop()
            node = found.get(id_)
            if node is None and id_ not in self._missing:
                return None
            if node is not None and id_ not in reached:
                reached[id_] = node
                waiting += node.get("childIds", ())[::-1]
        return list(reached.values())


class _References:
    """Which nodes refer to which by their HTML ids, in two states of a document."""

    def __init__(self, states: Sequence[DomNodes]) -> None:
        self._states = states
        self._asking: dict[str, list[int]] = {}  # by the HTML id of a node those that depend on it
        self._with_id: dict[str, list[int]] = {}
        for state in states:
            for node, known in state.items():
                for name, value in pairs(known.attributes):
                    if name == "id":
                        self._with_id.setdefault(value, []).append(node)
                    elif name in _ASKING:
                        if not value.strip():  # a script has set the elements
                            raise _FarReaching
                        for id_ in value.split():
                            self._asking.setdefault(id_, []).append(node)

    def to(self, nodes: Sequence[int]) -> Iterator[int]:
        """Yield what depends on some nodes, of which each is in the next."""
        for state in self._states:
            for node in nodes:
                for name, value in pairs(state[node].attributes) if node in state else ():
                    if name == "id":
                        yield from self._asking.get(value, ())
                    if name in _TELLING:
                        yield from self._with_id.get(value, ())


@attrs.frozen
class _Reach:
    """How far changes reach.

    Attributes:
        before, now: the nodes of a document at the last read and as they are.
        by_dom: the tree's nodes at the last read.
        references: between the nodes; None if there are none.
    """

    before: DomNodes
    now: DomNodes
    by_dom: dict[int, AxNode]
    references: _References | None

    def questions(self, changed: Collection[int]) -> Questions:
        """What to ask for again where some nodes changed. Raises _FarReaching."""
        own = {next(iter(self.now)), *self._telling_more}
        roots: set[int] = set()
        waiting, seen = list(changed), set[int]()
        for node in waiting:  # the list grows
            if node in seen:
                continue
            seen.add(node)
            around = list(with_above(self.now, self._living(node)))
            self._expect_near(node, around)
            top = self._named_by(node, around)
            if top is not None:
                roots.add(top)
            elif node in self.now:
                roots.add(node)
            else:
                own.add(self._in_tree(around))
            if node in self.before and self.before[node].above not in (0, around[0], self.now.get(node, (0,))[0]):
                waiting.append(self.before[node].above)  # which it has left
            waiting += self.references.to((node, *around)) if self.references is not None else ()
        grown = self._grown(roots)
        own |= {self._in_tree(with_above(self.now, above)) for root in grown if (above := self.now[root].above)}
        deep = [root for root in grown if not self._is_in(self.now[root].above, grown)]
        single = [node for node in own if node in self.by_dom and not self._is_in(node, grown)]
        if len(deep) + len(single) > _MOST:
            raise _FarReaching
        return Questions(tuple(sorted(deep)), tuple(sorted(single)), frozenset(changed))

    @property
    def _telling_more(self) -> Iterator[int]:
        """What may say something else without a change of its own: an element that scrolls, which takes the focus when
        its content no longer fits; and one of a script's own, which may keep states to itself (``ElementInternals``).
        """
        for node, known in self.now.items():
            if known.scrolls or (_OF_SCRIPT in known.name and native_role(self.by_dom.get(node, {})) not in _PLAIN):
                yield node

    def _living(self, node: int) -> int:
        """The node, or where it is gone, the nearest one around it that is there."""
        while node not in self.now:
            node = self.before[node].above
        return node

    def _expect_near(self, node: int, around: Sequence[int]) -> None:
        """Raise _FarReaching if a change of a node may show anywhere."""
        states = [state[node] for state in (self.before, self.now) if node in state]
        names = {one.name.upper() for one in states} | {name for one in states for name in one.attributes[::2]}
        names |= {self.now[one].name.upper() for one in around if self.now[one].name.upper() == "TITLE"}
        blocked = (ignored_for(self.by_dom[one]) for one in around if one in self.by_dom)
        if not _WHOLE.isdisjoint(names) or node in self._around_frames or not _BLOCKED.isdisjoint(chain(*blocked)):
            raise _FarReaching

    @cached_property
    def _around_frames(self) -> set[int]:
        holders = [node for node, known in self.now.items() if known.name.upper() in FRAMES]
        return {one for node in holders for one in with_above(self.now, node)}

    def _named_by(self, node: int, around: Sequence[int]) -> int | None:
        """The outermost node around a changed one that its text may name, or whose kind depends on it."""
        is_part = node in self.now and self.now[node].name.upper() in _TABLE
        top = None
        for at, one in enumerate(around):
            name, said = self.now[one].name.upper(), self.by_dom.get(one)
            if name in _OF_PARENT:
                top = around[at + 1]
            elif (name == "TABLE" and is_part) or (one != node and said is not None and _is_named_by_content(said)):
                top = one
        return top

    def _in_tree(self, around: Iterable[int]) -> int:
        """The innermost node of some that the tree had."""
        found = next((node for node in around if node in self.by_dom), None)
        if found is None:
            raise _FarReaching
        return found

    def _grown(self, roots: Iterable[int]) -> set[int]:
        """Each node, or the outermost one around it that has few nodes in it."""
        sizes = dict.fromkeys(self.now, 1)
        for node in reversed(sizes):
            if (above := self.now[node].above) in sizes:
                sizes[above] += sizes[node]
        found = set()
        for root in roots:
            top = self._in_tree(with_above(self.now, root)) if root in self._passed_over else root
            for node in with_above(self.now, top):
                if sizes[node] > _ROOM:
                    break
                if node in self.by_dom:
                    top = node
            found.add(top)
        return found

    @cached_property
    def _passed_over(self) -> set[int]:
        """The nodes that the tree had not, but nodes in them."""
        found: set[int] = set()
        for node in self.by_dom:
            above = self.before[node].above if node in self.before else 0
            while above and above not in self.by_dom and above not in found:
                found.add(above)
                above = self.before[above].above
        return found

    def _is_in(self, node: int, roots: set[int]) -> bool:
        return any(one in roots for one in with_above(self.now, node))


def _is_named_by_content(node: AxNode) -> bool:
    role = native_role(node)
    if node.get("ignored") or role == DOCUMENT_ROLE:
        return False
    focusable = any(each["name"] == "focusable" for each in node.get("properties") or ())
    return role not in _BY_AUTHOR or focusable


def _renamed(node: AxNode, suffix: str) -> AxNode:
    """A node of an answer as the whole tree has it: ignored ones without role and name; ids are its own."""
    id_ = node["nodeId"]
    below = [f"{child}{suffix}" if child.startswith(_UNTIED) else child for child in node.get("childIds", ())]
    found = {**node, "nodeId": f"{id_}{suffix}" if id_.startswith(_UNTIED) else id_, "childIds": below}
    if not node.get("ignored"):
        return found
    found.pop("name", None)
    return {**found, **_NO_ROLE}
