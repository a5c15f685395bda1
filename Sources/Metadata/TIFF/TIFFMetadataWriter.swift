import Formats

extension TIFFMetadata {
  /// A TIFF that says exactly what `metadata` says of the picture in `bytes`.
  ///
  /// It starts with the EXIF block as it is, so that everything in it, maker notes too, lies where
  /// their offsets say; behind it follow the picture and a new first directory, which has the block's
  /// own fields and those of the picture. What `bytes` said before is gone, and so are an embedded
  /// thumbnail, which would be taken for a second page, and comments, for which TIFF has no place.
  ///
  /// - Parameters:
  ///   - metadata: What is to be said.
  ///   - bytes: A TIFF of one picture in strips, as `tiffsave` makes it.
  /// - Returns: The TIFF, in the byte order of the EXIF block.
  /// - Throws: `MetadataError.notOfFormat` where the bytes are no such TIFF, `MetadataError.tooLarge`
  ///   where the result would pass 4 GiB.
  package static func write(_ metadata: PictureMetadata, into bytes: [UInt8])
    throws(MetadataError) -> Warned<[UInt8]>
  {
    guard let picture = TIFFPicture(bytes) else { throw .notOfFormat("TIFF") }
    var result = Warned<[UInt8]>([])
    let layout = metadata.exif.flatMap(EXIFLayout.init)
    if metadata.exif != nil, layout == nil { result.warn(.exifDamaged) }
    var file = TIFFAssembly(layout, order: picture.order)
    guard let strips = picture.strips(in: file.order) else { throw .notOfFormat("TIFF") }
    file.add(strips)
    for field in picture.fields { file.set(field, from: picture.order) }
    if let icc = metadata.icc { file.set(TIFFTag.iccProfile, .undefined, icc) }
    if let xmp = metadata.xmp { file.set(EXIFTag.xmp, .byte, xmp) }
    if let iptc = metadata.iptc {
      // Bytes, but as whole numbers of 4: so Adobe began, and readers expect it.
      file.set(EXIFTag.iptc, .long, iptc + Array(repeating: 0, count: (4 - iptc.count % 4) % 4))
    }
    if !metadata.photoshop.isEmpty {
      file.set(EXIFTag.photoshop, .byte, metadata.photoshop.flatMap(\.bytes))
    }
    file.setDensity(metadata.density)
    guard let whole = file.finished() else { throw .tooLarge("TIFF") }
    result.value = whole
    return result
  }
}

/// A TIFF under construction: bytes, and the fields of the directory that will stand behind them.
private struct TIFFAssembly {
  let order: ByteReader.Order
  private var bytes: [UInt8]
  /// The 12 bytes of each entry.
  private var entries: [UInt16: [UInt8]] = [:]

  /// A file that starts with an EXIF block, whose fields are kept, or with a header in an order.
  init(_ layout: EXIFLayout?, order: ByteReader.Order) {
    guard let layout, let primary = layout[.primary] else {
      self.order = order
      bytes = order == .little ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]
      bytes += [0, 0, 0, 0]
      return
    }
    self.order = layout.reader.order
    bytes = Array(layout.reader.bytes)
    EXIFPatch.dropThumbnail(layout, &bytes)
    for entry in primary.entries
    where entries[entry.tag] == nil && !Self.isOfPixels(entry.tag) {
      // Where a directory should be that isn't, pixels may come to lie.
      let isLost = EXIFLayout.pointers.contains { $0.tag == entry.tag && layout[$0.kind] == nil }
      guard !isLost, layout.reader.data(of: entry) != nil else { continue }
      entries[entry.tag] = Array(bytes[entry.entryOffset..<entry.entryOffset + 12])
    }
  }

  /// Whether a field says how pixels are stored, or is written from elsewhere.
  private static func isOfPixels(_ tag: UInt16) -> Bool {
    EXIFTag.structural.contains(tag) || TIFFPicture.tags.contains(tag) || others.contains(tag)
  }

  /// Tiles, further directories, tables and strips of JPEG; XMP, IPTC, Photoshop's, the profile.
  private static let others: Set<UInt16> = [
    0x0142, 0x0143, 0x0144, 0x0145, 0x014A, 0x015B, TIFFTag.thumbnailOffset,
    TIFFTag.thumbnailLength, EXIFTag.xmp, EXIFTag.iptc, EXIFTag.photoshop, TIFFTag.iccProfile,
  ]

  /// Puts the strips behind what is there.
  mutating func add(_ strips: [[UInt8]]) {
    var offsets: [UInt8] = []
    var counts: [UInt8] = []
    for strip in strips {
      align()
      offsets.append(UInt32(clamping: bytes.count), order)
      counts.append(UInt32(clamping: strip.count), order)
      bytes += strip
    }
    set(EXIFTag.stripOffsets, .long, offsets)
    set(EXIFTag.stripByteCounts, .long, counts)
  }

  /// Sets a field whose value stands in an order.
  mutating func set(_ field: EXIFTree.Field, from order: ByteReader.Order) {
    let isTurned = order != self.order
    let value =
      isTurned ? Array(field.data).withElementsReversed(of: field.type.unit) : Array(field.data)
    set(field.tag, field.type, value)
  }

  /// Sets a field; the value stands in the file's order.
  mutating func set(_ tag: UInt16, _ type: TIFFType, _ value: [UInt8]) {
    guard !value.isEmpty else { return }
    var entry: [UInt8] = []
    entry.append(tag, order)
    entry.append(type.rawValue, order)
    entry.append(UInt32(clamping: value.count / type.size), order)
    if value.count > 4 {
      align()
      entry.append(UInt32(clamping: bytes.count), order)
      bytes += value
    } else {
      entry += value + Array(repeating: 0, count: 4 - value.count)
    }
    entries[tag] = entry
  }

  /// States a density where EXIF has none: a TIFF must have one (TIFF 6.0, section 3), and without a
  /// unit it says nothing.
  mutating func setDensity(_ density: PixelDensity?) {
    let (x, y, unit): (UInt16, UInt16, UInt16) = (0x011A, 0x011B, 0x0128)
    guard entries[x] == nil else { return }
    var stated = density
    if stated?.unit == .metre { stated = stated?.converted(to: .centimetre, limit: .max) }
    let code: UInt16 =
      switch stated?.unit {
      case .inch: 2
      case .centimetre, .metre: 3
      case .some(.none), nil: 1
      }
    set(x, .rational, [UInt8](stated?.x ?? 1, order) + [UInt8](UInt32(1), order))
    set(y, .rational, [UInt8](stated?.y ?? 1, order) + [UInt8](UInt32(1), order))
    set(unit, .short, [UInt8](code, order))
  }

  /// The file with its directory; nil where offsets of 32 bits don't reach its end.
  mutating func finished() -> [UInt8]? {
    align()
    let start = bytes.count
    bytes.append(UInt16(clamping: entries.count), order)
    // In rising order (TIFF 6.0, section 2).
    for entry in entries.sorted(by: { $0.key < $1.key }) { bytes += entry.value }
    bytes.append(UInt32(0), order)
    guard UInt32(exactly: bytes.count) != nil else { return nil }
    bytes.store(UInt32(clamping: start), at: 4, order)
    return bytes
  }

  /// Values and directories start at even offsets.
  private mutating func align() {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
  }
}

extension TIFFType {
  /// The bytes that change places when the order does.
  var unit: Int {
    switch self {
    case .byte, .ascii, .signedByte, .undefined: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .rational, .signedRational, .float, .directory: 4
    case .double: 8
    }
  }
}
