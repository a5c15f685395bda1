import Formats
import Zlib

/// The picture of a TIFF that our own encoder has made: fields and strips.
struct TIFFPicture {
  /// The order of the file's numbers.
  let order: ByteReader.Order
  /// The fields that say how the pixels are stored, but for the places of the strips.
  let fields: [EXIFTree.Field]
  private let packed: [ArraySlice<UInt8>]
  private let compression: Int
  private let bits: Int
  private let stripBytes: Int

  /// Fields that say how pixels are stored (TIFF 6.0, sections 3 to 8, 14, 16, 18, 19).
  ///
  /// NewSubfileType, size, bits, compression, colour, fill order, strips, samples, planes, predictor,
  /// palette, inks, what extra samples are and how samples count.
  static let tags: Set<UInt16> = [
    0x00FE, 0x00FF, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0107, 0x010A, EXIFTag.stripOffsets,
    0x0115, 0x0116, EXIFTag.stripByteCounts, 0x011C, 0x013D, 0x0140, 0x014C, 0x014E, 0x0152, 0x0153,
  ]

  /// The picture of the first directory; nil where it isn't in strips or isn't whole.
  init?(_ bytes: [UInt8]) {
    guard let reader = TIFFReader(bytes),
      let directory = reader.directory(at: reader.firstDirectory)
    else { return nil }
    func number(_ tag: UInt16) -> Int? { reader.integer(tag, in: directory) }
    func numbers(_ tag: UInt16) -> [Int]? {
      directory.entry(tag).flatMap { reader.integers(of: $0, limit: 1 << 24) }
    }
    guard let starts = numbers(EXIFTag.stripOffsets), let counts = numbers(EXIFTag.stripByteCounts),
      starts.count == counts.count, !starts.isEmpty,
      let width = number(TIFFTag.imageWidth), let height = number(TIFFTag.imageLength)
    else { return nil }
    var packed: [ArraySlice<UInt8>] = []
    for (start, count) in zip(starts, counts) {
      guard let strip = reader.data(at: start, count: count) else { return nil }
      packed.append(strip)
    }
    self.packed = packed
    order = reader.order
    compression = number(TIFFTag.compression) ?? 1
    bits = number(TIFFTag.bitsPerSample) ?? 1
    let rows = min(number(0x0116) ?? height, height)
    let row = width.multipliedReportingOverflow(by: (number(TIFFTag.samplesPerPixel) ?? 1) * 2)
    let strip = row.partialValue.multipliedReportingOverflow(by: max(rows, 1))
    guard !row.overflow, !strip.overflow else { return nil }
    stripBytes = strip.partialValue
    let places = [EXIFTag.stripOffsets, EXIFTag.stripByteCounts]
    fields = directory.entries.compactMap { entry in
      guard Self.tags.contains(entry.tag), !places.contains(entry.tag), let type = entry.type,
        let data = reader.data(of: entry)
      else { return nil }
      return EXIFTree.Field(tag: entry.tag, type: type, count: entry.count, data: data)
    }
  }

  /// The strips for a file of an order; nil where the samples can't be turned round.
  ///
  /// Samples of 8 bits have no order. Wider ones are turned behind the compression; the predictor's
  /// differences are as wide as samples and turn like these.
  func strips(in wanted: ByteReader.Order) -> [[UInt8]]? {
    guard wanted != order, bits > 8 else { return packed.map { Array($0) } }
    guard bits == 16 else { return nil }
    var turned: [[UInt8]] = []
    for strip in packed {
      guard let strip = turn(Array(strip)) else { return nil }
      turned.append(strip)
    }
    return turned
  }

  private func turn(_ strip: [UInt8]) -> [UInt8]? {
    switch compression {
    case 1: return strip.withElementsReversed(of: 2)
    case 8:
      guard let samples = try? Zlib.inflate(strip, limit: stripBytes) else { return nil }
      return try? Zlib.deflate(samples.withElementsReversed(of: 2), level: 6)
    default: return nil
    }
  }
}

extension [UInt8] {
  /// The bytes with every whole element of `size` bytes the other way round.
  func withElementsReversed(of size: Int) -> [UInt8] {
    guard size > 1 else { return self }
    var turned = self
    for start in stride(from: 0, through: count - size, by: size) {
      for place in 0..<size { turned[start + place] = self[start + size - 1 - place] }
    }
    return turned
  }
}
