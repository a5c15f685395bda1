internal import TestSupport
internal import Zlib

/// Small files that ask for much.
enum HostileFiles {
  /// How many pictures a file says or has that has too many of them.
  static let many = 20_000

  // MARK: PNG

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count, 4) + body + big(Int(Zlib.crc32(body)), 4)
  }

  /// A gray PNG of 16 × 16 pixels, or of what it says it has, with chunks in front of its samples.
  static func png(side: Int = 16, _ chunks: [UInt8] = [], rows: [UInt8]? = nil) throws -> [UInt8] {
    let rows = try rows ?? Zlib.deflate([UInt8](repeating: 0, count: 17 * 16), level: 9)
    let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let depth: [UInt8] = [8, 0, 0, 0, 0]
    let parts: [[UInt8]] = [
      mark, chunk("IHDR", big(side, 4) + big(side, 4) + depth), chunks, chunk("IDAT", rows),
      chunk("IEND", []),
    ]
    return Array(parts.joined())
  }

  /// What inflates to 64 MiB.
  static func bomb() throws -> [UInt8] {
    try Zlib.deflate([UInt8](repeating: 0, count: 64 << 20), level: 9)
  }

  /// Texts or a profile that inflate to very much.
  static func bombs(in name: String, _ heading: [UInt8], count: Int = 4) throws -> [UInt8] {
    let bomb = try bomb()
    let one = chunk(name, heading + bomb)
    return try png([[UInt8]](repeating: one, count: count).flatMap { $0 })
  }

  /// An XMP packet of many bytes.
  static func xmp(bytes: Int) throws -> [UInt8] {
    let packet = "XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
    return try png(chunk("iTXt", Array(packet.utf8) + [UInt8](repeating: 0x20, count: bytes)))
  }

  /// An animation of many frames.
  static func apng() throws -> [UInt8] {
    let rest: [UInt8] = [0, 1, 0, 10, 0, 0]
    var chunks = chunk("acTL", big(many, 4) + big(0, 4))
    for number in 0...many {
      chunks += chunk("fcTL", big(number, 4) + big(16, 4) + big(16, 4) + big(0, 8) + rest)
    }
    return try png(chunks)
  }

  // MARK: TIFF

  /// A directory of a little-endian TIFF.
  static func directory(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], next: Int)
    -> [UInt8]
  {
    var bytes = little(entries.count, 2)
    for entry in entries {
      bytes += little(entry.tag, 2)
      bytes += little(entry.type, 2)
      bytes += little(entry.count, 4)
      bytes += little(entry.value, 4)
    }
    return bytes + little(next, 4)
  }

  /// Entries of a picture of 16 × 16 gray pixels, which lie behind the header.
  static func entries(
    side: Int = 16, strips: Int = 1, samples: Int = 1
  ) -> [(tag: Int, type: Int, count: Int, value: Int)] {
    [
      (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
      (273, 4, strips, 8), (277, 3, 1, samples), (278, 4, 1, 16), (279, 4, strips, 256),
    ]
  }

  /// A TIFF of these directories, which begin 264 bytes in.
  static func tiff(_ directories: [UInt8]) -> [UInt8] {
    Array("II*\0".utf8) + little(264, 4) + [UInt8](repeating: 0x55, count: 256) + directories
  }

  /// A TIFF of very many pages.
  static func pages() -> [UInt8] {
    let size = 2 + 9 * 12 + 4
    var all: [UInt8] = []
    for number in 1...many {
      all += directory(entries(), next: number == many ? 0 : 264 + size * number)
    }
    return tiff(all)
  }

  // MARK: GIF and WebP

  /// A GIF of these frames: left, top, width and height.
  static func gif(screen: Int = 16, frame: [Int] = [0, 0, 16, 16], count: Int = 1) -> [UInt8] {
    let samples: [UInt8] = [0, 2, 2, 0x44, 1, 0]
    var one: [UInt8] = [0x2C]
    for number in frame { one += little(number, 2) }
    one += samples
    let colours: [UInt8] = [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    var file = Array("GIF89a".utf8) + little(screen, 2) + little(screen, 2) + colours
    for _ in 0..<count { file += one }
    return file + [0x3B]
  }

  /// An animated WebP of very many frames.
  static func webp() throws -> [UInt8] {
    let file = try Fixtures.bytes("animated.webp")
    guard let start = file.ranges(of: Array("ANMF".utf8)).first?.lowerBound else { return [] }
    let size = (0..<4).reduce(8) { $0 + Int(file[start + 4 + $1]) << (8 * $1) }
    let frame = file[start..<(start + size + size % 2)]
    var body = Array(file[8..<start])
    for _ in 0..<many { body += frame }
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  // MARK: JPEG

  /// A JPEG with segments of a marker in front of its own.
  static func jpeg(_ marker: UInt8, _ segments: [[UInt8]]) throws -> [UInt8] {
    let file = try Fixtures.bytes("orientation-1.jpg")
    var bytes = Array(file.prefix(2))
    for segment in segments { bytes += [0xFF, marker] + big(segment.count + 2, 2) + segment }
    return bytes + file.dropFirst(2)
  }

  /// A progressive JPEG that says its last scan very often.
  static func scans() throws -> [UInt8] {
    let file = try Fixtures.bytes("progressive.jpg")
    guard let last = file.ranges(of: [0xFF, 0xDA]).last?.lowerBound else { return [] }
    let scan = file[last..<(file.count - 2)]
    var bytes = Array(file[..<last])
    for _ in 0..<1000 { bytes += scan }
    return bytes + [0xFF, 0xD9]
  }

  /// A JPEG that says to have 65,500 pixels a side.
  static func hugeJPEG() throws -> [UInt8] {
    var file = try Fixtures.bytes("progressive.jpg")
    guard let frame = file.ranges(of: [0xFF, 0xC2]).first?.lowerBound else { return [] }
    file.replaceSubrange((frame + 5)..<(frame + 9), with: big(65_500, 2) + big(65_500, 2))
    return file
  }

  /// A list of pictures (CIPA DC-007) that says to have very many.
  static func pictureList() throws -> [UInt8] {
    let list = directory([(0xB001, 4, 1, 0xFFFF_FFFF), (0xB002, 7, 0xFFFF_FFF0, 50)], next: 0)
    return try jpeg(0xE2, [Array("MPF\0II*\0".utf8) + little(8, 4) + list])
  }

  /// EXIF whose directories are each other's.
  static func exifLoop() throws -> [UInt8] {
    let entries = [0x8769, 0x8825, 0x14A, 0xA005].map { (tag: $0, type: 4, count: 1, value: 8) }
    let nested = directory(entries + [(0x14A, 4, 4000, 8)], next: 8)
    return try jpeg(0xE1, [Array("Exif\0\0II*\0".utf8) + little(8, 4) + nested])
  }

  /// XMP that says to go on for four gigabytes.
  static func extendedXMP() throws -> [UInt8] {
    let start =
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 32)
      + big(0xFFFF_FFFF, 4)
    return try jpeg(0xE1, (0..<1000).map { start + big($0 * 0x400000, 4) + [0x20] })
  }

  // MARK: HEIF

  private static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    big(8 + data.count, 4) + Array(name.utf8) + data
  }

  private static func full(_ name: String, _ version: UInt8, _ data: [UInt8]) -> [UInt8] {
    box(name, [version, 0, 0, 0] + data)
  }

  private static func size(_ width: Int, _ height: Int) -> [UInt8] {
    full("ispe", 0, big(width, 4) + big(height, 4))
  }

  /// A HEIF of items by their types, the first one primary; each has its own property.
  private static func heif(
    _ types: [String], _ locations: [UInt8], references: [UInt8] = [], sizes: [UInt8],
    data: [UInt8] = []
  ) -> [UInt8] {
    var items: [UInt8] = []
    var associations: [UInt8] = []
    for (number, type) in types.enumerated() {
      items += full("infe", 2, big(number + 1, 2) + [0, 0] + Array(type.utf8) + [0])
      associations += big(number + 1, 2) + [1, number == 0 ? 1 : 2]
    }
    let properties = box("ipco", sizes) + full("ipma", 0, big(types.count, 4) + associations)
    var meta = full("hdlr", 0, big(0, 4) + Array("pict".utf8) + big(0, 8) + big(0, 5))
    meta += full("pitm", 0, big(1, 2))
    meta += full("iinf", 1, big(types.count, 4) + items)
    meta += locations + references + box("iprp", properties) + box("idat", data)
    return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + full("meta", 0, meta)
  }

  /// Where items lie: by number, construction method, and extents of place and length.
  private static func locations(_ items: [(method: Int, extents: [(Int, Int)])]) -> [UInt8] {
    var entries: [UInt8] = [0x44, 0] + big(items.count, 2)
    for (number, item) in items.enumerated() {
      entries += big(number + 1, 2) + big(item.method, 2) + big(0, 2)
      entries += big(item.extents.count, 2)
      for (place, length) in item.extents { entries += big(place, 4) + big(length, 4) }
    }
    return full("iloc", 1, entries)
  }

  /// Very many pictures of no data.
  static func items() -> [UInt8] {
    heif(
      Array(repeating: "hvc1", count: many),
      locations(Array(repeating: (0, [(0, 10)]), count: many)), sizes: size(64, 64) + size(64, 64))
  }

  /// A grid of 256 × 256 tiles that is 65,535 pixels a side; with no tiles, of itself.
  static func grid(tiles: Int) -> [UInt8] {
    let start: [UInt8] = [0, 1, 255, 255]
    let grid = start + big(65_535, 4) + big(65_535, 4)
    let parts = tiles > 0 ? Array(2...(tiles + 1)) : [1, 1, 1, 1]
    var tileList = big(1, 2) + big(parts.count, 2)
    for part in parts { tileList += big(part, 2) }
    var places: [(method: Int, extents: [(Int, Int)])] = [(1, [(0, grid.count)])]
    for _ in 0..<tiles { places.append((0, [(0, 10)])) }
    return heif(
      ["grid"] + Array(repeating: "hvc1", count: tiles), locations(places),
      references: full("iref", 0, box("dimg", tileList)),
      sizes: size(65_535, 65_535) + size(257, 257), data: grid)
  }

  /// A picture in 65,535 parts, which are all the same bytes.
  static func extents(length: Int) -> [UInt8] {
    let data = [UInt8](repeating: 0, count: 600_000)
    return heif(
      ["hvc1"], locations([(1, Array(repeating: (0, length), count: 65_535))]),
      sizes: size(64, 64) + size(64, 64), data: data)
  }

  /// A single picture that says to be of 2³² pixels a side.
  static func hugeHEIF() -> [UInt8] {
    heif(
      ["hvc1"], locations([(0, [(0, 10)])]), sizes: size(0xFFFF_FFFF, 0xFFFF_FFFF) + size(1, 1))
  }

  // MARK: Numbers

  static func big(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    big(number, bytes).reversed()
  }
}
