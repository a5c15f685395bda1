/// The video of a motion photo, behind a JPEG in its file.
enum MotionVideo {
  /// Whether there is one where XMP says so.
  ///
  /// - Parameters:
  ///   - lengths: How far before the end of the file XMP says that it starts, in bytes.
  ///   - source: The file.
  /// - Returns: Whether a video was found there.
  /// - Throws: What the source throws.
  static func isThere(
    _ lengths: [Int], in source: inout BufferedSource
  ) throws -> Bool {
    for length in lengths where length > 8 && length <= source.count {
      // The first box of a video is named `ftyp` (ISO/IEC 14496-12, 4.3).
      let name = try source.bytes(at: source.count - length + 4, count: 4)
      if name.elementsEqual("ftyp".utf8) { return true }
    }
    return false
  }

  /// How far before the end videos start, by an XMP packet (Motion photo format 1.0, Microvideo 1.0).
  static func lengths(_ xmp: XMPGlance) -> [Int] {
    guard
      xmp.states("MotionPhoto", in: XMPGlance.Namespace.camera)
        || xmp.states("MicroVideo", in: XMPGlance.Namespace.camera)
    else { return [] }
    let texts =
      xmp.values(of: "MicroVideoOffset", in: XMPGlance.Namespace.camera)
      + xmp.values(of: "Length", in: XMPGlance.Namespace.item)
    return texts.compactMap { Int($0) }
  }
}

/// The directory that Samsung's cameras put at the end of their files.
enum SamsungTrailer {
  /// The number of the entry that holds a motion photo's video.
  static let motionPhoto: UInt16 = 0x0A30
  /// The numbers of entries that hold a depth map.
  static let depthMaps: Set<UInt16> = [0x0AB1, 0x0B41]

  /// The numbers of the entries; none where there is no such directory.
  static func types(in source: inout BufferedSource) throws -> Set<UInt16> {
    var end = try source.reader(at: source.count - 8, count: 8, order: .little)
    guard let size = end.read(UInt32.self), let mark = end.read(4), mark.elementsEqual("SEFT".utf8),
      (12...65_536).contains(size), Int(size) + 8 <= source.count
    else { return [] }
    var reader = try source.reader(
      at: source.count - 8 - Int(size), count: Int(size), order: .little)
    guard let start = reader.read(4), start.elementsEqual("SEFH".utf8), reader.skip(4),
      let count = reader.read(UInt32.self)
    else { return [] }
    var types: Set<UInt16> = []
    for _ in 0..<min(count, 1000) {
      guard reader.skip(2), let type = reader.read(UInt16.self), reader.skip(8) else { break }
      types.insert(type)
    }
    return types
  }
}
