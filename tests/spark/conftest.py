"""Spark sessions for tests: ``classic``, ``connect``, and ``spark``, which is each of them in turn.

One JVM serves both, as it takes seconds to start and much memory: the classic session carries the Connect server as a
plug-in, at a port that the system chooses. What Spark writes goes into a folder of its own.
"""

import os
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from coverage import Coverage

from tests.parts import need_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql._typing import OptionalPrimitiveType

ROOT = Path(__file__).parents[2]

CONNECT_MODE = "SPARK_CONNECT_MODE_ENABLED"
"""With this variable ``pyspark.sql.functions`` makes columns for Connect sessions, without it for classic ones."""

TOKEN = "SPARK_CONNECT_AUTHENTICATE_TOKEN"  # noqa: S105  # the name of a variable
"""The Connect server runs whatever code it is sent: only who knows the token may send any."""

_STOP_AFTER = 60.0
"""In seconds: a JVM that has not ended by then never will."""


def _settings(folder: Path) -> "dict[str, OptionalPrimitiveType]":
    """What differs from Spark's defaults; ``folder`` takes all its files."""
    settings: dict[str, OptionalPrimitiveType] = {
        "spark.master": "local[2]",
        "spark.app.name": "tests of uidiff",
        "spark.driver.memory": "2g",
        # Small jobs are over before the JVM's second compiler pays: without it they take half the processor time.
        "spark.driver.extraJavaOptions": f'-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir="{folder}"',
        "spark.local.dir": str(folder),
        "spark.log.level": "ERROR",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
        # As PySpark sets them where it starts a Connect server itself.
        "spark.sql.artifact.isolation.enabled": "true",
        "spark.sql.artifact.isolation.alwaysApplyClassloader": "true",
    }
    if Coverage.current() is not None:
        settings["spark.python.daemon.module"] = "tests.spark.measured_daemon"
    return settings


def _environment(token: str) -> dict[str, str]:
    """Variables of the JVM, which its Python workers inherit: by default they are any ``python3`` that is on PATH."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "PYTHONPATH": path,  # a function of a test module is sent by its name
        "SPARK_LOCAL_IP": "127.0.0.1",
        TOKEN: token,
    }


@pytest.fixture(scope="session")
def connect_token() -> str:
    """The secret of this run's Connect server."""
    return secrets.token_hex()


@pytest.fixture(scope="session")
def classic(tmp_path_factory: pytest.TempPathFactory, connect_token: str) -> "Iterator[SparkSession]":
    """A classic session on two cores."""
    need_java()
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    assert SparkContext._active_spark_context is None, "another test has started Spark and left it running"
    at_ctrl_c = signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:  # only until the JVM has them
        for name in (CONNECT_MODE, "SPARK_REMOTE", "SPARK_HOME", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS"):
            patch.delenv(name, raising=False)
        for name, value in _environment(connect_token).items():
            patch.setenv(name, value)
        session = SparkSession.builder.config(map=_settings(tmp_path_factory.mktemp("spark"))).getOrCreate()
    signal.signal(signal.SIGINT, at_ctrl_c)  # PySpark has put its own there, which outlives the session
    yield session
    session.stop()
    _end_the_jvm()


def _end_the_jvm() -> None:
    """PySpark leaves it running until Python ends, and does not wait for it then."""
    from pyspark import SparkContext

    gateway: Any = SparkContext._gateway
    SparkContext._gateway = SparkContext._jvm = None
    gateway.shutdown()
    gateway.proc.stdin.close()  # at which the JVM ends
    gateway.proc.wait(_STOP_AFTER)


@pytest.fixture(scope="session")
def connect(classic: "SparkSession", connect_token: str) -> "Iterator[SparkSession]":
    """A Connect session of the same JVM."""
    from pyspark.sql.connect.session import SparkSession as ConnectSession

    service = getattr(classic._jvm, "org.apache.spark.sql.connect.service.SparkConnectService$")
    port = getattr(service, "MODULE$").localPort()
    session = ConnectSession.builder.remote(f"sc://localhost:{port}/;token={connect_token}").create()
    yield cast("SparkSession", session)
    session.stop()


@pytest.fixture(params=["classic", "connect"])
def spark(request: pytest.FixtureRequest) -> "SparkSession":
    """Each session in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture(autouse=True)
def _connect_mode(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns and functions that a test makes are for the session that it asks for."""
    callspec = getattr(request.node, "callspec", None)
    turn = callspec.params.get("spark") if callspec else None
    if turn == "connect" or "connect" in request.fixturenames:
        monkeypatch.setenv(CONNECT_MODE, "1")
