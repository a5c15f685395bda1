/// What a HEIF file holds, by its boxes alone (ISO/IEC 23008-12): nothing is decoded.
package struct HEIFStructure: Sendable, Equatable {
  /// The number of the primary item, or of another one that the facts are about; nil where none is
  /// named.
  package var primary: UInt32?
  /// The type of the primary item: `hvc1`, `av01`, `grid` and so on.
  package var primaryType: FourCC?
  /// How the primary picture's pixels are coded, those of its tiles where it has tiles.
  package var codec: PictureCodec?
  /// The tiles of a primary item of type `grid`.
  package var tiles: HEIFTiles?
  /// The size in pixels of the primary picture as coded or put together.
  package var storedSize = PixelSize.zero
  /// The size in pixels as shown, after `transforms`.
  package var displayedSize = PixelSize.zero
  /// Crops, turns and mirrors of the primary picture, in the order in which they are applied.
  package var transforms: [HEIFTransform] = []
  /// Bits of a sample.
  package var bitsPerSample: Int?
  /// How the colour planes are stored.
  package var chroma: ChromaFormat?
  /// Channels without alpha; nil where it can't be told.
  package var colorChannels: Int?
  /// Whether an auxiliary picture holds transparency.
  package var hasAlpha = false
  /// Whether colours are multiplied by it already (`prem`).
  package var isPremultiplied = false
  /// What auxiliary pictures belong to the primary one, by their URNs, in stored order.
  package var auxiliaryTypes: [String] = []
  /// Whether there is a gain map for high dynamic range: Apple's, Samsung's or a `tmap` item.
  package var hasGainMap = false
  /// The gain maps that belong to the primary picture: of tone maps first, then auxiliary ones.
  package var gainMaps: [HEIFGainMapItem] = []
  /// Whether there is a depth map.
  package var hasDepthMap = false
  /// Whether auxiliary pictures are neither transparency nor one of those two: mattes and the like.
  package var hasOtherAuxiliaries: Bool {
    auxiliaryTypes.contains { type in
      !AuxiliaryType.isAlpha(type) && !AuxiliaryType.isDepthMap(type)
        && !AuxiliaryType.isGainMap(type)
    }
  }
  /// Whether there is the video of a motion photo (`mpvd`, or a film beside the picture).
  package var hasMotionVideo = false
  /// Whether a `mini` box stands for `meta`.
  package var isMini = false
  /// The items that hold what is said about pictures, not only about the primary one.
  package var metadataItems: [HEIFMetadataItem] = []
  /// The sizes as shown of the embedded thumbnails, in pixels, in stored order.
  package var thumbnails: [PixelSize] = []
  /// How many pictures a viewer would list: not hidden, no tiles, thumbnails or auxiliaries.
  package var pictures = 0
  /// The numbers of the pictures beside the primary one, in stored order.
  package internal(set) var others: [UInt32] = []
  /// Where the primary picture's EXIF item lies in the file, its 4-byte offset first.
  package var exif: [Range<Int>] = []
  /// Where the primary picture's XMP item lies in the file.
  package var xmp: [Range<Int>] = []
  /// What the numbers of pixels mean.
  package var nclx: HEIFColor?
  /// Whether the primary picture has an ICC profile.
  package var hasICC = false
  /// Where that profile lies in the file; nil for one inside a `mini` box.
  package var icc: Range<Int>?
  /// The image sequence, where there is one.
  package var sequence: ImageSequence?
  /// Whether everything that is announced is there.
  package var state = FileState.sound

  /// A structure with nothing in it.
  package init() {}
}

/// An item of a HEIF that says something about its pictures.
package struct HEIFMetadataItem: Sendable, Equatable {
  /// What it is: `Exif`, `mime`, `uri `, `iptc`.
  package var type: FourCC
  /// The MIME type of one of type `mime`.
  package var contentType: String?
  /// Where it lies in the file; nil where it lies elsewhere or past the end.
  package var ranges: [Range<Int>]?
}

/// How a picture is put together from tiles (`grid`; ISO/IEC 23008-12, 6.6.2.3).
package struct HEIFTiles: Sendable, Equatable {
  /// Tiles across.
  package var columns: Int
  /// Tiles down.
  package var rows: Int
  /// The size of one tile in pixels; zero where it isn't stated.
  package var size: PixelSize

  /// So many tiles of a size.
  package init(columns: Int, rows: Int, size: PixelSize) {
    self.columns = columns
    self.rows = rows
    self.size = size
  }
}

extension HEIFStructure {
  /// The longest side in pixels that is believed.
  static let longestSide = 1 << 20

  /// What the items of a `meta` box add up to, for the primary picture or another one.
  init(_ table: ItemTable, picture: UInt32? = nil, in source: inout BufferedSource) throws {
    state = table.state
    if table.handler != "pict" { state.note(.damaged) }
    let count = source.count
    state.note(table.extents(fileCount: count))
    pictures = table.topLevelPictures.count
    guard let id = picture ?? table.primary, let item = table.item(id) else {
      state.note(.damaged)
      return
    }
    primary = id
    primaryType = item.type
    // What the primary one is derived from is no picture beside it.
    let sources = table.targets(of: id, by: "dimg")
    others = table.topLevelPictures.filter { $0 != id && !sources.contains($0) }
    let leaf = table.codedItem(of: id)
    codec = leaf.flatMap { table.item($0.id) }.flatMap { PictureCodec($0.type) }
    try readTiles(of: item, in: table, &source)
    readSize(of: id, in: table)
    readSamples(of: id, leaf: leaf?.id ?? id, in: table)
    readRelatives(of: id, leaf: leaf?.id ?? id, in: table)
    exif = table.metadata(of: id, fileCount: count) { $0.type == "Exif" }
    xmp = table.metadata(of: id, fileCount: count) { $0.isXMP }
    gainMaps = table.gainMaps(of: id, fileCount: count)
    metadataItems = table.items.filter { ["Exif", "mime", "uri", "iptc"].contains($0.type) }.map {
      HEIFMetadataItem(
        type: $0.type, contentType: $0.contentType,
        ranges: table.fileRanges(of: $0.id, fileCount: count))
    }
    check(id, leaf: leaf, in: table, fileCount: count)
  }

