internal import CVips

/// A libvips operation that could not be built or run.
package struct VipsError: Error, Sendable, Equatable {
  /// What was asked for, in libvips' name: "jpegload_buffer", or "pixels" for an evaluation.
  package let operation: String
  /// What libvips says about it, for a reader.
  ///
  /// With parallel work it may hold the text of another thread's failure, so decide nothing by it.
  package let detail: String

  /// An error in words of our own.
  package init(_ operation: String, _ detail: String) {
    self.operation = operation
    self.detail = detail
  }

  /// The failure of `operation` in libvips' words, whose buffer is emptied.
  init(failureOf operation: String) {
    // Copying and clearing are one call, under the library's lock.
    let text = vips_error_buffer_copy()
    defer { g_free(text) }
    let words = text.map { String(cString: $0) } ?? ""
    let lines = words.split(whereSeparator: \.isNewline)
    self.init(operation, lines.isEmpty ? "no reason given" : lines.joined(separator: "; "))
  }
}
