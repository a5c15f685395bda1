/// The items of a `meta` box: what they are, where their bytes lie, what is said about them.
///
/// As stored and not yet interpreted (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 9).
struct ItemTable {
  /// One entry of `iinf`.
  struct Item {
    var id: UInt32
    var type: FourCC
    var isHidden: Bool
    /// The MIME type of an item of type `mime`.
    var contentType: String?
  }

  /// One set of references from an item.
  struct Reference {
    var type: FourCC
    var from: UInt32
    var to: [UInt32]
  }

  /// The `hdlr` box's handler, `pict` for pictures.
  var handler: FourCC?
  /// The item that `pitm` names.
  var primary: UInt32?
  /// The items in stored order.
  var items: [Item] = []
  /// Where items lie, by number.
  var locations: [UInt32: ItemLocation] = [:]
  /// The properties of `ipco`, in order; associations count from 1.
  var properties: [HEIFProperty] = []
  /// Which properties an item has, in order, as places in `properties` counted from 0.
  var associations: [UInt32: [Int]] = [:]
  /// The references of `iref`.
  var references: [Reference] = []
  /// Where the payload of `idat` lies in the file.
  var itemData: Range<Int>?
  /// What was wrong.
  var state = FileState.sound

  private var byID: [UInt32: Int] = [:]
  /// How many bytes of tables may still be read; what is larger in all is not believed.
  private var tableBytesLeft = 16 << 20

  /// Reads the payload of a `meta` box.
  init(_ meta: Box, in source: inout BufferedSource) throws {
    // QuickTime writes `meta` without version and flags: then a box header follows at once.
    var start = meta.payload.lowerBound
    let isBare =
      try source.reader(at: start, count: 8).peek(UInt32.self, at: 4)
      == FourCC("hdlr").rawValue
    if !isBare { start = min(start + 4, meta.end) }
    var state = FileState.sound
    for box in try source.boxes(in: start..<meta.end, state: &state) {
      try read(box, in: &source)
    }
    self.state.note(state)
    for (place, item) in items.enumerated() where byID[item.id] == nil { byID[item.id] = place }
  }

  /// The item with a number.
  func item(_ id: UInt32) -> Item? {
    byID[id].map { items[$0] }
  }

  /// The properties of an item, in listed order.
  func properties(of id: UInt32) -> [HEIFProperty] {
    associations[id, default: []].compactMap {
      properties.indices.contains($0) ? properties[$0] : nil
    }
  }

  /// What an item refers to by references of a type.
  func targets(of id: UInt32, by type: FourCC) -> [UInt32] {
    references.first { $0.type == type && $0.from == id }?.to ?? []
  }

  /// The items that refer to an item by references of a type.
  func referrers(to id: UInt32, by type: FourCC) -> [UInt32] {
    references.filter { $0.type == type && $0.to.contains(id) }.map(\.from)
  }

  private mutating func read(_ box: Box, in source: inout BufferedSource) throws {
    switch box.type {
    case "hdlr": handler = try source.reader(at: box.payload.lowerBound + 8, count: 4).firstFourCC
    case "pitm": try readPrimary(box, in: &source)
    case "iinf": try readItems(box, in: &source)
    case "iloc": try readLocations(box, in: &source)
    case "iprp": try readProperties(box, in: &source)
    case "iref": try readReferences(box, in: &source)
    case "idat": itemData = box.payload
    default: break
    }
  }
}

/// The version of a full box, its flags, and a cursor behind them (ISO/IEC 14496-12, 4.2).
struct FullBox {
  var version: UInt8
  var flags: UInt32
  var reader: ByteReader
}

extension ItemTable {
  /// The version of a full box, its flags, and its payload behind them; nil, and the finding
  /// noted, where it is too small or absurdly large.
  mutating func open(
    _ box: Box, in source: inout BufferedSource
  ) throws -> FullBox? {
    guard box.payload.count <= tableBytesLeft else {
      state.note(.damaged)
      return nil
    }
    tableBytesLeft -= box.payload.count
    var reader = try source.reader(at: box.payload.lowerBound, count: box.payload.count)
    guard let word = reader.read(UInt32.self) else {
      state.note(.damaged)
      return nil
    }
    return FullBox(version: UInt8(word >> 24), flags: word & 0xFF_FFFF, reader: reader)
  }

  /// `pitm`: which item is the primary one (ISO/IEC 14496-12, 8.11.4).
  private mutating func readPrimary(_ box: Box, in source: inout BufferedSource) throws {
    guard var full = try open(box, in: &source) else { return }
    primary = full.reader.readID(wide: full.version > 0)
  }

  /// `iinf`: the items (ISO/IEC 14496-12, 8.11.6).
  private mutating func readItems(_ box: Box, in source: inout BufferedSource) throws {
    let start = box.payload.lowerBound
    let version = try source.reader(at: start, count: 1).peek(UInt8.self, at: 0) ?? 0
    let entries = min(start + (version == 0 ? 6 : 8), box.end)
    var walkState = FileState.sound
    for entry in try source.boxes(in: entries..<box.end, limit: 65_536, state: &walkState)
    where entry.type == "infe" {
      try readItem(entry, in: &source)
    }
    state.note(walkState)
  }

  /// `infe`: one item (ISO/IEC 14496-12, 8.11.6.2).
  private mutating func readItem(_ box: Box, in source: inout BufferedSource) throws {
    var reader = try source.reader(
      at: box.payload.lowerBound, count: min(box.payload.count, 4096))
    guard let word = reader.read(UInt32.self), let id = reader.readID(wide: word >> 24 > 2),
      reader.skip(2)
    else {
      state.note(.damaged)
      return
    }
    var item = Item(id: id, type: "mime", isHidden: word & 1 == 1, contentType: nil)
    if word >> 24 >= 2 {
      guard let type = reader.readFourCC() else {
        state.note(.damaged)
        return
      }
      item.type = type
    }
    _ = reader.readText()
    if item.type == "mime" { item.contentType = reader.readText() }
    items.append(item)
  }

  /// `iref`: references between items (ISO/IEC 14496-12, 8.11.12).
  private mutating func readReferences(_ box: Box, in source: inout BufferedSource) throws {
    let start = box.payload.lowerBound
    let isWide = try source.reader(at: start, count: 1).peek(UInt8.self, at: 0) ?? 0 > 0
    var walkState = FileState.sound
    let boxes = try source.boxes(
      in: min(start + 4, box.end)..<box.end, limit: 65_536, state: &walkState)
    state.note(walkState)
    for box in boxes where box.payload.count <= tableBytesLeft {
      tableBytesLeft -= box.payload.count
      var reader = try source.reader(at: box.payload.lowerBound, count: box.payload.count)
      guard let from = reader.readID(wide: isWide), let count = reader.read(UInt16.self) else {
        state.note(.damaged)
        continue
      }
      var to: [UInt32] = []
      while to.count < count, let id = reader.readID(wide: isWide) { to.append(id) }
      if to.count < count { state.note(.damaged) }
      references.append(Reference(type: box.type, from: from, to: to))
    }
  }
}

extension ByteReader {
  /// The number of an item, of 32 or of 16 bits.
  mutating func readID(wide: Bool) -> UInt32? {
    wide ? read(UInt32.self) : read(UInt16.self).map(UInt32.init)
  }

  /// A text up to its NUL, or to the end.
  mutating func readText() -> String {
    var text: [UInt8] = []
    while let byte = read(UInt8.self), byte != 0 { text.append(byte) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The first four bytes as a code.
  var firstFourCC: FourCC? {
    peek(UInt32.self, at: 0).map(FourCC.init(rawValue:))
  }
}
