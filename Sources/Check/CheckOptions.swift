package import CommandLineOptions
internal import Formats
internal import Imaging
package import ImgtoolKit
package import Posix

/// The options of `check`.
package struct CheckOptions: CommandOptions {
  /// What pictures are held to, as far as it was named.
  package var named = CheckRules()
  /// The most bytes of a file, as given.
  package var under: ByteSize?
  /// Whether damage was named: it counts anyway, but then nothing else does unasked.
  package var namesDamage = false
  /// Which files are looked at, and how the run goes.
  package var inspection = InspectionOptions()
  /// How findings are reported.
  package var report = ReportOptions()
  /// Whether results of earlier runs are used.
  package var cache = CacheOptions()

  /// What is done unless an option says otherwise.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<CheckOptions>] =
    rules + InputOptions.table.lifted(into: \.inspection.inputs)
    + ReportOptions.table.lifted(into: \.report)
    + RunOptions.table.without("isolate", "allow-untrusted-formats", "dry-run").lifted(
      into: \.inspection.run)
    + CacheOptions.table.lifted(into: \.cache)

  private static let rules: [Option<CheckOptions>] = [
    Option(
      "under", short: "u", .byteSize, .command,
      help: "No file has more bytes; 1MB is 1,000,000, 1MiB is 1,048,576.", to: \.under),
    Option(
      "max", short: "m", .sizeLimit, .command,
      help: "No picture has more pixels along its longer edge, or goes beyond a box of WxH.",
      to: \.named.maximum),
    Option(
      "formats", .imageFormats, .command,
      help: "Every file has one of these formats, such as jpeg,webp,svg.", to: \.named.formats),
    Option(
      "no-location", .command, help: "Nothing in a file tells a place.",
      sets: \.named.forbidsLocation),
    Option(
      "no-metadata", .command, help: "A file holds the picture and its colour profile alone.",
      sets: \.named.forbidsMetadata),
    Option(
      "right-extension", .command, help: "The extension is one of the file's format.",
      sets: \.named.wantsRightExtension),
    Option(
      "srgb-or-tagged", .command,
      help: "Colours are sRGB, or the file says which they are.", sets: \.named.wantsKnownColours),
    Option(
      "upright", .command, help: "Pixels lie as they are shown.", sets: \.named.wantsUpright),
    Option(
      "savings", .percentage, .command,
      help: """
        No file could do with so many percent fewer bytes (and 1000 at least), encoded anew in its format, \
        at quality 90 where there is loss, and within --max.
        """, to: \.named.savings),
    Option(
      "no-damage", .command, help: "Every file decodes as a whole; this always counts.",
      sets: \.namesDamage),
  ]

  /// What pictures are held to.
  package var rules: CheckRules {
    var rules = named
    rules.under = under?.bytes
    return rules == CheckRules() && !namesDamage ? .standard : rules
  }

  /// Checks what only several options together can get wrong.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    try inspection.validate(inputs: inputs)
    try report.validate(isJSON: inspection.run.isJSON)
  }
}

extension ValueKind where Value == [ImageFormat] {
  /// Formats by their names, with commas between them, each once.
  static var imageFormats: ValueKind<[ImageFormat]> {
    let aliases: [String: ImageFormat] = ["jpg": .jpeg, "tif": .tiff]
    var format = ValueKind<ImageFormat>("list", wanted: "") { name in
      ImageFormat(rawValue: name.description) ?? aliases[name.description]
    }
    format.completion = .choices(ImageFormat.allCases.map(\.rawValue))
    return list(of: format)
  }
}
