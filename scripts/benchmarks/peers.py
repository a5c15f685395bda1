"""The same work by imgtool and by its peers: upload, start and detect."""
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from benchmarks.fetching import fetch, need
from benchmarks.measuring import HOME, Contender, compare, prepare, stop, twelve_megapixels


def bench_upload(options):
    corpus = os.environ.get("IMGTOOL_CORPUS")
    if not options.pictures and not corpus:
        stop("say where pictures are: --pictures FOLDER, or IMGTOOL_CORPUS")
    originals = twelve_megapixels(Path(options.pictures or f"{corpus}/heic"))
    imgtool = prepare()
    there = fetch("jpegoptim", "convert")
    magick = shutil.which("magick") or shutil.which("convert")
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-") as scratch:
        scratch = Path(scratch)
        source, work = scratch / "in", scratch / "work"
        pictures = [originals[number % len(originals)] for number in range(options.copies)]
        source.mkdir()
        for number, picture in enumerate(pictures):
            subprocess.run(
                [imgtool, "jpeg", "-q", "95", "--hdr", "drop", "--quiet", "--no-cache", "-o", source / f"{number:04}.jpg", picture], check=True)
        contenders = [Contender(
            "imgtool", [imgtool, "upload-prep", "--under", "1MB", "--step", str(options.step), "-j", str(options.jobs),
                        "--quiet", "--no-cache", "--in-place", "."], {})]
        if "jpegoptim" in there:
            contenders.append(Contender(
                "jpegoptim", ["sh", "-c", f"ls | xargs -P{options.jobs} -n1 jpegoptim -q --size=1000k"], {}))
        if magick:
            contenders.append(Contender(
                "ImageMagick", ["sh", "-c", f"ls | xargs -P{options.jobs} -I{{}} '{magick}' {{}} -define "
                                "jpeg:extent=1000000B {}"], {"OMP_NUM_THREADS": "1"}))
        made = {}

        def before():
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(source, work)

        def after(name):
            made[name] = scratch / f"made-{name}"
            shutil.rmtree(made[name], ignore_errors=True)
            shutil.copytree(work, made[name])

        title = (f"upload: {len(pictures)} JPEG pictures of 4032×3024 and quality 95 (of {len(originals)} originals) "
                 f"to 1,000,000 bytes, {options.jobs} at a time")
        work.mkdir()
        compare(title, contenders, options, work, before, after, imgtool)
        for name, folder in made.items():
            sizes = [path.stat().st_size for path in sorted(folder.glob("*.jpg"))]
            over = sum(size > 1_000_000 for size in sizes)
            score = "" if options.no_score else mean_score(source, folder)
            print(f"{name:20}largest output {max(sizes):,} bytes, {over} over the budget{score}")


def mean_score(originals, folder):
    """The mean SSIMULACRA2 score of outputs against their originals, in words; nothing where it can't be had."""
    try:
        from ssimulacra2 import compute_ssimulacra2_with_alpha as score
    except ImportError:
        return ""
    scores = [score(str(path), str(folder / path.name)) for path in sorted(originals.glob("*.jpg"))]
    return f", mean SSIMULACRA2 {statistics.mean(scores):.2f}"


def bench_start(options):
    need("vips")
    imgtool = prepare()
    contenders = [
        Contender("imgtool", [imgtool, "--version"], {}), Contender("vips", ["vips", "--version"], {})]
    compare("start: print the version", contenders, options, HOME, lambda: None, lambda _: None, imgtool)


def bench_detect(options):
    corpus = options.pictures or os.environ.get("IMGTOOL_CORPUS")
    if not corpus:
        stop("say where files are: --pictures FOLDER, or IMGTOOL_CORPUS")
    need("exiftool")
    found = [path for path in sorted(Path(corpus).resolve().rglob("*")) if path.is_file()]
    if not found:
        stop(f"no file in {corpus}")
    imgtool = prepare()
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-", dir=HOME / ".build") as scratch:
        folder = Path(scratch)
        for number in range(options.files):
            path = found[number % len(found)]
            place(path, folder / f"{number:05}{path.suffix}")
        # Both end with another status than 0 where files are damaged, or no HEIF.
        contenders = [
            Contender("imgtool", ["sh", "-c", f"'{imgtool}' detect *; true"], {}),
            Contender("exiftool", ["sh", "-c", "exiftool -q -q -fast2 -FileType -r .; true"], {}),
        ]
        title = f"detect: {options.files} files of all kinds (of {len(found)} originals)"
        compare(title, contenders, options, folder, lambda: None, lambda _: None, imgtool)


def place(path, link):
    """The same file under another name: a link where the file system can, else a copy."""
    try:
        os.link(path, link)
    except OSError:
        shutil.copy(path, link)