  private mutating func readTiles(
    of item: ItemTable.Item, in table: ItemTable, _ source: inout BufferedSource
  ) throws {
    guard item.type == "grid" else { return }
    let inputs = table.targets(of: item.id, by: "dimg")
    guard let grid = GridPayload(try table.data(of: item.id, limit: 12, in: &source)) else {
      state.note(.damaged)
      return
    }
    if inputs.count != grid.columns * grid.rows { state.note(.damaged) }
    tiles = HEIFTiles(
      columns: grid.columns, rows: grid.rows,
      size: inputs.first.flatMap(table.storedSize(of:)) ?? .zero)
    storedSize = grid.size
  }

  private mutating func readSize(of id: UInt32, in table: ItemTable) {
    if let size = table.storedSize(of: id) {
      storedSize = size
    } else {
      state.note(.damaged)
    }
    transforms = table.transforms(of: id)
    displayedSize = storedSize
    for transform in transforms {
      guard let size = transform.apply(to: displayedSize) else {
        state.note(.damaged)
        continue
      }
      displayedSize = size
    }
    if storedSize.isEmpty || max(storedSize.width, storedSize.height) > Self.longestSide {
      state.note(.damaged)
    }
  }

  /// What is read of colours and depth: the item's own word first, then that of its first tile.
  private mutating func readSamples(of id: UInt32, leaf: UInt32, in table: ItemTable) {
    for property in table.properties(of: id) + (leaf == id ? [] : table.properties(of: leaf)) {
      switch property {
      case .configuration(_, let samples):
        bitsPerSample = samples.bits ?? bitsPerSample
        chroma = chroma ?? samples.chroma
      case .channels(let bits):
        bitsPerSample = bitsPerSample ?? bits.max()
        colorChannels = colorChannels ?? bits.count
      case .nclx(let color): nclx = nclx ?? color
      case .icc(let range): icc = icc ?? range
      default: break
      }
    }
    hasICC = icc != nil
    if let chroma { colorChannels = chroma == .monochrome ? 1 : 3 }
    if codec == .jpeg { bitsPerSample = bitsPerSample ?? 8 }
  }

  private mutating func readRelatives(of id: UInt32, leaf: UInt32, in table: ItemTable) {
    for reference in table.references where reference.type == "auxl" {
      guard let type = table.auxiliaryType(of: reference.from) else { continue }
      hasGainMap = hasGainMap || AuxiliaryType.isGainMap(type)
      guard reference.to.contains(id) || reference.to.contains(leaf) else { continue }
      if reference.to.contains(id) { auxiliaryTypes.append(type) }
      hasAlpha = hasAlpha || AuxiliaryType.isAlpha(type)
      hasDepthMap = hasDepthMap || AuxiliaryType.isDepthMap(type)
    }
    hasGainMap = hasGainMap || table.items.contains { $0.type == "tmap" }
    isPremultiplied = hasAlpha && !table.targets(of: id, by: "prem").isEmpty
    thumbnails = table.referrers(to: id, by: "thmb").prefix(64).compactMap { thumbnail in
      table.storedSize(of: thumbnail).map { size in
        table.transforms(of: thumbnail).reduce(size) { $1.apply(to: $0) ?? $0 }
      }
    }
  }

  /// Notes what a primary picture must have and hasn't.
  private mutating func check(
    _ id: UInt32, leaf: ItemTable.CodedItem?, in table: ItemTable, fileCount count: Int
  ) {
    let properties = table.properties(of: id)
    if properties.contains(where: { if case .broken = $0 { true } else { false } }) {
      state.note(.damaged)
    }
    guard let leaf else {
      // A derivation that leads to no picture; types that aren't known may well be sound.
      if ["grid", "iovl", "iden", "tmap"].contains(table.item(id)?.type) { state.note(.damaged) }
      return
    }
    if let wanted = codec?.configurationType,
      !table.properties(of: leaf.id).contains(where: { $0.isConfiguration(wanted) })
    {
      state.note(.damaged)
    }
    let ranges = table.fileRanges(of: leaf.id, fileCount: count)
    if ranges == nil || ranges?.allSatisfy(\.isEmpty) == true {
      // Bytes that lie in another item or file can't be looked for.
      if table.locations[leaf.id]?.base != .elsewhere { state.note(.damaged) }
    }
  }
}

extension HEIFProperty {
  fileprivate func isConfiguration(_ type: FourCC) -> Bool {
    if case .configuration(type, _) = self { true } else { false }
  }
}

/// The payload of a `grid` item (ISO/IEC 23008-12, 6.6.2.3.2).
private struct GridPayload {
  var columns, rows: Int
  var size: PixelSize

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let version = reader.read(UInt8.self), version == 0,
      let flags = reader.read(UInt8.self), let rows = reader.read(UInt8.self),
      let columns = reader.read(UInt8.self),
      let width = reader.readID(wide: flags & 1 == 1),
      let height = reader.readID(wide: flags & 1 == 1)
    else { return nil }
    self.columns = Int(columns) + 1
    self.rows = Int(rows) + 1
    size = PixelSize(width: Int(width), height: Int(height))
  }
}
