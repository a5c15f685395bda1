import Formats

/// Metadata of JPEG XL files.
package enum JXLMetadata {
  /// The metadata in the boxes of the container (ISO/IEC 18181-2, 9); a bare codestream has none.
  ///
  /// The profile is a part of the codestream: its decoder gives it.
  ///
  /// - Returns: What is there; boxes compressed with Brotli are left out, with a warning.
  package static func read(_ bytes: [UInt8]) -> Warned<PictureMetadata> {
    var result = Warned(PictureMetadata())
    guard bytes.starts(with: [0, 0, 0, 12] + Array("JXL ".utf8)) else { return result }
    for box in Box.boxes(in: bytes, 0..<bytes.count) {
      let payload = bytes[box.payload]
      switch box.type {
      case "Exif" where result.value.exif == nil:
        result.value.exif = EXIFBlock.normalised(payload)
        if result.value.exif == nil { result.warn(.exifDamaged) }
      case "xml " where result.value.xmp == nil:
        result.value.xmp = XMPPacket.normalised(payload)
      case "brob" where [Array("Exif".utf8), Array("xml ".utf8)].contains(Array(payload.prefix(4))):
        result.warn(.unread)
      default: break
      }
    }
    return result
  }
}
