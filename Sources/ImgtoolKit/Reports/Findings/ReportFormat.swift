package import CommandLineOptions
package import Posix

/// The forms that a report of findings can have.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// A JSON object a line for each file.
  case json
  /// JUnit's XML, which most services that run tests read.
  case junit
  /// SARIF 2.1.0, which services that show code with its problems read.
  case sarif
  /// Commands that GitHub Actions turns into annotations.
  case github

  /// Whether a report comes in pieces, one for each file.
  package var comesInPieces: Bool {
    switch self {
    case .text, .json, .github: true
    case .junit, .sarif: false
    }
  }

  /// The format that the extension of a report's file speaks of.
  package init?(extensionOf path: FilePath) {
    switch path.pathExtension?.description.lowercased() {
    case "txt", "log": self = .text
    case "json", "jsonl", "ndjson": self = .json
    case "xml": self = .junit
    case "sarif": self = .sarif
    default: return nil
    }
  }
}

extension ValueKind where Value == ReportFormat {
  /// A form of report.
  package static var reportFormat: ValueKind<ReportFormat> {
    choice(
      "format",
      ["text": .text, "json": .json, "junit": .junit, "sarif": .sarif, "github": .github])
  }
}
