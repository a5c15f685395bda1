#!/usr/bin/env python3
"""Compares what is said about pictures before and after a conversion, tag by tag, as exiftool reads it.

  compare_tags.py BEFORE AFTER [BEFORE AFTER ...]

Prints what was lost, a line a tag, and how much it is in all. A tag is lost when it is missing or has another
value. Not counted are tags of the container itself, places within the file, and what new pixels make untrue.
Maker notes have to be there byte for byte, at the same place of the EXIF block. The status is 1 when something
was lost.
"""
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

# Groups (exiftool's family 1) that tell of a file and how its pixels are coded, not of the picture.
CONTAINERS = re.compile(
    r"^(SourceFile|ExifTool|System|File|Composite|QuickTime|Track\d+|Meta|ItemProp|Keys|ItemList|UserData|HEIF|JFIF|JFXX"
    r"|PNG|PNG-.*|RIFF|GIF|APP14|Adobe|MPF\d*|MPImage\d*|Jpeg2000|JUMBF|C2PA|CBOR|JPEG-HDR|Ducky|AFCP)$")
# Names of places in a file: they move with what stands before them.
PLACES = re.compile(r"(Offset|Offsets|Start|ImageStart|PreviewIFD|DataOffset|ExifByteOrder|Padding)$")
# What new pixels make untrue: orientation, size, how they are coded, further pictures and videos in the file.
UNTRUE = re.compile(
    r"^((IFD0|XMP-tiff):(Orientation|ImageWidth|ImageHeight|ImageLength|Compression|BitsPerSample|SamplesPerPixel"
    r"|PhotometricInterpretation|YCbCrSubSampling|StripByteCounts|RowsPerStrip|PlanarConfiguration)"
    r"|(ExifIFD|XMP-exif):(ExifImage|PixelX|PixelY).*|InteropIFD:RelatedImage(Width|Height)"
    r"|XMP-(hdrgm|HDRGainMap|GContainer|Container|Item|GDepth|GImage|GFocus):.*"
    r"|XMP-GCamera:(Motion|MicroVideo).*|XMP-xmpNote:HasExtendedXMP"
    r"|Photoshop:(XResolution|YResolution|DisplayedUnits[XY]|PhotoshopQuality|PhotoshopFormat|ProgressiveScans))$")
# Thumbnails: made anew where the picture was turned.
THUMBNAIL = re.compile(r"^(IFD1:.*|Photoshop:PhotoshopThumbnail|Photoshop:PhotoshopBGRThumbnail|XMP-xmp:Thumbnail.*)$")


def exiftool(paths, *options):
    """The records of exiftool for files, by name."""
    if not paths:
        return {}
    with tempfile.NamedTemporaryFile("w", suffix=".args") as names:
        names.write("".join(f"{path}\n" for path in paths))
        names.flush()
        text = subprocess.run(
            ["exiftool", "-q", "-q", "-m", "-j", "-a", *options, "-@", names.name],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return {record["SourceFile"]: record for record in json.loads(text or b"[]")}


def tags(paths):
    """What is said in each file: values by group, name and, for names that repeat, number."""
    found = exiftool([str(path) for path in paths], "-G1:4", "-s", "-ee", "-struct")
    return {name: {key: str(value) for key, value in record.items() if counts(key)} for name, record in found.items()}


def counts(key):
    """Whether a tag says something of the picture that a conversion has to keep."""
    group, _, name = key.partition(":")
    plain = without_copy(key)
    return plain == "File:Comment" or bool(name) and not (
        CONTAINERS.match(group) or PLACES.search(plain.partition(":")[2]) or UNTRUE.match(plain))


def without_copy(key):
    """`IFD0:Copy1:Make` is the second `IFD0:Make`."""
    return re.sub(r":Copy\d+:", ":", key)


def is_turned(path, record=None):
    """Whether pixels have to be turned on the way: then thumbnails too."""
    record = record or exiftool([str(path)], "-n", "-G1", "-Orientation", "-Rotation").get(str(path), {})
    return any(str(value) not in ("1", "0") for key, value in record.items()
               if key.endswith((":Orientation", ":Rotation")) and not key.startswith(("IFD1", "System")))


def lost(pairs):
    """What was lost of each pair of files: a list of tags, and how many there were before."""
    before, after = tags([pair[0] for pair in pairs]), tags([pair[1] for pair in pairs])
    turned = exiftool([str(pair[0]) for pair in pairs], "-n", "-G1", "-Orientation", "-Rotation")
    results = []
    for source, result in pairs:
        old, new = before.get(str(source), {}), after.get(str(result), {})
        free = is_turned(source, turned.get(str(source)) or {"": ""})
        old = {key: value for key, value in old.items() if not (free and THUMBNAIL.match(without_copy(key)))}
        missing = sorted(key for key, value in old.items() if new.get(key) != value)
        note = maker_note(source)
        if note and maker_note(result) != note:
            missing.append("ExifIFD:MakerNote (its bytes or their place)")
        results.append((missing, len(old)))
    return results


def maker_note(path):
    """The maker note of a file and where it stands in the EXIF block; None where there is none."""
    block = subprocess.run(
        ["exiftool", "-q", "-q", "-m", "-b", "-Exif", str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    order = {b"II": "<", b"MM": ">"}.get(block[:2])
    try:
        primary = entries(block, order, struct.unpack_from(order + "I", block, 4)[0])
        note = entries(block, order, primary[0x8769][1])[0x927C]
    except (KeyError, TypeError, struct.error):
        return None
    return note[1], block[note[1]:note[1] + note[0]]


def entries(block, order, offset):
    """The fields of a directory by tag: the number of values and the last four bytes (TIFF 6.0, section 2)."""
    (count,) = struct.unpack_from(order + "H", block, offset)
    fields = (struct.unpack_from(order + "HHII", block, offset + 2 + 12 * index) for index in range(count))
    return {tag: (number, value) for tag, _, number, value in fields}


def main(arguments):
    if not arguments or len(arguments) % 2:
        sys.exit(__doc__)
    pairs = [(Path(one), Path(other)) for one, other in zip(arguments[::2], arguments[1::2])]
    total = 0
    for (source, _), (missing, _) in zip(pairs, lost(pairs)):
        total += len(missing)
        for name in missing:
            print(f"{source}: {name}")
    print(f"{total} tags lost in {len(pairs)} pictures")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
