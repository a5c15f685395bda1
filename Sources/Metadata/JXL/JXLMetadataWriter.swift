import Formats

extension JXLMetadata {
  /// A JPEG XL that says exactly what `metadata` says, its pixels untouched.
  ///
  /// What its boxes said before is gone, all boxes but those of the codestream. JPEG XL has no place for IPTC, Photoshop's resources, density
  /// and comments; those are left out. The profile is a part of the codestream and stays what it is.
  ///
  /// - Parameters:
  ///   - metadata: What is to be said.
  ///   - bytes: A JPEG XL, in its container or a bare codestream, which gets one where there is
  ///     something to say (ISO/IEC 18181-2, 9).
  /// - Returns: The JPEG XL.
  /// - Throws: `MetadataError.notOfFormat` where the bytes are no JPEG XL or end early.
  package static func write(_ metadata: PictureMetadata, into bytes: [UInt8])
    throws(MetadataError) -> Warned<[UInt8]>
  {
    var said: [UInt8] = []
    // Four bytes say how far behind them the TIFF header starts.
    if let exif = metadata.exif { said += box("Exif", [0, 0, 0, 0] + exif) }
    if let xmp = metadata.xmp { said += box("xml ", xmp) }
    if bytes.starts(with: codestreamMark) {
      if said.isEmpty { return Warned(bytes) }
      return Warned(signature + fileType + said + box("jxlc", bytes))
    }
    guard bytes.starts(with: signature) else { throw .notOfFormat("JPEG XL") }
    var result: [UInt8] = []
    var isSaid = false
    for found in Box.boxes(in: bytes, 0..<bytes.count) {
      guard !found.isCut else { throw .notOfFormat("JPEG XL") }
      guard ofPixels.contains(found.type) else { continue }
      if !isSaid, ["jxlc", "jxlp"].contains(found.type) {
        result += said
        isSaid = true
      }
      result += box(found.type, bytes[found.payload])
    }
    guard isSaid else { throw .notOfFormat("JPEG XL") }
    return Warned(result)
  }

  /// What every container starts with.
  private static let signature: [UInt8] =
    [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
  private static let fileType: [UInt8] = box(
    "ftyp", Array("jxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8))
  /// What a bare codestream starts with.
  private static let codestreamMark: [UInt8] = [0xFF, 0x0A]

  /// The signature, the file's type, its level, its index of frames, and the codestream.
  ///
  /// Others may say anything: what a JPEG was rebuilt from, `jbrd`, has its comments too.
  private static let ofPixels: Set<FourCC> = ["JXL ", "ftyp", "jxll", "jxli", "jxlc", "jxlp"]

  /// A box with its header, of 16 bytes where 8 can't say its size (ISO/IEC 14496-12, 4.2).
  private static func box(_ type: FourCC, _ payload: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    if let size = UInt32(exactly: payload.count + 8) {
      bytes.append(size, .big)
      bytes += type.bytes
    } else {
      bytes.append(UInt32(1), .big)
      bytes += type.bytes
      bytes.append(UInt64(payload.count) + 16, .big)
    }
    bytes += payload
    return bytes
  }
}
