internal import Formats
internal import Lcms
internal import Vips

/// What the samples of a decoded picture mean.
enum ColourMeaning: Sendable, Equatable {
  /// The colours of an ICC profile.
  case profile([UInt8])
  /// Code points of ISO/IEC 23091-2 without a profile.
  case codePoints(primaries: Int, transfer: Int)
  /// Nothing is said: sRGB, or plain gray.
  case untagged
}

/// A picture in memory with what its samples mean.
struct ColouredPicture {
  /// The samples.
  var image: VipsImage
  /// The ICC profile that they are in; nil stands for sRGB or plain gray.
  var profile: [UInt8]?
  /// The way back to the high dynamic range that they had; nil where they had none, or it is not asked for.
  var gainMap: MadeGainMap?
  /// What could not be carried along on the way.
  var warnings: [PictureWarning] = []
}

extension ColouredPicture {
  /// The picture whose samples mean `meaning`, brought to a common kind of samples.
  ///
  /// - Parameters:
  ///   - image: Samples as decoded, in memory.
  ///   - meaning: What the file says of them.
  ///   - makesGainMap: Whether high dynamic range is to go along as a gain map.
  /// - Throws: `VipsError` where the samples can't be converted.
  init(
    _ image: VipsImage, meaning: ColourMeaning, makesGainMap: Bool = false
  ) throws(VipsError) {
    self.image = try image.withPlainSamples()
    switch meaning {
    case .untagged: profile = nil
    case .profile(let bytes): take(bytes)
    case .codePoints(let primaries, let transfer):
      try take(primaries: primaries, transfer: transfer, makesGainMap)
    }
  }

  /// Keeps a profile of the picture's own kind of colour; any other says nothing about it.
  private mutating func take(_ bytes: [UInt8]) {
    guard image.colours.fit(bytes) else {
      warnings.append(.unusableProfile)
      return
    }
    profile = bytes
  }

  /// Stands a profile in for code points, which most formats can't hold.
  private mutating func take(
    primaries: Int, transfer: Int, _ makesGainMap: Bool
  ) throws(VipsError) {
    if let curve = HDRTransfer(codePoint: transfer) {
      let bright = image
      image = try bright.toneMapped(from: curve, primaries: primaries)
      guard makesGainMap else { return warnings.append(.toneMapped) }
      image = try image.inMemory()
      gainMap = try GainMapMaker.map(
        hdr: bright, transfer: curve, primaries: primaries, base: image)
      return
    }
    guard image.colours == .rgb, !Self.isSRGB(primaries: primaries, transfer: transfer) else {
      return
    }
    // Primaries that come without a curve come from phones, which mean sRGB's.
    let curve = transfer == 2 ? 13 : transfer
    profile = ColorProfile(primaries: primaries, transfer: curve)?.bytes
  }

  /// Whether code points of ITU-T H.273 stand for sRGB, or are read as if they did.
  ///
  /// 2 is “unspecified”; the curves of BT.709 and BT.601 are shown like sRGB's by all viewers.
  static func isSRGB(primaries: Int, transfer: Int) -> Bool {
    [1, 2].contains(primaries) && [1, 2, 6, 13, 14, 15].contains(transfer)
  }

  /// The picture in sRGB (or plain gray) without a profile.
  func inSRGB() throws(VipsError) -> ColouredPicture {
    var result = self
    result.profile = nil
    var usable = profile
    if let profile, ColorProfile(profile)?.isUsable != true {
      // Its header is sound, so that it may be kept, but nothing can be computed with it.
      result.warnings.append(.unusableProfile)
      usable = nil
    }
    guard usable != nil || image.colours == .cmyk else { return result }
    let source = usable.map(VipsImage.ProfileSource.bytes) ?? .builtIn(.cmyk)
    result.image = try image.iccTransform(
      from: source, to: .builtIn(.srgb), depth: image.sampleBits > 8 ? .sixteen : .eight)
    return result
  }

  /// The picture as `format` can hold it.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - background: What shows through transparent places where the format has none.
  /// - Returns: The picture, its profile that of the new samples.
  /// - Throws: `VipsError` where the samples can't be converted.
  func fitted(to format: ImageFormat, background: RGBColor) throws(VipsError) -> ColouredPicture {
    var result = self
    let flattens = image.hasAlpha && !format.holdsAlpha
    if image.colours == .cmyk, !format.holdsCMYK || flattens { result = try result.inSRGB() }
    if result.image.colours == .gray, !format.holdsGray {
      if result.profile != nil { result = try result.inSRGB() }
      result.image = try result.image.colourspace(result.image.sampleBits > 8 ? .rgb16 : .srgb)
    }
    if flattens { result = try result.flattened(over: background) }
    if result.image.sampleBits > 8, format.mostBits == 8 {
      result.image = try result.image.in8Bits()
    }
    return result
  }

  /// The picture, computed.
  func inMemory() throws(VipsError) -> ColouredPicture {
    var result = self
    result.image = try image.inMemory()
    return result
  }

  private func flattened(over background: RGBColor) throws(VipsError) -> ColouredPicture {
    var result = self
    if try image.isTransparentSomewhere { result.warnings.append(PictureWarning(.alpha)) }
    let isNeutral = background.red == background.green && background.green == background.blue
    if image.colours == .gray, !isNeutral {
      result = try result.inSRGB()
      result.image = try result.image.colourspace(image.sampleBits > 8 ? .rgb16 : .srgb)
    }
    result.image = try result.image.flatten(background: result.samples(of: background))
    return result
  }

  /// An sRGB colour in samples of this picture; only its first one where the picture is gray.
  private func samples(of colour: RGBColor) throws(VipsError) -> [Double] {
    let scale = image.sampleBits > 8 ? 257.0 : 1
    let plain = [colour.red, colour.green, colour.blue].map { Double($0) * scale }
    guard image.colours == .rgb else { return [plain[0]] }
    guard let profile, colour != .white else { return plain }
    let bands = try plain.map { sample throws(VipsError) in
      try VipsImage(floats: [Float(sample)], width: 1, height: 1)
    }
    let pixel = try VipsImage.bandjoin(bands).cast(image.format)
      .copy(interpretation: image.interpretation)
    // Where the profile leads one way only, the plain numbers are the nearest guess.
    let converted = try? pixel.iccTransform(
      from: .builtIn(.srgb), to: .bytes(profile), depth: image.sampleBits > 8 ? .sixteen : .eight)
    return try converted?.getpoint(x: 0, y: 0) ?? plain
  }
}
