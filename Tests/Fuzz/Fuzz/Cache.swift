internal import Checksum
@testable internal import ResultCache

/// Files of the cache: a record, and a part of each index.
func cache(_ bytes: [UInt8]) {
  _ = CacheRecord(bytes)
  // With the digest that belongs to it, so that chance gets behind it.
  let sealed = bytes + SHA256.digest(of: bytes).bytes
  if let record = CacheRecord(sealed) { keep(record) }
  if let record = CacheRecord(body: bytes[...]) { keep(record) }
  records(bytes)
  files(bytes)
}

/// What is kept is found again, as it was.
private func keep(_ record: CacheRecord) {
  expect(record.encoded.map { CacheRecord($0)?.key == record.key } ?? true, "a record's file")
  guard let body = record.shortBody, body.count <= 32 << 10 else { return }
  var shard = RecordShard([])
  shard.add(record, now: 5, every: 1)
  var again = RecordShard(shard.added)
  expect(!again.isDamaged && again.count == 1, "an index is read as it was written")
  expect(again.use(record.key, now: 5, every: 1)?.shortBody == body, "a record comes back")
}

private func records(_ bytes: [UInt8]) {
  let shard = RecordShard(bytes)
  let again = RecordShard(shard.encoded())
  expect(!again.isDamaged && again.count == shard.count, "an index is read as it was written")
  var other = RecordShard([])
  other.append(bytes)
  expect(other.count == shard.count, "what is appended is read like what was there")
  _ = shard.uses
}

private func files(_ bytes: [UInt8]) {
  let shard = IndexShard(bytes)
  let again = IndexShard(shard.known.values.flatMap(\.encoded))
  expect(!again.isDamaged && again.known.count == shard.known.count, "files are read as written")
  expect(shard.encoded(atMost: 2).count <= 2 * IndexRecord.byteCount, "no more than asked")
}
