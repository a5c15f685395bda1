"""Tags that are lost on the way to JPEG."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.fetching import need
from benchmarks.measuring import HOME, prepare, stop

sys.path.insert(0, str(HOME / "Tests/Scripts"))

import compare_tags  # noqa: E402  (after the path is set)


def bench_metadata(options):
    need("exiftool")
    pictures = jpeg_and_heic(options)
    magick = shutil.which("magick") or shutil.which("convert")
    peers = {
        "vipsthumbnail": lambda one, other: ["vipsthumbnail", one, "--size", "99999x99999>", "-o", f"{other}[Q=90]"],
        "ImageMagick": lambda one, other: [magick or "magick", f"{one}[0]", "-auto-orient", "-quality", "90", other],
        "heif-convert": lambda one, other: ["heif-convert", "-q", "90", one, other],
        "imgtool": lambda one, other: [imgtool, "jpeg", "-q", "90", "--quiet", "--no-cache", "-o", other, one],
    }
    imgtool = prepare()
    print(f"metadata: {len(pictures)} pictures to JPEG of quality 90, tags as exiftool {exiftool_version()} reads them")
    print(f"{'':15}{'made':>6}{'tags lost':>11}{'of':>8}{'share':>8}   pictures that lost nothing")
    for name, command in peers.items():
        if name != "imgtool" and not shutil.which(command("", "")[0]):
            print(f"{name:15}not installed, skipped")
            continue
        with tempfile.TemporaryDirectory(prefix="imgtool-bench-") as scratch:
            results = compare_tags.lost(converted(pictures, command, Path(scratch)))
        lost = sum(len(missing) for missing, _ in results)
        tags = sum(count for _, count in results)
        whole = sum(not missing for missing, _ in results)
        print(f"{name:15}{len(results):6}{lost:11}{tags:8}{lost / max(tags, 1):8.1%}   {whole}")


def jpeg_and_heic(options):
    """The JPEG and HEIC files that are asked for, by their names; never those that are damaged on purpose."""
    corpus = os.environ.get("IMGTOOL_CORPUS")
    if not options.pictures and not corpus:
        stop("say where pictures are: --pictures FOLDER, or IMGTOOL_CORPUS")
    folders = [Path(options.pictures)] if options.pictures else [Path(corpus, "heic"), Path(corpus, "jpeg")]
    endings = (".jpg", ".jpeg", ".mpo", ".heic", ".heif", ".hif")
    found = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix.lower() in endings]
    return found or stop(f"no JPEG or HEIC picture in {folders[0]}")


def converted(pictures, command, folder):
    """What a peer makes of pictures, beside their originals; those that it can't make are left out."""
    pairs = []
    for index, picture in enumerate(pictures):
        output = folder / f"{index}.jpg"
        try:
            subprocess.run(
                command(str(picture), str(output)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        except subprocess.TimeoutExpired:
            continue
        # heif-convert numbers the outputs of a file with several pictures.
        made = next((path for path in (output, folder / f"{index}-1.jpg") if path.exists()), None)
        if made:
            pairs.append((picture, made))
    return pairs


def exiftool_version():
    return subprocess.run(["exiftool", "-ver"], stdout=subprocess.PIPE, text=True).stdout.strip()
