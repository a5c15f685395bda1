"""A long run takes no more memory, files and threads than a short one."""
import itertools
import os
import shutil
import statistics
import struct
import subprocess
from pathlib import Path

from tortures.common import FINE, FIXTURES, SOME_FAILED

RUNS = {
    "shrink": ("shrink", "--max", "40"),
    "upload-prep": ("upload-prep", "--under", "3kB"),
    **{f"convert --to {to}": ("convert", "--to", to) for to in ("jpeg", "png", "webp", "tiff", "heic", "avif", "jxl")},
    "info": ("info",),
}
# Libraries have set up everything by then.
WARM = 100
# What allocators do not give back at once may differ by that much from one file to the next, in bytes.
MOST_A_FILE = 4096
# libx265 does not free all of an encoder: about 1.2 kB, and 14 bytes for each pixel of width where it smooths no edges
# between blocks by offsets (valgrind names `x265_encoder_open` and `SAO::create`; a few lines of C that call libheif
# alone lose as much). With these pictures that is 4 kB, and as much again that cannot be given back around it.
LOST_BY_LIBRARIES = {"convert --to heic": 8192}
# Pictures at a time. Which memory two of them find free depends on which of them comes first, and heaps come to what
# is the most that any two take: 1,000 files are few for that. One at a time shows what is lost for good.
ONE, SEVERAL = 1, 2
MEMORY = f"from file {WARM} on, memory is flat"
FILES = "open files are no more at the end"
THREADS = "threads are no more at the end"
ENDED = "each run ends"


def torture_leaks(tool, promises, options):
    if not os.path.isdir("/proc/self/fd"):
        return print("leaks: there is no /proc, so nothing was looked at")
    inputs = tool.scratch / "in"
    kinds = make_many(inputs, max(options.files, 5 * WARM))
    worst = ("", 0.0)
    for name, line in RUNS.items():
        for jobs in (ONE, SEVERAL):
            slope = look(tool, promises, name, line, inputs, kinds, jobs)
            if slope is not None and jobs == ONE:
                worst = max(worst, (name, slope), key=lambda one: one[1])
    figures = f"{len(RUNS)} runs over {max(options.files, 5 * WARM)} files of {kinds} kinds"
    promises.say(MEMORY, f"{figures}, one file at a time; at most {worst[1]:+.0f} bytes a file, {worst[0]}")
    figures += ", one and two files at a time"
    for promise in (FILES, THREADS, ENDED):
        promises.say(promise, figures)


def look(tool, promises, name, line, inputs, kinds, jobs):
    """Looks at a run; gives how many bytes more it takes with each file, where it could be seen."""
    places = ["--no-cache", "-o", tool.scratch / "out"] if name != "info" else []
    looks, run = watch(tool, [*line, "--json", "--quiet", "-j", str(jobs), *places, inputs], kinds)
    shutil.rmtree(tool.scratch / "out", ignore_errors=True)
    name_of_run = f"{name} -j {jobs}"
    promises.check(run in (FINE, SOME_FAILED), ENDED, f"{name_of_run}: exit {run}")
    late = [one for one in looks if one[0] >= WARM]
    if not promises.check(len(late) > 3, ENDED, f"{name_of_run}: {len(looks)} looks alone"):
        return None
    slope = fitted([(count, memory) for count, memory, _, _ in late])
    print(f"leaks: {name_of_run}: {slope:+.0f} bytes a file from {late[0][1] >> 20} MiB on, {late[-1][2]} open files, "
          f"{late[-1][3]} threads", flush=True)
    if jobs == ONE:
        most = MOST_A_FILE + LOST_BY_LIBRARIES.get(name, 0)
        promises.check(slope <= most, MEMORY, f"{name_of_run}: {slope:.0f} bytes a file: {late}")
    for place, promise in ((2, FILES), (3, THREADS)):
        half = len(late) // 2
        most = [max(one[place] for one in part) for part in (late[:half], late[half:])]
        promises.check(most[1] <= most[0] + 2, promise, f"{name_of_run}: {most[0]}, then {most[1]}")
    return slope


def watch(tool, arguments, period):
    """Runs the program; gives what it took whenever all kinds of pictures have come once more, and its status."""
    process = tool.start(*arguments, out=subprocess.PIPE)
    looks = []
    for number, _ in enumerate(process.stdout, 1):
        if number % period == 0:
            look = look_at(process.pid)
            looks += [(number, *look)] if look else []
    return looks, process.wait()


def look_at(number):
    """Bytes that are in memory, open files and threads of a process; None where it has just ended."""
    try:
        status = dict(line.split(":", 1) for line in Path(f"/proc/{number}/status").read_text().splitlines())
        # What is mapped from files is shared with others, and given back when there is need.
        return int(status["RssAnon"].split()[0]) << 10, len(os.listdir(f"/proc/{number}/fd")), int(status["Threads"])
    except (OSError, KeyError, ValueError):
        return None


def fitted(points):
    """The slope in the middle of those of all pairs of points (Theil and Sen): one step alone is no slope."""
    return statistics.median((y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in itertools.combinations(points, 2))


def make_many(folder, count):
    """Copies of all fixtures in turns, no two of the same bytes; gives how many kinds there are."""
    folder.mkdir()
    kinds = [path for path in sorted(FIXTURES.iterdir()) if path.suffix != ".md"]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        held = kind.read_bytes()
        # Whatever stands behind a picture is no part of it; in HEIF all is in boxes.
        more = struct.pack(">I", number)
        if held[4:8] == b"ftyp":
            more = struct.pack(">I4sI", 12, b"free", number)
        (folder / f"{number:05}-{kind.name}").write_bytes(held + more if held else held)
    return len(kinds)
