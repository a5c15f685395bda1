"""Damaged pictures go through the commands: an answer for each, soon and in little memory."""
import json
import os
import shutil
import sys
from pathlib import Path

from tortures.common import FINE, FIXTURES, SOME_FAILED, leftovers, name_of
from tortures.mutations import mutant

COMMANDS = {
    "shrink": ("shrink", "--max", "64", "--format", "jpeg"),
    "convert": ("convert", "--to", "webp"),
    "jpeg": ("jpeg",),
    "upload-prep": ("upload-prep", "--under", "6kB", "--max", "400"),
    "detect": ("detect",),
    "info": ("info",),
}
PRINTING = "detect", "info"
KINDS = (".jpg", ".jpeg", ".heic", ".heif", ".hif", ".avif", ".png", ".webp", ".gif", ".tif", ".tiff", ".jxl", ".jp2",
         ".jpx")
# Larger ones make less of the time: what is told apart by headers needs few bytes.
MOST_BYTES = 60_000
MOST_OF_CORPUS = 400
BATCH = 250
# So that what a picture may take has a bound: the codecs of some take ten bytes and more a pixel.
MOST_PIXELS = 20_000_000
ANSWERS = "each gets one answer: done, or failed by a known word"
STATUSES = "exit statuses are those of the contract, and no signal ends a run"
SOON = "none takes too long"
LITTLE = "memory stays low"
NOTHING = "what failed has no output, and what is done has one"
CODES = {"not-found", "unreadable", "not-an-image", "unsupported", "damaged", "too-large", "output-exists",
         "output-conflict", "over-budget", "write-failed", "timeout", "cancelled"}


class Mutants:
    """Mutants in batches, and those that broke a promise."""

    def __init__(self, tool, promises, options):
        self.tool, self.promises, self.options = tool, promises, options
        self.sources = sources()
        self.answers, self.done, self.most, self.slowest, self.runs = 0, 0, 0.0, 0.0, 0
        self.kept = Path.cwd() / f"torture-mutants-{options.seed}"

    def batch(self, numbers):
        """Makes mutants of these numbers and sends them through every command."""
        folder = self.tool.scratch / "mutants"
        folder.mkdir()
        for number in numbers:
            source, data = mutant(self.options.seed, number, self.sources)
            (folder / f"{number}{Path(source).suffix}").write_bytes(data)
        inputs = sorted(folder.iterdir(), key=lambda path: int(path.stem))
        for command in COMMANDS:
            self.run(command, inputs)
        shutil.rmtree(folder)

    def run(self, command, inputs):
        """Runs a command over mutants; those of a run that ends badly are halved until one is left."""
        out = self.tool.scratch / "out"
        listed = self.tool.scratch / "list"
        listed.write_bytes(b"\0".join(os.fsencode(path) for path in inputs))
        place = [] if command in PRINTING else ["-o", out, "--no-cache", "--max-pixels", MOST_PIXELS]
        if self.options.isolate and command not in PRINTING:
            place.append("--isolate")
        # Other work on this machine may have most of its time; only what is stuck is ended.
        patience = 20 * self.options.limit + len(inputs)
        run = self.tool.run(*COMMANDS[command], "--json", *place, "--files-from", listed, "-0", timeout=patience)
        self.runs += 1
        wanted = (FINE, SOME_FAILED, 2) if command == "detect" else (FINE, SOME_FAILED)
        problem, slow = None, []
        if run.status not in wanted:
            problem = STATUSES, f"{name_of(run.status)} after {run.processor:.1f} s: {run.errors[-300:]}"
        elif run.memory > self.options.memory:
            problem = LITTLE, f"{run.memory:.0f} MiB"
        elif len(inputs) == 1 and run.processor > self.options.limit:
            problem = SOON, f"{run.processor:.1f} s"
        if not problem:
            self.most = max(self.most, run.memory)
            if len(inputs) == 1:
                self.slowest = max(self.slowest, run.processor)
            slow = self.judge(command, inputs, out, run)
        shutil.rmtree(out, ignore_errors=True)
        # Beside others it may just have waited.
        for path in slow if len(inputs) > 1 else []:
            self.run(command, [path])
        if problem and len(inputs) == 1:
            self.breach(problem[0], command, inputs[0], problem[1])
        elif problem:
            half = len(inputs) // 2
            found = sum(len(each) for each in self.promises.broken.values())
            self.run(command, inputs[:half])
            self.run(command, inputs[half:])
            if found == sum(len(each) for each in self.promises.broken.values()):
                # Only together: all of them are needed to see it again.
                self.promises.breach(
                    problem[0], f"{command}: {inputs[0].stem} to {inputs[-1].stem} together: {problem[1]}")

    def judge(self, command, inputs, out, run):
        """What a run said of each mutant, against what it left; gives those that took long."""
        slow = []
        answers = [json.loads(line) for line in run.out.splitlines()]
        told = {answer["input"]: answer for answer in answers}
        there = {path.name for path in out.rglob("*") if path.is_file()} if out.is_dir() else set()
        named = set()
        for path in inputs:
            answer = told.get(str(path))
            if not answer:
                self.breach(ANSWERS, command, path, "there is none")
                continue
            self.answers += 1
            failed = answer.get("status") == "failed"
            code = answer.get("error", {}).get("code")
            if failed and code not in CODES:
                self.breach(ANSWERS, command, path, f"{answer.get('error')}")
            if answer.get("seconds", 0) > self.options.limit:
                slow.append(path)
            if command in PRINTING or failed:
                continue
            self.done += 1
            name = os.path.basename(answer["output"])
            named.add(name)
            if name not in there or (out / name).stat().st_size != answer["bytes_out"]:
                self.breach(NOTHING, command, path, f"{name} is not what {answer} tells")
        if len(answers) != len(inputs):
            self.promises.breach(ANSWERS, f"{command}: {len(answers)} answers of {len(inputs)}")
        if there - named or leftovers(out):
            self.promises.breach(NOTHING, f"{command}: {there - named} belong to nothing that is done")
        return slow

    def breach(self, promise, command, path, what):
        self.kept.mkdir(exist_ok=True)
        shutil.copy(path, self.kept)
        self.promises.breach(promise, f"{command}: {self.kept / path.name}: {what}")


