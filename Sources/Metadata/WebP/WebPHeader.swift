import Formats

/// What the VP8X chunk of a WebP states (RFC 9649, 2.7).
struct WebPHeader: Sendable, Equatable {
  /// The features of the first byte.
  struct Features: OptionSet, Sendable, Equatable {
    let rawValue: UInt8
    static let animation = Features(rawValue: 0x02)
    static let xmp = Features(rawValue: 0x04)
    static let exif = Features(rawValue: 0x08)
    static let alpha = Features(rawValue: 0x10)
    static let icc = Features(rawValue: 0x20)
  }

  /// What is in the file.
  var features: Features
  /// The width of the canvas in pixels, 1 to 16,777,216.
  var width: Int
  /// The height of the canvas in pixels.
  var height: Int

  /// What the file's VP8X states, or what its picture is where there is none.
  init?(_ file: WebPChunks) {
    if let extended = file.first("VP8X") {
      self.init(extended: extended.data)
    } else if let lossy = file.first("VP8 ") {
      self.init(lossy: lossy.data)
    } else if let lossless = file.first("VP8L") {
      self.init(lossless: lossless.data)
    } else {
      return nil
    }
  }

  /// Features (1 byte), 3 reserved bytes, width - 1 and height - 1 (3 bytes each).
  private init?(extended data: ArraySlice<UInt8>) {
    let bytes = Array(data)
    guard bytes.count >= 10 else { return nil }
    features = Features(rawValue: bytes[0])
    width = 1 + Int(bytes[4]) + Int(bytes[5]) << 8 + Int(bytes[6]) << 16
    height = 1 + Int(bytes[7]) + Int(bytes[8]) << 8 + Int(bytes[9]) << 16
  }

  /// A frame tag (3 bytes), a start code, 14 bits each of width and height (RFC 6386, 9.1).
  private init?(lossy data: ArraySlice<UInt8>) {
    let reader = ByteReader(data, order: .little)
    guard data.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]),
      let width = reader.peek(UInt16.self, at: 6), let height = reader.peek(UInt16.self, at: 8)
    else { return nil }
    features = []
    self.width = Int(width & 0x3FFF)
    self.height = Int(height & 0x3FFF)
  }

  /// A signature, then 14 bits each of width - 1 and height - 1, then whether alpha is used.
  private init?(lossless data: ArraySlice<UInt8>) {
    let reader = ByteReader(data, order: .little)
    guard data.first == 0x2F, let bits = reader.peek(UInt32.self, at: 1) else { return nil }
    features = bits >> 28 & 1 == 1 ? .alpha : []
    width = Int(bits & 0x3FFF) + 1
    height = Int(bits >> 14 & 0x3FFF) + 1
  }

  /// The VP8X chunk that states it.
  var chunk: WebPChunk {
    var data: [UInt8] = [features.rawValue, 0, 0, 0]
    for side in [width, height] {
      data += [UInt8](UInt32(clamping: side - 1), .little).prefix(3)
    }
    return WebPChunk("VP8X", data)
  }
}
