"""Run by test_two_executors.py in a process of its own: diffs a folder on executors that are processes of their own.

``python -m tests.spark.cluster_job FOLDER`` reads Parquet files in FOLDER/snapshots and writes FOLDER/changes.arrow:
the rows of ``diff_snapshots``, then those of ``diff_recordings``; and FOLDER/executors: their number.
"""

import os
import sys
from pathlib import Path

import pyarrow as pa
import pyspark
from pyspark.sql import SparkSession

from tests.own_spark import SETTINGS

CLUSTER = "local-cluster[2,1,1500]"
"""Two executors of one core and 1,500 MB, each a Java of its own, which their workers share nothing with."""


def main(folder: Path) -> None:
    """Diff, write what was found, and end."""
    os.environ["SPARK_HOME"] = str(distribution(folder / "spark"))
    settings: dict[str, bool | float | int | str | None] = {
        **SETTINGS,
        "spark.executor.extraJavaOptions": SETTINGS["spark.driver.extraJavaOptions"],
        "spark.executor.memory": "1200m",
        "spark.local.dir": str(folder / "local"),
        "spark.scheduler.maxRegisteredResourcesWaitingTime": "10min",
        "spark.scheduler.minRegisteredResourcesRatio": "1",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    spark = SparkSession.builder.master(CLUSTER).config(map=settings).getOrCreate()
    from uidiff.spark import diff_recordings, diff_snapshots

    path = str(folder / "snapshots")
    frames = diff_snapshots(spark.read.parquet(path)), diff_recordings(spark, path, nodes_per_task=400)
    tables = [frame.toArrow() for frame in frames]
    executors = spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
    (folder / "executors").write_text(str(len(executors) - 1), encoding="ascii")  # without the driver
    with pa.OSFile(str(folder / "changes.arrow"), "wb") as file, pa.ipc.new_stream(file, tables[0].schema) as stream:
        for table in tables:
            stream.write_table(table)
    spark.stop()


def distribution(home: Path) -> Path:
    """Make a folder that looks like an unpacked Spark: its executors write their logs beside bin and jars."""
    home.mkdir()
    for name in ("bin", "jars"):
        (home / name).symlink_to(Path(pyspark.__file__).parent / name)
    return home


if __name__ == "__main__":
    main(Path(sys.argv[1]))
