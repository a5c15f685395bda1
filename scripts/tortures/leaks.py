"""A long run takes no more memory, files and threads than a short one."""
import os
import shutil
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
MEMORY = f"from file {WARM} on, memory is flat"
FILES = "open files are no more at the end"
THREADS = "threads are no more at the end"
ENDED = "each run ends"


def torture_leaks(tool, promises, options):
    if not os.path.isdir("/proc/self/fd"):
        return print("leaks: there is no /proc, so nothing was looked at")
    inputs = tool.scratch / "in"
    kinds = make_many(inputs, max(options.files, 5 * WARM))
    worst, growth = ("", 0.0), []
    for name, line in RUNS.items():
        looks, run = watch(tool, [*line, "--json", "--quiet", "-j", "2", *(["--no-cache", "-o", tool.scratch / "out"]
                                  if name != "info" else []), inputs], kinds)
        promises.check(run in (FINE, SOME_FAILED), ENDED, f"{name}: exit {run}")
        late = [look for look in looks if look[0] >= WARM]
        if not promises.check(len(late) > 3, ENDED, f"{name}: {len(looks)} looks alone"):
            continue
        slope = fitted([(count, memory) for count, memory, _, _ in late])
        growth.append(slope)
        worst = max(worst, (name, slope), key=lambda one: one[1])
        print(f"leaks: {name}: {slope:+.0f} bytes a file from {late[0][1] >> 20} MiB on, {late[-1][2]} open files, "
              f"{late[-1][3]} threads", flush=True)
        promises.check(slope <= MOST_A_FILE, MEMORY, f"{name}: {slope:.0f} bytes a file: {late}")
        for place, promise in ((2, FILES), (3, THREADS)):
            half = len(late) // 2
            most = [max(look[place] for look in part) for part in (late[:half], late[half:])]
            promises.check(most[1] <= most[0] + 2, promise, f"{name}: {most[0]}, then {most[1]}")
        shutil.rmtree(tool.scratch / "out", ignore_errors=True)
    figures = f"{len(RUNS)} runs over {max(options.files, 5 * WARM)} files of {kinds} kinds"
    promises.say(MEMORY, f"{figures}; at most {worst[1]:+.0f} bytes a file, {worst[0]}")
    promises.say(FILES, figures)
    promises.say(THREADS, figures)
    promises.say(ENDED, figures)


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
    """The slope of the straight line that is nearest to the points."""
    count = len(points)
    middle = [sum(point[axis] for point in points) / count for axis in (0, 1)]
    spread = sum((x - middle[0]) ** 2 for x, _ in points)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in points) / spread


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
