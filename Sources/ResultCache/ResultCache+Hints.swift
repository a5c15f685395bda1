internal import Batch
internal import Checksum
internal import Posix

/// Hints: what was learned on the way to results, with which similar work gets there sooner.
///
/// They are kept like results, each in a file of its own that ends with a digest, but no result depends on
/// them: whoever reads one has to come to the same bytes without it.
extension ResultCache {
  private static let magic = Array("imgtool hint 1".utf8)
  /// The most bytes of a hint.
  package static let mostHintBytes = 8 << 10
  /// The most bytes that a file with a hint has.
  private static let mostFileBytes = mostHintBytes + 128

  /// The hint of a key; nil where there is none.
  package func hint(for key: CacheKey) -> [UInt8]? {
    guard isReadable else { return nil }
    let path = folder.path(.hints, key.digest)
    guard let hint = readHint(path, key.digest) else {
      // What is there is not sound.
      try? FileSystem.remove(path)
      return nil
    }
    state.withLock { _ = $0.used.insert(key.digest) }
    touchIfNeeded(path)
    return hint
  }

  /// Keeps a hint, where that can be done, in place of the one that the key had.
  package func keepHint(_ hint: [UInt8], for key: CacheKey) {
    guard isWritable, hint.count <= Self.mostHintBytes else { return }
    var writer = FieldWriter()
    writer.add(Self.magic)
    writer.add(key.digest.bytes)
    writer.addCounted(hint)
    let file = writer.bytes + SHA256.digest(of: writer.bytes).bytes
    keep(file, in: .hints, under: key.digest)
  }

  /// What the file of a hint says; nil where a single byte of it is not as it was.
  func readHint(_ path: FilePath, _ key: ContentDigest) -> [UInt8]? {
    guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]),
      let bytes = try? file.readAll(limit: Self.mostFileBytes)
    else { return nil }
    let end = bytes.count - ContentDigest.byteCount
    guard end > 0, ContentDigest(bytes[end...]) == SHA256.digest(of: Array(bytes[..<end]))
    else { return nil }
    var reader = FieldReader(bytes[..<end])
    guard reader.skip(Self.magic), ContentDigest(&reader) == key,
      let hint = reader.counted(atMost: Self.mostHintBytes), reader.isAtEnd
    else { return nil }
    return hint
  }
}
