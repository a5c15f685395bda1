internal import Posix

/// Says on standard output what is found, file by file or at the end as the form wants it, and on standard
/// error what could not be looked at and how the run went.
package struct FindingsSink: Sendable {
  private let format: ReportFormat
  private let style: ReportStyle
  private let console: any Console
  /// How files are named.
  package let paths: ReportPaths

  /// A sink of a form.
  package init(
    _ format: ReportFormat, _ style: ReportStyle, _ console: any Console, _ paths: ReportPaths
  ) {
    self.format = format
    self.style = style
    self.console = console
    self.paths = paths
  }

  /// Reports one file.
  package func report(_ file: ReportedFile) {
    if let failure = file.failure {
      let detail: Message = style.isVerbose ? failure.detail.map { " (\($0))" } ?? "" : ""
      console.writeLine("\(Program.name): \(file.input): \(failure.message)\(detail)", to: .error)
    }
    switch format {
    case .text:
      guard !style.isQuiet else { return }
      for line in file.textLines { console.writeLine(line, to: .output) }
      if style.isVerbose, file.isClean { console.writeLine("\(file.input): clean", to: .output) }
    case .json, .github:
      console.write(FindingsReport.piece(of: file, format, paths), to: .output)
    case .junit, .sarif: break
    }
  }

  /// Writes a report that is one whole, and the last line of the run.
  package func finish(_ report: FindingsReport) {
    if !format.comesInPieces { console.write(report.document(format), to: .output) }
    guard !style.isQuiet else { return }
    let findings = report.files.reduce(0) { $0 + $1.findings.count }
    let wrong = report.files.filter { !$0.findings.isEmpty }.count
    let failed = report.files.filter { $0.failure != nil }.count
    let found =
      findings == 0
      ? "nothing found"
      : "\(counted(findings, "finding", "findings")) in \(counted(wrong, "file", "files"))"
    console.writeLine(
      """
      \(Program.name): \(report.files.count) checked, \(found), \(failed) failed, \
      \(decimal(report.seconds, places: 1)) s
      """, to: .error)
  }
}
