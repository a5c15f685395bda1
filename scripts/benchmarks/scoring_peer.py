"""How near outputs come to their originals: scoring_peer.py (ORIGINAL OUTPUT)…

Prints a SSIMULACRA2 score a line, against the original decoded in full, upright, and brought to the output's size by
libvips' Lanczos 3 in floating point, on the samples as they are coded. The originals are files that this libvips reads.
"""
import sys
import tempfile
from pathlib import Path

import pyvips
from ssimulacra2 import compute_ssimulacra2


def reference(original, like):
    picture = pyvips.Image.new_from_file(original).autorot().cast("float")
    if (picture.width, picture.height) == (like.width, like.height):
        return picture
    return picture.resize(
        like.width / picture.width, vscale=like.height / picture.height, kernel="lanczos3")


def main():
    pairs = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="imgtool-bench-") as scratch:
        first, second = Path(scratch) / "reference.png", Path(scratch) / "output.png"
        for original, output in zip(pairs[::2], pairs[1::2]):
            shown = pyvips.Image.new_from_file(output).autorot()
            rounded = reference(original, shown).rint().cast("uchar").copy(interpretation="srgb")
            rounded.pngsave(str(first), keep="none")
            shown.pngsave(str(second), keep="none")
            print(float(compute_ssimulacra2(str(first), str(second))), flush=True)


if __name__ == "__main__":
    main()
