package import Posix

/// Writes the outputs of a run: whole or not at all, known again later, in folders without leftovers.
package struct OutputWriter: Sendable {
  private let journal: WrittenFiles?
  private let holds: FileDigest.Check
  private let isOursToo: @Sendable (FilePath, FileStatus) -> Bool
  private let sweep = LeftoverSweep()

  /// A writer that keeps `journal` where files can't carry a mark.
  ///
  /// - Parameters:
  ///   - journal: Knows the files without marks; nil where nobody is to know them.
  ///   - holds: Tells what a file holds; it is read unless somebody knows better.
  ///   - isOursToo: Whether a file that carries no mark is one that imgtool wrote.
  package init(
    journal: WrittenFiles?, holds: @escaping FileDigest.Check = FileDigest.check,
    isOursToo: @escaping @Sendable (FilePath, FileStatus) -> Bool = { _, _ in false }
  ) {
    self.journal = journal
    self.isOursToo = isOursToo
    self.holds = holds
  }

  /// Whether imgtool wrote the file of this status, and nobody changed it since; such a one may be replaced.
  package func isOurs(_ path: FilePath, _ status: FileStatus) -> Bool {
    OutputMark.isOurs(path, status, journal: journal, holds: holds) || isOursToo(path, status)
  }

  /// Whether imgtool wrote what has this name, and nobody changed it since.
  package func isOurs(_ path: FilePath) -> Bool {
    guard let status = try? FileStatus(of: path, followingLinks: false) else { return false }
    return isOurs(path, status)
  }

  /// Writes a file, in a folder that is swept first.
  ///
  /// Throws what `AtomicFile.write` throws, and nothing is left then.
  package func write(
    _ bytes: some Collection<UInt8>, to path: FilePath, _ options: AtomicFileOptions
  ) throws(SystemError) -> AtomicFile.Committed {
    let folder = try AtomicFile.folder(of: path, options)
    sweep.sweep(path.folder, folder)
    let committed = try AtomicFile.write(bytes, to: path, in: folder, options)
    // What takes the place of an original is not replaced unasked by a later run.
    let isOutput = options.isMarked && (options.supersedes == nil || committed.remainder != nil)
    if isOutput, !committed.isMarked, let digest = committed.digest {
      journal?.add(committed.status, digest)
    }
    return committed
  }
}
