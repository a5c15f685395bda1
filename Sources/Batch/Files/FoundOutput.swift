package import Posix

/// A file that is there under the name of an output, looked up once.
package struct FoundOutput: Sendable {
  /// What the system says of it; a link is not followed.
  package let status: FileStatus
  /// Whether imgtool wrote it, and nobody changed it since.
  package let isOurs: Bool

  /// Looks up what is there; nil where nothing is.
  ///
  /// - Parameters:
  ///   - path: Where an output is to go.
  ///   - isOurs: Whether imgtool wrote the file of this path and status.
  package init?(_ path: FilePath, isOurs: (FilePath, FileStatus) -> Bool) {
    guard let status = try? FileStatus(of: path, followingLinks: false) else { return nil }
    self.status = status
    self.isOurs = isOurs(path, status)
  }
}
