internal import Checksum
internal import Posix

/// What the stat index knows of one file: twelve words, the last of which checks the others.
struct IndexRecord: Sendable {
  /// Which file it is.
  struct File: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }

    init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }

    /// Numbers of files follow one another: mixed, so that the shards grow alike.
    var shard: Int { Int(mixed(device ^ mixed(inode)) >> 56) }
  }

  static let byteCount = 96

  let file: File
  let digest: ContentDigest
  private let size: Int
  private let modified: FileTime
  private let changed: FileTime

  init(_ status: FileStatus, _ digest: ContentDigest) {
    file = File(status)
    size = status.size
    modified = status.modified
    changed = status.changed
    self.digest = digest
  }

  /// Whether the file is as it was.
  func matches(_ status: FileStatus) -> Bool {
    size == status.size && modified == status.modified && changed == status.changed
  }

  private var words: [UInt64] {
    [
      file.device, file.inode, UInt64(bitPattern: Int64(size)),
      UInt64(bitPattern: modified.seconds), UInt64(bitPattern: modified.nanoseconds),
      UInt64(bitPattern: changed.seconds), UInt64(bitPattern: changed.nanoseconds),
      digest.words.0, digest.words.1, digest.words.2, digest.words.3,
    ]
  }

  var encoded: [UInt8] {
    var writer = FieldWriter()
    let words = words
    for word in words { writer.add(word) }
    writer.add(Self.check(words))
    return writer.bytes
  }

  /// The record of the next twelve words; nil where they are not as they were written.
  init?(_ reader: inout FieldReader) {
    var check = Self.layout
    func next(_ reader: inout FieldReader) -> UInt64 {
      // Zeros where the bytes end: the check, which is missing then, is none.
      let word = reader.number(UInt64.self) ?? 0
      check = mixed(check ^ word)
      return word
    }
    file = File(device: next(&reader), inode: next(&reader))
    size = Int(Int64(bitPattern: next(&reader)))
    modified = FileTime(
      seconds: Int64(bitPattern: next(&reader)), nanoseconds: Int64(bitPattern: next(&reader)))
    changed = FileTime(
      seconds: Int64(bitPattern: next(&reader)), nanoseconds: Int64(bitPattern: next(&reader)))
    digest = ContentDigest(next(&reader), next(&reader), next(&reader), next(&reader))
    guard reader.number(UInt64.self) == check else { return nil }
  }

  private static func check(_ words: [UInt64]) -> UInt64 {
    words.reduce(layout) { mixed($0 ^ $1) }
  }

  /// The start of each check: records of another layout are damaged ones.
  private static let layout: UInt64 = 0x696d_6774_6f6f_6c31
}

/// A number in which every bit depends on every bit of `word`, and which no other word gives.
func mixed(_ word: UInt64) -> UInt64 {
  var word = word &* 0x9e37_79b9_7f4a_7c15
  word ^= word >> 32
  word &*= 0xd6e8_feb8_6659_fd93
  word ^= word >> 29
  return word
}

/// A part of the stat index in memory.
struct IndexShard: IndexShardContent {
  /// The newest record of each file.
  private(set) var known: [IndexRecord.File: IndexRecord] = [:]
  /// What this run has learned.
  private(set) var added: [IndexRecord] = []
  /// Whether there are bytes in its file that are no record.
  private(set) var isDamaged = false
  var hasNews: Bool { !added.isEmpty || isDamaged }

  /// The shard of a file's bytes; what is damaged in it is passed over.
  init(_ bytes: [UInt8]) {
    var reader = FieldReader(bytes)
    let count = bytes.count / IndexRecord.byteCount
    known.reserveCapacity(count)
    for _ in 0..<count {
      if let record = IndexRecord(&reader) { known[record.file] = record } else { isDamaged = true }
    }
    if !reader.isAtEnd { isDamaged = true }
  }

  mutating func add(_ record: IndexRecord) {
    known[record.file] = record
    added.append(record)
  }

  /// A file without dead records; where there are too many, any of them go but those of this run.
  func encoded(atMost most: Int) -> [UInt8] {
    let fresh = Dictionary(added.map { ($0.file, $0) }) { $1 }
    let old = known.filter { fresh[$0.key] == nil }.values
    let kept = Array(old.prefix(max(most * 3 / 4 - fresh.count, 0))) + fresh.values
    return kept.prefix(most).flatMap(\.encoded)
  }
}
