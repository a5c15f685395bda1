internal import Formats
internal import Heif
internal import Metadata
internal import Pixels
internal import Vips

extension Encoder {
  /// A HEIF with what is said about it; of 10 bits where the samples have more than 8.
  ///
  /// - Throws: `HeifError` or `VipsError`.
  func heif(_ picture: VipsImage, _ metadata: PictureMetadata) throws -> EncodedPicture {
    var encoder =
      format == .heic
      ? HeifEncoder(.hevc, quality: HEVCQuality.heif(lossyQuality))
      : HeifEncoder(.av1, quality: lossyQuality)
    encoder.color = color
    encoder.iccProfile = metadata.icc
    encoder.exif = metadata.exif
    encoder.xmp = metadata.xmp
    encoder.threads = threads
    encoder.gainMap = gainMap
    encoder.isCancelled = isCancelled
    var warnings: [PictureWarning] = []
    let bytes = try Self.ofMostBits(of: picture, warnings: &warnings) { bits in
      encoder.bits = bits
      let small = try thumbnail(of: picture)
      encoder.thumbnail = try small?.samples(ofBits: bits)
      if format == .heic {
        encoder.settings = HEVCEffort.settings(effort, size: picture.size)
        encoder.thumbnailQuality = min(HEVCQuality.thumbnail, encoder.quality)
        encoder.thumbnailSettings = small.map { HEVCEffort.thumbnail(effort, size: $0.size) } ?? []
      }
      return try encoder.encode(picture.samples(ofBits: bits))
    }
    return EncodedPicture(
      bytes: bytes, quality: effectiveQuality, holdsMetadata: true, warnings: warnings)
  }

  /// What `encode` makes with 10 bits where the samples have more than 8; with 8 where they haven't,
  /// and where the encoder was built for 8 alone.
  static func ofMostBits(
    of picture: VipsImage, warnings: inout [PictureWarning], encode: (Int) throws -> [UInt8]
  ) throws -> [UInt8] {
    guard picture.sampleBits > 8 else { return try encode(8) }
    do {
      return try encode(10)
    } catch let error as HeifError where error.kind == .encoding || error.kind == .unsupported {
      let bytes = try encode(8)
      warnings.append(
        PictureWarning(
          name: Loss.bitDepth.rawValue,
          message: "the installed encoder was built without 10 bits; samples were rounded to 8"))
      return bytes
    }
  }

  /// The picture for a glance; nil where none is asked for, or where it would save nobody work.
  private func thumbnail(of picture: VipsImage) throws(VipsError) -> VipsImage? {
    let size = picture.size
    guard format == .heic, let thumbnailEdge,
      max(size.width, size.height) >= Self.timesThumbnail * thumbnailEdge
    else { return nil }
    let small = SizeLimit.longEdge(thumbnailEdge).applied(to: size)
    return min(small.width, small.height) < Self.leastSide ? nil : try picture.resampled(to: small)
  }

  /// How many times longer than a thumbnail a picture has to be at least to get one: what is smaller
  /// is decoded in a moment, and a thumbnail would be a good part of its bytes.
  private static let timesThumbnail = 4
  /// The shortest side in pixels of a thumbnail: that of HEVC's smallest tree of blocks.
  private static let leastSide = 16
}

extension VipsImage {
  fileprivate var size: PixelSize { PixelSize(width: width, height: height) }

  /// The pixels in samples of so many bits, in the lower ones where these are more than 8.
  fileprivate func samples(ofBits bits: Int) throws(VipsError) -> PixelPlane {
    let most = Double(sampleBits > 8 ? UInt16.max : UInt16(UInt8.max))
    let wanted = Double((1 << bits) - 1)
    guard most != wanted else { return try pixels() }
    return try linear([wanted / most], [0.5]).cast(bits > 8 ? .ushort : .uchar)
      .copy(interpretation: interpretation).pixels()
  }
}
