/// What of IPTC tells a place, a single device or its owner.
enum IPTCPrivacy {
  /// The data sets of record 2 that tell something by what they are (IIM 4.2, chapter 6; 232 is of
  /// ACDSee).
  private static let names: [UInt8: (PrivacyFinding.Kind, String)] = [
    26: (.place, "ContentLocationCode"), 27: (.place, "ContentLocationName"), 90: (.place, "City"),
    92: (.place, "Sub-location"), 95: (.place, "Province-State"),
    100: (.place, "Country-PrimaryLocationCode"), 101: (.place, "Country-PrimaryLocationName"),
    200: (.thumbnail, "ObjectPreviewFileFormat"), 201: (.thumbnail, "ObjectPreviewFileVersion"),
    202: (.thumbnail, "ObjectPreviewData"), 232: (.opaque, "ExifCameraInfo"),
  ]
  /// The copyright notice, which stays whatever it says.
  private static let copyright: UInt8 = 116

  /// The block without private data sets.
  ///
  /// - Returns: The block; nil where nothing is left, or, with a warning, where it can't be read.
  static func withoutPrivateDataSets(_ block: [UInt8]) -> Warned<[UInt8]?> {
    let parsed = IPTCDataSet.parse(block)
    guard parsed.warnings.isEmpty else { return Warned(nil, parsed.warnings) }
    let kept = parsed.value.filter { finding(in: $0) == nil }.flatMap(\.bytes)
    return Warned(kept.isEmpty ? nil : kept)
  }

  /// What private data sets a block has.
  static func findings(in block: [UInt8]) -> [PrivacyFinding] {
    let parsed = IPTCDataSet.parse(block)
    let unreadable =
      parsed.warnings.isEmpty
      ? [] : [PrivacyFinding(.unreadable, "IPTC that can't be read")]
    return parsed.value.compactMap(finding) + unreadable
  }

  /// What a data set tells; of other records than the envelope and the one about the picture, in which
  /// programs keep their own and whole further pictures, nobody knows.
  private static func finding(in dataSet: IPTCDataSet) -> PrivacyFinding? {
    guard (1...2).contains(dataSet.record) else {
      return PrivacyFinding(.opaque, "IPTC record \(dataSet.record)")
    }
    guard dataSet.record == 2, dataSet.number != copyright else { return nil }
    if let (kind, name) = names[dataSet.number] { return PrivacyFinding(kind, "IPTC \(name)") }
    return PrivateWords.first(in: dataSet.value).map {
      PrivacyFinding($0.kind, "IPTC data set 2:\(dataSet.number) that speaks of \($0.word)")
    }
  }
}
