/// A source read through a window, so that many small reads of neighbours cost one of the source.
///
/// The window is small after a jump, since headers are scattered and what lies between them is
/// not wanted; it doubles as long as reads go straight on.
struct BufferedSource {
  private static let smallest = 4096
  private static let largest = 65_536
  /// The first read: nearly all headers of photos lie in it whole.
  private static let first = 16_384

  private let source: any ByteSource
  private var start = 0
  private var window: [UInt8] = []
  private var step = Self.first

  /// How many bytes there are.
  let count: Int

  /// A window over a source, with nothing read yet.
  init(_ source: any ByteSource) {
    self.source = source
    count = max(0, source.count)
  }

  /// The bytes from `offset` on, at most `count` of them, fewer where the source ends.
  mutating func bytes(at offset: Int, count wanted: Int) throws -> ArraySlice<UInt8> {
    guard offset >= 0, wanted > 0, offset < count else { return [] }
    let wanted = min(wanted, count - offset)
    if offset < start || offset + wanted > start + window.count {
      let goesOn = offset >= start && offset <= start + window.count
      if !window.isEmpty { step = goesOn ? min(step * 2, Self.largest) : Self.smallest }
      window = try source.read(at: offset, count: min(max(wanted, step), count - offset))
      start = offset
    }
    let from = offset - start
    return window[from..<max(from, min(from + wanted, window.count))]
  }

  /// Exactly the bytes of a range; nil where the source ends before.
  mutating func whole(at offset: Int, count wanted: Int) throws -> ArraySlice<UInt8>? {
    guard wanted >= 0, offset >= 0 else { return nil }
    let found = try bytes(at: offset, count: wanted)
    return found.count == wanted ? found : nil
  }

  /// A cursor over the bytes from `offset` on, at most `count` of them.
  mutating func reader(
    at offset: Int, count wanted: Int, order: ByteReader.Order = .big
  ) throws -> ByteReader {
    ByteReader(try bytes(at: offset, count: wanted), order: order)
  }
}
