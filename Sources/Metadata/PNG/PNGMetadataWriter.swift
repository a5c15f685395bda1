import Formats
import Zlib

extension PNGMetadata {
  /// A PNG that says exactly what `metadata` says, its pixels untouched.
  ///
  /// What it said before is gone, and so are private chunks and what follows IEND. With a profile the chunks that state
  /// colours by numbers go too; without one they stay.
  ///
  /// - Parameters:
  ///   - metadata: What is to be said.
  ///   - bytes: A PNG.
  /// - Returns: The PNG.
  /// - Throws: `MetadataError.notOfFormat` where the bytes are no PNG or have no picture,
  ///   `MetadataError.tooLarge` where there is no memory to deflate the profile.
  package static func write(_ metadata: PictureMetadata, into bytes: [UInt8])
    throws(MetadataError) -> Warned<[UInt8]>
  {
    guard var file = PNGChunks(bytes), file.chunks.contains(where: { $0.kind == .imageData }) else {
      throw .notOfFormat("PNG")
    }
    let chunks = try Self.chunks(metadata)
    var removed: [PNGChunk.Kind] = [.exif, .icc, .density, "tIME"] + PNGChunk.Kind.texts
    if chunks.contains(where: { $0.kind == .icc }) { removed += PNGChunk.Kind.colours }
    if !metadata.colourChunks.isEmpty { removed += PNGChunk.Kind.dynamicRange }
    // What only its writer understands was true of the file that it stood in.
    file.chunks.removeAll { removed.contains($0.kind) || !$0.kind.isUnderstood }
    // All stand before PLTE and IDAT, where a profile has to (5.6).
    file.chunks.insert(contentsOf: chunks, at: 1)
    file.rest = []
    return Warned(file.bytes)
  }

  /// The chunks that say what `metadata` says.
  private static func chunks(_ metadata: PictureMetadata) throws(MetadataError) -> [PNGChunk] {
    var chunks: [PNGChunk] = []
    if let icc = metadata.icc {
      // A name, the method, of which there is one, and the compressed profile (11.3.2.3).
      chunks.append(PNGChunk(.icc, [UInt8](text: "icc\0\0") + (try deflated(icc))))
    }
    // Beside code points a profile is for readers that don't know them (4.3).
    chunks += metadata.colourChunks
    if let density = metadata.density { chunks.append(chunk(density)) }
    if let exif = metadata.exif { chunks.append(PNGChunk(.exif, exif)) }
    if let xmp = metadata.xmp { chunks.append(international(xmpKeyword, xmp)) }
    if let block = metadata.photoshopBlock {
      // ImageMagick, exiftool and exiv2 read it so; PNG has no chunk for it.
      let keyword = [UInt8](text: PNGRawProfile.prefix + "iptc\0\0")
      let text = try deflated(PNGRawProfile.encode(block, name: "iptc"))
      chunks.append(PNGChunk(.compressedText, keyword + text))
    }
    chunks += metadata.texts.map { PNGChunk($0.type, $0.data) }
    return chunks + metadata.comments.map(comment)
  }

  private static func deflated(_ bytes: [UInt8]) throws(MetadataError) -> [UInt8] {
    do {
      return try Zlib.deflate(bytes, level: 9)
    } catch {
      throw .tooLarge("PNG")
    }
  }

  private static func chunk(_ density: PixelDensity) -> PNGChunk {
    let converted = density.converted(to: .metre, limit: 0x7FFF_FFFF)
    var data: [UInt8] = []
    data.append(converted.x, .big)
    data.append(converted.y, .big)
    data.append(converted.unit == .metre ? 1 : 0)
    return PNGChunk(.density, data)
  }

  /// An iTXt that is not compressed, in no language.
  private static func international(_ keyword: String, _ text: [UInt8]) -> PNGChunk {
    PNGChunk(.internationalText, [UInt8](text: keyword) + [0, 0, 0, 0, 0] + text)
  }

  /// A comment: UTF-8 where it is that, else Latin-1; neither may hold a NUL.
  private static func comment(_ comment: [UInt8]) -> PNGChunk {
    let text = Array(comment.prefix { $0 != 0 })
    if String(validating: text, as: UTF8.self) != nil, text.contains(where: { $0 >= 0x80 }) {
      return international(commentKeyword, text)
    }
    return PNGChunk(.text, [UInt8](text: commentKeyword + "\0") + text)
  }
}
