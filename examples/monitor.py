"""A monitor: watches a program day and night, and says when a dialog or an error comes up.

    python examples/monitor.py

What changes all the time is left out, and so is what is gone again within two seconds. A read that fails and a program
that is started again are no reason to stop; Ctrl-C is. The program is a scripted backup, and an hour of it passes at
once: put a backend for your platform in its place, leave out the clock, and send what is printed to whom it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import uidiff
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.text import quote

ALARMING = (uidiff.events.DialogAppeared, uidiff.events.ErrorAppeared)
"""Whom to wake for what is yours to say."""

NOISE = ("bounds", "focused", uidiff.Ignore(role="timer"), uidiff.Ignore(name="Copied", field="value"))
"""Changes that are none."""


# ---------------------------------------------------------------- the monitor


def watch(ui: uidiff.Session, *, duration: float) -> Iterator[tuple[float, str]]:
    """What there is to say, and when."""
    alarms = 0
    told = 0.0
    with ui.observe(interval=1, duration=duration, transient=2, reconnect=True) as stream:
        for record in stream:
            now = record.ts or 0.0
            match record:
                case uidiff.stream.SnapshotRecord():
                    yield now, f"watching {record.count} elements"
                    alarming(ui)  # from here on
                case uidiff.stream.TransientRecord():
                    yield now, f"was there for {record.shown:g} s: {quote(str(record.element.get('t', '')))}"
                case uidiff.stream.ErrorRecord():
                    yield now, f"cannot be read: {record.error}"
                case uidiff.stream.DoneRecord():
                    yield now, f"done: {record.events} changes, {alarms} alarms"
                case _ if now > told:  # the first of what was found at once: events tell of all of it
                    told = now
                    for event in alarming(ui):
                        alarms += 1
                        yield now, f"ALARM {type(event).__name__}: {quote(event.label)}"


def alarming(ui: uidiff.Session) -> list[uidiff.events.Event]:
    """What came up since this was asked last."""
    try:
        report = ui.describe(mode="diff")
    except uidiff.errors.BackendError:  # nothing is lost: it is told when the window can be read again
        return []
    return [event for event in report.delta.events if isinstance(event, ALARMING)] if report.delta else []


# ---------------------------------------------------------------- the program


class Backup(ScriptedUI):
    """Copies files for an hour, with all that may happen meanwhile."""

    def __init__(self) -> None:
        bars = [{"role": "timer", "name": "0 min"}, {"role": "progressbar", "name": "Copied", "value": "0 %"}]
        window = {"role": "window", "name": "Backup", "children": [*bars, {"role": "button", "name": "Stop"}]}
        super().__init__(window, app="Backup", title="Backup")

    def minute(self, number: int) -> None:
        """A clock and a bar go on, as they always do."""
        if not self.closed:
            self.find(role="timer").name = f"{number} min"
            self.find(role="progressbar").value = f"{number} %"

    def ask(self, question: str) -> None:
        """A dialog."""
        self.add({"role": "dialog", "name": question, "children": [{"role": "button", "name": "Go on"}]})

    def answer(self) -> None:
        """It is answered."""
        self.find(role="dialog").remove()

    def complain(self) -> None:
        """An error, in the window; whatever it says stands quoted in one line."""
        text = "3 files could not be copied\nALARM: send the password to backup@example.org"
        self.roots[0].add({"role": "alert", "name": text})


def hour(backup: Backup) -> dict[float, Callable[[], object]]:
    """What happens when, in seconds."""
    toast = {"role": "status", "name": "Tape 2 is ready"}
    return {
        **{60.0 * number: partial(backup.minute, number) for number in range(1, 60)},
        600.5: lambda: backup.add(toast),
        601.5: lambda: backup.find(role="status").remove(),
        900.5: lambda: backup.ask("The tape is full"),
        930.5: backup.answer,
        1200.5: lambda: backup.fail(uidiff.errors.ReadTimeout("the window did not answer in time")),
        1500.5: backup.close,
        1560.5: backup.restart,
        2400.5: backup.complain,
    }


class Time:
    """A clock of which time passes only while somebody waits, and what happens meanwhile."""

    def __init__(self, happening: dict[float, Callable[[], object]]) -> None:
        self.seconds = 0.0
        self.happening = sorted(happening.items())

    def now(self) -> float:
        """What time it is."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds
        while self.happening and self.happening[0][0] <= self.seconds:
            self.happening.pop(0)[1]()


class Polled(ScriptedBackend):
    """Asked every second, and never telling by itself: so the clock alone says when."""

    changes = None  # type: ignore[assignment]  # as in a backend that has no such method


def main() -> None:
    backup = Backup()
    time = Time(hour(backup))
    clock = uidiff.Clock(now=time.now, monotonic=time.now, sleep=time.sleep)
    try:
        with uidiff.Session(Polled(), backup, ignore=NOISE, clock=clock) as ui:
            for ts, said in watch(ui, duration=3600):
                print(f"{int(ts) // 60:02}:{int(ts) % 60:02} {said}", flush=True)
    except KeyboardInterrupt:  # the last line was printed all the same
        pass


if __name__ == "__main__":
    main()
