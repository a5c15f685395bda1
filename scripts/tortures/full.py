"""No room, no rights, no reader: what can be made is made, the rest fails with one clear line each."""
import os
import resource
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress

from tortures.common import FINE, SOME_FAILED, WRONG_USAGE, differences, files, leftovers, make_pictures, needed
from tortures.kills import COMMANDS, REPLACING

INPUTS = "inputs are as they were"
WHOLE = "outputs are whole or not there, without strays"
TOLD = "each failure is one line, and the status says so"
CACHE = "a cache without room or rights fails nothing, and warns once"
MOST_BYTES = 6000


class Faults:
    """Runs under faults, and what they may have left."""

    def __init__(self, tool, promises):
        self.tool, self.promises = tool, promises
        self.runs, self.failures, self.scenes = 0, 0, []
        self.inputs = tool.scratch / "in"
        make_pictures(tool, self.inputs, 12, 200)
        self.originals = files(self.inputs)
        self.references = {}
        for name, command in COMMANDS.items():
            out = tool.scratch / "reference" / name
            needed(tool.run(*command, "--no-cache", "-o", out, self.inputs))
            self.references[name] = files(out)
        for name, command in REPLACING.items():
            out = tool.scratch / "reference" / name
            shutil.copytree(self.inputs, out)
            needed(tool.run(*command, "--no-cache", out))
            self.references[name] = files(out)

    def too_few(self, count, *folders):
        """Where too few files may be open to begin with, that is said at once and nothing is done."""
        self.scenes.append("too few open files")
        before = [files(folder) for folder in folders]
        for line in ((*COMMANDS["shrink"], "-o", folders[0], self.inputs), (*REPLACING["shrink --in-place"], folders[1])):
            run = self.tool.run(*line, "--no-cache", limits=[(resource.RLIMIT_NOFILE, count)])
            self.runs += 1
            self.promises.check(run.status == WRONG_USAGE and len(run.lines) == 1, TOLD, f"{count} open files: {run}")
        self.promises.check([files(folder) for folder in folders] == before, WHOLE, f"{count} open files")

    def scene(self, what, out, *, cache=None, limits=(), fails=None, commands=COMMANDS, options=()):
        """Runs every command under a fault; `fails` says whether some input has to fail, None that it may."""
        self.scenes.append(what)
        for name in commands:
            kept = ["--no-cache"] if cache is None else []
            run = self.tool.run(*COMMANDS[name], *kept, *options, "-o", out, self.inputs, cache=cache,
                                limits=limits)
            self.runs += 1
            what_ran = f"{what}, {name}"
            found = files(out)
            wanted = self.references[name]
            self.unchanged(what_ran)
            unlike = differences(found, {path: wanted.get(path, "") for path in found})
            self.promises.check(not unlike, WHOLE, f"{what_ran}: {unlike}")
            self.told(what_ran, run, len(wanted) - len(found), fails)
            if cache:
                self.promises.check(run.status == FINE and len(run.lines) - self.losses(run) <= 1, CACHE,
                                    f"{what_ran}: {run}")
            empty(out)

    def unchanged(self, what):
        unlike = differences(files(self.inputs), self.originals)
        self.promises.check(not unlike, INPUTS, f"{what}: {unlike}")

    @staticmethod
    def losses(run):
        """Lines that tell what a format has no place for: they are there without any fault as well."""
        return sum(": warning: " in line and "cache" not in line for line in run.lines)

    def told(self, what, run, missing, fails):
        """Each output that is missing has its line, and there are no others."""
        self.failures += missing
        self.promises.check(run.status == (SOME_FAILED if missing else FINE), TOLD, f"{what}, {missing} missing: {run}")
        if fails is not None:
            self.promises.check(bool(missing) == fails, TOLD, f"{what}: {missing} outputs are missing: {run}")
        errors = [line for line in run.lines if ": warning: " not in line]
        self.promises.check(len(errors) == missing, TOLD,
                            f"{what}: {missing} missing, but {len(errors)} lines: {errors[:5]}")
        self.promises.check(all(line.startswith("imgtool: ") for line in errors), TOLD, f"{what}: {errors[:5]}")

    def in_place(self, what, folder, *, limits=(), fails=None, options=()):
        """Runs every command that replaces its inputs, with these in a folder that is there."""
        self.scenes.append(what)
        for name, command in REPLACING.items():
            run = self.tool.run(*command, "--no-cache", *options, folder, limits=limits)
            self.runs += 1
            found, wanted = files(folder), self.references[name]
            broken = [path for path, held in found.items() if held not in (self.originals.get(path), wanted.get(path))]
            stems = {path.split(".")[0] for path in found}
            gone = [path for path in self.originals if path.split(".")[0] not in stems]
            self.promises.check(not broken and not gone, INPUTS, f"{what}, {name}: {broken} broken, {gone} gone")
            old = sum(found.get(path) == held != wanted.get(path) for path, held in self.originals.items())
            self.told(f"{what}, {name}", run, old, fails)
            left = leftovers(folder)
            self.promises.check(not left, WHOLE, f"{what}, {name}: {left}")
            fill(folder, self.inputs)


