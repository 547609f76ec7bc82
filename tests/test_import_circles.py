"""No module imports itself in a circle: not inside functions, and not for types either."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import uidiff

SOURCE = Path(uidiff.__file__).parent


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Every name that a file imports, wherever the import stands: absolute, with what it takes out of a module."""
    package = module_of(path) if path.stem == "__init__" else module_of(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{name.name}" for name in node.names)


def graph(source: Path) -> dict[str, set[str]]:
    files = {module_of(path): path for path in sorted(source.rglob("*.py"))}
    return {module: {name for name in imported(path) if name in files} - {module} for module, path in files.items()}


def test_no_module_imports_itself_in_a_circle() -> None:
    modules = graph(SOURCE)
    assert modules["uidiff.diffing.tree_diff"] >= {"uidiff.diffing.delta", "uidiff.diffing.delta_codec"}
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        circle = " -> ".join(error.args[1])
        raise AssertionError(circle) from None
