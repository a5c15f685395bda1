"""How a benchmark is measured: what all of them share."""
import json
import os
import platform
import statistics
import struct
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent
FIGURES = {"wall": "s", "processor": "s", "memory": "MiB"}


@dataclass
class Figures:
    """What one run took: seconds, seconds, MiB."""
    wall: float
    processor: float
    memory: float


@dataclass
class Contender:
    """A way to do the work: a command, what is added to its environment, and how many processes work at a time."""
    name: str
    command: list
    environment: dict
    processes: int = 1


def stop(message):
    sys.exit(f"bench: {message}")


def run(contender, folder):
    """Runs a contender to its end and takes its figures."""
    environment = os.environ | contender.environment
    began = time.monotonic()
    process = subprocess.Popen(
        contender.command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        stop(f"{contender.name} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    memory = usage.ru_maxrss * contender.processes * unit / 2**20
    return Figures(wall, usage.ru_utime + usage.ru_stime, memory)


def compare(title, contenders, options, folder, before, after, imgtool, judge=dict):
    """Runs the contenders in turns, after a round that only warms up, and reports, with what a judge of the outputs says."""
    rounds = []
    for number in range(options.rounds + 1):
        figures = {}
        # The order changes from round to round, so that none always follows the other.
        for contender in contenders if number % 2 else reversed(contenders):
            before()
            figures[contender.name] = run(contender, folder)
            after(contender.name)
        if number:
            rounds.append(figures)
            print(f"round {number} of {options.rounds}: " + ", ".join(
                f"{name} {taken.wall:.3f} s" for name, taken in figures.items()), file=sys.stderr)
    report = summary(title, [contender.name for contender in contenders], rounds, imgtool)
    show(report)
    report |= judge()
    if options.json:
        report["rounds"] = [
            {name: asdict(taken) for name, taken in figures.items()} for figures in rounds]
        Path(options.json).write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")


def summary(title, names, rounds, imgtool):
    medians = {
        name: {figure: statistics.median(getattr(taken[name], figure) for taken in rounds)
               for figure in FIGURES}
        for name in names}
    ratios = {}
    for peer in names[1:]:
        ratios[peer] = {}
        for figure in FIGURES:
            each = [getattr(taken[names[0]], figure) / getattr(taken[peer], figure) for taken in rounds]
            ratios[peer][figure] = {"median": statistics.median(each), "least": min(each), "greatest": max(each)}
    return {"title": title, "machine": machine(), "versions": versions(imgtool), "rounds_measured": len(rounds),
            "medians": medians, "ratios": ratios}


def machine():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.machine()
    return f"{model}, {os.cpu_count()} processors, {platform.system()}"


def versions(imgtool):
    def said(*command):
        return subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.strip()

    return {"imgtool": said(imgtool, "--version"), "vips": said("vips", "--version"),
            "libheif": said("pkg-config", "--modversion", "libheif")}


def show(report):
    print(report["title"])
    print(report["machine"])
    for name, version in report["versions"].items():
        print(f"{name}: " + version.replace("\n", "; "))
    heads = "".join(f"{figure + ', ' + unit:>16}" for figure, unit in FIGURES.items())
    print(f"\n{'median of ' + str(report['rounds_measured']) + ' rounds':20}{heads}")
    for name, figures in report["medians"].items():
        print(f"{name:20}" + "".join(f"{figures[figure]:16.3f}" for figure in FIGURES))
    for peer, ratios in report["ratios"].items():
        print(f"\nimgtool / {peer}")
        for figure, ratio in ratios.items():
            print(f"  {figure:12}{ratio['median']:.2f}  ({ratio['least']:.2f} to {ratio['greatest']:.2f})")


def prepare():
    """Builds imgtool; gives the program's path."""
    built = subprocess.run([HOME / "scripts/build"], stdout=subprocess.PIPE, text=True)
    return built.stdout.strip() if built.returncode == 0 else stop("imgtool could not be built")


def twelve_megapixels(folder):
    """The HEIC files with an image of 4032×3024, known by their size property (ISO/IEC 23008-12, 6.5.3)."""
    sizes = [b"ispe" + bytes(4) + struct.pack(">II", *sides) for sides in ((4032, 3024), (3024, 4032))]
    found = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.suffix.lower() in (".heic", ".heif", ".hif"):
            data = path.read_bytes()
            if data[8:12] in (b"heic", b"mif1") and any(size in data for size in sizes):
                found.append(path)
    if not found:
        stop(f"no HEIC picture of 4032×3024 in {folder}")
    return found


def copies(pictures, count, folder):
    """Copies that no cache takes for one another: each ends in a `free` box of its own. Gives their names."""
    folder.mkdir()
    names = []
    for number in range(count):
        body = f"copy {number:08}".encode()
        name = f"{number:04}.heic"
        picture = pictures[number % len(pictures)].read_bytes()
        (folder / name).write_bytes(picture + struct.pack(">I4s", 8 + len(body), b"free") + body)
        names.append(name)
    return names
