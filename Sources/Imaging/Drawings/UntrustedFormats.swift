package import Formats

extension ImageFormat {
  /// Refuses formats whose decoders can run code or open other files, unless they were asked for.
  ///
  /// - Throws: `ImagingError` of reason `unsupported` that names the option.
  package func checkIsTrusted(_ limits: PipelineLimits) throws(ImagingError) {
    guard isDrawing, !limits.allowsUntrustedFormats else { return }
    throw ImagingError(
      .detect, .unsupported,
      """
      \(rawValue.uppercased()) can run code or open other files; --allow-untrusted-formats takes it
      """)
  }
}
