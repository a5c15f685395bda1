import Testing

@testable import Zlib

@Suite("Deflating and inflating")
struct ZlibTests {
  /// Bytes that compress well, or not at all.
  private func sample(_ count: Int, noisy: Bool) -> [UInt8] {
    var state: UInt32 = 7
    return (0..<count).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      return noisy ? UInt8(state >> 24) : UInt8(index / 100 % 7)
    }
  }

  @Test(
    "what is deflated comes back, at every level", arguments: [0, 1, 6, 9],
    [0, 1, 1000, 65_535, 65_536, 65_537, 200_000])
  func comesBack(level: Int, count: Int) throws {
    for noisy in [false, true] {
      let bytes = sample(count, noisy: noisy)
      let stream = try Zlib.deflate(bytes, level: level)
      #expect(try Zlib.inflate(stream, limit: count) == bytes)
    }
  }

  @Test("a higher level is smaller, out of range it is the nearest")
  func levels() throws {
    let bytes = sample(50_000, noisy: false)
    #expect(try Zlib.deflate(bytes, level: 9).count < Zlib.deflate(bytes, level: 0).count)
    #expect(try Zlib.deflate(bytes, level: 99) == Zlib.deflate(bytes, level: 9))
    #expect(try Zlib.deflate(bytes, level: -5) == Zlib.deflate(bytes, level: 0))
  }

  @Test("a stream that others made is read")
  func foreign() throws {
    // The five bytes of "hello" as Python's zlib writes them.
    let stream: [UInt8] = [
      0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x06, 0x2c, 0x02, 0x15,
    ]
    #expect(try Zlib.inflate(stream, limit: 5) == Array("hello".utf8))
    #expect(try Zlib.inflate(stream + [1, 2, 3], limit: 5) == Array("hello".utf8))
  }

  @Test(
    "more than the limit is refused, and the limit itself is not",
    arguments: [1, 1000, 65_536, 100_000])
  func limit(count: Int) throws {
    let stream = try Zlib.deflate(sample(count, noisy: false), level: 6)
    #expect(try Zlib.inflate(stream, limit: count).count == count)
    for limit in [count - 1, 0, -1, Int.min] {
      #expect(throws: Zlib.Failure.tooLarge) { try Zlib.inflate(stream, limit: limit) }
    }
    #expect(try Zlib.inflate(stream, limit: .max).count == count)
  }

  @Test("a bomb is refused without being held")
  func bomb() throws {
    let stream = try Zlib.deflate([UInt8](repeating: 0, count: 5_000_000), level: 9)
    #expect(stream.count < 6000)
    #expect(throws: Zlib.Failure.tooLarge) { try Zlib.inflate(stream, limit: 1000) }
  }

  @Test("a stream cut anywhere is damaged")
  func cut() throws {
    let stream = try Zlib.deflate(sample(300, noisy: true), level: 6)
    for length in 0..<stream.count {
      #expect(throws: Zlib.Failure.damaged) {
        try Zlib.inflate(Array(stream.prefix(length)), limit: 1000)
      }
    }
  }

  @Test("a changed byte is damage, or nothing that shows")
  func changed() throws {
    let bytes = sample(300, noisy: true)
    let stream = try Zlib.deflate(bytes, level: 6)
    let results = stream.indices.map { position -> [UInt8]? in
      var other = stream
      other[position] ^= 0x40
      return try? Zlib.inflate(other, limit: 1000)
    }
    // Some bits only fill the last byte up, or tell how hard the writer tried.
    #expect(results.allSatisfy { $0 == nil || $0 == bytes })
    #expect(results.count { $0 != nil } < 4)
  }

  @Test(
    "the check sum is that of the standard",
    arguments: [("", 0), ("123456789", 0xcbf4_3926), ("IEND", 0xae42_6082)] as [(String, UInt32)])
  func checkSum(text: String, sum: UInt32) {
    #expect(Zlib.crc32(Array(text.utf8)) == sum)
    #expect(Zlib.crc32(Array(text.utf8)[...]) == sum)
  }

  @Test("a check sum can be taken in pieces")
  func pieces() {
    let bytes = sample(1000, noisy: true)
    #expect(Zlib.crc32(bytes[300...], after: Zlib.crc32(bytes[..<300])) == Zlib.crc32(bytes))
    #expect(Zlib.crc32([], after: 77) == 77)
  }
}
