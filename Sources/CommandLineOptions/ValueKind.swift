package import Posix

/// What values an option takes: how they are shown, offered and read.
package struct ValueKind<Value>: Sendable {
  /// What stands for the value in help, without its brackets.
  package let placeholder: String
  /// What a shell offers.
  package var completion = Completion.nothing
  /// What follows the sentence that a value is invalid, with its punctuation.
  package var hint = ""
  /// What values look like.
  package var form = ValueForm.text
  /// The value of these bytes, nil where they are none.
  package let convert: @Sendable (FilePath) -> Value?

  /// A kind of value of a command's own.
  ///
  /// - Parameters:
  ///   - placeholder: What stands for the value in help, without brackets.
  ///   - wanted: What is expected, such as “a whole number from 1 to 100”.
  ///   - convert: Gives the value of an argument's bytes, nil where they are none.
  package init(
    _ placeholder: String, wanted: String, convert: @escaping @Sendable (FilePath) -> Value?
  ) {
    self.placeholder = placeholder
    self.convert = convert
    hint = wanted.isEmpty ? "" : ": \(wanted) is expected"
  }

  /// The same kind, its values said to look so.
  package func with(form: ValueForm) -> ValueKind {
    var copy = self
    copy.form = form
    return copy
  }
}

extension ValueKind where Value == Int {
  /// A whole number in ASCII digits.
  package static func integer(_ placeholder: String, in range: ClosedRange<Int>) -> Self {
    let most = range.upperBound == .max ? "up" : "to \(range.upperBound)"
    return ValueKind(placeholder, wanted: "a whole number from \(range.lowerBound) \(most)") {
      text in
      Decimal(text.bytes)?.whole.flatMap { range.contains($0) ? $0 : nil }
    }.with(form: .integer(range))
  }
}

extension ValueKind where Value == ByteSize {
  /// A number of bytes with or without a unit.
  package static var byteSize: Self {
    ValueKind("size", wanted: "a size above zero such as 750000, 500kB, 1.5MB or 2MiB") {
      ByteSize(parsing: $0.bytes)
    }.with(form: .quantity)
  }
}

extension ValueKind where Value == Double {
  /// A part of a hundred, from 0 to 100, with or without its sign.
  package static var percentage: Self {
    ValueKind("percent", wanted: "a number from 0 to 100") { text in
      let digits = text.bytes.last == UInt8(ascii: "%") ? text.bytes.dropLast() : text.bytes[...]
      return Decimal(digits).flatMap { $0.double <= 100 ? $0.double : nil }
    }.with(form: .quantity)
  }
}

extension ValueKind where Value == Double {
  /// A number with or without a point, in ASCII digits.
  package static func decimal(_ placeholder: String, in range: ClosedRange<Double>) -> Self {
    let (least, most) = (text(range.lowerBound), text(range.upperBound))
    return ValueKind(placeholder, wanted: "a number from \(least) to \(most)") { text in
      Decimal(text.bytes).flatMap { range.contains($0.double) ? $0.double : nil }
    }.with(form: .number(range))
  }

  /// The number, without a point where none is needed.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension ValueKind where Value == Duration {
  /// A time above zero in seconds, at most a year.
  package static var seconds: Self {
    ValueKind("seconds", wanted: "a number of seconds above zero") { text in
      guard let seconds = Decimal(text.bytes)?.double, seconds > 0, seconds <= 31_536_000 else {
        return nil
      }
      return .seconds(seconds)
    }.with(form: .quantity)
  }
}

extension ValueKind where Value == FilePath {
  /// The path of a file.
  package static func file(_ placeholder: String = "file") -> Self {
    path(placeholder, .file)
  }

  /// The path of a folder.
  package static func folder(_ placeholder: String = "folder") -> Self {
    path(placeholder, .folder)
  }

  /// Any bytes, such as a template of names.
  package static func text(_ placeholder: String) -> Self {
    path(placeholder, .nothing)
  }

  private static func path(_ placeholder: String, _ completion: Completion) -> Self {
    var kind = ValueKind(placeholder, wanted: "a name") { $0.bytes.isEmpty ? nil : $0 }
    kind.completion = completion
    return kind
  }
}

extension ValueKind where Value: Sendable {
  /// One of a few values by its name; `aliases` are understood but not offered.
  package static func choice(
    _ placeholder: String, _ values: KeyValuePairs<String, Value>,
    aliases: KeyValuePairs<String, Value> = [:]
  ) -> Self {
    let names = values.map(\.key)
    let byName = Dictionary(
      (Array(values) + Array(aliases)).map { ($0.key, $0.value) },
      uniquingKeysWith: { one, _ in one })
    var kind = ValueKind(placeholder, wanted: "") { byName[$0.description] }
    kind.completion = .choices(names)
    kind.hint = hint(choices: names)
    return kind.with(form: .choice(names))
  }

  private static func hint(choices: [String]) -> String {
    guard choices.count <= mostChoicesInLine, let last = choices.last else {
      return ". Please provide one of the following:"
    }
    let quoted = choices.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return ". Please provide one of " + (quoted.isEmpty ? "" : quoted + " or ") + "'\(last)'."
  }
}

extension ValueKind {
  /// How many choices an error names in its sentence; more stand below it.
  static var mostChoicesInLine: Int { 5 }
}
