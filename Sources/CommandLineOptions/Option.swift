package import Posix

/// One option of a command: what it says about itself and how it writes into the command's typed values.
package struct Option<Values>: Sendable {
  /// Its names and its help, as parsing errors, help, README and completions show them.
  package private(set) var info: OptionInfo
  /// Writes the value (empty for a flag) and gives whether it was one.
  let apply: @Sendable (inout Values, FilePath) -> Bool

  /// A flag, which sets a truth value.
  package init(
    _ long: String, short: Character? = nil, _ category: OptionCategory, help: String,
    sets path: any WritableKeyPath<Values, Bool> & Sendable
  ) {
    info = OptionInfo(long: long, short: short, category: category, help: help)
    apply = { values, _ in
      values[keyPath: path] = true
      return true
    }
  }

  /// An option with a value; given more than once, the last one counts.
  package init<Value>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>, _ category: OptionCategory,
    default: String? = nil, help: String,
    to path: any WritableKeyPath<Values, Value> & Sendable
  ) {
    self.init(long, short, kind, category, `default`, help) { $0[keyPath: path] = $1 }
  }

  /// An option with a value that is nil unless given; given more than once, the last one counts.
  package init<Value>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>, _ category: OptionCategory,
    default: String? = nil, help: String,
    to path: any WritableKeyPath<Values, Value?> & Sendable
  ) {
    self.init(long, short, kind, category, `default`, help) { $0[keyPath: path] = $1 }
  }

  /// An option that may be repeated, each time adding a value.
  package init<Value>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>, _ category: OptionCategory,
    help: String, appendsTo path: any WritableKeyPath<Values, [Value]> & Sendable
  ) {
    self.init(long, short, kind, category, nil, help) { $0[keyPath: path].append($1) }
    info.isRepeatable = true
  }

  private init<Value>(
    _ long: String, _ short: Character?, _ kind: ValueKind<Value>, _ category: OptionCategory,
    _ defaultText: String?, _ help: String, write: @escaping @Sendable (inout Values, Value) -> Void
  ) {
    info = OptionInfo(
      long: long, short: short, placeholder: kind.placeholder, completion: kind.completion,
      hint: kind.hint, form: kind.form, defaultText: defaultText, category: category, help: help)
    apply = { values, text in
      guard let value = kind.convert(text) else { return false }
      write(&values, value)
      return true
    }
  }

  private init(info: OptionInfo, apply: @escaping @Sendable (inout Values, FilePath) -> Bool) {
    self.info = info
    self.apply = apply
  }

  /// Gives the option a value from somewhere else than a command line; empty for a flag.
  ///
  /// - Parameters:
  ///   - text: The value, as a command line would have it.
  ///   - values: What it is written into.
  /// - Returns: Whether it is a value of this option; `info.hint` says what is.
  package func set(to text: FilePath, in values: inout Values) -> Bool { apply(&values, text) }

  /// The same option for values that hold these ones as a part.
  package func lifted<Whole>(
    into path: any WritableKeyPath<Whole, Values> & Sendable
  ) -> Option<Whole> {
    let apply = apply
    return Option<Whole>(info: info) { apply(&$0[keyPath: path], $1) }
  }

  /// The same option for values that note what was given, for who sets it later over other values.
  ///
  /// - Parameters:
  ///   - path: Where it is noted.
  ///   - values: What a value is tried on.
  /// - Returns: The option.
  package func noted<Whole>(
    in path: any WritableKeyPath<Whole, [GivenOption]> & Sendable, tryingOn values: Values
  ) -> Option<Whole> where Values: Sendable {
    let (apply, name) = (apply, info.long)
    return Option<Whole>(info: info) { whole, text in
      var values = values
      guard apply(&values, text) else { return false }
      whole[keyPath: path].append(GivenOption(name: name, text: text))
      return true
    }
  }

  /// The same option where a command has another default.
  package func with(default text: String?) -> Option {
    var copy = self
    copy.info.defaultText = text
    return copy
  }
}

/// An option as it was given: its long name and its value.
package struct GivenOption: Hashable, Sendable {
  /// The long name.
  package let name: String
  /// The value; empty for a flag.
  package let text: FilePath
}

extension Array {
  /// Sets options of these that were given somewhere else, the last one last.
  package func set<Values>(_ given: [GivenOption], in values: inout Values)
  where Element == Option<Values> {
    for option in given {
      _ = first { $0.info.long == option.name }?.set(to: option.text, in: &values)
    }
  }

  /// The same options for values that hold these ones as a part.
  package func lifted<Part, Whole>(
    into path: any WritableKeyPath<Whole, Part> & Sendable
  ) -> [Option<Whole>] where Element == Option<Part> {
    map { $0.lifted(into: path) }
  }

  /// All options but those of these long names.
  package func without<Values>(_ names: String...) -> [Option<Values>]
  where Element == Option<Values> {
    filter { !names.contains($0.info.long) }
  }

  /// The options, in place of the one of a long name another one.
  package func replacing<Values>(_ name: String, with option: Option<Values>) -> [Option<Values>]
  where Element == Option<Values> {
    map { $0.info.long == name ? option : $0 }
  }

  /// The options, one of them shown with another default.
  package func with<Values>(default text: String, for name: String) -> [Option<Values>]
  where Element == Option<Values> {
    map { $0.info.long == name ? $0.with(default: text) : $0 }
  }
}
