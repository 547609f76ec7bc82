"""Chooses the window that a target means."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import attrs

from uidiff.backends.atspi.applications import Application, Applications, AtspiTop, tops_of
from uidiff.backends.atspi.bus import Bus
from uidiff.backends.atspi.replies import ObjectKey
from uidiff.errors import AppGone, ReadTimeout, WindowNotFound
from uidiff.model.window import Window

__all__ = ["AtspiTarget", "AtspiWindow", "as_window", "choose", "main_tops", "window_key"]

AtspiTarget: TypeAlias = str | int | Window
"""What the backend reads: a program by its name (whole, in any case) or its process id, or a window."""

_KINDS = "give the name of a program, its process id, or a uidiff.Window"


@attrs.frozen
class AtspiWindow:
    """A window that a target means, and the dialogs, popups and menus of its program."""

    top: AtspiTop
    others: tuple[AtspiTop, ...]


def as_window(target: object) -> Window:
    """Make a ``Window`` of a target.

    Raises:
        TypeError: the target is of another kind.
        ValueError: the name is empty, or the number negative.
    """
    if isinstance(target, Window):
        return target
    if type(target) is str:
        return Window(app=target)
    if type(target) is int:
        return Window(pid=target)
    raise TypeError(f"no window, but {type(target).__name__}: {_KINDS}")


def choose(
    bus: Bus, applications: Applications, target: Window, deadline: float, *, last: ObjectKey | None
) -> AtspiWindow:
    """Choose the window that a target means: its last one, else the only one that fits, else the one in front.

    Args:
        bus, applications: where to look.
        target: the target.
        deadline: a moment of ``time.monotonic()``.
        last: the window that the target meant last, whatever its title is now.

    Raises:
        WindowNotFound: no window fits, or several do and none of them is in front.
        AppGone: the program of the last window has ended, or the window that was named by its id was closed.
        ReadTimeout: a program that fits does not answer.
    """
    programs = [one for one in applications.all(deadline) if _may_fit(target, one)]
    if not programs:  # some programs set their name after they have registered
        programs = [one for one in applications.all(deadline, ask_again=True) if _may_fit(target, one)]
    found = tops_of(bus, programs, deadline)
    mains = main_tops(found.tops)
    stays = [top for top in found.tops if top.key == last]
    fitting = stays or [top for top in mains if target.fits(top.window)]
    hangs = last is not None and any(root.bus == last.bus for root in found.hung)
    if hangs or (found.hung and (not fitting or fitting[0].application.root in found.hung)):
        raise ReadTimeout("the program does not answer: wait until it is less busy, or end it")
    if not fitting and last and len(programs) == len(found.gone):
        if applications.lives(last.bus, deadline):  # the registry restarts, or the program is about to end
            raise ReadTimeout("the program is not on the list of the accessibility bus: read again")
        raise AppGone("the program has ended, or has left the accessibility bus: start it anew")
    if not fitting and last and target.id is not None:
        raise AppGone("the window was closed: name another window of the program")
    if len(fitting) > 1:
        fitting = [top for top in fitting if top.active] or fitting
    if len(fitting) != 1:
        number = f"{len(fitting)} windows fit, and none of them is in front" if fitting else "no window fits"
        raise WindowNotFound(f"{number}: ask windows() which there are, and say more, or less, of it")
    (chosen,) = fitting
    others = (top for top in found.tops if top.application == chosen.application and top not in {chosen, *mains})
    return AtspiWindow(chosen, tuple(others))


def main_tops(tops: Iterable[AtspiTop]) -> list[AtspiTop]:
    """The main windows; of a program with dialogs only, the first one."""
    by_program: dict[Application, list[AtspiTop]] = {}
    for top in tops:
        by_program.setdefault(top.application, []).append(top)
    return [top for mine in by_program.values() for top in ([one for one in mine if one.main] or mine[:1])]


def window_key(top: AtspiTop) -> str:
    """The key of a window (spec/definitions#13-windows): process id, start of the process, and key on the bus.

    A restarted bus reuses its names; the process and its start tell those apart.
    """
    pid = top.application.pid
    return f"{pid} {_start_of(pid)} {top.key.id}"


def _may_fit(target: Window, program: Application) -> bool:
    """Whether a window of a program may fit; a program without a name is known by its process alone."""
    by_name = target.app is None or program.name.casefold() == target.app.casefold()
    by_id = target.id is None or target.id.startswith(program.root.bus + "/")
    return by_name and by_id and target.pid in {None, program.pid}


def _start_of(pid: int | None) -> str:
    """The start of a process in clock ticks since boot (proc(5), field 22); "" if it is unknown."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return ""
    fields = stat[stat.rfind(b")") + 2 :].split()  # a name in parentheses may hold anything
    return fields[_START].decode("ascii", "replace") if len(fields) > _START else ""


_START = 19  # the first one behind the name is field 3
