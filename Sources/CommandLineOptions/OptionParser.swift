package import Posix

/// Reads a command's arguments by its option table.
package struct OptionParser<Values> {
  private let options: [Option<Values>]

  /// The parser of these options.
  package init(_ options: [Option<Values>]) {
    self.options = options
  }

  /// Writes the options among `arguments` into `values` and gives what is left over: the inputs.
  ///
  /// Options may stand anywhere before `--`; `-` alone is an input. A value that begins with a dash must be
  /// joined to its option (`--name=-x`), so that a forgotten value never swallows the next option.
  ///
  /// - Throws: An error that names the option and, where known, the remedy.
  package func parse(
    _ arguments: [FilePath], into values: inout Values
  ) throws(UsageError) -> [FilePath] {
    var inputs: [FilePath] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        return inputs + rest
      } else if argument.bytes.starts(with: "--".utf8) {
        try parseLong(argument, &rest, &values)
      } else if Self.looksLikeOption(argument) {
        try parseShort(argument, &rest, &values)
      } else {
        inputs.append(argument)
      }
    }
    return inputs
  }

  /// `--name`, `--name value` or `--name=value`.
  private func parseLong(
    _ argument: FilePath, _ rest: inout ArraySlice<FilePath>, _ values: inout Values
  ) throws(UsageError) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let spelled = FilePath(bytes: parts[0])
    let name = String(spelled.description.dropFirst(2))
    let joined = parts.count == 2 ? FilePath(bytes: parts[1]) : nil
    guard let option = options.first(where: { $0.info.long == name }) else {
      let names = (options.map(\.info) + [.help]).map(\.long)
      throw .unknown("\(spelled)", nearest: nearestName(to: name, among: names))
    }
    if option.info.placeholder == nil, let joined {
      throw .unexpectedValue(joined, spelled: "--\(name)")
    }
    try apply(option, spelled: "--\(name)", joined: joined, &rest, &values)
  }

  /// `-r`, `-j 4`, `-j4`, `-j=4`, or flags and at most one option with a value joined: `-rj4`.
  private func parseShort(
    _ argument: FilePath, _ rest: inout ArraySlice<FilePath>, _ values: inout Values
  ) throws(UsageError) {
    var letters = argument.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let name = Character(Unicode.Scalar(letter))
      guard letter < 0x80, let option = options.first(where: { $0.info.short == name }) else {
        throw unknownShort(letter, in: argument)
      }
      if option.info.placeholder == nil {
        try apply(option, spelled: "-\(name)", joined: nil, &rest, &values)
        continue
      }
      let joined = letters.first == UInt8(ascii: "=") ? letters.dropFirst() : letters
      return try apply(
        option, spelled: "-\(name)", joined: letters.isEmpty ? nil : FilePath(bytes: joined), &rest,
        &values)
    }
  }

  private func unknownShort(_ letter: UInt8, in argument: FilePath) -> UsageError {
    guard letter < 0x80, argument.bytes.count > 2 else {
      return .unknown("\(argument)", nearest: nil)
    }
    return UsageError(
      """
      Unknown option '-\(Character(Unicode.Scalar(letter)))' in '\(argument)'. \
      If this is a file, write './\(argument)' or put '--' before it.
      """)
  }

  private func apply(
    _ option: Option<Values>, spelled name: String, joined: FilePath?,
    _ rest: inout ArraySlice<FilePath>, _ values: inout Values
  ) throws(UsageError) {
    guard option.info.placeholder != nil else {
      _ = option.apply(&values, "")
      return
    }
    var value = joined
    if value == nil, let next = rest.first, !Self.looksLikeOption(next) { value = rest.popFirst() }
    guard let value else { throw .missingValue(option.info, spelled: name) }
    guard option.apply(&values, value) else {
      throw .invalid(value, for: option.info, spelled: name)
    }
  }

  private static func looksLikeOption(_ argument: FilePath) -> Bool {
    argument.bytes.count > 1 && argument.bytes[0] == UInt8(ascii: "-")
  }
}
