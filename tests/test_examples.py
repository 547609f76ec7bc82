"""Every example runs as it stands, in a process of its own, and prints what is kept beside it.

After a change that is meant: ``python examples/agent_loop.py > examples/agent_loop.txt``, and read the difference. An
example that is tests (``test_shop.py``) passes; kept beside it is what it says with the mistake that it knows, by
``SHOP_BUG=1 pytest -q --no-header --tb=short examples/test_shop.py > examples/test_shop.txt``.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.console_blocks import patiently, was_too_busy
from tests.own_spark import spark_environment
from tests.parts import missing, need, need_java
from uidiff.stream import read_line

EXAMPLES = Path(__file__).parents[1] / "examples"
TESTS = sorted(EXAMPLES.glob("test_*.py"))
PROGRAMS = sorted(set(EXAMPLES.glob("*.py")) - set(TESTS))
ELSEWHERE = {
    "atspi": ("desktop/run_example.py", ""),
    "macos": ("backends/ax/run_example.py", ""),
    "windows": ("backends/uia/run_example.py", "uiautomation"),
}
"""What runs an example for another system here, over the real package and a system that is made up; that for Linux runs
on a desktop of its own.
"""

NEEDED = {"atspi": {"Xvfb": "xvfb", "openbox": "openbox", "dbus-daemon": "dbus", "galculator": "galculator"}}
"""The programs that an example needs, and the Debian packages that bring them."""

TIMES = {
    r'"ts":[\d.]+': '"ts":0',
    r'"elapsed":"[\d.]+s"': '"elapsed":"0.0s"',
    r"at the read of [-\d]+T[:.\d]+Z": "at the read of 2026-11-23T12:00:00.000Z",
    r"\d+ looks? in [\d.]+ s": "6 looks in 0.5 s",
    r"100[34] tokens read": "1003 tokens read",  # the digits of a moment are a token more now and then
}
"""What depends on the moment and the machine, and what stands for it."""

ON_SPARK = {"spark_job"}
"""Those that start Spark, whose Java has something to say to the standard error wherever it runs."""


def run(program: Path, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run an example elsewhere than in its folder, with a store of its own."""
    environment = dict(os.environ)
    if program.stem in ON_SPARK:
        need_java()
        environment = spark_environment(folder.with_name("spark"))
    environment |= {"UIDIFF_STORE": str(folder / "store"), "PYTHONIOENCODING": "utf-8"}
    around, package = ELSEWHERE.get(program.stem, ("", ""))
    for needed, brought_by in NEEDED.get(program.stem, {}).items():
        need(needed, brought_by)
    if package and find_spec(package) is None:
        missing(f"the Python package {package}", f"none: pip install --no-deps {package}")
    start = [str(Path(__file__).parent / around)] if around else []
    return subprocess.run(
        [sys.executable, *start, str(program)],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
        timeout=600,
    )


def run_tests(tests: Path, **environment: str) -> tuple[int, str]:
    """Run an example that is tests, with the plug-in alone: the exit code, and what was printed."""
    need("chromium", "chromium")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short"),
            *("-p", "no:cacheprovider", "-p", "uidiff.pytest_plugin", str(tests)),
        ],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def failures_in(text: str) -> list[str]:
    """What the tests said, and how many passed; the lines around it are pytest's own."""
    lines = [line for line in text.splitlines() if re.match(r"E  |\d+ (passed|failed)", line)]
    return [re.sub(r" in [\d.]+s.*", "", line) for line in lines]


def without_times(text: str) -> str:
    """The text of a run, the same whenever it was and however long it took."""
    for moment, still in TIMES.items():
        text = re.sub(moment, still, text)
    return text


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_an_example_prints_what_is_kept_beside_it_and_nothing_to_the_errors(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "empty"

    def run_there() -> subprocess.CompletedProcess[bytes]:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return run(program, folder)

    expected = program.with_suffix(".txt").read_text(encoding="utf-8")
    done = patiently(run_there, lambda done: was_too_busy(done.stdout.decode() + done.stderr.decode(), expected))
    assert (done.returncode, b"" if program.stem in ON_SPARK else done.stderr) == (0, b""), done.stderr
    assert without_times(done.stdout.decode().replace("\r\n", "\n")) == without_times(expected)
    assert list(folder.iterdir()) == []  # and leaves nothing behind


@pytest.mark.parametrize("tests", TESTS, ids=lambda tests: tests.stem)
def test_an_example_that_is_tests_passes_and_says_what_is_kept_beside_it_of_a_mistake(tests: Path) -> None:
    code, said = run_tests(tests)
    assert code == 0, said
    code, said = run_tests(tests, SHOP_BUG="1")
    expected = failures_in(tests.with_suffix(".txt").read_text(encoding="utf-8"))
    assert (code, failures_in(said)) == (1, expected)
    assert len(expected) > 1


def test_there_are_examples_and_no_output_without_its_program() -> None:
    assert {program.stem for program in PROGRAMS} >= {"agent_loop", "monitor", "observe"}
    assert {tests.stem for tests in TESTS} == {"test_shop"}
    assert sorted(EXAMPLES.glob("*.txt")) == sorted(path.with_suffix(".txt") for path in (*PROGRAMS, *TESTS))


def test_the_monitor_sees_every_trouble_and_is_called_by_none_of_the_noise() -> None:
    text = (EXAMPLES / "monitor.txt").read_text(encoding="utf-8")
    said = [line.partition(" ")[2] for line in text.splitlines()]
    kinds = [line.partition(" ")[0] for line in said]
    assert kinds == ["watching", "was", "ALARM", "cannot", "cannot", "watching", "ALARM", "done:"]
    assert "min" not in text  # the clock of the program ticks sixty times


def test_the_agent_meets_every_trouble_and_reads_a_quarter_at_the_most() -> None:
    text = (EXAMPLES / "agent_loop.txt").read_text(encoding="utf-8")
    assert "\nNot done: " in text  # a ref that was stale
    assert "\nNot yet: " in text  # a wait in vain
    found = re.search(r"(\d+) tokens read, where the whole tree each time had been (\d+)\n\Z", text)
    assert found is not None
    assert int(found[1]) * 4 <= int(found[2])


def test_every_line_of_the_stream_is_one_object_that_is_read_back() -> None:
    lines = (EXAMPLES / "observe.txt").read_text(encoding="utf-8").splitlines()
    assert [read_line(line).line() for line in lines] == lines
    kinds = [json.loads(line)["type"] for line in lines]
    assert (kinds[0], kinds[-2:]) == ("snapshot", ["error", "done"])


def test_a_reader_of_the_stream_who_leaves_early_is_no_trouble(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, str(EXAMPLES / "observe.py")], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stdout.readline().startswith(b'{"type":"snapshot"')
    program.stdout.close()
    assert program.wait(600) == 0
    assert program.stderr is not None
    assert program.stderr.read() == b""
    program.stderr.close()
