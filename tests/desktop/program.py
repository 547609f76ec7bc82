"""A program of a private desktop that is told what to do: a line in, an answer out when it is done."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

ENOUGH = 180.0
"""Seconds in which a program has to answer."""

_FAREWELL = 5.0
_PAUSE = 0.03


def eventually(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + ENOUGH
    while not holds():
        assert time.monotonic() < end, f"it does not hold within {ENOUGH} s"
        time.sleep(_PAUSE)


@contextmanager
def ended(process: subprocess.Popen) -> Iterator[None]:
    """End a process in the end, also one that was stopped."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.terminate()
            os.kill(process.pid, signal.SIGCONT)
            try:
                process.wait(_FAREWELL)
            except subprocess.TimeoutExpired:
                process.kill()
        process.wait()


class Program:
    """A program that is running. Each line that it is told it answers with ``ok``, when its window is drawn again."""

    def __init__(self, process: subprocess.Popen) -> None:
        self._process = process
        self._said = b""

    @classmethod
    @contextmanager
    def started(cls, command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Program]:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        program = cls(process)
        with process.stdin, process.stdout, ended(process):
            program.expect_answer()
            yield program

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, line: str) -> None:
        """Have it do something, and wait until it is done."""
        self.begin(line)
        self.expect_answer()

    def begin(self, line: str) -> None:
        """Have it do something; the answer is still to come."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    def expect_answer(self) -> None:
        """Wait for the answer to what it was told first."""
        stdout = self._process.stdout
        assert stdout is not None
        end = time.monotonic() + ENOUGH
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while b"\n" not in self._said:
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise AssertionError(f"the program does not answer within {ENOUGH} s")
                said = os.read(stdout.fileno(), 4096)
                if not said:
                    raise AssertionError("the program has ended")
                self._said += said
        line, _, self._said = self._said.partition(b"\n")
        assert line == b"ok", line

    def stop(self) -> None:
        """Have it hang, as a program that is busy for ever."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End that."""
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as by a crash."""
        self._process.kill()
        self._process.wait()