def sources():
    """Whole pictures to damage: the fixtures, and those of $IMGTOOL_CORPUS that are not too large."""
    folders = [FIXTURES]
    if os.environ.get("IMGTOOL_CORPUS"):
        folders.append(Path(os.environ["IMGTOOL_CORPUS"]))
    found = []
    for folder in folders:
        paths = [path for path in sorted(folder.rglob("*"))
                 if path.suffix.lower() in KINDS and path.is_file() and 0 < path.stat().st_size <= MOST_BYTES]
        paths = paths[::max(1, len(paths) // MOST_OF_CORPUS)]
        found += [(path.name, path.read_bytes()) for path in paths]
    return found


def torture_mutants(tool, promises, options):
    mutants = Mutants(tool, promises, options)
    numbers = [options.only] if options.only is not None else range(options.count)
    print(f"mutants: seed {options.seed}, {len(numbers)} mutants of {len(mutants.sources)} pictures, {len(COMMANDS)} "
          f"commands{', isolated' if options.isolate else ''}", flush=True)
    for begin in range(0, len(numbers), BATCH):
        mutants.batch(numbers[begin:begin + BATCH])
        print(f"{mutants.answers} answers", file=sys.stderr)
    if options.only is not None:
        source, data = mutant(options.seed, options.only, mutants.sources)
        path = Path.cwd() / f"mutant-{options.seed}-{options.only}{Path(source).suffix}"
        path.write_bytes(data)
        print(f"mutants: made of {source}: {path}")
    promises.say(STATUSES, f"{mutants.runs} runs")
    promises.say(ANSWERS, f"{mutants.answers} answers")
    promises.say(NOTHING, f"{mutants.done} outputs")
    promises.say(SOON, f"what took long took at most {mutants.slowest:.1f} s of processors, of {options.limit:g}")
    promises.say(LITTLE, f"at most {mutants.most:.0f} MiB of {options.memory}")
