import Formats

/// Metadata of GIF files.
package enum GIFMetadata {
  /// The metadata in the extensions: comments, XMP, the profile.
  ///
  /// - Returns: What is there; empty, with a warning, where the bytes are no GIF.
  package static func read(_ bytes: [UInt8]) -> Warned<PictureMetadata> {
    var result = Warned(PictureMetadata())
    guard var blocks = GIFBlocks(bytes) else {
      return Warned(PictureMetadata(), [.containerDamaged])
    }
    while let block = blocks.next() {
      switch block.label {
      case 0xFE: result.value.comments.append(block.data)
      case 0xFF where block.application.starts(with: "XMP Data".utf8) && result.value.xmp == nil:
        result.value.xmp = xmp(block.raw)
      case 0xFF where block.application.starts(with: "ICCRGBG1".utf8) && result.value.icc == nil:
        result.value.icc = result.take(ICCProfile.checked(block.data))
      default: break
      }
    }
    if !blocks.isWhole { result.warn(.containerDamaged) }
    return result
  }

  /// The packet, which is stored as it is, not in sub-blocks; behind it 258 bytes lead a reader that
  /// takes it for sub-blocks to their end, the last of which is that end (XMP part 3, 1.1.2).
  private static func xmp(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    // A reader that meets the zero before the end takes that for the end.
    let packets = [257, 256].map { raw.dropLast($0) }
    let packet = packets.first { raw[$0.endIndex...].starts(with: [1, 0xFF, 0xFE, 0xFD]) }
    return packet.flatMap(XMPPacket.normalised)
  }
}

/// Goes through the extensions of a GIF (GIF89a, section 23 on).
struct GIFBlocks {
  /// An extension.
  struct Block {
    /// Which one: 0xFE a comment, 0xFF an application's.
    var label: UInt8
    /// The name of the application, its first sub-block; empty for others.
    var application: ArraySlice<UInt8> = []
    /// The sub-blocks' data.
    var data: [UInt8] = []
    /// The same with the sizes of the sub-blocks, without the empty one at the end.
    var raw: ArraySlice<UInt8> = []
  }

  /// Whether the end was reached.
  private(set) var isWhole = false
  private var reader: ByteReader

  /// The extensions of a file; nil where the bytes don't start as a GIF.
  init?(_ bytes: [UInt8]) {
    reader = ByteReader(bytes, order: .little)
    // Signature and version, size, flags, background, pixel shape.
    guard reader.read(3)?.elementsEqual("GIF".utf8) == true, reader.skip(7),
      let flags = reader.read(UInt8.self), reader.skip(2), reader.skip(Self.colorTable(flags))
    else { return nil }
  }

  /// The next extension; nil at the end and where the file is damaged.
  mutating func next() -> Block? {
    while let introducer = reader.read(UInt8.self) {
      switch introducer {
      case 0x21: return readExtension()
      case 0x2C:
        // The frame's place and size, flags, a colour table, the code size, the data.
        guard reader.skip(8), let flags = reader.read(UInt8.self),
          reader.skip(Self.colorTable(flags) + 1), readSubBlocks() != nil
        else { return nil }
      case 0x3B:
        isWhole = true
        return nil
      // Left over from the end of XMP.
      case 0: continue
      default: return nil
      }
    }
    return nil
  }

  private mutating func readExtension() -> Block? {
    guard let label = reader.read(UInt8.self) else { return nil }
    var block = Block(label: label)
    if label == 0xFF {
      guard let size = reader.read(UInt8.self), let name = reader.read(Int(size)) else {
        return nil
      }
      block.application = name
    }
    guard let (data, raw) = readSubBlocks() else { return nil }
    block.data = data
    block.raw = raw
    return block
  }

  /// The data of sub-blocks up to the empty one.
  private mutating func readSubBlocks() -> ([UInt8], ArraySlice<UInt8>)? {
    let start = reader.bytes.startIndex + reader.offset
    var data: [UInt8] = []
    while let size = reader.read(UInt8.self) {
      guard size > 0 else {
        return (data, reader.bytes[start..<reader.bytes.startIndex + reader.offset - 1])
      }
      guard let piece = reader.read(Int(size)) else { return nil }
      data += piece
    }
    return nil
  }

  /// The bytes of the colour table that flags announce (sections 18 and 20).
  private static func colorTable(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}
