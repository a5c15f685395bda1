import Formats

/// Small files of every kind; their pixels mean nothing.
enum Samples {
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + be16(payload.count + 2) + payload
  }

  static func frame(
    _ marker: UInt8, _ width: Int, _ height: Int, bits: UInt8 = 8,
    components: [(id: UInt8, sampling: UInt8)] = [(1, 0x22), (2, 0x11), (3, 0x11)]
  ) -> [UInt8] {
    segment(
      marker,
      [bits] + be16(height) + be16(width) + [UInt8(components.count)]
        + components.flatMap { [$0.id, $0.sampling, 0] })
  }

  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [UInt8](repeating: 0x2A, count: 50)
  static let endOfImage: [UInt8] = [0xFF, 0xD9]

  static func jpeg(
    _ width: Int = 30, _ height: Int = 20, _ segments: [UInt8]..., frame: [UInt8]? = nil
  ) -> [UInt8] {
    let frame = frame ?? Samples.frame(0xC0, width, height)
    return joined([0xFF, 0xD8], segments.flatMap { $0 }, frame, scan, endOfImage)
  }

  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    be32(payload.count) + ascii(type) + payload + be32(0)
  }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func png(
    _ width: Int = 30, _ height: Int = 20, bits: UInt8 = 8, type: UInt8 = 2, _ chunks: [UInt8]...
  ) -> [UInt8] {
    joined(
      pngSignature, chunk("IHDR", joined(be32(width), be32(height), [bits, type, 0, 0, 0])),
      chunks.flatMap { $0 }, chunk("IDAT", [1, 2, 3]), chunk("IEND", []))
  }

  static func riff(_ chunks: [UInt8]...) -> [UInt8] {
    let body = ascii("WEBP") + chunks.flatMap { $0 }
    return ascii("RIFF") + le32(body.count) + body
  }

  static func webpChunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    ascii(type) + le32(payload.count) + payload + [UInt8](repeating: 0, count: payload.count % 2)
  }

  static func vp8(_ width: Int = 30, _ height: Int = 20) -> [UInt8] {
    webpChunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + le16(width) + le16(height) + [0, 0])
  }

  static func vp8l(_ width: Int = 30, _ height: Int = 20, alpha: Bool = false) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14 | (alpha ? 1 : 0) << 28
    return webpChunk("VP8L", [0x2F] + le32(bits) + [0, 0])
  }

  static func vp8x(_ width: Int = 30, _ height: Int = 20, flags: UInt8) -> [UInt8] {
    webpChunk(
      "VP8X", [flags, 0, 0, 0] + le32(width - 1).prefix(3) + le32(height - 1).prefix(3))
  }

  static let gifEnd: [UInt8] = [0x3B]

  static func gifFrame(transparent: Bool? = nil) -> [UInt8] {
    let control: [UInt8] =
      transparent.map { [0x21, 0xF9, 4, $0 ? 1 : 0, 0, 0, 0, 0] } ?? []
    return control + [0x2C, 0, 0, 0, 0, 30, 0, 20, 0, 0] + [2, 2, 0x4C, 0x01, 0]
  }

  static func gif(_ frames: [UInt8]...) -> [UInt8] {
    joined(
      ascii("GIF89a"), le16(30), le16(20), [0x80, 0, 0], [0, 0, 0, 255, 255, 255],
      frames.flatMap { $0 }, gifEnd)
  }

  static func tiff(_ more: [TIFFBuilder.Field] = [], order: ByteReader.Order = .little) -> [UInt8] {
    TIFFBuilder(
      [.short(TIFFTag.imageWidth, [30]), .short(TIFFTag.imageLength, [20])] + more, order: order
    ).bytes()
  }

  static let jp2Signature = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
  static let jxlSignature = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])

  static func jp2(alpha: Bool = false) -> [UInt8] {
    jp2Signature + fileType("jp2 ", "jp2 ")
      + box(
        "jp2h", box("ihdr", be32(20), be32(30), be16(alpha ? 4 : 3), [7, 7, 0, 0]),
        box("colr", [1, 0, 0], be32(16)),
        alpha ? box("cdef", be16(1), be16(3), be16(1), be16(0)) : [])
      + box("jp2c", [0xFF, 0x4F, 0xFF, 0x51])
  }

  static let jp2Codestream: [UInt8] = joined(
    [0xFF, 0x4F, 0xFF, 0x51], be16(47), be16(0), be32(34), be32(24), be32(4), be32(4), be32(34),
    be32(24), be32(0), be32(0), be16(3), [7, 1, 1])

  /// 8-pixel units, 32 × 16 by the ratio 2:1, everything else default.
  static let jxlCodestream: [UInt8] = [0xFF, 0x0A] + jxlBits([(1, 1), (1, 5), (7, 3), (1, 1)])

  static func jxl(_ codestream: [UInt8] = jxlCodestream) -> [UInt8] {
    jxlSignature + fileType("jxl ", "jxl ") + box("jxlc", codestream)
  }

  /// Packs numbers of so many bits, the lowest bit first.
  static func jxlBits(_ numbers: [(value: Int, count: Int)]) -> [UInt8] {
    let bits = numbers.flatMap { number in (0..<number.count).map { number.value >> $0 & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8(bits[start...].prefix(8).enumerated().reduce(0) { $0 | $1.element << $1.offset })
    }
  }

  static func bmp(_ width: Int = 3, _ height: Int = 2, bits: Int = 24) -> [UInt8] {
    let row = (width * bits + 31) / 32 * 4
    return joined(
      ascii("BM"), le32(0), le32(0), le32(54), le32(40), le32(width), le32(height), le16(1),
      le16(bits), [UInt8](repeating: 0, count: 24),
      [UInt8](repeating: 9, count: row * abs(height)))
  }

  static let svg = ascii(
    "<?xml version=\"1.0\"?>\n<!-- <html> -->\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
  static let pdf = ascii("%PDF-1.7\n")

  static func film(_ handler: String, entry: String = "hvc1", frames: Int = 4, matrix: [Int]? = nil)
    -> [UInt8]
  {
    let unity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
    return box(
      "moov", fullBox("mvhd", [UInt8](repeating: 0, count: 96)),
      box(
        "trak",
        fullBox(
          "tkhd", flags: 3, [UInt8](repeating: 0, count: 36), (matrix ?? unity).flatMap(be32),
          be32(96 << 16), be32(64 << 16)),
        box(
          "mdia", fullBox("hdlr", be32(0), ascii(handler), [UInt8](repeating: 0, count: 13)),
          box(
            "minf",
            box(
              "stbl",
              fullBox(
                "stsd", be32(1),
                box(
                  entry, [UInt8](repeating: 0, count: 24), be16(96), be16(64),
                  [UInt8](repeating: 0, count: 50), Property.hevc(bits: 10))),
              fullBox("stsz", be32(0), be32(frames), [UInt8](repeating: 0, count: 4 * frames)))))))
  }

  /// One of each, by the kind's name.
  static let all: [(kind: String, bytes: [UInt8])] = [
    ("jpeg", jpeg()), ("png", png()), ("webp", riff(vp8())), ("webp", riff(vp8l())),
    ("webp", riff(vp8x(flags: 0x10), vp8())), ("gif", gif(gifFrame())), ("tiff", tiff()),
    ("tiff", tiff(order: .big)), ("jxl", jxl()), ("jxl", jxlCodestream), ("jp2", jp2()),
    ("jp2", jp2Codestream), ("bmp", bmp()), ("svg", svg), ("pdf", pdf),
    ("heic", HEIFBuilder.picture().bytes()), ("avif", avif),
    ("heics", fileType("hevc", "msf1", "hevc") + film("pict")),
    ("avis", fileType("avis", "msf1", "avis") + film("pict", entry: "av01")),
    ("heif", fileType("mif1", "mif1") + jpegInHEIF), ("heic", mini),
    ("mp4", fileType("isom", "isom", "mp42") + film("vide")),
    ("mov", fileType("qt  ", "qt  ") + film("vide")),
    ("m4a", fileType("M4A ", "isom") + film("soun")),
    ("cr3", fileType("crx ", "crx ", "isom") + film("vide")), ("mov", film("vide")),
    ("mj2", jp2Signature + fileType("mjp2", "mjp2") + film("vide")),
  ]

  static let avif: [UInt8] = {
    var builder = HEIFBuilder.picture(type: "av01")
    (builder.major, builder.compatible) = ("avif", ["mif1", "avif", "miaf"])
    return builder.bytes()
  }()

  /// The `meta` and `mdat` of a file with a JPEG item, behind an `ftyp` of 20 bytes.
  static let jpegInHEIF: [UInt8] = {
    var builder = HEIFBuilder.picture(type: "jpeg")
    (builder.major, builder.compatible) = ("mif1", ["mif1"])
    return Array(builder.bytes()[20...])
  }()

  /// A `mini` box: 32 × 24, turned by a quarter, 10 bits, 4:2:0.
  static let mini =
    box("ftyp", ascii("mif3"), ascii("heic"))
    + box("mini", miniHeader(chroma: 1, orientation: 6, width: 32, height: 24, bits: 10))

  static func miniHeader(
    chroma: Int, orientation: Int, width: Int, height: Int, bits: Int, alpha: Bool = false
  ) -> [UInt8] {
    var fields: [(Int, Int)] = [(0, 2), (0, 3), (alpha ? 1 : 0, 1), (0, 5), (chroma, 2)]
    fields += [(orientation - 1, 3), (0, 1), (width - 1, 7), (height - 1, 7)]
    fields += [(0, chroma == 1 ? 2 : chroma == 2 ? 1 : 0)]
    fields += bits > 8 ? [(1, 1), (bits - 9, 3)] : [(0, 1)]
    if alpha { fields += [(0, 1)] }
    let digits = fields.flatMap { field in
      (0..<field.1).reversed().map { field.0 >> $0 & 1 }
    }
    let packed = stride(from: 0, to: digits.count, by: 8).map { start in
      let byte = digits[start...].prefix(8)
      return UInt8(byte.reduce(0) { $0 << 1 | $1 } << (8 - byte.count))
    }
    return packed + [UInt8](repeating: 0, count: 16)
  }
}
