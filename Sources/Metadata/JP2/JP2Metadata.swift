import Formats

/// Metadata of JPEG 2000 files.
package enum JP2Metadata {
  /// The metadata in the boxes of the container; a bare codestream has none.
  ///
  /// - Returns: What is there.
  package static func read(_ bytes: [UInt8]) -> Warned<PictureMetadata> {
    var result = Warned(PictureMetadata())
    guard bytes.starts(with: [0, 0, 0, 12] + Array("jP  ".utf8)) else { return result }
    for box in Box.boxes(in: bytes, 0..<bytes.count) {
      switch box.type {
      case "uuid": add(bytes[box.payload], to: &result)
      case "jp2h":
        let colours = Box.boxes(in: bytes, box.payload).filter { $0.type == "colr" }
        for colour in colours where result.value.icc == nil {
          result.value.icc = result.take(profile(bytes[colour.payload]))
        }
      default: break
      }
    }
    return result
  }

  /// Takes in a box that is known by its first 16 bytes.
  private static func add(_ payload: ArraySlice<UInt8>, to result: inout Warned<PictureMetadata>) {
    let body = payload.dropFirst(16)
    switch Array(payload.prefix(16)) {
    case Identifier.xmp where result.value.xmp == nil:
      result.value.xmp = XMPPacket.normalised(body)
    case Identifier.iptc where result.value.iptc == nil:
      result.value.iptc = IPTCDataSet.withoutPadding(Array(body))
    case let identifier where Identifier.exif.contains(identifier) && result.value.exif == nil:
      result.value.exif = EXIFBlock.normalised(body)
      if result.value.exif == nil { result.warn(.exifDamaged) }
    default: break
    }
  }

  /// The first bytes of `uuid` boxes (XMP part 3, 1.1.4; the others by usage).
  private enum Identifier {
    static let xmp: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
      0xAC,
    ]
    static let iptc: [UInt8] = [
      0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD,
      0x38,
    ]
    static let exif: [[UInt8]] = [
      Array("JpgTiffExif->JP2".utf8),
      [
        0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11,
        0x3E,
      ],
    ]
  }

  /// The profile of a `colr` box: method 2 or 3, precedence, approximation (ISO/IEC 15444-1, I.5.3.3).
  private static func profile(_ payload: ArraySlice<UInt8>) -> Warned<[UInt8]?> {
    guard let method = payload.first, method == 2 || method == 3 else { return Warned(nil) }
    return ICCProfile.checked(payload.dropFirst(3))
  }
}
