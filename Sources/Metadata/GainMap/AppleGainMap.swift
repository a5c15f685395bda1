internal import Formats

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Apple's gain map, by "Applying Apple HDR effect to your photos" (developer.apple.com, AppKit).
///
/// `bright = base × (1 + (headroom - 1) × gain)` in linear light; gains are stored by the transfer function
/// of ITU-R BT.709. The headroom stands in the XMP of the map or, in older files, follows from two fields
/// of the picture's maker note.
enum AppleGainMap {
  /// The URN of the auxiliary picture, in HEIF and in the XMP of a JPEG's second picture.
  static let type = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// What a map means.
  ///
  /// - Parameters:
  ///   - xmp: What is said about the map itself; nil where nothing is.
  ///   - exif: The EXIF block of the picture.
  /// - Returns: The form, the numbers, and the curve of the samples.
  /// - Throws: `metadataMissing` where neither tells the headroom; `metadataDamaged`; `noEffect`.
  static func stored(xmp: XMPDocument?, exif: [UInt8]?) throws(GainMapFlaw) -> StoredGainMap {
    var headroom: Double?
    if let xmp { headroom = try statedHeadroom(xmp) }
    if headroom == nil, let exif { headroom = AppleMakerNote(exif: exif)?.headroom }
    guard let headroom else { throw .metadataMissing }
    return try stored(headroom: headroom)
  }

  /// What a map of a headroom means: how many times as bright as white its brightest white is.
  static func stored(headroom: Double) throws(GainMapFlaw) -> StoredGainMap {
    // Not a number, or not above 1: nothing to brighten.
    guard headroom.isFinite, headroom >= 0 else { throw .metadataDamaged }
    guard headroom > 1 else { throw .noEffect }
    let stops = log2(headroom)
    let channel = GainMapMetadata.Channel(
      minimum: 0, maximum: stops, baseOffset: 0, alternateOffset: 0)
    let metadata = try GainMapMetadata(channels: [channel], alternateHeadroom: stops).checked()
    // `1 + (headroom - 1) × gain` as a share of the whole logarithm, which `metadata` speaks of.
    let curve = (0...255).map { sample in
      min(max(log2(1 + (headroom - 1) * light(Double(sample) / 255)) / stops, 0), 1)
    }
    return StoredGainMap(form: .apple, metadata: metadata, curve: curve)
  }

  /// Whether a packet speaks of such a map, in a JPEG's second picture.
  static func isDescribed(by document: XMPDocument) -> Bool {
    document.properties.contains { property in
      property.name.namespace == XMPNamespace.appleGainMap
        || property.name == XMPName(XMPNamespace.applePixelData, "AuxiliaryImageType")
          && property.value.map { document.text($0).hasSuffix(":hdrgainmap") } == true
    }
  }

  /// `HDRGainMap:HDRGainMapHeadroom`, which maps of version 2 (0x20000) have.
  private static func statedHeadroom(_ document: XMPDocument) throws(GainMapFlaw) -> Double? {
    let name = XMPName(XMPNamespace.appleGainMap, "HDRGainMapHeadroom")
    guard let property = document.properties.first(where: { $0.name == name }) else { return nil }
    guard let value = property.value, let headroom = Double(document.text(value)) else {
      throw .metadataDamaged
    }
    return headroom
  }

  /// The light of a signal, both from 0 to 1 (ITU-R BT.709-6, 1.2, the other way).
  private static func light(_ signal: Double) -> Double {
    signal < 0.081 ? signal / 4.5 : pow((signal + 0.099) / 1.099, 1 / 0.45)
  }
}

/// The two fields of Apple's maker note that tell the headroom.
private struct AppleMakerNote {
  /// Field 33, 0x21.
  private let first: Double?
  /// Field 48, 0x30.
  private let second: Double?

  private static let start: [UInt8] = [UInt8](text: "Apple iOS\0")

  /// The maker note of an EXIF block; nil where it has none of Apple's.
  init?(exif: [UInt8]) {
    guard let layout = EXIFLayout(exif),
      let note = layout[.exif]?.entry(EXIFTag.makerNote).flatMap({ layout.reader.data(of: $0) }),
      note.starts(with: Self.start)
    else { return nil }
    // Behind the name: a version (2 bytes), the byte order (2), and a directory whose offsets count from the
    // name.
    let order: ByteReader.Order = note.dropFirst(12).first == 0x49 ? .little : .big
    guard let directory = TIFFDirectory(note.dropFirst(14), at: 14, order: order) else {
      return nil
    }
    first = Self.number(0x21, directory, note, order)
    second = Self.number(0x30, directory, note, order)
  }

  /// The headroom by Apple's formula; nil where both fields are missing.
  ///
  /// One of them that is missing counts as 0: cameras leave out the second, and show the map nonetheless.
  var headroom: Double? {
    guard first != nil || second != nil else { return nil }
    let (first, second) = (first ?? 0, second ?? 0)
    let stops: Double =
      switch (first < 1, second <= 0.01) {
      case (true, true): -20 * second + 1.8
      case (true, false): -0.101 * second + 1.601
      case (false, true): -70 * second + 3
      case (false, false): -0.303 * second + 2.303
      }
    return exp2(max(stops, 0))
  }

  /// The value of a signed fraction, or a floating-point number.
  private static func number(
    _ tag: UInt16, _ directory: TIFFDirectory, _ note: ArraySlice<UInt8>, _ order: ByteReader.Order
  ) -> Double? {
    guard let entry = directory.entry(tag) else { return nil }
    let reader = ByteReader(note, order: order)
    let place = entry.valueOffset
    guard let head = reader.peek(UInt32.self, at: place) else { return nil }
    var number: Double?
    switch entry.type {
    case .signedRational, .rational:
      if let divisor = reader.peek(UInt32.self, at: place + 4), divisor != 0 {
        number = Double(Int32(bitPattern: head)) / Double(Int32(bitPattern: divisor))
      }
    case .float: number = Double(Float(bitPattern: head))
    case .double: number = reader.peek(UInt64.self, at: place).map { Double(bitPattern: $0) }
    default: break
    }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}
