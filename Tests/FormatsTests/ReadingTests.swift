import Formats
import Testing

/// A source that counts what is read of it; everything behind its bytes is zero.
private final class CountingSource: ByteSource {
  let start: [UInt8]
  let count: Int
  private(set) var reads = 0
  private(set) var bytesRead = 0

  init(_ start: [UInt8], count: Int) {
    self.start = start
    self.count = count
  }

  func read(at offset: Int, count wanted: Int) -> [UInt8] {
    let end = min(count, offset + wanted)
    reads += 1
    bytesRead += end - offset
    return (offset..<end).map { start.indices.contains($0) ? start[$0] : 0 }
  }
}

private struct Unreadable: Error {}

private struct BrokenSource: ByteSource {
  let count = 100
  func read(at offset: Int, count: Int) throws -> [UInt8] { throw Unreadable() }
}

@Suite("Reading headers")
struct ReadingTests {
  private static let size = 50_000_000

  private static func large(_ kind: String) -> [UInt8] {
    switch kind {
    case "heic":
      var builder = HEIFBuilder.picture()
      builder.after = []
      let bytes = builder.bytes()
      // The media box reaches to the end of the file.
      return patched(bytes, at: bytes.count - 48, be32(0))
    case "png":
      let bytes = Samples.png()
      return Array(bytes.prefix(33)) + be32(size - 33 - 12 - 12) + ascii("IDAT")
    case "webp":
      let bytes = patched(Samples.riff(Samples.vp8()), at: 4, le32(size - 8))
      return patched(bytes, at: 16, le32(size - 20))
    default: return Samples.tiff()
    }
  }

  @Test("Of a large file only the headers are read", arguments: ["heic", "png", "webp", "tiff"])
  func readsLittle(kind: String) throws {
    let source = CountingSource(Self.large(kind), count: Self.size)
    let facts = try HeaderFacts(reading: source)
    #expect(facts.kind.name == kind)
    #expect(!facts.storedSize.isEmpty)
    #expect(source.reads <= 8)
    #expect(source.bytesRead <= 65_536)
  }

  @Test("A small file is read once", arguments: Samples.all)
  func readsOnce(kind: String, bytes: [UInt8]) throws {
    let source = CountingSource(bytes, count: bytes.count)
    _ = try HeaderFacts(reading: source)
    #expect(source.reads <= 1)
  }

  @Test("A source that can't be read is an error, not a kind")
  func unreadable() {
    #expect(throws: Unreadable.self) { try HeaderFacts(reading: BrokenSource()) }
    #expect(throws: Unreadable.self) { try FileKind(reading: BrokenSource()) }
  }

  @Test("Memory gives the parts that it has")
  func memory() {
    let source = MemorySource([1, 2, 3])
    #expect(source.read(at: 1, count: 9) == [2, 3])
    #expect(source.read(at: 3, count: 1) == [])
    #expect(source.read(at: -1, count: 1) == [])
    #expect(source.read(at: 0, count: -1) == [])
  }
}
