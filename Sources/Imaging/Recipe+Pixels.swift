package import Formats
internal import Metadata

extension Recipe {
  /// Whether a picture is what the recipe asks for already, but for metadata that can be edited.
  ///
  /// - Parameters:
  ///   - facts: What the picture's header says.
  ///   - source: The format of the picture.
  ///   - format: The format of the output.
  /// - Returns: Whether the pixels can stay as they lie.
  package func leavesPixels(
    of facts: HeaderFacts, source: ImageFormat, format: ImageFormat
  ) -> Bool {
    leavesCodedPixels(of: facts, source: source, format: format) && facts.isStoredUpright
  }

  /// Whether the coded pixels are what the recipe asks for, turned at most.
  ///
  /// A HEIF's items, and a TIFF that others laid out in any way, are made anew where their metadata
  /// has to change.
  func leavesCodedPixels(
    of facts: HeaderFacts, source: ImageFormat, format: ImageFormat
  ) -> Bool {
    format == source && picture == nil
      && (metadata == .all || !(format.isHEIF || format == .tiff))
      && size.applied(to: facts.displayedSize) == facts.displayedSize
      && (keepsHDR || !(facts.hasGainMap && format.isHEIF || facts.isHighDynamicRange))
      && !(endsInSRGB && facts.hasOwnColours) && !isTooFine(facts, format)
  }

  /// Whether a gain map goes along, unless it turns out to be of no use.
  ///
  /// Gains over a picture of high dynamic range, which becomes another one, are none any more.
  ///
  /// - Parameters:
  ///   - facts: What the picture's header says.
  ///   - source: The format of the picture.
  ///   - format: The format of the output.
  /// - Returns: Whether it does.
  package func keepsGainMap(
    of facts: HeaderFacts, source: ImageFormat, format: ImageFormat
  ) -> Bool {
    keepsHDR && facts.hasGainMap && facts.picture == 0 && format.holdsGainMap
      && !facts.isHighDynamicRange
  }

  /// Whether a JPEG is of a higher quality than one that is to be kept to.
  private func isTooFine(_ facts: HeaderFacts, _ format: ImageFormat) -> Bool {
    guard limitsQuality, format == .jpeg, let wanted = quality ?? DefaultQuality.of(.jpeg),
      let found = facts.jpeg?.estimatedQuality
    else { return false }
    return found > wanted
  }
}
