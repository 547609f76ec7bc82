"""Read a desktop program's tree over AT-SPI, and act on it, with PyGObject's D-Bus alone.

The tree is read level by level with many calls in flight. The identity of a node is its D-Bus object path. A tree is
read twice: where a still program answers with new paths, the nodes are marked ``truth_volatile``.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from gi.repository import Gio, GLib

Node: TypeAlias = dict[str, Any]

ATSPI = "org.a11y.atspi."
PROPERTIES = "org.freedesktop.DBus.Properties"
ROOT = "/org/a11y/atspi/accessible/root"
IN_FLIGHT = 200
LONGEST_TEXT = 4000
MOST_CHILDREN = 1500
PATIENCE = 10.0  # seconds that a node or a window may take to appear
SCREEN, WINDOW = 0, 1  # what coordinates start from

STATES = (
    "invalid active armed busy checked collapsed defunct editable enabled expandable expanded focusable focused "
    "has_tooltip horizontal iconified modal multi_line multiselectable opaque pressed resizable selectable selected "
    "sensitive showing single_line stale transient vertical visible manages_descendants indeterminate required "
    "truncated animated invalid_entry supports_autocompletion selectable_text is_default visited checkable has_popup "
    "read_only"
).split()


class Call(NamedTuple):
    """A method call on an object of the program."""

    path: str
    interface: str
    method: str
    arguments: Any = None

    @classmethod
    def get(cls, path: str, interface: str, name: str) -> Call:
        return cls(path, PROPERTIES, "Get", GLib.Variant("(ss)", (ATSPI + interface, name)))

    @classmethod
    def to(cls, path: str, method: str, signature: str = "()", *arguments: object) -> Call:
        interface, method = method.split(".")
        return cls(path, ATSPI + interface, method, GLib.Variant(signature, arguments))


class Bus:
    """The accessibility bus of this session."""

    def __init__(self) -> None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            asked = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
            session.call_sync("org.a11y.Bus", "/org/a11y/bus", PROPERTIES, "Set", asked, None, 0, 10_000, None)
        address = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, 10_000, None
        ).unpack()[0]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        for event in ("object:", "window:", "focus:"):  # some toolkits say little until somebody listens
            self.ask(
                ATSPI + "Registry",
                [Call.to("/org/a11y/atspi/registry", "Registry.RegisterEvent", "(sass)", event, [], "")],
            )

    def ask(self, owner: str, calls: Iterable[Call]) -> list[Any]:
        """What the calls return, in order; None for one that failed."""
        waiting = list(calls)
        answers: list[Any] = [None] * len(waiting)
        sent = done = 0

        def answered(connection: Gio.DBusConnection, result: Gio.AsyncResult, place: int) -> None:
            nonlocal done
            done += 1
            try:
                answer = connection.call_finish(result).unpack()
            except GLib.Error:
                return
            answers[place] = answer[0] if len(answer) == 1 else answer

        while done < len(waiting):
            while sent < len(waiting) and sent - done < IN_FLIGHT:
                self._connection.call(owner, *waiting[sent], None, 0, 15_000, None, answered, sent)
                sent += 1
            GLib.MainContext.default().iteration(True)
        return answers

    def programs(self) -> list[str]:
        return [owner for owner, _ in self.ask(ATSPI + "Registry", [Call.to(ROOT, "Accessible.GetChildren")])[0] or []]


@dataclass
class Element:
    """A node that can be acted on."""

    app: App
    node: Node

    def _call(self, method: str, signature: str = "()", *arguments: object) -> Any:
        return self.app.ask([Call.to(self.node["truth"], method, signature, *arguments)])[0]

    def press(self, action: str | None = None) -> None:
        """Do an action of the node, by default its first."""
        names = [name.lower() for name, *_ in self._call("Action.GetActions") or []]
        if not self._call("Action.DoAction", "(i)", names.index(action) if action else 0):
            raise RuntimeError(f"{self.node['r']} {self.node['t']!r} did not do {action!r} of {names}")

    def box(self) -> list[int]:
        """x, y, width and height on the screen."""
        return list(self._call("Component.GetExtents", "(u)", SCREEN))

    def click(self, *, button: int = 1, times: int = 1, dx: float = 0.5, dy: float = 0.5, key: str = "") -> None:
        """Click at a place of the box (parts of its width and height), with a key held down."""
        x, y, width, height = self.box()
        if not self.app.on_screen(x + int(width * dx), y + int(height * dy)):
            raise RuntimeError(f"{self.node['r']} {self.node['t']!r} is not on the screen: {x, y, width, height}")
        held = ["keydown", key], ["keyup", key]
        xdotool("mousemove", x + int(width * dx), y + int(height * dy), *(held[0] if key else []))
        time.sleep(0.1)
        xdotool("click", "--repeat", times, "--delay", 80, button, *(held[1] if key else []))

    def drag(self, other: Element) -> None:
        """Drag with the mouse from the middle of this node to the middle of another one."""
        places = [(x + width // 2, y + height // 2) for x, y, width, height in (self.box(), other.box())]
        (x, y), (to_x, to_y) = places
        xdotool("mousemove", x, y, "mousedown", 1)
        for part in range(1, 11):
            time.sleep(0.05)
            xdotool("mousemove", x + (to_x - x) * part // 10, y + (to_y - y) * part // 10)
        time.sleep(0.3)
        xdotool("mouseup", 1)

    def focus(self) -> None:
        self._call("Component.GrabFocus")

    def fill(self, text: str) -> None:
        self._call("EditableText.SetTextContents", "(s)", text)


@dataclass
class App:
    """A running program: its tree as a corpus's nodes, and input for it."""

    bus: Bus
    owner: str
    coordinates: int

    def ask(self, calls: Iterable[Call]) -> list[Any]:
        return self.bus.ask(self.owner, calls)

    # -- reading ------------------------------------------------------------------------------------------------------

    def read(self) -> list[Node]:
        nodes: dict[str, Node] = {}
        children: dict[str, list[str]] = {}
        level = [ROOT]
        seen = {ROOT}
        while level:
            found = {path: node for path, node in zip(level, self._described(level), strict=True) if node}
            nodes |= found
            parents = [path for path, node in found.items() if node.pop("children") <= MOST_CHILDREN]
            level = []
            for parent, answer in zip(
                parents, self.ask(Call.to(p, "Accessible.GetChildren") for p in parents), strict=True
            ):
                new = [path for owner, path in answer or [] if owner == self.owner and path not in seen]
                children[parent] = list(dict.fromkeys(new))
                seen.update(new)
                level += children[parent]
        return list(self._in_order(nodes, children))

    def _described(self, paths: list[str]) -> Iterator[Node | None]:
        """What is recorded of each object, but its place in the tree; None for one that is gone."""
        calls = [
            [
                Call.to(path, "Accessible.GetRoleName"),
                Call.get(path, "Accessible", "Name"),
                Call.get(path, "Accessible", "Description"),
                Call.to(path, "Accessible.GetState"),
                Call.get(path, "Accessible", "ChildCount"),
                Call.to(path, "Component.GetExtents", "(u)", self.coordinates),
                Call.get(path, "Text", "CharacterCount"),
                Call.get(path, "Value", "CurrentValue"),
            ]
            for path in paths
        ]
        answers = self.ask(call for of_one in calls for call in of_one)
        texts = {
            path: Call.to(path, "Text.GetText", "(ii)", 0, min(answers[8 * k + 6], LONGEST_TEXT))
            for k, path in enumerate(paths)
            if answers[8 * k + 6] is not None and answers[8 * k] != "label"
        }
        text_of = dict(zip(texts, self.ask(texts.values()), strict=True))
        for k, path in enumerate(paths):
            role, name, description, states, count, box, _, number = answers[8 * k : 8 * k + 8]
            if role is None or states is None:
                yield None
                continue
            value = text_of.get(path, number)
            node: Node = {"truth": path, "r": role, "t": name or ""}
            node |= {"v": value} if value is not None else {}
            node |= {"d": description} if description else {}
            node |= {"b": list(box)} if box else {}
            bits = sum(word << 32 * place for place, word in enumerate(states))
            yield node | {
                "states": {s: True for place, s in enumerate(STATES) if bits >> place & 1},
                "children": count or 0,
            }

    def _in_order(self, nodes: dict[str, Node], children: dict[str, list[str]]) -> Iterator[Node]:
        """The nodes depth first, numbered, with boxes that start at the top left of the window."""
        stack: list[tuple[str, int | None, list[int]]] = [(ROOT, None, [0, 0])]
        index = 0
        while stack:
            path, parent, origin = stack.pop()
            if path not in nodes:
                continue
            node: Node = {"i": index, "p": parent} | nodes[path]
            if "b" in node and self.coordinates == SCREEN:
                x, y, width, height = node["b"]
                origin = [x, y] if parent == 0 else origin
                node["b"] = [x - origin[0], y - origin[1], width, height]
            yield node
            stack += [(child, index, origin) for child in reversed(children.get(path, []))]
            index += 1

    def read_twice(self) -> list[Node]:
        """The tree of a program that stands still, or of its fourth moment; identities that do not last are marked."""
        nodes = self.read()
        for _ in range(3):
            again = self.read()
            if [(n["p"], n["r"]) for n in nodes] == [(n["p"], n["r"]) for n in again]:
                lasting = {n["truth"] for n in again}
                for node in nodes:
                    if node["truth"] not in lasting:
                        node["truth_volatile"] = True
                break
            nodes = again
        return nodes

    def title(self, nodes: list[Node]) -> str:
        windows = [n for n in nodes if n["p"] == 0]
        active = [n for n in windows if "active" in n["states"]]
        return (active[-1:] or windows[:1] or [{"t": ""}])[0]["t"]

    # -- acting -------------------------------------------------------------------------------------------------------

    def find_all(self, role: str, name: str | None = None, *, under: str | None = None) -> list[Element]:
        """The nodes on the screen of this role and name, in a window of this title."""
        nodes = self.read()
        shown = "showing" if any("showing" in n["states"] for n in nodes[1:]) else "visible"
        window: list[int] = []
        for node in nodes:
            window.append(node["i"] if node["p"] in (None, 0) else window[node["p"]])
        return [
            Element(self, n)
            for n in nodes
            if n["r"] == role
            and name in (None, n["t"])
            and shown in n["states"]
            and under in (None, nodes[window[n["i"]]]["t"])
        ]

    def find(self, role: str, name: str | None = None, *, nth: int = 0, under: str | None = None) -> Element:
        """Wait for the n-th such node."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.find_all(role, name, under=under)
            if len(found) > max(nth, 0):
                return found[nth]
            time.sleep(0.2)
        raise LookupError(f"no {role} {name!r} on the screen")

    def keys(self, *keys: str) -> None:
        """Press keys one after another, as xdotool names them: "ctrl+a", "Delete"."""
        for key in keys:
            xdotool("key", key)
            time.sleep(0.1)

    def type(self, text: str) -> None:
        xdotool("type", "--delay", 35, text)

    def enlarge(self) -> None:
        """Give the window nearly the whole screen."""
        xdotool("getactivewindow", "windowmove", 0, 0, "windowsize", "--sync", 1240, 850)

    def on_screen(self, x: int, y: int) -> bool:
        return 0 <= x < 1280 and 0 <= y < 900


def xdotool(*arguments: object) -> None:
    subprocess.run(["xdotool", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)
