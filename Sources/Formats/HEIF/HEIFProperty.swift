/// A property of an item, as far as it is read here (ISO/IEC 23008-12, 6.5).
enum HEIFProperty: Equatable {
  /// `ispe`: the size of the coded or derived picture.
  case size(PixelSize)
  /// `pixi`: bits of each channel.
  case channels([Int])
  /// `clap`, `irot`, `imir`.
  case transform(HEIFTransform)
  /// `colr` of type `nclx`.
  case nclx(HEIFColor)
  /// `colr` with an ICC profile, and where it lies in the file.
  case icc(Range<Int>)
  /// `auxC`: what an auxiliary picture is.
  case auxiliary(String)
  /// `hvcC`, `av1C`… with what it tells of the samples.
  case configuration(FourCC, CodedSamples)
  /// A property that must be there and can't be read.
  case broken(FourCC)
  /// Any other.
  case other(FourCC)
}

/// Bits and chroma of coded samples, as far as the codec's configuration tells.
struct CodedSamples: Equatable {
  var bits: Int?
  var chroma: ChromaFormat?
}

/// How much smaller the colour planes are than the brightness plane.
package enum ChromaFormat: String, Sendable, Hashable {
  /// Brightness only.
  case monochrome = "4:0:0"
  /// Half as wide and half as high.
  case yuv420 = "4:2:0"
  /// Half as wide.
  case yuv422 = "4:2:2"
  /// As large.
  case yuv444 = "4:4:4"

  /// The format of a chroma_format_idc, 0 to 3 (ISO/IEC 23008-2, 6.2).
  init?(idc: UInt8) {
    switch idc {
    case 0: self = .monochrome
    case 1: self = .yuv420
    case 2: self = .yuv422
    case 3: self = .yuv444
    default: return nil
    }
  }
}

/// What the numbers of pixels mean, by the codes of ISO/IEC 23091-2 (`colr` of type `nclx`).
package struct HEIFColor: Sendable, Equatable {
  /// The primaries; 1 is sRGB's, 9 is BT.2020's, 12 is Display P3's.
  package var primaries: UInt16
  /// The transfer function; 13 is sRGB's, 16 is PQ, 18 is HLG.
  package var transfer: UInt16
  /// The matrix between RGB and YCbCr; 0 is none.
  package var matrix: UInt16
  /// Whether numbers use their full range, 0 to 255 for 8 bits.
  package var isFullRange: Bool

  /// The meaning with these codes.
  package init(primaries: UInt16, transfer: UInt16, matrix: UInt16, isFullRange: Bool) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}

extension ItemTable {
  /// `iprp`: properties and which item has which (ISO/IEC 23008-12, 9.3).
  mutating func readProperties(_ box: Box, in source: inout BufferedSource) throws {
    var walkState = FileState.sound
    for part in try source.boxes(in: box.payload, state: &walkState) {
      switch part.type {
      case "ipco" where properties.isEmpty:
        for property in try source.boxes(in: part.payload, limit: 32_767, state: &walkState) {
          properties.append(try HEIFProperty(property, in: &source))
        }
      case "ipma": try readAssociations(part, in: &source)
      default: break
      }
    }
    state.note(walkState)
  }

  /// `ipma`: which item has which properties (ISO/IEC 23008-12, 9.3.2).
  private mutating func readAssociations(_ box: Box, in source: inout BufferedSource) throws {
    guard let full = try open(box, in: &source) else { return }
    var reader = full.reader
    guard let count = reader.read(UInt32.self) else { return }
    for _ in 0..<count {
      guard let id = reader.readID(wide: full.version > 0), let pairs = reader.read(UInt8.self)
      else {
        state.note(.damaged)
        return
      }
      for _ in 0..<pairs {
        let index =
          full.flags & 1 == 1
          ? reader.read(UInt16.self).map { Int($0 & 0x7FFF) }
          : reader.read(UInt8.self).map { Int($0 & 0x7F) }
        guard let index else {
          state.note(.damaged)
          return
        }
        // 0 stands for "none".
        if index > 0 { associations[id, default: []].append(index - 1) }
      }
    }
  }
}

