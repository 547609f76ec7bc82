"""What the Spark tests stand on: two sessions, workers that know uidiff, and a clear word where there is no Java."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import uidiff
from tests.parts import need_java

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession


def about_the_worker(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """One row for all batches: the Python that runs this, and the uidiff that it finds."""
    import pyarrow as pa

    for _ in batches:
        pass
    yield pa.RecordBatch.from_pylist([{"python": sys.executable, "uidiff": uidiff.__version__}])


def test_workers_of_both_sessions_run_this_python_and_know_uidiff(spark: "SparkSession") -> None:
    (row,) = spark.range(1).coalesce(1).mapInArrow(about_the_worker, "python string, uidiff string").collect()
    assert row.asDict() == {"python": sys.executable, "uidiff": uidiff.__version__}


def test_columns_made_in_a_test_are_for_its_session(spark: "SparkSession") -> None:
    from pyspark.sql import functions as F  # noqa: N812  # as everybody writes it

    assert spark.range(2).select((F.col("id") + 1).alias("next")).toArrow().to_pydict() == {"next": [1, 2]}


def test_the_sessions_are_one_classic_and_one_of_connect(classic: "SparkSession", connect: "SparkSession") -> None:
    assert type(classic).__module__ == "pyspark.sql.session"
    assert type(connect).__module__ == "pyspark.sql.connect.session"


# a machine without Java


def java_that_says(folder: Path, words: str, *, code: int = 0) -> Path:
    """A folder with bin/java, which says something, as Java does, to standard error."""
    java = folder / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit {code}\n", encoding="utf-8")
    java.chmod(0o755)
    return folder


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Makes a machine whose only Java says these words: on PATH, or in the folder of JAVA_HOME."""

    def made(place: str, words: str) -> None:
        folder = java_that_says(tmp_path / "java", words)
        monkeypatch.delenv("JAVA_HOME", raising=False)
        if place == "JAVA_HOME":
            monkeypatch.setenv("JAVA_HOME", str(folder))
        else:
            monkeypatch.setenv("PATH", str(folder / "bin"))

    return made


NO_JAVA = (
    "a Java for Spark (17 or later) on PATH is missing: install it "
    "(Debian, Ubuntu: the package openjdk-17-jre-headless or openjdk-21-jre-headless)"
)


def test_without_java_a_test_is_skipped_with_the_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.skip.Exception) as skipped:
        need_java()
    assert str(skipped.value) == NO_JAVA


def test_without_java_a_test_fails_in_ci(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.fail.Exception) as failed:
        need_java()
    assert str(failed.value) == NO_JAVA


@pytest.mark.parametrize("place", ["PATH", "JAVA_HOME"])
@pytest.mark.parametrize(
    "words",
    [
        'openjdk version "11.0.21" 2023-10-17',
        'openjdk version "1.8.0_392"',
        "java.lang.module.FindException: Module jdk.incubator.vector not found",
        "",
    ],
)
def test_a_java_too_old_or_too_small_is_none(
    only: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, place: str, words: str
) -> None:
    monkeypatch.setenv("CI", "true")
    only(place, words)
    with pytest.raises(pytest.fail.Exception, match=f"{place}.* is missing"):
        need_java()


@pytest.mark.parametrize("place", ["PATH", "JAVA_HOME"])
@pytest.mark.parametrize("version", ["17.0.15", "21.0.2", "25-ea"])
def test_a_java_from_17_on_is_one(only: Callable[[str, str], None], place: str, version: str) -> None:
    only(place, f'openjdk version "{version}" 2025-04-15')
    need_java()
