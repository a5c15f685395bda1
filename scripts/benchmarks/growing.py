"""What a picture costs as there are more of them, as they become larger, and on one processor or several."""
import json
import shutil
import statistics
import subprocess
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks.caching import make_photographs, quietly
from benchmarks.fetching import need
from benchmarks.measuring import HOME, Contender, machine, prepare, versions


def bench_growth(options):
    need("vips")
    imgtool = prepare()
    print(f"growth: medians of {options.rounds} rounds, no cache")
    print(machine())
    for name, version in versions(imgtool).items():
        print(f"{name}: " + version.replace("\n", "; "))
    report = []
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-", dir=HOME / ".build") as scratch:
        print("\nphotographs of 640 pixels to 160")
        heading("files", "ms a file")
        for count in options.files:
            folder = Path(scratch) / f"{count} files"
            folder.mkdir()
            make_photographs(folder / "in", count, 640)
            report += measured(imgtool, options, folder, 160, "files", count)
            shutil.rmtree(folder)
        print("\none photograph to 1920")
        heading("megapixels", "ms a megapixel")
        for count in options.megapixels:
            folder = Path(scratch) / f"{count} megapixels"
            folder.mkdir()
            # 4 to 3, as cameras have it.
            make_photographs(folder / "in", 1, round((count * 1e6 * 4 / 3) ** 0.5))
            report += measured(imgtool, options, folder, 1920, "megapixels", count)
            shutil.rmtree(folder)
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=2) + "\n")


def heading(what, each):
    print(f"{what:>12}{'processors':>12}{'wall, s':>10}{'processor, s':>14}{each:>18}{'memory, MiB':>13}")


def measured(imgtool, options, folder, edge, what, count):
    """Prints a line for each number of processors, measured in turns; gives all figures."""
    taken = {jobs: [] for jobs in options.jobs}
    for number in range(options.rounds + 1):
        for jobs in options.jobs:
            line = [imgtool, "shrink", "--max", str(edge), "-j", str(jobs), "--no-cache", "--overwrite", "-o", "out",
                    "in"]
            # Held to so many processors, so that libraries find no more either.
            held = ["taskset", "-c", f"0-{jobs - 1}"] if shutil.which("taskset") else []
            figures = quietly(Contender("imgtool", [*held, *line], {}), folder)
            subprocess.run(["rm", "-rf", folder / "out"], check=True)
            if number:
                taken[jobs].append(figures)
    report = []
    for jobs, rounds in taken.items():
        wall, processor, memory = (
            statistics.median(getattr(figures, name) for figures in rounds)
            for name in ("wall", "processor", "memory"))
        print(f"{count:12}{jobs:12}{wall:10.3f}{processor:14.3f}{wall / count * 1e3:18.3f}{memory:13.0f}", flush=True)
        report.append({what: count, "processors": jobs, "rounds": [asdict(figures) for figures in rounds]})
    return report
