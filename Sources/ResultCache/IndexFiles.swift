internal import Batch
internal import Posix

/// What one file of an index holds, in memory.
protocol IndexShardContent: Sendable {
  /// The content of a file's bytes, whatever they are.
  init(_ bytes: [UInt8])
  /// Whether its file has to be written.
  var hasNews: Bool { get }
}

/// The files of an index, one for each of 256 shards: each is read when it is first asked, and changed at the
/// end of a run.
final class IndexFiles<Content: IndexShardContent>: Sendable {
  private let cache: CacheFolder
  /// Where the files are.
  let folder: FilePath
  private let shards: [Locked<Content?>]
  /// The most bytes that are read of a file.
  private let mostBytes: Int

  init(_ cache: CacheFolder, at folder: FilePath, mostBytes: Int) {
    self.cache = cache
    self.folder = folder
    self.mostBytes = mostBytes
    shards = CacheFolder.shards.map { _ in Locked(nil) }
  }

  /// The numbers of the shards.
  var numbers: Range<Int> { shards.indices }

  /// Lends what a shard holds, read where it was not.
  func withShard<Result: Sendable>(
    _ number: Int, _ body: (inout Content) -> Result
  ) -> Result {
    shards[number].withLock { shard in
      var known = shard ?? Content(bytes(of: number))
      // Held by nobody else, so that it is not copied.
      shard = nil
      defer { shard = known }
      return body(&known)
    }
  }

  /// Looks at the shards that were asked so far.
  func forEachKnown(_ body: (Content) -> Void) {
    for shard in shards { shard.withLock { $0 }.map(body) }
  }

  /// Writes down what was learned, each shard by `write`, and forgets it; that it can't be costs the next
  /// run some time.
  func save(_ write: (Content, Int) throws(SystemError) -> Void) {
    let hasNews = shards.contains { shard in shard.withLock { $0?.hasNews == true } }
    guard hasNews else { return }
    change {
      for (number, shard) in shards.enumerated() {
        let content = shard.withLock { content in
          defer { content = nil }
          return content
        }
        if let content, content.hasNews { try? write(content, number) }
      }
    }
  }

  /// Does what changes the files while nobody else does; not at all where that can't be had soon.
  func change(_ body: () -> Void) { cache.changeIndex(folder, body) }

  /// The bytes of a file; none where there is none, or one longer than any of ours.
  func bytes(of number: Int) -> [UInt8] {
    guard let file = try? FileDescriptor(opening: path(number), [.read, .noFollow, .nonBlocking]),
      let bytes = try? file.readAll(limit: mostBytes)
    else { return [] }
    return bytes
  }

  /// How long a file is.
  func byteCount(of number: Int) -> Int { (try? FileStatus(of: path(number)).size) ?? 0 }

  /// Puts a file in place of one.
  func replace(_ number: Int, with bytes: [UInt8]) throws(SystemError) {
    try cache.write(bytes, to: path(number))
  }

  /// Adds to a file, which need not be there.
  func append(_ bytes: [UInt8], to number: Int) throws(SystemError) {
    if let kind = CacheFolder.kind(of: path(number)), kind != .file {
      return try replace(number, with: bytes)
    }
    // Whatever has its name: nobody is waited for at a pipe.
    let file = try FileDescriptor(
      opening: path(number), [.write, .create, .append, .noFollow, .nonBlocking],
      permissions: .privateFile)
    try file.write(bytes)
  }

  private func path(_ number: Int) -> FilePath { folder.appending(CacheFolder.shards[number]) }
}
