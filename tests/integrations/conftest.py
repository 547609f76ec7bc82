"""Which of these tests run in this environment: those whose package is installed.

In the environment that the Makefile makes for them (``.venv-integrations``) all packages are: one that is missing there
fails. ``test_playwright.py`` is for uidiff's own environment, whose Playwright is newer.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

OWN = Path(sys.prefix).name == ".venv-integrations"

NEEDED = {
    "test_anthropic.py": "anthropic",
    "test_browser_use.py": "browser_use",
    "test_browsergym.py": "browsergym",
    "test_langchain.py": "langchain_core",
    "test_langchain_mcp.py": "langchain_mcp_adapters",
    "test_openai.py": "openai",
    "test_openai_agents.py": "agents",
}
"""The files, and the package that each is about."""

NEWER = {"test_playwright.py"}

collect_ignore = sorted(NEWER) if OWN else [name for name, package in NEEDED.items() if find_spec(package) is None]
