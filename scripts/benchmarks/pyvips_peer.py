"""What a user of pyvips would write to shrink a batch: pyvips_peer.py JOBS EDGE OUT FILE…"""
import sys
from multiprocessing import Pool
from pathlib import Path

import pyvips


def shrink(arguments):
    path, edge, out = arguments
    picture = pyvips.Image.thumbnail(path, edge, height=edge, size="down")
    picture.jpegsave(str(out / f"{Path(path).stem}.jpg"), Q=80, optimize_coding=True)


def main():
    jobs, edge, out, *paths = sys.argv[1:]
    with Pool(int(jobs)) as pool:
        pool.map(shrink, [(path, int(edge), Path(out)) for path in paths], chunksize=1)


if __name__ == "__main__":
    main()
