extension ItemTable {
  /// An item with coded pixels that a picture is made of.
  struct CodedItem {
    var id: UInt32
  }

  /// The item whose coded pixels a picture shows: itself, or the first that it derives from.
  func codedItem(of id: UInt32) -> CodedItem? {
    var id = id
    // Derivations of derivations are legal; deeper ones than this are not met.
    for _ in 0..<8 {
      guard let item = item(id) else { return nil }
      if PictureCodec(item.type) != nil { return CodedItem(id: id) }
      guard Self.derivedTypes.contains(item.type),
        let input = targets(of: id, by: "dimg").first
      else { return nil }
      id = input
    }
    return nil
  }

  /// Item types that are made from others (ISO/IEC 23008-12, 6.6.2).
  private static let derivedTypes: Set<FourCC> = ["grid", "iovl", "iden", "tmap"]

  /// The size that `ispe` states.
  func storedSize(of id: UInt32) -> PixelSize? {
    for property in properties(of: id) {
      if case .size(let size) = property { return size }
    }
    return nil
  }

  /// Crops, turns and mirrors in the order in which they are listed.
  func transforms(of id: UInt32) -> [HEIFTransform] {
    properties(of: id).compactMap { if case .transform(let found) = $0 { found } else { nil } }
  }

  /// What an auxiliary picture is.
  func auxiliaryType(of id: UInt32) -> String? {
    for property in properties(of: id) {
      if case .auxiliary(let type) = property { return type }
    }
    return nil
  }

  /// The pictures that a viewer would list: not hidden, and no part or companion of another.
  var topLevelPictures: [UInt32] {
    var parts: Set<UInt32> = []
    for reference in references {
      switch reference.type {
      case "thmb", "auxl": parts.insert(reference.from)
      case "dimg":
        switch item(reference.from)?.type {
        case "grid": parts.formUnion(reference.to)
        // The second input of a tone map is its gain map (ISO/IEC 23008-12, amendment 1).
        case "tmap": parts.formUnion(reference.to.dropFirst())
        default: break
        }
      default: break
      }
    }
    return items.filter { item in
      !item.isHidden && !parts.contains(item.id)
        && (PictureCodec(item.type) != nil || ["grid", "iovl", "iden"].contains(item.type))
    }.map(\.id)
  }

  /// Where the first metadata item of a kind lies: one that describes the picture, else any.
  func metadata(
    of picture: UInt32, fileCount count: Int, where isWanted: (Item) -> Bool
  ) -> [Range<Int>] {
    let wanted = items.filter(isWanted)
    let describing = wanted.first { targets(of: $0.id, by: "cdsc").contains(picture) }
    guard let item = describing ?? wanted.first else { return [] }
    return fileRanges(of: item.id, fileCount: count) ?? []
  }
}

/// The URNs of auxiliary pictures.
enum AuxiliaryType {
  /// Transparency (ISO/IEC 23008-12, annex B; ISO/IEC 23091-2).
  static func isAlpha(_ urn: String) -> Bool {
    [
      "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
      "urn:mpeg:avc:2015:auxid:1",
    ].contains(urn)
  }

  /// Distance.
  static func isDepthMap(_ urn: String) -> Bool {
    [
      "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:mpeg:hevc:2015:auxid:2",
      "urn:mpeg:avc:2015:auxid:2",
    ].contains(urn)
  }

  /// A gain map, such as `urn:com:apple:photo:2020:aux:hdrgainmap`.
  static func isGainMap(_ urn: String) -> Bool {
    urn.hasSuffix(":hdrgainmap")
  }
}
