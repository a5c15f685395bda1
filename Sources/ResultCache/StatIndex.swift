internal import Batch
internal import Checksum
internal import Posix

/// What files held when they were last read, by what the system says of them.
///
/// It can be thrown away at any time. Files are spread over 256 shards by their number; each shard is
/// read when it is first asked, and appended to at the end of a run.
final class StatIndex: Sendable {
  private let files: IndexFiles<IndexShard>
  /// The latest time of a file that this run has written.
  private let lastWritten = Locked(FileTime(seconds: 0, nanoseconds: 0))
  /// How long a file must have been left alone to be known again, in seconds: clocks of file systems
  /// are coarse, and a second change could leave everything as it was.
  private static let quiet = FileTime(seconds: 2, nanoseconds: 0)
  /// The most files that a shard remembers.
  private static let mostOfShard = 2048

  init(_ folder: CacheFolder) {
    files = IndexFiles(
      folder, at: folder.index, mostBytes: Self.mostOfShard * IndexRecord.byteCount * 4)
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

  /// Remembers what a file holds that this run has just written and that has this status since.
  ///
  /// Where times come in whole milliseconds, or are coarser still, it has to be left alone for a while first,
  /// as all others.
  func noteWritten(_ status: FileStatus, _ digest: ContentDigest) {
    guard status.changed.nanoseconds % 1_000_000 != 0 else { return note(status, digest) }
    lastWritten.withLock { $0 = max($0, status.changed) }
    let record = IndexRecord(status, digest)
    withShard(of: record.file) { $0.add(record) }
  }

  /// Waits until the clock by which the system dates files has moved on since the last one was written, a few
  /// milliseconds: who changes one of them afterwards changes its time, too.
  func settle() {
    let last = lastWritten.withLock { $0 }
    var waited = 0
    while waited < Self.longestTick, FileTime.ofFiles <= last {
      CurrentProcess.sleep(milliseconds: 1)
      waited += 1
    }
  }

  /// The longest time between two ticks of that clock, in milliseconds.
  private static let longestTick = 10

  /// Writes down what was learned; that it can't be costs the next run some time.
  func save() { files.save(save) }

  /// How many files are known, and the bytes that takes.
  var size: (files: Int, bytes: Int) {
    var size = (files: 0, bytes: 0)
    for number in files.numbers {
      let bytes = files.bytes(of: number)
      size.files += IndexShard(bytes).known.count
      size.bytes += bytes.count
    }
    return size
  }

  private func save(_ shard: IndexShard, _ number: Int) throws(SystemError) {
    // Others may have been here since it was read.
    let size = files.byteCount(of: number)
    let count = size / IndexRecord.byteCount + shard.added.count
    if shard.isDamaged || size % IndexRecord.byteCount != 0 || count > 2 * shard.known.count + 64
      || count > Self.mostOfShard
    {
      var whole = IndexShard(files.bytes(of: number))
      for record in shard.added { whole.add(record) }
      return try files.replace(number, with: whole.encoded(atMost: Self.mostOfShard))
    }
    try files.append(shard.added.flatMap(\.encoded), to: number)
  }

  private func withShard<Result: Sendable>(
    of file: IndexRecord.File, _ body: (inout IndexShard) -> Result
  ) -> Result {
    files.withShard(file.shard, body)
  }
}
