package import Posix

/// A file that is there under the name of an output, and what its mark says, each looked up once.
package struct FoundOutput: Sendable {
  /// What the system says of it; a link is not followed.
  package let status: FileStatus
  /// Whether its mark says that imgtool wrote it, and nobody changed it since.
  ///
  /// The journal of files without marks may know more.
  package let isMarked: Bool
  /// What it came from, where its mark says so.
  package let origin: ArraySlice<UInt8>?

  /// Looks up what is there; nil where nothing is.
  package init?(_ path: FilePath) {
    guard let status = try? FileStatus(of: path, followingLinks: false) else { return nil }
    self.init(path, status)
  }

  init(_ path: FilePath, _ status: FileStatus) {
    self.status = status
    var word: ArraySlice<UInt8>?
    if status.kind == .file,
      let value = try? ExtendedAttributes.value(of: OutputMark.attribute, at: path)
    {
      word = OutputMark.word(of: value, on: status)
    }
    isMarked = word != nil
    origin = word.flatMap { $0.isEmpty ? nil : $0 }
  }
}
