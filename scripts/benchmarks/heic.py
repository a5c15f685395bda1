"""Photographs to HEIC: time, bytes and score."""
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import need
from benchmarks.measuring import Contender, Figures, machine, prepare, run, stop, versions


# imgtool's scale is that of JPEG, the peers' that of libheif; each of a pair gives about the same score.
HEIC_QUALITIES = {"imgtool": (43, 66, 80), "peers": (36, 44, 52)}


def bench_heic(options):
    try:
        from ssimulacra2 import compute_ssimulacra2
    except ImportError:
        stop("the Python package ssimulacra2 is needed: pip install ssimulacra2")
    corpus = os.environ.get("IMGTOOL_CORPUS")
    if not options.pictures and not corpus:
        stop("say where pictures are: --pictures FOLDER, or IMGTOOL_CORPUS")
    need("heif-enc", "heif-dec", "vips")
    imgtool = prepare()
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-") as scratch:
        scratch = Path(scratch)
        names = photographs(Path(options.pictures or f"{corpus}/jpeg"), options, scratch)
        peers = able(heic_peers(imgtool, options), scratch / names[0], scratch)
        taken = heic_times(peers, names, options, scratch)
        points = {name: [] for name in peers}
        for name, picture, quality in taken:
            made = heic_name(scratch, name, picture, quality)
            shown = made.with_suffix(".png")
            subprocess.run(["heif-dec", made, "-o", shown], check=True, stdout=subprocess.DEVNULL)
            score = float(compute_ssimulacra2(str(scratch / picture), str(shown)))
            rounds = taken[name, picture, quality]
            points[name].append(HEICPoint(
                picture, score, made.stat().st_size, statistics.median(one.processor for one in rounds),
                statistics.median(one.wall for one in rounds)))
    own, others = (", ".join(map(str, qualities)) for qualities in HEIC_QUALITIES.values())
    print(f"heic: {len(names)} photographs of {options.edge} pixels at qualities {own} of imgtool's and {others} of "
          f"libheif's scale, against heif-enc's default settings; medians of {options.rounds} rounds")
    print(machine())
    for name, version in versions(imgtool).items():
        print(f"{name}: " + version.replace("\n", "; "))
    print(f"\n{'':36}{'':12}{'':8}{'':8}{'at equal score':>18}\n{'':22}{'wall, s':>10}{'processor':>11}{'bytes':>12}"
          f"{'score':>8}{'speed':>11}{'bytes':>10}")
    for name, all_points in points.items():
        slower, larger = (at_equal_score(points["heif-enc"], all_points, figure) for figure in ("processor", "size"))
        print(f"{name:22}{sum(point.wall for point in all_points):10.2f}"
              f"{sum(point.processor for point in all_points):11.2f}{sum(point.size for point in all_points):12}"
              f"{statistics.mean(point.score for point in all_points):8.2f}{1 / slower:10.2f}x{larger - 1:+10.1%}")


@dataclass
class HEICPoint:
    """What one quality of one picture came to: SSIMULACRA2, bytes, seconds, seconds."""
    picture: str
    score: float
    size: int
    processor: float
    wall: float


def heic_name(scratch, name, picture, quality):
    return scratch / f"{name}-{quality}-{picture}.heic"


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


def heic_times(peers, names, options, scratch):
    """What each took in each round for each picture and quality, in turns, after a round that warms up."""
    taken = {
        (name, picture, quality): [] for name in peers for picture in names for quality in heic_qualities(name)}
    for number in range(options.rounds + 1):
        for picture in names:
            for place in range(len(HEIC_QUALITIES["peers"])):
                for name in list(peers) if number % 2 else reversed(peers):
                    quality = heic_qualities(name)[place]
                    other = heic_name(scratch, name, picture, quality)
                    other.unlink(missing_ok=True)
                    command = list(map(str, peers[name](picture, quality, other)))
                    figures = run(Contender(name, command, {}), scratch)
                    if number:
                        taken[name, picture, quality].append(figures)
        print(f"round {number} of {options.rounds}", file=sys.stderr)
    return taken


def at_equal_score(one, other, figure):
    """How many times more of a figure the points of another have: the geometric mean over the pictures."""
    def curves(points):
        found = {}
        for point in points:
            found.setdefault(point.picture, []).append((point.score, getattr(point, figure)))
        return found

    ones, others = curves(one), curves(other)
    return math.exp(statistics.mean(
        logarithm_at_equal_score(ones[picture], others[picture]) for picture in ones))


def logarithm_at_equal_score(one, other):
    """The mean logarithm of the figures of one curve over those of another, over the scores that both reach."""
    one, other = sorted(one), sorted(other)
    least, most = max(one[0][0], other[0][0]), min(one[-1][0], other[-1][0])
    steps = [least + (most - least) * step / 20 for step in range(21)]
    return statistics.mean(logarithm_at(other, score) - logarithm_at(one, score) for score in steps)


def logarithm_at(curve, score):
    """The logarithm of the figure at a score, along straight lines between the points of a curve."""
    for (low, small), (high, large) in zip(curve, curve[1:]):
        if score <= high:
            break
    share = (score - low) / (high - low) if high > low else 0
    return math.log(small) + share * (math.log(large) - math.log(small))
