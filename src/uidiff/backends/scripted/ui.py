"""A small UI that a program changes: for tests, docs and examples."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.refusals import no_action
from uidiff.backends.scripted.nodes import Node, plant
from uidiff.errors import AppGone, PermissionNeeded
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window
from uidiff.text import quote

__all__ = ["ScriptedUI"]

ScriptStep: TypeAlias = Callable[[], object]
"""A step of a script: a callable without arguments whose result is ignored."""

ReadFailure: TypeAlias = Exception | float
"""What happens to a read: an error, or a wait in seconds."""

RESTARTED = 10_000
"""``restart`` adds this to the process id."""

_EVERYWHERE = ("focus", "type")
"""Actions that every node has."""

_T = TypeVar("_T")


class _Circumstance(Generic[_T]):
    """A circumstance of the snapshots of a UI: an assigned value is checked and announced."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, ui: ScriptedUI, owner: type) -> _T:
        found: _T = getattr(ui.circumstances, self._name)
        return found

    def __set__(self, ui: ScriptedUI, value: _T) -> None:
        ui.tell(**{self._name: value})


class ScriptedUI:
    """One window of a program, to be changed and read.

        ui = ScriptedUI([{"role": "window", "children": [{"role": "button", "name": "Save"}]}], app="Mail")
        ui.find(role="button").name = "Saved"

    Any thread may change it; a read sees the state between two changes.

    Args:
        tree: the elements, as ``Snapshot.from_dicts`` takes them; several roots are a window and its dialogs.
        app, title, url, document, pid: the circumstances of its snapshots. UIs of one backend differ in ``pid``.
        platform: the platform whose role names the tree has.
        stable_ids: whether native ids live as long as their elements; otherwise each read gives new ones.
    """

    app = _Circumstance[str | None]()
    title = _Circumstance[str | None]()
    url = _Circumstance[str | None]()
    document = _Circumstance[str | None]()
    pid = _Circumstance[int]()

    def __init__(
        self,
        tree: object,
        *,
        app: str | None = None,
        title: str | None = None,
        url: str | None = None,
        document: str | None = None,
        pid: int = 1000,
        platform: str = "aria",
        stable_ids: bool = True,
    ) -> None:
        self.platform = platform
        self.stable_ids = stable_ids
        self.reads = 0
        """How many reads were begun, including those that failed."""
        self.closed = False
        """Whether the program has ended."""
        self._lock = threading.RLock()
        self._listeners: list[ScriptStep] = []
        self._silent = False
        self._changing = 0  # the depth of nested changes
        self._ids = 0
        self._starts = 1
        self._nodes: dict[str, list[Node]] | None = None  # by native id; None: to be built
        self._queue: deque[ScriptStep] = deque()
        self._failures: deque[ReadFailure] = deque()
        self._cuts: dict[Node, int] = {}
        self._handlers: list[tuple[Node, str, ScriptStep]] = []
        self.circumstances = Circumstances(app=app, title=title, url=url, document=document, pid=pid, platform=platform)
        self.top = Node(self, {"role": "unknown", "states": {}})
        """The parent of the roots; it is in no snapshot."""
        for root in plant(self, tree):
            root.move()

    # ---------------------------------------------------------------- elements

    @property
    def roots(self) -> tuple[Node, ...]:
        """The window, its dialogs, popups and menus."""
        return self.top.children

    def add(self, root: object, *, at: int | None = None) -> Node:
        """Open a dialog, a popup or a menu: add a root (a dict, possibly with ``children``)."""
        return self.top.add(root, at=at)

    def find_all(self, *, role: str | None = None, name: str | None = None) -> tuple[Node, ...]:
        """The nodes of that exact role and name, in document order."""
        with self._lock:
            return tuple(
                node
                for node in self.top.descendants
                if (role is None or node.role == role) and (name is None or node.name == name)
            )

    def find(self, *, role: str | None = None, name: str | None = None) -> Node:
        """The first node of that exact role and name.

        Raises:
            LookupError: there is none.
        """
        found = self.find_all(role=role, name=name)
        if not found:
            asked = [f"{key} {quote(text)}" for key, text in (("role", role), ("name", name)) if text is not None]
            raise LookupError(f"no node has the {' and the '.join(asked)}" if asked else "the UI has no nodes")
        return found[0]

    def node_of(self, native_id: str | None) -> Node | None:
        """The node with the native id that a snapshot has; None if it is not in the UI any more."""
        if native_id is not None and not self.stable_ids:
            native_id = native_id.rpartition("@")[0]
        with self._lock:
            if self._nodes is None:
                self._nodes = {}
                for node in self.top.descendants:
                    self._nodes.setdefault(node.id, []).append(node)
            found = self._nodes.get(native_id or "", [])
        return found[0] if len(found) == 1 else None

    # ----------------------------------------------------------- circumstances

    def tell(self, **circumstances: Any) -> None:  # noqa: ANN401  # Circumstances checks them
        """Set several circumstances at once: a read sees all of them or none."""
        with self.changing():
            self.circumstances = attrs.evolve(self.circumstances, **circumstances)

    def navigate(self, url: str, document: str, tree: object = None) -> None:
        """Load another document: its address, its id, and its elements unless they stay."""
        roots = None if tree is None else plant(self, tree)
        with self.changing():
            self.tell(url=url, document=document)
            for root in () if roots is None else self.roots:
                root.remove()
            for root in roots or ():
                root.move()

    @property
    def key(self) -> str:
        """The key of the window, ``window`` of its snapshots: the process and the number of its starts."""
        return f"{self.pid}-{self._starts}"

    @property
    def window(self) -> Window:
        """The window as ``ScriptedBackend.windows()`` lists it."""
        known = self.circumstances.with_shown_url()
        return Window(
            app=known.app or None, pid=known.pid, title=known.title or None, url=known.url or None, id=self.key
        )

    # ---------------------------------------------------------------- programs

    def then(self, do: ScriptStep) -> None:
        """Queue a step: each read takes one step of the queue and does it first.

        Changes of such a step do not wake change sources: the read itself shows them.
        """
        with self._lock:
            self._queue.append(do)

    def on(self, node: Node, action: str, do: ScriptStep) -> None:
        """Do a step whenever an action is done with a node; the node then offers the action."""
        with self.changing():
            if action not in self.actions_of(node):
                node.actions = (*(node.actions or ()), action)
            self._handlers.append((node, action, do))

    def actions_of(self, node: Node) -> tuple[str, ...]:
        """The actions of a node: its ``actions``, "focus" and "type"."""
        return tuple(dict.fromkeys((*(node.actions or ()), *_EVERYWHERE)))

    def act(self, node: Node, action: str, value: str | None = None) -> None:
        """Do an action: "focus" moves the focus, "type" sets the value; then the steps given to :meth:`on` are done.

        Raises:
            NotActionable: the node has no such action.
        """
        with self.changing():
            known = self.actions_of(node)
            if action not in known:
                raise no_action(action, known)
            if action == "focus":
                for focused in self.top.descendants:
                    if focused.states.get("focused"):
                        focused.set(focused=None)
                node.set(focused=True)
            elif action == "type":
                node.value = value
            for programmed, name, do in tuple(self._handlers):
                if programmed is node and name == action:
                    do()

    # ---------------------------------------------------------------- failures

    def fail(self, error: Exception, *, times: int = 1) -> None:
        """Have the next reads raise an error. Failures queue: each read takes one of them."""
        self._queue_failures(error, times)

    def deny(self, *, times: int = 1) -> None:
        """Have the next reads raise PermissionNeeded."""
        self._queue_failures(
            PermissionNeeded("reading is not permitted: the script says so, by ScriptedUI.deny"), times
        )

    def slow(self, seconds: float, *, times: int = 1) -> None:
        """Have the next reads take ``seconds``."""
        self._queue_failures(seconds, times)

    def hang(self, *, times: int = 1) -> None:
        """Have the next reads take until their deadline."""
        self._queue_failures(inf, times)

    def cut(self, node: Node, *, times: int = 1) -> None:
        """Have the next successful reads leave the children of a node unread."""
        with self._lock:
            self._cuts[node] = times

    def close(self) -> None:
        """End the program: reads raise AppGone from now on."""
        with self.changing():
            self.closed = True

    def restart(self) -> None:
        """Restart the program: it has another process, another window key and new native ids."""
        with self.changing():
            self.closed = False
            self._starts += 1
            self.tell(pid=self.pid + RESTARTED)
            for root in self.roots:
                root.recreate()

    def _queue_failures(self, failure: ReadFailure, times: int) -> None:
        with self._lock:
            self._failures += [failure] * times

    # ------------------------------------------------------- what backends ask

    def begin_read(self) -> ReadFailure | None:
        """Do the queued step of this read; return the failure that was ordered for it.

        Raises:
            AppGone: the program has ended.
        """
        with self._lock:
            self.reads += 1
            if self._queue:
                self._silent = True
                try:
                    self._queue.popleft()()
                finally:
                    self._silent = False
            self.expect_open()
            return self._failures.popleft() if self._failures else None

    def expect_open(self) -> None:
        """Raise AppGone if the program has ended."""
        if self.closed:
            raise AppGone("the scripted program has ended: ScriptedUI.restart starts it again")

    def snapshot(self, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the UI as it is now.

        Raises:
            AppGone: the program has ended.
            ReadTimeout: the deadline is over.
        """
        with self._lock:
            self.expect_open()
            rows = read_tree(self.roots, row=self._row, children=self._children, limits=limits, deadline=deadline)
            self._cuts = {node: times - 1 for node, times in self._cuts.items() if times > 1}
            circumstances = attrs.evolve(self.circumstances, window=self.key)
            return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)

    def listen(self, do: ScriptStep) -> ScriptStep:
        """Call a listener at every change, in the thread of the change; return what stops that."""
        with self._lock:
            self._listeners.append(do)

        def stop() -> None:
            with self._lock:
                if do in self._listeners:
                    self._listeners.remove(do)

        return stop

    # --------------------------------------------------------- what nodes need

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Lock the UI for a change; announce it, with all nested changes, at the end."""
        with self._lock:
            self._changing += 1
            try:
                yield
            finally:
                self._changing -= 1
                self._nodes = None
                for listener in () if self._silent or self._changing else tuple(self._listeners):
                    listener()

    def new_id(self) -> str:
        """A native id that no node had."""
        self._ids += 1
        return f"{self.pid}.{self._ids}"

    def _row(self, node: Node, depth: int) -> Row:
        row = Row(depth, *node.cells.values())
        native_id = node.id if self.stable_ids else f"{node.id}@{self.reads}"
        return row._replace(id=native_id, id_stable=self.stable_ids)

    def _children(self, node: Node) -> Sequence[Node] | None:
        return None if node in self._cuts else node.children
