"""What tests need of the machine: a browser, a display, a program.

Where a part is missing the test is skipped; in CI it fails.
"""

import os
import shutil

import pytest


def need(program: str, package: str) -> str:
    """The path of a program; ``package`` is the Debian package that brings it."""
    found = shutil.which(program)
    if found is None:
        missing(program, package)
    return str(found)


def missing(part: str, package: str) -> None:
    """Say that a part is missing: the test is skipped, in CI it fails."""
    problem = f"{part} is missing: install it (Debian, Ubuntu: the package {package})"
    if os.environ.get("CI") == "true":
        pytest.fail(problem)
    pytest.skip(problem)
