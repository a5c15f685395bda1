internal import JPEGCoefficients

extension Encoder {
  /// The coefficients as a JPEG, its Huffman tables made for it, and progressive where that brings it
  /// under what is asked for.
  ///
  /// What can't fit is not encoded: its symbols tell. Progressive scans are tried where the plain file
  /// is too large by little and the next quality would lose much more: they save 1 to 3 % of
  /// photographs, and take three times as long.
  ///
  /// - Throws: `ImagingError` where they can't be encoded.
  func encode(_ picture: CoefficientPicture) throws(ImagingError) -> EncodedPicture {
    var result = EncodedPicture(bytes: [], quality: effectiveQuality, holdsMetadata: false)
    result.encodes = 0
    do {
      let least = mostBytes < .max ? try picture.leastBytes(quality: lossyQuality) : 0
      if least <= mostBytes {
        result.take(try picture.encode(quality: lossyQuality, limit: mostBytes))
      } else {
        result.wouldTake = Int(Double(least) * CoefficientPicture.aboveLeast)
      }
      if triesScans, let bytes = result.wouldTake, try isWorthScans(picture, bytes) {
        result.take(
          try picture.encode(quality: lossyQuality, isProgressive: true, limit: mostBytes))
      }
      return result
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: error.detail)
    }
  }

  /// Whether progressive scans will bring a file of so many bytes under what is asked for, going by a
  /// sample where the picture is large.
  private func isWorthScans(
    _ picture: CoefficientPicture, _ bytes: Int
  ) throws(CoefficientError) -> Bool {
    guard Double(bytes) < Double(mostBytes) * 1.03 else { return false }
    let sample = RowSample(picture)
    guard sample.isPart else { return true }
    let share = try sample.progressiveShare(at: lossyQuality)
    return Double(bytes) * share < Double(mostBytes) * 0.997
  }
}

extension EncodedPicture {
  fileprivate mutating func take(_ encoding: CoefficientPicture.Encoding) {
    encodes += 1
    switch encoding {
    case .whole(let file):
      bytes = file
      wouldTake = nil
    case .cutOff(let count): wouldTake = count
    }
  }
}
