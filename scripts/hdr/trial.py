"""What check-hdr does with each picture."""
import json
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyvips
from PIL import Image

import light
import sources

SIZES = [None, 1600, 600]
SMALL = 200
MOST = 0.02
# Light below this is black on any display: errors are taken relative to it at least.
LEAST = 1 / 64
QUALITY = "90"


class Trial:
    def __init__(self, options):
        self.imgtool = options.imgtool
        self.files = options.files or sorted(
            file for folder in ["heic", "jpeg"] for file in (options.corpus / folder).iterdir())
        self.pictures = options.pictures
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.failures = 0
        self.folder = None

    def run(self):
        first = None
        with tempfile.TemporaryDirectory() as folder:
            self.folder = Path(folder)
            for file in self.files:
                source = sources.read(file)
                if source is None:
                    continue
                base, gain_map = source
                bright = light.brightened(base, gain_map)
                first = bright if first is None else first
                # Of smaller pictures than these a JPEG keeps less than is asked for, with or without a map.
                for size in SIZES if max(base.shape) > 600 else [None, SMALL]:
                    self.line(f"{file.name} {size or 'whole'}", lambda: self.gain_map(file, base, bright, gain_map, size))
            if first is not None:
                for transfer in ["pq", "hlg"]:
                    self.coded(transfer, first)
        return 1 if self.failures else 0

    def line(self, name, trial):
        try:
            print(f"{name}: {trial()}", flush=True)
        except Exception as error:  # noqa: BLE001  (whatever is wrong with it)
            self.failures += 1
            print(f"{name}: NOT {type(error).__name__}: {error}", flush=True)

    def made(self, file, format, size=None):
        """What imgtool makes of a file."""
        output = self.folder / f"out-{file.stem}-{size}.{format}"
        command = [self.imgtool, "shrink", "--max", str(size)] if size else [self.imgtool, "convert"]
        kind = ["--format" if size else "--to", {"jpg": "jpeg"}.get(format, format)]
        done = subprocess.run(
            [*command, *kind, "-q", QUALITY, "--no-cache", "--overwrite", "-o", output, "--json", file], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(done.stderr.strip())
        return output, json.loads(done.stdout.splitlines()[0])

    # Gain maps

    def gain_map(self, file, base, bright, gain_map, size):
        output, record = self.made(file, "jpg", size)
        if output.read_bytes() == file.read_bytes():
            return "passed on as it is"
        warned = [each["name"] if isinstance(each, dict) else each for each in record["warnings"]]
        ours = pyvips.Image.uhdrload(str(output))
        result, by = rendered(ours)
        wanted = light.brightened(*parts_resized(base, gain_map, result.shape))
        error = difference(result, wanted)
        pictures = multi_picture(output)
        if size in [SIZES[-1], SMALL]:
            self.side_by_side(file, base, bright, ours, result)
        said = (
            f"{gain_map.form}{by}, map {gain_map.samples.shape[1]}x{gain_map.samples.shape[0]}, made {result.shape[1]}x{result.shape[0]}, "
            f"median error {error:.2%} ({linear(result, bright):.2%} of light made smaller), "
            f"brightest {np.percentile(result, 99.9):.2f} of {np.percentile(wanted, 99.9):.2f}, {pictures}, "
            f"{record['bytes_out']} bytes" + (f", warned of {', '.join(warned)}" if warned else ""))
        if error > MOST:
            raise AssertionError(said)
        return said

    def side_by_side(self, file, base, bright, ours, result):
        shape = result.shape
        peer = by_libvips(file, shape[1], shape[0])
        columns = [(resized(base, shape), resized(bright, shape)), (light.of_srgb(ours.numpy() / 255), result), peer]
        most = max(np.percentile(columns[0][1], 99.9), 1)
        top, below = (
            np.concatenate([light.to_srgb(each[row] / scale) for each in columns], axis=1)
            for row, scale in [(0, 1), (1, most)])
        Image.fromarray((np.concatenate([top, below]) * 255 + 0.5).astype(np.uint8)).save(
            self.pictures / f"{file.stem}.png")

    # PQ and HLG

    def coded(self, transfer, bright):
        """Light of the primaries of sRGB as a 10-bit HEIC, and what becomes of it."""
        bright = np.clip(resized(bright, [540, 960]), 0, 1000 / light.DIFFUSE_WHITE)
        signal = light.to_pq(bright) if transfer == "pq" else light.to_hlg(bright)
        file = self.folder / f"{transfer}.png"
        pyvips.Image.new_from_array((signal * 65535 + 0.5).astype(np.uint16)).copy(interpretation="rgb16").pngsave(str(file))
        source = self.folder / f"{transfer}.heic"
        point = {"pq": "16", "hlg": "18"}[transfer]
        subprocess.run(
            ["heif-enc", "-q", "98", "-b", "10", "-p", "chroma=444", "--colour_primaries", "1", "--transfer_characteristic", point,
             "--matrix_coefficients", "1", "-o", source, file], check=True, capture_output=True)
        for size in [None, 480]:
            self.line(f"{transfer} to jpeg {size or 'whole'}", lambda: self.computed(source, bright, size))
        for format in ["avif", "heic"]:
            self.line(f"{transfer} to {format} 480", lambda: self.kept(source, signal, format, transfer))

    def computed(self, source, bright, size):
        output, record = self.made(source, "jpg", size)
        result, by = rendered(pyvips.Image.uhdrload(str(output)))
        wanted = light.of_srgb(resized(light.encoded(bright), result.shape, "lanczos3"))
        error = difference(result, wanted)
        said = (
            f"median error {error:.2%}, brightest {np.percentile(result, 99.9):.2f} of {np.percentile(wanted, 99.9):.2f}, "
            f"{multi_picture(output)}, {record['bytes_out']} bytes{by}")
        if error > MOST:
            raise AssertionError(said)
        return said

    def kept(self, source, signal, format, transfer):
        output, record = self.made(source, format, 480)
        if record["warnings"]:
            raise AssertionError(record["warnings"])
        facts = json.loads(subprocess.check_output(["exiftool", "-j", "-n", "-TransferCharacteristics", "-ImagePixelDepth", output]))[0]
        assert facts["TransferCharacteristics"] == {"pq": 16, "hlg": 18}[transfer], facts
        assert str(facts["ImagePixelDepth"]).split()[0] == "10", facts
        decoded = self.folder / f"kept-{transfer}-{format}.png"
        subprocess.run(["heif-dec", output, decoded], check=True, capture_output=True)
        found = pyvips.Image.new_from_file(str(decoded))
        assert found.format == "ushort", found.format
        error = np.median(np.abs(found.numpy()[..., :3] / 65535 - resized(signal, [found.height, found.width])))
        assert error < 0.005, error
        return f"10 bits, transfer {facts['TransferCharacteristics']}, median difference of samples {error:.3%}, {record['bytes_out']} bytes"


def rendered(picture):
    """Linear light of a picture with a gain map by libvips, and a note where it can't be.

    libvips 8.18 takes maps of three bands for pictures in sRGB, which no form of them is: for these the formula is
    applied to what it read.
    """
    stored = pyvips.Image.jpegload_buffer(picture.get("gainmap-data"))
    if stored.bands == 1:
        return picture.uhdr2scRGB().numpy(), ""
    boosts = (np.log2(picture.get(f"gainmap-{end}-content-boost")) for end in ["min", "max"])
    gain_map = light.GainMap(
        "xmp", stored.numpy() / 255, *boosts, *(picture.get(f"gainmap-{name}") for name in ["gamma", "offset-sdr", "offset-hdr"]))
    return light.brightened(light.of_srgb(picture.numpy() / 255), gain_map), " (three bands, by formula)"


def resized(picture, shape, kernel="linear"):
    """A picture at another size."""
    image = pyvips.Image.new_from_array(np.ascontiguousarray(picture, np.float32))
    made = image.resize(shape[1] / image.width, vscale=shape[0] / image.height, kernel=kernel).numpy()
    return made[..., None] if made.ndim == 2 else made


def parts_resized(base, gain_map, shape):
    """Base and map at another size as pictures are made smaller: their signals, by Lanczos 3, in floating point."""
    base_size = base.shape
    base = light.of_srgb(resized(light.encoded(base), shape, "lanczos3"))
    size = [max(1, round(of * new / old)) for of, new, old in zip(gain_map.samples.shape, shape, base_size[:2])]
    size = [min(new, old) for new, old in zip(size, gain_map.samples.shape)]
    return base, replace(gain_map, samples=np.clip(resized(gain_map.samples, size, "lanczos3"), 0, 1))


def difference(found, wanted):
    """The median error of samples at half the size: a JPEG's own steps are as large as that in every sample."""
    half = [max(1, side // 2) for side in found.shape[:2]]
    found, wanted = resized(found, half), resized(wanted, half)
    return float(np.median(np.abs(found - wanted) / np.maximum(np.abs(wanted), LEAST)))


def linear(found, bright):
    """The same against light that was made smaller itself, which other programs don't do either."""
    return difference(found, resized(bright, found.shape))


def multi_picture(file):
    """Whether the pictures of MPF (CIPA DC-007) lie where exiftool finds them."""
    data = file.read_bytes()
    text = subprocess.check_output(
        ["exiftool", "-ee", "-a", "-n", "-G3:1", "-s", "-MPImageStart", "-MPImageLength", "-NumberOfImages", "-Warning", file], text=True)
    values = [line.split(":")[-1].strip() for line in text.splitlines()]
    starts = [int(value) for line, value in zip(text.splitlines(), values) if "MPImageStart" in line]
    lengths = [int(value) for line, value in zip(text.splitlines(), values) if "MPImageLength" in line]
    warnings = [line for line in text.splitlines() if "Warning" in line]
    assert len(starts) == len(lengths) == 2, f"MPF tells of {len(starts)} pictures"
    for start, length in zip(starts, lengths):
        part = data[start:start + length]
        assert part[:2] == b"\xff\xd8" and part[-2:] == b"\xff\xd9", f"no picture at {start}, {length} bytes"
    assert starts[1] == lengths[0] and sum(lengths) == len(data), f"{starts} {lengths} of {len(data)} bytes"
    assert not warnings, warnings
    return f"MPF {lengths[0]} + {lengths[1]}"


def by_libvips(file, width, height):
    """What libvips makes of it by itself: base and high dynamic range, the same where it knows no gain map."""
    try:
        loader = pyvips.Image.uhdrload if file.suffix == ".jpg" else pyvips.Image.new_from_file
        small = loader(str(file)).thumbnail_image(width, height=height, size="force")
        base = light.of_srgb(small.extract_band(0, n=3).numpy() / 255)
        bright = small.uhdr2scRGB().numpy() if "gainmap-data" in small.get_fields() else base
    except pyvips.Error:
        base = bright = np.zeros([height, width, 3], np.float32)
    return base, bright