def empty(folder):
    """Removes the files of a folder, where that is possible."""
    for path in folder.iterdir() if folder.is_dir() else []:
        if path.is_file():
            with suppress(OSError):
                path.unlink()


def fill(folder, inputs):
    """Makes a folder what the inputs are, where that is possible."""
    empty(folder)
    with suppress(OSError):
        # One by one: a tree would bring the folder's mode along.
        for path in inputs.iterdir():
            shutil.copy2(path, folder)


def torture_full(tool, promises, _):
    faults = Faults(tool, promises)
    limits(faults)
    closed_pipes(faults)
    if os.geteuid() != 0:
        read_only_by_mode(faults)
    elif sys.platform == "linux" and can_mount(tool.scratch):
        read_only_by_mount(faults)
        full_disks(faults)
    print("full: " + ", ".join(dict.fromkeys(faults.scenes)))
    promises.say(INPUTS, f"{faults.runs} runs in {len(faults.scenes)} scenes")
    promises.say(WHOLE, f"{faults.runs} runs")
    promises.say(TOLD, f"{faults.failures} failures")
    promises.say(CACHE, "read-only, full, limited" if os.geteuid() == 0 else "read-only, limited")


def limits(faults):
    out = faults.tool.scratch / "out"
    faults.scene("files of at most 6000 bytes", out, limits=[(resource.RLIMIT_FSIZE, MOST_BYTES)], fails=True)
    for count in (64, 24):
        faults.scene(f"{count} open files", out, limits=[(resource.RLIMIT_NOFILE, count)], fails=False)
        faults.scene(f"{count} open files with a cache", out, cache=faults.tool.scratch / "cache",
                     limits=[(resource.RLIMIT_NOFILE, count)], fails=False)
    faults.scene("64 open files and 16 jobs", out, limits=[(resource.RLIMIT_NOFILE, 64)], fails=False,
                 options=("-j", "16"))
    for count in (16, 17, 20):
        faults.scene(f"{count} open files", out, limits=[(resource.RLIMIT_NOFILE, count)])
    folder = faults.tool.scratch / "replaced"
    folder.mkdir()
    fill(folder, faults.inputs)
    faults.in_place("--in-place with files of at most 3000 bytes", folder, limits=[(resource.RLIMIT_FSIZE, 3000)])
    for count in (16, 17, 20):
        faults.in_place(f"--in-place with {count} open files", folder, limits=[(resource.RLIMIT_NOFILE, count)])
    faults.in_place("--in-place with 64 open files and 16 jobs", folder, limits=[(resource.RLIMIT_NOFILE, 64)],
                    fails=False, options=("-j", "16"))
    # With fewer than 4 no program finds its libraries.
    for count in range(4, 16):
        faults.too_few(count, out, folder)


