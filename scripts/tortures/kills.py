"""Runs are killed at random moments: nothing half done may be seen, and the next run puts all right."""
import random
import shutil
import signal
import time

from tortures.common import FINE, differences, files, is_hidden, leftovers, make_pictures, name_of, needed

COMMANDS = {
    "shrink": ("shrink", "--max", "150"),
    "upload-prep": ("upload-prep", "--under", "7kB", "--step", "1"),
    "convert": ("convert", "--to", "webp"),
    "heic": ("heic", "-q", "50"),
    "jpeg": ("jpeg", "-q", "85"),
}
# These work on pictures of their own, which each process has in a folder of its own.
REPLACING = {
    "shrink --in-place": ("shrink", "--max", "120", "--in-place"),
    "convert --in-place": ("convert", "--to", "png", "--in-place"),
}
INPUTS = "inputs are as they were"
WHOLE = "an output is whole or not there"
REPLACED = "--in-place leaves the old file or the whole new one"
STOPPED = "SIGINT and SIGTERM leave nothing unfinished"
SOUND = "the cache is sound after each kill"
UNDISTURBED = "runs beside a killed one end well"
NEXT = "the next run completes, with the right bytes"
SWEPT = "the next run sweeps what killed ones left"
# How long pictures and cache are kept until all begins anew, in seconds: a warm cache leaves little to kill.
AGE = 5


class Killing:
    """Pictures, what clean runs make of them, and what is to be true after a kill."""

    def __init__(self, tool, promises, options, pictures):
        self.tool, self.promises, self.options = tool, promises, options
        self.chance = random.Random(options.seed)
        self.folder = tool.scratch
        self.inputs = self.folder / "in"
        make_pictures(tool, self.inputs, pictures, 200)
        self.originals = files(self.inputs)
        self.references = {}
        self.counts = dict.fromkeys(("kills", "stops", "ended", "checks", "results", "verified", "epochs", "left"), 0)
        for name, command in COMMANDS.items():
            out = self.folder / "reference" / name
            needed(tool.run(*command, "--no-cache", "-o", out, self.inputs))
            self.references[name] = files(out)
        for name, command in REPLACING.items():
            out = self.folder / "reference" / name
            shutil.copytree(self.inputs, out)
            needed(tool.run(*command, "--no-cache", out))
            self.references[name] = files(out)

    def epoch(self, seconds):
        """Kills for so many seconds, and then lets each command run in peace."""
        self.counts["epochs"] += 1
        self.place = self.folder / f"epoch-{self.counts['epochs']}"
        self.cache = self.place / "cache"
        slots = [self.begin(number) for number in range(self.options.jobs)]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(self.chance.choice((0.002, 0.01, 0.03, 0.1)) * self.chance.random() * 2)
            number = self.chance.randrange(len(slots))
            self.kill(*slots[number])
            slots[number] = self.begin(number)
            for number, (name, folder, process) in enumerate(slots):
                if process.poll() is not None:
                    self.ended(name, folder, process)
                    slots[number] = self.begin(number)
        for slot in slots:
            self.kill(*slot)
        self.finish()
        shutil.rmtree(self.place)

    def begin(self, number):
        """Starts a command that chance takes, in the slot of a number."""
        name = self.chance.choice([*COMMANDS, *REPLACING])
        if name in COMMANDS:
            folder = self.place / name
            line = [*COMMANDS[name], "-o", folder, self.inputs]
        else:
            folder = self.place / f"{name} {number}"
            if files(folder) in ({}, self.references[name]):
                # What is done can't be disturbed any more.
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(self.inputs, folder)
            line = [*REPLACING[name], folder]
        errors = self.place / f"errors-{number}"
        self.place.mkdir(exist_ok=True)
        with open(errors, "wb") as file:
            process = self.tool.start(*line, "-j", self.chance.choice((1, 2, 3)), cache=self.cache, errors=file)
        process.said = errors
        return name, folder, process

    def ended(self, name, folder, process):
        """A run that was not killed has to have ended well."""
        self.counts["ended"] += 1
        if self.promises.check(process.returncode == FINE, UNDISTURBED,
                               f"{name}: {name_of(process.returncode)}: {process.said.read_bytes()[:300]}"):
            found = {path: held for path, held in files(folder).items() if not is_hidden(path)}
            unlike = differences(found, self.references[name])
            self.promises.check(not unlike, UNDISTURBED, f"{name}: {unlike}")

    def kill(self, name, folder, process):
        """Ends a run at once, most times by SIGKILL, and looks at what it left."""
        number = self.chance.choice((signal.SIGKILL,) * 6 + (signal.SIGTERM, signal.SIGINT))
        process.send_signal(number)
        process.wait()
        if process.returncode != -number:
            return self.ended(name, folder, process)
        self.counts["kills" if number == signal.SIGKILL else "stops"] += 1
        own = [path for path in leftovers(folder, self.cache) if f"/.imgtool-{process.pid}-" in path]
        if number == signal.SIGKILL:
            self.counts["left"] += len(own)
        else:
            self.promises.check(not own, STOPPED, f"{name}, {name_of(-number)}: {own}")
        self.look(name, folder)

    def look(self, name, folder):
        unlike = differences(files(self.inputs), self.originals)
        self.promises.check(not unlike, INPUTS, unlike)
        self.check_outputs(name, folder)
        self.look_at_cache(name)

    def look_at_cache(self, name):
        """Results are kept under the digest of their bytes; the program itself is asked now and then."""
        for path, held in files(self.cache / "v1/cas").items():
            self.counts["results"] += 1
            self.promises.check(is_hidden(path) or path.endswith(held), SOUND, f"{name}: {path} has other bytes")
        if self.cache.exists() and self.counts["kills"] % 5 == 0:
            self.verify(name)

    def verify(self, when):
        self.counts["verified"] += 1
        run = self.tool.run("cache", "verify", cache=self.cache)
        self.promises.check(run.status == FINE, SOUND, f"{when}: {run} {run.out}")

    def check_outputs(self, name, folder):
        """Whatever has a final name in a folder has to be whole."""
        wanted = self.references[name]
        found = {path: held for path, held in files(folder).items() if not is_hidden(path)}
        self.counts["checks"] += len(found)
        if name in COMMANDS:
            for path, held in found.items():
                self.promises.check(wanted.get(path) == held, WHOLE, f"{name}: {path}")
            return
        for path, held in found.items():
            # Whichever of the two has the name: a picture that keeps its name may be the old or the new one.
            self.promises.check(held in (self.originals.get(path), wanted.get(path)), REPLACED, f"{name}: {path}")
        stems = {path.split(".")[0] for path in found}
        missing = [path for path in self.originals if path.split(".")[0] not in stems]
        self.promises.check(not missing, REPLACED, f"{name}: {missing} is gone")

    def finish(self):
        """A run of each command in peace, over what the killed ones left."""
        for name, command in COMMANDS.items():
            self.run_in_peace(name, [*command, "-o", self.place / name, self.inputs], self.place / name)
        for name, command in REPLACING.items():
            for folder in sorted(self.place.glob(f"{name} *")):
                self.run_in_peace(name, [*command, folder], folder)
        self.verify("at the end")
        left = leftovers(self.place)
        self.promises.check(not left, SWEPT, f"{left}")

    def run_in_peace(self, name, line, folder):
        run = self.tool.run(*line, cache=self.cache)
        self.promises.check(run.status == FINE, NEXT, f"{name}: {run}")
        left = leftovers(folder)
        self.promises.check(not left, SWEPT, f"{name}: {left}")
        unlike = differences(files(folder), self.references[name])
        self.promises.check(not unlike, NEXT, f"{name}: {unlike}")


