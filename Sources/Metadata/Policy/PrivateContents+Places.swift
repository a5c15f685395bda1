package import Formats

extension PrivateContents {
  /// What in a whole file tells a place: in its metadata, in that of further pictures behind a JPEG, and in
  /// the video of a motion photo.
  ///
  /// What can't be read counts: it may tell anything, and the policy `safe` leaves it out.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - facts: What its header says.
  /// - Returns: The findings of the kinds `place` and `unreadable`, each once.
  package static func places(in bytes: [UInt8], _ facts: HeaderFacts) -> [PrivacyFinding] {
    var found = findings(in: bytes, facts).filter { $0.kind == .place || $0.kind == .unreadable }
    // Of a file that is cut off or broken there is more to say than that.
    let broken = "something of which is said: \(MetadataWarning.containerDamaged.message)"
    found.removeAll { $0.description == broken }
    if facts.kind == .image(.jpeg), let file = JPEGSegments(bytes) {
      found += further(file.rest[file.pictureEnd...])
    }
    if hasPlace(inVideo: bytes, facts) {
      found.append(PrivacyFinding(.place, "a place in its video"))
    }
    var seen: Set<PrivacyFinding> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The places in the pictures behind a JPEG's own.
  private static func further(_ trailer: ArraySlice<UInt8>) -> [PrivacyFinding] {
    var found: [PrivacyFinding] = []
    var rest = trailer.drop { $0 == 0 }
    for _ in 0..<mostPictures {
      guard rest.starts(with: [0xFF, JPEGMarker.startOfImage, 0xFF]),
        let picture = JPEGSegments(rest)
      else { break }
      found += JPEGMetadata.read(picture).value.privacyFindings.filter { $0.kind == .place }
        .map { PrivacyFinding(.place, "\($0) of a further picture") }
      rest = picture.rest[picture.pictureEnd...].drop { $0 == 0 }
    }
    return found
  }

  private static let mostPictures = 64

  /// Whether the video of a motion photo says where it was taken, as the two usual kinds of box do: one
  /// named `©xyz` that starts with a sign (after its length and language), and a key of QuickTime.
  private static func hasPlace(inVideo bytes: [UInt8], _ facts: HeaderFacts) -> Bool {
    guard facts.hasMotionVideo else { return false }
    if bytes.firstRange(of: [UInt8](text: "com.apple.quicktime.location.ISO6709")) != nil {
      return true
    }
    let name: [UInt8] = [0xA9] + [UInt8](text: "xyz")
    return bytes.ranges(of: name).contains { range in
      let sign = range.upperBound + 4
      return sign < bytes.count && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[sign])
    }
  }
}
