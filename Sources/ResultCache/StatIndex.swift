internal import Batch
internal import Checksum
internal import Posix

/// What files held when they were last read, by what the system says of them.
///
/// It can be thrown away at any time. Files are spread over 256 shards by their number; each shard is
/// read when it is first asked, and appended to at the end of a run.
final class StatIndex: Sendable {
  private let folder: CacheFolder
  private let shards: [Locked<IndexShard?>]
  /// How long a file must have been left alone to be known again, in seconds: clocks of file systems
  /// are coarse, and a second change could leave everything as it was.
  private static let quiet = FileTime(seconds: 2, nanoseconds: 0)
  /// The most files that a shard remembers.
  private static let mostOfShard = 2048

  init(_ folder: CacheFolder) {
    self.folder = folder
    shards = CacheFolder.shards.map { _ in Locked(nil) }
  }

  /// What a file of this status held; nil where that is not known.
  func digest(of status: FileStatus) -> ContentDigest? {
    let file = IndexRecord.File(status)
    return withShard(of: file) { shard in
      guard let record = shard.known[file], record.matches(status) else { return nil }
      return record.digest
    }
  }

  /// Remembers what a file held that was read at `now` or later and has this status still.
  func note(_ status: FileStatus, _ digest: ContentDigest, now: FileTime = .now) {
    let latest = FileTime(
      seconds: now.seconds - Self.quiet.seconds, nanoseconds: now.nanoseconds)
    guard max(status.modified, status.changed) < latest else { return }
    let record = IndexRecord(status, digest)
    withShard(of: record.file) { $0.add(record) }
  }

  /// Writes down what was learned; that it can't be costs the next run some time.
  func save() {
    let hasNews = shards.contains { shard in
      shard.withLock { $0.map { !$0.added.isEmpty || $0.isDamaged } ?? false }
    }
    if hasNews { folder.changeIndex(folder.index, saveShards) }
  }

  private func saveShards() {
    for (number, shard) in shards.enumerated() {
      let shard = shard.withLock { shard in
        defer { shard = nil }
        return shard
      }
      guard let shard, !shard.added.isEmpty || shard.isDamaged else { continue }
      try? save(shard, number)
    }
  }

  /// How many files are known, and the bytes that takes.
  var size: (files: Int, bytes: Int) {
    var size = (files: 0, bytes: 0)
    for number in CacheFolder.shards.indices {
      let bytes = read(number)
      size.files += IndexShard(bytes).known.count
      size.bytes += bytes.count
    }
    return size
  }

  private func save(_ shard: IndexShard, _ number: Int) throws(SystemError) {
    let path = path(number)
    // Others may have been here since it was read.
    let size = (try? FileStatus(of: path).size) ?? 0
    let count = size / IndexRecord.byteCount + shard.added.count
    if shard.isDamaged || size % IndexRecord.byteCount != 0 || count > 2 * shard.known.count + 64
      || count > Self.mostOfShard
    {
      var whole = IndexShard(read(number))
      for record in shard.added { whole.add(record) }
      return try folder.write(whole.encoded(atMost: Self.mostOfShard), to: path)
    }
    let file = try FileDescriptor(
      opening: path, [.write, .create, .append, .noFollow, .nonBlocking],
      permissions: .privateFile)
    try file.write(shard.added.flatMap(\.encoded))
  }

  private func path(_ number: Int) -> FilePath {
    folder.index.appending(CacheFolder.shards[number])
  }

  private func read(_ number: Int) -> [UInt8] {
    let limit = Self.mostOfShard * IndexRecord.byteCount * 4
    guard let file = try? FileDescriptor(opening: path(number), [.read, .noFollow, .nonBlocking]),
      let bytes = try? file.read(count: limit)
    else { return [] }
    return bytes
  }

  private func withShard<Result: Sendable>(
    of file: IndexRecord.File, _ body: (inout IndexShard) -> Result
  ) -> Result {
    let number = file.shard
    return shards[number].withLock { shard in
      var known = shard ?? IndexShard(read(number))
      // Held by nobody else, so that it is not copied.
      shard = nil
      defer { shard = known }
      return body(&known)
    }
  }
}
