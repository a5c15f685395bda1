internal import Checksum

/// Some of the records in memory, and when they were last used.
///
/// Its file is a row of entries: the number of bytes of a record, none where it is known already and was
/// used again; the second of its use; the digest of its key; the record; and a check of all that.
struct RecordShard: IndexShardContent {
  private struct Entry: Sendable {
    /// Where its record stands in `bytes`.
    var body: Range<Int>
    /// The second of its last use.
    var used: Int64
    /// Whether this run has used it.
    var isInUse = false
  }

  private var bytes: [UInt8]
  private var entries: [ContentDigest: Entry] = [:]
  /// What is to be appended to its file.
  private(set) var added: [UInt8] = []
  /// Whether there are bytes in its file that are no entry.
  private(set) var isDamaged = false
  var hasNews: Bool { !added.isEmpty || isDamaged }
  /// How many entries its file has that say nothing any more.
  private(set) var deadCount = 0

  private static let headBytes = 4 + 8 + ContentDigest.byteCount
  private static let mostBytes = 32 << 10

  /// The shard of a file's bytes; from the first damage on there is nothing to be known.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count, !isDamaged {
      if let end = readEntry(at: start) { start = end } else { isDamaged = true }
    }
  }

  var count: Int { entries.count }

  private mutating func readEntry(at start: Int) -> Int? {
    var reader = FieldReader(bytes[start...])
    guard let size = reader.number(UInt32.self).map({ Int($0) }), size <= Self.mostBytes,
      let used = reader.number(Int64.self),
      let key = ContentDigest(&reader)
    else { return nil }
    let body = start + Self.headBytes..<start + Self.headBytes + size
    guard body.upperBound + 8 <= bytes.count else { return nil }
    reader = FieldReader(bytes[body.upperBound...])
    guard reader.number(UInt64.self) == Self.check(bytes[start..<body.upperBound]) else {
      return nil
    }
    if size > 0 {
      if entries.updateValue(Entry(body: body, used: used), forKey: key) != nil { deadCount += 1 }
    } else {
      deadCount += 1
      entries[key]?.used = used
    }
    return body.upperBound + 8
  }

  /// The record of a key; nil where it is not known.
  ///
  /// Its use is noted where it comes `interval` seconds after the last one.
  mutating func use(_ key: ContentDigest, now: Int64, every interval: Int64) -> CacheRecord? {
    guard let entry = entries[key], let record = CacheRecord(body: bytes[entry.body]),
      record.key == key
    else { return nil }
    if !entry.isInUse { entries[key]?.isInUse = true }
    // A use in the future is one by a clock that was wrong.
    if now - entry.used >= interval || entry.used > now {
      entries[key]?.used = now
      added += Self.encoded(key, [], used: now)
    }
    return record
  }

  /// Adds a record that was used just now, unless it is known as it is; its use is then noted as by `use`.
  mutating func add(_ record: CacheRecord, now: Int64, every interval: Int64) {
    guard let body = record.shortBody, body.count <= Self.mostBytes else { return }
    if let entry = entries[record.key], bytes[entry.body].elementsEqual(body) {
      _ = use(record.key, now: now, every: interval)
      return
    }
    added += Self.encoded(record.key, body, used: now)
    let start = bytes.count
    bytes += body
    entries[record.key] = Entry(body: start..<bytes.count, used: now, isInUse: true)
  }

  /// Takes over what another one was told since it was read.
  mutating func append(_ other: [UInt8]) {
    let start = bytes.count
    bytes += other
    var place = start
    while place < bytes.count, let end = readEntry(at: place) { place = end }
  }

  /// When each record was last used that is known, with the digests of its key and result.
  var uses: [(key: ContentDigest, output: ContentDigest, used: Int64, isInUse: Bool)] {
    entries.compactMap { key, entry in
      CacheRecord(body: bytes[entry.body]).map { (key, $0.output, entry.used, entry.isInUse) }
    }
  }

  /// The file without dead entries, and without those that are not wanted.
  func encoded(keeping isWanted: (ContentDigest) -> Bool = { _ in true }) -> [UInt8] {
    var file: [UInt8] = []
    for (key, entry) in entries where isWanted(key) {
      file += Self.encoded(key, bytes[entry.body], used: entry.used)
    }
    return file
  }

  private static func encoded(
    _ key: ContentDigest, _ body: ArraySlice<UInt8>, used: Int64
  ) -> [UInt8] {
    var writer = FieldWriter()
    writer.add(UInt32(clamping: body.count))
    writer.add(used)
    writer.add(key.bytes)
    writer.add(Array(body))
    writer.add(check(writer.bytes[...]))
    return writer.bytes
  }

  private static func encoded(_ key: ContentDigest, _ body: [UInt8], used: Int64) -> [UInt8] {
    encoded(key, body[...], used: used)
  }

  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    // The start is this layout's own.
    var check: UInt64 = 0x696d_6774_6f6f_6c32
    var word: UInt64 = 0
    var filled: UInt64 = 0
    for byte in bytes {
      word |= UInt64(byte) << filled
      filled += 8
      if filled == 64 {
        check = mixed(check ^ word)
        (word, filled) = (0, 0)
      }
    }
    return mixed(mixed(check ^ word) ^ filled)
  }
}

extension ContentDigest {
  /// The digest that stands next.
  init?(_ reader: inout FieldReader) {
    // The first byte of a word is its highest, other than in numbers.
    guard let first = reader.number(UInt64.self), let second = reader.number(UInt64.self),
      let third = reader.number(UInt64.self), let fourth = reader.number(UInt64.self)
    else { return nil }
    self.init(first.byteSwapped, second.byteSwapped, third.byteSwapped, fourth.byteSwapped)
  }
}
