"""The same work in several processes at once, and with a cache in every state: equal bytes each time."""
import shutil
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

from tortures.common import FINE, SOME_FAILED, differences, files, leftovers, make_pictures, name_of, needed

# Runs of each process while others look after the cache.
RUNS_OF_CARE = 5
REPLACING = ("shrink", "--max", "60", "--in-place"), ("convert", "--to", "png", "--in-place")
FORMATS = ("jpeg", "png", "webp", "heic", "avif")
WORK = (
    [("shrink", "--max", "60", "--format", to) for to in ("auto", *FORMATS)]
    + [("upload-prep", "--under", "4kB", "--format", to) for to in ("auto", "jpeg", "webp", "heic", "avif")]
    + [("convert", "--to", to) for to in (*FORMATS, "tiff", "jxl")]
    + [("heic", "-q", "60"), ("jpeg", "-q", "80")])
TOGETHER = "runs side by side all end well, with equal bytes"
STATES = "cold, warm, another process, no cache: equal bytes"
AGAIN = "a run over what is there leaves it as it is"
FOREIGN = "a file of somebody else is left alone by all"
REPLACED = "--in-place side by side loses no picture, and halves none"
CARE = "clearing, trimming and verifying the cache disturbs no run"
CLEAN = "nothing is left beside outputs, and the cache is sound"


def torture_races(tool, promises, options):
    inputs = tool.scratch / "in"
    make_pictures(tool, inputs, 12, 96)
    originals = files(inputs)
    print(f"races: {len(WORK)} commands and formats, {len(originals)} pictures, {options.jobs} processes at once, "
          f"{options.rounds} rounds")
    references = {}
    for line in WORK:
        out = tool.scratch / "reference"
        run = tool.run(*line, "--no-cache", "-o", out, inputs)
        # What can't be brought under so few bytes is the same for all.
        if run.status not in (FINE, SOME_FAILED):
            needed(run)
        references[line] = run.status, files(out)
        shutil.rmtree(out, ignore_errors=True)
    count = 0
    for number in range(options.rounds):
        for line in WORK:
            count += race(tool, promises, options.jobs, line, inputs, references[line])
        count += sum(replace(tool, promises, options.jobs, line, inputs, originals) for line in REPLACING)
        print(f"round {number + 1} of {options.rounds}: {count} runs", file=sys.stderr)
        count += care(tool, promises, options.jobs, inputs, references[WORK[0]])
    unlike = differences(files(inputs), originals)
    promises.check(not unlike, CLEAN, unlike)
    outputs = sum(len(wanted) for _, wanted in references.values()) * options.rounds
    promises.say(TOGETHER, f"{options.rounds * len(WORK)} races of {options.jobs}, {outputs} outputs")
    promises.say(STATES, f"{options.rounds * len(WORK)} × 4 runs")
    promises.say(AGAIN, f"{options.rounds * len(WORK)} runs")
    promises.say(FOREIGN, f"{options.rounds * len(WORK)} races of {options.jobs}")
    promises.say(REPLACED, f"{options.rounds * len(REPLACING)} races of {options.jobs}")
    promises.say(CARE, f"{options.rounds * options.jobs * RUNS_OF_CARE} runs")
    promises.say(CLEAN, f"{count} runs in all")


