"""Photographs to HEIC: time, bytes and score."""
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measuring import Contender, Figures, machine, prepare, run, stop, versions


# imgtool's scale is that of JPEG, the peers' that of libheif; each of a pair gives about the same score.
HEIC_QUALITIES = {"imgtool": (65, 80, 90), "peers": (36, 44, 52)}


def bench_heic(options):
    try:
        from ssimulacra2 import compute_ssimulacra2
    except ImportError:
        stop("the Python package ssimulacra2 is needed: pip install ssimulacra2")
    corpus = os.environ.get("IMGTOOL_CORPUS")
    if not options.pictures and not corpus:
        stop("say where pictures are: --pictures FOLDER, or IMGTOOL_CORPUS")
    for tool in ("heif-enc", "heif-dec", "vips"):
        if not shutil.which(tool):
            stop(f"{tool} is needed")
    imgtool = prepare()
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-") as scratch:
        scratch = Path(scratch)
        names = photographs(Path(options.pictures or f"{corpus}/jpeg"), options, scratch)
        peers = able(heic_peers(imgtool, options), scratch / names[0], scratch)
        rounds = heic_rounds(peers, names, options, scratch)
        curves = {name: {} for name in peers}
        for name in peers:
            for picture in names:
                curves[name][picture] = []
                for quality in heic_qualities(name):
                    made = scratch / f"{name}-{quality}-{picture}.heic"
                    shown = made.with_suffix(".png")
                    subprocess.run(["heif-dec", made, "-o", shown], check=True, stdout=subprocess.DEVNULL)
                    score = compute_ssimulacra2(str(scratch / picture), str(shown))
                    curves[name][picture].append((float(score), made.stat().st_size))
    own, others = (", ".join(map(str, qualities)) for qualities in HEIC_QUALITIES.values())
    print(f"heic: {len(names)} photographs of {options.edge} pixels at qualities {own} of imgtool's and {others} of "
          f"libheif's scale, against heif-enc's default settings; medians of {options.rounds} rounds")
    print(machine())
    for name, version in versions(imgtool).items():
        print(f"{name}: " + version.replace("\n", "; "))
    print(f"\n{'':22}{'wall, s':>10}{'processor':>11}{'speed':>8}{'bytes':>12}{'score':>8}{'bytes at equal score':>22}")
    for name in peers:
        wall = statistics.median(taken[name].wall for taken in rounds)
        processor = statistics.median(taken[name].processor for taken in rounds)
        speed = statistics.median(taken["heif-enc"].processor / taken[name].processor for taken in rounds)
        points = [point for picture in curves[name].values() for point in picture]
        change = statistics.mean(
            logarithm_at_equal_score(curves["heif-enc"][picture], curves[name][picture]) for picture in names)
        print(f"{name:22}{wall:10.2f}{processor:11.2f}{speed:7.2f}x{sum(size for _, size in points):12}"
              f"{statistics.mean(score for score, _ in points):8.2f}{math.exp(change) - 1:+22.1%}")


def photographs(folder, options, scratch):
    """The largest JPEG files of a folder as PNG of one size, so that all encode the same pixels; gives their names."""
    found = sorted(folder.glob("*.jp*g"), key=lambda path: -path.stat().st_size) if folder.is_dir() else []
    names = []
    for path in found:
        name = f"{len(names):02}.png"
        made = subprocess.run(
            ["vips", "thumbnail", path, f"{scratch / name}[strip]", str(options.edge), "--size", "down",
             "--export-profile", "srgb"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if made.returncode == 0:
            names.append(name)
        if len(names) == options.copies:
            return names
    return names or stop(f"no JPEG picture in {folder}")


def heic_peers(imgtool, options):
    """How each encodes one picture at a quality into a file."""
    effort = ["--effort", options.effort] if options.effort else []
    own = [imgtool, "heic", *effort, "--no-cache", "--quiet"]
    peers = {
        "imgtool": lambda one, quality, other: [*own, "-q", quality, "-o", other, one],
        "imgtool, no thumbnail": lambda one, quality, other: [
            *own, "--metadata", "color", "-q", quality, "-o", other, one],
        "heif-enc": lambda one, quality, other: ["heif-enc", "-q", quality, "-o", other, one],
        "vips": lambda one, quality, other: ["vips", "heifsave", one, other, "--Q", quality],
    }
    magick = shutil.which("magick") or shutil.which("convert")
    if magick:
        peers["ImageMagick"] = lambda one, quality, other: [magick, one, "-quality", quality, other]
    return peers


def heic_qualities(name):
    return HEIC_QUALITIES["imgtool" if name.startswith("imgtool") else "peers"]


def able(peers, picture, scratch):
    """The peers that can do it here; the others are named. libvips 8.14 can't write by a libheif of 1.19."""
    found = {}
    for name, command in peers.items():
        tried = subprocess.run(
            list(map(str, command(picture, 50, scratch / "tried.heic"))), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        if tried.returncode == 0:
            found[name] = command
        else:
            reason = ", as libvips before 8.15 does with libheif 1.19 and later" if name == "vips" else ""
            print(f"{name}: ended with {tried.returncode}{reason}; left out")
    return found


def heic_rounds(peers, names, options, scratch):
    """What each took for all pictures and qualities, in turns, picture by picture, after a round that warms up."""
    rounds = []
    for number in range(options.rounds + 1):
        figures = {name: Figures(0, 0, 0) for name in peers}
        for picture in names:
            for place in range(len(HEIC_QUALITIES["peers"])):
                for name in list(peers) if number % 2 else reversed(peers):
                    quality = heic_qualities(name)[place]
                    other = scratch / f"{name}-{quality}-{picture}.heic"
                    other.unlink(missing_ok=True)
                    taken = run(
                        Contender(name, list(map(str, peers[name](picture, quality, other))), {}), scratch)
                    total = figures[name]
                    figures[name] = Figures(
                        total.wall + taken.wall, total.processor + taken.processor, max(total.memory, taken.memory))
        if number:
            rounds.append(figures)
            print(f"round {number} of {options.rounds}: " + ", ".join(
                f"{name} {taken.processor:.2f} s" for name, taken in figures.items()), file=sys.stderr)
    return rounds


def logarithm_at_equal_score(one, other):
    """The mean logarithm of the bytes of one curve over those of another, over the scores that both reach."""
    one, other = sorted(one), sorted(other)
    least, most = max(one[0][0], other[0][0]), min(one[-1][0], other[-1][0])
    steps = [least + (most - least) * step / 20 for step in range(21)]
    return statistics.mean(logarithm_at(other, score) - logarithm_at(one, score) for score in steps)


def logarithm_at(curve, score):
    """The logarithm of the bytes at a score, along straight lines between the points of a curve."""
    for (low, small), (high, large) in zip(curve, curve[1:]):
        if score <= high:
            break
    share = (score - low) / (high - low) if high > low else 0
    return math.log(small) + share * (math.log(large) - math.log(small))
