package import Formats
internal import Metadata

/// What of a file does not travel into another one: the one place that knows.
///
/// A file that is passed on byte for byte loses nothing. Of one that is made anew, only the primary
/// picture and what is said about it go over, whatever the formats are. What becomes of transparency,
/// bits and high dynamic range shows only on the way, and is noted by whoever gives them up.
package enum LossLedger {
  /// What stands beside the picture in a file, and is lost whenever another file is written.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - withoutGainMap: Whether nothing is to be told of its gain map.
  /// - Returns: The losses.
  static func companions(
    of source: Source, withoutGainMap: Bool = false
  ) -> [PictureWarning] {
    let found = allCompanions(of: source)
    return withoutGainMap ? found.filter { $0.loss != .gainMap } : found
  }

  private static func allCompanions(of source: Source) -> [PictureWarning] {
    guard source.format == .jpeg, let file = JPEGSegments(source.bytes) else {
      return companions(source.facts)
    }
    // What a header promises may have been cut off by another program long ago.
    var facts = source.facts
    let trailer = file.trailer
    facts.hasGainMap = facts.hasGainMap && trailer.contains(.pictures)
    facts.hasMotionVideo = facts.hasMotionVideo || trailer.contains(.video)
    if trailer.isEmpty {
      facts.hasDepthMap = false
      facts.hasMotionVideo = false
      facts.companionKinds = []
      facts.views = 0
    }
    return companions(facts) + unknown(trailer, facts)
  }

  /// What follows a JPEG and is none of the things that its header speaks of.
  private static func unknown(_ trailer: JPEGTrailer, _ facts: HeaderFacts) -> [PictureWarning] {
    var found: [PictureWarning] = []
    if trailer.contains(.pictures), facts.companions == 0, !facts.hasGainMap {
      found.append(
        PictureWarning(
          name: Loss.auxiliary.rawValue,
          message: "a further picture behind it is not carried over"))
    }
    if trailer.contains(.other) {
      found.append(
        PictureWarning(
          name: Loss.metadataLeftOut.rawValue,
          message: "what follows the picture in its file is not carried over"))
    }
    return found
  }

  /// The same, as far as the header tells.
  private static func companions(_ facts: HeaderFacts) -> [PictureWarning] {
    var found: [PictureWarning] = []
    if facts.hasGainMap { found.append(PictureWarning(.gainMap)) }
    if facts.hasDepthMap { found.append(PictureWarning(.depth)) }
    if facts.companionKinds.contains(.auxiliary) { found.append(PictureWarning(.auxiliary)) }
    if facts.hasMotionVideo { found.append(PictureWarning(.motionVideo)) }
    if facts.views > 0 { found.append(.frames(facts.views + 1)) }
    return found
  }

  /// The depth map that XMP itself held and that the output's doesn't hold any more.
  static func depthMap(of before: PictureMetadata, in after: PictureMetadata) -> [PictureWarning] {
    func holdsMap(_ metadata: PictureMetadata) -> Bool {
      metadata.xmp.map { XMPClaims(in: $0).contains(.depthMap) } ?? false
    }
    return holdsMap(before) && !holdsMap(after) ? [PictureWarning(.depth)] : []
  }

  /// Samples of fewer bits than the source's; nothing where its number isn't known.
  static func bits(_ facts: HeaderFacts, kept: Int) -> [PictureWarning] {
    guard let bits = facts.bitsPerSample, bits > kept else { return [] }
    return [
      PictureWarning(
        name: Loss.bitDepth.rawValue, message: "samples of \(bits) bits were rounded to \(kept)")
    ]
  }

  /// What will be lost, as far as a header tells: whether transparency is in use it doesn't.
  ///
  /// - Parameters:
  ///   - facts: What the header says.
  ///   - source: What the file is.
  ///   - format: The format of the output.
  ///   - recipe: What is to be made.
  /// - Returns: The losses, each with its name and meaning.
  package static func foreseen(
    _ facts: HeaderFacts, _ source: ImageFormat, to format: ImageFormat, _ recipe: Recipe
  ) -> [PictureWarning] {
    let staysWhole = recipe.leavesPixels(of: facts, source: source, format: format)
    var facts = facts
    if !recipe.keepsHDR || recipe.keepsGainMap(of: facts, source: source, format: format) {
      facts.hasGainMap = false
    }
    if staysWhole {
      // Its metadata is edited: what follows a JPEG goes.
      return source == .jpeg && recipe.metadata != .all ? companions(facts) : []
    }
    var found = companions(facts)
    if facts.pictures > 1, recipe.picture == nil { found.append(.frames(facts.pictures)) }
    if facts.isHighDynamicRange, recipe.keptDynamicRange(of: facts, to: format) == nil {
      if recipe.losesDynamicRange(of: facts, to: format) { found.append(.toneMapped) }
      found += bits(facts, kept: 8)
    } else {
      found += bits(facts, kept: format.mostBits)
    }
    return found
  }
}
