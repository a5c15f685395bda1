package import Checksum

/// What a result depends on, in named parts, and the digest of all of them by which it is found.
package struct CacheKey: Sendable {
  /// One thing that a result depends on.
  package struct Part: Sendable {
    /// What it is called when it is said why a result was not found.
    package let name: String
    /// Its value, spelled so that equal things have equal bytes.
    package let bytes: [UInt8]

    /// A part of this name and value.
    package init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    /// Each with its length in front, so that no two lists of parts give the same bytes.
    fileprivate var framed: [UInt8] {
      var writer = FieldWriter()
      writer.addCounted(Array(name.utf8))
      writer.add(UInt64(bytes.count))
      writer.add(bytes)
      return writer.bytes
    }
  }

  /// Parts that many keys share, put together once.
  package struct Base: Sendable {
    fileprivate let parts: [Part]
    fileprivate let framed: [UInt8]

    /// The parts that all keys of a run have.
    package init(_ parts: [Part]) {
      self.parts = parts
      framed = parts.flatMap(\.framed)
    }
  }

  /// The digest of all the parts.
  package let digest: ContentDigest
  /// The parts in order.
  package let parts: [Part]

  /// The key of these parts and those that all keys share.
  package init(_ base: Base, _ parts: [Part]) {
    self.parts = base.parts + parts
    digest = SHA256.digest(of: base.framed + parts.flatMap(\.framed))
  }

  /// The key of these parts.
  package init(_ parts: [Part]) {
    self.init(Base([]), parts)
  }

  /// The name of each part with a digest of its value.
  var fingerprints: [CacheRecord.Fingerprint] {
    parts.map { CacheRecord.Fingerprint($0.name, SHA256.digest(of: $0.bytes).prefix) }
  }
}
