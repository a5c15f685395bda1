internal import Formats
internal import Metadata

/// What is said about an output: the policy's share of what the input says, made true.
struct MetadataFit {
  /// What the output says.
  private(set) var metadata: PictureMetadata
  /// What could not be said.
  private(set) var warnings: [PictureWarning]
  /// The gain map that goes with the picture.
  var gainMap: EncodedGainMap?

  /// About how many bytes all that goes with the picture takes in a file.
  var byteCount: Int { metadata.byteCount + (gainMap?.byteCount ?? 0) }

  /// - Parameters:
  ///   - source: What the input says.
  ///   - policy: What of that may pass.
  ///   - size: Size of the output in pixels.
  ///   - profile: The ICC profile of the output's samples; nil for sRGB.
  ///   - isTurned: Whether the output's pixels lie otherwise than the input's.
  ///   - keepsSamples: Whether the output's samples mean what the input's code points say.
  ///   - becameSRGB: Whether the output's samples are sRGB, and the input's are not.
  ///   - thumbnails: Makes thumbnails true; without, they go.
  init(
    _ source: PictureMetadata, _ policy: MetadataPolicy, size: PixelSize, profile: [UInt8]?,
    isTurned: Bool = false, keepsSamples: Bool = false, becameSRGB: Bool = false,
    thumbnails: Thumbnails? = nil
  ) {
    let original = source
    var source = source
    source.icc = profile
    if !keepsSamples { source.colourChunks = [] }
    let allowed = source.applying(policy)
    let truth = allowed.value.madeTrue(
      width: size.width, height: size.height,
      thumbnails: thumbnails?.change(in: allowed.value) ?? .dropped,
      keeping: isTurned ? [] : .depthMap, becameSRGB: becameSRGB)
    metadata = truth.value
    warnings =
      (allowed.warnings + truth.warnings).map { PictureWarning($0) }
      + LossLedger.depthMap(of: original, in: metadata)
  }

  /// Leaves out what matters least until all is in at most `room` bytes; a profile always stays.
  mutating func shorten(to room: Int) {
    let before = metadata
    var lost: [String] = []
    func drop(_ name: String, _ isThere: Bool, _ change: (inout PictureMetadata) -> Void) {
      guard isThere, metadata.byteCount > room else { return }
      change(&metadata)
      lost.append(name)
    }
    drop("application segments", !metadata.otherSegments.isEmpty) { $0.otherSegments = [] }
    drop("Photoshop resources", !metadata.photoshop.isEmpty) { $0.photoshop = [] }
    drop("text", !metadata.comments.isEmpty || !metadata.texts.isEmpty) {
      $0.comments = []
      $0.texts = []
    }
    drop("XMP", metadata.xmp != nil) { $0.xmp = nil }
    drop("IPTC", metadata.iptc != nil) { $0.iptc = nil }
    if let exif = metadata.exif, metadata.byteCount > room {
      let rest = metadata.byteCount - exif.count
      metadata.exif = EXIFTrim.fit(exif, limit: max(room - rest, 0)).value
      lost.append(metadata.exif == nil ? "EXIF" : "parts of EXIF")
    }
    warnings += lost.map(PictureWarning.leftForBudget)
    warnings += LossLedger.depthMap(of: before, in: metadata)
  }

  /// Puts the metadata into an encoded picture, where the encoder has not done that itself.
  mutating func put(
    into picture: EncodedPicture, _ format: ImageFormat
  ) throws(ImagingError) -> [UInt8] {
    let bytes = try described(picture, format)
    guard format == .jpeg, let gainMap else { return bytes }
    return try gainMap.behind(bytes)
  }

  /// The picture with its metadata.
  private mutating func described(
    _ picture: EncodedPicture, _ format: ImageFormat
  ) throws(ImagingError) -> [UInt8] {
    warnings += metadata.parts(withoutPlaceIn: format).map { .left($0, by: format.rawValue) }
    guard !picture.holdsMetadata, !metadata.isEmpty || format.comesWithDensity else {
      return picture.bytes
    }
    do {
      let written = try metadata.written(into: picture.bytes, format)
      warnings += written.warnings.map(PictureWarning.init)
      return written.value
    } catch {
      throw ImagingError(
        .metadata, .internal, "the metadata can't be written into the \(format.rawValue)",
        detail: "\(error)")
    }
  }
}

extension ImageFormat {
  /// Whether our encoder's files state a density that it made up.
  fileprivate var comesWithDensity: Bool { self == .png || self == .tiff }
}

extension PictureMetadata {
  /// About how many bytes it takes in a file.
  var byteCount: Int {
    // Piece by piece: one long sum of closures takes Swift 6.0 minutes to check.
    var bytes = [exif, xmp, iptc, icc].reduce(0) { $0 + ($1?.count ?? 0) }
    for comment in comments { bytes += comment.count }
    for resource in photoshop { bytes += resource.data.count }
    for text in texts { bytes += text.data.count }
    for segment in otherSegments { bytes += segment.payload.count }
    return bytes
  }

  /// What is there of the kinds that the format's container has no place for.
  fileprivate func parts(withoutPlaceIn format: ImageFormat) -> [String] {
    var parts: [String] = []
    if iptc != nil, ![.jpeg, .png, .tiff].contains(format) { parts.append("IPTC") }
    if !photoshop.isEmpty, ![.jpeg, .png, .tiff].contains(format) {
      parts.append("Photoshop's image resources")
    }
    if !comments.isEmpty, ![.jpeg, .png].contains(format) { parts.append("comments") }
    if !texts.isEmpty, format != .png { parts.append("text chunks of PNG") }
    if !otherSegments.isEmpty, format != .jpeg { parts.append("application segments of JPEG") }
    return parts
  }

  /// The file that says exactly this of its picture, for the formats whose container we edit.
  func written(
    into bytes: [UInt8], _ format: ImageFormat
  ) throws(MetadataError) -> Warned<[UInt8]> {
    switch format {
    case .jpeg: try JPEGMetadata.write(self, into: bytes)
    case .png: try PNGMetadata.write(self, into: bytes)
    case .webp: try WebPMetadata.write(self, into: bytes)
    case .tiff: try TIFFMetadata.write(self, into: bytes)
    case .jxl: try JXLMetadata.write(self, into: bytes)
    default: throw .notOfFormat(format.rawValue)
    }
  }
}
