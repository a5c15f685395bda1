internal import Batch
package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// `imgtool manifest merge`: one manifest of those that the shares of a build have written.
package struct ManifestCommand: Subcommand {
  /// The word that calls it.
  package let name = "manifest"
  /// What it does.
  package let abstract = "Join the manifests of a build that was done in shares."
  /// What stands for the inputs in the usage line.
  package let arguments = "merge <file> ..."
  /// What else there is to know.
  package let discussion = """
    Each share of `build --shard I/N` writes a manifest of its own. The joined one is the same that one \
    build of everything writes. Where two of them contradict each other, or make one output of two \
    inputs, each contradiction is named, nothing is written, and the status is 1.
    """
  /// Command lines worth copying.
  package let examples = [
    (
      line: "imgtool manifest merge public/manifest.*-of-8.json -o public/manifest.json",
      meaning: "after eight machines have built"
    )
  ]

  /// The command.
  package init() {}

  /// The most bytes of a manifest: some hundred thousand outputs.
  static let mostBytes = 256 << 20

  /// Joins the files behind the word `merge`.
  package func run(
    _ options: ManifestOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let reporter = Reporter(ReportStyle(), console: environment.console)
    var merge = ManifestMerge()
    var isWhole = true
    for file in inputs.dropFirst() {
      do throws(FileError) {
        try add(file, to: &merge)
      } catch {
        reporter.report(UnreadInput(file, error))
        isWhole = false
      }
    }
    for conflict in merge.conflicts {
      let error = FileError(.outputConflict, "\(conflict.message) (\(conflict.places))")
      reporter.report(UnreadInput(conflict.path, error))
    }
    guard isWhole, merge.conflicts.isEmpty else { return environment.status(or: .failure) }
    return write(merge.bytes, options, reporter, environment)
  }

  private func add(_ file: FilePath, to merge: inout ManifestMerge) throws(FileError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(opening: file, [.read, .nonBlocking]).readAll(
        limit: Self.mostBytes)
    } catch {
      throw FileError(reading: error)
    }
    do throws(ProjectError) {
      try merge.add(bytes, from: file)
    } catch {
      throw FileError(.damaged, "it is no manifest that a build has written: \(error.message)")
    }
  }

  private func write(
    _ bytes: [UInt8], _ options: ManifestOptions, _ reporter: Reporter,
    _ environment: Environment
  ) -> ExitStatus {
    guard let output = options.output, output != "-" else {
      environment.console.write(bytes, to: .output)
      return environment.status(or: .success)
    }
    do throws(FileError) {
      try refuseStranger(output)
      do throws(SystemError) {
        _ = try OutputWriter(journal: nil).write(bytes, to: output, .record)
      } catch {
        throw FileError(writing: output, error)
      }
    } catch {
      reporter.report(UnreadInput(output, error))
      return environment.status(or: .failure)
    }
    return environment.status(or: .success)
  }

  /// Refuses to replace what is no manifest.
  private func refuseStranger(_ path: FilePath) throws(FileError) {
    guard let file = try? FileDescriptor(opening: path, [.read, .nonBlocking]) else { return }
    if let bytes = try? file.readAll(limit: Self.mostBytes),
      (try? Manifest(reading: bytes)) != nil
    {
      return
    }
    throw FileError(
      .outputExists, "a file that is no manifest is there; remove it or name another output")
  }
}

/// The options of `manifest`.
package struct ManifestOptions: CommandOptions {
  /// Where the joined manifest goes; nil for standard output.
  package var output: FilePath?

  /// Standard output.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<ManifestOptions>] = [
    Option(
      "output", short: "o", .file(), .outputs,
      help: "Where the joined manifest goes; standard output unless it is named.", to: \.output)
  ]

  /// Checks that there is something to join.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    guard let action = inputs.first else {
      throw UsageError("'manifest' takes what is to be done: merge")
    }
    guard action == "merge" else {
      throw UsageError("Unknown action '\(action)'. Did you mean 'merge'?")
    }
    guard inputs.count > 1 else {
      throw UsageError("'manifest merge' takes the manifests that are to be joined")
    }
  }
}
