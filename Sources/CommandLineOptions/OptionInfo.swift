/// What an option says about itself: the data that errors, help, README and completions are made of.
package struct OptionInfo: Sendable {
  /// The name after `--`.
  package let long: String
  /// The letter or digit after `-`.
  package var short: Character?
  /// What stands for the value in help, without its brackets; nil for a flag.
  package var placeholder: String?
  /// What a shell offers for the value.
  package var completion = Completion.nothing
  /// What follows the sentence that a value is invalid.
  package var hint = ""
  /// What values look like; of no meaning for a flag.
  package var form = ValueForm.text
  /// What counts when the option is not given, where that is worth saying.
  package var defaultText: String?
  /// Whether it may be given more than once, each time adding a value.
  package var isRepeatable = false
  /// The heading it stands under.
  package let category: OptionCategory
  /// What it does: one or two sentences.
  package let help: String

  /// `-h, --help`, which every command has.
  package static let help = OptionInfo(
    long: "help", short: "h", category: .general, help: "Show help for this command.")

  /// The long name, and what stands for its value: `--max <pixels>`.
  package var synopsis: String { synopsis(spelled: "--\(long)") }

  /// Every name and what stands for the value: `-j, --jobs <n>`.
  package var allNames: String {
    synopsis(spelled: (short.map { "-\($0), " } ?? "") + "--\(long)")
  }

  /// What it does, and its default in brackets.
  package var helpWithDefault: String {
    defaultText.map { "\(help) (default: \($0))" } ?? help
  }

  /// A name as the user spelled it, and what stands for the value.
  func synopsis(spelled name: String) -> String {
    placeholder.map { "\(name) <\($0)>" } ?? name
  }
}

/// What a shell offers for an option's value.
package enum Completion: Hashable, Sendable {
  case nothing
  case file
  case folder
  case choices([String])
  /// Some of these words, with commas between them.
  case list([String])
}

/// The headings that help groups options under, in their order.
package enum OptionCategory: String, CaseIterable, Sendable {
  case command = "Options"
  case inputs = "Inputs"
  case outputs = "Outputs"
  case pixels = "Pixels and metadata"
  case running = "Running"
  case cache = "Cache"
  case general = "Help"
}
