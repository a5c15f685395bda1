/// What of IPTC tells a place.
enum IPTCPrivacy {
  /// The data sets of record 2 that name a place (IIM 4.2, chapter 6).
  private static let places: [UInt8: String] = [
    26: "ContentLocationCode", 27: "ContentLocationName", 90: "City", 92: "Sub-location",
    95: "Province-State", 100: "Country-PrimaryLocationCode", 101: "Country-PrimaryLocationName",
  ]

  /// The block without places.
  ///
  /// - Returns: The block; nil where nothing is left, or, with a warning, where it can't be read.
  static func withoutPlaces(_ block: [UInt8]) -> Warned<[UInt8]?> {
    let parsed = IPTCDataSet.parse(block)
    guard parsed.warnings.isEmpty else { return Warned(nil, parsed.warnings) }
    let kept = parsed.value.filter { name(of: $0) == nil && isStandard($0) }.flatMap(\.bytes)
    return Warned(kept.isEmpty ? nil : kept)
  }

  /// What places a block names.
  static func findings(in block: [UInt8]) -> [PrivacyFinding] {
    let parsed = IPTCDataSet.parse(block)
    let unreadable =
      parsed.warnings.isEmpty
      ? [] : [PrivacyFinding(.unreadable, "IPTC that can't be read")]
    let foreign = parsed.value.filter { !isStandard($0) }
      .map { PrivacyFinding(.opaque, "IPTC record \($0.record)") }
    return parsed.value.compactMap(name).map { PrivacyFinding(.place, "IPTC \($0)") } + foreign
      + unreadable
  }

  /// Whether a data set is of one of the records that IIM 4.2 defines; programs keep their own in others.
  private static func isStandard(_ dataSet: IPTCDataSet) -> Bool {
    (1...9).contains(dataSet.record)
  }

  private static func name(of dataSet: IPTCDataSet) -> String? {
    dataSet.record == 2 ? places[dataSet.number] : nil
  }
}
