#!/usr/bin/env python3
"""Runs imgtool over many pictures by Apache Spark (PySpark from PyPI, 3.4 or later, and Java 17).

  imgtool_spark.py [--partitions N] [--imgtool PATH] [--records FOLDER] INPUT -- COMMAND [OPTION...]

INPUT is a folder, of which all files with an extension of pictures are taken, or a file with a path or URL on each
line. COMMAND with its options is what imgtool is to do with them, such as `shrink --max 1920 -o /srv/small`; all
paths, and the program itself, have to be there on every worker. Each partition is one run of imgtool, which reads
its share through standard input and reports in JSON; the records of all go into a folder of Parquet files, and a
summary is printed. The status is 0 when all was done, 1 when inputs failed, and 2 for wrong usage.

Tasks may be repeated, and done twice at a time: an output appears whole or not at all, under the same name and with
the same bytes, and of each partition Spark takes the records of one attempt. Machines save each other work by
--cache-dir on a disk that they share.

For `spark-submit` the same line goes behind the name of the script; alone it runs on this machine.
"""
import argparse
import json
import os
import subprocess
import sys
import threading

from pyspark.sql import SparkSession
from pyspark.sql.types import (ArrayType, DoubleType, LongType, StringType, StructField,
                               StructType)

EXTENSIONS = {
    ".avif", ".bmp", ".gif", ".heic", ".heif", ".hif", ".jp2", ".jpe", ".jpeg", ".jpg", ".jxl",
    ".png", ".tif", ".tiff", ".webp",
}
# Members of imgtool's JSON; what else a version says is kept as it is in `record`.
FIELDS = (
    [(name, StringType()) for name in ("input", "output", "status", "format")]
    + [(name, LongType())
       for name in ("width", "height", "bytes_in", "bytes_out", "quality", "encodes", "decodes")]
    + [("seconds", DoubleType()), ("warnings", ArrayType(StringType())),
       ("error_code", StringType()), ("error_message", StringType()), ("record", StringType())]
)
SCHEMA = StructType([StructField(name, kind) for name, kind in FIELDS])
USAGE_STATUS = 2


def main():
    options, command = arguments()
    inputs = listed(options.input)
    if not inputs:
        sys.exit(f"imgtool_spark: no pictures in {options.input}")
    spark = SparkSession.builder.appName("imgtool").getOrCreate()
    context = spark.sparkContext
    partitions = options.partitions or min(len(inputs), 4 * context.defaultParallelism)
    program = [options.imgtool, *command, "--files-from", "-", "-0", "--json", "--quiet"]
    records = context.parallelize(inputs, partitions).mapPartitions(lambda paths: run(program, paths))
    # Written before anything else is asked of them, as each question would run imgtool once more.
    spark.createDataFrame(records, SCHEMA).write.mode("overwrite").parquet(options.records)
    failed = summary(spark.read.parquet(options.records), len(inputs))
    spark.stop()
    sys.exit(1 if failed else 0)


def arguments():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="a folder, or a file with a path or URL on each line")
    parser.add_argument("--partitions", type=int, help="runs of imgtool (default: four for each core)")
    parser.add_argument("--imgtool", default="imgtool", help="the program, as workers find it")
    parser.add_argument(
        "--records", default="imgtool-records", help="folder of the Parquet files, replaced")
    options = parser.parse_args(words[:split])
    command = words[split + 1:]
    if not command:
        parser.error("what imgtool is to do has to follow '--'")
    if options.partitions is not None and options.partitions < 1:
        parser.error("there has to be a partition")
    return options, command


def listed(place):
    """The inputs, in order; names that are no UTF-8 keep their bytes as Python has it (PEP 383)."""
    if os.path.isdir(place):
        found = (
            os.path.join(folder, name)
            for folder, folders, names in os.walk(place)
            for name in names if os.path.splitext(name)[1].lower() in EXTENSIONS)
        return sorted(found)
    try:
        with open(place, "rb") as file:
            return [os.fsdecode(line) for line in file.read().split(b"\n") if line]
    except OSError as error:
        sys.exit(f"imgtool_spark: {place}: {error.strerror}")


def run(program, paths):
    """The records of one run over the paths of a partition."""
    paths = list(paths)
    if not paths:
        return
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        writer = threading.Thread(target=feed, args=(process.stdin, paths))
        writer.start()
        for line in process.stdout:
            yield row(line)
        writer.join()
    # Status 1 says that inputs failed, which their records tell; anything else ended the run, and Spark tries again.
    if process.returncode not in (0, 1):
        raise RuntimeError(f"imgtool ended with {process.returncode}")


def feed(stream, paths):
    try:
        with stream:
            stream.write(b"".join(os.fsencode(path) + b"\0" for path in paths))
    except BrokenPipeError:
        pass  # Its status says why it stopped reading.


def row(line):
    record = json.loads(line)
    error = record.get("error") or {}
    values = {**record, "error_code": error.get("code"), "error_message": error.get("message"),
              "record": line.decode().rstrip("\n")}
    # Numbers of JSON are whole or not as they come; columns are not.
    return tuple(
        float(values[name]) if kind == DoubleType() and values.get(name) is not None
        else values.get(name) for name, kind in FIELDS)


def summary(records, inputs):
    """Prints what came of them; gives how many failed."""
    counts = {line["status"]: line["count"] for line in records.groupBy("status").count().collect()}
    sums = records.groupBy().sum("bytes_in", "bytes_out", "seconds").collect()[0]
    print(f"imgtool_spark: {inputs} inputs, {sum(counts.values())} outputs")
    for status, count in sorted(counts.items()):
        print(f"  {status:10} {count}")
    print(f"  {sums[0] or 0} bytes in, {sums[1] or 0} bytes out, {sums[2] or 0:.1f} s of work")
    failures = records.where("status = 'failed'").groupBy("error_code").count().collect()
    for line in sorted(failures, key=lambda line: -line["count"]):
        print(f"  {line['count']} × {line['error_code']}")
    return counts.get("failed", 0)


if __name__ == "__main__":
    main()
