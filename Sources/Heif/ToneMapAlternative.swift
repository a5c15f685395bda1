/// Tells readers that a tone map is the better one of two renditions of a picture.
///
/// The library writes no groups of items (1.23 neither), nor hides an item that it coded: both are put into the
/// boxes that it wrote.
struct ToneMapAlternative {
  private let items: ToneMapItems
  private var file: [UInt8] = []

  /// The renditions of these items.
  init(_ items: ToneMapItems) {
    self.items = items
  }

  /// The file with a group of the two renditions, the tone map first (`altr`; ISO/IEC 23008-12, 6.8.1), and
  /// with the map itself hidden; nil where its boxes are not as the library writes them.
  consuming func announced(in bytes: [UInt8]) -> [UInt8]? {
    file = bytes
    guard let meta = boxes(in: 0..<file.count).first(where: { $0.type == fourcc("meta") })
    else { return nil }
    let group = group
    let children = boxes(in: min(meta.payload.lowerBound + 4, file.count)..<meta.payload.upperBound)
    guard let locations = children.first(where: { $0.type == fourcc("iloc") }),
      let entries = children.first(where: { $0.type == fourcc("iinf") }),
      hide(in: entries.payload),
      move(locations.payload, behind: meta.payload.upperBound, by: group.count)
    else { return nil }
    write(number(at: meta.start, 4) + group.count, at: meta.start, 4)
    file.insert(contentsOf: group, at: meta.payload.upperBound)
    return file
  }

  /// The box `grpl` with its only group.
  private var group: [UInt8] {
    // No item has this number: the tone map's is the last one.
    let numbers = [items.toneMap &+ 1, 2, items.toneMap, items.picture]
    let content = numbers.flatMap(Self.bytes)
    let group =
      Self.bytes(12 + UInt32(content.count)) + Self.bytes(fourcc("altr"))
      + [0, 0, 0, 0] + content
    return Self.bytes(8 + UInt32(group.count)) + Self.bytes(fourcc("grpl")) + group
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  // MARK: Boxes

  private struct Box {
    let type: UInt32
    let start: Int
    let payload: Range<Int>
  }

  /// The boxes with sizes of 32 bits that a range starts with.
  private func boxes(in range: Range<Int>) -> [Box] {
    var found: [Box] = []
    var start = range.lowerBound
    while start + 8 <= range.upperBound {
      let size = number(at: start, 4)
      guard size >= 8, size <= range.upperBound - start else { break }
      found.append(
        Box(
          type: UInt32(number(at: start + 4, 4)), start: start,
          payload: start + 8..<start + size))
      start += size
    }
    return found
  }

  /// Sets the flag of the gain map's entry that says that it isn't shown (ISO/IEC 23008-12, 6.4.2).
  private mutating func hide(in entries: Range<Int>) -> Bool {
    guard entries.count > 8 else { return false }
    let header = file[entries.lowerBound] == 0 ? 6 : 8
    for entry in boxes(in: entries.lowerBound + header..<entries.upperBound)
    where entry.payload.count >= 8 {
      let start = entry.payload.lowerBound
      guard number(at: start + 4, file[start] > 2 ? 4 : 2) == Int(items.map) else { continue }
      file[start + 3] |= 1
      return true
    }
    return false
  }

  /// Moves on what `iloc` says of places in the file behind `end` (ISO/IEC 14496-12, 8.11.3).
  private mutating func move(_ locations: Range<Int>, behind end: Int, by count: Int) -> Bool {
    guard locations.count >= 8 else { return false }
    let version = file[locations.lowerBound]
    guard version < 3 else { return false }
    let sizes = [0, 1].flatMap { place -> [Int] in
      let byte = file[locations.lowerBound + 4 + place]
      return [Int(byte >> 4), Int(byte & 15)]
    }
    var place = locations.lowerBound + 6
    var items = next(version == 2 ? 4 : 2, &place, locations) ?? 0
    while items > 0 {
      items -= 1
      guard next(version == 2 ? 4 : 2, &place, locations) != nil,
        let method = version == 0 ? 0 : next(2, &place, locations),
        next(2, &place, locations) != nil
      else { return false }
      let isInFile = method & 15 == 0
      let base = place
      guard let origin = next(sizes[2], &place, locations),
        let extents = next(2, &place, locations)
      else { return false }
      if isInFile, sizes[2] > 0, origin >= end { write(origin + count, at: base, sizes[2]) }
      for _ in 0..<extents {
        if version > 0 { place += sizes[3] }
        let offset = place
        guard let from = next(sizes[0], &place, locations),
          next(sizes[1], &place, locations) != nil
        else { return false }
        if isInFile, origin == 0, from >= end { write(from + count, at: offset, sizes[0]) }
      }
    }
    return true
  }

  private func next(_ size: Int, _ place: inout Int, _ range: Range<Int>) -> Int? {
    guard place + size <= range.upperBound else { return nil }
    defer { place += size }
    return number(at: place, size)
  }

  /// The big-endian number of 0, 2, 4 or 8 bytes at a place; 0 where it is beyond the end.
  private func number(at place: Int, _ size: Int) -> Int {
    guard size > 0, place + size <= file.count else { return 0 }
    return Int(
      truncatingIfNeeded: file[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private mutating func write(_ number: Int, at place: Int, _ size: Int) {
    for index in 0..<size {
      file[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - index)))
    }
  }
}
