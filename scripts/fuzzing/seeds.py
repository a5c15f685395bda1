"""What each target of fuzzing begins with: files of Fixtures, and what is cut out of them."""
import struct
import subprocess
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent.parent / "Fixtures"
MOST_BYTES = 20_000
# What is done with a JPEG stands in the last eight bytes: see Tests/Fuzz/CFuzz.
CONTROLS = [bytes([eighths, *rest]) for eighths in range(4)
            for rest in ([0, 15, 31, 0, 0, 0, 0], [4, 90, 20, 10, 160, 200, 40])]
# Sampling factors as `cjpeg -sample` takes them: units of all sides, also such as only libjpeg reads.
SAMPLINGS = ["1x1", "2x2", "2x1", "1x2", "4x1", "1x4", "3x1", "1x1,2x2,1x1", "2x2,2x1,1x2"]


def fixtures(*patterns):
    """The small files of Fixtures of these names."""
    paths = sorted({path for pattern in patterns for path in FIXTURES.glob(pattern)})
    return [path.read_bytes() for path in paths if path.stat().st_size <= MOST_BYTES]


def jpegs():
    """JPEGs with odd edges, restarts and all samplings, where libjpeg's `cjpeg` is there; else those of Fixtures."""
    made = fixtures("*.jpg")
    for width, height in ((17, 33), (1, 1), (40, 9)):
        samples = bytes((x * y * 89 + x * 37 + band * 50) & 255
                        for y in range(height) for x in range(width) for band in range(3))
        picture = b"P6\n%d %d\n255\n" % (width, height) + samples
        for options in (*(["-sample", one] for one in SAMPLINGS), ["-grayscale"]):
            for more in ([], ["-restart", "1B"], ["-progressive"], ["-quality", "100", "-optimize"]):
                try:
                    run = subprocess.run(["cjpeg", *options, *more], input=picture, capture_output=True)
                except FileNotFoundError:
                    return made
                made += [run.stdout] if run.returncode == 0 else []
    return made


def controlled(files):
    """Files with something to be done with them; gray ones need to be asked for as one plane."""
    return [file + bytes([control[0] | planes]) + control[1:]
            for number, file in enumerate(files) for planes in (0, 4)
            for control in (CONTROLS[number % 8], CONTROLS[6])]


def segments(jpeg):
    """The payloads of a JPEG's segments (ITU-T T.81, B.1.1.4), up to its first scan."""
    place = 2
    while place + 4 <= len(jpeg) and jpeg[place] == 0xFF and jpeg[place + 1] != 0xDA:
        size, = struct.unpack_from(">H", jpeg, place + 2)
        yield jpeg[place + 4:place + 2 + size]
        place += 2 + size


def after(mark, files):
    """What stands behind a mark at the start of segments."""
    return [payload[len(mark):] for file in files for payload in segments(file) if payload.startswith(mark)]


def exif_blocks():
    return after(b"Exif\0\0", fixtures("*.jpg")) + fixtures("*.tif")


def xmp_packets():
    found = after(b"http://ns.adobe.com/xap/1.0/\0", fixtures("*.jpg"))
    return found + [
        b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" tiff:Orientation="6" exif:GPSLatitude="52,30N"
 GCamera:MotionPhoto="1"><exif:PixelXDimension>40</exif:PixelXDimension></rdf:Description></rdf:RDF></x:xmpmeta>""",
        b"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:Container="http://ns.google.com/photos/1.0/container/"
 xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><dc:creator><rdf:Seq><rdf:li>A &amp; B</rdf:li></rdf:Seq>
</dc:creator><Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4"
 Item:Semantic="MotionPhoto" Item:Length="4"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF>
<?xpacket end="w"?>""",
    ]


def gain_maps():
    """Gain maps in JPEGs, with an index and without, and what each form says of them (ISO 21496-1, annex C)."""
    def segment(marker, payload):
        return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload

    jpeg = (FIXTURES / "gray.jpg").read_bytes()
    name = b"urn:iso:std:iso:ts:21496:-1\0"
    channel = struct.pack(">iIiIIIiIiI", -1, 1, 2, 1, 1, 1, 1, 64, 1, 64)
    stated = [b"\0\0\0\0\x40" + struct.pack(">IIII", 0, 1, 2, 1) + channel,
              b"\0\0\0\0\xC0" + struct.pack(">IIII", 0, 1, 2, 1) + channel * 3,
              b"\0\0\0\0\x48" + struct.pack(">IIIiiIii", 64, 0, 128, -64, 128, 64, 1, 1)]
    packet = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:HDRCapacityMax="2"><hdrgm:GainMapMax>
<rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>2.5</rdf:li></rdf:Seq></hdrgm:GainMapMax></rdf:Description></rdf:RDF>"""
    apple = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" HDRGainMap:HDRGainMapHeadroom="4"/></rdf:RDF>"""
    said = [segment(0xE2, name + each) for each in stated]
    said += [segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + each) for each in (packet, apple)]
    maps = [jpeg[:2] + each + jpeg[2:] for each in said]
    files = [jpeg + each for each in maps]
    for order, mark in ((">", b"MM"), ("<", b"II")):
        for each in maps:
            # Behind the header, three fields and a pointer; offsets count from the header, 10 bytes into the file.
            size = len(jpeg) + 90
            index = mark + struct.pack(order + "HIH", 42, 8, 3) + struct.pack(order + "HHI", 0xB000, 7, 4) + b"0100"
            index += struct.pack(order + "HHIIHHIII", 0xB001, 4, 1, 2, 0xB002, 7, 32, 50, 0)
            index += struct.pack(order + "8I", 0x030000, size, 0, 0, 0, len(each), size - 10, 0)
            files.append(jpeg[:2] + segment(0xE2, b"MPF\0" + index) + jpeg[2:] + each)
    return files + stated + [b"\0" + each for each in stated] + [packet, apple] + fixtures("*.heic", "*.avif")


def command_lines():
    return [b"--number=7\0-f\0-n8\0-s=1.5MiB\0--size\0" b"500kB\0--\0-x\0a/b.jpg",
            b"-fn9\0--time=0.5\0--fraction=1.25\0--percentage=12.5%\0--choice\0two\0--text=a\0-tb\0-\0--unknown=1"]


def records():
    """A record of the cache, as ResultCache lays it out."""
    body = (b"imgtool record 1" + bytes(range(64)) + struct.pack("<QBIIBId", 5, 0, 40, 30, 80, 1, 0.5)
            + struct.pack("<I", 4) + b"jpeg" + struct.pack("<I", 2) + b"{}")
    return [body + struct.pack("<I", 0),
            body + struct.pack("<I", 1) + struct.pack("<I", 6) + b"source" + struct.pack("<Q", 9)]


SEEDS = {
    "headers": lambda: fixtures("*.*"),
    "metadata": lambda: fixtures("*.*"),
    "exif": exif_blocks,
    "xmp": xmp_packets,
    "gain-maps": gain_maps,
    "options": command_lines,
    "cache": records,
    "jpeg-planes": lambda: controlled(jpegs()),
    "jpeg-coefficients": lambda: controlled(jpegs()),
    "resampling": lambda: controlled([bytes((x * x) & 255 for x in range(2000))]),
}
