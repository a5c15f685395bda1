"""Reads pictures with gain maps in every form, independently of imgtool."""
import io
import json
import re
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image, ImageOps

from light import GainMap, of_srgb

Image.MAX_IMAGE_PIXELS = None


def read(path):
    """A file's base as linear light, upright, and its gain map; None where it has no map."""
    data = path.read_bytes()
    if data[:2] == b"\xff\xd8":
        return jpeg(path, data)
    return heif(path, data) if data[4:8] == b"ftyp" else None


def samples(picture):
    values = np.asarray(picture.convert("RGB" if picture.mode != "L" else "L"), np.float32) / 255
    return values[..., None] if values.ndim == 2 else values


# JPEG


def end_of_picture(data):
    """Where the first picture of a JPEG ends (ITU-T T.81, B.1)."""
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            place += 1
            continue
        marker = data[place + 1]
        if marker == 0xD9:
            return place + 2
        if marker == 0xFF:
            place += 1
        elif marker == 0 or 0xD0 <= marker <= 0xD7:
            place += 2
        else:
            place += 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
    return len(data)


def jpeg(path, data):
    second = data[end_of_picture(data):]
    start = second.find(b"\xff\xd8\xff")
    if start < 0:
        return None
    second = second[start:]
    gain_map = meaning(second, path)
    if gain_map is None:
        return None
    picture = Image.open(io.BytesIO(data))
    orientation = picture.getexif().get(274, 1)
    stored = Image.open(io.BytesIO(second))
    stored.load()
    gain_map.samples = samples(turned(stored, orientation))
    return of_srgb(samples(turned(picture.convert("RGB"), orientation))), gain_map


def turned(picture, orientation):
    upright = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
               5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
               8: Image.Transpose.ROTATE_90}.get(orientation)
    return picture if upright is None else picture.transpose(upright)


def meaning(second, path):
    """What the JPEG of a map says of itself."""
    text = second.decode("latin-1")
    if "hdrgainmap" in text and "HDRGainMap" in text:
        stated = re.search(r"HDRGainMapHeadroom[=>\"]+([0-9.]+)", text)
        headroom = float(stated.group(1)) if stated else apple_headroom(path)
        return headroom and GainMap("apple", None, headroom=headroom)
    place = second.find(b"urn:iso:std:iso:ts:21496:-1\0")
    if place >= 0:
        return iso(second[place + 28:])
    if "hdr-gain-map/1.0/" not in text:
        return None

    def numbers(name, usual):
        found = re.search(rf"hdrgm:{name}=\"([^\"]+)\"", text)
        if found:
            return [float(found.group(1))]
        found = re.search(rf"<hdrgm:{name}>(.*?)</hdrgm:{name}>", text, re.S)
        return [float(each) for each in re.findall(r"<rdf:li>([^<]+)<", found.group(1))] if found else [usual]

    # Adobe, Gain Map Specification 1.0, "XMP": what is left out is this.
    return GainMap(
        "xmp", None, numbers("GainMapMin", 0.0), numbers("GainMapMax", 1.0), numbers("Gamma", 1.0),
        numbers("OffsetSDR", 1 / 64), numbers("OffsetHDR", 1 / 64))


def iso(data):
    """ISO 21496-1, annex C, with the one denominator for all that drafts knew."""
    flags = data[4]
    place = 5

    def word(kind):
        nonlocal place
        place += 4
        return struct.unpack(f">{kind}", data[place - 4:place])[0]

    common = word("I") if flags & 8 else None

    def fraction(kind):
        top = word(kind)
        return top / (common or word("I"))

    fraction("I"), fraction("I")
    channels = [[fraction(kind) for kind in "iiIii"] for _ in range(3 if flags & 0x80 else 1)]
    return GainMap("iso", None, *(list(each) for each in zip(*channels)))


def apple_headroom(path):
    """Apple, "Applying Apple HDR effect to your photos"."""
    found = json.loads(subprocess.check_output(["exiftool", "-j", "-n", "-HDRHeadroom", "-HDRGain", path]))[0]
    if "HDRHeadroom" not in found and "HDRGain" not in found:
        return None
    first, second = found.get("HDRHeadroom", 0), found.get("HDRGain", 0)
    if first < 1:
        stops = -20 * second + 1.8 if second <= 0.01 else -0.101 * second + 1.601
    else:
        stops = -70 * second + 3 if second <= 0.01 else -0.303 * second + 2.303
    return 2 ** max(stops, 0)


# HEIF


def heif(path, data):
    found = auxiliary(path) if b"hdrgainmap" in data else None
    if found is None:
        return None
    urn, stored = found
    if "apple" in urn:
        headroom = apple_headroom(path)
        gain_map = GainMap("apple", None, headroom=headroom) if headroom else None
    else:
        payload = tone_map(data)
        gain_map = iso(payload[1:]) if payload else None
    if gain_map is None:
        return None
    gain_map.samples = samples(stored)
    base = pillow_heif.open_heif(path).to_pillow().convert("RGB")
    return of_srgb(samples(base)), gain_map


def auxiliary(path):
    """The URN and the picture of a gain map, by libheif's own program, which turns it as the file says."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["heif-dec", "--with-aux", path, f"{folder}/out.png"], capture_output=True)
        for file in sorted(Path(folder).iterdir()):
            if "hdrgainmap" in file.name:
                picture = Image.open(file)
                picture.load()
                return file.name, picture
    return None


def boxes(data, start, end):
    """The boxes between two places (ISO/IEC 14496-12, 4.2): type, where the payload starts and ends."""
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start:start + 8])
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", data[start + 8:start + 16])[0], 16
        stop = end if size == 0 else start + size
        if stop <= start or stop > end:
            return
        yield kind.decode("latin-1"), start + head, stop
        start = stop


def tone_map(data):
    """The payload of a HEIF's `tmap` item (ISO/IEC 23008-12:2025, 6.6.2.4)."""
    meta = next((start, end) for kind, start, end in boxes(data, 0, len(data)) if kind == "meta")
    parts = {kind: (start, end) for kind, start, end in boxes(data, meta[0] + 4, meta[1])}
    start, end = parts["iinf"]
    number = None
    for kind, place, _ in boxes(data, start + (6 if data[start] == 0 else 8), end):
        wide = data[place] >= 3
        if data[place + (10 if wide else 8):place + (14 if wide else 12)] == b"tmap":
            number = int.from_bytes(data[place + 4:place + (8 if wide else 6)], "big")
    if number is None:
        return None
    return next((payload for item, payload in located(data, parts) if item == number), None)


def located(data, parts):
    """The items with their payloads (ISO/IEC 14496-12, 8.11.3)."""
    place, version = parts["iloc"][0] + 4, data[parts["iloc"][0]]

    def number(size):
        nonlocal place
        place += size
        return int.from_bytes(data[place - size:place], "big")

    sizes = number(2)
    offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    for _ in range(number(2 if version < 2 else 4)):
        item = number(2 if version < 2 else 4)
        method = number(2) & 15 if version else 0
        number(2)
        base, payload = number(base_size), b""
        for _ in range(number(2)):
            number(index_size if version else 0)
            start, length = base + number(offset_size), number(length_size)
            start += parts["idat"][0] if method == 1 else 0
            payload += data[start:start + length]
        yield item, payload