def torture_kills(tool, promises, options):
    killing = Killing(tool, promises, options, 12)
    end = time.monotonic() + options.seconds
    rounds = getattr(options, "kills", None)
    # A number of kills, where it is given, counts for more than a time.
    while killing.counts["kills"] < rounds if rounds else time.monotonic() < end:
        killing.epoch(AGE if rounds else min(max(end - time.monotonic(), 0), AGE))
    counts = killing.counts
    print(f"kills: seed {options.seed}; {counts['kills']} by SIGKILL and {counts['stops']} by SIGTERM and SIGINT, "
          f"among {options.jobs} processes, {counts['epochs']} caches; {counts['ended']} runs ended by themselves")
    promises.say(INPUTS, f"{counts['kills'] + counts['stops']} looks at {len(killing.originals)} files")
    promises.say(WHOLE, f"{counts['checks']} outputs compared with those of a clean run")
    promises.say(REPLACED, f"{len(REPLACING)} commands, one of which changes the extension")
    promises.say(STOPPED, f"{counts['stops']} signals")
    promises.say(UNDISTURBED, f"{counts['ended']} runs")
    promises.say(SOUND, f"{counts['results']} results compared with their digests, {counts['verified']} × cache verify")
    promises.say(SWEPT, f"{counts['left']} hidden files were left by SIGKILL")
    promises.say(NEXT, f"{counts['epochs']} × {len(COMMANDS) + len(REPLACING)} commands")