def race(tool, promises, jobs, line, inputs, reference):
    """One race of a command, and the runs after it; gives the number of runs."""
    status, wanted = reference
    place = tool.scratch / "race"
    place.mkdir()
    cache, out = place / "cache", place / "out"

    def together(promise, wanted_status, *more):
        logs = [tempfile.TemporaryFile() for _ in range(jobs)]
        running = [tool.start(*line, *more, "-o", out, inputs, cache=cache, errors=log) for log in logs]
        for process, log in zip(running, logs):
            process.wait()
            log.seek(0)
            promises.check(process.returncode == wanted_status, promise,
                           f"{' '.join(line)}: {name_of(process.returncode)}: {log.read()[:500]}")
            log.close()

    def same(promise, folder, what):
        unlike = differences(files(folder), wanted)
        promises.check(not unlike, promise, f"{' '.join(line)}: {what}: {unlike}")

    def alone(promise, folder, what, *more, cache=cache):
        run = tool.run(*line, *more, "-o", folder, inputs, cache=cache)
        promises.check(run.status == status, promise, f"{' '.join(line)}: {what}: {run}")
        same(promise, folder, what)

    together(TOGETHER, status)
    same(TOGETHER, out, "cold, together")
    alone(AGAIN, out, "again")
    # All replace the same files: their metadata is another now.
    unlike = [*line, "--metadata", "none"] if "--metadata" not in line else line
    tool.run(*unlike, "-o", out, inputs, cache=cache)
    together(TOGETHER, status)
    same(TOGETHER, out, "replacing, together")
    alone(STATES, place / "warm", "warm")
    alone(STATES, place / "cold", "cold", cache=place / "other")
    alone(STATES, place / "another", "another process", "-j", "3")
    alone(STATES, place / "none", "no cache", "--no-cache", cache=None)
    foreign = next(iter(wanted))
    (out / foreign).unlink()
    (out / foreign).write_text("somebody else's\n")
    together(FOREIGN, SOME_FAILED)
    promises.check((out / foreign).read_text(errors="replace") == "somebody else's\n", FOREIGN, f"{line}: {foreign}")
    left = leftovers(place)
    promises.check(not left, CLEAN, f"{' '.join(line)}: {left}")
    run = tool.run("cache", "verify", cache=cache)
    promises.check(run.status == FINE, CLEAN, f"{' '.join(line)}: {run} {run.out}")
    shutil.rmtree(place)
    return 3 * jobs + 7


def replace(tool, promises, jobs, line, inputs, originals):
    """A race of processes that replace the same files: some fail, and each picture is the old or the new one."""
    place = tool.scratch / "replaced"
    folders = place / "alone", place / "together"
    for folder in folders:
        shutil.copytree(inputs, folder)
    needed(tool.run(*line, "--no-cache", folders[0]))
    wanted = files(folders[0])
    running = [tool.start(*line, "--no-cache", folders[1]) for _ in range(jobs)]
    for process in running:
        promises.check(process.wait() in (FINE, SOME_FAILED), REPLACED, f"{line}: {name_of(process.returncode)}")
    found = files(folders[1])
    broken = [path for path, held in found.items() if held not in (originals.get(path), wanted.get(path))]
    stems = {path.split(".")[0] for path in found}
    gone = [path for path in originals if path.split(".")[0] not in stems]
    promises.check(not broken and not gone, REPLACED, f"{' '.join(line)}: {broken} broken, {gone} gone")
    shutil.rmtree(place)
    return jobs + 1


def care(tool, promises, jobs, inputs, reference):
    """Runs while the cache is cleared, trimmed and verified again and again; gives the number of runs."""
    place = tool.scratch / "care"
    place.mkdir()
    is_over = threading.Event()

    def look_after(*command):
        while not is_over.is_set():
            tool.run("cache", *command, cache=place / "cache")

    def work(number):
        for _ in range(RUNS_OF_CARE):
            out = place / f"out-{number}"
            run = tool.run(*WORK[0], "-o", out, inputs, cache=place / "cache")
            promises.check(run.status == reference[0], CARE, f"{run}")
            promises.check(b"the cache" not in run.errors, CARE, f"{run}")
            unlike = differences(files(out), reference[1])
            promises.check(not unlike, CARE, unlike)
            shutil.rmtree(out, ignore_errors=True)

    carers = [threading.Thread(target=look_after, args=command)
              for command in (("clear",), ("trim", "--cache-size", "1kB"), ("verify",))]
    for carer in carers:
        carer.start()
    with ThreadPoolExecutor(jobs) as workers:
        for done in [workers.submit(work, number) for number in range(jobs)]:
            done.result()
    is_over.set()
    for carer in carers:
        carer.join()
    shutil.rmtree(place)
    return jobs * RUNS_OF_CARE
