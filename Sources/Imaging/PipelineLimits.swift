/// What a run of the pipeline may use.
package struct PipelineLimits: Sendable, Equatable {
  /// More pixels than this in one picture are refused before anything is allocated for them.
  package var maximumPixels: Int
  /// Threads that may work on one picture, at least 1.
  package var threads: Int
  /// Whether formats are drawn whose decoders can run code or open other files.
  package var allowsUntrustedFormats: Bool

  /// Limits of these values.
  package init(
    maximumPixels: Int = 500_000_000, threads: Int = 1, allowsUntrustedFormats: Bool = false
  ) {
    self.maximumPixels = maximumPixels
    self.threads = threads
    self.allowsUntrustedFormats = allowsUntrustedFormats
  }
}
