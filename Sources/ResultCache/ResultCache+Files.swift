internal import Batch
package import Checksum
package import Posix

/// What files hold, inputs and outputs, without opening those that the system says are as they were.
extension ResultCache {
  /// The digest of what a file of this status holds, where that is known without opening it.
  package func knownDigest(of status: FileStatus) -> ContentDigest? {
    guard !isParanoid, isReadable else { return nil }
    return index.digest(of: status)
  }

  /// Remembers what a file held that had this status before and after it was read.
  package func note(_ digest: ContentDigest, of status: FileStatus) {
    guard isWritable else { return }
    index.note(status, digest)
  }

  /// Remembers what a file holds that this run has just written, by its status afterwards.
  ///
  /// Nobody else has had a chance yet to change it, so it is known at once, and not only after a while.
  package func noteWritten(_ digest: ContentDigest, of status: FileStatus) {
    guard isWritable else { return }
    index.noteWritten(status, digest)
  }

  /// Whether a file holds what is expected: by its status where it is known by that, else by reading it, after
  /// which it is known.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - status: What the system says of it, links not followed.
  ///   - isExpected: Whether this is the digest of what is expected.
  /// - Returns: False also where it can't be read.
  package func holds(
    _ path: FilePath, _ status: FileStatus, _ isExpected: (ContentDigest) -> Bool
  ) -> Bool {
    if let known = knownDigest(of: status) { return isExpected(known) }
    // What is something else may be no picture, and the index knows pictures alone.
    guard let digest = FileDigest.read(path, status), isExpected(digest) else { return false }
    note(digest, of: status)
    return true
  }
}
