"""Spark for a process of its own: blocks of a page, an example, a notebook, that start it as a reader of them does."""

import os
import sys
from pathlib import Path

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
"""What only saves time and silences it; nothing that an answer could depend on."""


def spark_environment(folder: Path) -> dict[str, str]:
    """This process's variables, and those that make Spark small, its workers this Python, and ``folder`` its place."""
    settings = {**SETTINGS, "spark.local.dir": str(folder), "spark.sql.warehouse.dir": str(folder / "warehouse")}
    options = " ".join(f'--conf "{name}={value}"' for name, value in settings.items())
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))}
    return {
        **kept,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": f"--master local[2] --driver-memory 1g {options} pyspark-shell",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
