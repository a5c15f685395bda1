/// What an ISO base media file is, told by its brands and confirmed by its structure.
struct ISOContents {
  /// A HEIF format, another picture format, or a relative such as `mp4`.
  var kind: FileKind
  /// The HEIF structure, where it is HEIF.
  var heif: HEIFStructure?
  /// The film, where it is one.
  var film: ImageSequence?
  /// Whether everything that is announced is there.
  var state: FileState

  /// Reads what the boxes hold.
  init(_ file: ISOFile, in source: inout BufferedSource) throws {
    state = file.state
    var track: ImageSequence?
    if let movie = file.movie {
      track = try ImageSequence(movie, in: &source, state: &state)
    }
    guard let fileType = file.fileType else {
      kind = .media("mov")
      film = track
      return
    }
    let brands = Brands(fileType)
    guard brands.speakOfHEIF(file, track: track) else {
      kind = brands.otherKind(file)
      film = track
      return
    }
    var structure = HEIFStructure()
    if let meta = file.meta {
      structure = try HEIFStructure(try ItemTable(meta, in: &source), in: &source)
    } else if let mini = file.mini {
      structure = try HEIFStructure(
        mini: mini, brand: FourCC(rawValue: fileType.minor), in: &source)
    }
    structure.sequence = track
    structure.hasMotionVideo =
      file.hasMotionVideo || (structure.primary != nil && track?.handler == "vide")
    state.note(structure.state)
    if file.meta == nil, file.mini == nil, track == nil { state.note(.damaged) }
    structure.state = state
    let isSequence = track != nil && (brands.isSequence || (file.meta ?? file.mini) == nil)
    kind = .image(brands.format(structure, isSequence: isSequence))
    heif = structure
  }
}

/// The meanings of a file's brands.
private struct Brands {
  let major: BrandMeaning?
  let compatible: [BrandMeaning]

  init(_ fileType: FileTypeBox) {
    major = BrandMeaning(fileType.major)
    compatible = fileType.compatible.compactMap(BrandMeaning.init)
  }

  /// Whether the main brand is one of image sequences.
  var isSequence: Bool {
    if case .heif(_, true)? = major { true } else { false }
  }

  /// Whether the file is HEIF: brands say so, and the boxes don't contradict.
  func speakOfHEIF(_ file: ISOFile, track: ImageSequence?) -> Bool {
    switch major {
    case .heif?:
      // A film under a HEIF brand is a film; a sequence's track has the handler `pict`, or at
      // least the brand of one.
      return file.meta != nil || file.mini != nil || track?.handler != "vide" || isSequence
    case .base?, nil:
      return compatible.contains { if case .heif = $0 { true } else { false } }
        && (file.meta != nil || file.mini != nil || track?.handler == "pict")
        && track?.handler != "vide"
    case .jpeg2000?, .jpegXL?, .media?: return false
    }
  }

  /// What a file that isn't HEIF is.
  func otherKind(_ file: ISOFile) -> FileKind {
    var meanings = compatible
    if let major { meanings.insert(major, at: 0) }
    for meaning in meanings {
      switch meaning {
      case .jpeg2000: return .image(.jp2)
      case .jpegXL: return .image(.jxl)
      case .media(let name): return .media(name)
      // The main brand says no more than the base format: that is what MP4 is.
      case .base where meaning == major: return .media("mp4")
      case .base, .heif: continue
      }
    }
    let isFilm = file.movie != nil || file.hasMediaData || !meanings.isEmpty
    return isFilm ? .media("mp4") : .unknown
  }

  /// The HEIF format: the codec found decides, and where none was found, the one that is claimed.
  func format(_ structure: HEIFStructure, isSequence: Bool) -> ImageFormat {
    let found = isSequence ? structure.sequence?.codec : structure.codec
    switch found ?? (structure.hasUnknownCodec ? nil : claimedCodec) {
    case .hevc?: return isSequence ? .heics : .heic
    case .av1?: return isSequence ? .avis : .avif
    default: return .heif
    }
  }

  private var claimedCodec: PictureCodec? {
    for case .heif(let codec?, _) in [major].compactMap({ $0 }) + compatible { return codec }
    return nil
  }
}

extension HEIFStructure {
  /// Whether the primary item is neither coded by a known codec nor derived from another.
  fileprivate var hasUnknownCodec: Bool {
    guard codec == nil, let primaryType else { return false }
    return !["grid", "iovl", "iden", "tmap"].contains(primaryType)
  }
}
