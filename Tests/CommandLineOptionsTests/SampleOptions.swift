import CommandLineOptions
import Posix

/// Options of an imaginary command, one of each sort.
struct SampleOptions: Equatable {
  enum Shape: Sendable { case round, square, flat }

  var max = 1920
  var jobs: Int?
  var under: ByteSize?
  var shape = Shape.round
  var format = "auto"
  var output: FilePath?
  var excluded: [FilePath] = []
  var recursive = false
  var quiet = false

  static let table: [Option<SampleOptions>] = [
    Option(
      "max", .integer("pixels", in: 1...100_000), .command, default: "1920",
      help: "Longest side of the result.", to: \.max),
    Option("under", .byteSize, .command, help: "Most bytes of the result.", to: \.under),
    Option(
      "shape", .choice("shape", ["round": .round, "square": .square], aliases: ["plane": .flat]),
      .command, help: "Shape of the result.", to: \.shape),
    Option(
      "format",
      .choice(
        "format",
        [
          "auto": "auto", "jpeg": "jpeg", "png": "png", "webp": "webp", "heic": "heic",
          "avif": "avif",
        ]),
      .outputs, help: "Format of the result.", to: \.format),
    Option(
      "output", short: "o", .file("path"), .outputs, help: "Where the result goes.", to: \.output),
    Option(
      "exclude", short: "x", .file(), .inputs, help: "A file to leave out.", appendsTo: \.excluded),
    Option("recursive", short: "r", .inputs, help: "Go down into sub-folders.", sets: \.recursive),
    Option(
      "jobs", short: "j", .integer("n", in: 1...999), .running, help: "How many at once.",
      to: \.jobs),
    Option("quiet", .running, help: "Say nothing.", sets: \.quiet),
  ]

  /// Reads arguments; gives the typed options and what is left over.
  static func parse(_ arguments: [FilePath]) throws -> (options: SampleOptions, inputs: [FilePath])
  {
    var options = SampleOptions()
    let inputs = try OptionParser(table).parse(arguments, into: &options)
    return (options, inputs)
  }
}
