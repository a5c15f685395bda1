/// What a file is by its bytes.
package enum FileKind: Sendable, Hashable {
  /// A picture.
  case image(ImageFormat)
  /// A relative of pictures that isn't one, by its usual name: `mp4`, `mov`, `m4a`, `cr3`…
  case media(String)
  /// No bytes at all.
  case empty
  /// None of those.
  case unknown

  /// The word for it: the format's name, the media's name, `empty` or `unknown`.
  package var name: String {
    switch self {
    case .image(let format): format.rawValue
    case .media(let name): name
    case .empty: "empty"
    case .unknown: "unknown"
    }
  }

  /// The picture format; nil for what is no picture.
  package var imageFormat: ImageFormat? {
    if case .image(let format) = self { format } else { nil }
  }
}
