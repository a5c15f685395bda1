extension Box {
  /// The boxes that follow each other in a range of bytes in memory, at most 1,024 of them.
  package static func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [Box] {
    var source = BufferedSource(MemorySource(bytes))
    var state = FileState.sound
    let inside = range.clamped(to: 0..<bytes.count)
    return (try? source.boxes(in: inside, limit: 1024, state: &state)) ?? []
  }

  /// The boxes at the top of a file, at most 1,024 of them.
  ///
  /// - Throws: What the source throws.
  package static func boxes(of source: some ByteSource) throws -> [Box] {
    var buffered = BufferedSource(source)
    var state = FileState.sound
    return try buffered.boxes(in: 0..<buffered.count, limit: 1024, state: &state)
  }
}
