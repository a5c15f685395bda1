import Posix
import Testing

@testable import Batch

@Suite("ReadAhead")
struct ReadAheadTests {
  func reader(_ sizes: [Int], count: Int = 2, bytes: Int = 1000) -> ReadAhead {
    ReadAhead(
      sizes.enumerated().map { ReadAhead.File(FilePath("\($0.offset)"), bytes: $0.element) },
      count: count, bytes: bytes)
  }

  func names(_ files: ArraySlice<ReadAhead.File>) -> [String] { files.map(\.path.description) }

  @Test("Asks for the next files, each once")
  func next() {
    let reader = reader([1, 1, 1, 1, 1])
    #expect(names(reader.claim(after: 0)) == ["1", "2"])
    #expect(names(reader.claim(after: 1)) == ["3"])
    #expect(names(reader.claim(after: 1)) == [])
    #expect(names(reader.claim(after: 4)) == [])
  }

  @Test("Asks for no more bytes than it may")
  func limit() {
    #expect(names(reader([1, 600, 600, 1]).claim(after: 0)) == ["1"])
    #expect(names(reader([1, 2000, 1]).claim(after: 0)) == [])
    #expect(names(reader([1, .max, .max], bytes: .max).claim(after: 0)) == ["1"])
  }

  @Test("Files that are not there are passed over")
  func missing() {
    reader([1, 1, 1]).began(0)
  }
}
