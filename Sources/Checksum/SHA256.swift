internal import CCrypto
internal import CGLib

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
/// By libcrypto; where that is set up without it, as a system's policy may do, by GLib, which is slower.
package struct SHA256: ~Copyable {
  /// How libcrypto works out such digests.
  // Nobody changes what it points to once it is fetched, and it is never given back.
  private struct Method: @unchecked Sendable {
    let pointer = EVP_MD_fetch(nil, "SHA256", nil)
  }

  /// Fetched once: `EVP_sha256()` is looked up by its name, under a lock, for each digest anew.
  private static let method = Method()
  private let context: OpaquePointer?
  private let slow: OpaquePointer?

  /// The state before the first byte.
  package init() {
    let context = EVP_MD_CTX_new()
    if let method = Self.method.pointer, EVP_DigestInit_ex(context, method, nil) == 1 {
      self.context = context
      slow = nil
    } else {
      EVP_MD_CTX_free(context)
      self.context = nil
      slow = g_checksum_new(G_CHECKSUM_SHA256)
    }
  }

  /// Takes in some more bytes.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      if let context {
        // Fails on contexts that were not started only.
        _ = EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
      } else {
        g_checksum_update(slow, buffer.baseAddress, gssize(buffer.count))
      }
    }
  }

  /// The digest of all the bytes.
  package consuming func finish() -> ContentDigest {
    var count = ContentDigest.byteCount
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      buffer.initialize(repeating: 0)
      if let context {
        _ = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      } else {
        g_checksum_get_digest(slow, buffer.baseAddress, &count)
      }
      filled = ContentDigest.byteCount
    }
    return ContentDigest(bytes) ?? ContentDigest(0, 0, 0, 0)
  }

  deinit {
    EVP_MD_CTX_free(context)
    if let slow { g_checksum_free(slow) }
  }

  /// The digest of bytes that are all there.
  package static func digest(of bytes: [UInt8]) -> ContentDigest {
    var state = SHA256()
    state.update(bytes)
    return state.finish()
  }
}
