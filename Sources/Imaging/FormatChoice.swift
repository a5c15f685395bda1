package import Formats

/// The format that an output is to have.
package enum FormatChoice: Codable, Sendable, Equatable {
  /// Pictures in HEIF and JPEG XL, which few programs read, become JPEG, or PNG where they have
  /// transparency; the others keep their format.
  case auto
  /// The input's own format.
  case keep
  /// This format, whatever the input is.
  case fixed(ImageFormat)

  /// The format of the output for a picture of these facts.
  ///
  /// A format that can't be written becomes PNG where the picture has transparency or is a drawing, else JPEG.
  package func format(for facts: HeaderFacts, source: ImageFormat) -> ImageFormat {
    let fallback: ImageFormat = facts.hasAlpha || source.isDrawing ? .png : .jpeg
    return switch self {
    case .fixed(let format): format
    case .auto where source.isHEIF || source == .jxl: fallback
    case .auto, .keep: source.canBeWritten ? source : fallback
    }
  }

  /// The format that it is whatever the input is; nil where that depends on the input.
  package var fixed: ImageFormat? {
    if case .fixed(let format) = self { format } else { nil }
  }
}
