package import Posix

extension ImageFormat {
  /// The extensions that files of this format have, lower case, without the point; the first is
  /// the one that is written.
  package var fileNameExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "jif", "mpo", "thm"]
    case .png: ["png", "apng"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    case .tiff: ["tif", "tiff"]
    case .jxl: ["jxl"]
    case .jp2: ["jp2", "j2k", "jpf", "jpx", "jpm", "j2c", "jpc", "jph", "jhc"]
    case .bmp: ["bmp", "dib"]
    case .svg: ["svg"]
    case .pdf: ["pdf", "ai"]
    case .heic: ["heic", "heif", "hif"]
    case .heics: ["heics", "heic", "heifs", "heif", "hif"]
    case .avif: ["avif", "heif", "hif"]
    case .avis: ["avifs", "avif", "heifs", "heif", "hif"]
    case .heif: ["heif", "hif", "heifs", "hej2", "avci", "avcs", "vvic", "vvis"]
    }
  }

  /// The extension that is written.
  package var fileNameExtension: String { fileNameExtensions[0] }

  /// The format that the extension of a name or path speaks of, in any case.
  package init?(extensionOf name: FilePath) {
    guard let found = name.lowercaseExtension,
      let format = Self.byExtension.first(where: { $0.extensions.contains(found) })?.format
    else { return nil }
    self = format
  }

  /// Formats in the order in which an extension that several have is taken.
  private static let byExtension = allCases.map { (format: $0, extensions: $0.fileNameExtensions) }
    .sorted { $0.format.precedence < $1.format.precedence }

  /// Extensions of all HEIF, such as `.heif`, speak of the usual one: a still picture in HEVC.
  private var precedence: Int {
    switch self {
    case .heics, .avis: 1
    case .heif: 2
    default: 0
    }
  }
}

extension FileKind {
  /// Whether a file name's extension is one that files of this kind have.
  ///
  /// The extension counts in any case. True for a name without one, and for what isn't known:
  /// nothing lies there.
  package func extensionMatches(_ name: FilePath) -> Bool {
    guard let found = name.lowercaseExtension, !found.isEmpty else { return true }
    return switch self {
    case .image(let format): format.fileNameExtensions.contains(found)
    case .media(let media):
      media == found || Self.mediaExtensions[media, default: []].contains(found)
    case .empty, .unknown: true
    }
  }

  /// Further extensions of kinds that aren't pictures; the kind's own name is one too.
  private static let mediaExtensions: [String: [String]] = [
    "mov": ["qt"], "mp4": ["m4v", "m4a", "mp4v", "mpg4", "m4s", "dash"], "m4a": ["mp4", "m4b"],
    "m4v": ["mp4"], "3gp": ["3gpp"], "3g2": ["3gpp2"], "mj2": ["mjp2"],
  ]
}

extension FilePath {
  /// The extension in lower case, without the point; nil where there is none.
  var lowercaseExtension: String? {
    pathExtension.map { String(decoding: $0.bytes, as: UTF8.self).lowercased() }
  }
}
