import Zlib

/// Builds the bytes of PNG files.
enum PNGBuilder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(UInt32(data.count)) + Array(type.utf8) + data
      + big(Zlib.crc32(Array(type.utf8) + data))
  }

  /// A grey picture of one pixel with chunks before its pixels and behind them.
  static func png(before: [[UInt8]] = [], after: [[UInt8]] = []) throws -> [UInt8] {
    let header = chunk("IHDR", big(UInt32(1)) + big(UInt32(1)) + [8, 0, 0, 0, 0])
    let pixels = chunk("IDAT", try Zlib.deflate([0, 0x80], level: 9))
    let parts: [[UInt8]] = [signature, header] + before + [pixels] + after + [chunk("IEND", [])]
    return parts.flatMap { $0 }
  }

  static func text(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
    chunk("tEXt", Array(keyword.utf8) + [0] + text)
  }

  static func compressedText(_ keyword: String, _ text: [UInt8]) throws -> [UInt8] {
    chunk("zTXt", Array(keyword.utf8) + [0, 0] + (try Zlib.deflate(text, level: 9)))
  }

  static func international(_ keyword: String, _ text: [UInt8], isCompressed: Bool = false) throws
    -> [UInt8]
  {
    let head = Array(keyword.utf8) + [0, isCompressed ? 1 : 0, 0]
    let tail = isCompressed ? try Zlib.deflate(text, level: 9) : text
    return chunk("iTXt", head + Array("en\0Wort\0".utf8) + tail)
  }

  static func profile(_ profile: [UInt8]) throws -> [UInt8] {
    chunk("iCCP", Array("a name\0\0".utf8) + (try Zlib.deflate(profile, level: 9)))
  }
}

/// Builds the bytes of WebP files.
enum WebPBuilder {
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(UInt32(data.count)).reversed() + data
      + (data.count.isMultiple(of: 2) ? [] : [0])
  }

  static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + big(UInt32(body.count)).reversed() + body
  }

  /// A lossy picture: frame tag, start code, size.
  static func lossy(width: UInt16, height: UInt16) -> [UInt8] {
    chunk(
      "VP8 ", [0x10, 0, 0, 0x9D, 1, 0x2A] + big(width).reversed() + big(height).reversed() + [7])
  }

  /// A lossless picture: signature, sizes less one in 14 bits each, whether there is alpha.
  static func lossless(width: UInt32, height: UInt32, alpha: Bool) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14 | (alpha ? 1 << 28 : 0)
    return chunk("VP8L", [0x2F] + big(bits).reversed() + [7, 7])
  }

  /// The extended header.
  static func extended(_ features: UInt8, width: Int, height: Int) -> [UInt8] {
    let sides = [width, height].flatMap { big(UInt32($0 - 1)).reversed().prefix(3) }
    return chunk("VP8X", [features, 0, 0, 0] + sides)
  }
}
