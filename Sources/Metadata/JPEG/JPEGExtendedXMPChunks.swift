import Formats

/// The second XMP packet in the segments of a JPEG (XMP part 3, 1.1.3.1).
///
/// Each piece stands behind the packet's identifier (32 digits), the packet's length and the
/// piece's offset therein (4 bytes each).
enum JPEGExtendedXMPChunks {
  private static let identifierLength = 32
  /// How many bytes of the packet fit one segment.
  static let pieceLimit = JPEGSegment.room(.extendedXMP) - identifierLength - 8

  /// The packet of an identifier, from the segments' payloads without the kind's prefix.
  ///
  /// Nil where a piece of it is missing.
  static func joined(_ bodies: [ArraySlice<UInt8>], identifier: [UInt8]) -> [UInt8]? {
    var pieces: [(offset: Int, data: ArraySlice<UInt8>)] = []
    var total: Int?
    for body in bodies where body.starts(with: identifier) {
      var reader = ByteReader(body.dropFirst(identifierLength))
      guard let length = reader.read(UInt32.self), let offset = reader.read(UInt32.self),
        Int(length) == total ?? Int(length)
      else { return nil }
      total = Int(length)
      pieces.append((Int(offset), reader.bytes.dropFirst(8)))
    }
    // No more is put together than the pieces hold, whatever length they state.
    var packet: [UInt8] = []
    for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
      if piece.offset < packet.count {
        // The same piece twice is harmless.
        guard packet[piece.offset...].starts(with: piece.data) else { return nil }
        continue
      }
      guard piece.offset == packet.count else { return nil }
      packet += piece.data
    }
    return packet.count == total ? packet : nil
  }

  /// The segments of a packet.
  static func segments(_ packet: [UInt8], identifier: [UInt8]) -> [JPEGSegment] {
    stride(from: 0, to: packet.count, by: pieceLimit).map { offset in
      var body = identifier
      body.append(UInt32(clamping: packet.count), .big)
      body.append(UInt32(clamping: offset), .big)
      return JPEGSegment(.extendedXMP, body + packet[offset...].prefix(pieceLimit))
    }
  }
}
