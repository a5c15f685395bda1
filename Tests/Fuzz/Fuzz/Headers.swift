internal import Formats
internal import Metadata
@testable internal import Posix

/// What a file is, what its headers say, its further pictures, and the metadata that lies before its pixels.
func headers(_ bytes: [UInt8]) {
  let source = MemorySource(bytes)
  guard let facts = try? HeaderFacts(reading: source) else {
    return expect(false, "memory can be read")
  }
  _ = try? PictureMetadata(header: facts, of: source)
  for number in [-1, 0, 1, 2, Int.max] { _ = try? facts.facts(of: number, in: source) }
  search(bytes)
}

/// The C library finds what a plain loop finds, in a part of an array too.
private func search(_ bytes: [UInt8]) {
  guard let wanted = bytes.last else { return }
  let part = bytes.dropFirst(bytes.count / 3)
  expect(part.firstPlace(of: wanted) == part.firstIndex(of: wanted), "where a byte stands first")
}
