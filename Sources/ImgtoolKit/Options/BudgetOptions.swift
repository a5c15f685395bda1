package import CommandLineOptions
package import Imaging

/// How a picture is brought under a number of bytes.
package struct BudgetOptions: Sendable {
  /// The most bytes of an output; nil where nothing is said about it.
  package var limit: ByteSize?
  /// How far apart the qualities are that are tried.
  package var step = 10
  /// The lowest quality that is tried.
  package var minimumQuality = 10
  /// Whether nothing is scaled down to fit.
  package var keepsSize = false

  /// No limit.
  package init() {}

  /// The option that sets the limit.
  package static let limitTable: [Option<BudgetOptions>] = [
    Option(
      "under", short: "u", .byteSize, .command, default: "1MB",
      help: "The most bytes of an output; 1MB is 1,000,000, 1MiB is 1,048,576.", to: \.limit)
  ]

  /// The options that say what is tried.
  package static let ladderTable: [Option<BudgetOptions>] = [
    Option(
      "step", .integer("n", in: 1...ByteBudget.bestQuality), .command, default: "10",
      help: "Steps from quality 90 downwards; 1 gives the finest fit.", to: \.step),
    Option(
      "min-quality", .integer("n", in: 1...ByteBudget.bestQuality), .command, default: "10",
      help: "The lowest quality that is tried; below it the picture is scaled down.",
      to: \.minimumQuality),
    Option(
      "keep-size", .command, help: "Fail an input rather than scale it down.", sets: \.keepsSize),
  ]

  /// The budget of so many bytes.
  package func budget(of bytes: Int) -> ByteBudget {
    ByteBudget(bytes: bytes, step: step, minimumQuality: minimumQuality, keepsSize: keepsSize)
  }
}
