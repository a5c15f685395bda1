import Checksum
import Testing

@testable import ResultCache

@Suite("CacheKey")
struct CacheKeyTests {
  @Test("Equal parts give equal keys, however they are put together")
  func equal() {
    let parts = CacheKey.sample("a").parts
    let base = CacheKey.Base(Array(parts.prefix(2)))
    #expect(CacheKey(base, Array(parts.suffix(1))).digest == CacheKey(parts).digest)
  }

  @Test(
    "Anything else gives another key",
    arguments: [
      [("content", "b"), ("recipe", "c")], [("content", "a"), ("recipe", "")],
      [("content", "a")], [("content", "ab"), ("recipe", "")], [("conten", "ta"), ("recipe", "c")],
      [("recipe", "c"), ("content", "a")],
    ])
  func different(parts: [(String, String)]) {
    func key(_ parts: [(String, String)]) -> CacheKey {
      CacheKey(parts.map { CacheKey.Part($0.0, Array($0.1.utf8)) })
    }
    #expect(key(parts).digest != key([("content", "a"), ("recipe", "c")]).digest)
  }
}

@Suite("CacheRecord")
struct CacheRecordTests {
  let record = CacheRecord(
    key: someDigest(1), output: someDigest(2), byteCount: 1234, isInput: false, facts: .sample,
    fingerprints: CacheKey.sample("a").fingerprints)

  @Test("Comes back as it was written")
  func roundTrip() throws {
    #expect(CacheRecord(try #require(record.encoded)) == record)
  }

  @Test("Is known to be damaged whichever bit of it is another, and wherever it is cut off")
  func damage() throws {
    let bytes = try #require(record.encoded)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      #expect(CacheRecord(damaged) == nil)
      #expect(CacheRecord(Array(bytes[..<index])) == nil)
    }
  }

  @Test("Takes no more than it gives back")
  func limits() {
    var facts = CacheRecord.Facts.sample
    facts.details = [UInt8](repeating: 0, count: 65 << 10)
    let large = CacheRecord(
      key: someDigest(1), output: someDigest(2), byteCount: 1, isInput: false, facts: facts,
      fingerprints: [])
    #expect(large.encoded == nil)
  }
}
