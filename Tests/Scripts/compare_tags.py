#!/usr/bin/env python3
"""Compares what is said about pictures before and after a conversion, tag by tag, as exiftool reads it.

  compare_tags.py BEFORE AFTER [BEFORE AFTER ...]

Prints what was lost, a line a tag, and how much it is in all. A tag is lost when it is missing or has another
value. Not counted are tags of the container itself, places within the file, and what new pixels make untrue.
Maker notes have to be there byte for byte, at the same place of the EXIF block. The status is 1 when something
was lost.
"""
import base64
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
    r"|PNG|PNG-.*|RIFF|GIF|APP14|Adobe|MPF\d*|MPImage\d*|Jpeg2000|JUMBF|JSON|CBOR|Ducky|AFCP"
    # The profiles and packets of further pictures: thumbnails, tiles, gain maps, depth.
    r"|ICC[\w-]*\d|XMP-(apdi|depthData|depthBlurEffect|portraitLightingEffect|hdrgm|HDRGainMap|GContainer|Container))$")
# Names of places in a file: they move with what stands before them.
PLACES = re.compile(r"(Offset|Offsets|Start|ImageStart|PreviewIFD|DataOffset|ExifByteOrder|Padding)$")
# What new pixels make untrue: orientation, size, how they are coded, further pictures and videos in the file.
UNTRUE = re.compile(
    r"^((IFD0|XMP-tiff):(Orientation|ImageWidth|ImageHeight|ImageLength|Compression|BitsPerSample|SamplesPerPixel"
    r"|PhotometricInterpretation|YCbCrSubSampling|StripByteCounts|RowsPerStrip|PlanarConfiguration)"
    r"|(ExifIFD|XMP-exif):(ExifImage|PixelX|PixelY).*|InteropIFD:RelatedImage(Width|Height)"
    r"|XMP-GCamera:(Motion|MicroVideo).*|XMP-xmpNote:HasExtendedXMP|XMP-x:XMPToolkit"
    # Written by Samsung behind the picture.
    r"|Samsung:(MCCData|TimeStamp)"
    r"|Photoshop:(XResolution|YResolution|DisplayedUnits[XY]|PhotoshopQuality|PhotoshopFormat|ProgressiveScans))$")
# Made anew where the old one doesn't show the picture as it is: there has to be one.
THUMBNAIL = re.compile(r"^(IFD1:(Thumbnail(Image|Length)|Orientation|ImageWidth|ImageHeight)|Photoshop:PhotoshopThumbnail)$")


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
    """What is said in each file: by group and name the values, in order, as many as there are."""
    found = exiftool([str(path) for path in paths], "-G3:1:4", "-s", "-ee", "-struct")
    result = {}
    for name, record in found.items():
        values = result[name] = {}
        for key, value in record.items():
            # Names that repeat have a number, as `IFD0:Copy1:Make`, and so have further pictures: `Doc1:IFD0:Make`.
            key = re.sub(r"(^|:)(Main|Copy\d+):", r"\1", key)
            if counts(key) and not re.match(r"Doc\d", key):
                values.setdefault(key, []).append(str(value))
    return result


def counts(key):
    """Whether a tag says something of the picture that a conversion has to keep."""
    group, _, name = key.partition(":")
    return key == "File:Comment" or bool(name) and not (
        CONTAINERS.match(group) or PLACES.search(name) or UNTRUE.match(key))


def lost(pairs):
    """What was lost of each pair of files: a list of tags, and how many there were before."""
    sources, results = ([str(pair[side]) for pair in pairs] for side in (0, 1))
    before, after = tags(sources), tags(results)
    notes = {**maker_notes(sources), **maker_notes(results)}
    found = []
    for source, result in zip(sources, results):
        old, new = before.get(source, {}), after.get(result, {})
        missing = []
        for key, values in sorted(old.items()):
            left = list(new.get(key, []))
            for value in values:
                if value in left:
                    left.remove(value)
                elif not (left and THUMBNAIL.match(key)):
                    missing.append(key)
        if notes.get(source) and notes.get(result) != notes[source]:
            missing.append("ExifIFD:MakerNote (its bytes or their place)")
        found.append((missing, sum(map(len, old.values()))))
    return found


def maker_notes(paths):
    """The maker notes of files and where they stand in the EXIF block, by file; None where there is none."""
    blocks = exiftool(paths, "-b", "-Exif")
    return {name: maker_note(record.get("EXIF", "")) for name, record in blocks.items()}


def maker_note(text):
    block = base64.b64decode(text.removeprefix("base64:"))
    order = {b"II": "<", b"MM": ">"}.get(block[:2])
    try:
        primary = entries(block, order, struct.unpack_from(order + "I", block, 4)[0])
        count, offset = entries(block, order, primary[0x8769][1])[0x927C]
    except (KeyError, TypeError, struct.error):
        return None
    return offset, block[offset:offset + count]


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
