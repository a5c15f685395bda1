extension CommandDescription {
  /// What `--help` shows, in lines of at most 80 columns.
  package var helpText: String {
    var text = usage + "\n\n" + wrapped(abstract) + "\n"
    for paragraph in discussion.split(separator: "\n") {
      text += "\n" + wrapped(String(paragraph)) + "\n"
    }
    for (category, options) in optionGroups {
      let rows = options.map { (shortNameColumn($0) + $0.synopsis, $0.helpWithDefault) }
      text += "\n\(category.rawValue):\n" + helpRows(rows)
    }
    if !examples.isEmpty { text += "\nExamples:\n" }
    for (line, meaning) in examples {
      text += "  \(line)\n" + wrapped(meaning, indent: 6) + "\n"
    }
    return text
  }

  /// The options as Markdown tables, one below each heading.
  package var helpMarkdown: String {
    optionGroups.map { category, options in
      let rows = options.map { option in
        let names = option.allNames.replacing("|", with: "\\|")
        return "| `\(names)` | \(option.helpWithDefault.replacing("|", with: "\\|")) |\n"
      }
      return "**\(category.rawValue)**\n\n| option | what it does |\n|---|---|\n" + rows.joined()
    }.joined(separator: "\n")
  }

  private func shortNameColumn(_ option: OptionInfo) -> String {
    option.short.map { "-\($0), " } ?? "    "
  }
}

/// Two columns, the second wrapped: what stands left, and what is said of it.
package func helpRows(_ rows: [(left: String, right: String)]) -> String {
  let indent = 26
  return rows.map { left, right in
    let start = "  " + left
    let lines = wrapped(right, indent: indent)
    return start.count + 2 > indent
      ? "\(start)\n\(lines)\n" : start + lines.dropFirst(start.count) + "\n"
  }.joined()
}

/// The words of `text` in lines of at most 80 columns, each behind `indent` blanks.
package func wrapped(_ text: String, indent: Int = 0) -> String {
  let blanks = String(repeating: " ", count: indent)
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= 80 {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(blanks + word)
    }
  }
  return lines.joined(separator: "\n")
}
