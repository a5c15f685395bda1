internal import Formats
internal import Metadata

/// The metadata of a file: read, brought down to what tells nothing private, and written.
func metadata(_ bytes: [UInt8]) {
  guard let facts = try? HeaderFacts(reading: MemorySource(bytes)) else { return }
  _ = PrivateContents.findings(in: bytes, facts)
  guard let read = read(bytes, facts) else { return }
  for policy in MetadataPolicy.allCases {
    let kept = read.applying(policy).value.madeTrue(width: 40, height: 30).value
    _ = rewritten(kept, bytes, facts)
    for blank in Blank.all { check(kept, blank, policy) }
  }
}

private func read(_ bytes: [UInt8], _ facts: HeaderFacts) -> PictureMetadata? {
  switch facts.kind.imageFormat {
  case .jpeg: JPEGMetadata.read(bytes).value
  case .png: PNGMetadata.read(PNGMetadata.forDecoder(bytes)).value
  case .webp: WebPMetadata.read(bytes).value
  case .tiff: TIFFMetadata.read(bytes).value
  case .gif: GIFMetadata.read(bytes).value
  case .jp2: JP2Metadata.read(bytes).value
  case .jxl: JXLMetadata.read(bytes).value
  default: nil
  }
}

private func rewritten(
  _ metadata: PictureMetadata, _ bytes: [UInt8], _ facts: HeaderFacts
) -> [UInt8]? {
  switch facts.kind.imageFormat {
  case .jpeg: try? JPEGMetadata.write(metadata, into: bytes).value
  case .png: try? PNGMetadata.write(metadata, into: bytes).value
  case .webp: try? WebPMetadata.write(metadata, into: bytes).value
  case .tiff: try? TIFFMetadata.write(metadata, into: bytes).value
  case .jxl: try? JXLMetadata.write(metadata, into: bytes).value
  default: nil
  }
}

/// Whatever it is, it goes into a file without any, and a private file tells nothing.
private func check(_ metadata: PictureMetadata, _ blank: [UInt8], _ policy: MetadataPolicy) {
  guard let blankFacts = try? HeaderFacts(reading: MemorySource(blank)),
    let made = rewritten(metadata, blank, blankFacts),
    let facts = try? HeaderFacts(reading: MemorySource(made))
  else { return expect(false, "metadata can be written") }
  expect(facts.kind == blankFacts.kind, "the format stays")
  expect(facts.storedSize == blankFacts.storedSize, "the size stays")
  guard policy != .all else { return }
  let findings = PrivateContents.findings(in: made, facts)
  expect(findings.isEmpty, "\(policy) left \(findings)")
}

/// Files of one pixel that say nothing.
private enum Blank {
  static var all: [[UInt8]] { [jpeg, png, webp] }

  private static var jpeg: [UInt8] {
    [
      0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63,
      0,
    ]
      + [0x55, 0xFF, 0xD9]
  }

  private static var png: [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55]
      + [0, 0, 0, 10] + Array("IDAT".utf8)
      + [0x78, 0x9C, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01]
      + [0x48, 0xAF, 0xA4, 0x71]
      + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
  }

  private static var webp: [UInt8] {
    Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8) + [13, 0, 0, 0]
      + [0x2F, 0, 0, 0, 0x10, 7, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 7, 0]
  }
}
