package import Posix

/// Wrong usage: the command line asks for something that does not exist or makes no sense.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, in the user's words.
  package let message: Message
  /// What could have been given instead, for a list below the message.
  package private(set) var choices: [String] = []
  /// The help of the option that it is about, where that helps.
  package private(set) var help: String?

  /// The error that says this.
  package init(_ message: Message) {
    self.message = message
  }
}

extension UsageError {
  static func unknown(_ name: Message, nearest: String?) -> UsageError {
    UsageError("Unknown option '\(name)'\(nearest.map { ". Did you mean '--\($0)'?" } ?? "")")
  }

  static func missingValue(_ info: OptionInfo, spelled name: String) -> UsageError {
    UsageError("Missing value for '\(info.synopsis(spelled: name))'").explained(by: info, name)
  }

  static func unexpectedValue(_ value: FilePath, spelled name: String) -> UsageError {
    UsageError("The option '\(name)' does not take any value, but '\(value)' was specified.")
  }

  static func invalid(_ value: FilePath, for info: OptionInfo, spelled name: String) -> UsageError {
    var error = UsageError(
      "The value '\(value)' is invalid for '\(info.synopsis(spelled: name))'\(info.hint)"
    ).explained(by: info, name)
    switch info.completion {
    case .choices(let names) where names.count > ValueKind<Void>.mostChoicesInLine,
      .list(let names):
      error.choices = names
    default: break
    }
    return error
  }

  private func explained(by info: OptionInfo, _ name: String) -> UsageError {
    var copy = self
    copy.help = "\(info.synopsis(spelled: name))  \(info.help)"
    return copy
  }
}

/// The one of `names` that `typed` was probably meant to be, nil where none is close.
package func nearestName(to typed: String, among names: [String]) -> String? {
  let close = names.map { (name: $0, distance: editDistance(typed, $0)) }
    // Two slips at most, and never more than half of the word; or a beginning of the word.
    .filter { $0.distance <= 2 && $0.distance * 2 <= $0.name.count + 1 }
    .min { $0.distance < $1.distance }
  return close?.name ?? (typed.count < 2 ? nil : names.first { $0.hasPrefix(typed) })
}

/// How many letters must be put in, taken out or changed to make one word the other.
private func editDistance(_ one: String, _ two: String) -> Int {
  // A name is a few letters; what is longer is no slip of the hand.
  let one = Array(one.prefix(64))
  let two = Array(two.prefix(64))
  var row = Array(0...two.count)
  for (i, letter) in one.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in two.enumerated() {
      let change = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[two.count]
}
