internal import Checksum
internal import Formats
internal import Posix

/// What a build made: each input with its outputs, sorted, so that equal work gives equal bytes.
///
/// All paths start from the folder of the project file.
struct Manifest: Hashable, Sendable {
  /// A picture that something was made of.
  struct Input: Hashable, Sendable {
    var path: FilePath
    /// SHA-256 of its bytes.
    var digest: ContentDigest
    /// As displayed, in pixels.
    var size: PixelSize
    /// What the picture is on average, `#rrggbb`; nil where nobody knows.
    var color: String?
    /// A tiny picture as a `data:` URI (RFC 2397); nil where none could be made.
    var placeholder: String?
    var outputs: [Output]
  }

  /// A file that was made.
  struct Output: Hashable, Sendable {
    var path: FilePath
    var size: PixelSize
    var format: ImageFormat
    var bytes: Int
    /// SHA-256 of its bytes.
    var digest: ContentDigest
    /// 1 to 100; nil for formats and files that have none.
    var quality: Int?
    /// Stands for all settings that it was made by.
    var recipe: String
  }

  /// In byte order of their paths, as their outputs are.
  let inputs: [Input]

  /// The manifest of these inputs, in whatever order they are.
  init(_ inputs: [Input]) {
    self.inputs = inputs.sorted { $0.path < $1.path }.map { input in
      var input = input
      input.outputs.sort { $0.path < $1.path }
      return input
    }
  }

  /// All outputs by their paths.
  var outputs: [FilePath: Output] {
    Dictionary(inputs.flatMap(\.outputs).map { ($0.path, $0) }) { one, _ in one }
  }
}
