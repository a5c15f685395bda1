internal import CGLib

/// Bytes as text of 64 characters (RFC 4648, section 4), as `data:` URIs have them.
package enum Base64 {
  /// The text of these bytes, padded, without line breaks.
  package static func text(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { buffer in
      guard let text = g_base64_encode(buffer.baseAddress, gsize(buffer.count)) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}
