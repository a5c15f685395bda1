/// What a command says about itself: the data that its help, README section and completions are made of.
package struct CommandDescription: Sendable {
  /// How it is called: `imgtool shrink`.
  package let name: String
  /// What stands for the inputs in the usage line, such as `[<input> ...]`; empty where there are none.
  package let arguments: String
  /// What it does, in one sentence without a name.
  package let abstract: String
  /// What else there is to know, in paragraphs.
  package let discussion: String
  /// Its options in the order of help, without `--help`.
  package let options: [OptionInfo]
  /// Command lines worth copying, each with what it does.
  package let examples: [(line: String, meaning: String)]

  /// Gathers what a command says about itself.
  package init(
    name: String, arguments: String, abstract: String, discussion: String = "",
    options: [OptionInfo], examples: [(line: String, meaning: String)] = []
  ) {
    self.name = name
    self.arguments = arguments
    self.abstract = abstract
    self.discussion = discussion
    self.options = options
    self.examples = examples
  }

  /// The name without the program's: `shrink`.
  package var shortName: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// `Usage: imgtool shrink [<options>] [<input> ...]`.
  package var usage: String {
    "Usage: \(name) [<options>]" + (arguments.isEmpty ? "" : " \(arguments)")
  }

  /// The options of each heading that has some, in the order of the headings, `--help` last.
  package var optionGroups: [(category: OptionCategory, options: [OptionInfo])] {
    let all = options + [.help]
    return OptionCategory.allCases.compactMap { category in
      let members = all.filter { $0.category == category }
      return members.isEmpty ? nil : (category, members)
    }
  }
}
