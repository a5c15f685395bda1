/// Writes HEIF files whose pictures hold no real codec data: only their structure counts here.
struct HEIFBuilder {
  /// An item and what is said about it.
  struct Item {
    var id: Int
    var type: String
    var properties: [[UInt8]] = []
    var data: [UInt8] = []
    var isHidden = false
    var contentType: String?
    /// Whether the data lie in `idat`.
    var isInItemData = false
    /// In how many pieces the data are listed.
    var pieces = 1
  }

  var major = "heic"
  var compatible = ["mif1", "heic"]
  /// Boxes before `ftyp`, and between it and `meta`.
  var before: [UInt8] = []
  var between: [UInt8] = []
  var handler = "pict"
  var primary: Int? = 1
  var items: [Item] = []
  var references: [(type: String, from: Int, to: [Int])] = []
  /// Versions of the tables: larger ones have wider numbers.
  var isWide = false
  /// Boxes at the end.
  var after: [UInt8] = []

  /// One HEVC picture of a size.
  static func picture(
    _ width: Int = 96, _ height: Int = 64, _ more: [[UInt8]] = [], type: String = "hvc1"
  ) -> HEIFBuilder {
    var builder = HEIFBuilder()
    builder.items = [.picture(1, width, height, more, type: type)]
    return builder
  }

  /// The whole file.
  func bytes() -> [UInt8] {
    let head = before + fileType(major, compatible) + between
    // Offsets have a fixed width: the size of `meta` doesn't depend on them.
    let dataStart = head.count + meta(dataStart: 0).count + 8
    let data = items.filter { !$0.isInItemData }.flatMap(\.data)
    return head + meta(dataStart: dataStart) + box("mdat", data) + after
  }

  private func fileType(_ major: String, _ compatible: [String]) -> [UInt8] {
    box("ftyp", ascii(major), be32(0), compatible.flatMap(ascii))
  }

  private func id(_ value: Int) -> [UInt8] { isWide ? be32(value) : be16(value) }

  private func meta(dataStart: Int) -> [UInt8] {
    fullBox(
      "meta", fullBox("hdlr", be32(0), ascii(handler), be32(0), be32(0), be32(0), [0]),
      primary.map { fullBox("pitm", version: isWide ? 1 : 0, id($0)) } ?? [],
      locations(dataStart: dataStart), information, properties,
      fullBox(
        "iref", version: isWide ? 1 : 0,
        references.flatMap { box($0.type, id($0.from), be16($0.to.count), $0.to.flatMap(id)) }),
      box("idat", items.filter(\.isInItemData).flatMap(\.data)))
  }

  private var information: [UInt8] {
    fullBox(
      "iinf", version: isWide ? 1 : 0, isWide ? be32(items.count) : be16(items.count),
      items.flatMap { item in
        fullBox(
          "infe", version: isWide ? 3 : 2, flags: item.isHidden ? 1 : 0, id(item.id), be16(0),
          ascii(item.type), [0], item.contentType.map { ascii($0) + [0] } ?? [])
      })
  }

  private func locations(dataStart: Int) -> [UInt8] {
    var inFile = dataStart
    var inItemData = 0
    var entries: [UInt8] = []
    for item in items {
      entries += id(item.id) + be16(item.isInItemData ? 1 : 0) + be16(0)
      entries += be16(item.pieces)
      var start = item.isInItemData ? inItemData : inFile
      let step = item.data.count / item.pieces
      for piece in 0..<item.pieces {
        let length = piece == item.pieces - 1 ? item.data.count - piece * step : step
        entries += be32(start) + be32(length)
        start += length
      }
      if item.isInItemData { inItemData = start } else { inFile = start }
    }
    let count = isWide ? be32(items.count) : be16(items.count)
    return fullBox("iloc", version: isWide ? 2 : 1, [0x44, 0x00], count, entries)
  }

  private var properties: [UInt8] {
    var list: [UInt8] = []
    var associations: [UInt8] = []
    var next = 1
    for item in items {
      associations += id(item.id) + [UInt8(item.properties.count)]
      for property in item.properties {
        list += property
        associations += isWide ? be16(next) : [UInt8(next)]
        next += 1
      }
    }
    return box(
      "iprp", box("ipco", list),
      fullBox(
        "ipma", version: isWide ? 1 : 0, flags: isWide ? 1 : 0, be32(items.count), associations))
  }
}

extension HEIFBuilder.Item {
  /// A coded picture.
  static func picture(
    _ id: Int, _ width: Int, _ height: Int, _ more: [[UInt8]] = [], type: String = "hvc1",
    isHidden: Bool = false
  ) -> Self {
    let configuration = ["hvc1": Property.hevc(), "av01": Property.av1()][type]
    return .init(
      id: id, type: type,
      properties: [configuration, Property.size(width, height)].compactMap { $0 } + more,
      data: [UInt8](repeating: 0x55, count: 40), isHidden: isHidden)
  }

  /// A grid of tiles, its layout in `idat`.
  static func grid(
    _ id: Int, rows: Int, columns: Int, _ width: Int, _ height: Int, _ more: [[UInt8]] = []
  ) -> Self {
    .init(
      id: id, type: "grid", properties: [Property.size(width, height)] + more,
      data: [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + be16(width) + be16(height),
      isInItemData: true)
  }
}

/// The boxes of properties.
enum Property {
  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    fullBox("ispe", be32(width), be32(height))
  }

  static func hevc(chroma: UInt8 = 1, bits: UInt8 = 8) -> [UInt8] {
    box(
      "hvcC", [1] + [UInt8](repeating: 0, count: 15),
      [0xFC | chroma, 0xF8 | (bits - 8), 0xF8 | (bits - 8), 0, 0, 0x0F, 0])
  }

  static func av1(_ flags: UInt8 = 0x0C) -> [UInt8] { box("av1C", [0x81, 0, flags, 0]) }

  static func channels(_ bits: UInt8...) -> [UInt8] {
    fullBox("pixi", [UInt8(bits.count)], bits)
  }

  static func turn(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }

  static func mirror(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }

  static func crop(_ width: Int, _ height: Int, over denominator: Int = 1) -> [UInt8] {
    box(
      "clap", be32(width), be32(denominator), be32(height), be32(denominator), be32(0), be32(1),
      be32(0), be32(1))
  }

  static func nclx(_ primaries: Int, _ transfer: Int, _ matrix: Int, full: Bool) -> [UInt8] {
    box("colr", ascii("nclx"), be16(primaries), be16(transfer), be16(matrix), [full ? 0x80 : 0])
  }

  static func icc(_ profile: [UInt8]) -> [UInt8] { box("colr", ascii("prof"), profile) }

  static func auxiliary(_ urn: String) -> [UInt8] { fullBox("auxC", ascii(urn), [0]) }
}
