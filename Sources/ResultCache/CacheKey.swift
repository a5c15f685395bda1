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
    /// Stands for them in each key, so that they are digested once.
    fileprivate let digest: [UInt8]

    /// The digest of a chain of parts that goes on behind others: each is digested with what stands for
    /// all before it, so that it makes no difference which of them were digested before.
    fileprivate static func digest(_ start: [UInt8], _ parts: [Part]) -> [UInt8] {
      parts.reduce(start) { SHA256.digest(of: $0 + $1.framed).bytes }
    }

    /// The parts that all keys of a run have.
    package init(_ parts: [Part]) {
      self.parts = parts
      digest = Self.digest([], parts)
    }
  }

  /// The digest of all the parts.
  package let digest: ContentDigest
  private let base: Base
  private let own: [Part]
  /// The parts in order.
  package var parts: [Part] { base.parts + own }

  /// The key of these parts and those that all keys share.
  package init(_ base: Base, _ parts: [Part]) {
    self.base = base
    own = parts
    // There is always one part at least.
    digest = ContentDigest(Base.digest(base.digest, parts)) ?? ContentDigest(0, 0, 0, 0)
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
