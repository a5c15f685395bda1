"""Folders and files are swapped for links that lead elsewhere, while runs write: nothing is ever written there."""
import ctypes
import os
import random
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from tortures.common import FINE, SOME_FAILED, digest, files, leftovers, make_pictures, name_of, needed
from tortures.kills import COMMANDS

FOLDERS = ("a", "a/deep", "b", "b/deep/er")
# What works on a tree of its own, whose folders are swapped: beside its pictures, and in place of them.
BESIDE = "shrink, beside"
WITHIN = {
    BESIDE: ("shrink", "--max", "150", "-r"),
    "jpeg --in-place": ("jpeg", "-q", "60", "--in-place", "-r"),
    "convert --in-place": ("convert", "--to", "png", "--in-place", "-r"),
}
OUTSIDE = "nothing outside of the output folder is written, made or removed"
INPUTS = "inputs are as they were"
WHOLE = "an output is whole or not there"
ENDED = "each run ends, and says of each failure why"
EXCHANGE = 2  # RENAME_EXCHANGE of rename(2)
AT_FDCWD = -100


def torture_swaps(tool, promises, options):
    swaps = Swaps(tool, promises, options)
    end = time.monotonic() + options.seconds
    number = 0
    while time.monotonic() < end:
        for name in (*COMMANDS, *WITHIN):
            number += 1
            swaps.run(name, number)
    print(f"swaps: seed {options.seed}; {swaps.runs} runs, {swaps.swapped} swaps, of which {swaps.met} made "
          f"{swaps.failures} outputs fail")
    promises.say(OUTSIDE, f"{swaps.runs} looks at {len(swaps.outside)} files")
    promises.say(INPUTS, f"{swaps.runs} looks at {len(swaps.originals)} files")
    promises.say(WHOLE, f"{swaps.outputs} outputs")
    promises.say(ENDED, f"{swaps.failures} failures")


