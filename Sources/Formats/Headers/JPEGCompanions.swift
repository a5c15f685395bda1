/// What a picture is that stands in a file beside the main one.
package enum Companion: String, Sendable, Hashable {
  /// The same picture, smaller.
  case preview
  /// Another picture: the other eye's, a part of a panorama, another angle.
  case view
  /// A gain map for high dynamic range.
  case gainMap
  /// Distances.
  case depthMap
  /// Anything else that belongs to the main picture: a matte, the unedited original.
  case auxiliary
}

/// One entry of a multi-picture file's index (CIPA DC-007, 5.2.3.3).
private struct MultiPictureEntry {
  /// The type, the lower 24 bits of the attributes.
  var type: UInt32
  /// Where the picture starts, counted from the index's own TIFF header.
  var offset: Int
}

extension Companion {
  /// The companions that a JPEG's `MPF` segment lists, the main picture left out.
  ///
  /// - Parameters:
  ///   - data: The segment's payload behind its name.
  ///   - start: Where that stands in the file.
  ///   - source: The file; of pictures whose type is not stated the headers are read.
  /// - Returns: What they are, in listed order.
  /// - Throws: What the source throws.
  static func all(
    listedIn data: ArraySlice<UInt8>, at start: Int, of source: inout BufferedSource
  ) throws -> [Companion] {
    guard let block = TIFFReader(data), let directory = block.directory(at: block.firstDirectory)
    else { return [] }
    // NumberOfImages counts the main one too.
    guard let count = block.integer(0xB001, in: directory), (1...1000).contains(count) else {
      return []
    }
    let entries = directory.entry(0xB002).flatMap { block.data(of: $0) } ?? []
    var reader = ByteReader(entries, order: block.order)
    var found: [Companion] = []
    for index in 0..<count {
      let entry = MultiPictureEntry(&reader)
      if index == 0 { continue }
      // No photo has more; of further ones nothing is read.
      guard index <= mostDescribed else {
        found.append(.auxiliary)
        continue
      }
      found.append(try Companion(entry, start: start, in: &source))
    }
    return found
  }

  private static let mostDescribed = 16

  private init(
    _ entry: MultiPictureEntry?, start: Int, in source: inout BufferedSource
  ) throws {
    switch entry.map({ $0.type }) {
    case .some(0x01_0000..<0x02_0000): self = .preview
    case .some(0x02_0000..<0x03_0000): self = .view
    // CIPA DC-007-2021 and ISO 21496-1.
    case 0x05_0000: self = .gainMap
    case 0:
      let place = start.saturatingSum(entry?.offset ?? 0)
      self = try Self.described(at: place, in: &source) ?? .auxiliary
    default: self = .auxiliary
    }
  }

  /// What a picture's own header says that it is.
  private static func described(
    at start: Int, in source: inout BufferedSource
  ) throws -> Companion? {
    var position = start
    guard try source.bytes(at: position, count: 2).elementsEqual([0xFF, 0xD8]) else { return nil }
    position += 2
    // What says so stands first.
    for _ in 0..<16 {
      var reader = try source.reader(at: position, count: 4)
      guard let marker = reader.read(UInt16.self), (0xFFE0...0xFFEF).contains(marker),
        let length = reader.read(UInt16.self), length >= 2
      else { return nil }
      let payload = position + 4..<position + 2 + Int(length)
      if let found = try described(marker, payload, in: &source) { return found }
      position = payload.upperBound
    }
    return nil
  }

  private static func described(
    _ marker: UInt16, _ payload: Range<Int>, in source: inout BufferedSource
  ) throws -> Companion? {
    if marker == 0xFFE2, try source.starts(with: "urn:iso:std:iso:ts:21496:-1\0", at: payload) {
      return .gainMap
    }
    guard marker == 0xFFE1, try source.starts(with: "http://ns.adobe.com/xap/1.0/\0", at: payload)
    else { return nil }
    let xmp = XMPGlance(try source.bytes(at: payload.lowerBound, count: payload.count))
    if xmp.states("", in: XMPGlance.Namespace.gainMap)
      || xmp.states("", in: XMPGlance.Namespace.appleGainMap)
    {
      return .gainMap
    }
    let types = xmp.values(of: "AuxiliaryImageType", in: XMPGlance.Namespace.applePixels)
    guard let type = types.first?.lowercased() else { return nil }
    if type.contains("depth") || type.contains("disparity") { return .depthMap }
    return type.contains("gainmap") ? .gainMap : .auxiliary
  }
}

extension MultiPictureEntry {
  /// The next entry of 16 bytes: attributes, size, offset, and two that it depends on.
  init?(_ reader: inout ByteReader) {
    guard let attributes = reader.read(UInt32.self), reader.skip(4),
      let offset = reader.read(UInt32.self), reader.skip(4)
    else { return nil }
    type = attributes & 0xFF_FFFF
    self.offset = Int(offset)
  }
}
