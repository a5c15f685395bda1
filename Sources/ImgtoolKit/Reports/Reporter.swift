package import Posix

/// How much a run says, and in which form.
package struct ReportStyle: Hashable, Sendable {
  /// JSON objects instead of lines.
  package var isJSON = false
  /// Errors alone.
  package var isQuiet = false
  /// Timings, and what libraries said.
  package var isVerbose = false
  /// Whether stdout takes results; not where it takes the image.
  package var writesResults = true

  /// Lines on stdout, warnings and errors on stderr.
  package init() {}
}

/// Writes what inputs came to: results to stdout, warnings and errors to stderr.
package struct Reporter: Sendable {
  private let console: any Console
  private let style: ReportStyle

  /// The reporter of this style.
  package init(_ style: ReportStyle, console: any Console) {
    self.style = style
    self.console = console
  }

  /// Reports one input.
  package func report(_ item: some Reportable) {
    report(item, saying: item.warnings)
  }

  /// Reports one input or one of its outputs, with these warnings in lines of their own.
  func report(_ item: some Reportable, saying warnings: [Message]) {
    if !style.isQuiet {
      for warning in warnings { warn(item.input, warning) }
    }
    if let error = item.error {
      let detail: Message = style.isVerbose ? error.detail.map { " (\($0))" } ?? "" : ""
      console.writeLine("\(Program.name): \(item.input): \(error.message)\(detail)", to: .error)
    }
    guard style.writesResults else { return }
    if style.isJSON {
      console.writeJSON(item.json)
    } else if !style.isQuiet, let line = item.textLine(isVerbose: style.isVerbose) {
      console.writeLine(line, to: .output)
    }
  }

  /// Warns about the whole run, or about one input.
  package func warn(_ input: FilePath? = nil, _ warning: Message) {
    guard !style.isQuiet else { return }
    let about: Message = input.map { "\($0): " } ?? ""
    console.writeLine("\(Program.name): \(about)warning: \(warning)", to: .error)
  }

  /// Writes the last line of a run.
  package func report(_ summary: Summary, seconds: Double) {
    if !style.isQuiet { console.writeLine(summary.line(seconds: seconds), to: .error) }
  }
}
