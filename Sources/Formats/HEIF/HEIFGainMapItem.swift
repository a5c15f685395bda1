/// A gain map of a HEIF's picture, as boxes tell of it.
package struct HEIFGainMapItem: Sendable, Equatable {
  /// How it belongs to the picture.
  package enum Relation: Sendable, Equatable {
    /// As the second input of a `tmap` item, whose payload is that of ISO 21496-1 (ISO/IEC 23008-12:2025).
    case toneMap
    /// As an auxiliary picture of this URN.
    case auxiliary(String)
  }

  /// The number of the map's own picture.
  package var item: UInt32
  /// How it belongs to the picture.
  package var relation: Relation
  /// The size of the map in pixels as stored; zero where it isn't stated.
  package var size: PixelSize
  /// Where the payload of the `tmap` item lies in the file.
  package var payload: [Range<Int>] = []
  /// Where the XMP packet lies that describes the map's picture itself.
  package var xmp: [Range<Int>] = []
  /// Where the profile of the rendition lies that the map makes.
  package var icc: Range<Int>?
  /// What that rendition's numbers mean.
  package var nclx: HEIFColor?

  /// A map in an item, nothing else known.
  package init(item: UInt32, relation: Relation, size: PixelSize) {
    self.item = item
    self.relation = relation
    self.size = size
  }
}

extension ItemTable {
  /// No picture has more gain maps; of some both forms are there.
  private static let mostGainMaps = 4

  /// The gain maps of a picture, tone maps first.
  func gainMaps(of id: UInt32, fileCount count: Int) -> [HEIFGainMapItem] {
    let toneMaps = references.lazy.filter { reference in
      reference.type == "dimg" && reference.to.count > 1
        && (reference.to.first == id || reference.from == id)
        && item(reference.from)?.type == "tmap"
    }.prefix(Self.mostGainMaps).map { toneMap($0, fileCount: count) }
    let auxiliaries = references.lazy.filter { $0.type == "auxl" && $0.to.contains(id) }
      .compactMap { reference in
        auxiliaryType(of: reference.from).flatMap { type in
          AuxiliaryType.isGainMap(type)
            ? map(reference.from, .auxiliary(type), fileCount: count) : nil
        }
      }
    return Array(toneMaps) + Array(auxiliaries.prefix(Self.mostGainMaps))
  }

  private func toneMap(_ reference: Reference, fileCount count: Int) -> HEIFGainMapItem {
    var found = map(reference.to[1], .toneMap, fileCount: count)
    found.payload = fileRanges(of: reference.from, fileCount: count) ?? []
    for property in properties(of: reference.from) {
      switch property {
      case .icc(let range): found.icc = found.icc ?? range
      case .nclx(let color): found.nclx = found.nclx ?? color
      default: break
      }
    }
    return found
  }

  private func map(
    _ id: UInt32, _ relation: HEIFGainMapItem.Relation, fileCount count: Int
  ) -> HEIFGainMapItem {
    // Not any packet of the file: that of the picture says nothing of its map.
    let describing = references.first { reference in
      reference.type == "cdsc" && reference.to.contains(id)
        && item(reference.from).map(\.isXMP) == true
    }
    var found = HEIFGainMapItem(item: id, relation: relation, size: storedSize(of: id) ?? .zero)
    found.xmp = describing.flatMap { fileRanges(of: $0.from, fileCount: count) } ?? []
    return found
  }
}

extension ItemTable.Item {
  /// Whether it is a packet of XMP.
  var isXMP: Bool { type == "mime" && contentType == "application/rdf+xml" }
}
