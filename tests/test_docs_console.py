"""The console blocks of all pages run as they stand, in the order of the page, and print what stands below them."""

import json
import os
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.console_blocks import PATIENCE, Command, agrees, commands_of, shell
from tests.parts import need

ROOT = Path(__file__).parents[1]
PAGES = [
    page
    for page in (
        *sorted(ROOT.glob("*.md")),
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted((ROOT / "examples").rglob("*.md")),
    )
    if commands_of(page.read_text(encoding="utf-8"))
]

DESKTOP = ("docs/howto/linux.md", "docs/howto/recording.md")
"""Pages whose commands start programs with windows: they run on a desktop of their own."""

SHOWN_ONLY = {
    "text": "no command of this system: output alone, another system's command, or a drawing",
    "powershell": "commands of Windows",
    "toml": "a part of a file",
    "json": "a part of a file",
    "yaml": "a part of a file",
    "ini": "a part of a file",
    "html": "a part of a file",
    "css": "a part of a file",
}
"""Languages of blocks that nothing runs, and why. test_readme runs Python; a block without a language is output."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_of_a_page_runs_and_prints_what_stands_below_it(page: Path, tmp_path: Path) -> None:
    commands = commands_of(page.read_text(encoding="utf-8"))
    browser = need("chromium", "chromium") if any(re.search(r"\bchromium ", one.text) for one in commands) else None
    if any(re.search(r"\bjq ", one.text) for one in commands):
        need("jq", "jq")
    with ExitStack() as stack:
        environment = dict(os.environ)
        if page.relative_to(ROOT).as_posix() in DESKTOP:
            environment |= _desktop(commands, stack)
        typed = stack.enter_context(shell(tmp_path, environment, browser))
        for command, following in zip(commands, [*commands[1:], None], strict=True):
            status, printed = typed.run(command)
            place = f"{page.relative_to(ROOT)}, line {command.line}: $ {command.text}\n{printed}"
            assert command.expected is None or agrees(command.expected, printed), f"prints something else: {place}"
            assert "does not provide the extra" not in printed, f"no such extra: {place}"  # pip only warns of it
            assert status == 0 or (following is not None and "$?" in following.text), f"ends with {status}: {place}"


def _desktop(commands: list[Command], stack: ExitStack) -> dict[str, str]:
    """The variables of a desktop that is started for the page; what its commands start is there."""
    from tests.desktop.private import private_desktop

    for command in commands:
        if command.stays:
            program = command.text.split()[0]
            need(program, program)
    desktop = stack.enter_context(private_desktop())
    return desktop.environment


RUN_ELSEWHERE = {
    "README.md": "an overview: docs/howto/command-line.md and the tutorial run the same commands",
    "docs/howto/command-line.md": "observe without an end, as it is meant: with an end it runs above",
    "docs/howto/mcp.md": "a server runs until it is ended: tests/mcp and the tutorial start it, and talk to it",
}
"""Pages with commands in a block without a language, and why these are not run here."""


@pytest.mark.parametrize(
    "page",
    [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_block_is_run_or_is_no_command(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    opened = re.findall(r"^ *```+([^`\n]*)\n.*?^ *```+$", text, re.DOTALL | re.MULTILINE)
    directives = ("{", "python", "console")
    unknown = {language for language in opened if language and not language.startswith(directives)} - SHOWN_ONLY.keys()
    assert unknown == set()
    blocks = re.findall(r"^```([^`\n]*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    command = re.compile(r"^(?:\$ |(?:uidiff|pip|python3?|spark-submit|chromium) [a-z-])", re.MULTILINE)
    commands = [code for language, code in blocks if not language and command.search(code)]
    assert commands == [] or page.relative_to(ROOT).as_posix() in RUN_ELSEWHERE


def test_a_prompt_begins_a_command_that_may_go_on() -> None:
    page = "Text\n\n```console\n$ echo a \\\n  b\na b\n$ cat > x <<'END'\n$ no prompt\nEND\n$ cat x\n$ no prompt\n```\n"
    assert commands_of(page) == [
        Command("echo a \\\n  b", ("a b",), 4),
        Command("cat > x <<'END'\n$ no prompt\nEND", None, 7),
        Command("cat x", None, 10),
        Command("no prompt", None, 11),
    ]


def test_a_block_that_begins_with_no_command_is_refused() -> None:
    with pytest.raises(ValueError, match=r"line 2: a console block begins with a command"):
        commands_of("```console\nls\n```\n")


@pytest.mark.parametrize(
    ("expected", "printed", "agree"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a"], "a\nb\n", False),
        (["a", "…"], "a\nb\nc\n", True),
        (["…", "c"], "a\nb\nc\n", True),
        (["…", "b"], "a\nb\nc\n", False),
        (["a … c"], "a b c\n", True),
        (["a … c"], "a b d\n", False),
        (["a.c"], "abc\n", False),
        (["since 2.3s ago"], "since 12.0s ago\n", True),
        (['"ts":1700000000.001,"count":4'], '"ts":1795201445.87,"count":4\n', True),
        (['"ts":1700000000.001,"count":4'], '"ts":1795201445.87,"count":5\n', False),
        (["^Cthe end"], "the end\n", True),
    ],
)
def test_what_is_printed_is_compared_without_times(expected: list[str], printed: str, agree: bool) -> None:
    assert agrees(expected, printed) is agree


def test_commands_share_a_folder_and_a_shell_and_end_with_the_page(tmp_path: Path) -> None:
    with shell(tmp_path, dict(os.environ)) as typed:
        assert typed.run(Command("echo one > file; name=two", None, 1)) == (0, "")
        assert typed.run(Command("cat file; echo $name", None, 2)) == (0, "one\ntwo\n")
        assert typed.run(Command("false", None, 3))[0] == 1
        assert typed.run(Command("echo $?", None, 4)) == (0, "1\n")
        typed.run(Command("sleep 600 &", None, 5))
        wait_until(lambda: len(typed.groups()) == 2)  # the shell's and the job's: what ran before may end a bit later
    wait_until(lambda: not typed.groups())


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_ctrl_c_ends_a_command_and_not_the_shell_and_one_that_was_too_busy_is_typed_again(tmp_path: Path) -> None:
    endless = (
        "python -c '\nimport time\nprint(1, flush=True)\ntry: time.sleep(600)\nexcept KeyboardInterrupt: print(2)'"
    )
    once = "test -e tried || { touch tried; echo 'read again when it is less busy'; false; }"
    with shell(tmp_path, dict(os.environ)) as typed:
        assert typed.run(Command(endless, ("1", "^C2"), 1)) == (0, "1\n2\n")
        assert typed.run(Command("echo on", None, 2)) == (0, "on\n")
        assert typed.run(Command(once, None, 3)) == (0, "")
        assert typed.run(Command("rm tried", None, 4)) == (0, "")
        assert typed.run(Command(f"{{ {once}; }} | tee answer", None, 5)) == (0, "")


def test_an_extra_that_is_not_there_is_no_install_line(tmp_path: Path) -> None:
    with shell(tmp_path, dict(os.environ)) as typed:
        assert typed.run(Command("pip install 'uidiff[no-such-extra]'", None, 1))[1].count("no-such-extra") >= 1
        status, printed = typed.run(Command("pip install no-such-package-of-anybody", None, 2))
    assert status != 0, printed


def test_the_client_of_the_tutorial_starts_what_its_configuration_says() -> None:
    page = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    server = json.loads(block)["mcpServers"]["uidiff"]
    assert f"StdioServerParameters(command={json.dumps(server['command'])}, args={json.dumps(server['args'])})" in page
