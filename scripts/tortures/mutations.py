"""How pictures are damaged: header bytes, lengths, cuts, and parts that are moved, doubled, resized or left out."""
import random
import struct
import zlib
from dataclasses import dataclass

ODD_NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
# Boxes that hold others, and the bytes in front of these (ISO/IEC 14496-12 and 23008-12).
CONTAINERS = {b"meta": 4, b"iprp": 0, b"ipco": 0, b"dinf": 0, b"moov": 0, b"trak": 0, b"mdia": 0, b"grpl": 0}


@dataclass
class Part:
    """A segment, chunk or box: where it begins and ends, and where its length stands, of how many bytes."""
    begin: int
    end: int
    length_at: int
    length_size: int
    big: bool = True


def mutant(seed, number, sources):
    """The mutant of a number: always the same for a seed and sources; gives the name of its source too."""
    chance = random.Random(f"{seed} {number}")
    name, data = chance.choice(sources)
    other = chance.choice(sources)[1]
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        if not data:
            break
        chance.choice(MUTATIONS)(data, other, chance)
    if data[:4] == b"\x89PNG" and chance.random() < 0.8:
        mend_sums(data)
    return name, bytes(data)


def flip_header(data, _, chance):
    for _ in range(chance.randint(1, 4)):
        data[chance.randrange(min(len(data), 400))] = chance.choice((0, 0xFF, chance.randrange(256)))


def flip_anywhere(data, _, chance):
    for _ in range(chance.randint(1, 1 + len(data) // 1000)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def write_number(data, _, chance):
    size, order = chance.choice((1, 2, 4, 8)), chance.choice("<>")
    place = chance.randrange(min(len(data), chance.choice((200, 2000, 1 << 30))))
    number = chance.choice((*ODD_NUMBERS, len(data), len(data) - place)) & ((1 << 8 * size) - 1)
    data[place:place + size] = struct.pack(order + {1: "B", 2: "H", 4: "I", 8: "Q"}[size], number)


def cut(data, _, chance):
    del data[chance.randrange(min(len(data), chance.choice((64, 1024, 1 << 30)))):]


def leave_out(data, _, chance):
    place = chance.randrange(len(data))
    del data[place:place + chance.choice((1, 2, 4, 100, 1000))]


def put_in(data, _, chance):
    place = chance.randrange(len(data))
    data[place:place] = bytes(chance.randrange(256) for _ in range(chance.choice((1, 2, 4, 100))))


def splice(data, other, chance):
    """Goes on with another picture."""
    place = chance.randrange(len(data))
    del data[place:]
    data += other[chance.randrange(len(other) + 1):]


def resize_part(data, _, chance):
    """Says another number of bytes than a part has."""
    if found := parts(data):
        part = chance.choice(found)
        size = part.length_size
        near = part.end - part.begin + chance.randint(-9, 9)
        told = chance.choice((0, 1, near, *ODD_NUMBERS)) & ((1 << 8 * size) - 1)
        data[part.length_at:part.length_at + size] = told.to_bytes(size, "big" if part.big else "little")


def swap_parts(data, _, chance):
    found = parts(data)
    if len(found) < 2:
        return
    first, second = sorted(chance.sample(found, 2), key=lambda part: part.begin)
    if first.end <= second.begin:
        data[first.begin:second.end] = (
            data[second.begin:second.end] + data[first.end:second.begin] + data[first.begin:first.end])


def double_part(data, _, chance):
    if found := parts(data):
        part, to = chance.choice(found), chance.choice(found)
        data[to.begin:to.begin] = data[part.begin:part.end] * chance.choice((1, 1, 2, 50))


def drop_part(data, _, chance):
    if found := parts(data):
        part = chance.choice(found)
        del data[part.begin:part.end]


def fill_part(data, _, chance):
    """Keeps the frame of a part, and changes much of what is in it."""
    if found := parts(data):
        part = chance.choice(found)
        inner = range(part.length_at + part.length_size, part.end)
        for place in chance.sample(inner, min(len(inner), chance.choice((1, 4, 40)))):
            data[place] = chance.choice((0, 0xFF, chance.randrange(256)))


MUTATIONS = (flip_header, flip_header, flip_anywhere, write_number, write_number, cut, leave_out, put_in, splice,
             resize_part, resize_part, swap_parts, double_part, drop_part, fill_part, fill_part)


def parts(data):
    """What a picture consists of, as its kind has it; nothing for kinds without such."""
    if data[:2] == b"\xff\xd8":
        return jpeg_segments(data)
    if data[:4] == b"\x89PNG":
        return chunks(data, 8, True, 4)
    if data[:4] == b"RIFF":
        return chunks(data, 12, False, 0)
    if data[4:8] in (b"ftyp", b"JXL ", b"jP  "):
        return boxes(data, 0, len(data), 0)
    if data[:4] in (b"II*\0", b"MM\0*"):
        return tiff_entries(data)
    return []


def jpeg_segments(data):
    """Segments up to the first scan (ITU-T T.81, B.1.1)."""
    found, place = [], 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        end = place + 2 + int.from_bytes(data[place + 2:place + 4], "big")
        if end > len(data) or end < place + 4:
            break
        found.append(Part(place, end, place + 2, 2))
        if data[place + 1] == 0xDA:
            break
        place = end
    return found


def chunks(data, place, is_png, behind):
    """Chunks of PNG, or of RIFF, whose length comes behind the name."""
    found = []
    while place + 8 <= len(data):
        at = place if is_png else place + 4
        length = int.from_bytes(data[at:at + 4], "big" if is_png else "little")
        end = place + 8 + length + behind
        end += 0 if is_png else length % 2
        if end > len(data):
            break
        found.append(Part(place, end, at, 4, is_png))
        place = end
    return found


def boxes(data, place, end, depth):
    found = []
    while place + 8 <= end:
        size, kind = int.from_bytes(data[place:place + 4], "big"), bytes(data[place + 4:place + 8])
        if size == 0:
            size = end - place
        if size < 8 or place + size > end:
            break
        found.append(Part(place, place + size, place, 4))
        if kind in CONTAINERS and depth < 8:
            found += boxes(data, place + 8 + CONTAINERS[kind], place + size, depth + 1)
        place += size
    return found


def tiff_entries(data):
    """Entries of the first directory, whose count stands 4 bytes in (TIFF 6.0, section 2)."""
    order = "<" if data[:2] == b"II" else ">"
    if len(data) < 10:
        return []
    begin = struct.unpack_from(order + "I", data, 4)[0]
    if begin + 2 > len(data):
        return []
    count = struct.unpack_from(order + "H", data, begin)[0]
    starts = [begin + 2 + 12 * number for number in range(min(count, 200))]
    return [Part(start, start + 12, start + 4, 4, order == ">") for start in starts if start + 12 <= len(data)]


def mend_sums(data):
    """Puts right the sums of PNG's chunks, so that the damage gets past them (PNG, 5.3)."""
    for part in chunks(data, 8, True, 4):
        data[part.end - 4:part.end] = struct.pack(">I", zlib.crc32(data[part.begin + 4:part.end - 4]))
