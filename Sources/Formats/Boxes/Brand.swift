/// What a brand of an `ftyp` box stands for.
enum BrandMeaning: Equatable, Sendable {
  /// HEIF, with the codec where the brand names one.
  case heif(codec: PictureCodec?, isSequence: Bool)
  /// JPEG 2000 (ISO/IEC 15444).
  case jpeg2000
  /// JPEG XL (ISO/IEC 18181-2).
  case jpegXL
  /// The base format of ISO/IEC 14496-12, which says nothing of what is in it: most are MP4.
  case base
  /// Something that is no picture, by its usual name.
  case media(String)
}

extension BrandMeaning {
  /// The meaning of a brand; nil for one that isn't known.
  init?(_ brand: FourCC) {
    if let known = Self.table[brand] {
      self = known
      return
    }
    let text = brand.description
    // Families whose members are numbered: 3gp4…3gp9, 3ge6, 3gg6, 3gr6, 3gs6, 3g2a…3g2c; dvr1,
    // dvt1; iso2…isoc; M4VH, M4VP; F4V, F4P.
    guard let family = Self.families.first(where: { text.hasPrefix($0.prefix) }) else { return nil }
    self = family.meaning
  }

  private static let table: [FourCC: BrandMeaning] = {
    var table: [FourCC: BrandMeaning] = [
      // ISO/IEC 15444-1, -2, -3, -6, -15
      "jp2": .jpeg2000, "jpx": .jpeg2000, "jpm": .jpeg2000, "jph": .jpeg2000,
      "mjp2": .media("mj2"), "mj2s": .media("mj2"),
      "jxl": .jpegXL,
      "qt": .media("mov"), "crx": .media("cr3"),
      "M4A": .media("m4a"), "M4B": .media("m4b"), "M4P": .media("m4p"),
      "MSNV": .media("mp4"), "NDSC": .media("mp4"), "NDSH": .media("mp4"), "NDSM": .media("mp4"),
      "NDSP": .media("mp4"), "NDAS": .media("mp4"), "XAVC": .media("mp4"), "mmp4": .media("mp4"),
      "CAEP": .media("mp4"), "caqv": .media("mp4"), "ndas": .media("mp4"),
      "F4V": .media("f4v"), "f4v": .media("f4v"), "F4P": .media("f4p"), "F4A": .media("f4a"),
      "F4B": .media("f4b"), "aax": .media("aax"), "isml": .media("ismv"), "piff": .media("ismv"),
    ]
    func add(_ brands: [FourCC], _ meaning: BrandMeaning) {
      for brand in brands { table[brand] = meaning }
    }
    // ISO/IEC 23008-12, 10.2: any codec. MIAF (ISO/IEC 23000-22) and its HEVC profiles.
    add(["mif1", "mif2", "mif3", "miaf", "1pic", "tmap"], .heif(codec: nil, isSequence: false))
    add(["msf1", "msf2"], .heif(codec: nil, isSequence: true))
    // ISO/IEC 23008-12, annex B.
    add(
      ["heic", "heix", "heim", "heis", "MiHB", "MiHA", "MiHE"],
      .heif(codec: .hevc, isSequence: false))
    add(["hevc", "hevx", "hevm", "hevs"], .heif(codec: .hevc, isSequence: true))
    // AV1 Image File Format, section 6.
    add(["avif", "avio", "MA1A", "MA1B"], .heif(codec: .av1, isSequence: false))
    add(["avis"], .heif(codec: .av1, isSequence: true))
    // ISO/IEC 23008-12, annexes E, H, L, M; ISO/IEC 15444-16.
    add(["avci"], .heif(codec: .avc, isSequence: false))
    add(["avcs"], .heif(codec: .avc, isSequence: true))
    add(["jpeg"], .heif(codec: .jpeg, isSequence: false))
    add(["jpgs"], .heif(codec: .jpeg, isSequence: true))
    add(["j2ki"], .heif(codec: .jpeg2000, isSequence: false))
    add(["j2is"], .heif(codec: .jpeg2000, isSequence: true))
    add(["vvic"], .heif(codec: .vvc, isSequence: false))
    add(["vvis"], .heif(codec: .vvc, isSequence: true))
    add(["evbi", "evmi"], .heif(codec: .evc, isSequence: false))
    add(["evbs", "evms"], .heif(codec: .evc, isSequence: true))
    // ISO/IEC 14496-12, annex E; 14496-14; 23009-1; 23000-19.
    add(
      [
        "isom", "avc1", "mp41", "mp42", "mp71", "dash", "dsms", "msdh", "msix", "risx", "lmsg",
        "sims", "cmfc", "cmf2", "hvc1", "av01", "mp4v",
      ], .base)
    return table
  }()

  private static let families: [(prefix: String, meaning: BrandMeaning)] = [
    ("3g2", .media("3g2")), ("3g", .media("3gp")), ("iso", .base), ("M4V", .media("m4v")),
    ("dv", .media("mp4")), ("cm", .base),
  ]
}
