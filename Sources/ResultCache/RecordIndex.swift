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
  private let files: IndexFiles<RecordShard>
  /// How many seconds pass until a use is noted anew.
  private let interval: Int64
  /// The most bytes that a shard has.
  private static let mostBytes = 4 << 20

  /// The records of a folder, whose uses are noted at such intervals, in seconds.
  init(_ folder: CacheFolder, usesEvery interval: Int64) {
    self.folder = folder
    self.interval = interval
    files = IndexFiles(folder, at: folder.records, mostBytes: Self.mostBytes * 2)
  }

  /// The record of a key; nil where it is not known here.
  ///
  /// It counts as used.
  func record(for key: ContentDigest, now: Int64) -> CacheRecord? {
    withShard(of: key) { $0.use(key, now: now, every: interval) }
  }

  /// Adds a record that was made or used just now.
  func note(_ record: CacheRecord, now: Int64) {
    withShard(of: record.key) { $0.add(record, now: now, every: interval) }
  }

  /// Writes down what was learned; that it can't be costs the next run some time.
  func save() { files.save(save) }

  /// When what the index knows was last used, by the digests of keys and of results.
  var uses: [ContentDigest: Int64] {
    var uses: [ContentDigest: Int64] = [:]
    for entry in entries {
      uses[entry.key] = max(uses[entry.key] ?? entry.used, entry.used)
      uses[entry.output] = max(uses[entry.output] ?? entry.used, entry.used)
    }
    return uses
  }

  /// What the index knows of each record: the digests of its key and its result, and its last use.
  var entries: [(key: ContentDigest, output: ContentDigest, used: Int64)] {
    files.numbers.flatMap { number in
      RecordShard(files.bytes(of: number)).uses.map { ($0.key, $0.output, $0.used) }
    }
  }

  /// The digests of keys and results that this run has used.
  var inUse: Set<ContentDigest> {
    var found: Set<ContentDigest> = []
    files.forEachKnown { shard in
      for entry in shard.uses where entry.isInUse {
        found.insert(entry.key)
        found.insert(entry.output)
      }
    }
    return found
  }

  /// Drops the records that are not wanted.
  func drop(unless isWanted: (ContentDigest) -> Bool) {
    guard (try? FileStatus(of: folder.records)) != nil else { return }
    files.change { dropShards(unless: isWanted) }
  }

  private func dropShards(unless isWanted: (ContentDigest) -> Bool) {
    for number in files.numbers {
      let shard = RecordShard(files.bytes(of: number))
      let kept = shard.encoded(keeping: isWanted)
      if shard.isDamaged || shard.deadCount > 0 || kept.count < shard.encoded().count {
        try? files.replace(number, with: kept)
      }
    }
  }

  /// The bytes of all the files.
  var byteCount: Int {
    files.numbers.reduce(0) { $0 + files.byteCount(of: $1) }
  }

  private func save(_ shard: RecordShard, _ number: Int) throws(SystemError) {
    if shard.isDamaged || shard.deadCount > shard.count + 64
      || files.byteCount(of: number) + shard.added.count > Self.mostBytes
    {
      // Others may have been here since it was read.
      var whole = RecordShard(files.bytes(of: number))
      whole.append(shard.added)
      var file = whole.encoded()
      if file.count > Self.mostBytes { file = shard.added }
      return try files.replace(number, with: file)
    }
    try files.append(shard.added, to: number)
  }

  private func withShard<Result: Sendable>(
    of key: ContentDigest, _ body: (inout RecordShard) -> Result
  ) -> Result {
    files.withShard(Int(key.words.0 >> 56), body)
  }
}