def closed_pipes(faults):
    """Results that nobody reads are no failure; a picture that nobody reads, and a full disk, are."""
    tool, promises = faults.tool, faults.promises
    picture = next(path for path in sorted(faults.inputs.iterdir()) if path.suffix == ".jpg")
    sinks = [("a closed pipe", closed_pipe, FINE)]
    if os.path.exists("/dev/full"):
        sinks.append(("/dev/full", lambda: open("/dev/full", "wb"), SOME_FAILED))
    for what, sink, status in sinks:
        faults.scenes.append(what)
        with sink() as out:
            run = tool.run("shrink", "--max", "64", "--no-cache", picture, "-o", "-", out=out)
            promises.check(run.status == SOME_FAILED and len(run.lines) == 1, TOLD, f"a picture to {what}: {run}")
        with sink() as out:
            run = tool.run(*COMMANDS["shrink"], "--no-cache", faults.inputs, "-o", tool.scratch / "unread", out=out)
            promises.check(run.status == status and len(run.lines) == status, TOLD, f"results to {what}: {run}")
            unlike = differences(files(tool.scratch / "unread"), faults.references["shrink"])
            promises.check(not unlike, WHOLE, f"results to {what}: {unlike}")
        faults.runs += 2
        faults.unchanged(what)


def closed_pipe():
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "wb", closefd=True)


def read_only_by_mode(faults):
    place = faults.tool.scratch / "read-only"
    place.mkdir()
    cache = warm_cache(faults, place / "cache")
    shutil.copytree(faults.inputs, place / "inputs")
    (place / "out").mkdir()
    for path in (*sorted(place.rglob("*")), place):
        if path.is_dir():
            path.chmod(0o555)
    read_only(faults, place, cache)
    for path in (place, *place.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)


def read_only_by_mount(faults):
    with mounted(faults.tool.scratch / "read-only", "size=50m") as place:
        cache = warm_cache(faults, place / "cache")
        shutil.copytree(faults.inputs, place / "inputs")
        (place / "out").mkdir()
        subprocess.run(["mount", "-o", "remount,ro", place], check=True)
        read_only(faults, place, cache)


def warm_cache(faults, cache):
    """A cache that knows one command, so that there are hits in it and misses."""
    needed(faults.tool.run(*COMMANDS["jpeg"], "-o", faults.tool.scratch / "warm", faults.inputs, cache=cache))
    return cache


def read_only(faults, place, cache):
    faults.scene("a read-only folder", place / "out", fails=True)
    faults.scene("a new folder in a read-only one", place / "new" / "folder", fails=True)
    faults.scene("a read-only cache", faults.tool.scratch / "cached", cache=cache, fails=False)
    faults.scene("a cache that can't be made", faults.tool.scratch / "cached", cache=place / "none", fails=False)
    faults.in_place("--in-place in a read-only folder", place / "inputs", fails=True)


def full_disks(faults):
    scratch = faults.tool.scratch
    for size in ("size=20k", "size=48k", "nr_inodes=6"):
        with mounted(scratch / "full", size) as place:
            # Room for some outputs and not for all, each command with a disk of its own.
            for name in COMMANDS:
                faults.scene(f"a disk of {size}", place, commands=[name])
        with mounted(scratch / "full", size) as place:
            faults.scene(f"a cache on a disk of {size}", scratch / "cached", cache=place / "cache", fails=False)
    # No room at all, room for some, and no room for more names.
    for size, occupied in (("size=256k", 256 << 10), ("size=512k", 0), ("size=1m,nr_inodes=15", 0)):
        with mounted(scratch / "full", size) as place:
            folder = place / "inputs"
            shutil.copytree(faults.inputs, folder)
            with suppress(OSError):
                (place / "occupied").write_bytes(bytes(occupied))
            faults.in_place(f"--in-place on a disk of {size}, {occupied >> 10} kB occupied", folder)


def can_mount(scratch):
    """Whether this root may mount: one of a container may not."""
    try:
        with mounted(scratch / "try", "size=50k"):
            return True
    except subprocess.CalledProcessError:
        return False


@contextmanager
def mounted(place, options):
    """A disk in memory, of a size that is given."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "imgtool-torture", place], check=True,
                   stderr=subprocess.DEVNULL)
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)
