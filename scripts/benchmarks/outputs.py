"""Several sizes and formats of each picture: by one run, of one decode, and by as many runs as there are outputs."""
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.measuring import HOME, Contender, compare, prepare, stop
from benchmarks.shrinking import pictures


def bench_outputs(options):
    imgtool = prepare()
    sizes, formats = options.max.split(","), options.format.split(",")
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-", dir=HOME / ".build") as scratch:
        scratch = Path(scratch)
        inputs, originals = pictures(options, imgtool, scratch)
        out = scratch / "out"
        each = len(sizes) * len(formats)

        def line(size, form, *more):
            return [imgtool, "shrink", "--max", size, "--format", form, "-j", str(options.jobs), "--quiet", "-o", "../out",
                    *more, *inputs]

        singles = " && ".join(
            shlex.join(map(str, line(size, form, "--no-cache"))) for size in sizes for form in formats)
        contenders = [
            Contender("one run", line(options.max, options.format, "--no-cache"), {}),
            Contender(f"{each} runs", ["sh", "-c", singles], {}),
        ]

        def before():
            shutil.rmtree(out, ignore_errors=True)

        def after(name):
            made = len(list(out.iterdir()))
            if made != len(inputs) * each:
                stop(f"{name} made {made} of {len(inputs) * each} outputs")

        title = (f"outputs: {len(inputs)} {options.kind.upper()} pictures (of {originals} originals) to {options.max} as "
                 f"{options.format}, {options.jobs} at a time, without a cache")
        compare(
            title, contenders, options, scratch / "in", before, after, imgtool,
            lambda: {"cached": cached(line(options.max, options.format, "--json"), inputs, scratch, out)})


def cached(line, inputs, scratch, out):
    """What runs with a cache do: all, nothing, and what hangs on one input that was changed."""
    shutil.rmtree(out, ignore_errors=True)
    folder = scratch / "in"
    environment = {"IMGTOOL_CACHE_DIR": str(scratch / "cache")}
    # A file that has just been changed is not known again: clocks of file systems are coarse.
    time.sleep(2.1)
    report = {"first": said(line, folder, environment)}
    time.sleep(2.1)
    report["second"] = said(line, folder, environment)
    report["second"]["inputs_opened"] = opened(line, inputs, folder, environment)
    # A box or rest of its own changes the file, and not the picture.
    with open(folder / inputs[0], "r+b") as changed:
        changed.seek(-1, os.SEEK_END)
        changed.write(b"X")
    time.sleep(2.1)
    report["one input changed"] = said(line, folder, environment)
    print("\nruns with a cache")
    for name, figures in report.items():
        print(f"  {name}: " + ", ".join(f"{figure} {value}" for figure, value in figures.items()))
    return report


def said(line, folder, environment):
    """How outputs ended, and how often decoders and encoders ran."""
    done = subprocess.run(
        list(map(str, line)), cwd=folder, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True)
    records = [json.loads(one) for one in done.stdout.splitlines()]
    decodes = Counter()
    for record in records:
        decodes[record["input"]] += record["decodes"]
    most = max(decodes.values())
    return dict(Counter(record["status"] for record in records)) | {
        "decodes": sum(decodes.values()), "decodes of an input at most": most,
        "encodes": sum(record["encodes"] for record in records)}


def opened(line, inputs, folder, environment):
    """How often inputs are opened; None where strace is not there."""
    if not shutil.which("strace"):
        print("bench: strace is not there, so that nobody counts the files that are opened", file=sys.stderr)
        return None
    trace = folder.parent / "trace"
    subprocess.run(
        ["strace", "-f", "-e", "trace=open,openat", "-o", trace, *map(str, line)], cwd=folder, check=True,
        env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    names = {f'"{name}"' for name in inputs}
    return sum(any(name in call for name in names) for call in trace.read_text(errors="replace").splitlines())
