import Formats
import Testing

@testable import Metadata

@Suite("EXIF that has to fit a container")
struct EXIFTrimTests {
  private let builder = EXIFBuilder.camera()

  private func text(_ tag: UInt16, _ kind: TIFFDirectoryKind, _ block: [UInt8]?) -> String? {
    guard let block, let reader = TIFFReader(block), let directory = reader.directory(kind) else {
      return nil
    }
    return directory.entry(tag).flatMap { reader.text(of: $0) }
  }

  @Test("A block that fits stays as it is")
  func fits() {
    let block = builder.build().bytes
    #expect(EXIFTrim.fit(block, limit: block.count) == Warned(block))
  }

  @Test("Zeros behind everything go without a warning, other bytes with one")
  func tail() {
    let block = builder.build().bytes
    let zeros = Array(repeating: UInt8(0), count: 90_000)
    #expect(EXIFTrim.fit(block + zeros, limit: 65_527) == Warned(block))
    #expect(EXIFTrim.fit(block + zeros + [1], limit: 65_527) == Warned(block, [.exifTooLarge]))
  }

  @Test("Then the thumbnail goes, and nothing else moves")
  func thumbnail() throws {
    let block = builder.build()
    let end = try #require(block.tables["1"]).lowerBound
    let trimmed = EXIFTrim.fit(block.bytes, limit: block.bytes.count - 1)
    #expect(trimmed.warnings == [.exifTooLarge])
    let bytes = try #require(trimmed.value)
    #expect(bytes.count == end)
    #expect(Set(block.nextPointer).isSuperset(of: bytes.differences(from: block.bytes)))
  }

  @Test("Then the maker note goes, and the small fields stay")
  func makerNote() throws {
    let block = builder.build()
    let limit = try #require(block.tables["1"]).lowerBound - 1
    let trimmed = EXIFTrim.fit(block.bytes, limit: limit)
    #expect(trimmed.warnings == [.exifTooLarge])
    let bytes = try #require(trimmed.value)
    #expect(bytes.count <= limit)
    #expect(!bytes.holds("MAKER"))
    #expect(text(0x010F, .primary, bytes) == "Maker")
    #expect(text(0x9003, .exif, bytes) == "2023:05:17 09:41:03")
    #expect(text(0x0001, .gps, bytes) == "N")
    #expect(text(0x0001, .interoperability, bytes) == "R98")
  }

  @Test("Then the longest values go, no more than needed")
  func longestValues() throws {
    var builder = builder
    builder.exif += [
      .undefined(0x9286, Array(repeating: 1, count: 40_000)),
      .undefined(0xA40B, Array(repeating: 2, count: 30_000)),
      .undefined(0xA302, Array(repeating: 3, count: 20_000)),
    ]
    let trimmed = EXIFTrim.fit(builder.build().bytes, limit: 65_527)
    let bytes = try #require(trimmed.value)
    #expect(!bytes.contains(repeated: 1))
    #expect(bytes.contains(repeated: 2))
    #expect(bytes.contains(repeated: 3))
    #expect(text(0x9003, .exif, bytes) == "2023:05:17 09:41:03")
  }

  @Test("A block that can't be made small enough is left out, with a warning")
  func hopeless() {
    #expect(EXIFTrim.fit(builder.build().bytes, limit: 30) == Warned(nil, [.exifTooLarge]))
  }
}

extension [UInt8] {
  /// Whether a byte stands 100 times in a row.
  fileprivate func contains(repeated byte: UInt8) -> Bool {
    firstRange(of: [UInt8](repeating: byte, count: 100)) != nil
  }
}
