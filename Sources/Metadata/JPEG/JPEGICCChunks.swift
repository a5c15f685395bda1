import Formats

/// An ICC profile in the segments of a JPEG (ICC.1:2022, B.4).
///
/// Each piece stands behind its number, from 1 on, and the number of pieces.
enum JPEGICCChunks {
  /// How many bytes of a profile fit one segment: 65,519.
  static let pieceLimit = JPEGSegment.room(.icc) - 2

  /// The profile that pieces make; nil and a warning where one is missing or contradicts another.
  ///
  /// The pieces are the segments' payloads without what stands before their numbers.
  static func joined(_ bodies: [ArraySlice<UInt8>]) -> Warned<[UInt8]?> {
    guard let total = bodies.first?.dropFirst().first else {
      return Warned(nil, bodies.isEmpty ? [] : [.iccDamaged])
    }
    var pieces: [UInt8: ArraySlice<UInt8>] = [:]
    for body in bodies {
      guard let number = body.first, body.dropFirst().first == total, number >= 1, number <= total
      else { return Warned(nil, [.iccDamaged]) }
      let piece = body.dropFirst(2)
      // The same piece twice is harmless; two different ones under one number are not.
      guard pieces.updateValue(piece, forKey: number).map({ $0 == piece }) ?? true else {
        return Warned(nil, [.iccDamaged])
      }
    }
    guard pieces.count == Int(total) else { return Warned(nil, [.iccDamaged]) }
    return ICCProfile.checked(pieces.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  /// The segments of a profile; none for one that needs more than the 255 that can be numbered.
  static func segments(_ profile: [UInt8]) -> [JPEGSegment] {
    let total = (profile.count + pieceLimit - 1) / pieceLimit
    guard total <= 255 else { return [] }
    return (0..<total).map { index in
      let piece = profile[(index * pieceLimit)...].prefix(pieceLimit)
      return JPEGSegment(.icc, [UInt8(index + 1), UInt8(total)] + piece)
    }
  }
}
