/// What an `ftyp` box says (ISO/IEC 14496-12, 4.3).
package struct FileTypeBox: Sendable, Equatable {
  /// The brand that the writer had in mind.
  package var major: FourCC
  /// The version of that brand; the codec's brand in a file with a `mini` box.
  package var minor: UInt32
  /// The brands whose readers can read the file, in stored order, at most 256.
  package var compatible: [FourCC]

  /// The payload of an `ftyp` box; nil where it ends before the major brand does.
  init?(_ payload: ArraySlice<UInt8>) {
    var reader = ByteReader(payload)
    guard let major = reader.readFourCC() else { return nil }
    self.major = major
    minor = reader.read(UInt32.self) ?? 0
    compatible = []
    while compatible.count < 256, let brand = reader.readFourCC() { compatible.append(brand) }
  }

  /// The most bytes of payload that are read.
  static let longest = 8 + 4 * 256
}
