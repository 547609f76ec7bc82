"""The pipeline as a batch job: a folder of sessions in; out come tables as Parquet files, and a page.

    python examples/pipeline/batch.py                  # sessions are made first, below build/pipeline
    spark-submit --py-files uidiff.zip examples/pipeline/batch.py SESSIONS OUT

Run again it makes everything again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from intake import FILES, files_in, take_in
from page import write_page
from pyspark.sql import SparkSession
from tables import write_answers

BUILD = Path("build", "pipeline")


def main(arguments: list[str]) -> int:
    given = len(arguments) == 2  # noqa: PLR2004  # from where, and to where
    folder, out = arguments if given else (str(BUILD / "sessions"), str(BUILD / "out"))
    if Path(out, "checkpoint").exists():
        print(f"{out} is the folder of a stream; give another one", file=sys.stderr)
        return 2
    if not given:
        import make_sessions

        make_sessions.main([folder])
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # the workers need uidiff too
    spark = SparkSession.builder.appName("sessions").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    try:
        listed = spark.read.format("binaryFile").options(**FILES).load(folder)
        take_in(spark, files_in(listed), folder, out, batch=0)
        print(write_page(write_answers(spark, out), out))
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
