internal import CGLib

/// The MD5 digest of bytes, for formats that ask for it by name; it protects nothing.
package enum MD5 {
  /// The digest as 32 hexadecimal digits, small letters.
  package static func hexadecimal(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { buffer in
      // GLib copies nothing and keeps nothing; the text is ours to free.
      guard
        let text = g_compute_checksum_for_data(
          G_CHECKSUM_MD5, buffer.baseAddress, gsize(buffer.count))
      else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}
