"""What the cache makes of a second run, and of asking for the size of a picture."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from benchmarks.fetching import need
from benchmarks.measuring import HOME, Contender, machine, prepare, run, stop, versions


def bench_warm(options):
    need("vips")
    imgtool = prepare()
    print(f"warm: photographs of {options.edge} pixels to 160; processor time, medians of {options.rounds} rounds")
    print(machine())
    for name, version in versions(imgtool).items():
        print(f"{name}: " + version.replace("\n", "; "))
    print(f"\n{'files':>8}{'bytes each':>12}{'cold, s':>10}{'warm, s':>10}{'sha256sum, s':>14}{'warm / sha256sum':>18}"
          f"{'cold / warm':>13}{'warm, µs a file':>17}{'inputs opened':>15}")
    report = []
    for count in options.files:
        with tempfile.TemporaryDirectory(prefix="imgtool-bench-", dir=HOME / ".build") as scratch:
            figures = warm(imgtool, count, options, Path(scratch))
        report.append(figures)
        cold, again, digests = (
            figures["cold"]["processor"], *(
                statistics.median(taken["processor"] for taken in figures[name]) for name in ("warm", "sha256sum")))
        ratio = statistics.median(
            one["processor"] / other["processor"] for one, other in zip(figures["warm"], figures["sha256sum"]))
        opened = "no strace" if figures["inputs_opened"] is None else figures["inputs_opened"]
        print(f"{count:8}{figures['bytes'] // count:12}{cold:10.2f}{again:10.3f}{digests:14.3f}{ratio:18.3f}"
              f"{cold / again:13.1f}{again / count * 1e6:17.1f}{opened:>15}", flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=2) + "\n")


def warm(imgtool, count, options, folder):
    """What a cold run took, and warm ones and sha256sum in turns."""
    photographs = folder / "in"
    size = make_photographs(photographs, count, options.edge)
    # A file that has just been changed is not known again: clocks of file systems are coarse.
    subprocess.run(["sleep", "2.1"], check=True)
    line = [imgtool, "shrink", "--max", "160", "-o", "out", "in"]
    environment = {"IMGTOOL_CACHE_DIR": str(folder / "cache")}
    own = Contender("imgtool", line, environment)
    # Its own words: there are more names than a command line takes.
    peer = Contender("sha256sum", ["sh", "-c", "find in -type f -print0 | xargs -0 sha256sum"], {})
    cold = quietly(own, folder)
    figures = {"files": count, "bytes": size, "cold": asdict(cold), "warm": [], "sha256sum": []}
    for number in range(options.rounds + 1):
        for contender in (own, peer) if number % 2 else (peer, own):
            taken = quietly(contender, folder)
            if number:
                figures["warm" if contender is own else "sha256sum"].append(asdict(taken))
        print(f"round {number} of {options.rounds} over {count} files", file=sys.stderr)
    figures["inputs_opened"] = inputs_opened(line, folder, environment)
    return figures


def quietly(contender, folder):
    """Its figures, without the last line that it says of itself."""
    return run(Contender(contender.name, ["sh", "-c", 'exec "$@" 2>log', "sh", *map(str, contender.command)],
                         contender.environment), folder)


def make_photographs(folder, count, edge):
    """Photographs that differ in a comment alone (JPEG's COM segment, ITU-T T.81 B.2.4.5); gives their bytes."""
    folder.mkdir()
    first = folder / "photograph.jpg"
    noise = folder / "noise.v"
    subprocess.run(
        ["vips", "gaussnoise", noise, str(edge), str(edge * 3 // 4), "--mean", "128", "--sigma", "60"], check=True)
    soft = folder / "soft.v"
    subprocess.run(["vips", "gaussblur", noise, soft, "1.2"], check=True)
    subprocess.run(["vips", "cast", soft, f"{first}[Q=85]", "uchar"], check=True)
    picture = first.read_bytes()
    for path in (first, noise, soft):
        path.unlink()
    size = 0
    for number in range(count):
        comment = f"photograph {number:08}".encode()
        segment = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
        size += (folder / f"{number:06}.jpg").write_bytes(picture[:2] + segment + picture[2:])
    return size


def inputs_opened(line, folder, environment):
    """How often a warm run opens one of its inputs; None where strace is not there."""
    if not shutil.which("strace"):
        return None
    trace = folder / "trace"
    subprocess.run(
        ["strace", "-f", "-e", "trace=open,openat", "-o", trace, *map(str, line)], cwd=folder, check=True,
        env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return sum('"in/' in call for call in trace.read_text(errors="replace").splitlines())


def bench_sizes(options):
    if not hasattr(os, "getxattr"):
        stop("this Python reads no extended attributes")
    need("vips", "djpeg")
    imgtool = prepare()
    print(f"sizes: pictures of 640×480; processor time in seconds (microseconds a picture), medians of {options.rounds} "
          "rounds")
    print(machine())
    print(f"\n{'pictures':>9}{'attribute':>22}{'imgtool info':>22}{'djpeg':>22}")
    report = []
    for count in options.files:
        with tempfile.TemporaryDirectory(prefix="imgtool-bench-", dir=HOME / ".build") as scratch:
            folder = Path(scratch)
            make_photographs(folder / "in", count, 640)
            try:
                for path in (folder / "in").iterdir():
                    os.setxattr(path, "user.imgtool.size", (640).to_bytes(4, "little") + (480).to_bytes(4, "little"))
            except OSError as error:
                stop(f"{folder}: {error}")
            ways = size_ways(imgtool)
            taken = {name: [] for name in ways}
            for _ in range(options.rounds):
                for name, command in ways.items():
                    taken[name].append(run(Contender(name, command, {}), folder).processor)
        medians = {name: statistics.median(figures) for name, figures in taken.items()}
        report.append({"files": count, "rounds": taken})
        print(f"{count:9}" + "".join(
            f"{seconds:11.3f} ({seconds / count * 1e6:.0f})".rjust(22) for seconds in medians.values()), flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=2) + "\n")


def size_ways(imgtool):
    """Each way as processes of its own, so that their processor time can be told."""
    attribute = ("import os\nfor entry in os.scandir('in'):\n"
                 "    value = os.getxattr(entry.path, 'user.imgtool.size')\n"
                 "    int.from_bytes(value[:4], 'little'), int.from_bytes(value[4:], 'little')")
    return {
        "attribute": [sys.executable, "-S", "-c", attribute],
        "header": [imgtool, "info", "--json", "in"],
        "full decode": ["sh", "-c", "find in -type f -print0 | xargs -0 -n1 djpeg -outfile /dev/null"],
    }