extension HEIFProperty {
  /// The most bytes of a property that are read.
  private static let longest = 4096

  /// Reads a box of `ipco`.
  init(_ box: Box, in source: inout BufferedSource) throws {
    var reader = try source.reader(
      at: box.payload.lowerBound, count: min(box.payload.count, Self.longest))
    switch box.type {
    case "ispe":
      guard reader.skip(4), let width = reader.read(UInt32.self),
        let height = reader.read(UInt32.self)
      else {
        self = .broken(box.type)
        return
      }
      self = .size(PixelSize(width: Int(width), height: Int(height)))
    case "pixi":
      guard reader.skip(4), let count = reader.read(UInt8.self), let bits = reader.read(Int(count))
      else {
        self = .broken(box.type)
        return
      }
      self = .channels(bits.map { Int($0) })
    case "clap", "irot", "imir":
      self = HEIFTransform(box.type, &reader).map(Self.transform) ?? .broken(box.type)
    case "colr": self = Self.color(box, &reader)
    case "auxC":
      guard reader.skip(4) else {
        self = .broken(box.type)
        return
      }
      self = .auxiliary(reader.readText())
    case "hvcC", "av1C", "avcC", "vvcC", "evcC", "uncC":
      self =
        CodedSamples(box.type, reader.bytes).map { .configuration(box.type, $0) }
        ?? .broken(box.type)
    default: self = .other(box.type)
    }
  }

  /// `colr` (ISO/IEC 14496-12, 12.1.5).
  private static func color(_ box: Box, _ reader: inout ByteReader) -> Self {
    switch reader.readFourCC() {
    case "nclx":
      guard let primaries = reader.read(UInt16.self), let transfer = reader.read(UInt16.self),
        let matrix = reader.read(UInt16.self)
      else { return .broken(box.type) }
      let range = reader.read(UInt8.self) ?? 0
      return .nclx(
        HEIFColor(
          primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range & 0x80 != 0))
    case "prof", "rICC": return .icc(box.payload.lowerBound + 4..<box.end)
    default: return .other(box.type)
    }
  }
}

extension CodedSamples {
  /// What a codec's configuration box tells; nil where it is too short.
  init?(_ type: FourCC, _ bytes: ArraySlice<UInt8>) {
    let reader = ByteReader(bytes)
    switch type {
    case "hvcC":
      // ISO/IEC 14496-15, 8.3.2: chroma_format_idc and the two depths behind 16 other bytes.
      guard let chroma = reader.peek(UInt8.self, at: 16), let luma = reader.peek(UInt8.self, at: 17)
      else { return nil }
      self.init(bits: Int(luma & 7) + 8, chroma: ChromaFormat(idc: chroma & 3))
    case "av1C":
      // AV1 in ISOBMFF, 2.3.3: the third byte.
      guard let flags = reader.peek(UInt8.self, at: 2) else { return nil }
      self.init(
        bits: flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12, chroma: Self.av1Chroma(flags))
    case "avcC":
      // ISO/IEC 14496-10, annex A: the profiles below High have no other samples.
      guard let profile = reader.peek(UInt8.self, at: 1) else { return nil }
      let isPlain = [66, 77, 88].contains(profile)
      self.init(bits: isPlain ? 8 : nil, chroma: isPlain ? .yuv420 : nil)
    default: self.init(bits: nil, chroma: nil)
    }
  }

  private static func av1Chroma(_ flags: UInt8) -> ChromaFormat {
    if flags & 0x10 != 0 { return .monochrome }
    return flags & 0x08 == 0 ? .yuv444 : flags & 0x04 == 0 ? .yuv422 : .yuv420
  }
}
