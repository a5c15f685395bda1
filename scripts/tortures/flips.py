"""Each byte of a small cache is changed, one at a time: results stay right, and no run fails."""
import os
import shutil
import time

from tortures.common import FINE, FIXTURES, differences, files, needed

PICTURES = ("orientation-6.jpg", "quadrants.heic", "tall.png")
LINE = ("shrink", "--max", "32")
RIGHT = "outputs stay right"
UNFAILING = "no run fails"
MENDED = "the run after it finds a sound cache"


def torture_flips(tool, promises, options):
    inputs, cache, whole = (tool.scratch / name for name in ("in", "cache", "whole"))
    inputs.mkdir()
    for name in PICTURES:
        shutil.copy(FIXTURES / name, inputs)
    line = (*LINE, inputs, "-o")
    needed(tool.run(*line, tool.scratch / "reference", "--no-cache"))
    wanted = files(tool.scratch / "reference")
    # A file that has just been changed is not known again, so wait until these are.
    time.sleep(2.2)
    needed(tool.run(*line, tool.scratch / "out", cache=cache))
    shutil.copytree(cache, whole)
    places = [(path, place) for path, size in sizes(whole) for place in range(size)]
    taken = places[::options.every]
    print(f"flips: {len(taken)} of the {len(places)} bytes in {len(sizes(whole))} files of a cache of {len(wanted)} "
          "results")
    count, looks = 0, 0
    for path, place in taken:
        # All bits, the lowest, the highest: a number becomes another, a text another of its kind, a size a huge one.
        for mask in (0xFF, 0x01, 0x80)[:1 + 2 * (options.every == 1)]:
            flip(cache, whole, path, place, mask)
            what = f"byte {place} of {path} by {mask:#04x}"
            # Once where the outputs are there already, and once where they have to be put there.
            for out in (tool.scratch / "out", tool.scratch / "fresh"):
                run = tool.run(*line, out, cache=cache)
                count += 1
                promises.check(run.status == FINE, UNFAILING, f"{what}: {run}")
                unlike = differences(files(out), wanted)
                promises.check(not unlike, RIGHT, f"{what}: {unlike}")
                flip(cache, whole, path, place, mask)
            shutil.rmtree(tool.scratch / "fresh", ignore_errors=True)
        if place % 16 == 0:
            mended(tool, promises, line, cache, f"byte {place} of {path}")
            count += 3
            looks += 1
            shutil.rmtree(tool.scratch / "fresh", ignore_errors=True)
    figures = f"{count} runs over {len(taken)} changed bytes"
    promises.say(RIGHT, figures)
    promises.say(UNFAILING, figures)
    promises.say(MENDED, f"{looks} × two runs and cache verify")


def sizes(cache):
    return [(str(path.relative_to(cache)), path.stat().st_size) for path in sorted(cache.rglob("*")) if path.is_file()]


def flip(cache, whole, path, place, mask):
    """Makes the cache what it was, but for one byte."""
    shutil.rmtree(cache)
    shutil.copytree(whole, cache)
    data = bytearray((cache / path).read_bytes())
    data[place] ^= mask
    status = (cache / path).stat()
    (cache / path).write_bytes(data)
    # As a bad disk would do it: nothing else tells of the change.
    os.utime(cache / path, ns=(status.st_atime_ns, status.st_mtime_ns))


def mended(tool, promises, line, cache, what):
    """After a run that had to look at everything, all that is in the cache is sound."""
    fresh = tool.scratch / "fresh"
    for _ in range(2):
        shutil.rmtree(fresh, ignore_errors=True)
        tool.run(*line, fresh, "--paranoid", cache=cache)
    run = tool.run("cache", "verify", cache=cache)
    promises.check(run.status == FINE, MENDED, f"{what}: {run} {run.out}")
