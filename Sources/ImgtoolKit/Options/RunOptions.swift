package import CommandLineOptions

/// How a run goes and what it says.
package struct RunOptions: Sendable {
  /// How many inputs are worked on at once; nil for one on each processor.
  package var jobs: Int?
  /// How much memory decoded pictures may take; nil for a tenth of what the machine has.
  package var memory: ByteSize?
  /// How long one input may take; nil for as long as it needs.
  package var timeout: Duration?
  /// The most pixels that an input may have.
  package var maxPixels = 500_000_000
  /// Whether pictures are made by processes that can do nothing else.
  package var isIsolated = false
  /// Whether formats are taken whose decoders can run code or open other files.
  package var allowsUntrustedFormats = false
  /// Whether the first failure ends the run.
  package var failsFast = false
  /// Whether nothing is written.
  package var isDryRun = false
  /// Whether results are JSON objects.
  package var isJSON = false
  /// Whether only errors are said.
  package var isQuiet = false
  /// Whether timings and what libraries said are shown.
  package var isVerbose = false

  /// As many as the machine can take, results as lines.
  package init() {}

  /// The options that set them.
  package static let table: [Option<RunOptions>] = [
    Option(
      "jobs", short: "j", .integer("n", in: 1...1024), .running,
      default: "the number of processors",
      help: "Work on so many inputs at once.", to: \.jobs),
    Option(
      "memory", .byteSize, .running, default: "a tenth of the machine's",
      help: "Start work only while decoded pictures fit into so much memory.", to: \.memory),
    Option(
      "timeout", .seconds, .running, help: "Give up an input after so many seconds.",
      to: \.timeout),
    Option(
      "max-pixels", .integer("n", in: 1...Int.max), .running, default: "500000000",
      help: "Refuse pictures of more pixels.", to: \.maxPixels),
    Option(
      "isolate", .running,
      help: """
        Decode and encode in processes of their own that can reach nothing else; one that dies fails its \
        picture alone.
        """, sets: \.isIsolated),
    Option(
      "allow-untrusted-formats", .running,
      help: "Take SVG and PDF too, whose decoders can run code or open other files.",
      sets: \.allowsUntrustedFormats),
    Option("fail-fast", .running, help: "Stop at the first input that fails.", sets: \.failsFast),
    Option(
      "dry-run", .running, help: "Say what would be done, and do nothing.", sets: \.isDryRun),
    Option("json", .running, help: "Print a JSON object for each input.", sets: \.isJSON),
    Option("quiet", .running, help: "Print errors only.", sets: \.isQuiet),
    Option(
      "verbose", .running, help: "Print timings and what libraries say.", sets: \.isVerbose),
  ]

  /// Checks what only several options together can get wrong.
  package func validate() throws(UsageError) {
    try exclude(("--quiet", isQuiet), ("--verbose", isVerbose))
  }

  /// How much the run says; results give way where stdout takes the image.
  package func reportStyle(for place: OutputPlace) -> ReportStyle {
    var style = reportStyle
    style.writesResults = place != .standardOutput
    return style
  }

  /// How much the run says.
  package var reportStyle: ReportStyle {
    var style = ReportStyle()
    style.isJSON = isJSON
    style.isQuiet = isQuiet
    style.isVerbose = isVerbose
    return style
  }
}
