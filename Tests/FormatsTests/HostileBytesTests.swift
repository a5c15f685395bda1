import Formats
import Testing

@Suite("Hostile bytes")
struct HostileBytesTests {
  /// Formats whose bytes announce how many there are.
  private static let announcing = Samples.all.filter {
    !["svg", "pdf", "jxl", "jp2"].contains($0.kind)
  }

  @Test("Every cut of every sample is told as cut, or isn't told at all", arguments: announcing)
  func cuts(kind: String, bytes: [UInt8]) throws {
    for end in 1..<bytes.count {
      let facts = try facts(Array(bytes.prefix(end)))
      if facts.kind != .unknown {
        #expect(facts.state != .sound, "\(kind) cut to \(end) of \(bytes.count) bytes")
      }
    }
  }

  @Test("Every cut of the other samples is read without a trap", arguments: Samples.all)
  func otherCuts(kind: String, bytes: [UInt8]) throws {
    for end in bytes.indices {
      let kind = try facts(Array(bytes.prefix(end))).kind
      #expect(end > 0 || kind == .empty)
    }
  }

  @Test("Every byte may be anything", arguments: Samples.all)
  func changedBytes(kind: String, bytes: [UInt8]) throws {
    for place in bytes.indices {
      for value: UInt8 in [0, 0x80, 0xFF] where bytes[place] != value {
        var changed = bytes
        changed[place] = value
        let facts = try facts(changed)
        #expect(facts.pictures >= 1)
        #expect(facts.storedSize.width >= 0 && facts.displayedSize.height >= 0)
      }
    }
  }

  @Test("Four bytes may be any number", arguments: Samples.all)
  func changedWords(kind: String, bytes: [UInt8]) throws {
    guard bytes.count > 4 else { return }
    for place in 0..<bytes.count - 4 {
      for value in [0x7FFF_FFFF, 0xFFFF_FFFF] {
        #expect(try facts(patched(bytes, at: place, be32(value))).pictures >= 1)
      }
    }
  }

  @Test("Bytes without meaning behind each signature are read without a trap", arguments: 0..<8)
  func noise(seed: Int) throws {
    var state = UInt64(seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    let noise = (0..<3000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for sample in Samples.all {
      let start = Array(sample.bytes.prefix(seed * 8 + 2))
      #expect(try facts(start + noise).pictures >= 1)
    }
  }

  @Test("Thousands of blocks in a row end")
  func longRuns() throws {
    let size = 300_000
    let runs: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xFF, count: size),
      [0xFF, 0xD8] + (0..<size / 4).flatMap { _ in [0xFF, 0xE5, 0, 2] as [UInt8] },
      Samples.gif().dropLast() + [UInt8](repeating: 0x2C, count: size),
      Samples.pngSignature + Samples.chunk("IHDR", be32(1) + be32(1) + [8, 2, 0, 0, 0])
        + (0..<size / 12).flatMap { _ in Samples.chunk("tEXt", []) },
      fileType("heic") + (0..<size / 8).flatMap { _ in box("free") },
    ]
    for bytes in runs { #expect(try facts(bytes).kind.imageFormat != nil) }
  }
}
