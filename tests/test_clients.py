"""The entries for clients in the docs, README and server.json are whole, and our own commands take their arguments."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

import uidiff
from uidiff.cli.mcp import mcp
from uidiff.cli.proxy import proxy

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *(ROOT / "docs" / "howto" / f"{name}.md" for name in ("clients", "mcp", "proxy"))]
BLOCK = re.compile(r"^```(json|toml|yaml|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
READ: Mapping[str, Any] = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load}
UVX = re.compile(r"--from uidiff\[([a-z,]+)\] uidiff")
ADDS = re.compile(r"(?:claude|codex) mcp add \w+ -- (.+)")
SHOWN = {"README.md": 3, "clients.md": 16, "mcp.md": 2, "proxy.md": 2}
"""How many servers with a command each page has, so that none is overlooked."""

COMMANDS = {"mcp": mcp, "proxy": proxy}
SERVER = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def servers(page: Path) -> Iterator[list[str]]:
    """The arguments of each entry of uidiff's in the blocks of a page."""
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        whole = [text] if kind != "text" else []
        for line in text.splitlines() if kind == "text" else ():
            if added := ADDS.fullmatch(line):
                name, *words = added[1].split()
                yield arguments(name, words)
            elif line.startswith("{"):
                whole.append(line)
        for one in whole:
            for entry in entries(READ.get(kind, json.loads)(one)):
                yield arguments(entry.get("command") or entry["cmd"], entry["args"])


def entries(found: object) -> Iterator[dict[str, Any]]:
    if isinstance(found, dict):
        if "args" in found:
            yield found
        for value in found.values():
            yield from entries(value)


def arguments(command: str, given: Sequence[str]) -> list[str]:
    if command == "uvx":
        source = UVX.fullmatch(" ".join(given[:3]))
        assert source is not None
        assert set(source[1].split(",")) <= set(EXTRAS)
        return list(given[3:])
    assert command == "uidiff"
    return list(given)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_entry_for_a_client_is_whole_and_its_arguments_are_taken(page: Path) -> None:
    found = list(servers(page))
    assert len(found) == SHOWN[page.name]
    for name, *rest in found:
        context = COMMANDS[name].make_context(name, list(rest))
        if name == "proxy":
            assert context.params["command"][0] == "npx"


def test_a_command_behind_the_proxy_keeps_its_options_where_a_client_drops_the_dashes() -> None:
    given = ["--budget", "2000", "npx", "chrome-devtools-mcp@latest", "--isolated", "--budget", "9"]
    taken = proxy.make_context("proxy", list(given)).params
    assert (taken["budget"], list(taken["command"])) == (2000, given[2:])


def test_the_entry_of_the_registry_is_as_the_registry_wants_it() -> None:
    """What its publisher refuses: docs/reference/server-json of modelcontextprotocol/registry, schema of 2025-12-11."""
    assert SERVER["$schema"] == "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert 1 <= len(SERVER["description"]) <= 100
    (package,) = SERVER["packages"]
    assert set(package) <= {
        *("registryType", "identifier", "version", "runtimeHint", "runtimeArguments", "packageArguments", "transport"),
        *("environmentVariables", "registryBaseUrl", "fileSha256"),
    }
    assert (package["registryType"], package["identifier"], package["transport"]) == (
        "pypi",
        "uidiff",
        {"type": "stdio"},
    )
    for argument in (*package["runtimeArguments"], *package["packageArguments"]):
        assert argument["type"] in {"named", "positional"}
        assert ("name" in argument) == (argument["type"] == "named")
        assert argument.get("format", "string") in {"string", "number", "boolean", "filepath"}


def test_the_entry_of_the_registry_is_of_this_version_and_readme_says_whose_it_is() -> None:
    (package,) = SERVER["packages"]
    assert SERVER["version"] == package["version"] == uidiff.__version__
    (source,) = package["runtimeArguments"]
    extras = re.fullmatch(r"uidiff\[([a-z,]+)\]==(.*)", source["value"])
    assert extras is not None
    assert extras[2] == uidiff.__version__
    assert set(extras[1].split(",")) <= set(EXTRAS)
    assert f"<!-- mcp-name: {SERVER['name']} -->" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_client_makes_a_command_of_the_registry_entry_that_needs_no_question() -> None:
    """As VS Code does (mcpManagementService.ts): all runtime arguments, the package at its version, its arguments.

    It asks the user for each argument without a value, also for a flag, and passes it with the answer. And uvx takes
    no version behind --from.
    """
    (package,) = SERVER["packages"]
    assert all("value" in one for one in (*package["runtimeArguments"], *package["packageArguments"]))
    assert (package["runtimeHint"], package["runtimeArguments"][0]["name"]) == ("uvx", "--with")
    (command, *rest) = (one["value"] for one in package["packageArguments"])
    assert COMMANDS[command].make_context(command, rest).params["http"] is False
