import Formats

/// The bytes of a text.
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A number of 16 bits, highest byte first.
func be16(_ value: Int) -> [UInt8] { [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

/// A number of 32 bits, highest byte first.
func be32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// A number of 64 bits, highest byte first.
func be64(_ value: Int) -> [UInt8] { be32(value >> 32) + be32(value) }

/// A number of 16 bits, lowest byte first.
func le16(_ value: Int) -> [UInt8] { be16(value).reversed() }

/// A number of 32 bits, lowest byte first.
func le32(_ value: Int) -> [UInt8] { be32(value).reversed() }

/// A box of ISO/IEC 14496-12 with its size in front.
func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  let body = payload.flatMap { $0 }
  return be32(body.count + 8) + ascii(type) + body
}

/// A box with version and flags.
func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ payload: [UInt8]...) -> [UInt8] {
  box(type, be32(version << 24 | flags), payload.flatMap { $0 })
}

/// An `ftyp` box.
func fileType(_ major: String, minor: Int = 0, _ compatible: String...) -> [UInt8] {
  box("ftyp", ascii(major), be32(minor), compatible.flatMap(ascii))
}

/// The facts of some bytes.
func facts(_ bytes: [UInt8]) throws -> HeaderFacts {
  try HeaderFacts(reading: MemorySource(bytes))
}

/// Bytes with others written over them from an offset on.
func patched(_ bytes: [UInt8], at offset: Int, _ new: [UInt8]) -> [UInt8] {
  Array(bytes[..<offset]) + new + Array(bytes[(offset + new.count)...])
}

/// Where bytes first stand in others.
func offset(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
  bytes.indices.first { bytes[$0...].starts(with: wanted) }
}

/// The parts, one behind the other; older compilers take minutes over long sums of such.
func joined(_ parts: [UInt8]...) -> [UInt8] {
  parts.flatMap { $0 }
}
