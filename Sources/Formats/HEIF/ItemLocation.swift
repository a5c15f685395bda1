/// Where the bytes of an item lie (`iloc`; ISO/IEC 14496-12, 8.11.3).
struct ItemLocation {
  /// What the offsets count from.
  enum Base {
    case file, itemData
    /// Another item's bytes, or another file: not followed.
    case elsewhere
  }

  /// A run of bytes.
  struct Extent {
    var offset: Int
    /// nil where the entry says "to the end".
    var length: Int?
  }

  var base: Base
  var extents: [Extent]
}

extension ItemTable {
  /// The most extents of all items together.
  private static let mostExtents = 262_144

  mutating func readLocations(_ box: Box, in source: inout BufferedSource) throws {
    guard let full = try open(box, in: &source) else { return }
    var reader = full.reader
    guard let sizes = reader.read(UInt16.self) else { return }
    let layout = LocationLayout(sizes: sizes, version: full.version)
    guard full.version <= 2, layout.isValid,
      let count = reader.readID(wide: full.version == 2)
    else {
      state.note(.damaged)
      return
    }
    var extentsLeft = Self.mostExtents
    for _ in 0..<count {
      guard let (id, location) = reader.readLocation(layout, extentsLeft: &extentsLeft) else {
        state.note(.damaged)
        return
      }
      if locations[id] == nil { locations[id] = location }
    }
  }

  /// Where the bytes of an item lie in a file of `count` bytes; nil where that can't be told.
  func fileRanges(of id: UInt32, fileCount count: Int) -> [Range<Int>]? {
    guard let location = locations[id] else { return nil }
    let origin: Int
    let end: Int
    switch location.base {
    case .file: (origin, end) = (0, count)
    case .itemData:
      guard let itemData else { return nil }
      (origin, end) = (itemData.lowerBound, itemData.upperBound)
    case .elsewhere: return nil
    }
    return location.extents.map { extent in
      let start = origin.saturatingSum(extent.offset)
      return start..<max(start, extent.length.map(start.saturatingSum) ?? end)
    }
  }

  /// Whether all items end where the file, or the `idat` box that holds them, does.
  func extents(fileCount count: Int) -> FileState {
    var state = FileState.sound
    for item in items {
      let end = fileRanges(of: item.id, fileCount: count)?.map(\.upperBound).max() ?? 0
      if end > count {
        state.note(.truncated)
      } else if locations[item.id]?.base == .itemData, end > itemData?.upperBound ?? 0 {
        state.note(.damaged)
      }
    }
    return state
  }

  /// The first bytes of an item, at most `limit` of them; what lies past the file is left out.
  func data(of id: UInt32, limit: Int, in source: inout BufferedSource) throws -> [UInt8] {
    var data: [UInt8] = []
    for range in fileRanges(of: id, fileCount: source.count) ?? [] where data.count < limit {
      data += try source.bytes(at: range.lowerBound, count: min(range.count, limit - data.count))
    }
    return data
  }
}

/// The widths in bytes of the numbers of an `iloc` box.
private struct LocationLayout {
  var offset, length, base, index: Int
  var hasMethod: Bool
  var wideID: Bool

  init(sizes: UInt16, version: UInt8) {
    offset = Int(sizes >> 12)
    length = Int(sizes >> 8 & 15)
    base = Int(sizes >> 4 & 15)
    index = version == 0 ? 0 : Int(sizes & 15)
    hasMethod = version > 0
    wideID = version == 2
  }

  var isValid: Bool { [offset, length, base, index].allSatisfy { [0, 4, 8].contains($0) } }
}

extension ByteReader {
  fileprivate mutating func readLocation(
    _ layout: LocationLayout, extentsLeft: inout Int
  ) -> (UInt32, ItemLocation)? {
    guard let id = readID(wide: layout.wideID) else { return nil }
    var method: UInt16 = 0
    if layout.hasMethod {
      guard let word = read(UInt16.self) else { return nil }
      method = word & 15
    }
    guard let dataReference = read(UInt16.self), let base = readNumber(layout.base),
      let count = read(UInt16.self), Int(count) <= extentsLeft
    else { return nil }
    extentsLeft -= Int(count)
    var location = ItemLocation(base: .elsewhere, extents: [])
    if dataReference == 0, method < 2 { location.base = method == 0 ? .file : .itemData }
    for _ in 0..<count {
      guard skip(layout.index), let offset = readNumber(layout.offset),
        let length = readNumber(layout.length)
      else { return nil }
      location.extents.append(
        .init(offset: base.saturatingSum(offset), length: length == 0 ? nil : length))
    }
    return (id, location)
  }

  /// A number of 0, 4 or 8 bytes.
  private mutating func readNumber(_ width: Int) -> Int? {
    switch width {
    case 0: 0
    case 4: read(UInt32.self).map { Int($0) }
    default: read(UInt64.self).map { Int(clamping: $0) }
    }
  }
}

extension Int {
  /// The sum, `Int.max` where it would be more; for numbers that aren't negative.
  func saturatingSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? Int.max : sum
  }
}
