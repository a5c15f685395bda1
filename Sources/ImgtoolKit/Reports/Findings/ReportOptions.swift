internal import Batch
package import CommandLineOptions
package import Posix

/// In which form findings are reported, and where.
package struct ReportOptions: Sendable {
  /// The form that is asked for; nil for what suits the surroundings.
  package var format: ReportFormat?
  /// The file that gets the report; nil for standard output.
  package var file: FilePath?

  /// Lines on standard output.
  package init() {}

  /// The options that set them.
  package static let table: [Option<ReportOptions>] = [
    Option(
      "report", .reportFormat, .outputs, default: "text, in GitHub Actions github",
      help: "The form of the report: text, json, junit, sarif or github.", to: \.format),
    Option(
      "report-file", .file("path"), .outputs,
      help: """
        Write the report to this file, whose extension (.json, .xml for junit, .sarif, .txt) sets its \
        form unless --report does; what is found is said on standard output all the same.
        """, to: \.file),
  ]

  /// Checks what only several options together can get wrong; `isJSON` is what `--json` asks for.
  package func validate(isJSON: Bool) throws(UsageError) {
    guard let file else {
      if isJSON, let format, format != .json {
        throw UsageError(
          """
          '--json' and '--report \(format.rawValue)' cannot both go to standard output; \
          '--report-file' names a file
          """)
      }
      return
    }
    if file == "-" {
      throw UsageError(
        "'--report-file' names a file; without it, '--report' writes to standard output")
    }
    if fileFormat == nil {
      throw UsageError(
        "'--report-file \(file)' has an extension that is none of a report; '--report' names its form"
      )
    }
    if (try? FileStatus(of: file))?.kind == .folder {
      throw UsageError("'--report-file \(file)' is a folder")
    }
  }

  /// The form of the file's report.
  private var fileFormat: ReportFormat? { format ?? file.flatMap(ReportFormat.init(extensionOf:)) }

  /// What goes to standard output.
  package func outputFormat(isJSON: Bool, in environment: Environment) -> ReportFormat {
    if isJSON { return .json }
    if file == nil, let format { return format }
    return environment.variable("GITHUB_ACTIONS").map { $0 == Array("true".utf8) } == true
      ? .github : .text
  }

  /// What takes findings as they come.
  package func sink(for run: RunOptions, in environment: Environment) -> FindingsSink {
    FindingsSink(
      outputFormat(isJSON: run.isJSON, in: environment), run.reportStyle, environment.console,
      ReportPaths(in: environment))
  }

  /// Ends a run whose findings a sink has taken: the report is written, and the last line.
  ///
  /// - Returns: Success where nothing was found and all could be written.
  package func finish(
    _ report: FindingsReport, _ sink: FindingsSink, in environment: Environment
  ) -> ExitStatus {
    sink.finish(report)
    do throws(FileError) {
      try write(report)
    } catch {
      environment.console.writeLine("\(Program.name): \(error.message)", to: .error)
      return environment.status(or: .failure)
    }
    return environment.status(or: report.files.allSatisfy(\.isClean) ? .success : .failure)
  }

  /// Writes the file, where one is asked for: whole or not at all.
  ///
  /// - Throws: `FileError` where it can't be written.
  func write(_ report: FindingsReport) throws(FileError) {
    guard let file, let format = fileFormat else { return }
    do throws(SystemError) {
      try Self.write(report.document(format), to: file)
    } catch {
      throw FileError(writing: file, error)
    }
  }

  private static func write(_ bytes: [UInt8], to path: FilePath) throws(SystemError) {
    if let there = try? FileStatus(of: path), there.kind != .file {
      // A pipe or a terminal has a place of its own, and is not to be replaced.
      return try FileDescriptor(opening: path, .write).write(bytes)
    }
    // What a link leads to is replaced, and not the link.
    let target = (try? FileSystem.realPath(path)) ?? path
    _ = try OutputWriter(journal: nil).write(bytes, to: target, .record)
  }
}
