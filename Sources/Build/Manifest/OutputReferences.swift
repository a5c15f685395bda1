internal import Formats
internal import ImgtoolKit
internal import Posix

/// How a page names outputs.
struct OutputReferences {
  private let folder: FilePath
  private let prefix: FilePath?

  /// Names for a page that lies in a folder; a prefix takes the folder's place in each.
  init(from folder: FilePath, prefix: FilePath?) {
    self.folder = folder
    self.prefix = prefix
  }

  /// Ready `srcset` values (HTML, section 4.8.4.2.1) by format: `a-320.jpg 320w, a-960.jpg 960w`.
  ///
  /// Of outputs of one format and width, the first by its path stands for all: no two candidates may be alike.
  func candidates(of outputs: [Manifest.Output]) -> JSONObject {
    var object = JSONObject()
    for (format, members) in Dictionary(grouping: outputs, by: \.format.rawValue).sorted(by: {
      $0.key < $1.key
    }) {
      var widths: Set<Int> = []
      let candidates = members.sorted { ($0.size.width, $0.path) < ($1.size.width, $1.path) }
        .filter { widths.insert($0.size.width).inserted }
        .map { "\(reference(to: $0.path)) \($0.size.width)w" }
      object.add(format, .text(Message(candidates.joined(separator: ", "))))
    }
    return object
  }

  /// A relative reference, or the prefix with what follows the folder.
  private func reference(to path: FilePath) -> String {
    let relative = path.relative(to: folder)
    guard let prefix else { return relative.percentEncoded }
    return prefix.description + relative.percentEncoded
  }
}

extension FilePath {
  /// This path as seen from a folder, both from the same place and without dots.
  func relative(to folder: FilePath) -> FilePath {
    var own = names[...]
    var other = folder.names.filter { $0 != "." }[...]
    while own.count > 1, let first = own.first, first == other.first {
      own = own.dropFirst()
      other = other.dropFirst()
    }
    let up = other.map { _ in FilePath("..") }
    return (up + own).reduce("") { $0.appending($1) }
  }
}
