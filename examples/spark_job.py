"""A job for Spark: recordings in; out come Parquet files of what changed, and of which elements are volatile.

    spark-submit examples/spark_job.py s3a://bucket/recordings s3a://bucket/changes
    python examples/spark_job.py     # on this machine, the recording that ships with uidiff, into a temporary folder

docs/howto/spark.md says how the workers come by uidiff. Run again it makes everything again.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from uidiff import spark as uispark
from uidiff.recordings.demo import demo_path


def main(arguments: list[str]) -> int:
    given = len(arguments) == 2  # noqa: PLR2004  # from where, and to where
    if not given:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # the workers need uidiff too
    spark = SparkSession.builder.appName("uidiff").getOrCreate()
    try:
        if given:
            return run(spark, *arguments)
        with TemporaryDirectory() as folder:
            return run(spark, str(demo_path()), folder)
    finally:
        spark.stop()


def run(spark: SparkSession, recordings: str, to: str) -> int:
    """Read, diff, count. The exit code is 1 where nothing could be read."""
    # Read once, kept sorted: whoever diffs the Parquet files again, by another matcher, shuffles nothing.
    uispark.write_recordings(uispark.read_recordings(spark, recordings), f"{to}/snapshots", mode="overwrite")
    snapshots = uispark.read_recordings(spark, f"{to}/snapshots", format="parquet")

    changes = uispark.diff_recordings(spark, f"{to}/snapshots", ignore=("bounds",))
    changes = kept(changes, f"{to}/changes")
    volatile = uispark.volatility(changes, by=(), snapshots=snapshots)
    volatile = kept(volatile.coalesce(1), f"{to}/volatility")

    for op in changes.groupBy("op").count().orderBy("op").collect():
        print(f"{op['count']:>6} {op['op']}")
    print("changed in every third step or more often:")
    for rule in uispark.ignore_rules(volatile, share=1 / 3):
        print(" ", rule)
    return 0 if snapshots.where(sf.col("error").isNull()).limit(1).count() else 1


def kept(frame: DataFrame, path: str) -> DataFrame:
    """The rows, written, and from now on read from there: nothing is diffed twice."""
    frame.write.mode("overwrite").option("compression", "zstd").parquet(path)
    return frame.sparkSession.read.schema(frame.schema).parquet(path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
