"""Console blocks of a page: what they hold, and a shell in which they run as a reader would type them.

A block is a fence of the language ``console``. A line that begins with ``$ `` is a command; it goes on over lines that
end in a backslash, in an open quote or in an open here-document. The lines below are what it prints, to either output:
``…`` alone on a line stands for any lines, ``…`` in a line for any text, and ``^C`` is the key that ends the command
once it has printed what stands above. Without such lines nothing is expected but that the command succeeds. It may fail
where the next command asks how it ended (``$?``).
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import attrs

T = TypeVar("T")

EXAMPLES = Path(__file__).parents[1] / "examples"
BLOCK = re.compile(r"^( *)```console\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
PORT = "9222"
"""The port of the browser in all pages; each page gets one of its own instead."""

PATIENCE = 600.0
"""Seconds that a command may take, on a machine that is busy with other things."""

TOO_BUSY = ("read again when it is less busy", "no browser answers at ")
"""Errors of a machine that is too busy to read a window, or to connect to a browser, in the usual time; their reader
types the command again, and so does the shell. In a pipeline the command's status is another one's: the text tells.
"""

UNANSWERED = ("the page has answered nothing so far",)
"""An error of a page that hangs, too: only what asks no longer than PATIENCE may take it for one of a busy machine."""

CUT_SHORT = ('"unread":', " unread", ", not read below ")
"""Answers, and no errors, of a machine that is too busy to read all of a window: what a reader types again too."""

BROWSER = """#!/bin/sh
exec {chromium} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-sync \\
  --disable-component-update --disable-background-networking --user-data-dir="$PROFILE" "$@"
"""
"""What a browser needs besides where there is no screen, and where its user is root."""


@attrs.frozen
class Command:
    """A command of a page.

    Attributes:
        text: what is typed, without the prompt; several lines if it goes on.
        expected: the lines that it prints; None if the page shows none.
        line: where it stands in the page, from 1.
    """

    text: str
    expected: tuple[str, ...] | None
    line: int

    @property
    def stays(self) -> bool:
        """It is started in the background."""
        return self.text.rstrip().endswith("&")


def commands_of(text: str) -> list[Command]:
    """The commands of a page, in their order."""
    found = []
    for block in BLOCK.finditer(text):
        first = text[: block.start(2)].count("\n") + 1
        lines = [line.removeprefix(block[1]) for line in block[2].splitlines()]
        if lines and not lines[0].startswith("$ "):
            raise ValueError(f"line {first}: a console block begins with a command: '$ …'")
        at = 0
        while at < len(lines):
            end = _end_of_command(lines, at)
            shown = end
            while shown < len(lines) and not lines[shown].startswith("$ "):
                shown += 1
            typed = "\n".join([lines[at].removeprefix("$ "), *lines[at + 1 : end]])
            while lines[shown - 1] == "" and shown > end:
                lines.pop(shown - 1)
                shown -= 1
            found.append(Command(typed, tuple(lines[end:shown]) or None, first + at))
            at = shown
    return found


def _end_of_command(lines: Sequence[str], at: int) -> int:
    """The first line that is no part of the command any more."""
    word = HEREDOC.search(lines[at])
    if word is not None:
        return lines.index(word[2], at) + 1
    end = at + 1
    while end < len(lines) and (lines[end - 1].endswith("\\") or _is_open("\n".join(lines[at:end]).removeprefix("$ "))):
        end += 1
    return end


def _is_open(text: str) -> bool:
    """Whether a quote goes on in the next line."""
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return True
    return False


SAME = (
    (re.compile(r"\b1[6-9]\d{8}\.\d{1,3}\b"), "<time>"),  # Unix time
    (re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?Z?"), "<time>"),
    (re.compile(r"\b\d+(\.\d+)?(ms|s|m|min|h|d) ago\b"), "<age> ago"),
    (re.compile(r'("elapsed": ?)"[^"]*"'), r'\1"<age>"'),
    (re.compile(r'(\bpid"?[=: ]+)\d+'), r"\1<pid>"),
    (re.compile(r"\b[\d,]+ bytes\b"), "<size> bytes"),
    (re.compile(r"\b[0-9A-F]{32}\b"), "<target>"),  # a tab of Chromium
)
"""What is another one at each run, and a word for it."""


def without_chance(line: str) -> str:
    """The line as it would be at any time."""
    for pattern, word in SAME:
        line = pattern.sub(word, line)
    return line.rstrip()


def agrees(expected: Sequence[str], printed: str) -> bool:
    """Whether a command has printed what the page shows."""
    said = "".join(f"{without_chance(line)}\n" for line in printed.splitlines())
    wanted = ""
    for line in expected:
        if line.strip() == "…":
            wanted += r"(?:.*\n)*?"
        else:
            wanted += ".*".join(map(re.escape, without_chance(line.removeprefix("^C")).split("…"))) + r"\n"
    return re.fullmatch(wanted, said) is not None


def was_too_busy(printed: str, shown: str) -> bool:
    """Whether it was a busy machine that printed this, unless the page shows the same."""
    return any(said in printed and said not in shown for said in TOO_BUSY + UNANSWERED + CUT_SHORT)


def patiently(run: Callable[[], T], too_busy: Callable[[T], bool]) -> T:
    """Run something, again while the machine was too busy for it, and give what came of it; after PATIENCE as it is."""
    until = time.monotonic() + PATIENCE
    while too_busy(done := run()) and time.monotonic() < until:
        pass
    return done


def _living() -> Iterator[tuple[int, int]]:
    """The process group and the session of each process that runs."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, group, session, *_ = path.read_text(errors="replace").rpartition(")")[2].split()
            if state != "Z":
                yield int(group), int(session)