class Swaps:
    """A tree of pictures, one that is not to be touched, and what has been seen."""

    def __init__(self, tool, promises, options):
        self.tool, self.promises, self.options = tool, promises, options
        self.chance = random.Random(options.seed)
        self.runs, self.swapped, self.met, self.failures, self.outputs = 0, 0, 0, 0, 0
        pictures, self.inputs, self.elsewhere = (tool.scratch / name for name in ("pictures", "in", "elsewhere"))
        make_pictures(tool, pictures, 8, 160)
        for folder in FOLDERS:
            shutil.copytree(pictures, self.inputs / folder, dirs_exist_ok=True)
        self.originals = files(self.inputs)
        self.wanted = {}
        for name, line in COMMANDS.items():
            needed(tool.run(*line, "--no-cache", "-r", "-o", tool.scratch / "reference" / name, self.inputs))
            self.wanted[name] = set(files(tool.scratch / "reference" / name).values())
        for name, line in WITHIN.items():
            folder = tool.scratch / "reference" / name
            shutil.copytree(self.inputs, folder)
            needed(tool.run(*line, "--no-cache", folder))
            self.wanted[name] = set(files(folder).values()) | set(self.originals.values())
        # Files of all names that are written, and folders like those in which they are.
        for folder in ("", *FOLDERS, "deep", "er", "deep/er"):
            (self.elsewhere / folder).mkdir(parents=True, exist_ok=True)
            for path in {path.rpartition("/")[2] for path in self.originals}:
                (self.elsewhere / folder / path).write_bytes((pictures / path).read_bytes() + b"theirs")
            (self.elsewhere / folder / ".imgtool-99999-0123456789abcdef").write_text("left by another")
        # What works within its tree may read through a link that is there for a moment, and no more than that.
        folder = tool.scratch / "reference/elsewhere"
        shutil.copytree(self.elsewhere / "a", folder)
        needed(tool.run(*WITHIN[BESIDE], "--no-cache", folder))
        self.wanted[BESIDE] |= set(files(folder).values())
        self.outside = self.look()

    def look(self):
        """All that is elsewhere, with what would tell of a change."""
        found = {}
        for path in sorted(self.elsewhere.rglob("*")):
            status = path.lstat()
            held = digest(path.read_bytes()) if path.is_file() and not path.is_symlink() else None
            attributes = [(name, os.getxattr(path, name)) for name in os.listxattr(path)] if held else None
            found[str(path)] = status.st_ino, status.st_mode, held, attributes
        return found

    def run(self, name, number):
        """One run, and swaps until it ends."""
        place = self.tool.scratch / f"run-{number}"
        place.mkdir()
        tree = place / "tree"
        if name in COMMANDS:
            line = [*COMMANDS[name], "-r", "-o", tree, self.inputs, "--overwrite"]
            for folder in FOLDERS:
                (tree / folder).mkdir(parents=True, exist_ok=True)
        else:
            line = [*WITHIN[name], tree]
            shutil.copytree(self.inputs, tree)
        line += ["--no-cache", "-j", self.chance.choice((1, 2, 4))]
        line += ["--durable"] * self.chance.choice((0, 0, 1))
        is_over = threading.Event()
        with ThreadPoolExecutor(1) as swapper:
            swapping = swapper.submit(self.swap, tree, place / "links", is_over, name in COMMANDS)
            run = self.tool.run(*line, timeout=120)
            is_over.set()
            self.swapped += swapping.result()
        self.runs += 1
        what = f"{name}: "
        self.promises.check(run.status in (FINE, SOME_FAILED), ENDED, f"{what}{name_of(run.status)}: {run}")
        errors = [line for line in run.lines if ": warning: " not in line]
        self.promises.check((run.status == SOME_FAILED) == bool(errors), ENDED, f"{what}{run}")
        self.failures += len(errors)
        self.met += bool(errors)
        found = self.look()
        unlike = [path for path in found | self.outside if found.get(path) != self.outside.get(path)]
        self.promises.check(not unlike, OUTSIDE, f"{what}{unlike[:3]}")
        self.outside = found
        if files(self.inputs) != self.originals:
            self.promises.breach(INPUTS, name)
        for path, held in files(tree).items():
            self.outputs += 1
            self.promises.check(held in self.wanted[name], WHOLE, f"{what}{path}")
        left = leftovers(tree)
        self.promises.check(not left, WHOLE, f"{what}{left}")
        shutil.rmtree(place)

    def swap(self, tree, links, is_over, swaps_files):
        """Lets folders and files be links for moments; gives how often."""
        chance = random.Random(self.chance.random())
        links.mkdir()
        count = 0
        while not is_over.is_set():
            folder = chance.choice(FOLDERS)
            path, aim = tree / folder, self.elsewhere / folder
            if swaps_files and chance.random() < 0.3:
                try:
                    path /= chance.choice(os.listdir(path))
                except (IndexError, OSError):
                    continue
                aim = self.elsewhere / chance.choice(os.listdir(self.elsewhere))
            link = links / str(count)
            link.symlink_to(aim)
            if exchange(link, path):
                count += 1
                time.sleep(chance.choice((0, 0.0002, 0.002, 0.01)))
                # A file may be another by now, as an output takes the place of a link.
                if path.is_symlink():
                    exchange(link, path)
            if link.is_symlink():
                link.unlink()
            elif link.is_dir():
                # Its place has been taken: an output folder was made anew, and this one is looked at no more.
                link.rename(links / f"lost-{count}")
            time.sleep(chance.choice((0, 0.0005, 0.002)))
        return count


def exchange(one, other):
    """Lets two names change places, in one step where the system knows that; says whether they did."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        return libc.renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), EXCHANGE) == 0
    aside = one.with_name(f"{one.name}-aside")
    try:
        os.rename(other, aside)
        os.rename(one, other)
        os.rename(aside, one)
        return True
    except OSError:
        return False
