package import Checksum
package import Posix

/// The digest of what a file holds.
package enum FileDigest {
  /// Tells whether a file of a status, links not followed, holds what is expected.
  package typealias Check =
    @Sendable (
      _ path: FilePath, _ status: FileStatus, _ isExpected: (ContentDigest) -> Bool
    ) -> Bool

  /// The digest of what an open file holds from its current place on, read in pieces.
  ///
  /// Throws what reading throws.
  package static func of(_ file: borrowing FileDescriptor) throws(SystemError) -> ContentDigest {
    var state = SHA256()
    while true {
      let bytes = try file.read(count: 1 << 18)
      state.update(bytes)
      if bytes.count < 1 << 18 { return state.finish() }
    }
  }

  /// The digest of what a file holds, which is as it was in between; nil where it can't be read, or is
  /// another one by now.
  package static func read(_ path: FilePath, _ status: FileStatus) -> ContentDigest? {
    guard status.kind == .file,
      let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]),
      (try? FileStatus(of: file)) == status, let digest = try? of(file),
      (try? FileStatus(of: file)) == status
    else { return nil }
    return digest
  }

  /// Whether a file holds what is expected, found out by reading it.
  package static let check: Check = { path, status, isExpected in
    read(path, status).map(isExpected) ?? false
  }
}
