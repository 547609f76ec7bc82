"""Each example of an adapter runs as it stands, in the environment that has its package, and prints what is kept."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.integrations.conftest import OWN
from tests.parts import need

EXAMPLES = Path(__file__).parents[2] / "examples" / "integrations"
NEEDED = {
    "anthropic_loop": "anthropic",
    "browser_use_state": "browser_use",
    "browsergym_observations": "browsergym",
    "langchain_tools": "langchain_core",
    "openai_agents_run": "agents",
    "openai_loop": "openai",
    "playwright_page": "playwright",
}
"""The examples, and the package that each is about."""

BROWSERS = {"browser_use_state", "playwright_page"}
HERE = [name for name, package in NEEDED.items() if (name == "playwright_page") != OWN and (OWN or find_spec(package))]


def test_every_example_is_run_somewhere() -> None:
    assert sorted(NEEDED) == sorted(path.stem for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", HERE)
def test_an_example_prints_what_is_kept(name: str, tmp_path: Path) -> None:
    if name in BROWSERS:
        need("chromium", "chromium")
    program = EXAMPLES / f"{name}.py"
    done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode() == program.with_suffix(".txt").read_text(encoding="utf-8")
