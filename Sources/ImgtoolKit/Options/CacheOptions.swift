package import CommandLineOptions

/// Whether and how results of earlier runs are used.
package struct CacheOptions: Sendable {
  /// Whether everything is made anew, and nothing is kept for later runs.
  package var isOff = false

  /// Earlier results are used.
  package init() {}

  /// The options that set them.
  package static let table: [Option<CacheOptions>] = [
    Option("no-cache", .cache, help: "Make everything anew, and keep nothing.", sets: \.isOff)
  ]
}
