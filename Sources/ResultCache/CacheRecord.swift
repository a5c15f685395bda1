package import Checksum

/// What is kept of a result beside its bytes.
package struct CacheRecord: Sendable, Equatable {
  /// A part of the key by its name and the first eight bytes of its digest.
  package struct Fingerprint: Sendable, Equatable {
    /// What the part is called.
    package let name: String
    let value: UInt64

    init(_ name: String, _ value: UInt64) {
      self.name = name
      self.value = value
    }
  }

  /// What the caller knows of a result.
  package struct Facts: Sendable, Equatable {
    /// Width of the picture in pixels.
    package var width: Int
    /// Height of the picture in pixels.
    package var height: Int
    /// The name of its format; at most 64 bytes of UTF-8.
    package var format: String
    /// Encoder quality 1 to 100; nil where there was none.
    package var quality: Int?
    /// How often an encoder ran.
    package var encodes: Int
    /// How many seconds it took to make.
    package var seconds: Double
    /// What else the caller wants back, such as warnings; at most 64 KiB.
    package var details: [UInt8]

    /// Facts of these values.
    package init(
      width: Int, height: Int, format: String, quality: Int?, encodes: Int, seconds: Double,
      details: [UInt8]
    ) {
      self.width = width
      self.height = height
      self.format = format
      self.quality = quality
      self.encodes = encodes
      self.seconds = seconds
      self.details = details
    }
  }

  /// The digest of the key that it is kept under.
  let key: ContentDigest
  /// The digest of the result's bytes.
  package let output: ContentDigest
  /// How many bytes the result has.
  package let byteCount: Int
  /// Whether the result is the input as it was, of which no copy is kept.
  package let isInput: Bool
  /// What the caller knows of it.
  package let facts: Facts
  /// The parts of the key.
  package let fingerprints: [Fingerprint]
}

extension CacheRecord {
  private static let magic = Array("imgtool record 1".utf8)
  private static let mostDetails = 64 << 10
  private static let mostNameBytes = 64
  private static let mostParts = 256
  /// The most bytes that a file with a record has.
  static let mostBytes = 128 << 10

  /// The file that holds the record, which ends with a digest of the rest; nil where it is too large.
  var encoded: [UInt8]? { body(fingerprints).map { $0 + SHA256.digest(of: $0).bytes } }

  /// What a record of many in a file needs to say: all but where its key came from.
  var shortBody: [UInt8]? { body([]) }

  private func body(_ fingerprints: [Fingerprint]) -> [UInt8]? {
    var writer = FieldWriter()
    writer.add(Self.magic)
    writer.add(key.bytes)
    writer.add(output.bytes)
    writer.add(UInt64(clamping: byteCount))
    writer.add(UInt8(isInput ? 1 : 0))
    writer.add(UInt32(clamping: facts.width))
    writer.add(UInt32(clamping: facts.height))
    writer.add(UInt8(clamping: facts.quality ?? 0))
    writer.add(UInt32(clamping: facts.encodes))
    writer.add(facts.seconds.bitPattern)
    writer.addCounted(Array(facts.format.utf8))
    writer.addCounted(facts.details)
    writer.add(UInt32(clamping: fingerprints.count))
    for fingerprint in fingerprints {
      writer.addCounted(Array(fingerprint.name.utf8))
      writer.add(fingerprint.value)
    }
    guard facts.details.count <= Self.mostDetails, fingerprints.count <= Self.mostParts,
      facts.format.utf8.count <= Self.mostNameBytes,
      fingerprints.allSatisfy({ $0.name.utf8.count <= Self.mostNameBytes })
    else { return nil }
    return writer.bytes
  }

  /// The record of a file; nil where a single byte of it is not as it was.
  init?(_ bytes: [UInt8]) {
    let end = bytes.count - ContentDigest.byteCount
    guard end > 0, ContentDigest(bytes[end...]) == SHA256.digest(of: Array(bytes[..<end]))
    else { return nil }
    self.init(body: bytes[..<end])
  }

  /// The record of a body that is known to be sound.
  init?(body: ArraySlice<UInt8>) {
    var reader = FieldReader(body)
    guard reader.skip(Self.magic), let key = ContentDigest(&reader),
      let output = ContentDigest(&reader),
      let byteCount = reader.number(UInt64.self).flatMap({ Int(exactly: $0) }),
      let isInput = reader.number(UInt8.self), let facts = Facts(&reader),
      let fingerprints = Self.fingerprints(&reader), reader.isAtEnd
    else { return nil }
    self.init(
      key: key, output: output, byteCount: byteCount, isInput: isInput == 1, facts: facts,
      fingerprints: fingerprints)
  }

  private static func fingerprints(_ reader: inout FieldReader) -> [Fingerprint]? {
    guard let count = reader.number(UInt32.self), count <= mostParts else { return nil }
    var found: [Fingerprint] = []
    for _ in 0..<count {
      guard let name = reader.counted(atMost: mostNameBytes),
        let value = reader.number(UInt64.self)
      else { return nil }
      found.append(Fingerprint(String(decoding: name, as: UTF8.self), value))
    }
    return found
  }
}

extension CacheRecord.Facts {
  fileprivate init?(_ reader: inout FieldReader) {
    guard let width = reader.number(UInt32.self), let height = reader.number(UInt32.self),
      let quality = reader.number(UInt8.self), let encodes = reader.number(UInt32.self),
      let seconds = reader.number(UInt64.self),
      let format = reader.counted(atMost: CacheRecord.mostNameBytes),
      let details = reader.counted(atMost: CacheRecord.mostDetails)
    else { return nil }
    self.init(
      width: Int(width), height: Int(height), format: String(decoding: format, as: UTF8.self),
      quality: quality == 0 ? nil : Int(quality), encodes: Int(encodes),
      seconds: Double(bitPattern: seconds), details: details)
  }
}
