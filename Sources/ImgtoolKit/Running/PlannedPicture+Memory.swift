internal import Formats
internal import Imaging
internal import ResultCache

extension PlannedPicture {
  /// Peak bytes that making the output is expected to take: little where the cache only has to copy it.
  var memory: Int {
    if let known, wanted.cache?.isThere(known) == true {
      return known.record.byteCount &* 2 &+ 1_000_000
    }
    return memoryToMake
  }

  /// The same where the cache has nothing.
  var memoryToMake: Int {
    MemoryEstimate.bytes(
      facts, source, to: format, size: wanted.recipe.size, fileBytes: bytes,
      scores: wanted.recipe.scoring != nil)
  }

  /// About what making the output takes beyond what is decoded for it.
  fileprivate var estimated: MemoryEstimate.Output {
    MemoryEstimate.Output(format, size, isScored: wanted.recipe.scoring != nil)
  }
}

extension [PlannedPicture] {
  /// Peak bytes that making these outputs of one picture, one after the other, is expected to take.
  var memory: Int {
    let missing = filter { picture in
      picture.known.map { picture.wanted.cache?.isThere($0) != true } ?? true
    }
    let copied = lazy.map(\.memory).max() ?? 0
    return missing.isEmpty ? copied : missing.memoryToMake
  }

  /// The same where the cache has nothing.
  var memoryToMake: Int {
    guard let first, let sizes = first.wanted.sharing else { return self.first?.memoryToMake ?? 0 }
    return MemoryEstimate.bytes(
      first.facts, first.source, to: map(\.estimated), of: sizes, fileBytes: first.bytes)
  }
}
