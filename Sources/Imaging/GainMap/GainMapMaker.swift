internal import Formats
internal import Metadata
internal import Vips

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A gain map that was computed of two renditions of a picture.
struct MadeGainMap {
  /// Samples of 8 bits in memory: one band, or one each for red, green and blue.
  let image: VipsImage
  /// What they mean.
  let metadata: GainMapMetadata
  /// The size of the picture that it was made for, in pixels.
  let pictureSize: PixelSize

  /// The map as a JPEG for a picture of `target` pixels.
  ///
  /// - Throws: `ImagingError` where it can't be encoded.
  func encoded(
    for target: PixelSize, _ effort: GainMapEffort
  ) throws(ImagingError) -> EncodedGainMap {
    let whole = PixelSize(width: image.width, height: image.height).ofGainMap(pictureSize, target)
    let size = PixelSize(
      width: max(1, whole.width / effort.divisor), height: max(1, whole.height / effort.divisor))
    let resized = try ReadyPixels.scaled { () throws(VipsError) in try image.resampled(to: size) }
    let jpeg = try Encoder(format: .jpeg, quality: effort.quality, threads: 1)
      .encode(resized, metadata: PictureMetadata())
    return EncodedGainMap(picture: .jpeg(jpeg.bytes), metadata: metadata, profile: nil)
  }
}

/// Makes the gain map that leads from a standard rendition back to high dynamic range.
enum GainMapMaker {
  /// The gain map of a PQ or HLG picture over its standard rendition, at half the width and height.
  ///
  /// A gain is the quotient of the renditions' light, both in the primaries of the base (ISO 21496-1,
  /// 5.2): of red, green and blue each, since tone mapping cuts colours beyond sRGB, or one for all
  /// where theirs are the same.
  ///
  /// - Parameters:
  ///   - hdr: The picture's samples, with or without transparency.
  ///   - transfer: What they are coded with.
  ///   - primaries: Their primaries, a code point of ITU-T H.273, table 2.
  ///   - base: The same picture, of the same bands, in sRGB or plain gray of 8 bits.
  /// - Returns: The map; nil where the base shows all the light that there is.
  /// - Throws: `VipsError` where the pictures can't be computed.
  static func map(
    hdr: VipsImage, transfer: HDRTransfer, primaries: Int, base: VipsImage
  ) throws(VipsError) -> MadeGainMap? {
    let size = PixelSize(width: (base.width + 1) / 2, height: (base.height + 1) / 2)
    let light = try hdr.colours(at: size).standardLight(of: transfer, primaries: primaries)
      .inMemory()
    var gains = try light.logarithmWithOffset()
      .subtract(base.colours(at: size).sRGBLight().logarithmWithOffset())
    if base.hasAlpha { gains = try gains.multiply(base.opacity(at: size)) }
    let bands = try gains.inMemory().separateGains()
    let channels = try bands.map { band throws(VipsError) in
      GainMapMetadata.Channel(
        minimum: try band.min(), maximum: try band.max(), baseOffset: offset,
        alternateOffset: offset)
    }
    let most = channels.map(\.maximum).max() ?? 0
    guard most > leastGain else { return nil }
    let coded = try zip(bands, channels).map { band, channel throws(VipsError) in
      try band.coded(as: channel)
    }
    return MadeGainMap(
      image: try VipsImage.bandjoin(coded).copy(interpretation: coded.count == 1 ? .grey : .srgb)
        .inMemory(),
      metadata: GainMapMetadata(
        channels: channels, alternateHeadroom: max(log2(max(try light.max(), 1)), most)),
      pictureSize: PixelSize(width: base.width, height: base.height))
  }

  /// What is added to light, so that black has a gain as well: 1/64, as is usual.
  fileprivate static let offset = 1.0 / 64
  /// The binary logarithm of a gain that nobody sees.
  private static let leastGain = 0.03
  /// By how much the logarithms of colours' gains may differ, on average and anywhere, to count as one.
  fileprivate static let mostDifference = (mean: 0.02, anywhere: 0.3)
}

extension VipsImage {
  /// The colours without transparency in samples of 16 bits, brought to a size of half or more; means,
  /// which go beyond no edge.
  fileprivate func colours(at size: PixelSize) throws(VipsError) -> VipsImage {
    try extractBand(0, count: bands - (hasAlpha ? 1 : 0)).inFullRange()
      .resampled(to: size, kernel: .linear)
  }

  /// Opacity from 0 to 1.
  fileprivate func opacity(at size: PixelSize) throws(VipsError) -> VipsImage {
    try extractBand(bands - 1).inFullRange().resampled(to: size, kernel: .linear)
      .linear([1.0 / 65535], [0])
  }

  /// Light of PQ or HLG in the primaries of sRGB, 1 for diffuse white; gray stays gray.
  fileprivate func standardLight(
    of transfer: HDRTransfer, primaries: Int
  ) throws(VipsError) -> VipsImage {
    guard bands == 3 else {
      return try Self.bandjoin([self, self, self]).standardLight(of: transfer, primaries: 1)
        .extractBand(0)
    }
    return try displayLight(of: transfer, primaries: primaries)
      .recomb(Primaries.toSRGB(from: primaries))
  }

  /// Light of sRGB's signals.
  fileprivate func sRGBLight() throws(VipsError) -> VipsImage {
    try maplut(Self.table(ToneCurve.sRGBLight))
  }

  /// The binary logarithm of light and the offset; light below none, which primaries can't show, is none.
  fileprivate func logarithmWithOffset() throws(VipsError) -> VipsImage {
    // Unsigned samples end at 0; of 32 bits, so many steps are finer than those of floats.
    let scale = 16_777_216.0
    return try linear([scale], [0.5]).cast(.uint).linear([1 / scale], [GainMapMaker.offset])
      .naturalLogarithm().linear([1 / M_LN2], [0])
  }

  /// Gains for each colour, or one for all where they are alike.
  fileprivate func separateGains() throws(VipsError) -> [VipsImage] {
    guard bands == 3 else { return [self] }
    let each = try (0..<3).map { band throws(VipsError) in try extractBand(band) }
    let most = try each[0].maximum(each[1]).maximum(each[2])
    let negative = try each.map { band throws(VipsError) in try band.linear([-1], [0]) }
    let difference = try most.add(negative[0].maximum(negative[1]).maximum(negative[2]))
    let limit = GainMapMaker.mostDifference
    guard try difference.avg() <= limit.mean, try difference.max() <= limit.anywhere else {
      return each
    }
    return [try recomb([[1 / 3.0, 1 / 3.0, 1 / 3.0]]).inMemory()]
  }

  /// Gains in samples of 8 bits (ISO 21496-1, 5.2), with a `gamma` of 1.
  fileprivate func coded(as channel: GainMapMetadata.Channel) throws(VipsError) -> VipsImage {
    let range = channel.maximum - channel.minimum
    let scale = range > 0 ? 255 / range : 0
    return try linear([scale], [0.5 - channel.minimum * scale]).cast(.uchar)
  }
}
