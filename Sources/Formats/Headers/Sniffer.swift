/// Tells a file's format by its first bytes, then has its headers read.
enum Sniffer {
  /// A reader of one format's headers.
  private typealias Reading = (inout BufferedSource) throws -> HeaderFacts

  /// Bytes at the start of a file, and who reads the rest.
  private struct Signature {
    /// nil stands for any byte.
    var bytes: [UInt8?]
    var read: Reading
  }

  private static var signatures: [Signature] {
    [
      // ISO/IEC 10918-1, annex B.
      Signature(bytes: [0xFF, 0xD8, 0xFF], read: HeaderFacts.jpeg),
      // PNG, 5.2.
      Signature(
        bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], read: HeaderFacts.png),
      // RFC 9649: RIFF, size, WEBP.
      Signature(
        bytes: [
          0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50,
        ], read: HeaderFacts.webp),
      // GIF89a, 17: the version is 87a or 89a.
      Signature(bytes: [0x47, 0x49, 0x46, 0x38, 0x37, 0x61], read: HeaderFacts.gif),
      Signature(bytes: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], read: HeaderFacts.gif),
      // TIFF 6.0, 2; version 43 is BigTIFF.
      Signature(bytes: [0x49, 0x49, 0x2A, 0x00], read: HeaderFacts.tiff),
      Signature(bytes: [0x4D, 0x4D, 0x00, 0x2A], read: HeaderFacts.tiff),
      Signature(
        bytes: [0x49, 0x49, 0x2B, 0x00, 0x08, 0x00, 0x00, 0x00], read: HeaderFacts.tiff),
      Signature(
        bytes: [0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08, 0x00, 0x00], read: HeaderFacts.tiff),
      // ISO/IEC 18181-2, 9: the container's signature box; 18181-1: the bare codestream.
      Signature(
        bytes: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
        read: HeaderFacts.jxlContainer),
      Signature(bytes: [0xFF, 0x0A], read: HeaderFacts.jxlCodestream),
      // ISO/IEC 15444-1, I.5.1 and A.5.1.
      Signature(
        bytes: [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
        read: HeaderFacts.jp2Container),
      Signature(bytes: [0xFF, 0x4F, 0xFF, 0x51], read: HeaderFacts.jp2Codestream),
    ]
  }

  /// Formats that no fixed bytes tell; each gives nil for what isn't its own.
  private static var others: [(inout BufferedSource) throws -> HeaderFacts?] {
    [HeaderFacts.isoMedia, HeaderFacts.bmp, HeaderFacts.svg, HeaderFacts.pdf]
  }

  /// What a file is and what its headers say.
  static func facts(of source: inout BufferedSource) throws -> HeaderFacts {
    let start = try source.bytes(at: 0, count: 16)
    guard !start.isEmpty else { return HeaderFacts(kind: source.count == 0 ? .empty : .unknown) }
    for signature in signatures where start.matches(signature.bytes) {
      return try signature.read(&source)
    }
    for read in others {
      if let facts = try read(&source) { return facts }
    }
    return HeaderFacts(kind: .unknown)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes start with a pattern, in which nil stands for any.
  fileprivate func matches(_ pattern: [UInt8?]) -> Bool {
    count >= pattern.count && zip(self, pattern).allSatisfy { $1 == nil || $0 == $1 }
  }
}
