internal import JPEGCoefficients

extension Encoder {
  /// The coefficients as a JPEG, its Huffman tables made for it, and progressive where that brings it
  /// under what is asked for.
  ///
  /// - Throws: `ImagingError` where they can't be encoded.
  func encode(_ picture: CoefficientPicture) throws(ImagingError) -> EncodedPicture {
    var result = EncodedPicture(bytes: [], quality: effectiveQuality, holdsMetadata: false)
    do {
      let plain = try picture.encode(quality: lossyQuality, limit: mostBytes)
      result.take(plain)
      if case .cutOff(let bytes) = plain, try isWorthScans(picture, bytes) {
        result.take(
          try picture.encode(quality: lossyQuality, isProgressive: true, limit: mostBytes))
        result.encodes = 2
      }
      return result
    } catch {
      throw ImagingError(
        .encode, .internal, "the picture can't be encoded as jpeg", detail: error.detail)
    }
  }

  /// Whether progressive scans may bring a file of so many bytes under what is asked for: they save 1
  /// to 4 % of large photographs, and take three times as long.
  private func isWorthScans(
    _ picture: CoefficientPicture, _ bytes: Int
  ) throws(CoefficientError) -> Bool {
    guard Double(bytes) < Double(mostBytes) * 1.05 else { return false }
    guard let sample = RowSample(picture) else { return true }
    let share = try sample.progressiveShare(at: lossyQuality)
    return Double(bytes) * share < Double(mostBytes) * 1.002
  }
}

extension EncodedPicture {
  fileprivate mutating func take(_ encoding: CoefficientPicture.Encoding) {
    switch encoding {
    case .whole(let file):
      bytes = file
      wouldTake = nil
    case .cutOff(let count): wouldTake = count
    }
  }
}
