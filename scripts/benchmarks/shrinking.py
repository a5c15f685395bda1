"""A batch of photographs to smaller JPEGs, or to JPEGs of full size, by imgtool and its peers."""
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from benchmarks.fetching import fetch, python_with
from benchmarks.measuring import Contender, compare, copies, prepare, stop, twelve_megapixels

SCRIPTS = Path(__file__).resolve().parent
# Pictures of which the outputs are scored.
SCORED = 6


def bench_shrink(options):
    kind, edge = options.kind, options.edge
    imgtool = prepare()
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-") as scratch:
        scratch = Path(scratch)
        inputs, originals = pictures(options, imgtool, scratch)
        out, cache = scratch / "out", scratch / "cache"
        contenders = [own(imgtool, options, out, inputs, cache), *peers(options, out, inputs)]
        kept = {}

        def before():
            for path in (out, cache):
                shutil.rmtree(path, ignore_errors=True)
            out.mkdir()

        def after(name):
            made = len(list(out.glob("*.jpg")))
            if made != len(inputs):
                stop(f"{name} made {made} of {len(inputs)} pictures")
            if name not in kept:
                kept[name] = shutil.copytree(out, scratch / f"made-{len(kept)}")

        work = f"to {edge}, as JPEG" if edge else "to JPEG of full size"
        title = (f"shrink: {len(inputs)} {kind.upper()} pictures (of {originals} originals) {work} of quality 80, "
                 f"{options.jobs} at a time")
        scored = inputs[:0 if options.no_score else min(SCORED, originals)]
        compare(
            title, contenders, options, scratch / "in", before, after, imgtool,
            lambda: {"outputs": outputs(scratch, scored, kept, kind)})


def pictures(options, imgtool, scratch):
    """Copies of photographs in a folder; gives their names, and how many originals there are."""
    corpus = os.environ.get("IMGTOOL_CORPUS")
    if not options.pictures and not corpus:
        stop("say where pictures are: --pictures FOLDER, or IMGTOOL_CORPUS")
    found = twelve_megapixels(Path(options.pictures or f"{corpus}/heic"))
    if options.kind == "heic":
        return copies(found, options.copies, scratch / "in"), len(found)
    folder = scratch / "in"
    folder.mkdir()
    for number, picture in enumerate(found):
        subprocess.run(
            [imgtool, "jpeg", "-q", "90", "--quiet", "--no-cache", "-o", scratch / f"{number}.jpg", picture], check=True)
    names = []
    for number in range(options.copies):
        names.append(f"{number:04}.jpg")
        # What follows the end of the picture is nobody's, and keeps a cache from taking copies for one another.
        picture = (scratch / f"{number % len(found)}.jpg").read_bytes()
        (folder / names[-1]).write_bytes(picture + f"copy {number:08}".encode())
    return names, len(found)


def own(imgtool, options, out, inputs, cache):
    command = ["shrink", "--max", str(options.edge)] if options.edge else ["jpeg"]
    return Contender(
        "imgtool", [imgtool, *command, "-q", "80", "-j", str(options.jobs), "--quiet",
                    "--name", "{stem}.jpg", "-o", out, *inputs],
        {"IMGTOOL_CACHE_DIR": str(cache)})


def peers(options, out, inputs):
    """The peers that are there and read this kind of picture, each at its best settings."""
    kind, edge, jobs = options.kind, options.edge, options.jobs
    threads = str(threads_of_each(options))
    single = {"VIPS_CONCURRENCY": threads, "OMP_NUM_THREADS": threads, "MAGICK_THREAD_LIMIT": threads}
    wanted = ["vipsthumbnail", "convert"] if edge else ["convert"]
    if kind == "heic" and not edge:
        wanted.append("heif-dec")
    if kind == "jpeg":
        wanted.append("gm")
    there = fetch(*wanted)

    def each(name, command):
        return Contender(
            name, ["sh", "-c", f'ls | xargs -P{jobs} -n1 sh -c "$0" "$1"', command, str(out)], single, processes=jobs)

    # What runs for each picture: $0 is the folder of the outputs, $1 the picture.
    reduced = f"-define jpeg:size={2 * edge}x{2 * edge} " if kind == "jpeg" and edge else ""
    resized = f"-resize '{edge}x{edge}>' " if edge else ""
    target = '"$0/${1%.*}.jpg"'
    found = []
    if "vipsthumbnail" in there:
        found.append(each("vipsthumbnail", f'vipsthumbnail "$1" --size {edge} -o "$0/%s.jpg[Q=80]"'))
    if "heif-dec" in there:
        found.append(each("heif-dec", f'heif-dec -q 80 "$1" -o {target}'))
    for name, command in (("ImageMagick", "convert"), ("GraphicsMagick", "gm convert")):
        if command.split()[0] in there:
            found.append(each(name, f'{command} {reduced}"$1" -auto-orient {resized}-quality 80 {target}'))
    return found + python_peers(options, out, inputs)


def threads_of_each(options):
    """One, as long as there are enough pictures to keep all processors busy."""
    return max(1, options.jobs // options.copies)


def python_peers(options, out, inputs):
    modules = ["PIL", "pillow_heif"] if options.kind == "heic" else ["PIL", "pyvips"]
    python, there = python_with(*modules)
    arguments = [str(options.jobs), str(options.edge or 0), out, *inputs]
    found = []
    if {"PIL", *modules[1:]} - {"pyvips"} <= there:
        found.append(Contender(
            "Pillow", [python, SCRIPTS / "pillow_peer.py", *arguments], {}, processes=options.jobs))
    if "pyvips" in there and options.edge:
        found.append(Contender(
            "pyvips", [python, SCRIPTS / "pyvips_peer.py", *arguments], {"VIPS_CONCURRENCY": str(threads_of_each(options))},
            processes=options.jobs))
    return found


def outputs(scratch, inputs, kept, kind):
    """The mean score of each contender's outputs, where it is to be had, and their bytes."""
    made = {name: {"bytes": sum(path.stat().st_size for path in folder.glob("*.jpg"))} for name, folder in kept.items()}
    python, there = python_with("pyvips", "ssimulacra2") if inputs else (None, set())
    if len(there) == 2:
        originals = [original(scratch, name, kind) for name in inputs]
        for name, folder in kept.items():
            pairs = [
                path for picture, source in zip(inputs, originals)
                for path in (source, folder / f"{Path(picture).stem}.jpg")]
            said = subprocess.run(
                [python, SCRIPTS / "scoring_peer.py", *pairs], check=True, stdout=subprocess.PIPE, text=True).stdout
            made[name]["score"] = statistics.mean(map(float, said.split()))
    print("\nbytes of all outputs, and mean SSIMULACRA2 against the full picture resized in floating point")
    for name, figures in made.items():
        score = f"{figures['score']:8.2f}" if "score" in figures else ""
        print(f"{name:20}{figures['bytes']:14,}{score}")
    return made


def original(scratch, name, kind):
    """A file of the full picture that every libvips reads."""
    if kind != "heic":
        return scratch / "in" / name
    shown = scratch / f"{Path(name).stem}.png"
    subprocess.run(["heif-dec", scratch / "in" / name, "-o", shown], check=True, stdout=subprocess.DEVNULL)
    return shown
