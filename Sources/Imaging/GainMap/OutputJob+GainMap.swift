internal import Formats
internal import Heif
internal import Lcms
internal import Metadata

extension OutputJob {
  /// Whether the input's gain map goes along, unless it turns out to be of no use.
  func keepsGainMap(of source: SourceDecoder) -> Bool {
    recipe.keepsGainMap(of: source.facts, source: source.format, format: format)
  }

  /// The gain map for the output.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - effort: How small it is made.
  /// - Returns: The map; nil where there is none that could go along, which is then told.
  /// - Throws: `ImagingError` where the work is no longer wanted.
  mutating func gainMap(
    of source: SourceDecoder, _ effort: GainMapEffort = .standard
  ) throws(ImagingError) -> EncodedGainMap? {
    if let madeGainMap { return try madeGainMap.encoded(for: target, effort) }
    guard keepsGainMap(of: source), let reader = source.gainMap else { return nil }
    let outcome = try reader.outcome(
      for: GainMapPlace(format, target), largest: source.shared?.largest ?? target, effort)
    note(outcome)
    return outcome.map?.over(colours: changedColours(of: source))
  }

  /// The profile of the colours that the output's pixels were turned from; nil where they are the input's own.
  private func changedColours(of source: SourceDecoder) -> [UInt8]? {
    guard recipe.endsInSRGB, source.facts.hasOwnColours else { return nil }
    switch source.meaning {
    case .profile(let profile): return profile
    case .codePoints(let primaries, let transfer):
      return ColorProfile(primaries: primaries, transfer: transfer == 2 ? 13 : transfer)?.bytes
    case .untagged: return nil
    }
  }
}

extension EncodedGainMap {
  /// The map for a picture whose colours were turned to others.
  ///
  /// One gain for all three colours is the same in each set of primaries with the same white. Three belong to
  /// primaries: those of the colours that the picture had, which the map then has to name (ISO 21496-1, 5.2).
  ///
  /// - Parameter profile: The profile of the picture's old colours; nil where it keeps them.
  /// - Returns: The map.
  fileprivate func over(colours profile: [UInt8]?) -> EncodedGainMap {
    guard let profile, metadata.usesBaseColours, metadata.channels.count > 1 else { return self }
    var metadata = metadata
    metadata.usesBaseColours = false
    var picture = picture
    if case .heif(var map) = picture, case .toneMap = map.form {
      map.form = .toneMap(payload: metadata.toneMapBytes, profile: profile)
      picture = .heif(map)
    }
    return EncodedGainMap(picture: picture, metadata: metadata, profile: profile)
  }
}

extension Encoder {
  /// The encoder that writes a gain map into a HEIF as well.
  func with(_ map: HeifEncoder.GainMap?) -> Encoder {
    var encoder = self
    encoder.gainMap = map
    return encoder
  }
}
