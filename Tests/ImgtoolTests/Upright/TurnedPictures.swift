internal import Metadata
internal import Pixels
internal import TestSupport
internal import Vips

/// Pictures of the quadrants, 48×32 when upright, stored turned in every way and format.
enum TurnedPictures {
  /// What holds the picture, and what tells how to turn it.
  enum Kind: String, CaseIterable, Sendable {
    /// EXIF tells, with a thumbnail that is stored turned as well.
    case jpeg, png, webp, tiff
    /// `irot` and `imir`, which EXIF repeats.
    case heic
    /// `irot` and `imir`; EXIF says 1.
    case heicBoxes = "heic-boxes"
    /// `irot` and `imir`; EXIF says something else.
    case heicContradicted = "heic-contradicted"
    /// EXIF alone, which has no say in HEIF.
    case heicEXIF = "heic-exif"

    /// The extension of the format.
    var fileNameExtension: String { rawValue.hasPrefix("heic") ? "heic" : rawValue }
  }

  /// A picture, its file name, and whether it has a thumbnail.
  struct Turned {
    let name: String
    let bytes: [UInt8]
    let hasThumbnail: Bool
  }

  /// Every kind in every orientation.
  static func all() throws -> [Turned] {
    try Kind.allCases.flatMap { kind in
      try (1...8).map { orientation in
        Turned(
          name: "\(kind.rawValue)-\(orientation).\(kind.fileNameExtension)",
          bytes: try bytes(kind, orientation),
          hasThumbnail: [.jpeg, .png, .webp].contains(kind))
      }
    }
  }

  private static func bytes(_ kind: Kind, _ orientation: Int) throws -> [UInt8] {
    let stored = try VipsImage.loadJPEG(Fixtures.bytes("orientation-\(orientation).jpg"))
      .inMemory()
    var metadata = PictureMetadata()
    metadata.exif = SampleEXIF.block(
      orientation: orientation,
      thumbnail: try stored.resize(scale: 0.5, vscale: 0.5).saveJPEG(quality: 95))
    let heic = try Fixtures.bytes("orientation-\(orientation).heic")
    switch kind {
    case .jpeg:
      return try JPEGMetadata.write(
        metadata, into: stored.saveJPEG(quality: 95, subsampling: .off)
      ).value
    case .png: return try PNGMetadata.write(metadata, into: stored.savePNG()).value
    case .webp: return try WebPMetadata.write(metadata, into: stored.saveWebP(quality: 95)).value
    case .tiff: return try TIFFPicture.bytes(stored, orientation: orientation)
    case .heic: return heic
    case .heicBoxes: return try Said.orientation(1, in: heic)
    case .heicContradicted: return try Said.orientation(orientation % 8 + 1, in: heic)
    case .heicEXIF: return try Said.orientation(orientation, in: Fixtures.bytes("exif-6.heic"))
    }
  }
}

/// An uncompressed TIFF of one strip.
enum TIFFPicture {
  /// The file of an RGB picture of 8 bits, with an Orientation (TIFF 6.0, section 6).
  static func bytes(_ image: VipsImage, orientation: Int) throws -> [UInt8] {
    let samples = try image.pixels().buffer.withBytes { Array($0) }
    let start = 8 + 2 + 10 * 12 + 4
    // BitsPerSample of three samples stands behind the directory.
    let fields: [(tag: Int, count: Int, value: Int)] = [
      (0x0100, 1, image.width), (0x0101, 1, image.height), (0x0102, 3, start), (0x0103, 1, 1),
      (0x0106, 1, 2), (0x0111, 1, start + 6), (0x0112, 1, orientation), (0x0115, 1, 3),
      (0x0116, 1, image.height), (0x0117, 1, samples.count),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + number(fields.count, 2)
    for field in fields {
      // LONG, but for the three SHORTs.
      bytes += number(field.tag, 2) + number(field.count == 1 ? 4 : 3, 2)
      bytes += number(field.count, 4) + number(field.value, 4)
    }
    return bytes + number(0, 4) + [8, 0, 8, 0, 8, 0] + samples
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
