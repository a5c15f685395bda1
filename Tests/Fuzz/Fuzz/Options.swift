internal import CommandLineOptions
internal import Posix

/// An option of each kind.
private struct Values: Sendable {
  var flag = false
  var number = 0
  var fraction = 0.0
  var percentage = 0.0
  var size: ByteSize?
  var time: Duration?
  var choice = 0
  var texts: [FilePath] = []

  static let table: [Option<Values>] = [
    Option("flag", short: "f", .outputs, help: "A flag.", sets: \.flag),
    Option("number", short: "n", .integer("n", in: 1...100), .outputs, help: "A.", to: \.number),
    Option("fraction", .decimal("x", in: 0...1.5), .outputs, help: "A fraction.", to: \.fraction),
    Option("percentage", .percentage, .outputs, help: "A share.", to: \.percentage),
    Option("size", short: "s", .byteSize, .outputs, help: "A size.", to: \.size),
    Option("time", .seconds, .outputs, help: "A time.", to: \.time),
    Option("choice", .choice("one", ["one": 1, "two": 2]), .outputs, help: "A.", to: \.choice),
    Option("text", short: "t", .text("text"), .outputs, help: "Texts.", appendsTo: \.texts),
  ]
}

/// A command line: arguments with a byte of zero between.
func options(_ bytes: [UInt8]) {
  let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false)
    .map { FilePath(bytes: $0) }
  var values = Values()
  do throws(UsageError) {
    let inputs = try OptionParser(Values.table).parse(arguments, into: &values)
    expect(inputs.count <= arguments.count, "inputs are arguments")
    expect(values.number == 0 || (1...100).contains(values.number), "numbers are in their range")
    expect((0...1.5).contains(values.fraction), "fractions are in their range")
    expect((0...100).contains(values.percentage), "shares are in their range")
    expect(values.size.map { $0.bytes > 0 } ?? true, "sizes are above zero")
    expect(values.time.map { $0 > .zero } ?? true, "times are above zero")
  } catch {
    expect(!"\(error)".isEmpty, "an error says what it is")
  }
  for argument in arguments {
    _ = ByteSize(parsing: argument.bytes)?.description
    _ = (argument.name, argument.folder, argument.stem, argument.pathExtension)
  }
}
