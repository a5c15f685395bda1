/// One box of an ISO base media file (ISO/IEC 14496-12, 4.2).
package struct Box: Sendable, Equatable {
  /// What it is.
  package var type: FourCC
  /// Where it starts in the file.
  package var offset: Int
  /// The bytes behind its header, as far as its container reaches.
  package var payload: Range<Int>
  /// Whether it announces more bytes than its container has.
  package var isCut: Bool

  /// Where the box after it starts.
  package var end: Int { payload.upperBound }
}

/// Goes through the boxes that follow each other in a range of a file.
struct BoxWalker {
  /// Where the next box starts.
  private(set) var position: Int
  /// Where the container ends.
  let end: Int
  /// Whether something was wrong with a box so far: truncated where it is the file that ends.
  private(set) var state = FileState.sound
  private var left: Int

  /// A walk through the boxes of a range, at most `limit` of them.
  init(_ range: Range<Int>, limit: Int = 4096) {
    position = range.lowerBound
    end = range.upperBound
    left = limit
  }

  /// The next box; nil at the end and where no further box can be told.
  mutating func next(in source: inout BufferedSource) throws -> Box? {
    guard left > 0, position < end else { return nil }
    left -= 1
    var reader = try source.reader(at: position, count: min(16, end - position))
    guard let small = reader.read(UInt32.self), let type = reader.readFourCC() else {
      return stop(in: source)
    }
    var announced = Int(small)
    if small == 1 {
      guard let large = reader.read(UInt64.self) else { return stop(in: source) }
      announced = Int(clamping: large)
    } else if small == 0 {
      // To the end of the container, which at the top is that of the file.
      announced = end - position
    }
    guard announced >= reader.offset else {
      state.note(.damaged)
      left = 0
      return nil
    }
    let isCut = announced > end - position
    if isCut { state.note(end >= source.count ? .truncated : .damaged) }
    let boxEnd = isCut ? end : position + announced
    let box = Box(
      type: type, offset: position, payload: position + reader.offset..<boxEnd, isCut: isCut)
    position = boxEnd
    return box
  }

  /// Ends the walk where not even a header fits.
  private mutating func stop(in source: BufferedSource) -> Box? {
    state.note(end >= source.count ? .truncated : .damaged)
    left = 0
    return nil
  }
}

extension BufferedSource {
  /// The boxes of a range, at most `limit`; what is wrong with one goes into `state`.
  mutating func boxes(
    in range: Range<Int>, limit: Int = 4096, state: inout FileState
  ) throws -> [Box] {
    var walker = BoxWalker(range, limit: limit)
    var found: [Box] = []
    while let box = try walker.next(in: &self) { found.append(box) }
    state.note(walker.state)
    return found
  }

  /// The first box of a type in a range.
  mutating func box(_ type: FourCC, in range: Range<Int>) throws -> Box? {
    var walker = BoxWalker(range)
    while let box = try walker.next(in: &self) {
      if box.type == type { return box }
    }
    return nil
  }
}
