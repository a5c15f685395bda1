internal import Posix

/// A rule, as reports describe it.
package struct ReportRule: Sendable, Equatable {
  /// Its stable name.
  package let name: String
  /// What it wants, in a sentence.
  package let summary: String
  /// Why, and what to do where it isn't so.
  package let help: String

  /// A rule of this name.
  package init(_ name: String, summary: String, help: String) {
    self.name = name
    self.summary = summary
    self.help = help
  }
}

/// Everything that a run found, as programs that read reports want it.
package struct FindingsReport: Sendable {
  /// What ran, such as `imgtool check`.
  package let title: String
  /// The rules that there are, whether or not they found something.
  package let rules: [ReportRule]
  /// The files, in their order.
  package let files: [ReportedFile]
  /// Seconds that the run took.
  package let seconds: Double
  /// How files are named.
  package let paths: ReportPaths

  /// The report of these files.
  package init(
    _ title: String, rules: [ReportRule], files: [ReportedFile], seconds: Double,
    paths: ReportPaths
  ) {
    self.title = title
    self.rules = rules
    self.files = files
    self.seconds = seconds
    self.paths = paths
  }

  /// The whole report in a format.
  package func document(_ format: ReportFormat) -> [UInt8] {
    switch format {
    case .junit: Array(junit.utf8)
    case .sarif: sarif.encoded + [UInt8(ascii: "\n")]
    case .text, .json, .github: files.flatMap { Self.piece(of: $0, format, paths) }
    }
  }

  /// What a file adds to a report that needs to know no others; nothing in the other formats.
  package static func piece(
    of file: ReportedFile, _ format: ReportFormat, _ paths: ReportPaths
  ) -> [UInt8] {
    let newline = [UInt8(ascii: "\n")]
    switch format {
    case .text:
      let failure: [Message] = file.failure.map { ["\(file.input): \($0.message)"] } ?? []
      return (file.textLines + failure).flatMap { printable($0.bytes) + newline }
    case .json: return file.json.encoded + newline
    case .github: return file.wrongs.flatMap { annotation($0, of: file.input, paths) + newline }
    case .junit, .sarif: return []
    }
  }
}
