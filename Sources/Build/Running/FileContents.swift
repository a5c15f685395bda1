internal import Batch
internal import Checksum
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// What files hold: by the cache where it knows, else by reading them.
struct FileContents: Sendable {
  let results: ResultCache?

  /// The digest and the length of a file; nil where it isn't there, is no plain file or can't be read.
  func look(at path: FilePath) -> (digest: ContentDigest, bytes: Int)? {
    guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
    if let known = results?.knownDigest(of: status) { return (known, status.size) }
    guard let file = try? FileDescriptor(opening: path, [.read, .nonBlocking]),
      let digest = try? FileDigest.of(file)
    else { return nil }
    return (digest, status.size)
  }
}
