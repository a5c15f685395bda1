import Formats

/// What has to be known of an ICC profile to carry it (ICC.1:2022, 7.2).
enum ICCProfile {
  /// Whether bytes are a whole profile: its header is there, and as many bytes as that states.
  static func isWhole(_ bytes: some Collection<UInt8>) -> Bool {
    let reader = ByteReader(Array(bytes.prefix(128)))
    guard reader.count == 128, let size = reader.peek(UInt32.self, at: 0),
      let signature = reader.peek(UInt32.self, at: 36)
    else { return false }
    // "acsp"
    return signature == 0x6163_7370 && size >= 128 && Int(size) <= bytes.count
  }

  /// The profile if it is whole; otherwise nil, with a warning unless it is empty.
  static func checked(_ bytes: some Collection<UInt8>) -> Warned<[UInt8]?> {
    if bytes.isEmpty { return Warned(nil) }
    return isWhole(bytes) ? Warned(Array(bytes)) : Warned(nil, [.iccDamaged])
  }
}
