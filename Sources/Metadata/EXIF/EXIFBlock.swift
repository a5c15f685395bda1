import Formats

/// The forms in which containers hold an EXIF block.
package enum EXIFBlock {
  /// The TIFF block alone, from its `II` or `MM` on; nil where there is none.
  ///
  /// Takes off what containers put before it: HEIF and JPEG XL the number of bytes up to the TIFF
  /// header (ISO/IEC 23008-12, A.2.1), and any of them `Exif\0\0`.
  package static func normalised(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    if TIFFHeader(bytes) != nil { return Array(bytes) }
    if bytes.starts(with: [UInt8](text: "Exif\0")) { return checked(bytes.dropFirst(6)) }
    guard let offset = ByteReader(bytes).peek(UInt32.self, at: 0) else { return nil }
    if let block = checked(bytes.dropFirst(4).dropFirst(Int(offset))) { return block }
    // Some writers state 0 with `Exif\0\0` before the block, or count it wrongly.
    return checked(bytes.dropFirst(10)) ?? checked(bytes.dropFirst(4))
  }

  private static func checked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    TIFFHeader(bytes) == nil ? nil : Array(bytes)
  }
}
