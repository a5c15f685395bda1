internal import Batch
internal import Checksum
internal import Posix

/// The records again, many to a file, so that those of many known pictures take few files to read.
///
/// It can be thrown away at any time. Records are spread over 256 shards by the digests of their keys; each
/// shard is read when it is first asked, and appended to at the end of a run. The use of a record is noted
/// here as well, so that nothing has to be touched for it.
final class RecordIndex: Sendable {
  private let folder: CacheFolder
  private let shards: [Locked<RecordShard?>]
  /// The most bytes that a shard has.
  private static let mostBytes = 4 << 20

  init(_ folder: CacheFolder) {
    self.folder = folder
    shards = CacheFolder.shards.map { _ in Locked(nil) }
  }

  /// The record of a key; nil where it is not known here.
  ///
  /// It counts as used.
  func record(for key: ContentDigest, now: Int64) -> CacheRecord? {
    withShard(of: key) { $0.use(key, now: now) }
  }

  /// Adds a record that was made or used just now.
  func note(_ record: CacheRecord, now: Int64) {
    withShard(of: record.key) { $0.add(record, now: now) }
  }

  /// Writes down what was learned; that it can't be costs the next run some time.
  func save() {
    let hasNews = shards.contains { shard in
      shard.withLock { $0.map { !$0.added.isEmpty || $0.isDamaged } ?? false }
    }
    if hasNews { folder.changeIndex(folder.records, saveShards) }
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

  /// When what the index knows was last used, by the digests of keys and of results.
  var uses: [ContentDigest: Int64] {
    var uses: [ContentDigest: Int64] = [:]
    for number in shards.indices {
      for entry in RecordShard(read(number)).uses {
        uses[entry.key] = max(uses[entry.key] ?? entry.used, entry.used)
        uses[entry.output] = max(uses[entry.output] ?? entry.used, entry.used)
      }
    }
    return uses
  }

  /// The digests of keys and results that this run has used.
  var inUse: Set<ContentDigest> {
    var found: Set<ContentDigest> = []
    for shard in shards {
      for entry in shard.withLock({ $0?.uses ?? [] }) where entry.isInUse {
        found.insert(entry.key)
        found.insert(entry.output)
      }
    }
    return found
  }

  /// Drops the records that are not wanted.
  func drop(unless isWanted: (ContentDigest) -> Bool) {
    guard (try? FileStatus(of: folder.records)) != nil else { return }
    folder.changeIndex(folder.records) { dropShards(unless: isWanted) }
  }

  private func dropShards(unless isWanted: (ContentDigest) -> Bool) {
    for number in shards.indices {
      let shard = RecordShard(read(number))
      let kept = shard.encoded(keeping: isWanted)
      if shard.isDamaged || shard.deadCount > 0 || kept.count < shard.encoded().count {
        try? folder.write(kept, to: path(number))
      }
    }
  }

  /// The bytes of all the files.
  var byteCount: Int {
    shards.indices.reduce(0) { $0 + ((try? FileStatus(of: path($1)).size) ?? 0) }
  }

  private func save(_ shard: RecordShard, _ number: Int) throws(SystemError) {
    let path = path(number)
    let size = (try? FileStatus(of: path).size) ?? 0
    if shard.isDamaged || shard.deadCount > shard.count + 64
      || size + shard.added.count > Self.mostBytes
    {
      // Others may have been here since it was read.
      var whole = RecordShard(read(number))
      whole.append(shard.added)
      var file = whole.encoded()
      if file.count > Self.mostBytes { file = shard.added }
      return try folder.write(file, to: path)
    }
    let file = try FileDescriptor(
      opening: path, [.write, .create, .append, .noFollow], permissions: .privateFile)
    try file.write(shard.added)
  }

  private func path(_ number: Int) -> FilePath {
    folder.records.appending(CacheFolder.shards[number])
  }

  private func read(_ number: Int) -> [UInt8] {
    guard let file = try? FileDescriptor(opening: path(number), [.read, .noFollow, .nonBlocking]),
      let bytes = try? file.readAll(limit: Self.mostBytes * 2)
    else { return [] }
    return bytes
  }

  private func withShard<Result: Sendable>(
    of key: ContentDigest, _ body: (inout RecordShard) -> Result
  ) -> Result {
    let number = Int(key.words.0 >> 56)
    return shards[number].withLock { shard in
      var known = shard ?? RecordShard(read(number))
      // Held by nobody else, so that it is not copied.
      shard = nil
      defer { shard = known }
      return body(&known)
    }
  }
}
