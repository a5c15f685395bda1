"""What a user of Pillow would write to shrink a batch: pillow_peer.py JOBS EDGE OUT FILE…"""
import sys
from multiprocessing import Pool
from pathlib import Path

from PIL import Image, ImageOps


def shrink(arguments):
    path, edge, out = arguments
    with Image.open(path) as picture:
        if edge:
            # A JPEG is decoded at a reduced size that leaves enough.
            picture.draft("RGB", (edge, edge))
        upright = ImageOps.exif_transpose(picture).convert("RGB")
        if edge:
            upright.thumbnail((edge, edge), Image.Resampling.LANCZOS)
        upright.save(
            out / f"{Path(path).stem}.jpg", quality=80, optimize=True, icc_profile=picture.info.get("icc_profile"),
            exif=upright.getexif())


def prepare():
    try:
        import pillow_heif
    except ImportError:
        return
    pillow_heif.options.DECODE_THREADS = 1
    pillow_heif.register_heif_opener()


def main():
    jobs, edge, out, *paths = sys.argv[1:]
    with Pool(int(jobs), initializer=prepare) as pool:
        pool.map(shrink, [(path, int(edge), Path(out)) for path in paths], chunksize=1)


if __name__ == "__main__":
    main()
