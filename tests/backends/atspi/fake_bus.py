"""A bus whose answers are told to it, and what a read of it says."""

# ruff: noqa: ARG002  # a fake ignores arguments

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any

from uidiff import Limits, Snapshot
from uidiff.backends.atspi import AtspiBackend
from uidiff.backends.atspi.bus import PATIENCE, Bus, BusCall, Fault, Reply
from uidiff.backends.atspi.constants import ACCESSIBLE
from uidiff.backends.atspi.reading import ReadRequest, read_nodes
from uidiff.backends.atspi.replies import ObjectKey
from uidiff.backends.atspi.rows import rows_of
from uidiff.model.circumstances import Circumstances

APP = ":1.7"
SHOWING = 1 << 25 | 1 << 30


def states(bits: int) -> list[int]:
    return [bits & 0xFFFFFFFF, bits >> 32]


class Told(Bus):
    """A bus whose answers are told to it, by path and method; an object without answers is there, and empty."""

    def __init__(self, answers: dict[tuple[str, str], object], children: dict[str, list[object]]) -> None:
        self.answers = answers
        self.children = children
        self.asked: list[BusCall] = []

    def ask(self, calls: Sequence[BusCall], deadline: float = inf, *, patience: float = PATIENCE) -> list[Reply]:
        self.asked += calls
        return [self.reply(call) for call in calls]

    def reply(self, call: BusCall) -> Reply:
        name = str(call.body[1]) if call.method == "Get" else call.method
        told = self.answers.get((call.path, name), self.answers.get(("*", name), self))
        if isinstance(told, Fault | tuple):
            return told
        usual: dict[str, tuple[Any, ...]] = {
            "GetRole": (39,),
            "Name": (("s", f"the one at {call.path}"),),
            "Description": (("s", ""),),
            "GetState": (states(SHOWING),),
            "GetInterfaces": ([ACCESSIBLE],),
            "GetChildren": (self.children.get(call.path, []),),
            "GetItems": ([],),
        }
        return usual.get(name, Fault.ABSENT)


def seen(bus: Bus, *, roots: tuple[str, ...] = ("/w",), limits: Limits | None = None, seconds: float = 30) -> Snapshot:
    """What a snapshot says of a window on a bus."""
    used = limits or Limits.live()
    request = ReadRequest(bus=bus, from_screen=False, limits=used, deadline=time.monotonic() + seconds, fleeting={})
    rows = rows_of(read_nodes(request, [ObjectKey(APP, root) for root in roots]), from_screen=False)
    return Snapshot.from_rows(rows, circumstances=Circumstances(platform="atspi"), limits=used)


def names(snapshot: Snapshot) -> list[str]:
    return [str(element.name).removeprefix("the one at ") for element in snapshot]


@contextmanager
def greeting(folder: Path, then: Callable[[socket.socket], object]) -> Iterator[AtspiBackend]:
    """A backend whose session bus greets one caller as a bus does, and then does something with the connection."""

    def greet() -> None:
        server, _ = listening.accept()
        with server, suppress(OSError):
            while b"BEGIN" not in (heard := server.recv(4096)):
                server.sendall(b"OK 0123\r\n" if b"AUTH" in heard else b"")
            then(server)

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "bus"))
        listening.listen()
        thread = threading.Thread(target=greet)
        thread.start()
        yield AtspiBackend(session_bus=f"unix:path={folder}/bus")
        thread.join()
