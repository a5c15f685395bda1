"""A large load through a small cache, by processes that trim it at the same time."""
import json
import os
import shutil
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tortures.common import FINE, FIXTURES, digest, needed

EDGES = 1000, 800
NEW_OF_RUN = 1
FAVOURITES = "photo.heic", "interlaced.png", "lossy.webp"
BUDGET = "the cache stays within its size, and what one run adds"
RECENT = "what one of the processes uses in each run is kept"
RIGHT = "runs end well, with the right bytes"
SOUND = "the cache is sound in the end, and its lock is free"


class Trimming:
    """The load, and what was seen while it went through."""

    def __init__(self, tool, promises, options):
        self.tool, self.promises, self.options = tool, promises, options
        self.cache = tool.scratch / "cache"
        self.size = f"{options.budget}MB"
        self.budget = options.budget * 10**6
        self.lock = threading.Lock()
        self.loaded, self.runs, self.most, self.largest, self.looks, self.lost = 0, 0, 0, 0, 0, 0
        # The load when the favourites were used last and when they were looked for, and looks that came too late.
        self.used, self.looked, self.late = 0, 0, 0
        self.favourites = tool.scratch / "favourites"
        self.favourites.mkdir()
        for name in FAVOURITES:
            shutil.copy(FIXTURES / name, self.favourites)
        needed(self.convert(tool.scratch / "first", self.favourites))
        self.wanted = {path.name: digest(path.read_bytes()) for path in (tool.scratch / "first").iterdir()}

    def convert(self, out, *inputs):
        return self.tool.run("convert", "--to", "jpeg", "-q", "100", "--json", "--cache-size", self.size, "-o", out,
                             *inputs, cache=self.cache)

    def work(self, number):
        """Runs with new pictures, those of the first worker with some that it always uses, until the load is through."""
        place = self.tool.scratch / f"worker-{number}"
        while self.loaded < self.options.load * 10**6:
            place.mkdir()
            for noise in range(NEW_OF_RUN):
                write_noise(place / f"{noise}.tif")
            # Others don't use them, and trim the cache as well: a run keeps by itself what it has used.
            if number == 0:
                self.used, self.looked = self.looked, self.loaded
            run = self.convert(place / "out", place, *([self.favourites] if number == 0 else []))
            if self.promises.check(run.status == FINE, RIGHT, f"{run}"):
                self.look(place, run)
            shutil.rmtree(place)

    def look(self, place, run):
        outcomes = [json.loads(line) for line in run.out.splitlines()]
        added = sum(one["bytes_out"] for one in outcomes if one["status"] == "written")
        size = self.held()
        with self.lock:
            self.runs += 1
            self.loaded += added
            self.largest = max(self.largest, added)
            self.most = max(self.most, size)
            # While others are at work each of them may have added what it made, and not trimmed yet.
            most = self.budget + self.options.jobs * self.largest * 1.02
            self.promises.check(size <= most, BUDGET, f"{size} bytes, while {self.options.jobs} processes ran")
        for one in outcomes:
            if Path(one["input"]).name not in FAVOURITES:
                continue
            # What came since their last use, with what others may have added and not told yet; trims leave nine tenths.
            others = self.loaded - self.used + self.options.jobs * self.largest
            if others > self.budget * 0.9:
                self.late += 1
                continue
            self.looks += 1
            if not self.promises.check(one["status"] == "cached", RECENT,
                                       f"{one['input']} is {one['status']}, after {others} bytes of others at most"):
                self.lost += 1
            name = Path(one["output"]).name
            self.promises.check(digest((place / "out" / name).read_bytes()) == self.wanted[name], RIGHT, name)

    def held(self):
        """The bytes of records and results, as `imgtool cache stats` counts them."""
        size = 0
        for room in ("ac", "cas"):
            for path in (self.cache / "v1" / room).rglob("*"):
                try:
                    size += path.stat().st_size if path.is_file() else 0
                except FileNotFoundError:
                    continue
        return size


def torture_trim(tool, promises, options):
    trimming = Trimming(tool, promises, options)
    with ThreadPoolExecutor(options.jobs) as workers:
        for done in [workers.submit(trimming.work, number) for number in range(options.jobs)]:
            done.result()
    left = trimming.held()
    promises.check(left <= trimming.budget + trimming.largest * 1.02, BUDGET, f"{left} bytes in the end")
    for command in ("verify", "trim"):
        run = tool.run("cache", command, "--cache-size", trimming.size, cache=trimming.cache)
        promises.check(run.status == FINE, SOUND, f"cache {command}: {run} {run.out}")
    trimmed = trimming.held()
    promises.check(trimmed <= trimming.budget, BUDGET, f"{trimmed} bytes after cache trim")
    print(f"trim: {trimming.loaded / 1e6:.0f} MB through {options.budget} MB by {trimming.runs} runs, {options.jobs} "
          f"at a time; the largest added {trimming.largest / 1e6:.1f} MB")
    promises.say(BUDGET, f"at most {trimming.most / 1e6:.1f} MB while {options.jobs} ran, {left / 1e6:.1f} MB in the "
                 f"end, {trimmed / 1e6:.1f} MB after cache trim")
    promises.say(RECENT, f"{trimming.looks} looks for {len(FAVOURITES)} pictures, {trimming.lost} times made again; "
                 f"{trimming.late} looks after more than the cache holds")
    promises.say(RIGHT, f"{trimming.runs} runs")
    promises.say(SOUND, "cache verify, cache trim")


def write_noise(path):
    """A picture that no codec makes small: TIFF 6.0, one strip of RGB without compression."""
    width, height = EDGES
    pixels = os.urandom(width * height * 3)
    short, long = 3, 4
    entries = [(256, long, width), (257, long, height), (258, short, 8), (259, short, 1), (262, short, 2),
               (273, long, 8), (277, short, 3), (278, long, height), (279, long, len(pixels))]
    directory = struct.pack("<H", len(entries))
    for tag, kind, value in entries:
        directory += struct.pack("<HHII", tag, kind, 1, value)
    path.write_bytes(struct.pack("<2sHI", b"II", 42, 8 + len(pixels)) + pixels + directory + bytes(4))
