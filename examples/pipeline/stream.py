"""The pipeline as a stream: files that come into the folder are taken in, each once, also through a restart.

    python examples/pipeline/stream.py SESSIONS OUT              # what is there, then it ends; again: what is new
    python examples/pipeline/stream.py SESSIONS OUT --every 60   # goes on, and looks again each minute

A file has to come into the folder whole: written elsewhere, or by a name that begins with a dot, and renamed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from intake import FILE_COLUMNS, FILES, files_in, take_in
from page import write_page
from pyspark.sql import DataFrame, SparkSession
from tables import write_answers


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Take in the files that come into a folder.")
    parser.add_argument("sessions")
    parser.add_argument("out")
    parser.add_argument("--files", type=int, default=500, help="the most files in a micro-batch")
    parser.add_argument("--every", type=float, help="seconds until it looks again; without it, it ends")
    given = parser.parse_args(arguments)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("sessions").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    try:
        while True:
            take_new(spark, given.sessions, given.out, files=given.files)
            if Path(given.out, "effects").exists():
                print(write_page(write_answers(spark, given.out), given.out), flush=True)
            if given.every is None:
                return 0
            time.sleep(given.every)
    finally:
        spark.stop()


def take_new(spark: SparkSession, sessions: str, out: str, *, files: int) -> None:
    """Take in the files that no run before has taken.

    The checkpoint knows which files are of which micro-batch before that begins, and that it is done after it. One that
    was broken off is done again with the same files and number, and its rows take the place of what there is of it.
    """

    def take(batch: DataFrame, number: int) -> None:
        take_in(batch.sparkSession, files_in(batch), sessions, out, batch=number)

    listed = (
        spark.readStream.format("binaryFile")
        .schema(FILE_COLUMNS)
        .options(**FILES)
        .option("maxFilesPerTrigger", files)
        .option("maxFileAge", "36500d")  # a file may come with an old date
        .load(sessions)
    )
    query = (
        listed.writeStream.foreachBatch(take)
        .option("checkpointLocation", f"{out}/checkpoint")
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