@attrs.define
class Shell:
    """A bash in a folder of its own, that has what a reader of the page has."""

    folder: Path
    _bash: subprocess.Popen[str]
    _port: str
    _count: int = 0

    def run(self, command: Command) -> tuple[int, str]:
        """Type a command, again if the machine was too busy for it: its exit status, and what it has printed."""
        shown = "\n".join(command.expected or ())
        return patiently(lambda: self._type(command), lambda done: was_too_busy(done[1], shown))

    def _type(self, command: Command) -> tuple[int, str]:
        self._count += 1
        printed = self.folder.parent / f"printed-{self._count}"
        ended = self.folder.parent / f"ended-{self._count}"
        text = command.text.replace(PORT, self._port)
        new, done, out = (shlex.quote(str(path)) for path in (ended.with_suffix(".new"), ended, printed))
        printed.touch()
        others = self.groups()
        tell = f"{{ s=$?; echo $s > {new}; mv {new} {done}; (exit $s); }}"  # the next command may ask for $?
        assert self._bash.stdin is not None
        self._bash.stdin.write(f"eval {shlex.quote(text)} > {out} 2>&1 < /dev/null; {tell}\n")
        self._bash.stdin.flush()
        self._wait(command, printed, ended, others)
        if command.stays and f"-port={self._port}" in text:
            self._wait_for_page()
        return int(ended.read_text()), printed.read_text(encoding="utf-8", errors="replace").replace(self._port, PORT)

    def groups(self) -> set[int]:
        """The process groups that were started here and live: one for each job, one of the shell."""
        return {group for group, session in _living() if session == self._bash.pid}

    def _wait(self, command: Command, printed: Path, ended: Path, others: set[int]) -> None:
        """Wait for a command's end, and press Ctrl-C where the page does."""
        before = [line for line in command.expected or () if line.startswith("^C")]
        above = (command.expected or ()).index(before[0]) if before else None
        until = time.monotonic() + PATIENCE
        while not ended.exists():
            if above is not None and len(printed.read_text(encoding="utf-8").splitlines()) >= above:
                for group in self.groups() - others:
                    os.killpg(group, signal.SIGINT)
                above = None
            if time.monotonic() > until or self._bash.poll() is not None:
                so_far = printed.read_text(encoding="utf-8", errors="replace")
                raise TimeoutError(f"line {command.line}: {command.text}\nhas not ended; it has printed:\n{so_far}")
            time.sleep(0.01)

    def _wait_for_page(self) -> None:
        """Wait until the browser that was started shows a page, as its reader does: then the page has a title."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self._port}/json/list") as answer:
                if any(
                    page["type"] == "page" and not page["url"].endswith(page["title"]) for page in json.load(answer)
                ):
                    return
            time.sleep(0.05)
        raise TimeoutError("the browser shows no page")


@contextmanager
def shell(folder: Path, environment: dict[str, str], chromium: str | None = None) -> Iterator[Shell]:
    """A new shell in an empty folder below this one; all that it has started ends with it.

    Args:
        folder: where its files are.
        environment: its variables.
        chromium: the path of the browser that the page's ``chromium`` is; None: it needs none.
    """
    home, tools = folder / "page", folder / "bin"
    home.mkdir()
    (home / "examples").symlink_to(EXAMPLES)  # as in the folder of the repository
    tools.mkdir()
    if chromium is not None:
        (tools / "chromium").write_text(BROWSER.format(chromium=shlex.quote(chromium)))
        (tools / "chromium").chmod(0o755)
    variables = {
        **environment,
        "PATH": os.pathsep.join([str(tools), str(Path(sys.executable).parent), environment.get("PATH", os.defpath)]),
        "PROFILE": str(folder / "profile"),
        "UIDIFF_STORE": str(folder / "store"),
        "PIP_NO_INDEX": "1",  # what a page installs has to be here: pip says so, and asks no server
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PYTHONIOENCODING": "utf-8",
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    bash = subprocess.Popen(
        [str(shutil.which("bash")), "--noprofile", "--norc"],
        cwd=home,
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # all that is started belongs to it, and ends with it
    )
    assert bash.stdin is not None
    bash.stdin.write("set -m\n")  # as at a terminal: a group for each job, and Ctrl-C is for that in the foreground
    typed = Shell(home, bash, port)
    try:
        yield typed
    finally:
        for group in sorted(typed.groups()):
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        bash.stdin.close()
        bash.wait()
