"""What tests need of the machine: a browser, a display, a program, a Java.

Where a part is missing the test is skipped; in CI it fails.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

JAVA = 17
"""The first Java that Spark 4 runs on."""


def need(program: str, package: str) -> str:
    """The path of a program; ``package`` is the Debian package that brings it."""
    found = shutil.which(program)
    if found is None:
        missing(program, package)
    return str(found)


def need_java() -> None:
    """A Java that Spark runs on, where Spark looks for it: below JAVA_HOME, and only without one on PATH."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else "java"
    # The module is one that Spark's launcher asks for: a Java cut down to its base has it not.
    command = [java, "--add-modules=jdk.incubator.vector", "-version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600).stderr
    except OSError:
        said = ""
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < JAVA:
        where = "in the folder that JAVA_HOME names" if home else "on PATH"
        missing(f"a Java for Spark ({JAVA} or later) {where}", "openjdk-17-jre-headless or openjdk-21-jre-headless")


def missing(part: str, package: str) -> None:
    """Say that a part is missing: the test is skipped, in CI it fails."""
    problem = f"{part} is missing: install it (Debian, Ubuntu: the package {package})"
    if os.environ.get("CI") == "true":
        pytest.fail(problem)
    pytest.skip(problem)
