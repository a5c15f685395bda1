package import Formats

extension PictureMetadata {
  /// Reads EXIF and the ICC profile of a file without the parts that hold its pixels.
  ///
  /// What is damaged is left out; XMP, IPTC and comments are not looked for.
  ///
  /// - Parameters:
  ///   - facts: What the headers of the file say.
  ///   - source: The file; only the parts where those two lie are read, 16 MiB of each at most.
  /// - Throws: What the source throws.
  package init(header facts: HeaderFacts, of source: some ByteSource) throws {
    self.init()
    guard let format = facts.kind.imageFormat else { return }
    switch format {
    case .jpeg: take(Self.jpeg(try source.part(0..<(facts.jpeg?.scan ?? source.count))))
    case .png: take(PNGMetadata.readHeader(try PNGExcerpt.bytes(of: source)))
    case .webp: take(WebPMetadata.read(try WebPExcerpt.bytes(of: source)).value)
    case .tiff: take(try TIFFExcerpt.metadata(of: source))
    case .jxl: take(JXLMetadata.read(try source.boxes("JXL ", "Exif")).value)
    case .jp2: take(JP2Metadata.read(try source.boxes("jP  ", "jp2h", "uuid")).value)
    case .heic, .heics, .avif, .avis, .heif: take(try Self.heif(facts, source))
    case .gif, .bmp, .svg, .pdf: break
    }
  }

  private mutating func take(_ other: PictureMetadata) {
    exif = other.exif
    icc = other.icc
  }

  /// Extended XMP can have megabytes and takes long to join: segments are chosen first.
  private static func jpeg(_ bytes: [UInt8]) -> PictureMetadata {
    guard var file = JPEGSegments(bytes) else { return PictureMetadata() }
    file.segments.removeAll { segment in
      switch JPEGSegmentKind(segment) {
      case .exif, .icc: false
      default: true
      }
    }
    return JPEGMetadata.read(file).value
  }

  private static func heif(
    _ facts: HeaderFacts, _ source: some ByteSource
  ) throws -> PictureMetadata {
    guard let heif = facts.heif else { return PictureMetadata() }
    let exif = try heif.exif.flatMap { try source.part($0) }
    let icc = try heif.icc.map { try source.part($0) }
    return HEIFMetadata.metadata(exif: exif, xmp: nil, icc: icc).value
  }
}

extension ByteSource {
  /// The bytes of a range, 16 MiB at most.
  func part(_ range: Range<Int>) throws -> [UInt8] {
    try read(at: range.lowerBound, count: min(range.count, 16 << 20))
  }

  /// The boxes of these types at the top of the file, one behind the other.
  fileprivate func boxes(_ types: FourCC...) throws -> [UInt8] {
    try Box.boxes(of: self).filter { types.contains($0.type) }
      .flatMap { try part($0.offset..<$0.end) }
  }
}
