internal import Foundation
internal import Posix

@testable internal import ImgtoolKit

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Reports of files with names that break careless writers.
enum SampleReport {
  /// Newline, percent sign, comma, quotes, markup, a control character, a backslash, and a byte that is no
  /// UTF-8.
  static let hostile = FilePath(bytes: Array("a\nb%41,c:'d\"<&>\u{1B}\\é ".utf8) + [0xFF])
  static let paths = ReportPaths(current: "/home/me/site/img", root: "/home/me/site")
  static let rules = [
    ReportRule("under", summary: "The file is small.", help: "Make it smaller & better."),
    ReportRule("location", summary: "No place is told.", help: "Leave it out."),
  ]

  /// Files that are clean, found wrong twice, and unreadable, the second of a given name.
  static func files(_ name: FilePath = hostile) -> [ReportedFile] {
    let clean = ReportedFile("clean.jpg")
    var wrong = ReportedFile(name)
    wrong.findings = [
      ReportedFinding(
        "under", "it has 2 bytes, more than 1", command: "imgtool mend \(name.shellWord)"),
      ReportedFinding("location", "it tells <where>"),
    ]
    var failed = ReportedFile("missing.png")
    failed.failure = FileError(.notFound, "no such file or folder")
    return [clean, wrong, failed]
  }

  static func report(_ name: FilePath = hostile) -> FindingsReport {
    FindingsReport(
      "imgtool check", rules: rules, files: files(name), seconds: 1.5, paths: paths)
  }

  /// The report in XML, read again.
  static func xml(_ name: FilePath = hostile) throws -> XMLDocument {
    try XMLDocument(data: Data(report(name).document(.junit)), options: [])
  }

  /// The report in JSON, read again.
  static func sarif(_ name: FilePath = hostile) throws -> [String: Any] {
    let read = try JSONSerialization.jsonObject(with: Data(report(name).document(.sarif)))
    return read as? [String: Any] ?? [:]
  }
}
