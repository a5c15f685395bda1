internal import Formats
internal import Imaging
internal import Metadata
internal import Posix

/// What a picture says of its colours.
struct ColourStatement {
  /// Why nobody can know what the colours are; nil where it says so, or says nothing that contradicts sRGB.
  let unknown: (message: String, canBeMended: Bool)?

  /// Reads what a file states.
  init(of source: Source) {
    unknown = Self.unknown(source)
  }

  private static func unknown(_ source: Source) -> (message: String, canBeMended: Bool)? {
    let facts = source.facts
    let metadata =
      (try? PictureMetadata(header: facts, of: MemorySource(source.bytes))) ?? PictureMetadata()
    if metadata.icc != nil { return nil }
    if facts.hasICC, [.jpeg, .png, .webp, .tiff].contains(source.format) {
      return ("its colour profile is damaged", true)
    }
    guard !facts.hasICC, facts.heif?.nclx == nil, facts.pngColours?.isEmpty ?? true,
      // Their own streams state colours.
      ![.jxl, .jp2].contains(source.format)
    else { return nil }
    if facts.colorModel == .cmyk {
      return ("its colours are CMYK, and no profile says which", true)
    }
    guard facts.colorModel != .gray, let exif = metadata.exif, let reader = TIFFReader(exif),
      let directory = reader.directory(.exif),
      let space = reader.integer(colorSpace, in: directory), space != sRGB
    else { return nil }
    // What is not known can't be converted.
    return (
      "EXIF says that its colours are not sRGB (ColorSpace \(space)), and no profile says which",
      false
    )
  }

  /// The field of EXIF, and what it says of sRGB (Exif 3.0, 4.6.6.2 B).
  private static let colorSpace: UInt16 = 0xA001
  private static let sRGB = 1
}
